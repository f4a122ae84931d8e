/**
# Ends of (39), and what is none

Two walls without friction have the set of ends in a formula, and so has the block.
Velocities are planted in and beside these; beside the gait's, what is said of them is
compared with solutions that are drawn.
*/
#include "drawn_ends.h"
#include "hp23/inclusion/ends_member.h"

#include <math.h>

enum { NV = 4 };

static const ends_wish whole = {.legs = 1000};

static double product(int n, const double *M, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += x[i] * M[i * n + j] * y[j];
    return sum;
}

/* The distance of x from the segment from 0 to `to`, in the norm of M. */
static double from_segment(int n, const double *M, const double *x,
                           const double *to)
{
    double z[NV];
    const double f = product(n, M, x, to) / product(n, M, to, to);
    for (int i = 0; i < n; i++)
        z[i] = x[i] - fmin(1, fmax(0, f)) * to[i];
    return sqrt(product(n, M, z, z));
}

/* Of velocities asked about whole sets: all, and those that are neither proven
   to be within 1 % of |v|_M nor proven not to be. */
static int asked, undecided, within;

/* Asks; compares with the distance that is known, if it is >= 0. */
static double ask(drawn *t, const double *x, double known)
{
    mpq_t V[NV];
    ends_member y;
    for (int i = 0; i < NV; i++)
        mpq_init(V[i]);
    for (int i = 0; i < t->m->x.nv; i++)
        mpq_set_d(V[i], x[i]);
    const arena_mark mark = arena_here(&t->m->a);
    const perp_status s =
        ends_member_find(&t->m->a, &t->mine, &t->e, (const mpq_t *)V, &y);
    CHECK(s.code == PERP_OK, "%s", s.message);
    const double low = sqrt(mpq_get_d(y.low));
    const double high =
        mpq_sgn(y.high) < 0 ? (double)INFINITY : sqrt(mpq_get_d(y.high));
    const double *v = t->m->d.v;
    const double eps = 0.01 * sqrt(product(t->m->x.nv, t->m->d.M, v, v));
    CHECK(mpq_sgn(y.high) < 0 || mpq_cmp(y.low, y.high) <= 0, "a bracket");
    if (t->e.loose == 0) {
        asked++;
        within += high <= eps;
        undecided += low <= eps && high > eps;
    }
    if (known >= 0) {
        CHECK(fabs(low - known) < 1e-12, "low %.17g, not %.17g", low, known);
        CHECK(fabs(high - known) < 1e-3 * known + 1e-12,
              "high %.17g, not %.17g", high, known);
    }
    ends_member_clear(&y);
    arena_release(&t->m->a, mark);
    for (int i = 0; i < NV; i++)
        mpq_clear(V[i]);
    return low;
}

/* What has been asked since the last time, in words. */
static void count(const char *name)
{
    printf("%s: %d asked, %d are within 1 %%, %d undecided\n", name, asked,
           within, undecided);
    CHECK(asked > 0 && undecided == 0, "%s: %d undecided", name, undecided);
    asked = within = undecided = 0;
}

/** Two walls, $M = 1$, unit normals with $g = n_1 \cdot n_2$, without friction. From the speeds
$(-a, -b)$ with $b > ga$, $a > gb$ either wall presses first, and when one rests the
other goes on alone and throws it off: the ends are $(x, 0)$ with $0 \le x \le g(b -
ga)$ and $(0, y)$ with $0 \le y \le g(a - gb)$, nothing else. All small positive
speeds have less energy and are within the cone of momenta, and are no ends. */
static void two_walls(void)
{
    const int times = getenv("PERP_TIMES") != NULL ? 20 : 1;
    static const double M[] = {1, 0, 0, 1}, n[] = {1, 0, 0.625, 0.75};
    check_random r = {check_seed(41)};
    int inside = 0;
    for (int k = 0; k < 4; k++) {
        hp23 m;
        drawn t;
        hp23_new(&m, 2, 2);
        memcpy(m.d.M, M, sizeof M);
        memcpy(m.d.n, n, sizeof n); /* not of unit length */
        m.d.d[1] = m.d.d[2] = 1;
        m.d.v[0] = -check_integer(&r, 8, 10) / 8.0;
        m.d.v[1] = -check_integer(&r, 2, 4) / 8.0;
        hp23_exact(&m);
        drawn_new(&t, &m, &whole);
        CHECK(t.e.loose == 0, "whole");
        const double l = sqrt(n[2] * n[2] + n[3] * n[3]), c = n[2] / l,
                     s = n[3] / l;
        const double a = -m.d.v[0], b = -(c * m.d.v[0] + s * m.d.v[1]);
        CHECK(b > c * a && a > c * b, "neither is thrown off at once");
        const double x = c * (b - c * a), y = c * (a - c * b);
        const double tip[2][2] = {{x, -c * x / s}, {0, y / s}};
        for (int i = 0; i < 8 * times; i++) {
            const double f = check_uniform(&r, 0, 1.5);
            const int on = i % 3;
            double V[2] = {check_uniform(&r, -0.3, 0.6),
                           check_uniform(&r, -0.3, 0.6)};
            for (int q = 0; q < 2 && on < 2; q++)
                V[q] = f * tip[on][q];
            const double known = fmin(from_segment(2, M, V, tip[0]),
                                      from_segment(2, M, V, tip[1]));
            ask(&t, V, known);
            inside += known < 1e-12;
        }
        drawn_clear(&t);
        hp23_clear(&m);
    }
    CHECK(inside > 8 * times, "%d inside", inside);
    count("walls");
}

