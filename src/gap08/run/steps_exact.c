/**
# A step over the rationals, and the verdict on it

`--exact-check` and `--rational` pose (4.7) exactly (`gap08/step/alpha_gamma_exact.c`), let
doubles propose bases, solve for a basis in fractions, and fall back on exact Lemke when all
proposals are wrong (`lcp/solve/climb.h`). How a solution was found does not matter for what
follows: the claim $z = Z/\delta$ is checked.

A row counts as *proven* when, with equality between integers,

1. $z$ solves (4.7), (4.8): every row, every sign, every pair;
2. if it is a collision, the kinetic energies balance: of a compression
   $|v^+|_M^2 + |v^+ - v^-|_M^2 + 2\sum\mu\lambda c_n = |v^-|_M^2$, of a decompression the same with
   the work of the push;
3. if it is a step of AP02's stiff schemes, the identity of its Theorem 2.4 holds;
4. friction and energy of the step balance, from the primary data (not behind a push, which works);
5. the doubles that are stored are the exact numbers, truncated toward zero, each of them.

| asked | by | knows |
|---|---|---|
| 1 | `lcp_claim_check` | $A$, $b$, the claim |
| 2 | `compression_check`, `decompression_check` | $M$, $v$, the rows |
| 3 | `stiff_check` | the same and springs |
| 4 | `alpha_gamma_check` | primary data, recovered velocity and impulses |
| 5 | `stored_as` | doubles and numerators |

`cases/GAP08/rocking_block.lua` for 2 s: 2002 rows, 5 of them collisions, 2007 problems,
all decided by the first rung (a basis that doubles have proposed, solved for in
fractions) and all rows proven. The residual of its doubles is at most $9 \cdot 10^{-13}$,
which no verdict reads.

1 to 4 are computed by functions that pose and solve nothing. 5 makes the statement one
about the table: the run goes on from stored doubles, and so it is the exact scheme, disturbed in each
component of the velocity by less than one unit of the last place a step.

*How much it differs from doubles.* Figure 9.1, its first three velocities $v_x$, m/s:

| row | doubles | `--exact-check` |
|---|---|---|
| 1 | 0.0015180000166666041 | 0.0015180000166666022 |
| 2 | 0.0030280002999963085 | 0.0030280002999963146 |
| 3 | 0.0045220019166189174 | 0.0045220019166189174 |

Push and friction nearly cancel, $8 - 7.848$ N, so the rounding of their sum is some units
of the fifteenth digit of what is left; in fractions nothing is lost. `--rational` refuses
this scene for its cosine. The falling ball of `steps.h` it runs: the numbers have one or
two digits until the collision, whose share of a step is a double and brings 15 or 16
digits above and below the line; at rest none are added.

*Why truncated.* Rounded to nearest, what is stored could have more energy than what was proven.
Toward zero no $|v_i|$ grows, so for a diagonal $M$ no kinetic energy does; for another $M$ it
may, by the last bits, because there a smaller $|v_1|$ alone can mean more energy: with $M =
\begin{bmatrix} 1 & -1\\ -1 & 2 \end{bmatrix}$ and $v = (1, 1)$ the energy is $\frac12$, with $v =
(0, 1)$ it is 1.
*/
#include "gap08/step/event.h"
#include "gap08/run/second_velocity.h"
#include "gap08/run/steps.h"
#include "ap02/collision.h"
#include "ap02/stiff.h"
#include "lcp/solve/climb.h"

#include <string.h>

static void truncate_all(double *to, const mpq_t *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = mpq_get_d(from[i]); /* toward zero */
}

static double quotient(mpz_srcptr num, mpz_srcptr den)
{
    mpq_t q = {{*num, *den}}; /* borrowed, and not in lowest terms */
    return mpz_sgn(num) == 0 ? 0 : mpq_get_d(q);
}

static void store_all(double *to, const mpz_t *from, mpz_srcptr den, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = quotient(from[i], den);
}

/** What is stored of an exact step: every number truncated toward zero, so that for a
diagonal $M$ the stored velocity never has more kinetic energy than the exact one. An
exact velocity is an integer over the common denominator of the claim; `quotient` lets the
library divide them as they are, without bringing them to lowest terms, which would cost
more than the division. $-\frac{1010}{1011}$ is stored as $-0.99901088031651819$, while
the nearest double is $-0.9990108803165183$. */
static void store(run_state *r, const step_numerators *y)
{
    store_all(r->result.x, (const mpz_t *)y->x, y->den, r->exact.nv);
    store_all(r->result.v, (const mpz_t *)y->v, y->den, r->exact.nv);
    store_all(r->result.cn, (const mpz_t *)y->cn, y->den, r->exact.p);
    store_all(r->result.f, (const mpz_t *)y->f, y->den, r->exact.r);
    store_all(r->result.cnu, (const mpz_t *)y->cnu, y->den, r->exact.m);
    store_all(r->result.cs, (const mpz_t *)y->cs, y->den, r->exact.s);
}

