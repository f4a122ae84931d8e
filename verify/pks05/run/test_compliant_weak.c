/* Definition 2, (34) and (35) on runs, and on motions that are none. */
#include "pks05/run/compliant_weak.h"
#include "compliant_scene.h"

#include <math.h>

enum { ENTRIES = 7 };

static void list(const compliant_weak *x, double *out)
{
    const double all[ENTRIES] = {x->motion,  x->rate,     x->law,   x->inside,
                                 x->contact, x->friction, x->leaves};
    memcpy(out, all, sizeof all);
}

/* Of a table that is there. */
static perp_status weak_of(const experiment *e, const trace *t,
                           compliant_weak *out)
{
    arena a = {0};
    compliant_weak_walk *k;
    perp_status s = compliant_weak_begin(&a, e, t, &k);
    for (int row = 0; row < t->rows && s.code == PERP_OK; row++)
        compliant_weak_row(k, row);
    if (s.code == PERP_OK)
        s = compliant_weak_end(k, out);
    compliant_weak_free(k);
    arena_free(&a);
    return s;
}

static void of_run(const compliant_shape *shape, int quarters, double h,
                   void (*spoil)(trace *), compliant_weak *out)
{
    compliant_scene u;
    trace t;
    summary sum;
    CHECK(compliant_floor(&u, shape).code == PERP_OK, "scene");
    compliant_experiment(&u, quarters, h, 0.5);
    CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "run");
    if (spoil != NULL)
        spoil(&t);
    perp_status s = weak_of(&u.x, &t, out);
    CHECK(s.code == PERP_OK, "%s", s.message);
    trace_free(&t);
    summary_clear(&sum);
    compliant_end(&u);
}

/** Every residual falls at least like h from h = 1/128 to 1/512, to a third or
less, and the forces stay bounded: in the plane, in space, with a stiffness that
depends on the position, for three theta.

Verifies PKS05 (34), (35). */
static void falling(void)
{
    for (int k = 0; k < 4; k++) {
        const compliant_shape shape = {40 + 20 * k, k % 2, 2, 0.5, 1 + k / 2};
        compliant_weak x[2];
        double a[ENTRIES], b[ENTRIES];
        of_run(&shape, k, 1 / 128.0, NULL, &x[0]);
        of_run(&shape, k, 1 / 512.0, NULL, &x[1]);
        list(&x[0], a);
        list(&x[1], b);
        for (int i = 0; i < ENTRIES; i++)
            CHECK(b[i] < a[i] / 3 || b[i] < 1e-9, "%d: residual %d, %g, %g", k,
                  i, a[i], b[i]);
        CHECK((a[0] > 1e-4 || k == 2) && a[5] > 0 && b[5] > -1e-6, "%d: %g %g",
              k, a[0], a[5]);
        CHECK(fabs(x[1].force / x[0].force - 1) < 0.2, "forces: %g, %g",
              x[0].force, x[1].force);
    }
    VERIFIES("PKS05 (34), (35)");
}

static void scale(trace *t, const char *name, double factor, double add)
{
    int c = trace_column(t, name);
    CHECK(c >= 0, "no column %s", name);
    for (int i = 1; i < t->rows; i++) {
        double *x = &t->cell[i * t->columns + c];
        *x = factor * *x + add;
    }
}

static void stronger(trace *t)
{
    scale(t, "lam.floor.n", 1.3, 0);
}

static void lazier(trace *t)
{
    scale(t, "lam.floor.t", 0.5, 0);
}

static void faster(trace *t)
{
    scale(t, "v.a", 1.1, 0);
}

static void deeper(trace *t)
{
    scale(t, "q.b", 1, -0.05);
}

static void softer(trace *t)
{
    scale(t, "delta.floor.t", 0.5, 0);
}

