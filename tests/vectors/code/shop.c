/* A shop. */
#include <stdio.h>

struct basket {
    int *items;
    int count;
};

/* What all of it costs. */
int price(struct basket *basket, int factor) {
    int total = 0;
    for (int i = 0; i < basket->count; i++) {
        total += basket->items[i] * factor;
    }
    return total;
}

static int *all(struct basket *basket) {
    if (basket->count > 0) {
        return basket->items;
    }
    return 0;
}