/** Compared with `!=`, doubles with doubles: the statement is that what is stored *is* the
truncation, and not that it is near. */
static int stored_as(const double *stored, const mpz_t *exact, mpz_srcptr den,
                     int n)
{
    for (int i = 0; i < n; i++)
        if (stored[i] != quotient(exact[i], den))
            return 0;
    return 1;
}

/** The balance of a collision, on the claim as it is, with a push in fractions. For a ball of 1 kg that arrives
with $-2$ m/s and is stopped: $0 + |0 + 2|^2 + 0 = |-2|^2$. A claim with $v^+ =
\frac1{10}$ and the $c_n$ to go with it, 2.1 N s, is refused by complementarity,
$c_n\,n^Tv^+ \ne 0$, and by the balance, $0.01 + 4.41 \ne 4$: two checks that know nothing
of each other. */
static perp_status collision_holds(run_state *r, const lcp_exact_problem *p,
                                   const lcp_claim *c)
{
    const mpq_t *push = r->rebound.push_exact;
    lcp_exact_answer x;
    if (push == NULL)
        return compression_check(&r->exact, (const mpz_t *)c->Z, c->den);
    PERP_TRY(lcp_exact_answer_new(&r->scratch, p->free, p->n, &x));
    lcp_claim_spell(p, c, &x);
    perp_status s = decompression_check(&r->exact, push, (const mpq_t *)x.z);
    lcp_exact_answer_clear(p->free, p->n, &x);
    return s;
}

/* The balances of the step's own rows. */
static perp_status balanced(const run_state *r, const mpz_t *Z, mpz_srcptr den,
                            const step_numerators *y)
{
    return r->rows != NULL
               ? r->rows->check(r, Z, den, y)
               : alpha_gamma_check(&r->scheme_exact, &r->exact, Z, den, y);
}

static perp_status stored(const run_state *r, const step_numerators *y)
{
    const step_exact *d = &r->exact;
    const step_result *of = &r->result;
    return stored_as(of->x, (const mpz_t *)y->x, y->den, d->nv) &&
                   stored_as(of->v, (const mpz_t *)y->v, y->den, d->nv) &&
                   stored_as(of->cn, (const mpz_t *)y->cn, y->den, d->p) &&
                   stored_as(of->f, (const mpz_t *)y->f, y->den, d->r) &&
                   stored_as(of->cnu, (const mpz_t *)y->cnu, y->den, d->m) &&
                   stored_as(of->cs, (const mpz_t *)y->cs, y->den, d->s)
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_REFUTED, "what is stored is another number");
}

/** The verdict on a step, from the claimed solution, the primary data and the
stored doubles: the problem is solved exactly, the balances hold exactly, and
what is stored is what was proven. */
static perp_status verdict(run_state *r, const lcp_exact_problem *p,
                           const lcp_claim *c, step_numerators *y)
{
    const mpz_t *Z = (const mpz_t *)c->Z;
    const step_exact *d = &r->exact;
    PERP_TRY(lcp_claim_check(p, c, NULL));
    if (r->collided)
        PERP_TRY(collision_holds(r, p, c));
    if (r->scheme_exact.form == STEP_LINEAR ||
        r->scheme_exact.form == STEP_LIMIT)
        PERP_TRY(stiff_check(&r->scheme_exact, d, Z, c->den));
    alpha_gamma_recover_numerators(&r->scheme_exact, d, Z, c->den, y);
    if (r->rebound.push_exact == NULL) /* a push works, too */
        PERP_TRY(balanced(r, Z, c->den, y));
    return stored(r, y);
}

/** A row that is not proven is no error: the run counts what it has proven. One that could
not be looked at, because memory was missing, is one: nothing is known of it, and
exit code 1 would say that a claim is refuted. */
static perp_status count_proven(run_state *r, const lcp_exact_problem *p,
                                const lcp_claim *c, step_numerators *y)
{
    perp_status s = verdict(r, p, c, y);
    r->sum->steps_proven += s.code == PERP_OK;
    return s.code == PERP_LIMIT ? s : PERP_SUCCESS;
}

/* For tests: the claim in fractions, spoilt, and brought back. */
static perp_status tamper(run_state *r, const lcp_exact_problem *p,
                          lcp_claim *c, long l)
{
    lcp_exact_answer x;
    if (r->e->tamper == NULL)
        return PERP_SUCCESS;
    PERP_TRY(lcp_exact_answer_new(&r->scratch, p->free, p->n, &x));
    lcp_claim_spell(p, c, &x);
    r->e->tamper(r->e->user, l, &x, r->result.cn);
    lcp_claim_of(&x, c);
    lcp_exact_answer_clear(p->free, p->n, &x);
    return PERP_SUCCESS;
}