/** The block's ends are rest and two segments to $\frac{21}{100}(\mp 1, \frac12, \pm 1)$. */
static void the_block(void)
{
    const int times = getenv("PERP_TIMES") != NULL ? 20 : 1;
    check_random r = {check_seed(43)};
    hp23 m;
    drawn t;
    drawn_block(&m);
    drawn_new(&t, &m, &whole);
    const double tip[2][3] = {{0.21, 0.105, -0.21}, {-0.21, 0.105, 0.21}};
    for (int i = 0; i < 30 * times; i++) {
        const double f = check_uniform(&r, 0, 1.5);
        double V[3];
        for (int q = 0; q < 3; q++)
            V[q] = i % 3 < 2 ? f * tip[i % 3][q] : check_uniform(&r, -0.3, 0.3);
        ask(&t, V,
            fmin(from_segment(3, m.d.M, V, tip[0]),
                 from_segment(3, m.d.M, V, tip[1])));
    }
    count("block");
    drawn_clear(&t);
    hp23_clear(&m);
}

/* |x - V|_M of a drawn end. */
static double apart(const hp23 *m, const mpq_t *x, const double *V)
{
    double z[NV];
    for (int i = 0; i < m->x.nv; i++)
        z[i] = mpq_get_d(x[i]) - V[i];
    return sqrt(product(m->x.nv, m->d.M, z, z));
}

/* Solutions that are drawn end in the set, exactly, with their own paths; and V
   beside it are no nearer to any of them than `low`; nor with fewer legs. */
static void the_gait(void)
{
    const int times = getenv("PERP_TIMES") != NULL ? 10 : 1;
    enum { MOST = 12 };
    check_random r = {check_seed(47)};
    const ends_wish few = {.legs = 2};
    hp23 m;
    drawn t, cut;
    double before[NV] = {0};
    int beside = 0;
    hp23_load(&m, "compass_gait");
    drawn_new(&t, &m, &whole);
    drawn_new(&cut, &m, &few);
    CHECK(t.e.loose == 0 && cut.e.loose > 0, "whole and cut");
    for (int i = 0; i < MOST * times; i++) {
        solution x;
        double V[NV];
        const solution_options o = {.seed = 9, .most = 40};
        const perp_status s = solution_find(&m.a, &t.all, &o, (uint64_t)i, &x);
        CHECK(s.code == PERP_OK, "%s", s.message);
        const mpq_t *end = (const mpq_t *)x.v + (x.knots - 1) * m.x.nv;
        if (x.ended) {
            ends_member y;
            CHECK(ends_member_find(&m.a, &t.mine, &t.e, end, &y).code ==
                      PERP_OK,
                  "member");
            CHECK(mpq_sgn(y.low) == 0 && mpq_sgn(y.high) == 0,
                  "solution %d: [%g, %g]", i, mpq_get_d(y.low),
                  mpq_get_d(y.high));
            ends_member_clear(&y);
            /* Beside it, nearer and nearer; or halfway to the one before:
               its energy is no higher and its momentum in the cone. */
            const double beyond = 0.08 * pow(0.3, i / 2 % 4);
            for (int k = 0; k < m.x.nv; k++) {
                const double at = mpq_get_d(end[k]);
                V[k] = i % 2 == 0 ? at + check_uniform(&r, -beyond, beyond)
                                  : (at + before[k]) / 2;
                before[k] = at;
            }
            const double low = ask(&t, V, -1);
            beside += low > 0.01;
            CHECK(low <= apart(&m, end, V) + 1e-12, "solution %d is nearer", i);
            CHECK(ask(&cut, V, -1) <= low + 1e-12, "the bound is no bound");
        }
        solution_clear(&x);
    }
    CHECK(beside > MOST / 6, "%d beside", beside);
    count("gait");
    drawn_clear(&t);
    drawn_clear(&cut);
    hp23_clear(&m);
}

/* What has too much energy is as far away as it has more. */
static void too_fast(void)
{
    hp23 m;
    drawn t;
    const ends_wish none = {.legs = 0};
    const double V[3] = {0, 3, 0};
    drawn_block(&m);
    drawn_new(&t, &m, &none);
    CHECK(t.e.loose == 1, "nothing but a bound");
    CHECK(fabs(ask(&t, V, -1) - 2 * sqrt(12)) < 1e-9, "3 m/s, of 1 m/s");
    drawn_clear(&t);
    hp23_clear(&m);
}

int main(void)
{
    RUN(two_walls);
    RUN(the_block);
    RUN(the_gait);
    RUN(too_fast);
    DONE;
}
