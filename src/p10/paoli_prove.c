/**
# A step, solved and proven in fractions

The slides are about exact numbers, and so are the lemmas. A run says "proven"
of a step when its problem, posed from its primary data as fractions, was solved
without rounding and paoli_check.c accepted the answer.

| | `--rational` | `--exact-check` |
|---|---|---|
| $M$, $g$, $f$, $\nabla f$ | the scene's formulas, in fractions | the doubles of the step |
| constraints in hand at first | none: then those that are violated | those of the doubles' answer |
| basis | Lemke's own | what the doubles propose |
| $q^{n+1}$, $V^n$ | exact | truncated toward zero |
| lemmas | as printed | with the disturbance $\beta$ of the truncation |

A wrong proposal costs time and nothing else: a violated constraint comes in
hand and the round is made again, a wrong basis is found out by `mlcp_prove`.

Why one $K$ for a run in doubles: Lemma 3 compares two steps, and wants
$Z^{n-1}$ in the set whose wall $Z^n$ touches. The doubles of a gap at $q^n$ and
at $q^{n-1}$ are two roundings of one function, so two sets, some $10^{-16}$
apart; what touches one may be outside of the other, and $(\nabla f_a, D) \le 0$
may fail by $10^{-16}/h$. */
#include "p10/paoli_step.h"
#include "number/rational.h"
#include "lcp/solve/mlcp.h"

#include <string.h>

static void set_input(paoli_state *r, const mpq_t *q)
{
    const int v = r->sys->nv;
    for (int i = 0; i < v; i++) {
        mpq_set(r->work.in_exact[i], q[i]);
        mpq_set(r->work.in_exact[v + i], r->all.v[i]);
    }
    mpq_set_si(r->time, r->n, 1);
    mpq_mul(r->time, r->time, r->e->h);
    mpq_set(r->work.in_exact[2 * v], r->time);
}

/** The gradients of linear gaps, once for the whole run. */
perp_status paoli_rows_exact(paoli_state *r)
{
    const perp_system *s = r->sys;
    if (s->scene_contacts == 0)
        return PERP_SUCCESS;
    set_input(r, (const mpq_t *)r->q_exact);
    PERP_TRY(tape_exact(&s->row, (const mpq_t *)r->work.in_exact,
                        r->work.out_exact));
    for (int j = 0; j < s->scene_contacts; j++)
        for (int i = 0; i < s->nv; i++)
            mpq_set(r->all.n[j * s->nv + i],
                    r->work.out_exact[s->row_at[j] + i]);
    return PERP_SUCCESS;
}

static perp_status evaluate_mass(paoli_state *r)
{
    const int v = r->sys->nv;
    mpq_t *out = r->work.out_exact, t;
    if (r->steady && r->n > 0)
        return PERP_SUCCESS;
    PERP_TRY(
        tape_exact(&r->sys->inertia, (const mpq_t *)r->work.in_exact, out));
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++) {
            if (!mpq_equal(out[i * v + j], out[j * v + i]))
                return PERP_FAIL(PERP_INPUT,
                                 "the mass matrix is not symmetric: M[%d][%d] "
                                 "differs from M[%d][%d]",
                                 i + 1, j + 1, j + 1, i + 1);
            mpq_set(r->all.M[i * v + j], out[i * v + j]);
        }
    mpq_init(t);
    for (int i = 0; r->sys->has_F && i < v; i++)
        for (int j = 0; j < v; j++) {
            mpq_mul(t, out[v * v + i * v + j], r->all.v[j]);
            mpq_add(r->all.g[i], r->all.g[i], t);
        }
    mpq_clear(t);
    return PERP_SUCCESS;
}

/** The twin of `paoli_evaluate`, without the prediction. */
perp_status paoli_evaluate_exact(paoli_state *r)
{
    set_input(r, (const mpq_t *)r->q_exact);
    PERP_TRY(
        tape_exact(&r->sys->force, (const mpq_t *)r->work.in_exact, r->all.g));
    PERP_TRY(evaluate_mass(r));
    for (int i = 0; paoli_share(r) < 1 && i < r->sys->nv; i++)
        mpq_div_2exp(r->all.g[i], r->all.g[i], 1);
    PERP_TRY(assemble_gaps_exact(r->sys, &r->work, (const mpq_t *)r->q_exact));
    for (int j = 0; j < r->sys->contacts; j++)
        mpq_set(r->all.f[j], r->work.gap_exact[j]);
    memset(r->held, 0, (size_t)r->sys->contacts);
    r->p = 0;
    return PERP_SUCCESS;
}

