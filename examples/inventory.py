"""Keep the stock of a small shop in a CSV file.

Usage:

    python inventory.py stock.csv list
    python inventory.py stock.csv receive BR-204 12
    python inventory.py stock.csv sell BR-204 2
    python inventory.py stock.csv low
"""

from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COLUMNS = ("sku", "name", "quantity", "reorder_at", "price")


class InventoryError(Exception):
    """A request that the stock cannot fulfil, or a file that cannot be read."""


@dataclass(frozen=True, slots=True)
class Item:
    """One article on the shelf."""

    sku: str
    name: str
    quantity: int
    reorder_at: int
    price: Decimal

    @property
    def is_low(self) -> bool:
        """Tell whether it is time to order more."""
        return self.quantity <= self.reorder_at

    @property
    def value(self) -> Decimal:
        """What the whole stock of this article is worth."""
        return self.price * self.quantity


class Inventory:
    """The articles by their number, in the order of the file."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = {item.sku: item for item in items}

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, sku: str) -> Item:
        try:
            return self._items[sku]
        except KeyError:
            known = ", ".join(self._items) or "none"
            raise InventoryError(f"there is no article {sku}; known are: {known}") from None

    def receive(self, sku: str, quantity: int) -> Item:
        """Put a delivery on the shelf and return the article as it is now."""
        if quantity < 1:
            raise InventoryError(f"a delivery has at least 1 piece, not {quantity}")
        return self._set_quantity(sku, self[sku].quantity + quantity)

    def sell(self, sku: str, quantity: int) -> Item:
        """Take pieces off the shelf and return the article as it is now."""
        item = self[sku]
        if not 1 <= quantity <= item.quantity:
            raise InventoryError(f"{sku}: {quantity} asked for, {item.quantity} in stock")
        return self._set_quantity(sku, item.quantity - quantity)

    def low(self) -> list[Item]:
        """Return what should be ordered, the scarcest first."""
        return sorted((item for item in self if item.is_low), key=lambda item: item.quantity)

    def total_value(self) -> Decimal:
        """Return what everything on the shelf is worth."""
        return sum((item.value for item in self), Decimal(0))

    def _set_quantity(self, sku: str, quantity: int) -> Item:
        self._items[sku] = replace(self._items[sku], quantity=quantity)
        return self._items[sku]


def read_inventory(path: Path) -> Inventory:
    """Read the stock from a CSV file whose first row names the columns."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            return Inventory(_item(row, rows.line_num) for row in rows)
    except OSError as error:
        raise InventoryError(f"{path}: {error.strerror}") from error


def write_inventory(inventory: Inventory, path: Path) -> None:
    """Write the stock to a CSV file, replacing what was there."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows([getattr(item, column) for column in COLUMNS] for item in inventory)


def _item(row: dict[str, str], line: int) -> Item:
    try:
        return Item(
            sku=row["sku"],
            name=row["name"],
            quantity=int(row["quantity"]),
            reorder_at=int(row["reorder_at"]),
            price=Decimal(row["price"]),
        )
    except KeyError as error:
        raise InventoryError(f"line {line}: the column {error} is missing") from None
    except (ValueError, InvalidOperation):
        raise InventoryError(f"line {line}: a number was expected in {row}") from None


def _show(items: Iterable[Item]) -> None:
    for item in items:
        mark = "!" if item.is_low else " "
        print(f"{mark} {item.sku:<8} {item.name:<28} {item.quantity:>5} {item.value:>10.2f}")


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    parser = argparse.ArgumentParser(description="Keep the stock of a small shop.")
    parser.add_argument("file", type=Path)
    parser.add_argument("command", choices=["list", "low", "receive", "sell"])
    parser.add_argument("sku", nargs="?", default="")
    parser.add_argument("quantity", nargs="?", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        inventory = read_inventory(options.file)
        if options.command in {"receive", "sell"}:
            change = inventory.receive if options.command == "receive" else inventory.sell
            _show([change(options.sku, options.quantity)])
            write_inventory(inventory, options.file)
        else:
            _show(inventory.low() if options.command == "low" else inventory)
            print(f"{len(inventory)} articles worth {inventory.total_value():.2f}")
    except InventoryError as error:
        print(f"inventory: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
