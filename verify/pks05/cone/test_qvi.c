/**
# The solver of the step
*/
#include "pks05/cone/qvi.h"
#include "pks05/cone/qvi_check.h"
#include "qvi_random.h"

/* What a count of problems says. */
typedef struct {
    int solved, proven, refuted, nothing, finer, ways[4];
    double worst, fault;
} census;

static double largest(const qvi_faults *f)
{
    double m = fmax(f->force, fmax(f->gap, f->product));
    return fmax(m, fmax(f->cone, fmax(f->power, f->least)));
}

static void one(arena *a, const qvi_problem *p, int exactly, census *c)
{
    arena_mark mark = arena_here(a);
    qvi_answer w;
    qvi_faults f;
    CHECK(qvi_answer_new(a, p, &w).code == PERP_OK, "room");
    perp_status s = qvi_solve(p, &qvi_defaults, a, &w);
    CHECK(s.code == PERP_OK, "%s", s.message);
    c->solved += s.code == PERP_OK;
    c->worst = fmax(c->worst, w.residual);
    c->proven += isfinite(w.bound) && w.bound < 1e-9;
    c->refuted += w.contracts == QVI_FAILS;
    c->nothing += !isfinite(w.bound) && w.contracts != QVI_FAILS;
    c->finer += isfinite(w.bound) && w.contracts == QVI_FAILS;
    CHECK(isfinite(w.bound) == w.unique, "a bound where there is uniqueness");
    c->ways[w.used]++;
    if (exactly) {
        CHECK(qvi_check_doubles(a, p, w.lam, &f).code == PERP_OK, "check");
        c->fault = fmax(c->fault, largest(&f));
    }
    arena_release(a, mark);
}

/* 10000 random steps of three contacts, friction up to 1, in the plane and in
   space, A symmetric or not: all are solved, and each has a proven distance or
   the proof that the contraction fails. One of ten is checked in fractions. */
static void three_contacts(void)
{
    check_random r = {check_seed(501)};
    arena a = {0};
    census c = {0};
    for (int k = 0; k < 10000; k++) {
        qvi_random_kind kind = {3, 1 + (k % 4 != 0), 1, k % 3 ? 0.02 : 0.5,
                                k % 5 == 0 ? 0.05 : 0};
        qvi_random x = qvi_random_new(&r, kind);
        qvi_problem p = qvi_random_problem(&x);
        one(&a, &p, k % 10 == 0, &c);
    }
    printf("solved %d (Newton %d, bounds %d, polygon %d), proven distance %d "
           "(%d by the finer condition), contraction refuted %d, neither %d; "
           "residual %g, fault %g\n",
           c.solved, c.ways[0], c.ways[1], c.ways[2], c.proven, c.finer,
           c.refuted, c.nothing, c.worst, c.fault);
    CHECK(c.solved == 10000 && c.nothing == 0, "%d, %d", c.solved, c.nothing);
    CHECK(c.proven > 1000 && c.refuted > 1000, "%d %d", c.proven, c.refuted);
    CHECK(c.worst < 1e-14 && c.fault < 1e-10, "%g %g", c.worst, c.fault);
    arena_free(&a);
}

/* More friction and more contacts than anyone promised. */
static void hard(void)
{
    check_random r = {check_seed(502)};
    arena a = {0};
    census c = {0};
    for (int k = 0; k < 200; k++) {
        qvi_random_kind kind = {3 + k % 6, 1 + k % 2, 4, 0.01, 0};
        qvi_random x = qvi_random_new(&r, kind);
        qvi_problem p = qvi_random_problem(&x);
        one(&a, &p, 0, &c);
    }
    printf("solved %d of 200 (Newton %d, bounds %d, polygon %d)\n", c.solved,
           c.ways[0], c.ways[1], c.ways[2]);
    arena_free(&a);
}

