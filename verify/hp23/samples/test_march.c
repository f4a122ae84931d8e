/** # The arithmetic of samples on the pivot paths, against its definition */
#include "hp23.h"
#include "hp23/samples/march.h"

#include <math.h>

enum { LENGTH = 32 };

/* What draw_uniform draws for each purpose, and for bounds draw_scale makes of it, bit by bit. */
static void bounds(void)
{
    check_random r = {check_seed(5)};
    for (int width = 0; width <= (int)f64_widest(); width++)
        for (int p = 1; p <= 7; p++) {
            _Alignas(64) uint64_t sample[MARCH_EIGHT];
            _Alignas(64) int64_t step[MARCH_EIGHT];
            _Alignas(64) double x[8 * MARCH_EIGHT], y[8];
            halm_posa_options o = {.h = check_uniform(&r, 0.1, 2),
                                   .seed = check_bits(&r),
                                   .normalised = p % 2};
            for (int l = 0; l < MARCH_EIGHT; l++) {
                sample[l] = check_bits(&r) >> (l % 2 ? 40 : 0);
                step[l] = check_integer(&r, 0, 100);
            }
            march_choose((f64_width)width)->bounds(&o, sample, step, p, x);
            for (int l = 0; l < MARCH_EIGHT; l++) {
                draw_place at = {o.seed, sample[l], (uint32_t)step[l]};
                draw_uniform(&at, DRAW_BOUND, p, y);
                draw_scale(o.h, o.normalised, p, y);
                for (int j = 0; j < p; j++)
                    CHECK(memcmp(&y[j], &x[j * MARCH_EIGHT + l], 8) == 0,
                          "width %d, p = %d: %a, %a", width, p, y[j],
                          x[j * MARCH_EIGHT + l]);
            }
            const draw_purpose what =
                p % 3 == 0 ? DRAW_BOUND : p % 3 == 1 ? DRAW_HOLD : DRAW_CHOICE;
            march_choose((f64_width)width)
                ->unit(o.seed, what, sample, step, p, x);
            for (int l = 0; l < MARCH_EIGHT; l++) {
                draw_place at = {o.seed, sample[l], (uint32_t)step[l]};
                draw_uniform(&at, what, p, y);
                for (int j = 0; j < p; j++)
                    CHECK(memcmp(&y[j], &x[j * MARCH_EIGHT + l], 8) == 0,
                          "purpose %d: %a, %a", what, y[j],
                          x[j * MARCH_EIGHT + l]);
            }
        }
}

/* A place with a random column of n rows, and others behind its exchanges. */
typedef struct {
    road at;
    double number[2 * LENGTH];
    road *behind[LENGTH], to[LENGTH];
} place;

static void place_new(check_random *r, int n, int falling, place *x)
{
    *x = (place){.at = {.gap = (int16_t)check_integer(r, 0, n - 1)}};
    x->at.behind = x->behind;
    for (int i = 0; i < LENGTH; i++) {
        double *a = &x->number[i];
        x->behind[i] = &x->to[i];
        if (i < n && check_integer(r, 0, 4) < falling)
            *a = check_integer(r, -3, 1);
        x->at.falls |= (uint32_t)(*a < 0) << i;
    }
    for (int i = 0; n <= ROADS_SHORT && i < ROADS_PADDED(n); i++)
        x->number[ROADS_PADDED(n) + i] =
            x->number[i] < 0 ? -(1 / x->number[i]) : (double)INFINITY;
}

/* The rows that tie, by the words of tableau_f64.h. */
static uint64_t slowly(int n, const double *a, const double *u, double tie)
{
    double best = (double)INFINITY, size = 0;
    uint64_t tied = 0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(u[i]));
        if (a[i] < 0)
            best = fmin(best, fmax(u[i], 0) * -(1 / a[i]));
    }
    for (int i = 0; i < n && best < (double)INFINITY; i++)
        if (a[i] < 0 && u[i] + best * a[i] <= tie * size)
            tied |= (uint64_t)1 << i;
    return tied;
}

/* u behind the exchange at `row`, by its definition. */
static void exchange(const place *x, int n, int row, double *u)
{
    double factor = u[row] * -(1 / x->number[row]);
    for (int i = 0; i < n; i++)
        u[i] = u[i] + x->number[i] * factor;
    u[row] = u[x->at.gap];
    u[x->at.gap] = factor;
}

enum { SAMPLES = 40, PLACES = 3 };