/** What follows from a solution: who leaves, what is stored, is it proven? The order
matters. Contacts are let go by the sign of $w$ in the exact solution; what is stored is
written before the verdict, which reads it; a row that is not proven is stored all the
same, and the run goes on: that it is not counted is all that follows. A test that spoils
a claim (`tamper`) does so between, and finds the count short by one. */
static perp_status conclude(run_state *r, const lcp_exact_problem *p,
                            lcp_claim *c, const int *w_sign, long l)
{
    step_numerators y;
    PERP_TRY(step_numerators_new(&r->scratch, &r->exact, &y));
    r->sum->fallbacks += c->fallback;
    r->sum->rungs[c->rung]++;
    for (int j = 0; j < r->data.p; j++)
        r->leaves[j] = w_sign[j] > 0;
    alpha_gamma_recover_numerators(&r->scheme_exact, &r->exact,
                                   (const mpz_t *)c->Z, c->den, &y);
    store(r, &y);
    if (r->e->mode == EXPERIMENT_RATIONAL || r->spelt ||
        (r->collided && r->rebound.e > 0))
        alpha_gamma_spell(&r->exact, &y, &r->result_exact);
    perp_status s = tamper(r, p, c, l);
    if (s.code == PERP_OK) {
        run_certify(r, c);
        s = count_proven(r, p, c, &y);
    }
    step_numerators_clear(&y);
    return s;
}

/* The kept basis: *right = 1 and a claim that is proven, or nothing is known.
   Takes its time from that of the question. */
static perp_status offered(run_state *r, const lcp_problem *near,
                           ladder_question *q, lcp_claim *c, double *residual,
                           int *right)
{
    lcp_answer x;
    const double until = ladder_until(&q->limits);
    *right = 0;
    if (r->basis.at == NULL)
        return PERP_SUCCESS;
    PERP_TRY(lcp_answer_new(&r->scratch, near->free, near->n, &x));
    PERP_TRY(run_offer(r, near, &x, right));
    if (!*right)
        return PERP_SUCCESS;
    q->basis = x.basis;
    c->rung = RUNG_DOUBLE;
    *residual = x.residual;
    PERP_TRY(ladder_basis(q, &r->scratch, c, right));
    q->basis = NULL;
    return *right ? PERP_SUCCESS : ladder_left(until, &q->limits);
}

/** ## Solving

The exact rungs on the problem already posed in `room`. The double problem only proposes bases; if
all are wrong, exact Lemke starts cold. Posing it tests $\tilde M$ as well, so a step that has no
solution is refused with the same words in every mode. */
static perp_status prove(run_state *r, const lcp_exact_problem *p, long l)
{
    lcp_claim c;
    lcp_problem near;
    double residual;
    int taken, *w_sign = arena_take(&r->scratch, (size_t)p->n, sizeof *w_sign);
    if (w_sign == NULL)
        return PERP_NO_MEMORY((size_t)p->n * sizeof *w_sign);
    PERP_TRY(run_pose(r, &near));
    ladder_question q = {
        .p = p, .limits = r->e->limits, .w_sign = w_sign};
    PERP_TRY(lcp_claim_new(&r->scratch, p->free, p->n, &c));
    perp_status s = offered(r, &near, &q, &c, &residual, &taken);
    if (s.code == PERP_OK && !taken)
        s = climb_decide(&near, &q, &r->scratch, &c, &residual);
    if (s.code == PERP_OK && residual > r->sum->max_residual)
        r->sum->max_residual = residual;
    if (s.code == PERP_OK)
        s = c.outcome == LCP_SOLVED ? conclude(r, p, &c, w_sign, l)
                                    : run_no_solution(c.outcome);
    if (s.code == PERP_OK)
        run_keep(r, c.basis, taken);
    if (s.code == PERP_OK)
        s = second_velocity_ask(r, &near);
    lcp_claim_clear(&c);
    return s;
}

/** (4.7) in fractions, in the room that the run keeps; of a decompression with the push
on the right-hand side. Posed once and read by every rung, by the check and by the
certificate; none of them writes into it. */
static perp_status pose_exact(run_state *r, lcp_exact_problem *p)
{
    p->free = alpha_gamma_free(r->exact.nv, r->exact.m + r->exact.s);
    p->n = alpha_gamma_pairs(r->exact.p, r->exact.r);
    PERP_TRY(run_room(&r->room, p->free + p->n));
    alpha_gamma_pose_exact(&r->scheme_exact, &r->exact, r->room.A, r->room.b);
    if (r->rebound.push_exact != NULL)
        decompression_push_exact(&r->exact, r->rebound.push_exact, r->room.b);
    if (r->rows != NULL)
        r->rows->ask_exact(r, &r->exact, r->room.b);
    p->A = (const mpq_t *)r->room.A;
    p->b = (const mpq_t *)r->room.b;
    return PERP_SUCCESS;
}