/* Every method finds the solution the problem was built from. */
static void methods(void)
{
    check_random r = {check_seed(503)};
    arena a = {0};
    for (int k = 0; k < 400; k++) {
        qvi_random_kind kind = {1 + k % 3, 1 + k % 2, 0.5, 1, 0.03 * (k % 3)};
        qvi_built y = qvi_built_new(&r, kind);
        qvi_problem p = qvi_random_problem(&y.x);
        const qvi_method way[] = {QVI_NEWTON, QVI_BOUNDS, QVI_POLYHEDRAL,
                                  QVI_MODES};
        for (int j = 0; j < (p.slips == 1 ? 4 : 2); j++) {
            arena_mark mark = arena_here(&a);
            qvi_options o = qvi_defaults;
            qvi_answer w;
            double off = 0;
            o.method = way[j];
            CHECK(qvi_answer_new(&a, &p, &w).code == PERP_OK, "room");
            perp_status s = qvi_solve(&p, &o, &a, &w);
            CHECK(s.code == PERP_OK, "%s", s.message);
            for (int i = 0; i < qvi_rows(&p); i++)
                off = fmax(off, fabs(w.lam[i] - y.lam[i]));
            CHECK(off < 1e-11 && off <= w.bound,
                  "problem %d, method %d: %g, "
                  "bound %g",
                  k, j, off, w.bound);
            CHECK(j == 0 || w.used == way[j] || w.residual == 0 ||
                      way[j] == QVI_POLYHEDRAL,
                  "way %d", w.used);
            if (way[j] == QVI_MODES)
                CHECK(w.solutions == 1 && w.bound <= 1e-15 * 20, "%d, %g",
                      w.solutions, w.bound);
            arena_release(&a, mark);
        }
    }
    arena_free(&a);
}

/* A = [[1,2],[2,5]], b = (1,4), mu = 1: nothing is claimed that is not true,
   by any method and from any start. */
static void not_unique(void)
{
    arena a = {0};
    const double A[] = {1, 2, 2, 5}, b[] = {1, 4}, mu[] = {1};
    const double starts[3][2] = {{0, 0}, {3, -2}, {1, -1}};
    qvi_problem p = {1, 1, A, b, mu, NULL};
    for (int j = 0; j < 6; j++) {
        qvi_options o = qvi_defaults;
        qvi_answer w;
        o.method = j < 3 ? QVI_NEWTON : (qvi_method)(j - 2);
        o.start = j < 3 ? starts[j] : NULL;
        CHECK(qvi_answer_new(&a, &p, &w).code == PERP_OK, "room");
        perp_status s = qvi_solve(&p, &o, &a, &w);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(!w.unique && isinf(w.bound) && w.contracts == QVI_FAILS, "%d", j);
        CHECK(j >= 3 || (w.lam[0] == starts[j][0] && w.lam[1] == starts[j][1]),
              "start %d: (%g, %g)", j, w.lam[0], w.lam[1]);
        CHECK(o.method == QVI_MODES ? w.solutions == 3 : w.solutions == 0,
              "%d solutions", w.solutions);
    }
    arena_free(&a);
}

/* Powers of two change nothing but the powers of two. */
static void units(void)
{
    check_random r = {check_seed(504)};
    arena a = {0};
    for (int k = 0; k < 60; k++) {
        qvi_random_kind kind = {2, 2, 0.6, 0.5, 0};
        qvi_random x = qvi_random_new(&r, kind), z = x;
        const int eA = check_integer(&r, -400, 400);
        const int eb = check_integer(&r, -400, 400);
        for (int i = 0; i < 36; i++)
            z.A[i] = ldexp(x.A[i], eA);
        for (int i = 0; i < 6; i++)
            z.b[i] = ldexp(x.b[i], eb);
        qvi_problem p = qvi_random_problem(&x), q = qvi_random_problem(&z);
        qvi_answer v, w;
        CHECK(qvi_answer_new(&a, &p, &v).code == PERP_OK, "room");
        CHECK(qvi_answer_new(&a, &q, &w).code == PERP_OK, "room");
        CHECK(qvi_solve(&p, &qvi_defaults, &a, &v).code == PERP_OK, "one");
        CHECK(qvi_solve(&q, &qvi_defaults, &a, &w).code == PERP_OK, "two");
        for (int i = 0; i < 6; i++)
            CHECK(w.lam[i] == ldexp(v.lam[i], eb - eA) &&
                      w.w[i] == ldexp(v.w[i], eb),
                  "row %d: %g, %g", i, w.lam[i], v.lam[i]);
        CHECK(w.bound == ldexp(v.bound, eb - eA) && w.residual == v.residual &&
                  w.sigma == ldexp(v.sigma, eA),
              "%g %g", w.bound, v.bound);
    }
    arena_free(&a);
}

