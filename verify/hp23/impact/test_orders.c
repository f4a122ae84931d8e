/**
# All orders of single impacts
*/
#include "hp23.h"
#include "hp23/impact/orders.h"
#include "slow_lcp.h"

/** Every order once, in lexicographic order. */
static void every_order(void)
{
    int x[5] = {0, 1, 2, 3, 4}, was = -1, count = 0;
    do {
        int seen = 0, number = 0;
        for (int i = 0; i < 5; i++) {
            seen |= 1 << x[i];
            number = 10 * number + x[i];
        }
        CHECK(seen == 31 && number > was, "%d behind %d", number, was);
        was = number;
        count++;
    } while (orders_next(5, x));
    CHECK(count == 120, "%d orders", count);
    CHECK(!orders_next(1, x), "one contact has one order");
}

/* One order by hand. */
typedef struct {
    hp23 *m;
    int order[16], most, unfinished;
    outcomes *out;
} taking;

static int same(int n, const mpq_t *x, const mpq_t *y)
{
    int i = 0;
    while (i < n && mpq_equal(x[i], y[i]))
        i++;
    return i == n;
}

static int listed(const outcomes *o, const mpq_t *v)
{
    int found = 0;
    for (const outcome *k = o->first; k != NULL; k = k->next)
        found |= same(o->nv, (const mpq_t *)k->v, v);
    return found;
}

/* Whose turn is it, from `turn` on? -1: nobody's. */
static int whose(const taking *t, const mpq_t *v, int turn)
{
    const int p = t->m->d.p;
    mpq_t u;
    int found = -1;
    mpq_init(u);
    for (int k = p - 1; k >= 0; k--) {
        impact_normal(&t->m->x, t->order[(turn + k) % p], v, u);
        if (mpq_sgn(u) < 0)
            found = turn + k;
    }
    mpq_clear(u);
    return found;
}

/* Each v that all bases of the single impact's problem lead to, and on. */
static void take(taking *t, const mpq_t *v, int turn, int impacts)
{
    const int at = whose(t, v, turn), nv = t->m->d.nv;
    int slip_at[2], pick[16];
    if (at < 0) {
        outcomes_add(&t->m->a, t->out, v, impacts);
        return;
    }
    if (impacts == t->most) {
        t->unfinished = 1;
        return;
    }
    step_exact now = t->m->x;
    now.v = (mpq_t *)v;
    step_exact one = impact_single(&now, t->order[at % now.p], slip_at);
    lcp_exact_problem p;
    outcomes next = {.nv = nv};
    CHECK(impact_pose(&t->m->a, &one, &p).code == PERP_OK, "pose");
    const int all = p.free + p.n;
    mpq_t *z = rational_array(&t->m->a, (size_t)all);
    for (unsigned s = 0; s < 1u << p.n; s++) {
        int m = 0;
        for (int i = 0; i < all; i++) {
            mpq_set_ui(z[i], 0, 1);
            if (i < p.free || s >> (i - p.free) & 1)
                pick[m++] = i;
        }
        if (slow_gauss(&p, m, pick, z) && slow_solves(&p, z))
            outcomes_add(&t->m->a, &next, (const mpq_t *)z, 0);
    }
    for (outcome *k = next.first; k != NULL; k = k->next)
        take(t, (const mpq_t *)k->v, at + 1, impacts + 1);
    outcomes_clear(&next);
    rational_clear(z, (size_t)all);
    lcp_exact_problem_clear(&p);
}

