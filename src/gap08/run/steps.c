/**
# A step in doubles

GAP08 section 4 says of (4.7) that it has a solution whenever $\tilde M$ is positive definite, by
the theorem of AP02, and that $\tilde M$ is so for small $h$. Both are asked here at each step;
the solution is `lcp/solve`'s. What remains is to tell which contacts stay, and to hand the problem to
whoever wants it (a certificate, the question for a second velocity, `--lcp`). What a run says of
its rows is [noted](noted.c) beside it.
*/
#include "gap08/run/second_velocity.h"
#include "gap08/run/spelt.h"
#include "run/tally.h"
#include "ap02/collision.h"
#include "ap02/definite.h"

#include <math.h>
#include <string.h>

/** ## Is there a solution?

Theorem 2.1 of AP02 needs $x^T\tilde M x > 0$ for all $x \ne 0$; only the
symmetric part has a say in it. A Cholesky factorisation of that part exists
exactly then (up to rounding, which this test leaves to the exact check).

$F$ is antisymmetric and drops out; the Jacobians do not. For one body pushed away from a point,
$k_1 = \kappa q$, $\tilde k_{1q} = \kappa > 0$, $\tilde M = m - \alpha\gamma h^2\kappa$: with $m =
1$, $\kappa = 100$ and $\alpha = \gamma = \frac12$ it is $1 - 25h^2$, positive for $h < \frac15$.
At $h = \frac15$ the step has no solution, beyond it a wrong one: the force would draw the body to
the point. Forces that pull back have $\tilde k_{1q} \le 0$ and bear any step.

*Cost.* $n_v^3/6$ multiplications where all is full. `first` has of each row of $L$ the place of its
first number that is not zero, and what stands before it is left out: a zero takes nothing from a
sum. $M$ has a block for each body, so has $L$, and what is left is to read $M$. None for $\tilde M$ when it is $M$ bit by bit, which is so
without Jacobians and Coriolis matrix. */
static int positive_definite(int n, const double *M, double *L, int *first)
{
    for (int i = 0; i < n; i++)
        first[i] = n;
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = 0.5 * (M[i * n + j] + M[j * n + i]);
            for (int k = first[i] > first[j] ? first[i] : first[j]; k < j; k++)
                sum -= L[i * n + k] * L[j * n + k];
            if (i == j && !(sum > 0))
                return 0;
            L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
            if (first[i] == n && L[i * n + j] != 0)
                first[i] = j;
        }
    return 1;
}

/** Doubles say that $\tilde M$ is not positive definite. Fractions decide, and the refusal names
the step that would do: for the body above 0.19999999999999998, the largest double below $\frac15$
(`ap02/definite.h`). When fractions say yes, doubles were wrong, and the step goes on. */
static perp_status which_step(run_state *r)
{
    const step_data *d = &r->data;
    const size_t vv = (size_t)(d->nv * d->nv);
    double least, *A = arena_take(&r->scratch, vv, sizeof *A);
    int yes;
    if (A == NULL)
        return PERP_NO_MEMORY(vv * sizeof *A);
    for (size_t i = 0; i < vv; i++)
        A[i] = d->F[i] + d->kv[i];
    definite_family f = {.n = d->nv,
                         .M = d->M,
                         .A = A,
                         .B = d->kq,
                         .a = r->scheme.alpha,
                         .b = r->scheme.alpha * r->scheme.gamma};
    PERP_TRY(definite_at(&r->scratch, &f, r->scheme.h, &yes));
    if (yes)
        return PERP_SUCCESS;
    PERP_TRY(definite_largest(&r->scratch, &f, r->scheme.h, &least));
    return PERP_FAIL(PERP_INPUT,
                     "M - alpha h (F + k1v) - alpha gamma h^2 k1q is not "
                     "positive definite at h = %g; take a smaller h (here "
                     "%.17g is proven to do, and the next larger double not "
                     "to) or jacobians = 'zero'",
                     r->scheme.h, least);
}

static perp_status check_mass(run_state *r, const double *Mt, double *L)
{
    const step_data *d = &r->data;
    int *first = arena_take_any(&r->scratch, (size_t)d->nv, sizeof *first);
    if (first == NULL)
        return PERP_NO_MEMORY((size_t)d->nv * sizeof *first);
    if (!positive_definite(d->nv, d->M, L, first))
        return PERP_FAIL(PERP_INPUT, "the mass matrix is not positive "
                                     "definite; every direction of motion "
                                     "needs a positive kinetic energy");
    if (memcmp(Mt, d->M, (size_t)(d->nv * d->nv) * sizeof *Mt) != 0 &&
        !positive_definite(d->nv, Mt, L, first))
        return which_step(r);
    return PERP_SUCCESS;
}

