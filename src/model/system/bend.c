#include "model/system/bend.h"

#include <string.h>

/** The tape `row` holds $\nabla\Phi_j$. Its derivative along $e_i$ is column
$i$ of every Hessian at once, so one sweep for each coordinate does for all
contacts of the scene. Pairs of a kind have few coordinates and a small tape
of their own. Each Hessian comes out symmetric up to rounding; the mean of its
two halves is exactly so. */
static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* inputs | direction | outputs | tangents of outputs | slots | tangents */
static uint32_t room(const tape *t)
{
    return 2 * t->inputs + 2 * t->outputs + tape_slots(t) + tape_values(t);
}

uint32_t bend_work(const perp_system *s)
{
    uint32_t n = room(&s->row);
    for (int i = 0; i < s->bindings; i++)
        n = larger(n, room(&s->binding[i].pairs->k->row));
    return n;
}

typedef struct {
    const tape *t;
    double *in, *dir, *out, *dout, *slots, *tangents;
    double *B; /* nv x nv: where a pair adds to */
    uint32_t nv;
} sweep;

static sweep spread(const tape *t, double *work)
{
    sweep w = {.t = t, .in = work, .dir = work + t->inputs};
    w.out = w.dir + t->inputs;
    w.dout = w.out + t->outputs;
    w.slots = w.dout + t->outputs;
    w.tangents = w.slots + tape_slots(t);
    memset(w.dir, 0, t->inputs * sizeof *w.dir);
    return w;
}

/** The derivative of all outputs along input i. */
static perp_status along(sweep *w, uint32_t i)
{
    w->dir[i] = 1;
    perp_status s = tape_slope(w->t, w->slots, w->dir, w->tangents, w->dout);
    w->dir[i] = 0;
    return s;
}

static perp_status scene(const perp_system *s, const double *in,
                         const double *lambda, double *work, double *B)
{
    const int v = s->nv;
    sweep w = spread(&s->row, work);
    int any = 0;
    for (int j = 0; j < s->scene_contacts; j++)
        any |= lambda[j] != 0;
    if (!any)
        return PERP_SUCCESS;
    PERP_TRY(tape_f64(w.t, in, w.slots, w.out));
    for (int i = 0; i < v; i++) {
        PERP_TRY(along(&w, (uint32_t)i));
        for (int j = 0; j < s->scene_contacts; j++)
            for (int k = 0; k < v && lambda[j] != 0; k++)
                B[i * v + k] += lambda[j] * w.dout[s->row_at[j] + k];
    }
    return PERP_SUCCESS;
}

/** Of one bound pair. What stands for the world does not move. */
static perp_status pair(const binding *b, uint32_t at, double lambda, sweep *w)
{
    const uint32_t na = b->k->coords[0], n = kind_coords(b->k);
    const uint32_t *x = b->s[0]->coord + (size_t)b->a[at] * na;
    const uint32_t *y = b->s[1]->coord + (size_t)b->b[at] * b->k->coords[1];
    PERP_TRY(tape_f64(w->t, w->in, w->slots, w->out));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row = i < na ? x[i] : y[i - na];
        if (row == KIND_WORLD)
            continue;
        PERP_TRY(along(w, i));
        for (uint32_t k = 0; k < n; k++) {
            uint32_t column = k < na ? x[k] : y[k - na];
            if (column != KIND_WORLD)
                w->B[row * w->nv + column] += lambda * w->dout[k];
        }
    }
    return PERP_SUCCESS;
}

static perp_status pairs(const binding *b, const double *q,
                         const double *lambda, sweep *w)
{
    for (uint32_t k = 0; k < b->n; k++) {
        if (lambda[k] == 0)
            continue;
        binding_inputs(b, k, q, w->in);
        PERP_TRY(pair(b, k, lambda[k], w));
    }
    return PERP_SUCCESS;
}

perp_status bend_matrix(const perp_system *s, const double *in,
                        const double *lambda, double *work, double *B)
{
    const int v = s->nv;
    memset(B, 0, (size_t)v * (size_t)v * sizeof *B);
    PERP_TRY(scene(s, in, lambda, work, B));
    for (int i = 0; i < s->bindings; i++) {
        const binding *b = s->binding[i].pairs;
        sweep w = spread(&b->k->row, work);
        w.B = B;
        w.nv = (uint32_t)v;
        PERP_TRY(pairs(b, in, lambda + s->pair_at[i], &w));
    }
    for (int i = 0; i < v; i++)
        for (int k = 0; k < i; k++)
            B[i * v + k] = B[k * v + i] = (B[i * v + k] + B[k * v + i]) / 2;
    return PERP_SUCCESS;
}
