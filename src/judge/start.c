#include "judge/start.h"
#include "judge/start_program.h"
#include "number/dense.h"
#include "number/rational.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** A motion in doubles, in units of the bars: `far` are differences to the table, row
after row, `gap` the gaps. */
typedef struct {
    follower *f;
    const bars_width *bars;
    int n, numbers, gaps; /* of a start; of all rows: differences, gaps */
    double *z, *unit;     /* n: the start, its bars */
    double *far, *gap;    /* of the start */
    double *best;         /* n: the start with the least */
    double least;         /* largest difference, 0 to 1 is within */
    double *table;        /* program: (numbers + gaps) x n */
    int followed;         /* 1: there is such a motion */
    start_answer *out;
} searching;

static perp_status take(searching *w)
{
    const claimed_motion *m = w->f->of;
    const size_t n = (size_t)(m->nq + m->nv), rows = (size_t)m->rows;
    const size_t p = (size_t)w->f->d.s->contacts;
    arena *a = w->f->d.a;
    w->n = (int)n;
    w->numbers = (int)(rows * n);
    w->gaps = (int)(rows * p);
    w->z = arena_take(a, 3 * n, sizeof(double));
    w->far = arena_take(a, rows * (n + p), sizeof(double));
    w->table = arena_take(a, rows * (n + p) * n, sizeof(double));
    if (!w->z || !w->far || !w->table)
        return PERP_NO_MEMORY(rows * (n + p) * n * sizeof(double));
    w->unit = w->z + n;
    w->best = w->unit + n;
    w->gap = w->far + w->numbers;
    for (int i = 0; i < w->n; i++)
        w->unit[i] = i < m->nq ? w->bars->q : w->bars->v;
    return PERP_SUCCESS;
}

/* q of a gap is measured in X, or in metres. */
static double gap_unit(const searching *w)
{
    return w->bars->q > 0 ? w->bars->q : 1;
}

/* Of what has no bar the difference is not looked at here. */
static void difference(const searching *w, int l, double *far)
{
    const claimed_motion *m = w->f->of, *x = &w->f->near;
    for (int i = 0; i < w->n; i++) {
        const int k = i < m->nq ? l * m->nq + i : l * m->nv + i - m->nq;
        const double d = i < m->nq ? x->q[k] - m->q[k] : x->v[k] - m->v[k];
        far[l * w->n + i] = w->unit[i] > 0 ? d / w->unit[i] : 0;
    }
}

static perp_status gaps_of(const searching *w, int l, double *gap)
{
    const int p = w->f->d.s->contacts;
    PERP_TRY(stretch_gaps_exact(&w->f->x, l, w->f->gap));
    for (int j = 0; j < p; j++)
        gap[l * p + j] = mpq_get_d(w->f->gap[j]) / gap_unit(w);
    return PERP_SUCCESS;
}

static int spent(const searching *w)
{
    return w->f->work > START_WORK;
}

/* Follows the start z in doubles. A formula that fails, a step without an
   answer: w->followed = 0. */
static perp_status follow(searching *w, const double *z, double *far)
{
    follower *f = w->f;
    follow_begin(f, z, z + f->of->nq);
    perp_status s = follow_join(f);
    w->followed = s.code == PERP_OK;
    for (int l = 0; l < f->of->rows && w->followed; l++) {
        f->clash = spent(w);
        if (l > 0 && !f->clash)
            s = follow_row(f, l, 0);
        if (s.code == PERP_OK && !f->clash)
            s = gaps_of(w, l, far + w->numbers);
        w->followed = s.code == PERP_OK && !f->clash;
        if (w->followed)
            difference(w, l, far);
    }
    return s.code == PERP_INPUT && !f->x.rational ? PERP_SUCCESS : s;
}

static double largest(const searching *w)
{
    double most = 0;
    for (int i = 0; i < w->numbers; i++)
        most = fmax(most, fabs(w->far[i]));
    return most;
}

/** ## Changes

A part of a bar, small enough that contacts do the same and large enough that
roundings are nothing; once more to the other side where it was another motion. */
enum { SIZES = 3 };
static const double sizes[SIZES] = {0x1p-10, 0x1p-5, 0x1p-2};

static perp_status changes(searching *w, double part)
{
    const int rows = w->numbers + w->gaps;
    arena_mark mark = arena_here(w->f->d.a);
    double *other = arena_take(w->f->d.a, (size_t)rows, sizeof *other);
    if (other == NULL)
        return PERP_NO_MEMORY(rows);
    for (int k = 0; k < w->n; k++) {
        const double was = w->z[k];
        w->z[k] += part * w->unit[k];
        if (w->unit[k] > 0)
            PERP_TRY(follow(w, w->z, other));
        w->z[k] = was;
        for (int i = 0; i < rows; i++)
            w->table[i * w->n + k] = w->unit[k] > 0 && w->followed
                                         ? (other[i] - w->far[i]) / part
                                         : 0;
    }
    arena_release(w->f->d.a, mark);
    return PERP_SUCCESS;
}

