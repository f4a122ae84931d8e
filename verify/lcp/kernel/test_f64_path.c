/**
# The path of a small dictionary, beside the loop that asks

`path` of a small kernel and `lemke_run` on the same problem must make the same
exchanges and end in the same lists and the same right-hand side, to the last bit,
wherever they end, in registers of every width this machine has.
*/
#include "impact_random.h"

#include "lcp/kernel/tableau_f64.h"
#include "lcp/solve/condense.h"
#include "lcp/solve/lemke.h"
#include "lcp/solve/mlcp.h"

enum { MOST = 4000 };

static double tie = 1e-12;
static int ended[4], circles; /* ended early behind more than n exchanges */

/* Two runs that ended in the same lists and the same right-hand side. */
static void same_end(const tableau_f64 t[2], const lcp_outcome said[2],
                     const lemke_end end[2], int limit, const char *how)
{
    const tableau *x = &t[0].head, *y = &t[1].head;
    const size_t n = (size_t)x->n, number = sizeof(int);
    CHECK(said[0] == said[1] && end[0].pivots == end[1].pivots &&
              end[0].column == end[1].column && end[0].row == end[1].row,
          "n = %d, %s, at most %d: %d and %d, %d and %d exchanges", x->n, how,
          limit, (int)said[0], (int)said[1], end[0].pivots, end[1].pivots);
    CHECK(memcmp(x->basic, y->basic, n * number) == 0 &&
              memcmp(x->nonbasic, y->nonbasic, (n + 1) * number) == 0 &&
              memcmp(x->where, y->where, (2 * n + 1) * number) == 0,
          "n = %d, %s, at most %d: lists", x->n, how, limit);
    const double *u = tableau_f64_column(&t[0], x->n + 1);
    const double *v = tableau_f64_column(&t[1], x->n + 1);
    for (int i = 0; i < x->n; i++)
        CHECK(memcmp(&u[i], &v[i], sizeof *u) == 0 ||
                  (u[i] != u[i] && v[i] != v[i]),
              "n = %d, %s, at most %d: b_%d is %a and %a", x->n, how, limit, i,
              u[i], v[i]);
    ended[said[0]]++;
    circles +=
        said[0] == LCP_LIMIT && end[0].pivots > x->n && end[0].pivots < limit;
}

static double even_unit(int i)
{
    return ldexp(1, (7 * i + 3) % 11 - 5);
}

/* How a path begins: the kernel has taken the problem, or the dictionary has
   been filled; covered with ones, or with other numbers; the rows and columns
   as they are, or in units of their own. */
enum { OTHERS = 1, FILLED = 2, EVEN = 4 };
static const struct {
    int how;
    const char *name;
} begins[] = {{0, "taken"},
              {OTHERS, "taken, other cover"},
              {OTHERS | FILLED, "filled"},
              {EVEN, "taken, even"},
              {EVEN | OTHERS, "taken, even, other cover"}};

/* The path of k on the problem, begun so; A, b, d: filled in its units. */
static lcp_outcome begun(const lcp_problem *p, int how, double unit,
                         const lcp_problem *in_units, const double *d,
                         int limit, tableau_f64 *t, lemke_end *end)
{
    static _Alignas(64) double place[(F64_SMALL_ROWS + 1) * F64_SMALL_ROWS];
    static _Alignas(64) double even[F64_SMALL_ROWS];
    const f64_kernel *k = t->kernel;
    if (how & FILLED) {
        tableau_f64_load(t, in_units->A, in_units->b, d);
        return k->path(t, 0, NULL, limit, end);
    }
    k->take(t, p->A, p->b);
    if (!(how & EVEN))
        return k->path(t, unit, d, limit, end);
    memset(even, 0, sizeof even);
    for (int i = 0; i < p->n; i++)
        even[i] = even_unit(i);
    k->even(t, unit, even, place);
    t->start = place;
    return k->path(t, 1, d, limit, end);
}

