#include "check.h"
#include "pks05/ends/grid.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Functions whose roots are known: products of (s - root), a height added, a step put in, a
hole cut out. */
typedef struct {
    int n;
    double root[4], power[4]; /* |s - root|^power with the sign of s - root */
    double even;              /* 1: no sign */
    double height;
    double step, at; /* added from `at` on */
    double hole[2];  /* no value between them */
    int below;       /* 1: all of it times -1 */
    long runs;
} example;

static perp_status run(void *of, double s, double *r)
{
    example *e = of;
    e->runs++;
    if (e->hole[0] < s && s < e->hole[1])
        return PERP_FAIL(PERP_NO_SOLUTION, "a hole");
    *r = 1;
    for (int i = 0; i < e->n; i++) {
        const double d = s - e->root[i];
        const double size = pow(fabs(d), e->power[i]);
        *r *= d < 0 && e->even == 0 ? -size : size;
    }
    *r += e->height + (s >= e->at ? e->step : 0);
    *r = e->below ? -*r : *r;
    return PERP_SUCCESS;
}

static grid_found find(example *e, double from, double to, long cells, arena *a)
{
    const grid_problem p = {run, e, from, to, cells, 1e-10};
    grid_found f;
    e->runs = 0;
    CHECK(grid_find(&p, a, &f).code == PERP_OK, "found");
    CHECK(e->runs == f.evaluations, "%ld runs, %ld said", e->runs,
          f.evaluations);
    double before = from;
    long roots = 0;
    for (long i = 0; i < f.count; i++) {
        const grid_place *x = &f.places[i];
        double low, high;
        CHECK(before <= x->low && x->low <= x->high && x->high <= to &&
                  x->low <= x->at && x->at <= x->high,
              "in order: %g %g %g", x->low, x->at, x->high);
        before = x->low;
        roots += grid_is_root(x);
        if (x->kind != GRID_CROSSING && x->kind != GRID_JUMP)
            continue;
        CHECK(nextafter(x->low, HUGE_VAL) == x->high, "%s: two doubles: %a %a",
              grid_name(x->kind), x->low, x->high);
        run(e, x->low, &low);
        run(e, x->high, &high);
        CHECK((low < 0) != (high < 0), "no sign");
    }
    CHECK(roots == f.roots, "%ld of %ld", roots, f.roots);
    return f;
}

static double between(double low, double high)
{
    return low + (high - low) * ((double)rand() / RAND_MAX);
}

/* Roots of any slope and power, one in a cell: each is found, none more. */
static void roots(void)
{
    const double power[] = {1, 3, 0.5, 1.0 / 3};
    long most = 0;
    srand(24);
    for (int k = 0; k < 400; k++) {
        arena a = {0};
        example e = {.n = k % 5, .at = 1e9};
        if (e.n == 0)
            e.height = 1;
        for (int i = 0; i < e.n; i++) {
            e.root[i] = (i - 2) * 3 + between(0.2, 2.8);
            e.power[i] = k % 3 ? 1 : power[rand() % 4];
        }
        grid_found f = find(&e, -7, 7, 61, &a);
        CHECK(f.count == e.n && f.roots == e.n, "seed 24, %d: %ld of %d", k,
              f.count, e.n);
        for (int i = 0; i < e.n && f.count == e.n; i++)
            CHECK(fabs(f.places[i].at - e.root[i]) < 1e-14 &&
                      (f.places[i].kind == GRID_CROSSING ||
                       f.places[i].kind == GRID_ZERO),
                  "%.17g, not %.17g (%s)", f.places[i].at, e.root[i],
                  grid_name(f.places[i].kind));
        if (k % 3 && e.n > 0 && (f.evaluations - 62) / e.n > most)
            most = (f.evaluations - 62) / e.n;
        arena_free(&a);
    }
    CHECK(most > 0 && most <= 20, "%ld runs a root", most);
    printf("seed 24: at most %ld runs a simple root\n", most);
}

/* At rest, and a start of 1e-200: the doubles around 0 are dense. */
static void near_zero(void)
{
    const double at[] = {0, -0.0, 1e-200, -3e-310, DBL_MIN};
    for (int k = 0; k < 5; k++) {
        arena a = {0};
        example e = {.n = 1, .root = {at[k]}, .power = {1}, .at = 1e9};
        grid_found f = find(&e, -1, 2, 7, &a);
        CHECK(f.count == 1 && f.places[0].at == at[k], "%g", at[k]);
        CHECK(f.evaluations < 8 + 200, "%ld runs", f.evaluations);
        arena_free(&a);
    }
}

/* +-((s - 0.7)^2 + c): two roots, a double one, one within the tolerance,
   none. */
