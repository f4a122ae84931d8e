#include "impact_random.h"

#include "lcp/solve/condense.h"

#include <math.h>

enum { OWN = 9, WIDE = OWN + 1 };

/* x = 2 - 3 z_2 own_2, and rows that the reduction turns into own_i G_ij own_j,
   G small whole numbers, own powers of two up to 2^reach either way. */
typedef struct {
    double A[WIDE * WIDE], b[WIDE], G[OWN * OWN], own[OWN], d[OWN];
    double low, high; /* of the own entries that are not 0 */
} in_units;

static void in_units_draw(check_random *r, int reach, in_units *u)
{
    *u = (in_units){.A = {1}, .b = {-2}};
    for (int i = 0; i < OWN; i++)
        u->own[i] = ldexp(1, check_integer(r, -reach, reach));
    for (int i = 0; i < OWN; i++) {
        const double own = u->own[i];
        u->d[i] = 1 + i;
        u->b[1 + i] = own * (i - 4);
        u->A[(1 + i) * WIDE] = own * (i + 1);
        for (int j = 0; j < OWN; j++) {
            const double x =
                i == j ? (i < OWN - 1 ? 5 + i : 0) : check_integer(r, -1, 1);
            u->G[i * OWN + j] = own * u->own[j] * x;
            u->A[(1 + i) * WIDE + 1 + j] =
                u->G[i * OWN + j] + (j == 2) * own * (i + 1) * 3 * u->own[2];
        }
        const double mine = u->G[i * OWN + i];
        u->high = fmax(u->high, mine);
        u->low = mine > 0 && (u->low == 0 || mine < u->low) ? mine : u->low;
    }
    u->A[3] = 3 * u->own[2];
}

/* Row i as it was loaded: G in units that are powers of two, to the last bit, its
   largest entry, or the own one, in [1/4, 1). */
static void in_units_row(const in_units *u, const tableau_f64 *t,
                         const double *even, double unit, int i)
{
    double largest = 0;
    int e;
    CHECK(frexp(even[i], &e) == 0.5, "e = %g", even[i]);
    for (int j = 0; j < OWN; j++) {
        const double got = tableau_f64_column(t, j)[i];
        CHECK(got == u->G[i * OWN + j] * unit * even[i] * even[j] &&
                  (got != 0 || !signbit(got)),
              "(%d, %d): %g", i, j, got);
        largest = fmax(largest, fabs(got));
        largest = fmax(largest, fabs(tableau_f64_column(t, i)[j]));
    }
    if (u->G[i * OWN + i] > 0)
        largest = tableau_f64_column(t, i)[i];
    CHECK(largest == 0 || (largest >= 0.25 && largest < 1), "row %d: %g", i,
          largest);
    CHECK(tableau_f64_column(t, OWN)[i] == u->d[i], "cover");
    CHECK(tableau_f64_column(t, OWN + 1)[i] ==
              (u->own[i] * (i - 4) + u->own[i] * (i + 1) * 2) * even[i],
          "right");
    const double back =
        even[i] * u->own[i] * (even[0] * u->own[0] > 0) * sqrt(unit);
    CHECK(i == OWN - 1 || (back > 0.125 && back < 1), "row %d: %g", i, back);
}

/** Rows and columns of a problem with one free unknown times powers of two from $2^{-30}$ to
$2^{30}$, by hand: the even tableau has $s\,e_i A_{ij} e_j$ of the reduced matrix and $e_i b_i$,
bit by bit, under the covering vector as it is; $e$ are powers of two, own entries are in $[\frac14,
1)$, a row without one has its largest entry there. Own entries are apart when their ratio is more than
$2^{24}$, and $e$ takes the factors back, up to two.

Verifies AP02 (24). */
static void units_of_their_own(void)
{
    check_random r = {check_seed(22)};
    for (int round = 0; round < 200; round++) {
        in_units u;
        double even[OWN], work[OWN];
        const lcp_problem p = {1, OWN, u.A, u.b};
        const tableau_f64_rules rules = {1e-11, 1e-12};
        arena a = {0};
        condensed c;
        tableau_f64 t;
        int usable;
        in_units_draw(&r, round % 2 ? 3 : 15, &u);
        CHECK(condense_problem(&p, 1e-11, &a, &c, &usable).code == 0 && usable,
              "new");
        CHECK(condensed_apart(&c, &p, 24) == (u.high > 0x1p24 * u.low),
              "round %d", round);
        CHECK(tableau_f64_new(&a, 0, OWN, rules, &t).code == 0, "new");
        c.even = even;
        const double unit = condensed_load(&c, &p, u.d, &t, work);
        for (int i = 0; i < OWN; i++)
            in_units_row(&u, &t, even, unit, i);
        arena_free(&a);
    }
    VERIFIES("AP02 (24)");
}