/** The path of a kernel in one piece beside the loop that asks it: the same exchanges
end in the same lists and the same right-hand side, wherever they end and however they
begin. The loop's dictionary is filled number by number; `unit` is a power of two. */
static void in_one_piece(arena *a, const lcp_problem *p, const f64_kernel *k,
                         int limit, double unit)
{
    const tableau_f64_rules own = {1e-11, tie};
    const int n = p->n;
    tableau_f64 t[2];
    lemke_end end[2];
    lcp_outcome said[2];
    double A[F64_SMALL_ROWS * F64_SMALL_ROWS], b[F64_SMALL_ROWS];
    double d[F64_SMALL_ROWS];
    for (size_t m = 0; m < sizeof begins / sizeof *begins; m++) {
        const int how = begins[m].how;
        for (int i = 0; i < n; i++) {
            const double row = how & EVEN ? even_unit(i) : 1;
            b[i] = p->b[i] * row;
            d[i] = 1 + (3 * i + 1) % 4 / 4.0;
            for (int j = 0; j < n; j++)
                A[i * n + j] = p->A[i * n + j] * unit * row *
                               (how & EVEN ? even_unit(j) : 1);
        }
        const double *cover = how & OTHERS ? d : NULL;
        for (int i = 0; i < 2; i++)
            CHECK(tableau_f64_new_as(a, 0, n, own, k, &t[i]).code == 0, "new");
        tableau_f64_load(&t[0], A, b, cover);
        said[0] = lemke_run(&t[0].head, limit, NULL, &end[0]);
        said[1] = begun(p, how, unit, &(lcp_problem){0, n, A, b}, cover, limit,
                        &t[1], &end[1]);
        same_end(t, said, end, limit, begins[m].name);
    }
}

static void in_all_widths(const lcp_problem *p)
{
    for (int width = 0; width <= (int)f64_widest(); width++) {
        arena a = {0};
        in_one_piece(&a, p, f64_choose(F64_SMALL, 0, p->n, (f64_width)width),
                     MOST, 1);
        arena_free(&a);
    }
}

/* The whole path, and a half of it in other units. */
static void whole_and_half(const lcp_problem *p)
{
    for (int width = 0; width <= (int)f64_widest(); width++) {
        arena a = {0};
        const f64_kernel *k = f64_choose(F64_SMALL, 0, p->n, (f64_width)width);
        in_one_piece(&a, p, k, MOST, 1);
        for (int limit = 0; limit <= p->n; limit += 1 + p->n / 4)
            in_one_piece(&a, p, k, limit, 0.25);
        arena_free(&a);
    }
}

/* In motion and at rest, where everything ties. */
static void impacts(void)
{
    check_random r = {check_seed(39)};
    for (int round = 0; round < 160; round++) {
        impact_kind k = {.bodies = check_integer(&r, 1, 3),
                         .contacts = check_integer(&r, 1, 5),
                         .directions = round % 4 == 0 ? 4 : 2,
                         .spatial = round % 4 == 0,
                         .bounded = round % 2};
        impact g = impact_new(&r, &k);
        for (int i = 0; round % 3 == 2 && i < g.p.n; i++)
            g.b[i] = check_integer(&r, -1, 0);
        if (g.p.n <= F64_SMALL_ROWS)
            whole_and_half(&g.p);
        impact_free(&g);
    }
}

/* Rays, ties, and problems without anything to do. */
static void integers(void)
{
    check_random r = {check_seed(40)};
    double A[F64_SMALL_ROWS * F64_SMALL_ROWS], b[F64_SMALL_ROWS];
    for (int round = 0; round < 300; round++) {
        const int n = check_integer(&r, 1, F64_SMALL_ROWS);
        for (int i = 0; i < n * n; i++)
            A[i] = check_integer(&r, -1, 2);
        for (int i = 0; i < n; i++)
            b[i] = check_integer(&r, round % 8 == 0 ? 0 : -2, 1);
        whole_and_half(&(lcp_problem){0, n, A, b});
    }
    printf("%d solved, %d rays, %d ended early\n", ended[LCP_SOLVED],
           ended[LCP_RAY], ended[LCP_LIMIT]);
    CHECK(ended[LCP_RAY] > 100 && ended[LCP_SOLVED] > 100, "too easy");
}

