#include "check.h"
#include "lcp/solve/mlcp.h"
#include "gap08/step/alpha_gamma.h"
#include "step_random.h"

#include <math.h>

/** The rows of (4.4), written as the paper writes them, from the solution that
the posed problem gives: nothing of the posing is used. The largest violation,
relative to the sizes that occur. */
static double violation(const alpha_gamma *s, const step_data *d,
                        const double *z, const step_result *y)
{
    const double a = s->alpha, g = s->gamma, h = s->h;
    const int nv = d->nv, free = nv + d->m + d->s, beta = free + d->p;
    const double *lambda = z + beta + 2 * d->r;
    double worst = 0;
    for (int i = 0; i < nv; i++) { /* (4.18), (4.17) */
        double left = 0, right = h * ((1 - a) * d->k0[i] + a * d->k1[i]);
        for (int j = 0; j < nv; j++) {
            double M = d->M[i * nv + j] - a * h * d->kv[i * nv + j] -
                       a * g * h * h * d->kq[i * nv + j];
            double va = a * y->v[j] + (1 - a) * d->v[j];
            left += M * (y->v[j] - d->v[j]);
            right += a * h * h * d->kq[i * nv + j] * d->v[j] +
                     h * d->F[i * nv + j] * va;
        }
        for (int j = 0; j < d->m; j++)
            right += d->nu[j * nv + i] * y->cnu[j];
        for (int j = 0; j < d->p; j++)
            right += d->n[j * nv + i] * y->cn[j];
        for (int k = 0; k < d->r; k++)
            right += d->d[k * nv + i] * y->f[k];
        for (int k = 0; k < d->s; k++)
            right += d->a[k * nv + i] * y->cs[k];
        worst = fmax(worst, fabs(left - right) / (1 + fabs(left)));
    }
    /* (4.5), (4.17): the force -stiff phi - damp a'v, and what its Jacobians add */
    for (int k = 0; k < d->s; k++) {
        double was = 0, change = 0;
        for (int i = 0; i < nv; i++) {
            was += d->a[k * nv + i] * d->v[i];
            change += d->a[k * nv + i] * (y->v[i] - d->v[i]);
        }
        double stiff = d->stiffness[k], damp = d->damping[k];
        double c = -h * (stiff * d->phi[k] + damp * was) -
                   a * h * h * stiff * was -
                   a * h * (damp + g * h * stiff) * change;
        worst = fmax(worst, fabs(c - y->cs[k]) / (1 + fabs(c)));
    }
    for (int j = 0; j < d->m; j++) { /* (4.4c) */
        double rate = 0;
        for (int i = 0; i < nv; i++)
            rate += d->nu[j * nv + i] * (a * y->v[i] + (1 - a) * d->v[i]);
        worst = fmax(worst, fabs(rate));
    }
    for (int j = 0; j < d->p; j++) { /* (4.4d)-(4.4f) */
        double rho = 0, spent = 0;
        for (int i = 0; i < nv; i++)
            rho += d->n[j * nv + i] * (a * y->v[i] + (1 - a) * d->v[i]);
        worst = fmax(worst, fabs(fmin(rho, y->cn[j])));
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            for (int back = 0; back < 2; back++) {
                double slip = 0, b = z[beta + 2 * k + back] / a;
                for (int i = 0; i < nv; i++)
                    slip +=
                        d->d[k * nv + i] * (a * y->v[i] + (1 - a) * d->v[i]);
                double sigma = lambda[j] + (back == 0 ? slip : -slip);
                worst = fmax(worst, fabs(fmin(sigma, b)));
                spent += b;
            }
        double zeta = d->mu[j] * y->cn[j] - spent;
        worst = fmax(worst, fabs(fmin(zeta, lambda[j])));
    }
    return worst;
}

/* Verifies GAP08 (4.4b)-(4.4f), (4.5), (4.6), (4.7), (4.8), (4.10), (4.1), (4.2),
   (4.3). The solution of the posed problem, put into the scheme as it is
   written, on random steps with joints, springs, contacts, Coriolis and
   Jacobians. */