/* What is no step is refused in one line, and no NaN leaves. */
static void refused(void)
{
    arena a = {0};
    for (int k = 0; k < 8; k++) {
        double A[4] = {1, 0.25, 0.25, 1}, b[2] = {-1, 0.5}, mu[1] = {0.5};
        qvi_problem p = {1, 1, A, b, mu, NULL};
        qvi_options o = qvi_defaults;
        qvi_answer w;
        double *const where[] = {A, A + 3, b, mu, mu, A, A + 1, b};
        const double what[] = {NAN, -1, INFINITY, -0.5, NAN, 0, -INFINITY, NAN};
        *where[k] = what[k];
        CHECK(qvi_answer_new(&a, &p, &w).code == PERP_OK, "room");
        perp_status s = qvi_solve(&p, &o, &a, &w);
        CHECK(s.code == PERP_INPUT && strchr(s.message, '\n') == NULL, "%d", k);
        CHECK(isinf(w.bound) && isinf(w.residual), "nothing is claimed");
    }
    double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {-1, 1, 1}, mu[1] = {1};
    double start[3] = {NAN, INFINITY, -1e308};
    qvi_problem p = {1, 2, A, b, mu, NULL};
    qvi_options o = qvi_defaults;
    qvi_answer w;
    CHECK(qvi_answer_new(&a, &p, &w).code == PERP_OK, "room");
    o.start = start;
    CHECK(qvi_solve(&p, &o, &a, &w).code == PERP_OK, "a bad start is no harm");
    CHECK(fabs(w.lam[0] - 1) < 1e-15, "%g", w.lam[0]);
    o.method = QVI_MODES;
    CHECK(qvi_solve(&p, &o, &a, &w).code == PERP_INPUT, "modes in space");
    o.method = QVI_POLYHEDRAL;
    o.directions = 2;
    CHECK(qvi_solve(&p, &o, &a, &w).code == PERP_INPUT, "two corners");
    p.contacts = 0;
    o.method = QVI_NEWTON;
    CHECK(qvi_solve(&p, &o, &a, &w).code == PERP_OK && w.bound == 0, "nothing");
    arena_free(&a);
}

/* Matrices that are not positive definite, huge and tiny numbers: an answer or
   a LIMIT, no claim, no NaN, no end of time. */
static void nonsense(void)
{
    check_random r = {check_seed(505)};
    arena a = {0};
    int solved = 0;
    for (int k = 0; k < 120; k++) {
        qvi_random_kind kind = {2, 1 + k % 2, 2, 0, 3};
        qvi_random x = qvi_random_new(&r, kind);
        const int N = 2 * (1 + kind.slips);
        for (int i = 0; i < N * N; i++)
            x.A[i] *= k % 3 == 0 && i % (N + 1) != 0
                          ? exp2(check_integer(&r, -1000, 900))
                          : 1;
        qvi_problem p = qvi_random_problem(&x);
        qvi_answer w;
        arena_mark mark = arena_here(&a);
        CHECK(qvi_answer_new(&a, &p, &w).code == PERP_OK, "room");
        perp_status s = qvi_solve(&p, &qvi_defaults, &a, &w);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT || s.code == PERP_INPUT,
              "%d: %s", s.code, s.message);
        solved += s.code == PERP_OK;
        for (int i = 0; i < N; i++)
            CHECK(s.code == PERP_INPUT ||
                      (isfinite(w.lam[i]) && isfinite(w.w[i])),
                  "row %d", i);
        CHECK(!isnan(w.bound) && !isnan(w.residual), "NaN");
        arena_release(&a, mark);
    }
    printf("%d of 120 solved nevertheless\n", solved);
    arena_free(&a);
}

int main(void)
{
    RUN(three_contacts);
    RUN(hard);
    RUN(methods);
    RUN(not_unique);
    RUN(units);
    RUN(refused);
    RUN(nonsense);
    DONE;
}