/** The gaps of a polyhedron at $q^n$: $f_a(q^n) = f_a(0) + n_a q^n$ without
rounding, where $f_a(0) = f_a(q_0) - n_a q_0$ from the doubles of row and gap at
the start. So all steps of a run have one and the same $K$, which is what the
lemmas want, and not each step a $K$ of its own, rounded. */
static void place_polyhedron(paoli_state *r)
{
    const int v = r->sys->nv;
    mpq_t t;
    mpq_init(t);
    for (int j = 0; j < r->sys->contacts; j++) {
        mpq_ptr f = r->all.f[j], at = r->offset[j];
        if (r->n > 0)
            mpq_set(f, at);
        else
            mpq_set(at, f);
        for (int i = 0; i < v; i++) {
            mpq_mul(t, r->all.n[j * v + i], r->q_exact[i]);
            if (r->n > 0)
                mpq_add(f, f, t);
            else
                mpq_sub(at, at, t);
        }
    }
    mpq_clear(t);
}

/** The doubles of a step as the rationals they are: its primary data. For a
curved $K$ the constraints are those of the last linearisation. */
void paoli_copy_exact(paoli_state *r)
{
    const size_t v = (size_t)r->sys->nv, p = (size_t)r->sys->contacts;
    if (!r->steady || r->n == 0)
        rational_of_doubles(v * v, r->M, r->all.M);
    rational_of_doubles(v, r->g, r->all.g);
    for (size_t i = 0; i < v; i++) /* V^{n-1} of the step before */
        mpq_swap(r->before[i], r->all.v[i]);
    rational_of_doubles(v, r->v, r->all.v);
    rational_of_doubles(v, r->q, r->q_exact);
    if (!r->flat || r->n == 0 || r->moreau)
        rational_of_doubles(p, r->f, r->all.f);
    if (!r->flat || r->n == 0)
        rational_of_doubles(p * v, r->rows, r->all.n);
    if (r->flat && !r->moreau)
        place_polyhedron(r);
}

/** The problem of the constraints in hand. Their rows are borrowed: the structs
are copied, the limbs are not. */
typedef struct {
    paoli_exact s;
    paoli_exact_data d;
    mpq_t *B, *A, *b;
    size_t count;
    lcp_exact_answer x;
    int answered;
} hand;

static perp_status hand_begin(paoli_state *r, hand *k)
{
    const size_t p = (size_t)r->p, v = (size_t)r->sys->nv;
    k->s = paoli_numbers_exact(r);
    k->d = r->all;
    k->d.p = r->p;
    k->d.n = arena_take(&r->scratch, p * v, sizeof(mpq_t));
    k->d.f = arena_take(&r->scratch, p, sizeof(mpq_t));
    if (k->d.n == NULL || k->d.f == NULL)
        return PERP_NO_MEMORY(p * v * sizeof(mpq_t));
    for (size_t i = 0; i < p; i++) {
        size_t j = (size_t)r->id[i];
        memcpy(k->d.n + i * v, r->all.n + j * v, v * sizeof(mpq_t));
        memcpy(k->d.f + i, r->moreau ? &r->zero : r->all.f + j, sizeof(mpq_t));
    }
    if ((k->B = rational_array(&r->scratch, p * v + p * p + p)) == NULL)
        return PERP_NO_MEMORY(p * v * sizeof(mpq_t));
    k->count = p * v + p * p + p;
    k->A = k->B + p * v;
    k->b = k->A + p * p;
    PERP_TRY(lcp_exact_answer_new(&r->scratch, 0, r->p, &k->x));
    k->answered = 1;
    return PERP_SUCCESS;
}

static void hand_end(hand *k)
{
    if (k->answered)
        lcp_exact_answer_clear(0, k->d.p, &k->x);
    rational_clear(k->B, k->count);
}

