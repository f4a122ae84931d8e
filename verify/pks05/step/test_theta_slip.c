/* The slip of a step's own numbers, and the distance that is proven with it. */
#include "pks05/step/theta_slip.h"
#include "theta_step.h"

#include <math.h>

/* A random step whose matrices are no short numbers: over 3, over 7. */
static void random_step(check_random *g, int slips, theta_random *r)
{
    theta_random_step(g, slips, 0, r);
    for (int i = 0; i < 81; i++) {
        r->K[i] /= 3;
        r->C[i] /= 7;
    }
    for (int i = 0; i < 36; i++)
        r->M[i] /= 3;
}

/* K = 100 C = 1000 / (i + j - 1), each of n velocities against a row of its
   own; h = 1/128. */
static void hilbert_step(int n, double theta, double mu, theta_random *r)
{
    static const double v[] = {-1, 0.3, -0.7, 0.2, -0.9, 0.1};
    memset(r, 0, sizeof *r);
    r->d = (theta_data){.nv = n,
                        .p = n / 2,
                        .slips = 1,
                        .h = 1 / 128.0,
                        .theta = theta,
                        .M = r->M,
                        .J = r->J,
                        .f = r->f,
                        .rows = r->rows,
                        .K = r->K,
                        .C = r->C,
                        .gap = r->gap,
                        .mu = r->mu,
                        .v = r->v,
                        .delta = r->delta};
    for (int i = 0; i < n; i++) {
        r->v[i] = v[i];
        r->mu[i / 2] = mu;
        for (int j = 0; j < n; j++) {
            r->M[i * n + j] = r->rows[i * n + j] = i == j;
            r->K[i * n + j] = 1000.0 / (i + j + 1);
            r->C[i * n + j] = 10.0 / (i + j + 1);
        }
    }
}

/* x by a double that is no farther from it than 2^-50 of its size. */
static double near_to(mpq_srcptr x)
{
    return mpq_get_d(x);
}

/* |A* - A| between the largest entry of the difference and Frobenius' norm. */
static void check_off(const theta_step *u, const mpq_t *A,
                      const double *rounded, double off)
{
    const int R = theta_exact_rows(&u->x);
    double most = 0, all = 0;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < R * R; i++) {
        mpq_set_d(t, rounded[i]);
        mpq_sub(t, A[i], t);
        double x = fabs(near_to(t));
        most = fmax(most, x);
        all += x * x;
    }
    CHECK(most <= off && sqrt(all / R) <= off, "off %g, but %g", off, most);
    mpq_clear(t);
}

/** The enclosure holds A* lambda + b*, computed in fractions, at forces that are
no solutions; and it is narrow: 2^-80 of its terms. A* is no farther from A than
what is said. In every third step only hK + C is symmetric, up to rounding, and
neither K nor C.

Verifies PKS05 (8), (17). */
static void encloses(void)
{
    check_random g = {check_seed(52)};
    for (int k = 0; k < 60; k++) {
        theta_step u = {0};
        theta_posed x;
        theta_slip s;
        double lambda[9];
        qvi_enclosed w[9];
        if (k < 6)
            hilbert_step(2 + 2 * (k / 2), k % 2, 0, &u.r);
        else
            random_step(&g, 1 + k % 2, &u.r);
        const size_t R = (size_t)theta_rows(&u.r.d);
        for (size_t i = 0; i < R * R && k >= 6 && k % 3 == 0; i++) {
            double turned = (i % R > i / R) - (i % R < i / R);
            u.r.K[i] += 16 * turned;
            u.r.C[i] -= 16 * turned * u.r.d.h;
        }
        theta_step_begin(&u);
        mpq_t *A = rational_array(&u.a, R * (R + 1)), *b = A + R * R, sum, t;
        CHECK(theta_posed_new(&u.a, u.r.d.nv, (int)R, &x).code == PERP_OK &&
                  theta_pose(&u.r.d, &u.a, &x).code == PERP_OK &&
                  theta_slip_of(&u.r.d, &x, &u.a, &s).code == PERP_OK,
              "pose");
        CHECK(theta_exact_reduce(&u.x, &u.a, A, b).code == PERP_OK, "reduce");
        CHECK(isfinite(s.meant.off), "step %d: no inverse", k);
        check_off(&u, (const mpq_t *)A, x.A, s.meant.off);
        for (size_t i = 0; i < R; i++)
            lambda[i] = check_uniform(&g, -20, 20);
        CHECK(s.meant.slip(s.meant.of, lambda, w), "slip");
        mpq_inits(sum, t, NULL);
        for (size_t i = 0; i < R; i++) {
            double terms = fabs(mpq_get_d(b[i]));
            mpq_set(sum, b[i]);
            for (size_t j = 0; j < R; j++) {
                mpq_set_d(t, lambda[j]);
                mpq_mul(t, t, A[i * R + j]);
                mpq_add(sum, sum, t);
                terms += fabs(mpq_get_d(t));
            }
            mpq_set_d(t, w[i].v.hi);
            mpq_sub(sum, sum, t);
            mpq_set_d(t, w[i].v.lo);
            mpq_sub(sum, sum, t);
            mpq_abs(sum, sum);
            mpq_set_d(t, w[i].error);
            CHECK(mpq_cmp(sum, t) <= 0, "step %d, row %zu is outside", k, i);
            CHECK(w[i].error <= 0x1p-80 * terms || k < 6, "wide: %g",
                  w[i].error / terms);
        }
        mpq_clears(sum, t, NULL);
        rational_clear(A, R * (R + 1));
        theta_step_end(&u);
    }
    VERIFIES("PKS05 (8), (17)");
}

