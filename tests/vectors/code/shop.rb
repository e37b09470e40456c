# A shop.
module Shop
  class Basket
    def initialize(items)
      @items = items
    end

    # What all of it costs.
    def price(factor = 1)
      sum = 0
      @items.each do |item|
        sum += item * factor
      end
      total = sum
    end
  end
end

puts Shop::Basket.new([1, 2, 3]).price(2)
