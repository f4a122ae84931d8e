/* The step of PKS05 as a problem for the forces alone. */
#include "theta_random.h"

#include <math.h>

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Is x = y up to rounding of numbers of this size? */
static int near(double x, double y, double size)
{
    return fabs(x - y) <= 1e-11 * (1 + size);
}

static void in_the_equations(const theta_data *d, const double *lambda,
                             const theta_posed *x, const theta_end *e)
{
    const int R = theta_rows(d), n = d->nv, w = 1 + d->slips;
    for (int i = 0; i < n; i++) {
        double force = d->f[i], size = fabs(force), left = 0;
        for (int j = 0; j < n; j++) {
            force += d->J[i * n + j] * (e->mean[j] - d->v[j]);
            left += d->M[i * n + j] * (e->v[j] - d->v[j]);
        }
        for (int j = 0; j < R; j++) {
            force += d->rows[j * n + i] * lambda[j];
            size += fabs(d->rows[j * n + i] * lambda[j]);
        }
        CHECK(near(left, d->h * force, size), "motion %d: %g, %g", i, left,
              d->h * force);
        CHECK(near(e->mean[i], d->theta * d->v[i] + (1 - d->theta) * e->v[i],
                   fabs(e->v[i])),
              "v^theta");
    }
    for (int i = 0; i < R; i++) {
        double rate[9], law = 0, s = 0, map = x->b[i];
        for (int j = 0; j < R; j++) {
            rate[j] = (e->delta[j] - d->delta[j]) / d->h;
            law += d->K[i * R + j] * e->delta[j] + d->C[i * R + j] * rate[j];
            map += x->A[i * R + j] * lambda[j];
        }
        s = rate[i] + dot(n, d->rows + i * n, e->mean);
        CHECK(near(law, lambda[i], 1e3), "(5): %g, %g", law, lambda[i]);
        CHECK(near(s, e->s[i], fabs(s)), "the slip");
        if (i % w == 0)
            s += (d->gap[i / w] + d->delta[i]) / d->h;
        CHECK(near(s, map, 1e2), "s = A lambda + b: %g, %g", s, map);
    }
}

/** Every force gives a step that satisfies the equations of (16), and its slip
is A lambda + b. Of K and C only hK + C has to be symmetric for that: in every
third step neither is.

Verifies PKS05 (8), (14)-(17). */
static void recovers(void)
{
    check_random g = {check_seed(2005)};
    for (int k = 0; k < 400; k++) {
        arena a = {0};
        theta_random r;
        theta_posed x;
        theta_end e;
        double lambda[9];
        theta_random_step(&g, 1 + k % 2, 0, &r);
        const int R = theta_rows(&r.d);
        for (int i = 0; i < R * R && k % 3 == 0; i++) {
            double turned = (i % R > i / R) - (i % R < i / R);
            r.K[i] += 64 * turned;
            r.C[i] -= 64 * turned * r.d.h;
        }
        CHECK(theta_posed_new(&a, r.d.nv, R, &x).code == PERP_OK &&
                  theta_end_new(&a, r.d.nv, R, &e).code == PERP_OK,
              "room");
        CHECK(theta_pose(&r.d, &a, &x).code == PERP_OK, "pose");
        for (int i = 0; i < R; i++)
            lambda[i] = theta_small(&g, 320);
        theta_recover(&r.d, &x, lambda, &e);
        in_the_equations(&r.d, lambda, &x, &e);
        arena_free(&a);
    }
    VERIFIES("PKS05 (8), (14)-(17)");
}

/** A is symmetric and positive definite when Mt is symmetric, and at least as
definite as (hK + C)^{-1}: x'Ax >= x'Sx. */
static void monotone(void)
{
    check_random g = {check_seed(1930)};
    for (int k = 0; k < 300; k++) {
        arena a = {0};
        theta_random r;
        theta_posed x;
        theta_random_step(&g, 1 + k % 2, 1, &r);
        const int R = theta_rows(&r.d);
        CHECK(theta_posed_new(&a, r.d.nv, R, &x).code == PERP_OK, "room");
        CHECK(theta_pose(&r.d, &a, &x).code == PERP_OK, "pose");
        for (int i = 0; i < R; i++)
            for (int j = 0; j < i; j++)
                CHECK(near(x.A[i * R + j], x.A[j * R + i], 0), "symmetric");
        for (int t = 0; t < 5; t++) {
            double y[9], A = 0, S = 0;
            for (int i = 0; i < R; i++)
                y[i] = theta_small(&g, 16);
            for (int i = 0; i < R; i++) {
                A += y[i] * dot(R, x.A + i * R, y);
                S += y[i] * dot(R, x.S + i * R, y);
            }
            CHECK(A >= S - 1e-12 * fabs(S) && S >= 0, "%g < %g", A, S);
        }
        arena_free(&a);
    }
}

/* |x|, and the spectral norms of small matrices from above by Frobenius. */
static double size(int n, const double *x)
{
    return sqrt(dot(n, x, x));
}

