/* A solution near a point, proven. */
#include "pks05/cone/qvi_exists.h"
#include "qvi_random.h"

static double distance(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum);
}

static double near(arena *a, const qvi_problem *p, const double *lam)
{
    double r;
    CHECK(qvi_exists(a, p, lam, &r).code == PERP_OK && !isnan(r), "exists");
    return r;
}

/* Does no contact of the built solution lie on a seam? */
static bool inner(const qvi_built *y)
{
    bool fine = true;
    const int w = 1 + y->x.slips;
    for (int i = 0; i < y->x.contacts; i++) {
        double force = 0, speed = 0;
        for (int j = i * w + 1; j < (i + 1) * w; j++) {
            force += y->lam[j] * y->lam[j];
            speed += fabs(y->w[j]);
        }
        const double g = y->x.mu[i] * y->lam[i * w];
        fine = fine && (y->lam[i * w] > 0 ? speed > 0 || force < 0.9 * g * g
                                          : y->w[i * w] > 0);
    }
    return fine;
}

/* Contact 0 has no speed and no gap: where it slipped or was open it is on a
   seam. Numbers are short, so b stays exact. */
static void still(qvi_built *y)
{
    for (int i = 0; i <= y->x.slips; i++) {
        y->x.b[i] -= y->w[i];
        y->w[i] = 0;
    }
}

/** Problems with friction up to 2 whose solution is known to the last bit, and points
from $\frac12$ to $2^{-30}$ away from it. No distance is below the error; near a solution that is on
no seam a distance is found, of no more than some times the error; at most of those that are on a seam
one is as well.

Verifies PKS05 (Lemma4). */
static void points(void)
{
    check_random r = {check_seed(421)};
    arena a = {0};
    int proven = 0, of = 0, seams = 0, far = 0, across = 0;
    double most = 0;
    for (int k = 0; k < 2000; k++) {
        const qvi_random_kind kind = {1 + k % 4, 1 + k / 4 % 2, 2, 0.25,
                                      k % 3 * 0.125};
        qvi_built y = qvi_built_new(&r, kind);
        if (k % 8 == 0)
            still(&y);
        const qvi_problem p = qvi_random_problem(&y.x);
        const int N = qvi_rows(&p), bits = check_integer(&r, 1, 30);
        double l[QVI_RANDOM_N];
        for (int i = 0; i < N; i++)
            l[i] = y.lam[i] + ldexp(check_uniform(&r, -1, 1), -bits);
        double d = near(&a, &p, l), off = distance(N, l, y.lam);
        if (!inner(&y)) {
            const double at = near(&a, &p, y.lam);
            CHECK(isinf(at) || at < 1e-12, "problem %d: on a seam", k);
            CHECK(!(d < off * (1 - 1e-14)) || bits < 8, "seam %d: %g, not %g",
                  k, d, off);
            seams++;
            across += isfinite(at);
            continue;
        }
        CHECK(near(&a, &p, y.lam) < 1e-12, "problem %d: at the solution", k);
        CHECK(!(d < off * (1 - 1e-14)) || bits < 8, "problem %d: %g, not %g", k,
              d, off);
        far += bits < 8 && isfinite(d);
        of += bits >= 15;
        proven += bits >= 15 && isfinite(d);
        if (bits >= 15 && isfinite(d))
            most = fmax(most, d / off);
    }
    printf("of %d points near a solution %d have one proven, within %g times "
           "the error at most; far from it %d; seams %d, of which %d are proven\n",
           of, proven, most, far, seams, across);
    CHECK(proven * 100 >= of * 99 && of > 500 && seams > 100 && far > 20 &&
              across * 4 > seams && across < seams,
          "%d of %d", proven, of);
    CHECK(most < 2, "%g times the error", most);
    arena_free(&a);
    VERIFIES("PKS05 (Lemma4)");
}

