/**
# Two laws compared

HP23 3.1 sets law (31) against the outcomes of single impacts, and 5.4 against its
own. A list of the $v^+$ of (31) with a verdict on each line is what `perp impact` and
`perp inclusion` print. Nothing is said of an outcome whose line fails, but that this
path is none; where joints leave no rates, as when they depend on each other, nothing
is said at all and the count is 0.
*/
#include "hp23/run/straight.h"

perp_status straight_find(situation *x, const outcomes *list,
                          const exact_limit *limit, straight *out)
{
    rates r;
    *out = (straight){.s = x, .list = list};
    perp_status s = rates_new(&x->a, &x->exact, &r);
    if (s.code == PERP_INPUT)
        return PERP_SUCCESS;
    PERP_TRY(s);
    out->line = arena_take(&x->a, (size_t)list->count + 1, sizeof *out->line);
    if (out->line == NULL)
        s = PERP_NO_MEMORY(list->count);
    for (const outcome *o = list->first; o && s.code == PERP_OK; o = o->next)
        s = line_check(&x->a, &r, (const mpq_t *)x->exact.v,
                       (const mpq_t *)o->v, limit, &out->line[out->count++]);
    rates_clear(&r);
    return s;
}

/** A line from $v$ to $v^+$ is a path that every contact shares: all impulses grow in proportion.
That is the path by which `perp impact` tells works, so an outcome whose line solves (39) has works
that a solution of the inclusion does, and one whose line fails has them by convention alone. The gait's
three outcomes all have such lines; the discs' one has none. */
/** The outcomes are those of (31) asked for all, and what rounding has doubled is
merged before the lines are judged, so that each line is one that somebody sees. */
perp_status straight_of_law(situation *x, const exact_limit *limit,
                            outcomes *all, straight *out)
{
    outcomes_search s = {.limits = {.limit = *limit}};
    PERP_TRY(outcomes_of_law(&x->a, &x->exact, 1, &s, all));
    if (!x->rational)
        outcomes_merge(&x->exact, all);
    return straight_find(x, all, limit, out);
}

void straight_clear(straight *l)
{
    for (int k = 0; k < l->count; k++)
        line_clear(&l->line[k]);
    l->count = 0;
}

/** A line is asked piece by piece, and of the first piece that fails the conditions are
listed. `from` is where it begins, as a fraction of the line: 0 on the discs, which fail
at once. Where two conditions exclude each other both are named, for neither is to blame
alone. */

/** The words of the two outputs, by the conditions of [line.h](../inclusion/line.h).
"over" and "impulses" are no conditions of a contact and stand below. */
static const struct {
    const char *key, *word;
} condition[] = {
    [LINE_PARTS] = {"parts", "parts on the way and would have to press"},
    [LINE_TURNS] = {"turns", "turns its slip round on the way, and friction "
                             "would have to push along it"},
    [LINE_STICKS] = {"sticks", "slips on the way, sticks at the end, and "
                               "friction would have to be below its bound"},
    [LINE_FRICTION] = {"friction", "slips, and friction would have to be other "
                                   "than against it, at its bound"},
};

/* Objects of JSON, or words; of several conditions one has to give way. */
static void faults(const straight *l, const line *x, int json, FILE *out)
{
    if (x->over)
        fputs(json ? "{\"contact\":null,\"condition\":\"over\"}"
                   : "nothing collides any more before its end",
              out);
    else if (x->faults == 0)
        fputs(json ? "{\"contact\":null,\"condition\":\"impulses\"}"
                   : "no impulses of the contacts lead there",
              out);
    for (int k = 0; k < x->faults; k++) {
        const char *name = situation_contact(l->s, x->fault[k].contact);
        const line_condition c = x->fault[k].condition;
        if (json)
            fprintf(out, "%s{\"contact\":\"%s\",\"condition\":\"%s\"}",
                    k > 0 ? "," : "", name, condition[c].key);
        else
            fprintf(out, "%s%s %s", k > 0 ? "; or " : "", name,
                    condition[c].word);
    }
}

void straight_json(const straight *l, int k, FILE *out)
{
    if (k >= l->count) {
        fputs(",\"line\":null", out);
        return;
    }
    const line *x = &l->line[k];
    fprintf(out, ",\"line\":%s", x->solves ? "true" : "false");
    if (x->solves)
        return;
    fprintf(out, ",\"from\":%.17g,\"fails\":[", mpq_get_d(x->at[x->piece]));
    faults(l, x, 1, out);
    fputc(']', out);
}

void straight_text(const straight *l, int k, FILE *out)
{
    if (k >= l->count) {
        fputs("is not judged: the joints leave no rates", out);
        return;
    }
    const line *x = &l->line[k];
    fputs(x->solves ? "solves (39)" : "does not solve (39): ", out);
    if (!x->solves)
        faults(l, x, 0, out);
}

/** Beside each outcome stands how many solutions of the inclusion end there, counted by who has
followed them, and its line: two answers that need not agree, for (39) may lead to an outcome on a
path that is not straight. */
/* The speeds at an outcome in doubles, truncated, normal or slips. */
static void speeds(const straight *l, const outcome *o, int slips, FILE *out)
{
    const step_exact *d = &l->s->exact;
    mpq_t q;
    mpq_init(q);
    for (int i = 0; i < (slips ? d->r : d->p); i++) {
        (slips ? impact_slip : impact_normal)(d, i, (const mpq_t *)o->v, q);
        fprintf(out, "%s%.17g", i > 0 ? "," : "", mpq_get_d(q));
    }
    mpq_clear(q);
}

void straight_list_json(const straight *l, const long *at_end, FILE *out)
{
    int k = 0;
    fputs(",\"law31\":[", out);
    for (const outcome *o = l->list->first; o != NULL; o = o->next, k++) {
        fputs(k > 0 ? ",{\"vn\":[" : "{\"vn\":[", out);
        speeds(l, o, 0, out);
        fputs("],\"vt\":[", out);
        speeds(l, o, 1, out);
        fprintf(out, "],\"solutions\":%ld", at_end[k]);
        straight_json(l, k, out);
        fputc('}', out);
    }
    fputc(']', out);
}

void straight_list_text(const straight *l, const long *at_end, FILE *out)
{
    for (int k = 0; k < l->list->count; k++) {
        fprintf(out,
                "outcome %d of law (31): %ld end there; the straight line ",
                k + 1, at_end[k]);
        straight_text(l, k, out);
        fputc('\n', out);
    }
}