/** $k x = z_1$ and $w_1 = \frac k{10} x - \frac1{10} z_1$: the first pair does nothing to itself, and what
rounding leaves of that is no unit, whatever its sign. The second does one. */
static void rounding_is_no_unit(void)
{
    int above = 0;
    for (int k = 1; k <= 60; k++) {
        const double A[9] = {k, -1, 0, 0.1 * k, -0.1, 0, 0, 0, 1};
        const double b[3] = {0, -1, -1};
        const lcp_problem p = {1, 2, A, b};
        arena a = {0};
        condensed c;
        int usable;
        CHECK(condense_problem(&p, 1e-11, &a, &c, &usable).code == 0 && usable,
              "new");
        above += A[4] - A[3] * c.reduced[1] > 0;
        CHECK(!condensed_apart(&c, &p, 24), "k = %d", k);
        arena_free(&a);
    }
    CHECK(above > 0, "no rounding is above zero");
}

/* What the general way fills, c.even and all, for rows and columns that are
   even: of a form that has taken nothing. */
static double by_hand(const lcp_problem *p, arena *a, double *even,
                      tableau_f64 *t)
{
    const tableau_f64_rules rules = {1e-11, 1e-12};
    const f64_kernel *as = f64_choose(F64_WHOLE, 0, p->n, f64_widest());
    condensed c;
    condensed_nothing(p->n, &c);
    c.even = even;
    CHECK(tableau_f64_new_as(a, 0, p->n, rules, as, t).code == 0, "new");
    return condensed_load(&c, p, NULL, t, NULL);
}

/* The same of what kernel k has taken: n + 1 columns, with zeros behind. */
static void taken_like(const lcp_problem *p, const f64_kernel *k)
{
    enum { MOST = F64_SMALL_ROWS };
    static _Alignas(64) double to[(MOST + 1) * MOST], own[MOST];
    const tableau_f64_rules rules = {1e-11, 1e-12};
    const int n = p->n;
    double even[MOST];
    tableau_f64 slow, t;
    arena a = {0};
    condensed c;
    const double unit = by_hand(p, &a, even, &slow);
    CHECK(tableau_f64_new_as(&a, 0, n, rules, k, &t).code == 0, "new");
    condensed_nothing(n, &c);
    c.even = own;
    CHECK(condense_unit(k->take(&t, p->A, p->b)) == unit, "unit");
    condensed_even(&c, p, unit, &t, to);
    CHECK(memcmp(own, even, (size_t)n * sizeof *own) == 0, "units");
    for (int j = 0; j <= n; j++) {
        const double *want = tableau_f64_column(&slow, j < n ? j : n + 1);
        for (int i = 0; i < t.stride; i++) {
            const double x = to[j * t.stride + i], y = i < n ? want[i] : 0;
            CHECK(memcmp(&x, &y, sizeof x) == 0, "(%d, %d): %a, not %a", i, j,
                  x, y);
        }
    }
    arena_free(&a);
}

/** What a small kernel has taken becomes the even problem that the general way fills,
bit by bit, in registers of every width. */
static void taken_and_even(void)
{
    check_random r = {check_seed(23)};
    for (int round = 0; round < 200; round++) {
        const impact_kind kind = {.bodies = check_integer(&r, 1, 3),
                                  .contacts = check_integer(&r, 1, 5),
                                  .directions = 2,
                                  .bounded = round % 2};
        impact g = impact_new(&r, &kind);
        const int n = g.p.n;
        for (int i = 0; i < n; i++) {
            const double unit = ldexp(1, check_integer(&r, -30, 30));
            g.b[i] *= unit;
            for (int j = 0; j < n; j++) {
                g.A[i * n + j] *= unit;
                g.A[j * n + i] *= unit;
            }
        }
        for (int width = 0; width <= (int)f64_widest(); width++)
            taken_like(&g.p, f64_choose(F64_SMALL, 0, n, (f64_width)width));
        impact_free(&g);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(units_of_their_own);
    RUN(rounding_is_no_unit);
    RUN(taken_and_even);
    DONE;
}
