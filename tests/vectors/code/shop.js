// A shop.
import { log } from "./log.js";

export class Basket {
  kind = "basket";

  constructor(items) {
    this.items = items;
  }

  /* What all of it costs. */
  price(factor = 1) {
    let total = 0;
    for (const item of this.items) {
      total += item * factor;
    }
    return total;
  }
}

const main = () => {
  const basket = new Basket([1, 2, 3]);
  log(basket.price(2));
};

main();