/** Motions that are wrong in one column are betrayed, each by the line it
belongs to, and the number does not go away with h.

Verifies PKS05 (Def2). */
static void betrayed(void)
{
    static void (*const spoil[])(trace *) = {stronger, lazier, faster, deeper,
                                             softer};
    static const int line[] = {0, 5, 1, 3, 2};
    const compliant_shape shape = {80, 0, 2, 0, 1};
    compliant_weak good, bad[2];
    double g[ENTRIES], b[2][ENTRIES];
    of_run(&shape, 0, 1 / 512.0, NULL, &good);
    list(&good, g);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 2; k++) {
            of_run(&shape, 0, k ? 1 / 512.0 : 1 / 128.0, spoil[i], &bad[k]);
            list(&bad[k], b[k]);
        }
        CHECK(b[1][line[i]] > 5 * g[line[i]] + 1e-4, "spoilt %d: %g, %g", i,
              b[1][line[i]], g[line[i]]);
        CHECK(b[1][line[i]] > 0.6 * b[0][line[i]], "spoilt %d goes away", i);
    }
    VERIFIES("PKS05 (Def2)");
}

static double cell(const trace *t, int row, const char *name)
{
    return t->cell[row * t->columns + trace_column(t, name)];
}

/** (34) and (c) by hand from the cells of a run. Over the flat floor the gap is
b, and on the straight line through a step it is farthest from its tangent at the
step's beginning, by h |v_n^theta|; behind the step it is on it. Over the hill b =
8 a^2 the end leaves it, too, by 8 (a' - a)^2, and in one step level across the top
of a steep one by more than the beginning. And (c) is the slip of the middle
with C^-1 K delta, a velocity (erratum 3.21): C_t is 4.

Verifies PKS05 (34), (Def2). */
static void by_hand(void)
{
    for (int k = 0; k < 5; k++) {
        const compliant_shape shape = {100, 0, 2, 0, 1};
        const double h = 1 / 128.0, hill = k == 4 ? 60 : k % 2 ? 8 : 0;
        compliant_scene u;
        trace t;
        summary sum;
        compliant_weak x;
        double leaves = 0, friction = 0;
        CHECK(compliant_hill(&u, &shape, 1, hill).code == PERP_OK, "scene");
        compliant_experiment(&u, 2 * (k / 2) % 4, h, k == 4 ? h : 0.5);
        mpq_set_d(u.x.q[1], k == 4 ? 0.5 : 0);
        mpq_set_si(u.x.v[1], k == 4 ? 0 : -1, 1);
        CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "run");
        CHECK(weak_of(&u.x, &t, &x).code == PERP_OK, "weak");
        for (int j = 0; j + 1 < t.rows; j++) {
            double a[2], v[2], d[2];
            for (int i = 0; i < 2; i++) {
                a[i] = cell(&t, j + i, "q.a");
                v[i] = cell(&t, j + i, "v.a");
                d[i] = cell(&t, j + i, "delta.floor.t");
            }
            double n = cell(&t, j + 1, "lam.floor.n");
            double l = cell(&t, j + 1, "lam.floor.t");
            double rise = cell(&t, j + 1, "va.b") -
                          2 * hill * a[0] * cell(&t, j + 1, "va.a");
            leaves = fmax(leaves, fmax(h * fabs(rise),
                                       hill * (a[1] - a[0]) * (a[1] - a[0])));
            double slip = (l - 5 * (d[0] + d[1]) / 2) / 4 + (v[0] + v[1]) / 2;
            friction += h * (0.3 * n * fabs(slip) + slip * l);
        }
        CHECK(fabs(x.leaves - leaves) < 1e-12 && leaves > 1e-3, "(34): %g, %g",
              x.leaves, leaves);
        CHECK(hill > 0 ||
                  (fabs(x.friction - friction) < 1e-12 && friction > 1e-4),
              "(c): %g, %g", x.friction, friction);
        trace_free(&t);
        summary_clear(&sum);
        compliant_end(&u);
    }
    VERIFIES("PKS05 (34), (Def2)");
}

int main(void)
{
    RUN(falling);
    RUN(by_hand);
    RUN(betrayed);
    DONE;
}