/* All orders, by a recursion of its own. */
static void permute(taking *t, int n, outcomes *out, outcomes *over,
                    orders_tally *tally)
{
    const int p = t->m->d.p;
    if (n == p) {
        outcomes mine = {.nv = t->m->d.nv};
        t->out = &mine;
        t->unfinished = 0;
        take(t, (const mpq_t *)t->m->x.v, 0, 0);
        tally->count++;
        tally->unfinished += t->unfinished;
        for (outcome *k = mine.first; k != NULL; k = k->next) {
            outcomes_add(&t->m->a, out, (const mpq_t *)k->v, 0);
            if (!t->unfinished)
                outcomes_add(&t->m->a, over, (const mpq_t *)k->v, 0);
        }
        outcomes_clear(&mine);
    }
    for (int i = n; i < p; i++) {
        int x = t->order[n];
        t->order[n] = t->order[i];
        t->order[i] = x;
        permute(t, n + 1, out, over, tally);
        x = t->order[n];
        t->order[n] = t->order[i];
        t->order[i] = x;
    }
}

/** Random impacts of two and three contacts: what is listed is what all orders lead
to, when each single impact is resolved by all bases and each order is made another way;
orders that have not ended are counted, and then the list is refused the code
of success. What an outcome's `turns` say leads there. */
static void against_all_bases(void)
{
    check_random c = {check_seed(2311)};
    int several = 0, open = 0, closed = 0;
    for (int round = 0; round < 60; round++) {
        hp23 m;
        mpq_t zero;
        outcomes_search search = {0};
        hp23_random(&c, 3 + round % 2, 2 + round % 2, &m);
        mpq_init(zero);
        outcomes found = {.nv = m.d.nv}, slow = found, over = found;
        sequence q = {.impacts = 4, .tolerance = zero, .all = &search};
        orders_tally tally, wanted = {0};
        perp_status s = orders_all(&m.a, &m.x, &q, &found, &tally);
        taking t = {.m = &m, .order = {0, 1, 2}, .most = 4};
        permute(&t, 0, &slow, &over, &wanted);
        CHECK(tally.count == wanted.count, "%d orders", tally.count);
        CHECK(tally.unfinished == wanted.unfinished, "round %d: %d, not %d",
              round, tally.unfinished, wanted.unfinished);
        CHECK(s.code == (wanted.unfinished > 0 ? PERP_LIMIT : PERP_OK),
              "round %d: %s", round, s.message);
        for (outcome *k = over.first; k != NULL && !found.spread; k = k->next)
            CHECK(listed(&found, (const mpq_t *)k->v),
                  "round %d: one is "
                  "missing",
                  round);
        for (outcome *k = found.first; k != NULL; k = k->next) {
            outcomes of = {.nv = m.d.nv};
            CHECK(listed(&slow, (const mpq_t *)k->v), "round %d: one too many",
                  round);
            CHECK(k->turns != NULL, "which order?");
            memcpy(t.order, k->turns, (size_t)m.d.p * sizeof(int));
            t.out = &of;
            take(&t, (const mpq_t *)m.x.v, 0, 0);
            CHECK(listed(&of, (const mpq_t *)k->v), "not of its order");
            outcomes_clear(&of);
        }
        several += found.count > 1;
        open += tally.unfinished > 0;
        closed += tally.unfinished == 0;
        outcomes_clear(&found);
        outcomes_clear(&slow);
        outcomes_clear(&over);
        mpq_clear(zero);
        hp23_clear(&m);
    }
    printf(
        "%d with several outcomes, %d of %d with an order that does not end\n",
        several, open, open + closed);
    CHECK(several > 10 && open > 3 && closed > 10, "too much alike");
}

/** Seven contacts have 5040 orders: that is said, and nothing is listed. */
static void too_many(void)
{
    check_random c = {check_seed(2312)};
    hp23 m;
    mpq_t zero;
    mpq_init(zero);
    hp23_random(&c, 3, 7, &m);
    outcomes found = {.nv = 3};
    sequence q = {.tolerance = zero};
    orders_tally tally;
    perp_status s = orders_all(&m.a, &m.x, &q, &found, &tally);
    CHECK(s.code == PERP_LIMIT && strstr(s.message, "name one order") &&
              found.count == 0 && tally.count == 0,
          "%s", s.message);
    mpq_clear(zero);
    hp23_clear(&m);
}

int main(void)
{
    RUN(every_order);
    RUN(against_all_bases);
    RUN(too_many);
    DONE;
}
