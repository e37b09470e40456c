// A shop.
namespace Shop {
  export interface Item {
    cost: number;
  }

  export class Basket {
    constructor(private items: Item[]) {}

    kind(): string {
      return "basket";
    }

  price(factor: number = 1): number {
    let total = 0;
    for (const item of this.items) {
      total += item.cost * factor;
    }
    return total;
  }
  }
}

function main(): void {
  console.log(new Shop.Basket([{ cost: 1 }]).price(2));
}