/** Any points, most of them no solver would return: where a solution is said to be
within $r$, Newton's method from there finds one within $r$. */
static void anywhere(void)
{
    check_random r = {check_seed(422)};
    arena a = {0};
    int proven = 0;
    for (int k = 0; k < 2000; k++) {
        const qvi_random_kind kind = {1 + k % 2, 2, 2, 0.5, 0.125};
        qvi_random y = qvi_random_new(&r, kind);
        const qvi_problem p = qvi_random_problem(&y);
        const int N = qvi_rows(&p);
        double l[QVI_RANDOM_N];
        qvi_options o = qvi_defaults;
        qvi_answer w;
        for (int i = 0; i < N; i++)
            l[i] = check_uniform(&r, -1, 2) * (i % 3 == 0 ? 1 : 0.3);
        double d = near(&a, &p, l);
        if (isinf(d))
            continue;
        o.start = l;
        o.bound = false;
        CHECK(qvi_answer_new(&a, &p, &w).code == PERP_OK &&
                  qvi_solve(&p, &o, &a, &w).code == PERP_OK,
              "solve");
        double off = distance(N, l, w.lam);
        CHECK(off <= d * (1 + 1e-12) + 1e-12, "point %d: %g, not %g", k, off,
              d);
        proven++;
    }
    printf("of 2000 points anywhere %d have a solution proven\n", proven);
    CHECK(proven > 100, "%d", proven);
    arena_free(&a);
}

/** The three solutions of the wedge, each from a point by it, to the last digits of the
distance; at $\mu = \frac23$, where two of them meet on a seam, none of these. */
static void wedge(void)
{
    static const double A[4] = {1, 2, 2, 5}, b[2] = {1, 4};
    static const double point[3][2] = {{3.01, -2}, {1, -1.25}, {0.25, 0.5}};
    static const double want[3][2] = {{3, -2}, {1, -1}, {0, 0}};
    arena a = {0};
    double mu = 1;
    const qvi_problem p = {1, 1, A, b, &mu, NULL};
    for (int k = 0; k < 3; k++) {
        double d = near(&a, &p, point[k]), off = distance(2, point[k], want[k]);
        CHECK(d >= off * (1 - 1e-15) && d <= off * (1 + 1e-12) + 1e-15,
              "%d: %.17g, not %.17g", k, d, off);
    }
    mu = 2 / 3.0;
    CHECK(isinf(near(&a, &p, want[0])), "on a seam");
    arena_free(&a);
}

/* w = lambda + (n, 0) up to `slip`, A* I up to `matrix`, seen with B = 4 I. */
typedef struct {
    double n, slip, matrix;
} family;

static bool some_slip(const void *of, const double *lam, qvi_enclosed *w)
{
    const family *f = of;
    for (int i = 0; i < 2; i++)
        w[i] = (qvi_enclosed){{lam[i] + (i == 0 ? f->n : 0), 0}, f->slip};
    return true;
}

static bool some_factors(const void *of, qvi_enclosed *B, qvi_enclosed *D)
{
    const family *f = of;
    for (int i = 0; i < 4; i++) {
        B[i] = (qvi_enclosed){{i % 3 == 0 ? 4 : 0, 0}, 0};
        D[i] = (qvi_enclosed){{i % 3 == 0 ? 4 : 0, 0}, f->matrix};
    }
    return true;
}

static double of_family(arena *a, family f, bool factors, const double *lam)
{
    static const double A[4] = {1, 0, 0, 1}, mu = 0.5;
    const double b[2] = {f.n, 0};
    qvi_meant m = {.of = &f, .slip = some_slip};
    if (factors)
        m.factors = some_factors;
    return near(a, &(qvi_problem){1, 1, A, b, &mu, &m}, lam);
}

/** What is meant is known up to a radius $\epsilon$ of slip and of matrix, the identity in
the middle: the distance covers all that may be meant. That is $\sqrt2\epsilon$ at first
order; for $\epsilon = \frac18$ it is 0.1885, with $\frac18$ less in every entry of $4I$. Nothing is proven
where the matrix may be singular, as $4I$ up to 2 is, nor without factors. An open contact whose gap
may be negative may have a force: for the gap $-\frac18$ and $\frac{15}4I$ it is $\frac2{15}$, with as much
as half of it in the slip row, $\frac{\sqrt5}{15} = 0.149$ in all. */
static void meant(void)
{
    const double closed[2] = {1, 0}, open[2] = {0, 0}, eps = 0x1p-20;
    arena a = {0};
    double d = of_family(&a, (family){-1, eps, eps}, true, closed);
    CHECK(d >= eps * sqrt(2) && d < 1.5 * eps, "%g", d);
    d = of_family(&a, (family){-1, 0.125, 0.125}, true, closed);
    CHECK(d >= 0.1885 && d < 0.5, "%g", d);
    d = of_family(&a, (family){-1, eps, eps}, false, closed);
    CHECK(isinf(d), "without factors");
    for (double most = 2; most < 5; most += 0.5) {
        d = of_family(&a, (family){-1, eps, most}, true, closed);
        CHECK(isinf(d), "singular, %g: %g", most, d);
    }
    d = of_family(&a, (family){0.125, 0.0625, 0.25}, true, open);
    CHECK(d < 1e-12, "open: %g", d);
    d = of_family(&a, (family){0.125, 0.25, 0.25}, true, open);
    CHECK(d >= 0.149 && d < 0.5, "perhaps open: %g", d);
    arena_free(&a);
}

