#include "run/trace/survey.h"

#include <math.h>
#include <string.h>

static const double *cells(const survey *x, int row)
{
    return x->t->cell + trace_at(x->t, row);
}

double survey_time(const survey *x, int row)
{
    return cells(x, row)[1];
}

static uint64_t pushing(const survey *x, int row)
{
    uint64_t mark = 0xcbf29ce484222325u;
    for (int j = 0; x->at.cn >= 0 && j < x->s->contacts; j++)
        if (cells(x, row)[x->at.cn + j] > 0)
            mark = (mark ^ (uint64_t)j) * 0x100000001b3u;
    return mark;
}

/** The rows of new contacts come first, half of the places at most; the others
are spread over the run. */
static void pick(survey *x, int most)
{
    uint64_t seen[64];
    uint8_t *chosen = (uint8_t *)(x->row + most);
    int sets = 0, rows = x->t->rows;
    int step = rows > most / 2 ? (rows - 1) / (most / 2) + 1 : 1;
    for (int i = 0; i < rows; i++) {
        uint64_t mark = pushing(x, i);
        int k = 0;
        while (k < sets && seen[k] != mark)
            k++;
        int is_new = k == sets && sets < 64 && sets < most / 2 - 2;
        if (is_new)
            seen[sets++] = mark;
        chosen[i] = (uint8_t)(is_new || i % step == 0 || i == rows - 1);
    }
    for (int i = 0; i < rows && x->rows < most; i++)
        if (chosen[i])
            x->row[x->rows++] = i;
}

perp_status survey_new(survey *x, const perp_system *s, const trace *t,
                       double tolerance, int most)
{
    *x = (survey){.s = s, .t = t, .tolerance = tolerance};
    const size_t contacts = (size_t)s->contacts + 1;
    PERP_TRY(columns_layout(&x->a, s, &x->at));
    PERP_TRY(assembler_new(&x->a, s, 0, &x->work));
    PERP_TRY(step_data_new(&x->a, s, &x->data));
    x->set.id = arena_take(&x->a, contacts, sizeof(int));
    x->set.kept = arena_take(&x->a, contacts, 1);
    x->q = arena_take(&x->a, (size_t)(s->nq + s->nv), sizeof(double));
    x->row = arena_take(&x->a, (size_t)most * sizeof(int) + (size_t)t->rows, 1);
    if (!x->set.id || !x->set.kept || !x->q || !x->row)
        return PERP_NO_MEMORY(contacts);
    x->v = x->q + s->nq;
    pick(x, most);
    return PERP_SUCCESS;
}

void survey_free(survey *x)
{
    assembler_clear(&x->work);
    arena_free(&x->a);
}

static perp_status evaluate(survey *x, int row, int all, int jacobians)
{
    const perp_system *s = x->s;
    const double t = survey_time(x, row);
    step_point at = {t, t, x->q, x->v, jacobians};
    PERP_TRY(assemble_gaps_at(s, &x->work, x->q, t));
    for (int j = 0; j < s->contacts; j++)
        x->set.kept[j] = all ? j < ASSEMBLE_MOST
                             : x->at.cn >= 0 && cells(x, row)[x->at.cn + j] > 0;
    active_find(&x->set, s->contacts, x->work.gap,
                all ? -HUGE_VAL : x->tolerance);
    return assemble_step(s, &x->work, &at, &x->set, &x->data);
}

static void state(survey *x, int row, double scale)
{
    const double *cell = cells(x, row);
    for (int i = 0; i < x->s->nq; i++)
        x->q[i] = scale * cell[x->at.q + i];
    for (int i = 0; i < x->s->nv; i++)
        x->v[i] = scale * cell[x->at.v + i];
}

perp_status survey_look(survey *x, int row, int all, int jacobians)
{
    state(x, row, 1);
    return evaluate(x, row, all, jacobians);
}

perp_status survey_scaled(survey *x, int row, double s)
{
    state(x, row, 1 + s);
    return evaluate(x, row, 0, 0);
}

