"""A shop."""

import sys


class Basket:
    """What is bought."""

    kind = "basket"

    def __init__(self, items):
        self.items = items

    # What all of it costs.
    @property
    def price(self, factor=1):
        total = 0
        for item in self.items:
            total += item * factor
        return total


def show():
    print(Basket([1, 2, 3]).price)


def main():
    if len(sys.argv) > 1:
        print("no arguments are taken")
    show()
