// A shop.
#include <vector>

namespace shop {

class Basket {
  public:
    std::vector<int> items;

    // What all of it costs.
    int price(int factor) const {
        int total = 0;
        for (int item : items) {
            total += item * factor;
        }
        return total;
    }
};

}  // namespace shop

int main() {
    return shop::Basket{{1, 2, 3}}.price(2);
}
