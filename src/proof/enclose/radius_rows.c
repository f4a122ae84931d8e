#include "proof/enclose/radius_rows.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/** ## Comparing

An array of doubles with as many outputs of the tape that was evaluated last. */
void radius_compare(const encloser *w, const tape *t, uint32_t from,
                    const double *x, int n, double *most)
{
    for (int i = 0; i < n; i++) {
        double far = interval_distance(
            enclose_output(w, t, from + (uint32_t)i), x[i]);
        *most = far > *most ? far : *most;
    }
}

/* in: as many inputs as the tape has, and behind them their radii. */
perp_status radius_evaluate(encloser *w, const tape *t, const double *in,
                            double *most)
{
    PERP_TRY(enclose_tape(w, t, in, in + t->inputs));
    if (w->shaky)
        *most = HUGE_VAL;
    return PERP_SUCCESS;
}

/** ## Contacts

The scene's own have a tape in common. A contact of a kind has its inputs
gathered and its outputs scattered; coordinates that both sides share add up, so
intervals are added before anything is compared. */
static perp_status own_rows(encloser *w, const radius_of *p, const double *in,
                            double *most)
{
    const perp_system *s = p->s;
    const step_data *d = p->d;
    if (d->p == 0 || p->id[0] >= s->scene_contacts)
        return PERP_SUCCESS;
    PERP_TRY(radius_evaluate(w, &s->row, in, most));
    for (int j = 0; j < d->p && p->id[j] < s->scene_contacts; j++) {
        const int at = s->row_at[p->id[j]];
        const int r = d->slip_at[j + 1] - d->slip_at[j];
        radius_compare(w, &s->row, (uint32_t)at, d->n + j * s->nv, s->nv, most);
        radius_compare(w, &s->row, (uint32_t)(at + s->nv),
                d->d + d->slip_at[j] * s->nv, r * s->nv, most);
    }
    return PERP_SUCCESS;
}

static const uint32_t *places(const binding *b, int s, uint32_t entry,
                              int velocities)
{
    const uint32_t *coord = b->s[s]->coord + entry * b->k->coords[s];
    if (!velocities || b->s[s]->vel == NULL)
        return coord;
    return b->s[s]->vel + (size_t)entry * b->k->vels[s];
}

static void gather(const binding *b, uint32_t i, const radius_of *p, double *in)
{
    const uint32_t entry[2] = {b->a[i], b->b[i]};
    const size_t all = kind_inputs(b->k);
    double *param = in + kind_coords(b->k) + kind_vels(b->k);
    memset(in, 0, 2 * all * sizeof *in);
    for (int s = 0; s < 2; s++) {
        const uint32_t *at = places(b, s, entry[s], 0);
        const uint32_t n = b->k->params[s];
        for (uint32_t k = 0; k < b->k->coords[s]; k++, in++) {
            *in = at[k] == KIND_WORLD ? 0 : p->at->q[at[k]];
            if (p->off != NULL && at[k] != KIND_WORLD)
                in[all] = p->off[at[k]];
        }
        for (uint32_t k = 0; k < n; k++)
            *param++ = b->s[s]->param[(size_t)entry[s] * n + k];
    }
}

static void scatter(const encloser *w, const binding *b, uint32_t i, int nv,
                    interval *row)
{
    uint32_t out = 0;
    for (uint32_t k = 0; k < (1 + b->k->slips) * (uint32_t)nv; k++)
        interval_zero(&row[k]);
    for (uint32_t r = 0; r <= b->k->slips; r++)
        for (int s = 0; s < 2; s++) {
            const uint32_t *at = places(b, s, s == 0 ? b->a[i] : b->b[i], 1);
            for (uint32_t k = 0; k < b->k->vels[s]; k++, out++)
                if (at[k] != KIND_WORLD) {
                    interval *z = &row[r * (uint32_t)nv + at[k]];
                    interval_add(z, z, enclose_output(w, &b->k->row, out));
                }
        }
}

static perp_status kind_row(encloser *w, const radius_of *p, int j, double *in,
                            interval *row, double *most)
{
    const perp_system *s = p->s;
    const step_data *d = p->d;
    const int nv = s->nv;
    int i = 0;
    while (s->pair_at[i + 1] <= p->id[j])
        i++;
    const binding *b = s->binding[i].pairs;
    const uint32_t pair = (uint32_t)(p->id[j] - s->pair_at[i]);
    gather(b, pair, p, in);
    PERP_TRY(radius_evaluate(w, &b->k->row, in, most));
    scatter(w, b, pair, nv, row);
    const int r = d->slip_at[j + 1] - d->slip_at[j];
    for (int k = 0; k < (1 + r) * nv; k++) {
        const double *x = k < nv ? d->n + j * nv + k
                                 : d->d + d->slip_at[j] * nv + k - nv;
        double far = interval_distance(&row[k], *x);
        *most = far > *most ? far : *most;
    }
    return PERP_SUCCESS;
}

static perp_status kind_rows(encloser *w, const radius_of *p, double *in,
                             double *most)
{
    const perp_system *s = p->s;
    const size_t n = (size_t)((1 + s->max_slips) * s->nv);
    if (p->d->p == 0 || p->id[p->d->p - 1] < s->scene_contacts)
        return PERP_SUCCESS;
    interval *row = memory_new(n, sizeof *row);
    perp_status status = PERP_SUCCESS;
    if (row == NULL)
        return PERP_NO_MEMORY(n * sizeof *row);
    for (size_t i = 0; i < n; i++)
        interval_init(&row[i], w->bits);
    for (int j = 0; j < p->d->p && status.code == PERP_OK; j++)
        if (p->id[j] >= s->scene_contacts)
            status = kind_row(w, p, j, in, row, most);
    for (size_t i = 0; i < n; i++)
        interval_clear(&row[i]);
    memory_free(row);
    return status;
}

perp_status radius_rows(encloser *w, const radius_of *p, double *in,
                        double *most)
{
    PERP_TRY(own_rows(w, p, in, most));
    return kind_rows(w, p, in, most);
}

/** Gaps are of positions alone, so the velocities and the time of their tape are 0; which
clears the inputs that other tapes have. */
perp_status radius_gaps(encloser *w, const radius_of *p, const double *gap,
                        double *in, double *most)
{
    const perp_system *s = p->s;
    const size_t nq = (size_t)s->nq, inputs = s->gaps.inputs;
    for (int j = 0; j < p->d->p; j++) {
        const int id = p->id[j];
        int i = 0;
        if (id < s->scene_contacts) {
            memset(in, 0, 2 * inputs * sizeof *in);
            memcpy(in, p->at->q, nq * sizeof *in);
            if (p->off != NULL)
                memcpy(in + inputs, p->off, nq * sizeof *in);
            PERP_TRY(radius_evaluate(w, &s->gaps, in, most));
            radius_compare(w, &s->gaps, (uint32_t)id, gap + id, 1, most);
            continue;
        }
        while (s->pair_at[i + 1] <= id)
            i++;
        const binding *b = s->binding[i].pairs;
        gather(b, (uint32_t)(id - s->pair_at[i]), p, in);
        PERP_TRY(radius_evaluate(w, &b->k->gap, in, most));
        radius_compare(w, &b->k->gap, 0, gap + id, 1, most);
    }
    return PERP_SUCCESS;
}