/** Proposition 3 on affine forces with p = nv contacts that pull at every
velocity: v^h is Lipschitz with h L_q, strongly monotone with h sigma_nu where
sigma_nu has the square that erratum 3.4 puts there; and the printed constant is
too large, for f = 0 and M = 4 I by a factor of 4.

Verifies PKS05 (Prop3). */
static void proposition_3(void)
{
    check_random g = {check_seed(312)};
    for (int k = 0; k < 300; k++) {
        arena a = {0};
        theta_random r;
        theta_posed x;
        theta_end e[2];
        double lambda[2][9] = {{0}}, dv[4], de[4], eigen = 1;
        theta_random_step(&g, 2, 0, &r);
        const int n = r.d.nv = 3;
        r.d.p = 1;
        theta_definite_random(&g, 3, 64, r.K);
        theta_definite_random(&g, 3, 2, r.C);
        memset(r.rows, 0, sizeof r.rows);
        memset(r.M, 0, sizeof r.M);
        for (int i = 0; i < n; i++) {
            r.rows[i * (n + 1)] = 1; /* e = lambda */
            r.M[i * (n + 1)] = k == 0 ? 4 : check_integer(&g, 2, 9);
        }
        if (k == 0)
            memset(r.J, 0, sizeof r.J);
        CHECK(theta_posed_new(&a, n, 3, &x).code == PERP_OK, "room");
        CHECK(theta_pose(&r.d, &a, &x).code == PERP_OK, "pose");
        for (int s = 0; s < 2; s++) {
            CHECK(theta_end_new(&a, n, 3, &e[s]).code == PERP_OK, "room");
            for (int i = 0; i < n; i++)
                lambda[s][i] = theta_small(&g, 160);
            theta_recover(&r.d, &x, lambda[s], &e[s]);
        }
        double most = 0, least = INFINITY;
        for (int i = 0; i < n; i++) {
            dv[i] = e[1].v[i] - e[0].v[i];
            de[i] = lambda[1][i] - lambda[0][i];
            most = fmax(most, r.M[i * (n + 1)]);
            least = fmin(least, r.M[i * (n + 1)]);
        }
        /* J = F_v + (1 - theta) h F_q Gamma: L stands for L_f (1 + ...). */
        double L = (1 - r.d.theta) * size(9, r.J), h = r.d.h;
        double strong = (least - h * L) / ((most + h * L) * (most + h * L));
        if (k == 0)
            eigen = h / 4;
        if (least > h * L && size(n, de) > 0) {
            double d2 = dot(n, de, de), slope = dot(n, dv, de) / d2;
            CHECK(slope >= h * strong * (1 - 1e-12), "monotone: %g, %g", slope,
                  h * strong);
            CHECK(size(n, dv) <= h / (least - h * L) * sqrt(d2) * (1 + 1e-12),
                  "Lipschitz");
            if (k == 0)
                CHECK(near(slope, eigen, 0) && slope < h * 4 / 4,
                      "the printed constant would be h: %g", slope);
        }
        arena_free(&a);
    }
    VERIFIES("PKS05 (Prop3)");
}

static void refused(theta_random *r, const char *word)
{
    arena a = {0};
    perp_status s = theta_definite(&r->d, &a);
    CHECK(s.code == PERP_INPUT && strstr(s.message, word) != NULL, "%s: %s",
          word, s.code == PERP_OK ? "passed" : s.message);
    arena_free(&a);
}

/** Stiffness and damping that are not symmetric and positive definite, and a
step too long for an accelerating force. */
static void wrong_matrices(void)
{
    check_random g = {check_seed(7)};
    theta_random r, good;
    theta_random_step(&g, 1, 0, &good);
    const int R = theta_rows(&good.d);
    arena a = {0};
    CHECK(theta_definite(&good.d, &a).code == PERP_OK, "good");
    for (int which = 0; which < 3; which++) {
        double *A[] = {r.K, r.C, r.M};
        static const char *const word[] = {"stiffness", "damping", "mass"};
        const int n = which == 2 ? good.d.nv : R;
        r = good;
        r.d.K = r.K;
        r.d.C = r.C;
        r.d.M = r.M;
        A[which][n * n - 1] = 0;
        refused(&r, word[which]);
        A[which][n * n - 1] = -1;
        refused(&r, "positive definite");
        if (n > 1) {
            A[which][n * n - 1] = 1e3;
            A[which][1] += 1;
            refused(&r, "not symmetric");
        }
    }
    theta_posed x;
    r = good;
    r.d.nv = 1;
    r.d.theta = 0;
    r.d.M = r.M;
    r.d.J = r.J;
    r.M[0] = 1;
    r.J[0] = 1 / r.d.h;
    CHECK(theta_posed_new(&a, 1, R, &x).code == PERP_OK, "room");
    perp_status s = theta_pose(&r.d, &a, &x);
    CHECK(s.code == PERP_LIMIT && strstr(s.message, "too long"), "%d", s.code);
    arena_free(&a);
}

/** Three contacts, the first and the last coupled: a block is asked as a whole, the message
names rows of the whole, and the pivots are those of the whole: 1 - (1 + 1/64)^2 < 0 in row 6,
where no 2 x 2 block of a contact has a negative one. */
static void blocks(void)
{
    check_random g = {check_seed(8)};
    theta_random r;
    do
        theta_random_step(&g, 1, 0, &r);
    while (r.d.p < 3);
    for (int i = 0; i < 36; i++)
        r.K[i] = r.C[i] = i % 7 == 0;
    arena a = {0};
    CHECK(theta_definite(&r.d, &a).code == PERP_OK, "diagonal");
    r.K[5] = r.K[30] = 1 - 1 / 64.0;
    CHECK(theta_definite(&r.d, &a).code == PERP_OK, "coupled");
    r.K[5] = r.K[30] = 1 + 1 / 64.0;
    refused(&r, "the stiffness of the contacts is not positive definite: its "
                "pivot 6");
    r.K[5] = 0.5;
    r.K[30] = 0;
    refused(&r, "entry 1,6 is 0.5 but 6,1 is 0");
    r.K[5] = 0;
    r.C[21] = -1;
    refused(&r, "the damping of the contacts is not positive definite: its "
                "pivot 4");
    arena_free(&a);
}

int main(void)
{
    RUN(recovers);
    RUN(monotone);
    RUN(proposition_3);
    RUN(wrong_matrices);
    RUN(blocks);
    DONE;
}