/** ## From doubles to fractions

A start is rounded to $2^{-20}$ of its bars and keeps joints that are linear. */
static double shorter(double x, double bar)
{
    int e;
    if (!(bar > 0))
        return x;
    frexp(bar, &e);
    const double grid = ldexp(1, e - 20);
    return fabs(x) < grid * 0x1p50 ? grid * nearbyint(x / grid) : x;
}

static perp_status in_fractions(searching *w)
{
    follower *f = w->f;
    double *z = arena_take(f->d.a, (size_t)w->n, sizeof *z);
    if (z == NULL)
        return PERP_NO_MEMORY(w->n);
    for (int i = 0; i < w->n; i++)
        z[i] = shorter(w->z[i], w->unit[i]);
    follow_begin(f, z, z + f->of->nq);
    perp_status s = follow_join(f);
    f->clash = 0;
    for (int l = 1; s.code == PERP_OK && !f->clash && l < f->of->rows; l++)
        s = spent(w)
                ? PERP_FAIL(PERP_LIMIT, "the search was ended at its limit")
                : follow_row(f, l, 1);
    if (s.code == PERP_OK && !f->clash) {
        s = kept_check(f, w->bars, &w->out->of);
        w->out->checked = s.code == PERP_OK;
        w->out->proven = w->out->checked && w->out->of.kept;
    }
    if (w->out->proven)
        w->out->share = w->out->of.share;
    if (s.code != PERP_LIMIT && (s.code != PERP_INPUT || f->x.rational))
        return s;
    snprintf(w->out->why, sizeof w->out->why, "%.190s", s.message);
    return PERP_SUCCESS;
}

/** ## The search */
enum { ROUNDS = 8, HALVES = 4 };

/* Follows z and takes it when it is nearer than the best; *better. */
static perp_status look(searching *w, int *better)
{
    PERP_TRY(follow(w, w->z, w->far));
    const double most = w->followed ? largest(w) : HUGE_VAL;
    *better = most < w->least;
    if (!*better)
        return PERP_SUCCESS;
    w->least = most;
    memcpy(w->best, w->z, (size_t)w->n * sizeof *w->z);
    if (!(w->out->share >= 0) || most < w->out->share)
        w->out->share = most;
    return PERP_SUCCESS;
}

static perp_status improve(searching *w, double part, int *better)
{
    const start_program p = {
        .n = w->n,
        .numbers = w->numbers,
        .gaps = w->gaps,
        .table = w->table,
        .far = w->far,
        .gap = w->gap,
        .least_gap = fmin(sizes[0], w->f->d.rule.closed / gap_unit(w) / 4)};
    double *step = arena_take(w->f->d.a, (size_t)w->n, sizeof *step);
    int found;
    if (step == NULL)
        return PERP_NO_MEMORY(w->n);
    PERP_TRY(changes(w, part));
    PERP_TRY(start_program_solve(w->f->d.a, &p, step, &found));
    *better = 0;
    for (int k = 0; found && k < HALVES && !*better; k++) {
        for (int i = 0; i < w->n; i++)
            w->z[i] = w->best[i] + ldexp(step[i], -k) * w->unit[i];
        PERP_TRY(look(w, better));
    }
    return PERP_SUCCESS;
}

static perp_status search(searching *w)
{
    int better, size = 0;
    w->least = HUGE_VAL;
    PERP_TRY(look(w, &better));
    for (int k = 0; k < ROUNDS && size < SIZES && !w->out->proven && !spent(w);
         k++) {
        arena_mark mark = arena_here(w->f->d.a);
        if (better && w->least < 1)
            PERP_TRY(in_fractions(w));
        memcpy(w->z, w->best, (size_t)w->n * sizeof *w->z);
        if (!better)
            PERP_TRY(follow(w, w->z, w->far));
        if (!w->out->proven && w->least < HUGE_VAL)
            PERP_TRY(improve(w, sizes[size], &better));
        size = better ? 0 : size + 1;
        arena_release(w->f->d.a, mark);
    }
    return PERP_SUCCESS;
}

/** ## Where it begins

What may be closed, with its gap within the bars of 0 in the first row, is put to its
surface and to rest across it, each contact and joint in turn, a hundred times: in doubles
the nearest point, nearly. Only where $q' = v$. */
enum { TURNS = 100 };

static void onto(int n, const double *u, double miss, double *x)
{
    double uu = 0;
    for (int i = 0; i < n; i++)
        uu += u[i] * u[i];
    for (int i = 0; i < n && uu > 0; i++)
        x[i] -= u[i] * miss / uu;
}

