#include "cli/report/reach_laws.h"

#include "hp23/impact/algebraic.h"
#include "hp23/impact/impact_record.h"

/* Nodes of a tree of law (31), single impacts of a sequence: what a figure
   waits for. The discs have 481. */
enum { NODES = 20000, IMPACTS = 100 };

static perp_status speeds(arena *a, const step_exact *d, int count,
                          double **out)
{
    const size_t n = (size_t)(d->p + d->r) * (size_t)count + 1;
    *out = arena_take(a, n, sizeof **out);
    return *out == NULL ? PERP_NO_MEMORY(n) : PERP_SUCCESS;
}

/* nv velocities as doubles, truncated. */
static perp_status copied(arena *a, int nv, const mpq_t *v, double **out)
{
    *out = arena_take(a, (size_t)nv + 1, sizeof **out);
    if (*out == NULL)
        return PERP_NO_MEMORY(nv);
    for (int i = 0; i < nv; i++)
        (*out)[i] = mpq_get_d(v[i]);
    return PERP_SUCCESS;
}

static perp_status at_once(arena *a, const situation *x, mpq_srcptr zero,
                           reach_laws *out)
{
    const step_exact *d = &x->exact;
    outcomes_search search = {.limits.nodes = NODES};
    outcomes all = {.nv = d->nv, .impulses = d->p + d->r};
    perp_status s = algebraic_simultaneous(a, d, zero, &search, &all);
    out->outcomes = s.code == PERP_LIMIT ? -1 : 0;
    if (s.code == PERP_OK && !x->rational)
        outcomes_merge(d, &all);
    if (s.code == PERP_OK)
        s = speeds(a, d, all.count, &out->u);
    if (s.code == PERP_OK) {
        out->v = arena_take(a, (size_t)(d->nv * all.count) + 1, sizeof *out->v);
        s = out->v == NULL ? PERP_NO_MEMORY(d->nv) : s;
    }
    for (const outcome *o = all.first; s.code == PERP_OK && o; o = o->next) {
        for (int i = 0; i < d->nv; i++)
            out->v[d->nv * out->outcomes + i] = mpq_get_d(o->v[i]);
        impact_speeds(d, (const mpq_t *)o->v,
                      out->u + out->each * out->outcomes++);
    }
    outcomes_clear(&all);
    return s.code == PERP_LIMIT ? PERP_SUCCESS : s;
}

/** The velocities between single impacts are those of the record that perp-check gets of
a sequence: the solution of each problem begins with its $v'$. */
static perp_status in_turn(arena *a, const step_exact *d, mpq_srcptr zero,
                           reach_sequence *out)
{
    impact_record r = {.d = d};
    outcomes_search search = {.one = 1, .record = &r};
    outcomes end = {.nv = d->nv, .impulses = 2 * (d->p + d->r)};
    const sequence q = {.order = out->order,
                        .orders = d->p,
                        .law = SINGLE_ALGEBRAIC,
                        .impacts = IMPACTS,
                        .tolerance = zero,
                        .all = &search};
    perp_status s = algebraic_sequential(a, d, &q, &end);
    out->ended = s.code == PERP_OK;
    if (s.code == PERP_LIMIT)
        s = PERP_SUCCESS;
    if (s.code == PERP_OK)
        s = speeds(a, d, (int)r.count + 1, &out->u);
    if (s.code == PERP_OK) {
        impact_speeds(d, (const mpq_t *)d->v, out->u);
        out->knots = 1;
    }
    for (const impact_single_record *k = r.first; s.code == PERP_OK && k;
         k = k->next)
        impact_speeds(d, (const mpq_t *)k->z,
                      out->u + (d->p + d->r) * out->knots++);
    const mpq_t *last =
        r.last != NULL ? (const mpq_t *)r.last->z : (const mpq_t *)d->v;
    double *v = NULL;
    if (s.code == PERP_OK)
        s = copied(a, d->nv, last, &v);
    out->v = v;
    outcomes_clear(&end);
    impact_record_clear(&r);
    return s;
}

static perp_status in_turns(arena *a, const step_exact *d, mpq_srcptr zero,
                            reach_laws *out)
{
    for (int way = 0; way < 2; way++) {
        int *order = arena_take(a, (size_t)d->p, sizeof *order);
        if (order == NULL)
            return PERP_NO_MEMORY(d->p);
        for (int j = 0; j < d->p; j++)
            order[j] = way == 0 ? j : d->p - 1 - j;
        out->sequence[way].order = order;
        PERP_TRY(in_turn(a, d, zero, &out->sequence[way]));
        out->sequences++;
    }
    return PERP_SUCCESS;
}

int reach_laws_same(const reach_laws *l)
{
    const reach_sequence *s = l->sequence;
    int same = l->sequences == 2 && s[0].knots == s[1].knots;
    for (int i = 0; same && i < s->knots * l->each; i++)
        same = s[0].u[i] == s[1].u[i];
    return same;
}

perp_status reach_laws_find(arena *a, const situation *x, reach_laws *out)
{
    const step_exact *d = &x->exact;
    mpq_t zero;
    *out = (reach_laws){.each = d->p + d->r};
    PERP_TRY(copied(a, d->nv, (const mpq_t *)d->v, &out->before));
    mpq_init(zero);
    perp_status s = at_once(a, x, zero, out);
    if (s.code == PERP_OK && d->p > 1)
        s = in_turns(a, d, zero, out);
    mpq_clear(zero);
    return s;
}
