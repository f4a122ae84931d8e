/* Definition 2, (34) and (35) on runs, and on motions that are none. */
#include "compliant/compliant_weak.h"
#include "compliant_scene.h"

#include <math.h>

enum { ENTRIES = 7 };

static void list(const compliant_weak *x, double *out)
{
    const double all[ENTRIES] = {x->motion,  x->rate,     x->law,   x->inside,
                                 x->contact, x->friction, x->leaves};
    memcpy(out, all, sizeof all);
}

static void of_run(const compliant_shape *shape, int quarters, double h,
                   void (*spoil)(trace *), compliant_weak *out)
{
    compliant_scene u;
    trace t;
    summary sum;
    CHECK(compliant_floor(&u, shape).code == PERP_OK, "scene");
    compliant_experiment(&u, quarters, h, 0.5);
    CHECK(compliant_run(&u.x, &t, &sum).code == PERP_OK, "run");
    if (spoil != NULL)
        spoil(&t);
    perp_status s = compliant_weak_of(&u.x, &t, out);
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
        CHECK((a[0] > 1e-4 || k == 2) && a[5] > 0 && b[5] > -1e-6, "%d: %g %g", k, a[0],
              a[5]);
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

int main(void)
{
    RUN(falling);
    RUN(betrayed);
    DONE;
}