static void turn(const searching *w, const stretch *d, const uint8_t *slow)
{
    const int nv = w->f->of->nv;
    const double *q0 = stretch_q(w->f->x.of, 0);
    double *q = w->z, *v = w->z + w->f->of->nq;
    for (int k = 0; k < d->s->joints + d->set.n; k++) {
        const int i = k - d->s->joints;
        const double *u = i < 0 ? d->data.nu + k * nv : d->data.n + i * nv;
        double miss = i < 0 ? d->data.theta[k] : d->gap[0][d->set.id[i]];
        miss += dense_dot(nv, u, q) - dense_dot(nv, u, q0);
        onto(nv, u, miss, q);
        onto(nv, u, dense_dot(nv, u, v), v);
    }
    for (int k = 0; k < d->data.r; k++)
        if (slow[k])
            onto(nv, d->data.d + k * nv, dense_dot(nv, d->data.d + k * nv, v),
                 v);
}

/* Which slips are within their bars of 0. */
static void find_slow(const searching *w, const stretch *d, uint8_t *slow)
{
    const int nv = w->f->of->nv;
    for (int k = 0; k < d->data.r; k++) {
        const double *u = d->data.d + k * nv;
        double size = 0;
        for (int i = 0; i < nv; i++)
            size += fabs(u[i]);
        slow[k] = fabs(dense_dot(nv, u, w->f->of->v)) <= w->bars->v * size;
    }
}

static perp_status at_rest(searching *w, int slips)
{
    follower *f = w->f;
    stretch *d = &f->d;
    const int nv = f->of->nv;
    memcpy(f->near.q, f->of->q, 2 * (size_t)f->of->nq * sizeof(double));
    memcpy(f->near.v, f->of->v, 2 * (size_t)nv * sizeof(double));
    for (int j = 0; j < d->s->contacts; j++)
        f->wider[j] = HUGE_VAL;
    PERP_TRY(stretch_look(d, 1));
    for (int j = 0; j < d->s->contacts; j++) {
        double size = 0;
        for (int i = 0; i < nv; i++)
            size += fabs(d->data.n[j * nv + i]);
        f->wider[j] = fabs(d->gap[0][j]) <= d->rule.closed + w->bars->q * size
                          ? HUGE_VAL
                          : -HUGE_VAL;
    }
    PERP_TRY(stretch_look(d, 1));
    if (d->s->joints > 0) {
        PERP_TRY(assemble_mass(d->s, &d->work, f->of->q, f->of->v, &d->data));
        PERP_TRY(assemble_joints(d->s, &d->work, &d->data));
    }
    uint8_t *slow = arena_take(d->a, (size_t)d->data.r + 1, 1);
    if (slow == NULL)
        return PERP_NO_MEMORY(d->data.r);
    if (slips)
        find_slow(w, d, slow);
    for (int k = 0; k < TURNS && !d->s->has_G; k++)
        turn(w, d, slow);
    return PERP_SUCCESS;
}

static void as_it_is(searching *w)
{
    const claimed_motion *m = w->f->of;
    memcpy(w->z, m->q, (size_t)m->nq * sizeof *w->z);
    memcpy(w->z + m->nq, m->v, (size_t)m->nv * sizeof *w->z);
}

static void say_why(searching *w)
{
    start_answer *o = w->out;
    if (o->proven || o->why[0] != '\0')
        return;
    const char *end = spent(w) ? "; the search was ended at its limit" : "";
    if (o->checked && !o->of.outside)
        snprintf(o->why, sizeof o->why,
                 "the motion that was found within them breaks the law of %s "
                 "in row %d",
                 laws[o->of.law].name, o->of.row);
    else if (o->share >= 0 && o->share < 1)
        snprintf(o->why, sizeof o->why,
                 "in doubles one was found within them, and none in "
                 "fractions%s",
                 end);
    else if (o->share >= 0 && isfinite(o->share))
        snprintf(o->why, sizeof o->why,
                 "the nearest motion that was found needs bars %.4g times as "
                 "wide%s",
                 o->share, end);
    else
        snprintf(o->why, sizeof o->why, "no motion was found%s", end);
}

perp_status start_find(follower *f, const bars_width *bars, start_answer *out)
{
    searching w = {.f = f, .bars = bars, .out = out};
    *out = (start_answer){.share = -1};
    PERP_TRY(take(&w));
    for (int rest = 2; rest >= 0 && !out->proven && !spent(&w); rest--) {
        as_it_is(&w);
        if (rest > 0)
            PERP_TRY(at_rest(&w, rest == 2));
        PERP_TRY(search(&w));
    }
    say_why(&w);
    return PERP_SUCCESS;
}