/** The problem of the step in doubles, in the step's arena. */
perp_status run_pose(run_state *r, lcp_problem *p)
{
    const step_data *d = &r->data;
    p->free = alpha_gamma_free(d->nv, d->m + d->s);
    p->n = alpha_gamma_pairs(d->p, d->r);
    size_t size = (size_t)(p->free + p->n), vv = (size_t)(d->nv * d->nv);
    double *Mt = arena_take(&r->scratch, vv, sizeof *Mt);
    double *L = arena_take(&r->scratch, vv, sizeof *L);
    double *A = arena_take_any(&r->scratch, size * size, sizeof *A);
    double *b = arena_take_any(&r->scratch, size, sizeof *b);
    if (Mt == NULL || L == NULL || A == NULL || b == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *A);
    alpha_gamma_pose(&r->scheme, d, Mt, A, b);
    if (r->rebound.push != NULL)
        decompression_push(d, r->rebound.push, b);
    if (r->rows != NULL)
        r->rows->ask(r, b);
    p->A = A;
    p->b = b;
    if (r->e->mode == EXPERIMENT_DOUBLE) /* else fractions decide, below */
        PERP_TRY(lcp_finite(p, r->stepping.h));
    return check_mass(r, Mt, L);
}

perp_status run_no_solution(lcp_outcome outcome)
{
    if (outcome == LCP_RAY)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "the step's problem ends on a ray: it has no "
                         "solution that Lemke can reach");
    return PERP_FAIL(PERP_LIMIT, "the step's problem was not decided within "
                                 "the pivot limit");
}

/** ## Who stays

A contact stays in the active set when it carried an impulse or its normal velocity is zero; a
basic $w$ is the normal velocity itself, a nonbasic one is zero. So the question is one of the
basis and not of a tolerance: a contact that rests has $n^Tx = 0$ as an equation, however it was
rounded. A contact that rests without load may have the pair the other way round, a basic $\rho$
that should be zero and is $10^{-17}$; it is let go, and the gap, still below the
tolerance, takes it back in the next row.

For the ball of `steps.h` in row 6 the basis says that $c_n$ is basic, $\rho$ is not, and
the floor stays. Had it been pulled up with 20 N, $c_n$ would be zero and nonbasic, $\rho =
x = \frac12v^{l+1} = \frac12$ m/s basic and positive: let go. In the exact modes the sign
of $w$ is that of a fraction, and a rest without load is told from a departure. */
static void mark_leaving(run_state *r, int free, const uint8_t *basis,
                         const double *w)
{
    for (int j = 0; j < r->data.p; j++)
        r->leaves[j] = !basis[j] && w[free + j] > 0;
}

static perp_status solve_double(run_state *r, lcp_problem *p, lcp_answer *x)
{
    int climbed = 0, taken;
    PERP_TRY(run_pose(r, p));
    PERP_TRY(lcp_answer_new(&r->scratch, p->free, p->n, x));
    mlcp_options options = mlcp_defaults;
    options.limits = r->e->limits;
    PERP_TRY(run_offer(r, p, x, &taken));
    if (!taken)
        PERP_TRY(mlcp_solve(p, &options, &r->scratch, x, &climbed));
    r->sum->fallbacks += climbed;
    if (x->outcome != LCP_SOLVED)
        return run_no_solution(x->outcome);
    if (x->residual > r->sum->max_residual)
        r->sum->max_residual = x->residual;
    run_keep(r, x->basis, taken);
    mark_leaving(r, p->free, x->basis, x->w);
    return PERP_SUCCESS;
}

static step_point step_at(const run_state *r)
{
    const double h = r->stepping.h;
    double t0 = run_time(r), t1 = r->clock.base + (double)(r->clock.k + 1) * h;
    if (r->ahead > 0) { /* on the way */
        t0 += r->ahead * h;
        t1 = t0 + h;
    }
    return (step_point){t0, t1, r->q, r->v, run_jacobians(r)};
}

/** The data of a step or a collision at the present state: $M$, forces, Jacobians, and
the rows of the active contacts. Forces are evaluated at both ends of the step in time,
$k_1(t_l, q^l, v^l)$ and $k_1(t_{l+1}, q^l, v^l)$, as (4.1) mixes them; a collision has
them too and, with $h = 0$, makes no use of them. */
perp_status run_assemble(run_state *r)
{
    if (run_rational(r))
        return run_assemble_exact(r);
    step_point at = step_at(r);
    return assemble_step(r->e->sys, &r->work, &at, &r->set, &r->data);
}