perp_status survey_moved(survey *x, int row, int direction, double by,
                         int jacobians)
{
    const perp_system *s = x->s;
    state(x, row, 1);
    if (direction >= s->nv) {
        x->v[direction - s->nv] += by;
        return evaluate(x, row, 1, jacobians);
    }
    if (!s->has_G) {
        x->q[direction] += by;
        return evaluate(x, row, 1, jacobians);
    }
    PERP_TRY(assemble_mass(s, &x->work, x->q, x->v, &x->data));
    for (int i = 0; i < s->nq; i++)
        x->q[i] += by * x->data.G[i * s->nv + direction];
    return evaluate(x, row, 1, jacobians);
}

/** ## How fast directions turn

A central difference with $\delta = 10^{-5}$ of the size of the state errs by
$10^{-10}$ in what it cuts off and $10^{-11}$ in what it rounds: enough for a
number that is a sample anyway. */
typedef struct {
    survey *x;
    double *ahead, *sum; /* rows of n and d; per contact: normal, all */
} turning;

static void keep_rows(turning *w)
{
    const step_data *d = &w->x->data;
    const size_t nv = (size_t)d->nv;
    memcpy(w->ahead, d->n, (size_t)d->p * nv * sizeof(double));
    memcpy(w->ahead + (size_t)d->p * nv, d->d,
           (size_t)d->r * nv * sizeof(double));
}

static double off(const turning *w, int row, const double *now, double by)
{
    const int nv = w->x->data.nv;
    double square = 0;
    for (int i = 0; i < nv; i++) {
        double change = (w->ahead[row * nv + i] - now[i]) / by;
        square += change * change;
    }
    return square;
}

static void add_changes(turning *w, double by)
{
    const step_data *d = &w->x->data;
    for (int j = 0; j < d->p; j++) {
        double n = off(w, j, d->n + j * d->nv, by);
        w->sum[2 * j] += n;
        w->sum[2 * j + 1] += n;
        for (int s = d->slip_at[j]; s < d->slip_at[j + 1]; s++)
            w->sum[2 * j + 1] += off(w, d->p + s, d->d + s * d->nv, by);
    }
}

static perp_status turn_at(turning *w, int row)
{
    survey *x = w->x;
    double size = 1;
    for (int i = 0; i < x->s->nq; i++) {
        double q = fabs(cells(x, row)[x->at.q + i]);
        size = q > size ? q : size;
    }
    for (int d = 0; d < x->s->nv; d++) {
        double by = 0x1p-17 * size;
        PERP_TRY(survey_moved(x, row, d, by, 0));
        keep_rows(w);
        PERP_TRY(survey_moved(x, row, d, -by, 0));
        add_changes(w, 2 * by);
    }
    return PERP_SUCCESS;
}

static void note(survey_most *most, double square, int row, int contact)
{
    double value = sqrt(square);
    if (most->row < 0 || value > most->value)
        *most = (survey_most){value, row, contact};
}

perp_status survey_turning(survey *x, survey_most *normal, survey_most *all)
{
    const perp_system *s = x->s;
    size_t p = (size_t)assemble_room(s);
    size_t rows = p * ((size_t)s->max_slips + 1);
    turning w = {.x = x};
    *normal = *all = (survey_most){0, -1, -1};
    w.ahead = arena_take(&x->a, rows * (size_t)s->nv + 1, sizeof(double));
    w.sum = arena_take(&x->a, 2 * p + 1, sizeof(double));
    if (w.ahead == NULL || w.sum == NULL)
        return PERP_NO_MEMORY(rows * sizeof(double));
    int step = x->rows / 40 + 1;
    for (int i = 0; i < x->rows; i += step) {
        memset(w.sum, 0, 2 * p * sizeof(double));
        PERP_TRY(turn_at(&w, x->row[i]));
        for (int j = 0; j < x->data.p; j++) {
            note(normal, w.sum[2 * j], x->row[i], x->set.id[j]);
            note(all, w.sum[2 * j + 1], x->row[i], x->set.id[j]);
        }
    }
    return PERP_SUCCESS;
}