/** A number that is none, or too large or too small to go on with, ends a path in one
piece where it ends the other. */
static void numbers_that_break(void)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e308, 5e-324, -0.0};
    check_random r = {check_seed(37)};
    const int before = ended[LCP_LIMIT];
    for (int round = 0; round < 300; round++) {
        impact_kind k = {.bodies = 2,
                         .contacts = check_integer(&r, 1, 4),
                         .directions = 2,
                         .bounded = round % 2};
        impact g = impact_new(&r, &k);
        const int n = g.p.n, at = check_integer(&r, 0, n * n + n - 1);
        const double x = bad[check_integer(&r, 0, 5)];
        *(at < n * n ? &g.A[at] : &g.b[at - n * n]) = x;
        for (int i = 0; round % 3 == 0 && i < n; i++)
            g.b[i] *= 1e307; /* quotients without a number */
        in_all_widths(&g.p);
        impact_free(&g);
    }
    printf("%d paths of broken numbers ended early\n",
           ended[LCP_LIMIT] - before);
    CHECK(ended[LCP_LIMIT] - before > 100, "too easy");
}

/** *Quotients that are no numbers.* Behind the first exchange the right-hand side is
$(10^{308}, 1)$ and the column that enters $(-10^{-5}, 1)$. And a pivot without a
reciprocal: rows 0 and 1 tie at zero with $-10^{-300}$ and $-10^{-309}$, and the
powers of epsilon take the latter. */
static void pivots_that_break(void)
{
    const double A[] = {1, -1.00001, 1, -1}, b[] = {1e308, -1};
    const double B[] = {1, 0, -1e-300, 0, 1, -1e-309, 0, 0, 0};
    const double c[] = {-1, -1, -1};
    in_all_widths(&(lcp_problem){0, 2, A, b});
    in_all_widths(&(lcp_problem){0, 3, B, c});
}

/** Where almost everything ties, rows leave that are not the first, and a path comes
back to where it was. */
static void paths_in_circles(void)
{
    check_random r = {check_seed(38)};
    double A[16 * 16], b[16];
    for (int round = 0; round < 3000; round++) {
        const int n = check_integer(&r, 4, 16);
        tie = round % 2 ? 0.3 : 0.9;
        for (int i = 0; i < n * n; i++)
            A[i] = check_integer(&r, -1, 2);
        for (int i = 0; i < n; i++)
            b[i] = check_integer(&r, -3, 1);
        in_all_widths(&(lcp_problem){0, n, A, b});
    }
    tie = 1e-12;
    printf("%d paths in circles\n", circles);
    CHECK(circles > 20, "%d are too easy", circles);
}

/** What `mlcp_solve` needs for a small impact is one run: as many exchanges as
`lemke_run` makes in a dictionary that is filled in its units. */
static void one_run_is_enough(void)
{
    check_random r = {check_seed(41)};
    int longer = 0;
    for (int round = 0; round < 200; round++) {
        impact_kind k = {
            .bodies = 2, .contacts = check_integer(&r, 1, 4), .directions = 2};
        impact g = impact_new(&r, &k);
        const int n = g.p.n;
        arena a = {0};
        lcp_answer x;
        tableau_f64 t;
        lemke_end end;
        const tableau_f64_rules own = {1e-11, 1e-12};
        double most = 0, A[16 * 16];
        int climbed;
        CHECK(lcp_answer_new(&a, 0, n, &x).code == 0, "answer");
        CHECK(mlcp_solve(&g.p, &mlcp_defaults, &a, &x, &climbed).code == 0,
              "round %d", round);
        for (int i = 0; i < n * n; i++)
            most = lcp_larger(most, fabs(g.A[i]));
        for (int i = 0; i < n * n; i++)
            A[i] = g.A[i] * condense_unit(most);
        longer += condense_unit(most) != 1;
        CHECK(tableau_f64_new(&a, 0, n, own, &t).code == 0, "new");
        tableau_f64_load(&t, A, g.b, NULL);
        CHECK(lemke_run(&t.head, MOST, NULL, &end) == LCP_SOLVED, "%d", round);
        CHECK(x.outcome == LCP_SOLVED && x.pivots == end.pivots,
              "round %d: %d exchanges, %d in one run", round, x.pivots,
              end.pivots);
        impact_free(&g);
        arena_free(&a);
    }
    CHECK(longer > 100, "%d are not in their own units", longer);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(impacts);
    RUN(integers);
    RUN(one_run_is_enough);
    RUN(numbers_that_break);
    RUN(pivots_that_break);
    RUN(paths_in_circles);
    DONE;
}