/** Does the compression that was solved last give something back? Fractions know
better than the doubles kept of them, in which an impulse may underflow. */
int run_gives(const run_state *r)
{
    const int exact = r->e->mode != EXPERIMENT_DOUBLE;
    for (int j = 0; j < r->data.p && r->rebound.e > 0; j++)
        if (exact ? mpq_sgn(r->result_exact.cn[j]) > 0 : r->result.cn[j] > 0)
            return 1;
    return 0;
}

/** What a problem is to a reader of the proof: a step; a jump, which is a compression
that nothing follows; a giving one, with a second phase behind it; a rebound, that phase.
The checker wants to know before it reads on, because a giving compression is followed by
a rebound with the same data. */
static certificate_kind kind_of(const run_state *r)
{
    if (!r->collided)
        return CERTIFICATE_STEP;
    if (r->rebound.push != NULL)
        return CERTIFICATE_REBOUND;
    return run_gives(r) ? CERTIFICATE_GIVING : CERTIFICATE_JUMP;
}

/** ## For others

What a certificate receives: the data in the arithmetic of the run, and the claim where there is
one. Level L2 is about the scene's geometry, too, and gets the state, the times and what the data
were evaluated from. A scheme whose law is of $x - \beta v$ and not of $x$ alone (Moreau and
Jean) says its two $\beta$, for contacts and for joints and slips; for alpha-gamma both are 0. */
void run_certify(run_state *r, const lcp_claim *claim)
{
    const int exact = run_rational(r);
    step_point at;
    level2_problem two;
    if (r->e->cert == NULL)
        return;
    certificate_problem p = {.d = &r->data,
                             .x = exact ? &r->exact : NULL,
                             .v = exact ? (const mpq_t *)r->result_exact.v
                                        : NULL,
                             .id = r->set.id,
                             .y = &r->result,
                             .claim = claim,
                             .kind = kind_of(r),
                             .a = &r->scratch};
    if (r->e->cert->level == CERTIFICATE_L2) {
        at = step_at(r);
        run_time_exact(r, r->t0);
        mpq_add(r->t1, r->t0, r->e->h);
        two = (level2_problem){
            .data = {.s = r->e->sys,
                     .at = &at,
                     .t0 = r->t0,
                     .t1 = r->t1,
                     .id = r->set.id,
                     .d = &r->data,
                     .jump = r->collided},
            .scheme = &r->scheme,
            .a = &r->scratch,
            .share = r->rebound.e,
            .push = r->rebound.push};
        if (r->rows != NULL)
            r->rows->back(r, two.back);
        p.two = &two;
    }
    certificate_solve(r->e->cert, &p);
}

void run_certify_move(run_state *r)
{
    const int exact = run_rational(r);
    certificate_move(r->e->cert, exact ? NULL : r->q_to,
                     exact ? (const mpq_t *)r->q_to_exact : NULL);
}

/** Where a trial step was cut: which share of it is over, exactly, since a double is a
fraction, and the state that the collision begins with. */
void run_certify_hit(run_state *r, double s)
{
    certificate_state y = {.q = r->q, .v = r->v, .nv = r->e->sys->nv};
    if (r->e->cert == NULL)
        return; /* a fraction would ask the heap */
    if (!run_rational(r))
        mpq_set_d(r->s_exact, s);
    else
        y = (certificate_state){.q_exact = (const mpq_t *)r->q_exact,
                                .v_exact = (const mpq_t *)r->v_exact,
                                .nv = y.nv};
    certificate_hit(r->e->cert, r->s_exact, &y);
}

/** In doubles nothing is proven; what is known of a solution is its residual, which
`mlcp_solve` has found small or has climbed to longer arithmetic for (`fallbacks`). */
static perp_status solve_stored(run_state *r)
{
    lcp_answer x;
    lcp_problem p;
    PERP_TRY(solve_double(r, &p, &x));
    alpha_gamma_recover(&r->scheme, &r->data, x.z, &r->result);
    run_certify(r, NULL);
    return second_velocity_ask(r, &p);
}

/** Solves the problem of `scheme` on the assembled data, in the arithmetic of
the run. */
perp_status run_solve(run_state *r, long row)
{
    r->sum->lcps++;
    PERP_TRY(spelt_posed(r));
    if (r->e->mode == EXPERIMENT_DOUBLE)
        return solve_stored(r);
    if (r->e->mode == EXPERIMENT_EXACT_CHECK)
        return run_solve_checked(r, row);
    return run_solve_rational(r, row);
}
