/**
# Which contact is first?

Section 2.2.2 of HP23: a sequence needs an order, and nothing in a rigid body says
which. So all of them are followed, and each outcome keeps the order that led to it
first. What is enumerated is the order of the cycle, not of every single impact: the
contacts have turns A, B, C, A, B, C, and an impact that comes back to A when B
would have its turn is in no list. For two contacts that is no loss, since the one
that was resolved does not approach and the other is next in any order. For three
and more it is a choice, the paper's as well.

**What it costs.** $p!$ sequences, each of its own from the beginning: orders
that agree in their first turns make the same single impacts again. Sharing them
would be a tree of impacts; with six contacts at most, and a few impacts each,
the plain way is fast enough. More than six would be 5040 sequences, most of
which nobody reads.

Orders that lead to the same $v^+$ are one outcome. On the block A,B and B,A differ: the
mirror images that end with $\pm\frac{21}{100}$ of the rate.
*/
#include "hp23/impact/orders.h"

#include <string.h>

static void swap(int *x, int i, int j)
{
    int t = x[i];
    x[i] = x[j];
    x[j] = t;
}

/** The next permutation. The longest tail that only descends is the last one of its
kind; the number in front of it gets the next larger one of the tail, and the tail,
which still descends, is turned round to ascend. From 0 2 1: the tail is 2 1, in
front is 0, the next larger is 1, which gives 1 2 0, and turned round 1 0 2. */
int orders_next(int n, int *x)
{
    int i = n - 2, j = n - 1;
    while (i >= 0 && x[i] > x[i + 1])
        i--;
    if (i < 0)
        return 0;
    while (x[j] < x[i])
        j--;
    swap(x, i, j);
    for (int k = i + 1, m = n - 1; k < m; k++, m--)
        swap(x, k, m);
    return 1;
}

/** The list is in the order of discovery, and what has no turns yet is new. The copy is
made once and shared by all that are; most orders find nothing new and copy nothing. */
perp_status orders_mark(arena *a, int n, const int *order, outcomes *out)
{
    int *copy = NULL;
    for (outcome *k = out->first; k != NULL; k = k->next) {
        if (k->turns != NULL)
            continue;
        if (copy == NULL) {
            copy = arena_take(a, (size_t)n + 1, sizeof *copy);
            if (copy == NULL)
                return PERP_NO_MEMORY(n);
            memcpy(copy, order, (size_t)n * sizeof *copy);
        }
        k->turns = copy;
    }
    return PERP_SUCCESS;
}

/** The outcome of an order is in the list with the first order that led to it, and `turns` of the
others is not kept. The block has an outcome for each of its two orders; of contacts that do not
feel each other, as corners of different bodies, all $p!$ orders have one outcome, and it is told
with the first of them, that of the data. */
/* One solution for each impact: does the order end? This costs little beside
   all solutions, when numbers have become long behind many impacts. */
static perp_status try_one(arena *a, const step_exact *d, const sequence *s)
{
    outcomes_search one = {.one = 1};
    outcomes some = {.nv = d->nv};
    sequence q = *s;
    if (s->all != NULL)
        one.limits = s->all->limits;
    q.all = &one;
    perp_status st = algebraic_sequential(a, d, &q, &some);
    outcomes_clear(&some);
    return st;
}

static perp_status one_order(arena *a, const step_exact *d, const sequence *s,
                             outcomes *out)
{
    if (s->all != NULL && !s->all->one)
        PERP_TRY(try_one(a, d, s));
    return algebraic_sequential(a, d, s, out);
}

/** **All orders.** The law in turn has an outcome, or several, for each order of the
contacts, and nothing says which order is right. An order whose impacts have not
ended at the limit is counted and the others are followed all the same; but then the
list is not complete. The answer is LIMIT then, with everything that was found in
`out`: of the 120 orders of the discs' contacts none ends, and that is worth being said
with a number. Time that is over ends all orders at once, since the next one would not
have any either.

Where all outcomes of each impact are wanted, the order is first gone through with
one of each: if that path does not end, the tree of all would not, and would take
its time to find out with numbers of thousands of digits. */
perp_status orders_all(arena *a, const step_exact *d, const sequence *s,
                       outcomes *out, orders_tally *tally)
{
    sequence q = *s;
    *tally = (orders_tally){.contacts = d->p};
    if (d->p > ORDERS_CONTACTS)
        return PERP_FAIL(PERP_LIMIT,
                         "%d contacts are active, and all orders of at most %d "
                         "are tried; name one order",
                         d->p, ORDERS_CONTACTS);
    int *order = arena_take(a, (size_t)d->p + 1, sizeof *order);
    if (order == NULL)
        return PERP_NO_MEMORY(d->p);
    for (int j = 0; j < d->p; j++)
        order[j] = j;
    q.order = order;
    q.orders = d->p;
    perp_status last = PERP_SUCCESS;
    do {
        perp_status st = one_order(a, d, &q, out);
        tally->count++;
        if (st.code == PERP_LIMIT) {
            tally->unfinished++;
            last = st;
            if (s->all != NULL)
                PERP_TRY(limit_time(&s->all->limits.limit));
        } else if (st.code != PERP_OK) {
            return st;
        }
        PERP_TRY(orders_mark(a, d->p, order, out));
    } while (orders_next(d->p, order));
    if (tally->unfinished == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_LIMIT, "%d of %d orders: %s", tally->unfinished,
                     tally->count, last.message);
}