static void touches(void)
{
    const double height[] = {-1e-3, -1e-8, 0, 5e-11, 2e-10, 1e-3};
    const int want[] = {2, 2, 1, 1, 0, 0};
    for (int k = 0; k < 12; k++) {
        arena a = {0};
        const double c = height[k / 2];
        example e = {.n = 1,
                     .root = {0.7},
                     .power = {2},
                     .even = 1,
                     .height = c,
                     .at = 1e9,
                     .below = k % 2};
        grid_found f = find(&e, -3, 3.1, 40, &a);
        CHECK(f.count == want[k / 2], "%g: %ld, not %d", c, f.count,
              want[k / 2]);
        for (long i = 0; i < f.count; i++) {
            const double by = sqrt(fmax(0, -c)) * (i ? 1 : -1);
            CHECK(fabs(f.places[i].at - 0.7 - by) < 2e-8, "%.17g",
                  f.places[i].at);
            CHECK((f.places[i].kind == GRID_CROSSING) == (c < 0), "%s",
                  grid_name(f.places[i].kind));
        }
        arena_free(&a);
    }
}

/* A step over zero is no root, whatever its height is above the tolerance,
   on a slope or a flat; one that touches zero from a side is one. */
static void steps(void)
{
    for (int k = 0; k < 40; k++) {
        arena a = {0};
        const double by = pow(10, -k / 5.0); /* 1 to 1.6e-8 */
        example e = {.n = 1,
                     .root = {0.3},
                     .power = {k % 2 ? 1 : 3},
                     .step = 2 * by,
                     .at = 0.3,
                     .height = -by};
        grid_found f = find(&e, -1, 1, 30, &a);
        CHECK(f.roots == 0, "%g: %ld", by, f.roots);
        int jumps = 0;
        for (long i = 0; i < f.count; i++)
            jumps += f.places[i].kind == GRID_JUMP && f.places[i].high == 0.3;
        CHECK(jumps == 1, "%g: %d jumps", by, jumps);
        arena_free(&a);
    }
    arena a = {0};
    example e = {.n = 1, .root = {0.3}, .power = {1}, .step = 2, .at = 0.3};
    grid_found f = find(&e, -1, 1, 30, &a);
    CHECK(f.count == 1 && f.places[0].kind == GRID_CROSSING, "from one side");
    arena_free(&a);
}

/* A steep root between two doubles is not within the tolerance, and no jump. */
static void steep(void)
{
    for (int k = 3; k < 15; k++) {
        arena a = {0};
        example e = {.n = 2,
                     .root = {1.0 / 3, pow(10, k)},
                     .power = {1, 1},
                     .height = 2e-17 * pow(10, k),
                     .at = 1e30};
        grid_found f = find(&e, -1, 2, 9, &a);
        CHECK(f.count == 1 && f.places[0].kind == GRID_CROSSING &&
                  (k < 8 || fabs(f.places[0].r) > 1e-10),
              "1e%d: %ld, %s", k, f.roots,
              f.count ? grid_name(f.places[0].kind) : "");
        arena_free(&a);
    }
}

static void holes_and_stretches(void)
{
    arena a = {0};
    example e = {
        .n = 1, .root = {0.9}, .power = {1}, .at = 1e9, .hole = {-0.35, 0.35}};
    grid_found f = find(&e, -1, 1, 20, &a);
    CHECK(f.count == 2 && f.roots == 1 && f.places[0].kind == GRID_UNSEEN &&
              fabs(f.places[0].low + 0.4) < 1e-12 &&
              fabs(f.places[0].high - 0.4) < 1e-12,
          "a hole over seven points: %ld", f.count);
    e = (example){
        .n = 1, .root = {0.3}, .power = {1}, .at = 1e9, .hole = {0.29, 0.31}};
    f = find(&e, -1, 1, 9, &a);
    CHECK(f.count == 1 && f.roots == 0 && f.places[0].kind == GRID_UNSEEN,
          "the root in a hole is none");
    e = (example){.n = 1, .root = {0}, .power = {30}, .at = 1e9};
    f = find(&e, -1, 1, 20, &a);
    CHECK(f.count == 1 && f.places[0].kind == GRID_STRETCH &&
              f.places[0].r == 0 && fabs(f.places[0].high - 0.4) < 1e-12,
          "flat: %ld", f.count);
    e.height = 5e-11; /* a sign changes in the cell beside: the same start */
    f = find(&e, -1, 1, 20, &a);
    CHECK(f.count == 1 && f.places[0].kind == GRID_STRETCH, "%ld beside",
          f.count);
    e = (example){.n = 1, .root = {0.5}, .power = {1}, .at = 1e9};
    f = find(&e, -1, 1, 4, &a);
    CHECK(f.count == 1 && f.places[0].kind == GRID_ZERO && f.evaluations == 5,
          "a zero at a point: %ld", f.count);
    const grid_problem p = {run, &e, 1, nextafter(1, 2), 2, 1e-10};
    CHECK(grid_find(&p, &a, &f).code == PERP_INPUT, "no room for two cells");
    arena_free(&a);
}

int main(void)
{
    RUN(roots);
    RUN(near_zero);
    RUN(touches);
    RUN(steps);
    RUN(steep);
    RUN(holes_and_stretches);
    DONE;
}
