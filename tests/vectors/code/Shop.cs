// A shop.
namespace Shop
{

class Basket
{
    private readonly int[] items = { 1, 2, 3 };

    // What all of it costs.
    int Price(int factor)
    {
        int total = 0;
        foreach (int item in items)
        {
            total += item * factor;
        }
        return total;
    }

    static void Main()
    {
        System.Console.WriteLine(new Basket().Price(2));
    }
}
}