static void see_angle(paoli_state *r, const mpq_t *A)
{
    int a, b;
    mpq_srcptr e = r->e->e != NULL ? r->e->e : r->zero;
    if (r->angle.step == 0 && r->p > 1 &&
        !paoli_angle_exact(e, r->p, A, &a, &b))
        r->angle = (paoli_sighting){r->n + 1, r->id[a], r->id[b]};
}

static perp_status solve(paoli_state *r, hand *k, const uint8_t *basis)
{
    int fallback = 0;
    paoli_pose_exact(&k->s, &k->d, &r->metric_exact, (const mpq_t *)r->w_exact,
                     k->B, k->A, k->b);
    if (paoli_rational(r))
        see_angle(r, (const mpq_t *)k->A);
    lcp_exact_problem q = {0, r->p, (const mpq_t *)k->A, (const mpq_t *)k->b};
    if (paoli_rational(r))
        PERP_TRY(paoli_posed(r, NULL, &q));
    PERP_TRY(mlcp_prove(&q, basis, &r->scratch, &k->x, &fallback));
    r->sum->fallbacks += basis != NULL && fallback;
    r->sum->lcps += paoli_rational(r);
    if (k->x.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "the constraints leave no point to project on");
    return PERP_SUCCESS;
}

/** The twin of `take_violated`, without its allowance. */
static int take_violated(paoli_state *r)
{
    const int v = r->sys->nv;
    int came = 0;
    mpq_t x, t;
    mpq_inits(x, t, NULL);
    for (int j = 0; j < r->sys->contacts; j++) {
        mpq_set_ui(x, 0, 1);
        for (int i = 0; i < v && !r->held[j]; i++) {
            mpq_mul(t, r->all.n[j * v + i], r->w_exact[i]);
            mpq_add(x, x, t);
        }
        mpq_mul(x, x, r->e->h);
        mpq_add(x, x, r->all.f[j]);
        if (!r->held[j] && mpq_sgn(x) < 0)
            came += r->held[j] = 1;
    }
    mpq_clears(x, t, NULL);
    r->p = 0;
    for (int j = 0; j < r->sys->contacts; j++)
        if (r->held[j])
            r->id[r->p++] = j;
    return came;
}

static void claim_impulses(paoli_state *r, const hand *k)
{
    for (int j = 0; j < r->sys->contacts; j++)
        mpq_set_ui(r->impulse_exact[j], 0, 1);
    for (int i = 0; i < k->d.p; i++)
        mpq_set(r->impulse_exact[r->id[i]], k->x.z[i]);
}

/** What is stored: every number truncated toward zero, so that the double is
less than one unit in the last place from the proven number, and on a known
side. */
static void store(paoli_state *r, const hand *k)
{
    claim_impulses(r, k);
    for (int j = 0; j < r->sys->contacts; j++)
        r->impulse[j] = rational_truncated(r->impulse_exact[j]);
    for (int i = 0; i < r->sys->nv; i++) {
        r->V[i] = rational_truncated(r->V_exact[i]);
        r->w[i] = rational_truncated(r->w_exact[i]);
    }
}

/** $Z^n = q^n + h w$, and by how much $(1+e)(Z^n - Z^{n-1})/h$ differs from
$V^n + e V^{n-2}$ because the states in between were rounded; without rounding,
not at all. With $\beta$ for it, $D = V^n + eV^{n-2} + \beta$ holds by
definition, and every lemma about $D$ holds as it stands: it was never about
velocities, but about two points of $K$. */
static void disturb(paoli_state *r, const hand *k)
{
    mpq_t Z, t;
    mpq_inits(Z, t, NULL);
    for (int i = 0; i < r->sys->nv; i++) {
        mpq_mul(Z, r->e->h, r->w_exact[i]);
        mpq_add(Z, Z, r->q_exact[i]);
        mpq_sub(t, Z, r->Z_exact[i]);
        mpq_set(r->Z_exact[i], Z);
        mpq_div(t, t, r->e->h);
        mpq_mul(Z, t, k->s.e);
        mpq_add(t, t, Z);
        mpq_sub(t, t, r->V_exact[i]);
        mpq_mul(Z, k->s.e, r->before[i]);
        mpq_sub(r->slip[i], t, Z);
    }
    mpq_clears(Z, t, NULL);
}

