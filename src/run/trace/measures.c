#include "run/trace/measures.h"

/** What a person wants to see of a motion (a joint's place, a length, a height)
is rarely a coordinate. It is an expression in the coordinates and velocities,
so a scene writes it like a gap, and each row of the table is one evaluation.
Measures feel nothing back: no scheme reads them. */
perp_status measures_new(const perp_system *s, const columns *at, trace *t,
                         measures *out)
{
    const size_t n = (size_t)s->measures, in = (size_t)(s->nq + s->nv + 1);
    *out = (measures){.s = s, .at = at, .t = t};
    if (n == 0)
        return PERP_SUCCESS;
    out->in = arena_take(&out->a, in, sizeof(double));
    out->work = arena_take(&out->a, tape_slots(&s->measure), sizeof(double));
    if (out->in == NULL || out->work == NULL)
        return PERP_NO_MEMORY(in + n);
    if (t->exact == NULL)
        return PERP_SUCCESS;
    out->in_exact = arena_take(&out->a, in + n, sizeof(mpq_t));
    if (out->in_exact == NULL)
        return PERP_NO_MEMORY(in + n);
    out->out_exact = out->in_exact + in;
    for (; out->exact < in + n; out->exact++)
        mpq_init(out->in_exact[out->exact]);
    return PERP_SUCCESS;
}

void measures_free(measures *m)
{
    for (size_t i = 0; i < m->exact; i++)
        mpq_clear(m->in_exact[i]);
    m->exact = 0;
    arena_free(&m->a);
}

/* Which column the input i of the tape is. */
static size_t column_of(const measures *m, int i)
{
    const int nq = m->s->nq, nv = m->s->nv;
    return (size_t)(i < nq        ? m->at->q + i
                    : i < nq + nv ? m->at->v + i - nq
                                  : 1);
}

perp_status measures_row(measures *m, int row)
{
    const perp_system *s = m->s;
    const int in = s->nq + s->nv + 1;
    size_t from = trace_at(m->t, row);
    size_t to = from + (size_t)m->at->measure;
    if (s->measures == 0)
        return PERP_SUCCESS;
    for (int i = 0; i < in; i++) {
        m->in[i] = m->t->cell[from + column_of(m, i)];
        if (m->in_exact != NULL)
            mpq_set(m->in_exact[i], m->t->exact[from + column_of(m, i)]);
    }
    if (m->in_exact == NULL)
        return tape_f64(&s->measure, m->in, m->work, m->t->cell + to);
    PERP_TRY(tape_exact(&s->measure, (const mpq_t *)m->in_exact, m->out_exact));
    for (size_t i = 0; i < (size_t)s->measures; i++) {
        mpq_set(m->t->exact[to + i], m->out_exact[i]);
        m->t->cell[to + i] = mpq_get_d(m->out_exact[i]);
    }
    return PERP_SUCCESS;
}