static void solves_the_scheme(void)
{
    check_random rng = {check_seed(41)};
    for (int trial = 0; trial < 2000; trial++) {
        step_random_sizes size = {
            check_integer(&rng, 1, 5), check_integer(&rng, 0, 1),
            check_integer(&rng, 0, 3), check_integer(&rng, 0, 2)};
        step_random step;
        step_random_springs = check_integer(&rng, 0, 2);
        step_random_make(&step, &rng, size);
        alpha_gamma s = {check_uniform(&rng, 0.5, 1), check_uniform(&rng, 0, 1),
                         0.01, STEP_FAMILY};
        double *x, Mt[25];
        lcp_problem p = step_random_pose(&step, &s, Mt);
        lcp_answer answer;
        int climbed = 0;
        CHECK(lcp_answer_new(&step.a, p.free, p.n, &answer).code == PERP_OK,
              "memory");
        CHECK(mlcp_solve(&p, &mlcp_defaults, &step.a, &answer, &climbed).code ==
                  PERP_OK,
              "trial %d", trial);
        CHECK(answer.outcome == LCP_SOLVED, "trial %d: outcome %d", trial,
              (int)answer.outcome);
        x = answer.z;
        alpha_gamma_recover(&s, &step.d, x, &step.y);
        double bad = violation(&s, &step.d, x, &step.y);
        CHECK(bad < 1e-9, "trial %d: violation %g", trial, bad);
        step_random_free(&step);
    }
    VERIFIES("GAP08 (4.4b)-(4.4f), (4.5), (4.6), (4.7), (4.8), (4.10), (4.1), "
             "(4.2), (4.3)");
}

/* Erratum 0-1: with the printed (1 - alpha) h F v the gyroscopic force
   vanishes at alpha = 1; with h F v a free body with F keeps turning. One
   step of omega' = F omega, F antisymmetric: v+ - v = h F x exactly. */
static void coriolis_is_whole(void)
{
    double M[4] = {1, 0, 0, 1}, F[4] = {0, -2, 2, 0}, zero[4] = {0};
    double v[2] = {1, 0}, A[4], b[2], Mt[4];
    int slip_at[1] = {0};
    step_data d = {.nv = 2,
                   .M = M,
                   .F = F,
                   .kq = zero,
                   .kv = zero,
                   .k0 = zero,
                   .k1 = zero,
                   .v = v,
                   .slip_at = slip_at};
    alpha_gamma s = {.alpha = 1, .gamma = 1, .h = 0.125};
    alpha_gamma_pose(&s, &d, Mt, A, b);
    /* (1 - h F) x = v: x = (1, h 2) / (1 + (2 h)^2) */
    double x0 = 1 / (1 + 0.0625), x1 = 0.25 / (1 + 0.0625);
    CHECK(fabs(A[0] * x0 + A[1] * x1 + b[0]) < 1e-15 &&
              fabs(A[2] * x0 + A[3] * x1 + b[1]) < 1e-15,
          "%g %g", A[0] * x0 + A[1] * x1 + b[0], A[2] * x0 + A[3] * x1 + b[1]);
}

/* Erratum 0-2, with the facts' numbers: contact, v = .3 away from it, h = .1,
   g = 9.81, alpha = 1/2: v+ = -.3 and c_n = .381; the printed (4.7) would give
   v+ = 0, c_n = .681. */
static void weighted_rows(void)
{
    double M[1] = {1}, zero[1] = {0}, k[1] = {-9.81}, v[1] = {0.3};
    double n[1] = {1}, mu[1] = {0}, b[3], Mt[1];
    double A[9] = {9, 9, 9, 9, 9, 9, 9, 9, 9}; /* is overwritten */
    int slip_at[2] = {0, 0};
    step_data d = {.nv = 1,
                   .p = 1,
                   .M = M,
                   .F = zero,
                   .kq = zero,
                   .kv = zero,
                   .k0 = k,
                   .k1 = k,
                   .n = n,
                   .mu = mu,
                   .v = v,
                   .slip_at = slip_at};
    alpha_gamma s = {.alpha = 0.5, .gamma = 0.5, .h = 0.1};
    double z[3] = {0, 0.5 * 0.381, 0}, work[6], vp, x, cn;
    step_result y = {.x = &x, .v = &vp, .cn = &cn};
    alpha_gamma_pose(&s, &d, Mt, A, b);
    lcp_problem p = {1, 2, A, b};
    CHECK(lcp_residual(&p, z, work) < 1e-15, "residual %g",
          lcp_residual(&p, z, work));
    alpha_gamma_recover(&s, &d, z, &y);
    CHECK(fabs(vp + 0.3) < 1e-15 && fabs(cn - 0.381) < 1e-15, "%g %g", vp, cn);
}

int main(void)
{
    RUN(solves_the_scheme);
    RUN(coriolis_is_whole);
    RUN(weighted_rows);
    DONE;
}