/** The doubles of the step become the rational numbers that they are; $h$, $\alpha$, $\gamma$ are
the scene's own fractions where it wrote fractions. */
perp_status run_solve_checked(run_state *r, long l)
{
    lcp_exact_problem p;
    assemble_copy(&r->data, &r->exact);
    PERP_TRY(pose_exact(r, &p));
    return prove(r, &p, l);
}

/** Rounded twins of the exact data, from which doubles propose a basis. Cut off and not
rounded to nearest, because the library does it so; no statement depends on it, since a
basis is a list of indices, and a wrong proposal costs a rung and nothing else. Data that
overflow a double propose nonsense and are decided by exact Lemke. */
static void round_data(const step_exact *from, step_data *to)
{
    const int v = from->nv;
    to->p = from->p;
    to->r = from->r;
    truncate_all(to->M, (const mpq_t *)from->M, v * v);
    truncate_all(to->F, (const mpq_t *)from->F, v * v);
    truncate_all(to->kq, (const mpq_t *)from->kq, v * v);
    truncate_all(to->kv, (const mpq_t *)from->kv, v * v);
    truncate_all(to->k0, (const mpq_t *)from->k0, v);
    truncate_all(to->k1, (const mpq_t *)from->k1, v);
    truncate_all(to->nu, (const mpq_t *)from->nu, from->m * v);
    truncate_all(to->n, (const mpq_t *)from->n, from->p * v);
    truncate_all(to->d, (const mpq_t *)from->d, from->r * v);
    truncate_all(to->mu, (const mpq_t *)from->mu, from->p);
    truncate_all(to->v, (const mpq_t *)from->v, v);
    truncate_all(to->stiffness, (const mpq_t *)from->stiffness, from->s);
    truncate_all(to->damping, (const mpq_t *)from->damping, from->s);
    truncate_all(to->phi, (const mpq_t *)from->phi, from->s);
    truncate_all(to->a, (const mpq_t *)from->a, from->s * v);
    if (from->drift != NULL) {
        truncate_all(to->drift, (const mpq_t *)from->drift, from->p + from->r);
        truncate_all(to->rate, (const mpq_t *)from->rate, from->p + from->r);
    }
    memcpy(to->slip_at, from->slip_at,
           (size_t)(from->p + 1) * sizeof *to->slip_at);
}

/** ## Over the rationals only

Where the cubic of the trial step is at the fraction $s$, without rounding:
$q^l + h\Gamma(W\bar v + (s - W)v)$. At $s = 1$ it is (4.4a). */
void run_position_exact(const run_state *r, mpq_srcptr s, mpq_t *q)
{
    const perp_system *sys = r->e->sys;
    const mpq_t *to = (const mpq_t *)r->result_exact.v;
    mpq_t t, mean, W;
    mpq_inits(t, mean, W, NULL);
    event_path_exact(r->e->gamma, s, W);
    for (int i = 0; i < sys->nq; i++)
        mpq_set(q[i], r->q_exact[i]);
    for (int j = 0; j < sys->nv; j++) {
        mpq_sub(mean, to[j], r->v_exact[j]);
        mpq_mul(mean, mean, W);
        mpq_mul(t, r->v_exact[j], s);
        mpq_add(mean, mean, t); /* W vbar + (s - W) v */
        mpq_mul(mean, mean, r->e->h);
        for (int i = 0; i < sys->nq; i++) {
            if (!sys->has_G && i != j)
                continue;
            mpq_set(t, mean);
            if (sys->has_G)
                mpq_mul(t, t, r->exact.G[i * sys->nv + j]);
            mpq_add(q[i], q[i], t);
        }
    }
    mpq_clears(t, mean, W, NULL);
}

/** The tapes are evaluated over the rationals, and rounded for the doubles that only propose. A
sine of a number other than zero, or an irrational root, ends the run at that step, with its place
in the scene. */
perp_status run_assemble_exact(run_state *r)
{
    run_time_exact(r, r->t0);
    if (r->ahead > 0) {
        mpq_mul(r->t1, r->s_exact, r->e->h);
        mpq_add(r->t0, r->t0, r->t1);
    }
    mpq_add(r->t1, r->t0, r->e->h);
    step_point_exact at = {r->t0, r->t1, (const mpq_t *)r->q_exact,
                           (const mpq_t *)r->v_exact, run_jacobians(r)};
    PERP_TRY(assemble_exact(r->e->sys, &r->work, &at, &r->set, &r->exact));
    round_data(&r->exact, &r->data);
    return PERP_SUCCESS;
}

perp_status run_solve_rational(run_state *r, long l)
{
    lcp_exact_problem p;
    PERP_TRY(pose_exact(r, &p));
    return prove(r, &p, l);
}
