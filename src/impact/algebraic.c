#include "impact/algebraic.h"

#include "impact/routh.h"
#include "num/rational.h"
#include "solve/ladder.h"

static perp_status put_solution(arena *a, const step_exact *d, const mpq_t *z,
                                int impacts, outcomes *out)
{
    const size_t n = (size_t)(d->p + d->r) + 1;
    mpq_t *L = rational_array(a, n);
    if (L == NULL)
        return PERP_NO_MEMORY(n * sizeof *L);
    impact_impulses(d, 0, z, L);
    perp_status s = outcomes_put(a, out, z, (const mpq_t *)L, impacts);
    rational_clear(L, n);
    return s;
}

/* v' of one solution of law (31), proven. */
static perp_status one_solution(arena *a, const step_exact *d, int impacts,
                                const outcomes_search *how, outcomes *out)
{
    lcp_exact_problem p;
    lcp_exact_answer x;
    int fallback;
    PERP_TRY(impact_pose(a, d, &p));
    const ladder_question q = {
        .p = &p, .limits = outcomes_limits(how), .cold = 1};
    perp_status s = lcp_exact_answer_new(a, p.free, p.n, &x);
    if (s.code == PERP_OK) {
        s = ladder_prove(&q, a, &x, &fallback);
        if (s.code == PERP_OK && x.outcome != LCP_SOLVED)
            s = PERP_FAIL(PERP_BUG, "law (31) ended on a ray; the mass matrix "
                                    "is not positive definite");
        if (s.code == PERP_OK)
            s = put_solution(a, d, (const mpq_t *)x.z, impacts, out);
        lcp_exact_answer_clear(p.free, p.n, &x);
    }
    lcp_exact_problem_clear(&p);
    return s;
}

/** Where nothing approaches the law is not asked: $v^+ = v$. It might well have
other solutions there, impacts without collision, which (31) may be asked for
through `outcomes_of_law`.

Implements HP23 (71). */
perp_status algebraic_simultaneous(arena *a, const step_exact *d,
                                   mpq_srcptr tolerance, outcomes_search *all,
                                   outcomes *out)
{
    const mpq_t *v = (const mpq_t *)d->v;
    if (impact_colliding(d, v, tolerance) < 0)
        return outcomes_add(a, out, v, 0);
    if (all != NULL && !all->one)
        return outcomes_of_law(a, d, 1, all, out);
    return one_solution(a, d, 1, all, out);
}

static perp_status resolve(arena *a, const step_exact *one, const sequence *s,
                           int impacts, outcomes *out)
{
    if (s->law == SINGLE_ROUTH)
        return routh_outcome(a, one, impacts, out);
    if (s->all != NULL && !s->all->one)
        return outcomes_of_law(a, one, impacts, s->all, out);
    return one_solution(a, one, impacts, s->all, out);
}

/* The place in the order of the first contact from `turn` on that approaches,
   going round once; -1: none. */
static int next_turn(const step_exact *d, const sequence *s, const mpq_t *v,
                     int turn)
{
    mpq_t speed;
    int found = -1;
    mpq_init(speed);
    for (int k = 0; k < s->orders && found < 0; k++) {
        int at = (turn + k) % s->orders;
        impact_normal(d, s->order[at], v, speed);
        mpq_add(speed, speed, s->tolerance);
        if (mpq_sgn(speed) < 0)
            found = at;
    }
    mpq_clear(speed);
    return found;
}

static perp_status follow(arena *a, const step_exact *d, const sequence *s,
                          const outcome *from, int turn, outcomes *out);

/* The impulses so far (null: none yet) and those of an impact of contact j. */
static void add_single(const step_exact *d, int j, const outcome *from,
                       const mpq_t *one, mpq_t *total)
{
    const int first = d->slip_at[j], slips = d->slip_at[j + 1] - first;
    for (int k = 0; k < d->p + d->r; k++)
        if (from->L != NULL)
            mpq_set(total[k], from->L[k]);
        else
            mpq_set_ui(total[k], 0, 1);
    mpq_add(total[j], total[j], one[0]);
    for (int k = 0; k < slips; k++)
        mpq_add(total[d->p + first + k], total[d->p + first + k], one[1 + k]);
}

/* Each v that the impact at this place of the order may leave behind. */
static perp_status branch(arena *a, const step_exact *d, const sequence *s,
                          const outcome *from, int turn, outcomes *out)
{
    int slip_at[2], j = s->order[turn];
    const size_t count = (size_t)(d->p + d->r);
    step_exact now = *d;
    now.v = from->v;
    step_exact one = impact_single(&now, j, slip_at);
    outcomes next = {.nv = d->nv, .impulses = 1 + one.r};
    mpq_t *total = rational_array(a, count);
    if (total == NULL)
        return PERP_NO_MEMORY(count * sizeof *total);
    perp_status st = resolve(a, &one, s, from->impacts + 1, &next);
    out->spread |= next.spread;
    for (outcome *k = next.first; st.code == PERP_OK && k; k = k->next) {
        outcome so_far = {NULL, k->impacts, k->v, total};
        add_single(d, j, from, (const mpq_t *)k->L, total);
        st = follow(a, d, s, &so_far, turn + 1, out);
    }
    outcomes_clear(&next);
    rational_clear(total, count);
    return st;
}

static perp_status follow(arena *a, const step_exact *d, const sequence *s,
                          const outcome *from, int turn, outcomes *out)
{
    int most = s->impacts > 0 ? s->impacts : 100;
    const mpq_t *v = (const mpq_t *)from->v;
    int at = next_turn(d, s, v, turn);
    if (at < 0 && impact_colliding(d, v, s->tolerance) < 0)
        return outcomes_put(a, out, v, (const mpq_t *)from->L, from->impacts);
    if (at < 0)
        return PERP_FAIL(PERP_INPUT, "a contact that the order leaves out is "
                                     "still colliding; name all contacts");
    if (from->impacts >= most)
        return PERP_FAIL(PERP_LIMIT,
                         "still colliding after %d single impacts; give a "
                         "tolerance, or a later limit",
                         most);
    if (s->all != NULL)
        PERP_TRY(limit_time(&s->all->limits.limit));
    return branch(a, d, s, from, at, out);
}

/** **Sequential impacts.** The contacts have their turns in the given order, and
then again from its beginning. A contact that does not approach is passed over
and its turn is no impact; one that does is brought to rest by law (31), or
Routh's path, for this contact alone. The sequence ends when no contact
approaches: exactly, or faster than the tolerance. It need not end. Each impact
takes kinetic energy, and two contacts that feed each other may halve their
speed of approach for ever; then the tolerance decides, or the limit. */
perp_status algebraic_sequential(arena *a, const step_exact *d,
                                 const sequence *s, outcomes *out)
{
    outcome start = {NULL, 0, d->v, NULL};
    return follow(a, d, s, &start, 0, out);
}