/* One in ten is zero, some are below it by rounding. */
static void some_numbers(check_random *r, int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = check_integer(r, 0, 9) == 0    ? 0
               : check_integer(r, 0, 19) == 0 ? check_uniform(r, -1e-16, 0)
                                              : check_uniform(r, 0, 1);
}

/* Are the n numbers of every sample the same? Behind them is what nobody reads. */
static int alike(int n, int length, const double *u, const double *v)
{
    int same = 1;
    for (int l = 0; l < SAMPLES; l++)
        same = same && memcmp(u + l * length, v + l * length,
                              (size_t)n * sizeof *u) == 0;
    return same;
}

/* Exchanges of samples at several places: who leaves, every number behind it,
   where each is then, and who goes on, in registers of any width and with
   columns of any length. z0 leaves when it ties; other ties are left out. */
static void going(void)
{
    check_random r = {check_seed(6)};
    int moved = 0, none = 0, ends = 0;
    for (int round = 0; round < 1200; round++) {
        const int n = check_integer(&r, 3, 30), length = ROADS_PADDED(n);
        static place x[PLACES];
        _Alignas(64) static double u[SAMPLES * LENGTH], v[SAMPLES * LENGTH];
        int of[SAMPLES], all[SAMPLES], row[SAMPLES], count = 0, left = 0;
        int want[SAMPLES];
        road *at[SAMPLES];
        roads k = {.n = n, .length = length};
        march m = {.k = &k, .length = length, .u = u, .at = at, .tie = 1e-12};
        for (int l = 0; l < PLACES; l++)
            place_new(&r, n, check_integer(&r, 0, 4), &x[l]);
        memset(u, 0, sizeof u);
        for (int l = 0; l < SAMPLES; l++) {
            double *mine = u + l * length;
            const int gap = x[l % PLACES].at.gap;
            some_numbers(&r, n, mine);
            uint64_t tied = slowly(n, x[l % PLACES].number, mine, m.tie);
            at[l] = &x[l % PLACES].at;
            want[l] = tied == 0            ? -1
                      : (tied >> gap & 1) ? gap
                                            : __builtin_ctzll(tied);
            if ((tied & (tied - 1)) == 0 || want[l] == gap)
                all[count++] = l;
        }
        memcpy(of, all, sizeof of);
        memcpy(v, u, sizeof u);
        march_group g = {count, of, row};
        CHECK(march_choose((f64_width)(round % ((int)f64_widest() + 1)))
                      ->go(&m, &g)
                      .code == PERP_OK,
              "go");
        for (int c = 0; c < count; c++) {
            const int l = all[c], leaves = want[l];
            place *here = &x[l % PLACES];
            CHECK(at[l] == (leaves < 0 ? &k.nowhere : &here->to[leaves]),
                  "round %d: row %d", round, leaves);
            if (leaves >= 0)
                exchange(here, n, leaves, v + l * length);
            if (leaves >= 0 && leaves != here->at.gap)
                CHECK(left < g.count && g.of[left++] == l, "%d goes on", l);
            moved += leaves >= 0;
            none += leaves < 0;
            ends += leaves == here->at.gap;
        }
        CHECK(left == g.count, "%d go on, not %d", g.count, left);
        CHECK(alike(n, length, u, v), "round %d: other numbers", round);
    }
    CHECK(moved > 10000 && none > 3000 && ends > 1000, "too easy: %d, %d, %d",
          moved, none, ends);
}

/* The lowest leaves, of several that tie the last one; none when none is
   negative or one is no number. Then all have what it lacked. */
static void beginning(void)
{
    static const double of[8][3] = {
        {1, 2, 3},  {-1, 0, 0}, {-1, -2, 0},          {-1, 2, -1},
        {0, 0, -3}, {0, 0, 0},  {-1, (double)NAN, 2}, {-2, -2, -2}};
    static const int want[] = {-1, 0, 1, 2, 2, -1, -1, 2};
    for (int width = 0; width <= (int)f64_widest(); width++) {
        _Alignas(64) double b[8 * 16] = {0}, u[8 * 8] = {0};
        int row[8], who[8];
        road *at[8], *behind[3], to[3];
        struct {
            road at;
            double number[2 * 8];
        } start = {{.gap = -1, .behind = behind}, {1, 1, 1}};
        roads k = {.n = 3, .length = 8, .start = &start.at};
        march m = {.k = &k,
                   .length = 8,
                   .each = 8,
                   .b = b,
                   .u = u,
                   .at = at,
                   .tie = 1e-12};
        const march_group g = {8, who, row};
        for (int i = 0; i < 3; i++)
            behind[i] = &to[i];
        for (int l = 0; l < 8; l++) {
            who[l] = l;
            memcpy(march_problem(&m, l), of[l], sizeof of[l]);
        }
        CHECK(march_choose((f64_width)width)->begin(&m, &g).code == PERP_OK,
              "begin");
        for (int l = 0; l < 8; l++) {
            CHECK(at[l] == (want[l] < 0 ? &k.nowhere : &to[want[l]]),
                  "width %d, %d", width, l);
            for (int i = 0; i < 3 && want[l] >= 0; i++) {
                double low = -of[l][want[l]];
                CHECK(u[l * 8 + i] == (i == want[l] ? low : of[l][i] + low),
                      "width %d, sample %d, row %d: %g", width, l, i,
                      u[l * 8 + i]);
                CHECK(u[l * 8 + 3 + i] == 0, "width %d, behind the rows: %g",
                      width, u[l * 8 + 3 + i]);
            }
        }
    }
}

