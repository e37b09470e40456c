<?php
// A shop.

class Basket
{
    private array $items = [1, 2, 3];

    // What all of it costs.
    function price(int $factor = 1): int
    {
        $total = 0;
        foreach ($this->items as $item) {
            $total += $item * $factor;
        }
        return $total;
    }
}

echo (new Basket())->price(2);
