#include "inclusion/solution.h"

#include "num/rational.h"

/* The number of knots is not known before: the room doubles. */
static perp_status more_room(arena *a, solution *x)
{
    const size_t nv = (size_t)x->nv, old = (size_t)x->most;
    const size_t most = old == 0 ? 32 : 2 * old;
    mpq_t *s = rational_array(a, most * (nv + 1));
    if (s == NULL)
        return PERP_NO_MEMORY(most * (nv + 1) * sizeof *s);
    mpq_t *v = s + most;
    for (size_t k = 0; k < old; k++)
        mpq_swap(s[k], x->s[k]);
    for (size_t k = 0; k < old * nv; k++)
        mpq_swap(v[k], x->v[k]);
    solution_clear(x);
    x->s = s;
    x->v = v;
    x->most = (int)most;
    x->numbers = most * (nv + 1);
    return PERP_SUCCESS;
}

static perp_status follow(walk *w, solution *x, int most)
{
    const step_exact *d = w->r->d;
    const size_t nv = (size_t)x->nv;
    PERP_TRY(more_room(w->a, x));
    for (int i = 0; i < x->nv; i++)
        mpq_set(x->v[i], d->v[i]);
    for (x->knots = 1; x->knots <= most; x->knots++) {
        size_t k = (size_t)x->knots;
        x->ended = !walk_collides(w, (const mpq_t *)x->v + (k - 1) * nv);
        if (x->ended)
            return PERP_SUCCESS;
        PERP_TRY(limit_time(&w->o->limit));
        if (x->knots == x->most)
            PERP_TRY(more_room(w->a, x));
        PERP_TRY(walk_leg(w, x->s[k], x->v + k * nv));
        mpq_add(x->s[k], x->s[k], x->s[k - 1]);
    }
    return PERP_SUCCESS;
}

/** **A solution of (39)**, leg by leg. Its set of rates is convex and changes where
a speed changes its sign, so a path that is straight in between and obeys it there
is a solution, and every $v$ is a fraction. A step of (75) approximates such paths;
these are on them. */
perp_status solution_find(arena *a, const rates *r, const solution_options *o,
                          uint64_t sample, solution *out)
{
    walk w;
    *out = (solution){.nv = r->nv};
    if (r->d->r > r->d->p)
        return PERP_FAIL(PERP_INPUT, "a contact has several slips; solutions "
                                     "are followed in the plane only");
    perp_status s = walk_new(a, r, o, sample, &w);
    if (s.code == PERP_OK)
        s = follow(&w, out, o->most > 0 ? o->most : 400);
    walk_clear(&w);
    return s;
}

void solution_clear(solution *x)
{
    rational_clear(x->s, x->numbers);
    x->s = x->v = NULL;
    x->numbers = 0;
}

velocity_path solution_path(const solution *x)
{
    return (velocity_path){x->knots, (const mpq_t *)x->s, (const mpq_t *)x->v};
}

void solution_at(const solution *x, mpq_srcptr s, mpq_t *out, int *inside)
{
    const size_t nv = (size_t)x->nv;
    size_t k = 0;
    mpq_t f, ds;
    while ((int)k + 2 < x->knots && mpq_cmp(x->s[k + 1], s) < 0)
        k++;
    *inside = mpq_cmp(s, x->s[x->knots - 1]) <= 0;
    mpq_inits(f, ds, NULL);
    if (x->knots > 1) {
        mpq_sub(ds, x->s[k + 1], x->s[k]);
        mpq_sub(f, s, x->s[k]);
        mpq_div(f, f, ds);
    }
    for (size_t i = 0; i < nv; i++) {
        mpq_srcptr end = x->v[(x->knots > 1 ? k + 1 : k) * nv + i];
        mpq_sub(out[i], end, x->v[k * nv + i]);
        mpq_mul(out[i], out[i], f);
        mpq_add(out[i], out[i], x->v[k * nv + i]);
    }
    mpq_clears(f, ds, NULL);
}
