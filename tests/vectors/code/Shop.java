package shop;

/** A shop. */
public class Shop {
    private final String name = "shop";

    static class Basket {
    private final int[] items = {1, 2, 3};

    /** What all of it costs. */
    int price(int factor) {
        int total = 0;
        for (int item : items) {
            total += item * factor;
        }
        return total;
    }
    }

    public static void main(String[] arguments) {
        System.out.println(new Basket().price(2));
    }
}
