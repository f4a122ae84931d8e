#include "run/trace/drawn.h"

#include <math.h>

void drawn_impulse(const survey *x, int i, int row, double *out)
{
    const double *cells = x->t->cell + trace_at(x->t, row);
    const step_data *d = &x->data;
    const int j = x->set.id[i], nv = d->nv;
    for (int k = 0; k < nv; k++) {
        double p = cells[x->at.cn + j] * d->n[i * nv + k];
        for (int s = d->slip_at[i]; s < d->slip_at[i + 1]; s++)
            p += cells[x->at.ft + x->at.ft_at[j] + s - d->slip_at[i]] *
                 d->d[s * nv + k];
        out[k] = p;
    }
}

/* Index and value of what is not 0. */
static void put_sparse(growing_text *to, const char *key, const double *x,
                       int n)
{
    const char *comma = "";
    text_add(to, ", \"%s\": [", key);
    for (int k = 0; k < n; k++)
        if (x[k] != 0) {
            text_add(to, "%s%d, %.17g", comma, k, x[k]);
            comma = ", ";
        }
    text_add(to, "]");
}

static void put_list(growing_text *to, const double *x, int n)
{
    for (int k = 0; k < n; k++)
        text_add(to, "%s%.17g", k > 0 ? ", " : "", x[k]);
    text_add(to, "]");
}

static void put_pushes(row_drawn *x, int row)
{
    const survey *look = &x->look;
    const step_data *d = &look->data;
    const double *cells = look->t->cell + trace_at(look->t, row);
    const char *comma = "";
    for (int i = 0; i < look->set.n; i++) {
        if (look->at.cn < 0 || !(cells[look->at.cn + look->set.id[i]] > 0))
            continue;
        drawn_impulse(look, i, row, look->v); /* its place to move in */
        text_add(&x->line, "%s{\"contact\": %d", comma, look->set.id[i]);
        put_sparse(&x->line, "p", look->v, d->nv);
        put_sparse(&x->line, "n", d->n + i * d->nv, d->nv);
        if (d->slip_at[i] < d->slip_at[i + 1])
            put_sparse(&x->line, "d", d->d + d->slip_at[i] * d->nv, d->nv);
        text_add(&x->line, "}");
        comma = ", ";
    }
}

/** A law of time or a mark may have no value in a row; then the row has none of its
marks, and the run goes on. */
static void put_marks(row_drawn *x, const trace *t, int row)
{
    const double *cells = t->cell + trace_at(t, row);
    const int nq = x->s->nq, nv = x->s->nv, in = nq + nv + 1;
    double *out = x->point + in, *work = out + x->marks->outputs;
    for (int k = 0; k < nq; k++)
        x->point[k] = cells[x->look.at.q + k];
    for (int k = 0; k < nv; k++)
        x->point[nq + k] = cells[x->look.at.v + k];
    x->point[in - 1] = cells[1];
    text_add(&x->line, ", \"marks\": ");
    if (tape_f64(x->marks, x->point, work, out).code != PERP_OK)
        text_add(&x->line, "null");
    else {
        text_add(&x->line, "[");
        put_list(&x->line, out, (int)x->marks->outputs);
    }
}

static perp_status begin(row_drawn *x, const trace *t)
{
    const size_t in = (size_t)(x->s->nq + x->s->nv + 1);
    size_t n = in;
    x->begun = 1;
    PERP_TRY(survey_new(&x->look, x->s, t, -HUGE_VAL, 16));
    if (x->marks != NULL && x->marks->inputs != in)
        return PERP_FAIL(PERP_INPUT, "the tape of marks has %u inputs, not %zu",
                         (unsigned)x->marks->inputs, in);
    if (x->marks != NULL)
        n += x->marks->outputs + tape_slots(x->marks);
    x->point = arena_take(&x->look.a, n, sizeof(double));
    return x->point != NULL ? PERP_SUCCESS : PERP_NO_MEMORY(n);
}

perp_status drawn_line(row_drawn *x, const trace *t, int row,
                        const char **line)
{
    if (!x->begun)
        PERP_TRY(begin(x, t));
    x->look.t = t;
    x->line.used = 0;
    PERP_TRY(survey_look(&x->look, row, 0, 0));
    text_add(&x->line, "{\"places\": {\"gaps\": [");
    put_list(&x->line, x->look.work.gap, x->s->contacts);
    text_add(&x->line, ", \"pushes\": [");
    put_pushes(x, row);
    text_add(&x->line, "]");
    if (x->marks != NULL)
        put_marks(x, t, row);
    text_add(&x->line, "}}\n");
    *line = x->line.text;
    return text_end(&x->line);
}

void drawn_free(row_drawn *x)
{
    if (x->begun)
        survey_free(&x->look);
    text_free(&x->line);
}