/* One step of a sample to the end of its path. */
static road *walk_to_end(const march_kernel *kernel, const march *m)
{
    int of = 0, row = 0;
    march_group g = {1, &of, &row};
    CHECK(kernel->begin(m, &g).code == PERP_OK, "begin");
    while (g.count > 0)
        CHECK(kernel->go(m, &g).code == PERP_OK, "go");
    CHECK(m->at[0]->behind == NULL && m->at[0] != &m->k->nowhere, "an end");
    return m->at[0];
}

/* At an end all is as mlcp_solve and halm_posa have it; a right-hand side that
   is a little wrong is refused, and nothing is done. */
static void arriving(void)
{
    for (int k = 0; k < HP23_MODELS; k++) {
        hp23 m;
        halm_posa g;
        roads r;
        march x;
        lcp_answer y;
        double u[2 * LENGTH], v[LENGTH], b[LENGTH], before[3 * LENGTH];
        int climbed, of = 0, row;
        const march_group one = {1, &of, &row};
        hp23_load(&m, hp23_models[k]);
        halm_posa_options o = {.h = m.h, .tolerance = 1e-8, .seed = 3};
        CHECK(halm_posa_new(&m.a, &m.d, &g).code == 0, "new");
        CHECK(roads_new(&m.a, g.n, g.W, &r).code == 0, "roads");
        CHECK(march_new(&m.a, &g, &o, &r, 1, &x).code == 0, "made");
        CHECK(lcp_answer_new(&m.a, 0, g.n, &y).code == 0, "answer");
        const march_kernel *kernel = march_choose((f64_width)(k % 2));
        halm_posa_bounds(&g, &o, 0, 0, x.b);
        halm_posa_pose(&g, g.u0, x.b);
        memcpy(x.b + x.length, g.v0, (size_t)g.nv * sizeof *v);
        memcpy(v, g.v0, (size_t)g.nv * sizeof *v);
        lcp_problem p = {0, g.n, g.W, x.b};
        CHECK(mlcp_solve(&p, &mlcp_defaults, &m.a, &y, &climbed).code == 0,
              "solve");
        halm_posa_read(&g, y.z, y.w, v, u);
        memset(b, 0, (size_t)g.p * sizeof *b);
        halm_posa_pose(&g, u, b);
        road *end = walk_to_end(kernel, &x);
        size_t all = (size_t)(x.length + x.each) * sizeof *b;
        memcpy(before, x.b, all);
        x.u[__builtin_ctz(end->basis)] += 1e-3;
        kernel->arrive(&x, &one);
        CHECK(row == -1 && memcmp(before, x.b, all) == 0, "refused");
        x.at[0] = &r.nowhere;
        kernel->arrive(&x, &one);
        CHECK(row == -1 && memcmp(before, x.b, all) == 0, "nowhere");
        x.at[0] = end;
        x.u[__builtin_ctz(end->basis)] -= 1e-3;
        kernel->arrive(&x, &one);
        CHECK(row == halm_posa_colliding(&g, o.tolerance, u), "%s: %d",
              hp23_models[k], row);
        for (int i = 0; i < g.n; i++)
            CHECK(fabs(b[i] - x.b[i]) < 1e-13, "b %g, %g", b[i], x.b[i]);
        for (int i = 0; i < g.nv; i++)
            CHECK(fabs(v[i] - x.b[x.length + i]) < 1e-13, "v");
        roads_free(&r);
        hp23_clear(&m);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(bounds);
    RUN(going);
    RUN(beginning);
    RUN(arriving);
    DONE;
}
