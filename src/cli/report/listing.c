#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "cli/report/listing.h"

#include "cli/report/restitution_report.h"

#include "hp23/impact/algebraic.h"
#include "hp23/run/nearby.h"
#include "number/literal.h"

#include <string.h>

/* Groups of numbers of an outcome. */
typedef enum { VELOCITIES, NORMALS, SLIPS, GROUPS } group;

static int group_count(const listing *l, group g)
{
    const step_exact *d = &l->s->exact;
    const int count[GROUPS] = {d->nv, d->p, d->r};
    return count[g];
}

static void number(const listing *l, const outcome *o, group g, int i,
                   mpq_ptr out)
{
    const step_exact *d = &l->s->exact;
    if (g == VELOCITIES)
        mpq_set(out, o->v[i]);
    else if (g == NORMALS)
        impact_normal(d, i, (const mpq_t *)o->v, out);
    else
        impact_slip(d, i, (const mpq_t *)o->v, out);
}

void listing_number(const listing *l, mpq_srcptr q, int json, FILE *out)
{
    double x;
    if (l->s->rational) {
        gmp_fprintf(out, json ? "\"%Qd\"" : "%Qd", q);
        return;
    }
    if (literal_double(q, &x).code != PERP_OK)
        x = mpq_get_d(q);
    fprintf(out, json ? "%.17g" : "%.10g", x + 0.0);
}

/* count numbers, in JSON as an array of that name. */
static void print_row(const listing *l, const char *name, const mpq_t *x,
                      int count, FILE *out)
{
    fprintf(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", out);
        listing_number(l, x[i], 1, out);
    }
    fputc(']', out);
}

static void newton_json(const listing *l, const newton *n, FILE *out)
{
    fputs("\"newton\":{\"e\":", out);
    listing_number(l, n->e, 1, out);
    print_row(l, "tangent", (const mpq_t *)n->parts.tangent, n->nv, out);
    print_row(l, "normal", (const mpq_t *)n->parts.normal, n->nv, out);
    print_row(l, "impulses", (const mpq_t *)n->parts.impulse, n->p, out);
    fputs(",\"kinetic_before\":", out);
    listing_number(l, n->before, 1, out);
    fputs(",\"kinetic_after\":", out);
    listing_number(l, n->after, 1, out);
    fprintf(out, ",\"angle\":%s},", n->continuous ? "true" : "false");
}

static void newton_text(const listing *l, const newton *n, FILE *out)
{
    fputs("restitution ", out);
    listing_number(l, n->e, 0, out);
    fputs(": the kinetic energy goes from ", out);
    listing_number(l, n->before, 0, out);
    fputs(" to ", out);
    listing_number(l, n->after, 0, out);
    fprintf(out, " J; the angle condition %s for these contacts\n",
            n->continuous ? "holds" : "is violated");
}

static void print_group(const listing *l, const outcome *o, group g, int json,
                        FILE *out)
{
    mpq_t q;
    mpq_init(q);
    for (int i = 0; i < group_count(l, g); i++) {
        number(l, o, g, i, q);
        fputs(i > 0 ? (json ? "," : " ") : "", out);
        listing_number(l, q, json, out);
    }
    mpq_clear(q);
}

/* The order that led there. */
static void print_turns(const listing *l, const outcome *o, int json, FILE *out)
{
    for (int k = 0; o->turns != NULL && o->moves == 0 && k < l->in->contacts;
         k++) {
        const char *name = situation_contact(l->s, o->turns[k]);
        fprintf(out, json ? "%s\"%s\"" : "%s%s", k > 0 ? "," : "", name);
    }
}

outcomes listing_room(const situation *x, int turns)
{
    const int L = x->exact.p + x->exact.r;
    return (outcomes){.nv = x->exact.nv, .impulses = turns ? 2 * L : L};
}

/** What approaches is no outcome of the law: a tolerance has cut a sequence there. */
int listing_cut(const situation *x, const outcomes *out)
{
    mpq_t zero;
    int any = 0;
    mpq_init(zero);
    for (const outcome *o = out->first; o != NULL; o = o->next)
        any |= impact_colliding(&x->exact, (const mpq_t *)o->v, zero) >= 0;
    mpq_clear(zero);
    return any;
}

/** ## Impulses, works, modes

Impulses are those of one solution that leads to $v^+$; the work of a contact's friction
is that of its slips together. Routh's path bends, so half the sum of the speeds times
the impulse is not the work along it: there only the energy is told. */