/* The distance of the doubles' answer from the exact step, and the bound;
   0 when there is no bound. */
static int distance(theta_step *u, double *error, double *bound)
{
    theta_posed x;
    theta_slip s;
    qvi_answer y;
    const theta_data *d = &u->r.d;
    const int R = theta_rows(d);
    mpq_t t;
    theta_step_begin(u);
    perp_status status = theta_step_prove(u);
    CHECK(status.code == PERP_OK, "%s", status.message);
    CHECK(theta_posed_new(&u->a, d->nv, R, &x).code == PERP_OK &&
              theta_pose(d, &u->a, &x).code == PERP_OK &&
              theta_slip_of(d, &x, &u->a, &s).code == PERP_OK,
          "pose");
    const qvi_problem p = {d->p, d->slips, x.A, x.b, d->mu, &s.meant};
    CHECK(qvi_answer_new(&u->a, &p, &y).code == PERP_OK &&
              qvi_solve(&p, &qvi_defaults, &u->a, &y).code == PERP_OK,
          "solve");
    *error = 0;
    mpq_init(t);
    for (int i = 0; i < R; i++) {
        mpq_set_d(t, y.lam[i]);
        mpq_sub(t, t, u->e.lambda[i]);
        double away = fabs(near_to(t)) * (1 - 0x1p-48);
        *error += away * away;
    }
    mpq_clear(t);
    *error = sqrt(*error);
    *bound = y.bound;
    CHECK(isfinite(y.bound) == y.unique, "unique %d, bound %g", y.unique,
          y.bound);
    theta_step_end(u);
    return isfinite(*bound);
}

/** The bound speaks of the doubles of M, K, C, Gamma, f: the exact step on them,
found by Lemke in the mixed form, is never farther from the computed force.
Hilbert's matrices lose up to 7 of 16 digits in the inverse; there the distance
from the solution for the rounded A and b alone would be up to 4000 times too
small. */
static void bounds(void)
{
    check_random g = {check_seed(61)};
    double error, bound, most = 0;
    int proven = 0;
    for (int k = 0; k < 12; k++) {
        theta_step u = {0};
        const int n = 2 + 2 * (k / 4);
        const double mu = k % 2 ? 0x1p-20 : 0;
        hilbert_step(n, k / 2 % 2, mu, &u.r);
        int has = distance(&u, &error, &bound);
        CHECK(has || (n == 6 && mu > 0), "size %d: no bound", n);
        CHECK(error <= bound, "size %d: error %g, bound %g", n, error, bound);
        CHECK(!has || n < 4 || bound < 1e-9, "size %d: bound %g", n, bound);
        printf("Hilbert %d, theta %d, mu %g: error %.2g, bound %.2g, ratio "
               "%.2g\n",
               n, k / 2 % 2, mu, error, bound, error / bound);
    }
    for (int k = 0; k < 300; k++) {
        theta_step u = {0};
        random_step(&g, 1, &u.r);
        for (int i = 0; i < u.r.d.p; i++)
            u.r.mu[i] *= k % 3 / 4.0;
        if (!distance(&u, &error, &bound))
            continue;
        CHECK(error <= bound, "step %d: error %g, bound %g", k, error, bound);
        most = fmax(most, error / bound);
        proven++;
    }
    printf("of 300 random steps %d are proven; error / bound at most %.2g\n",
           proven, most);
    CHECK(proven > 100 && most > 0.05, "%d, %g", proven, most);
}