/** The verdict, over *all* constraints: those not in hand have no impulse and
must hold. On a polyhedron the velocities must also obey the lemmas. In a run of
doubles they are the lemmas of the motion that the doubles made, with the
rounding of the states as an exact disturbance. Of Moreau's step the constraints
in hand are all that are closed. */
static int proven(paoli_state *r, const hand *k)
{
    paoli_claim claim = {(const mpq_t *)r->w_exact, (const mpq_t *)r->V_exact,
                         (const mpq_t *)r->impulse_exact,
                         r->n > 1 ? (const mpq_t *)r->before : NULL,
                         (const mpq_t *)r->slip};
    for (int j = 0; j < r->sys->contacts; j++)
        if (r->impulse[j] != rational_truncated(r->impulse_exact[j]))
            return 0;
    if (r->moreau) {
        claim.impulse = (const mpq_t *)k->x.z;
        return paoli_check(&k->s, &k->d, &claim).code == PERP_OK;
    }
    disturb(r, k);
    if (paoli_check(&k->s, &r->all, &claim).code != PERP_OK)
        return 0;
    return !r->flat ||
           paoli_check_convex(&k->s, &r->all, &claim).code == PERP_OK;
}

static void swap(mpq_t *a, mpq_t *b, int n)
{
    for (int i = 0; i < n; i++)
        mpq_swap(a[i], b[i]);
}

/** $q^{n+1} = q^n + h V^n$, and the velocities move down by one. The rounded
twins follow, for the trace. */
static void advance(paoli_state *r)
{
    const int v = r->sys->nv;
    mpq_t t;
    mpq_init(t);
    swap(r->before, r->all.v, v);
    for (int i = 0; i < v; i++) {
        mpq_set(r->all.v[i], r->V_exact[i]);
        mpq_mul(t, r->e->h, r->V_exact[i]);
        if (!r->moreau)
            mpq_add(r->q_exact[i], r->q_exact[i], t);
        r->q[i] = mpq_get_d(r->q_exact[i]);
        r->v[i] = r->V[i];
    }
    mpq_clear(t);
    if (r->moreau)
        moreau_move(r);
}

/** One round: project on the constraints in hand, in exact arithmetic. The
answer lies in r->w_exact, r->V_exact and k->x, whose z become impulses. */
static perp_status project(paoli_state *r, hand *k, const uint8_t *proposed)
{
    uint8_t *basis = NULL;
    PERP_TRY(hand_begin(r, k));
    if (proposed != NULL) {
        if ((basis = arena_take(&r->scratch, (size_t)r->p, 1)) == NULL)
            return PERP_NO_MEMORY(r->p);
        for (int i = 0; i < r->p; i++)
            basis[i] = proposed[r->id[i]];
    }
    paoli_predict_exact(&k->s, &k->d, &r->metric_exact, r->w_exact);
    if (r->p > 0)
        PERP_TRY(solve(r, k, basis));
    paoli_recover_exact(&k->s, &k->d, (const mpq_t *)k->B, k->x.z, r->w_exact,
                        r->V_exact);
    return PERP_SUCCESS;
}

/** Stores, checks, and in a rational run goes on. */
static void conclude(paoli_state *r, hand *k)
{
    store(r, k);
    if (r->e->tamper != NULL) {
        r->e->tamper(r->e->user, r->n, &k->x, r->impulse);
        claim_impulses(r, k);
    }
    r->sum->steps_proven += proven(r, k);
    if (paoli_rational(r))
        advance(r);
}

/** Exact rungs of a step: the doubles, when there are any, propose which
constraints to take in hand and which of them push. */
perp_status paoli_prove(paoli_state *r)
{
    perp_status s = PERP_SUCCESS;
    const uint8_t *proposed = paoli_rational(r) ? NULL : r->basis;
    if (!r->steady || r->n == 0)
        s = paoli_exact_factor((const mpq_t *)r->all.M, &r->metric_exact);
    for (int more = 1; more && s.code == PERP_OK; proposed = NULL) {
        hand k = {0};
        s = project(r, &k, proposed);
        more = s.code == PERP_OK && !r->moreau && take_violated(r) > 0;
        if (s.code == PERP_OK && !more)
            conclude(r, &k);
        hand_end(&k);
    }
    return s;
}
