#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "cli/report/restitution_report.h"

#include "hp23/impact/impact.h"

#include <math.h>
#include <stdlib.h>

/* How many outcomes have more kinetic energy than the velocity before. */
static int count_gains(const listing *l)
{
    const step_exact *d = &l->s->exact;
    int count = 0;
    mpq_t x;
    mpq_init(x);
    for (const outcome *o = l->list->first; o != NULL; o = o->next) {
        impact_gain(d, (const mpq_t *)d->v, (const mpq_t *)o->v, x);
        count += mpq_sgn(x) > 0;
    }
    mpq_clear(x);
    return count;
}

/* A double that is no less than the root of q: mpq_get_d truncates, and a root
   is off by half a unit at most. */
static double root_above(mpq_srcptr q)
{
    return mpq_sgn(q) == 0
               ? 0
               : nextafter(sqrt(nextafter(mpq_get_d(q), INFINITY)), INFINITY);
}

static void ahead_json(const listing *l, FILE *out)
{
    const reached *r = &l->ahead;
    fputs("\"reached\":{\"order\":[", out);
    for (int k = 0; k < l->left_orders; k++)
        fprintf(out, "%s\"%s\"", k > 0 ? "," : "",
                situation_contact(l->s, l->left_in[k]));
    fputs("],\"v\":[", out);
    for (int i = 0; i < l->s->exact.nv; i++) {
        fputs(i > 0 ? "," : "", out);
        listing_number(l, r->v[i], 1, out);
    }
    fprintf(out,
            "],\"within\":%.17g,\"exact\":%s,\"ratio\":", root_above(r->square),
            r->exact ? "true" : "false");
    if (mpq_sgn(r->ratio) < 0)
        fputs("null", out);
    else
        listing_number(l, r->ratio, 1, out);
    fprintf(out, ",\"reached_of\":\"%s\"},", situation_data(l->s));
}

void restitution_json(const listing *l, FILE *out)
{
    if (l->e != NULL) {
        fputs("\"restitution\":", out);
        listing_number(l, l->e, 1, out);
        fprintf(out, ",\"gains\":%d,", count_gains(l));
    }
    if (l->moves != NULL)
        fprintf(out, "\"passive\":%s,\"states\":%d,\"left\":%d,",
                l->passive ? "true" : "false", l->moves->states,
                l->moves->left);
    if (l->left_known)
        ahead_json(l, out);
}

static void ahead_text(const listing *l, FILE *out)
{
    const reached *r = &l->ahead;
    fputs(r->exact ? "the sequence tends to v = "
                   : "the sequence stays near v = ",
          out);
    for (int i = 0; i < l->s->exact.nv; i++) {
        listing_number(l, r->v[i], 0, out);
        fputs(i + 1 < l->s->exact.nv ? " " : "", out);
    }
    fprintf(out, ": %sall that follows is within %.3g in |x|_M, proven for %s",
            r->exact ? "the limit, proven; " : "", root_above(r->square),
            situation_data(l->s));
    if (mpq_sgn(r->ratio) >= 0) {
        fputs("; a turn of all leaves at most ", out);
        listing_number(l, r->ratio, 0, out);
        fputs(" of the impulses to come", out);
    }
    fputc('\n', out);
}

void restitution_text(const listing *l, FILE *out)
{
    if (l->e != NULL) {
        const int gains = count_gains(l);
        fputs("restitution ", out);
        listing_number(l, l->e, 0, out);
        fprintf(out,
                gains ? "; %d outcome%s more kinetic energy than v\n"
                      : "; no outcome has more kinetic energy than v\n",
                gains, gains == 1 ? " has" : "s have");
    }
    if (l->moves != NULL)
        fprintf(out,
                "found by paths through %d states%s; %d could go on; others "
                "exist\n",
                l->moves->states, l->passive ? ", passive" : "",
                l->moves->left);
    if (l->left_known)
        ahead_text(l, out);
}

void restitution_path(const listing *l, const outcome *o, int json, FILE *out)
{
    if (o->moves == 0)
        return;
    fputs(json ? ",\"path\":[" : ", by ", out);
    for (int k = 0; k < o->moves; k++) {
        const int move = o->turns[k], j = abs(move) - 1;
        fprintf(out, json ? "%s\"%s%s\"" : "%s%s%s", k > 0 ? "," : "",
                move < 0 ? "+" : "",
                abs(move) == INTERLEAVED_ALL ? "all"
                                             : situation_contact(l->s, j));
    }
    fputs(json ? "]" : "", out);
}