/* The work of the impulses first to before last, of p normals and r slips. */
static void work(const listing *l, const outcome *o, int first, int last,
                 mpq_ptr out)
{
    const step_exact *d = &l->s->exact;
    mpq_t x;
    mpq_init(x);
    mpq_set_ui(out, 0, 1);
    for (int k = first; k < last; k++) {
        if (l->list->impulses > d->p + d->r)
            mpq_set(x, o->L[d->p + d->r + k]);
        else
            algebraic_work(d, k, (const mpq_t *)d->v, (const mpq_t *)o->v,
                           o->L[k], x);
        mpq_add(out, out, x);
    }
    mpq_clear(x);
}

static int bent(const listing *l)
{
    return l->in != NULL && strcmp(l->law, "routh") == 0;
}

int listing_work(const listing *l, const outcome *o, int first, int last,
                 mpq_ptr out)
{
    work(l, o, first, last, out);
    return !bent(l);
}

/* What contact j does behind the impact. The first of several slips and the
   others have no order, so they have no forward. */
const char *listing_mode(const listing *l, const outcome *o, int j)
{
    const step_exact *d = &l->s->exact;
    const int first = d->slip_at[j], last = d->slip_at[j + 1];
    int away, one = 0, any = 0;
    mpq_t x;
    mpq_init(x);
    impact_normal(d, j, (const mpq_t *)o->v, x);
    away = mpq_sgn(x);
    for (int k = first; k < last; k++) {
        impact_slip(d, k, (const mpq_t *)o->v, x);
        one = mpq_sgn(x);
        any |= one != 0;
    }
    mpq_clear(x);
    return away > 0          ? "parts"
           : away < 0        ? "approaches"
           : last == first   ? "touches"
           : !any            ? "sticks"
           : last > first + 1 ? "slides"
           : one > 0         ? "slides forward"
                             : "slides backward";
}

static void print_modes(const listing *l, const outcome *o, FILE *out)
{
    for (int j = 0; j < l->s->exact.p; j++)
        fprintf(out, "%s%s %s", j > 0 ? ", " : "", situation_contact(l->s, j),
                listing_mode(l, o, j));
}

/* Works of all contacts, along normals or along slips. */
static void works_json(const listing *l, const outcome *o, int slips, FILE *out)
{
    const step_exact *d = &l->s->exact;
    mpq_t x;
    fprintf(out, ",\"work_%s\":", slips ? "t" : "n");
    if (bent(l)) {
        fputs("null", out);
        return;
    }
    mpq_init(x);
    for (int j = 0; j < d->p; j++) {
        fputc(j > 0 ? ',' : '[', out);
        if (slips)
            work(l, o, d->p + d->slip_at[j], d->p + d->slip_at[j + 1], x);
        else
            work(l, o, j, j + 1, x);
        listing_number(l, x, 1, out);
    }
    fputc(']', out);
    mpq_clear(x);
}

void listing_lost(const listing *l, const outcome *o, mpq_ptr out)
{
    const step_exact *d = &l->s->exact;
    impact_gain(d, (const mpq_t *)d->v, (const mpq_t *)o->v, out);
    mpq_neg(out, out);
    mpq_div_2exp(out, out, 1);
}

static void print_lost(const listing *l, const outcome *o, int json, FILE *out)
{
    mpq_t x;
    mpq_init(x);
    listing_lost(l, o, x);
    listing_number(l, x, json, out);
    mpq_clear(x);
}

static void impulses_json(const listing *l, const outcome *o, FILE *out)
{
    const step_exact *d = &l->s->exact;
    print_row(l, "Ln", (const mpq_t *)o->L, d->p, out);
    print_row(l, "Lt", (const mpq_t *)o->L + d->p, d->r, out);
    works_json(l, o, 0, out);
    works_json(l, o, 1, out);
    fputs(",\"energy_lost\":", out);
    print_lost(l, o, 1, out);
    fputs(",\"mode\":\"", out);
    print_modes(l, o, out);
    fputc('"', out);
}

static void impulses_text(const listing *l, const outcome *o, FILE *out)
{
    const step_exact *d = &l->s->exact;
    mpq_t x;
    fputs("  ", out);
    print_modes(l, o, out);
    fputs("; kinetic energy lost: ", out);
    print_lost(l, o, 0, out);
    fputs(" J", out);
    if (!bent(l) && d->r > 0) {
        mpq_init(x);
        work(l, o, d->p, d->p + d->r, x);
        mpq_neg(x, x);
        fputs(", by friction ", out);
        listing_number(l, x, 0, out);
        mpq_clear(x);
    }
    fputc('\n', out);
}

