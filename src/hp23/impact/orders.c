#include "hp23/impact/orders.h"

#include <string.h>

static void swap(int *x, int i, int j)
{
    int t = x[i];
    x[i] = x[j];
    x[j] = t;
}

/** The last place before a descent gets the next larger of those behind it, and these
are turned round. */
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
list is not complete. */
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
