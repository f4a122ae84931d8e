#include "run/hypotheses.h"

#include <stdarg.h>
#include <stdio.h>

static void say(finding *out, verdict v, basis b, const char *format,
                va_list args)
{
    out->verdict = v;
    out->basis = b;
    vsnprintf(out->text, sizeof out->text, format, args);
}

void finding_say(finding *out, verdict v, basis b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(out, v, b, format, args);
    va_end(args);
    out->has_number = 0;
}

void finding_number(finding *out, verdict v, basis b, double number,
                    const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(out, v, b, format, args);
    va_end(args);
    out->has_number = 1;
    out->number = number;
}

/** ## What the form of the expressions says

`model/tape/growth.h` bounds values and derivatives for all states. What it cannot
bound may be bounded all the same; then the run's own numbers are all there is,
and the verdict says so. */
perp_status form_growth(arena *a, const tape *t, uint32_t from, uint32_t to,
                       growth *out)
{
    arena_mark mark = arena_here(a);
    uint8_t *variable = arena_take(a, t->inputs + 1, 1);
    growth *work = arena_take(a, tape_values(t) + 1, sizeof *work);
    growth *each = arena_take(a, t->outputs + 1, sizeof *each);
    if (variable == NULL || work == NULL || each == NULL)
        return PERP_NO_MEMORY(tape_values(t) * sizeof *work);
    for (uint32_t i = from; i < to && i < t->inputs; i++)
        variable[i] = 1;
    growth_of(t, variable, work, each);
    for (uint32_t i = 0; i < t->outputs; i++) {
        const growth *g = &each[i];
        out->value = g->value > out->value ? g->value : out->value;
        out->first = g->first > out->first ? g->first : out->first;
        out->second = g->second > out->second ? g->second : out->second;
        out->kinks |= g->kinks;
        out->jumps |= g->jumps;
    }
    arena_release(a, mark);
    return PERP_SUCCESS;
}

/* Of the gaps, or of the rows of normals and directions, of all contacts. */
perp_status form_growth_of_contacts(inquiry *x, int rows, growth *out)
{
    const perp_system *s = x->at.s;
    *out = form_nothing;
    PERP_TRY(form_growth(&x->at.a, rows ? &s->row : &s->gaps, 0,
                         (uint32_t)s->nq, out));
    for (int b = 0; b < s->bindings; b++) {
        const kind *k = s->binding[b].pairs->k;
        PERP_TRY(form_growth(&x->at.a, rows ? &k->row : &k->gap, 0,
                            kind_coords(k), out));
    }
    return PERP_SUCCESS;
}

const char *form_why(const growth *g)
{
    int unknown = g->value >= GROWTH_UNKNOWN || g->first >= GROWTH_UNKNOWN ||
                  g->second >= GROWTH_UNKNOWN;
    return g->jumps   ? "a branch that may jump"
           : g->kinks ? "a max or an absolute value"
           : unknown  ? "a root or a quotient"
                      : "a power or a product";
}