/** Where an inverse is lost, nothing is said: Hilbert's matrix of size 6 with a
ten millionth of its last pivot; and numbers beyond 2^200. In the last step the number
is in the last column of $\mathbf K$ and nowhere else: with $h = 2^{-199}$ nothing that is
made of it tells of it, because $\mathbf C$ takes it away again: $h\mathbf K + \mathbf C = I$. */
static void nothing(void)
{
    for (int which = 0; which < 3; which++) {
        arena a = {0};
        theta_random r;
        theta_posed x;
        theta_slip s;
        qvi_answer y;
        hilbert_step(6, 0, 0, &r);
        for (int i = 0; i < 36 && which == 0; i++)
            r.K[i] = r.C[i] = 1 + (i % 7 == 0) * 0x1p-48;
        if (which == 1)
            r.f[0] = 0x1p210;
        r.d.h = which == 2 ? 0x1p-199 : r.d.h;
        for (int i = 0; i < 36 && which == 2; i++) {
            r.K[i] = i == 5 ? 0x1p205 : 0;
            r.C[i] = i == 5 ? -64 : i % 7 == 0;
        }
        CHECK(theta_posed_new(&a, 6, 6, &x).code == PERP_OK &&
                  theta_pose(&r.d, &a, &x).code == PERP_OK &&
                  theta_slip_of(&r.d, &x, &a, &s).code == PERP_OK,
              "pose");
        CHECK(isinf(s.meant.off), "%d: off %g", which, s.meant.off);
        const qvi_problem p = {3, 1, x.A, x.b, r.mu, &s.meant};
        CHECK(qvi_answer_new(&a, &p, &y).code == PERP_OK, "room");
        perp_status done = qvi_solve(&p, &qvi_defaults, &a, &y);
        CHECK(done.code == PERP_OK || done.code == PERP_LIMIT, "solve");
        CHECK(isinf(y.bound) && !y.unique && y.sigma == 0 && isinf(y.eta),
              "%d: bound %g", which, y.bound);
        arena_free(&a);
    }
}

/** A bad inverse. $\mathbf C = I$, $\mathbf K = 0$, and for its inverse $\frac34I$ is given: $E =
\frac14I$, so that every mending leaves a quarter of the error. After the last of six $z$ misses
$\lambda = (1, 1)$ by $4^{-6}$, of which $\frac34$ is $|V||r|$ and $\frac14$ the tail of the series,
$\|E\|/(1 - \|E\|)$ times it: together they are the error itself, with nothing to spare. With $\theta = 1$ and
$v = (-1, \frac14)$ the slip is $(0, \frac54)$. */
static void bad_inverse(void)
{
    static const double ones[2] = {1, 1}, want[2] = {0, 1.25};
    arena a = {0};
    theta_random r;
    theta_posed x;
    theta_slip s;
    qvi_enclosed w[2];
    hilbert_step(2, 1, 0, &r);
    for (int i = 0; i < 4; i++) {
        r.K[i] = 0;
        r.C[i] = i % 3 == 0;
    }
    r.v[0] = -1;
    r.v[1] = 0.25;
    CHECK(theta_posed_new(&a, 2, 2, &x).code == PERP_OK &&
              theta_pose(&r.d, &a, &x).code == PERP_OK,
          "pose");
    for (int i = 0; i < 4; i++)
        x.S[i] *= 0.75;
    CHECK(x.S[0] == 0.75 && x.S[1] == 0, "S");
    CHECK(theta_slip_of(&r.d, &x, &a, &s).code == PERP_OK &&
              s.meant.slip(s.meant.of, ones, w),
          "slip");
    for (int i = 0; i < 2; i++) {
        double off = fabs(w[i].v.hi - want[i] + w[i].v.lo);
        CHECK(off == 0x1p-12, "off by %g", off);
        CHECK(off <= w[i].error && w[i].error < 1.001 * off, "%g, not %g",
              w[i].error, off);
    }
    arena_free(&a);
}

int main(void)
{
    RUN(encloses);
    RUN(bounds);
    RUN(nothing);
    RUN(bad_inverse);
    DONE;
}