/* n over k. */
static double choose(int n, int k)
{
    double c = 1;
    for (int i = 1; i <= k; i++)
        c = c * (n - k + i) / i;
    return c;
}

/* Row i, column j of the inverse of Hilbert's matrix, a whole number. */
static double hilbert_inverse(int n, int i, int j)
{
    double c = choose(i + j, i);
    return ((i + j) % 2 ? -1 : 1) * (i + j + 1) * choose(n + i, n - j - 1) *
           choose(n + j, n - i - 1) * c * c;
}

/** **What the inverse misses.** $A = 232792560\,H$ with Hilbert's matrix $H$ of order 4 to 10, whole
numbers, and every contact sticks at $\lambda^* = (1, 0, 1, 0 \dots)$. The point is off by $2^{-s}$ times
a column of $H^{-1}$, whole numbers too, so that $F$ is one number in one row and $YF$ is
a column of $Y$, of which nothing cancels: its rounding is $10^{-15}$ of itself, while $Y$ is off by the
condition of $A$ times that, up to a thousandth. A distance that forgets $I - YJ$ is
less than the error for some of the columns. All the numbers are exact. */
static void ill_conditioned(void)
{
    arena a = {0};
    double worst = 0, most = 0;
    for (int N = 4; N <= 10; N += 2)
        for (int c = 0; c < N; c++) {
            double A[100], b[10] = {0}, l[10], off = 0, to = 1;
            static const double mu[5] = {0.5, 0.5, 0.5, 0.5, 0.5};
            for (int i = 0; i < N; i++)
                to = fmax(to, fabs(hilbert_inverse(N, i, c)));
            const double unit = ldexp(1, -10 - (int)ceil(log2(to)));
            for (int i = 0; i < N; i++) {
                for (int j = 0; j < N; j++) {
                    A[i * N + j] = 232792560.0 / (i + j + 1);
                    b[i] -= j % 2 == 0 ? A[i * N + j] : 0;
                }
                double d = unit * hilbert_inverse(N, i, c);
                l[i] = (i % 2 == 0) + d;
                CHECK(l[i] - (i % 2 == 0) == d, "exact");
                off += d * d;
            }
            off = sqrt(off);
            double r = near(&a, &(qvi_problem){N / 2, 1, A, b, mu, NULL}, l);
            CHECK(r >= off * (1 - 1e-14) && r < 2 * off,
                  "order %d, column %d: %.17g, not %.17g", N, c, r, off);
            worst = fmax(worst, r / off - 1);
            most = fmax(most, off);
        }
    printf("Hilbert's matrices: distances up to %g, %g too long at most\n",
           most, worst);
    arena_free(&a);
}

/** Without $x^\top Ax > 0$ a slip along its force could be taken for one against it: $A =
\operatorname{diag}(1, -1)$, $b = (-1, 2)$, $\mu = \frac12$. At $\lambda = (1, \frac12)$ the slip is $\frac32$, along
the force, and that is no solution; the only one that slips is $(1, -\frac12)$, the ones that
stick or are open have $\lambda_t = 2$ and $w_n = -1$. */
static void indefinite(void)
{
    static const double A[4] = {1, 0, 0, -1}, b[2] = {-1, 2}, mu = 0.5;
    static const double along[2] = {1, 0.5};
    const qvi_problem p = {1, 1, A, b, &mu, NULL};
    arena a = {0};
    double r = near(&a, &p, along);
    CHECK(r >= 1, "%g", r);
    arena_free(&a);
}

/** Numbers beyond $2^{200}$ are refused, and no contact at all is solved by no force. */
static void odd(void)
{
    static const double A[4] = {1, 0, 0, 1}, b[2] = {-1, 0}, mu = 0.5;
    const double huge[2] = {0x1p300, 0};
    const qvi_problem p = {1, 1, A, b, &mu, NULL};
    arena a = {0};
    CHECK(isinf(near(&a, &p, huge)), "beyond 2^200");
    CHECK(near(&a, &(qvi_problem){0, 1, A, b, &mu, NULL}, huge) == 0, "none");
    arena_free(&a);
}

int main(void)
{
    RUN(points);
    RUN(anywhere);
    RUN(wedge);
    RUN(meant);
    RUN(ill_conditioned);
    RUN(indefinite);
    RUN(odd);
    DONE;
}
