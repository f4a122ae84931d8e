/**
# Places and modes, printed

An end of a box is a double that was rounded outward, so in JSON it has all its
digits, or of rational data is the fraction that it is: a shorter decimal could be
inside of the box. The text is for the eye: ten digits, rounded outward, too. The numbers that a
reader sees beside a place are those of the outcomes of the given data whose $v^+$
lies in it; a place with none is one that only data nearby may reach. It may also be
one that no data reach: proven is what is *not* listed, and the last line of the
text says that and nothing else.

For people a place has one box, the hull of its modes' boxes, since they want to
know how far apart two places are; for programs each mode has its own, with speeds.
The hull may be larger than all boxes together. An outcome may lie in the hull and
not in the place, so `places_hold` is asked of the boxes. */
#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "hp23/run/nearby.h"

#include "hp23/within/places.h"
#include "number/decimal.h"

#include <math.h>

enum { TEXT_DIGITS = 10 };

static const char *const way_name[] = {[WITHIN_APART] = "apart",
                                       [WITHIN_STICKS] = "sticks",
                                       [WITHIN_FORWARD] = "slips +",
                                       [WITHIN_BACKWARD] = "slips -",
                                       [WITHIN_CLOSED] = "closed"};

/* An end of a box: a double, which of rational data is printed as p/q. */
static void print_end(const situation *s, double x, FILE *out)
{
    mpq_t q;
    if (isinf(x)) {
        fputs("null", out);
        return;
    }
    if (!s->rational) {
        fprintf(out, "%.17g", x + 0.0);
        return;
    }
    mpq_init(q);
    mpq_set_d(q, x);
    gmp_fprintf(out, "\"%Qd\"", q);
    mpq_clear(q);
}

/** The same for the eye, on the side where the box stays inside. The double of 0.1
is $\frac1{10} + 5.6 \cdot 10^{-18}$: as a lower end it is printed as 0.1, as an upper
one as 0.1000000001, because 0.1 would be below it. So a reader who copies a place
from the text has a box that holds the proven one, a little larger; the digits that
are lost are lost on the safe side, and "no outcome elsewhere" holds of the copy. */
static void put_end(double x, decimal_side to, FILE *out)
{
    char text[DECIMAL_ROOM] = "unbounded";
    mpq_t q;
    if (!isinf(x)) {
        mpq_init(q);
        mpq_set_d(q, x);
        decimal_text(q, TEXT_DIGITS, to, text);
        mpq_clear(q);
    }
    fputs(text, out);
}

static void print_ends(const situation *s, const within_mode *m, int from,
                       int count, FILE *out)
{
    fputc('[', out);
    for (int i = from; i < from + count; i++) {
        fputs(i > from ? ",[" : "[", out);
        print_end(s, m->low[i], out);
        fputc(',', out);
        print_end(s, m->high[i], out);
        fputc(']', out);
    }
    fputc(']', out);
}

/* The numbers of the outcomes in a place, from 1 on. */
static int print_outcomes(const outcomes *list, const within *w, int place,
                          FILE *out)
{
    int number = 0, count = 0;
    for (const outcome *o = list->first; o != NULL; o = o->next) {
        number++;
        if (places_hold(w, place, (const mpq_t *)o->v))
            fprintf(out, "%s%d", count++ > 0 ? "," : "", number);
    }
    return count;
}

static void json_mode(const situation *s, const within *w, const within_mode *m,
                      FILE *out)
{
    fprintf(out, "{\"place\":%d,\"ways\":[", m->place + 1);
    for (int j = 0; j < w->p; j++)
        fprintf(out, "%s\"%s\"", j > 0 ? "," : "", way_name[m->way[j]]);
    fputs("],\"v\":", out);
    print_ends(s, m, 0, w->nv, out);
    fputs(",\"vn\":", out);
    print_ends(s, m, w->nv, w->p, out);
    fputs(",\"vt\":", out);
    print_ends(s, m, w->nv + w->p, w->r, out);
    fputc('}', out);
}

/** `eps` is a number without a unit, relative to each number that is larger than 1 and absolute to
the others, and that is said in `of`, since a reader of the object has no other place to look. A place
without outcomes has an empty list and not null: that none of the given data's is in it is known. */
void nearby_json(const situation *s, const outcomes *list, const within *w,
                 mpq_srcptr eps, FILE *out)
{
    fputs(",\"within\":{\"eps\":", out);
    if (s->rational)
        gmp_fprintf(out, "\"%Qd\"", eps);
    else
        fprintf(out, "%.17g", mpq_get_d(eps));
    fputs(",\"of\":\"every M, nu, n, d, mu and v within eps max(1, |x|) of "
          "each number x\",\"places\":[",
          out);
    for (int k = 0; k < w->places; k++) {
        fputs(k > 0 ? ",{\"outcomes\":[" : "{\"outcomes\":[", out);
        print_outcomes(list, w, k, out);
        fputs("]}", out);
    }
    fputs("],\"modes\":[", out);
    for (const within_mode *m = w->first; m != NULL; m = m->next) {
        json_mode(s, w, m, out);
        fputs(m->next != NULL ? "," : "", out);
    }
    fputs("]}", out);
}

/* The hull of a place's boxes, coordinate by coordinate. */
static void text_hull(const within *w, int place, FILE *out)
{
    for (int i = 0; i < w->nv; i++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (const within_mode *m = w->first; m != NULL; m = m->next)
            if (m->place == place) {
                low = fmin(low, m->low[i]);
                high = fmax(high, m->high[i]);
            }
        fputs(i > 0 ? ", " : "  v+ from ", out);
        put_end(low, DECIMAL_DOWN, out);
        fputs(" to ", out);
        put_end(high, DECIMAL_UP, out);
    }
    fputc('\n', out);
}

static void text_modes(const situation *s, const within *w, int place,
                       FILE *out)
{
    for (const within_mode *m = w->first; m != NULL; m = m->next) {
        for (int j = 0; m->place == place && j < w->p; j++)
            fprintf(out, "%s%s %s", j > 0 ? ", " : "  ",
                    situation_contact(s, j), way_name[m->way[j]]);
        if (m->place == place)
            fputc('\n', out);
    }
}

void nearby_text(const situation *s, const outcomes *list, const within *w,
                 mpq_srcptr eps, FILE *out)
{
    for (int k = 0; k < w->places; k++) {
        fprintf(out, "place %d, outcomes listed above: ", k + 1);
        if (print_outcomes(list, w, k, out) == 0)
            fputs("none", out);
        fputs("\n", out);
        text_hull(w, k, out);
        text_modes(s, w, k, out);
    }
    char text[DECIMAL_ROOM];
    decimal_text(eps, TEXT_DIGITS, DECIMAL_DOWN, text);
    fprintf(out,
            "within %s: %d mode%s in %d place%s; proven: data in the box "
            "have no outcome elsewhere\n",
            text, w->count, w->count == 1 ? "" : "s", w->places,
            w->places == 1 ? "" : "s");
}