void listing_json(const listing *l, FILE *out)
{
    static const char *const key[GROUPS] = {"v", "vn", "vt"};
    int count = 0;
    fputs("{\"outcomes\":[", out);
    for (const outcome *o = l->list->first; o != NULL; o = o->next) {
        fputs(count++ > 0 ? ",{" : "{", out);
        for (group g = VELOCITIES; g < GROUPS; g++) {
            fprintf(out, "%s\"%s\":[", g > 0 ? "," : "", key[g]);
            print_group(l, o, g, 1, out);
            fputc(']', out);
        }
        fprintf(out, ",\"impacts\":%d", o->impacts);
        restitution_path(l, o, 1, out);
        if (o->turns != NULL && o->moves == 0) {
            fputs(",\"order\":[", out);
            print_turns(l, o, 1, out);
            fputc(']', out);
        }
        impulses_json(l, o, out);
        if (l->lines != NULL)
            straight_json(l->lines, count - 1, out);
        fputc('}', out);
    }
    fprintf(out, "],\"complete\":%s,\"complete_of\":",
            l->complete ? "true" : "false");
    if (l->complete)
        fprintf(out, "\"%s\"", situation_data(l->s));
    else
        fputs("null", out);
    fprintf(out, ",\"law\":\"%s\",\"continuum\":%s,", l->law,
            l->list->spread ? "true" : "false");
    if (l->in != NULL)
        fprintf(out, "\"orders\":%d,\"unfinished\":%d,", l->in->count,
                l->in->unfinished);
    if (l->newton != NULL)
        newton_json(l, l->newton, out);
    restitution_json(l, out);
    fputs("\"contacts\":[", out);
    for (int j = 0; j < l->s->exact.p; j++) /* names have no quotes */
        fprintf(out, "%s\"%s\"", j > 0 ? "," : "", situation_contact(l->s, j));
    fputs("]", out);
    if (l->near != NULL)
        nearby_json(l->s, l->list, l->near, l->eps, out);
    fputs("}\n", out);
}

static void text_outcome(const listing *l, const outcome *o, FILE *out)
{
    const step_exact *d = &l->s->exact;
    mpq_t q;
    mpq_init(q);
    fprintf(out, "  v+: ");
    print_group(l, o, VELOCITIES, 0, out);
    fputc('\n', out);
    for (int j = 0; j < d->p; j++) {
        impact_normal(d, j, (const mpq_t *)o->v, q);
        fprintf(out, "  %s: %s", situation_contact(l->s, j),
                mpq_sgn(q) > 0   ? "parts at "
                : mpq_sgn(q) < 0 ? "approaches at "
                                 : "touches, normal ");
        listing_number(l, q, 0, out);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            impact_slip(d, k, (const mpq_t *)o->v, q);
            fprintf(out, k == d->slip_at[j] ? ", slip " : " ");
            listing_number(l, q, 0, out);
        }
        fputs("; impulse ", out);
        listing_number(l, o->L[j], 0, out);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            fputc(' ', out);
            listing_number(l, o->L[d->p + k], 0, out);
        }
        fputs(" N s\n", out);
    }
    mpq_clear(q);
}

void listing_text(const listing *l, FILE *out)
{
    int count = 0;
    for (const outcome *o = l->list->first; o != NULL; o = o->next) {
        fprintf(out, "outcome %d, %d impact%s", ++count, o->impacts,
                o->impacts == 1 ? "" : "s");
        fputs(o->turns != NULL && o->moves == 0 ? ", in the order " : "", out);
        print_turns(l, o, 0, out);
        restitution_path(l, o, 0, out);
        fputs(":\n", out);
        impulses_text(l, o, out);
        text_outcome(l, o, out);
        if (l->lines == NULL)
            continue;
        fputs("  the straight line from v ", out);
        straight_text(l->lines, count - 1, out);
        fputc('\n', out);
    }
    fprintf(out, "%s: %d outcome%s%s", l->law, count, count == 1 ? "" : "s",
            l->list->spread ? ", and all between some of them" : "");
    if (l->in != NULL)
        fprintf(out, " of %d order%s", l->in->count,
                l->in->count == 1 ? "" : "s");
    if (l->in != NULL && l->in->unfinished > 0)
        fprintf(out, ", of which %d had not ended", l->in->unfinished);
    fprintf(out, "%s%s\n", l->complete ? ", proven complete for " : "",
            l->complete ? situation_data(l->s) : "");
    if (l->newton != NULL)
        newton_text(l, l->newton, out);
    restitution_text(l, out);
    if (l->near != NULL)
        nearby_text(l->s, l->list, l->near, l->eps, out);
}
