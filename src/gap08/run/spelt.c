/**
# Spelling out the problem of a step

A run in doubles solves a problem whose entries were rounded when they were formed, $M - \alpha
hF$ and the like. To write those doubles down would be to write another problem than the one that
the step means. So it is posed once more from the primary data, taken as the rational numbers that
they are, and every entry that is written is exact: the same numbers that `--exact-check` would
prove the step with.

The unknowns are those of (4.7) in the order of `gap08/step/alpha_gamma.h`, so the name of an
unknown can be read off its index: nv velocities, m joints and s springs, p normal impulses, 2r of
friction, p slip speeds. The block of `alpha_gamma.c` has six:

    velocity x; motion
    velocity y; motion
    c_n of contact ground; normal velocity
    beta of contact ground, direction 1+; lambda + slip
    beta of contact ground, direction 1-; lambda + slip
    lambda of contact ground; friction left

The word behind the semicolon is what stands in the row: what is complementary, or zero.
*/
#include "gap08/run/spelt.h"

#include "number/rational.h"
#include "ap02/collision.h"

#include <string.h>

/* Are r->exact the data of the problem at hand already? */
static int is_exact(const run_state *r)
{
    return run_rational(r) || r->rebound.push_exact != NULL;
}

/** In doubles the push of a decompression is a share of the impulses that
doubles keep of the compression; in the exact modes both are fractions. */
static perp_status push(const run_state *r, const step_exact *d, spelt *out,
                        mpq_t *b)
{
    if (r->rebound.push_exact != NULL)
        decompression_push_exact(d, r->rebound.push_exact, b);
    if (r->rebound.push_exact != NULL || r->rebound.push == NULL)
        return PERP_SUCCESS;
    const size_t p = (size_t)d->p;
    mpq_t *share = rational_array(&out->a, p);
    if (share == NULL)
        return PERP_NO_MEMORY(p * sizeof *share);
    rational_of_doubles(p, r->rebound.push, share);
    decompression_push_exact(d, (const mpq_t *)share, b);
    rational_clear(share, p);
    return PERP_SUCCESS;
}

perp_status spelt_new(const run_state *r, spelt *out)
{
    const step_exact *d = is_exact(r) ? &r->exact : &out->own;
    *out = (spelt){0};
    if (!is_exact(r)) {
        PERP_TRY(step_exact_new(&out->a, r->e->sys, &out->own));
        assemble_copy(&r->data, &out->own);
    }
    const int free = alpha_gamma_free(d->nv, d->m + d->s);
    const int n = alpha_gamma_pairs(d->p, d->r);
    const size_t size = (size_t)(free + n);
    mpq_t *A = rational_array(&out->a, size * size + size);
    if (A == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *A);
    out->p = (lcp_exact_problem){free, n, (const mpq_t *)A,
                                 (const mpq_t *)(A + size * size)};
    alpha_gamma_pose_exact(&r->scheme_exact, d, A, A + size * size);
    if (r->rows != NULL)
        r->rows->ask_exact(r, d, A + size * size);
    return push(r, d, out, A + size * size);
}

void spelt_free(spelt *s)
{
    if (s->p.A != NULL)
        lcp_exact_problem_clear(&s->p);
    step_exact_clear(&s->own);
    arena_free(&s->a);
}

/** ## Names

The order of the unknowns is that of (4.7). */
static void name_unknown(void *user, int i, char *text, size_t room)
{
    const run_state *r = user;
    const perp_system *s = r->e->sys;
    const step_data *d = &r->data;
    const int m = d->m, springs = d->s, p = d->p;
    int j = 0;
    if (i < d->nv) {
        snprintf(text, room, "velocity %.80s; motion", s->v_name[i]);
        return;
    }
    if ((i -= d->nv) < m + springs) {
        snprintf(text, room, "impulse of %s %.80s; its rate",
                 i < m ? "joint" : "spring",
                 i < m ? s->joint_name[i] : s->spring_name[i - m]);
        return;
    }
    if ((i -= m + springs) < p) {
        snprintf(text, room, "c_n of contact %.80s; normal velocity",
                 s->contact_name[r->set.id[i]]);
        return;
    }
    if ((i -= p) >= 2 * d->r) {
        snprintf(text, room, "lambda of contact %.80s; friction left",
                 s->contact_name[r->set.id[i - 2 * d->r]]);
        return;
    }
    while (d->slip_at[j + 1] <= i / 2)
        j++;
    snprintf(text, room, "beta of contact %.80s, direction %d%c; lambda + slip",
             s->contact_name[r->set.id[j]], i / 2 - d->slip_at[j] + 1,
             i % 2 == 0 ? '+' : '-');
}

/** Problems are counted as they are posed: a row with a collision on its way has two, the trial
and the compression, and three with a decompression; a projection counts each of its subproblems.
So the N of `--lcp` is no row; the head of what is written names the row, the kind and the time.
*/
static const char *kind_of(const run_state *r)
{
    return !r->collided              ? "the step"
           : r->rebound.push != NULL ? "the decompression"
                                     : "the collision";
}

perp_status spelt_posed(run_state *r)
{
    posed_problem *p = r->e->posed;
    const posed_what what = {
        .run = r->e->name,
        .kind = kind_of(r),
        .row = r->row,
        .t = run_time(r),
        .numbers = run_rational(r) ? "exact, of the fractions of the run"
                                   : "posed exactly from the doubles of the "
                                     "step; impulses are times alpha, in N s",
        .name = name_unknown,
        .user = r};
    spelt s;
    if (!posed_due(p))
        return PERP_SUCCESS;
    perp_status st = spelt_new(r, &s);
    if (st.code == PERP_OK)
        st = posed_write(p, &what, &s.p);
    spelt_free(&s);
    return st;
}

typedef struct {
    const run_state *r;
    int free;
} projected;

/** Contacts that a projection holds as equations stand among the free ones. */
static void name_projected(void *user, int i, char *text, size_t room)
{
    const projected *x = user;
    const run_state *r = x->r;
    const active_set *hand = &r->project.hand;
    const int nv = r->e->sys->nv, pairs = i - x->free;
    if (i < nv)
        snprintf(text, room, "displacement along %.80s; nearest",
                 r->e->sys->v_name[i]);
    else if (pairs < 0)
        snprintf(text, room, "multiplier of equation %d; its value",
                 i - nv + 1);
    else
        snprintf(text, room, "multiplier of contact %.80s; its gap",
                 r->e->sys->contact_name[hand->id[pairs]]);
}

perp_status spelt_projection(void *user, const lcp_problem *p)
{
    const run_state *r = user;
    projected x = {r, p->free};
    posed_what what = {.run = r->e->name,
                       .kind = "a projection of positions",
                       .row = r->row,
                       .t = run_time(r),
                       .numbers = "the doubles that the projection solved",
                       .name = name_projected,
                       .user = &x};
    if (!posed_due(r->e->posed))
        return PERP_SUCCESS;
    return posed_write_doubles(r->e->posed, &what, p);
}
