#include "cli/report/judge_report.h"
#include "cli/report/bars_report.h"

#include <math.h>
#include <string.h>

static const char *const place_name[] = {"begin", "midpoint", "end", "own"};
static const char *const place_says[] = {
    "at the beginning of each interval", "in the middle of each interval",
    "at the end of each interval", "where the scheme has them"};

const char *judge_place(const judgement *j, law_id id)
{
    const perp_system *s = j->s;
    const int i = j->law[id].where;
    if (i < 0)
        return NULL;
    switch (laws[id].place) {
    case LAW_OF_COORDINATE:
        return s->q_name[i];
    case LAW_OF_VELOCITY:
        return s->v_name[i];
    case LAW_OF_JOINT:
        return s->joint_name[i];
    case LAW_OF_CONTACT:
        return s->contact_name[i];
    default:
        return NULL;
    }
}

static int best_place(const judgement *j)
{
    int best = 0;
    for (int p = 0; p < 3; p++)
        if (j->place[p] < j->place[best])
            best = p;
    return best;
}

static int compared(const judgement *j)
{
    return j->place[0] >= 0 && j->place[1] >= 0 && j->place[2] >= 0;
}

static const char *of_data(const judgement *j)
{
    return j->rational ? "the scene's formulas" : "the doubles of its formulas";
}

/* ---- words ------------------------------------------------------------- */

/* Of which impulses a bound is proven. */
static void proven(const judged_law *law, growing_text *out)
{
    if (law->bound > 0)
        text_add(out, "; proven");
    if (law->bound > 0 && law->limit > 0)
        text_add(out, " up to %.3g N s in all", law->limit);
}

static void law_line(const judgement *j, const judge_words *w, law_id id,
                     growing_text *out)
{
    const judged_law *law = &j->law[id];
    const char *place = judge_place(j, id);
    text_add(out, "%-21s %-11.4g %-11s %-11.3g", laws[id].name, law->worst,
             laws[id].unit, law->mean);
    if (law->row < 0) {
        text_add(out, " kept\n");
        return;
    }
    if (law->worst <= law->rounding)
        text_add(out, " kept up to rounding%s\n",
                 judge_met(j, w, id) ? "" : "; NOT MET");
    else {
        text_add(out, " %s %d, t = %.6g s%s%s",
                 laws[id].node ? "row" : "interval", law->row,
                 j->of->t[law->row], place != NULL ? ", " : "",
                 place != NULL ? place : "");
        proven(law, out);
        text_add(out, "%s\n", judge_met(j, w, id) ? "" : "; NOT MET");
    }
}

static void conditions(const judgement *j, const judge_words *w,
                       growing_text *out)
{
    const stretch_rule *r = &j->wish.rule;
    text_add(out, "%s: %d intervals of ", j->of->path, j->of->rows - 1);
    if (j->h_most - j->h_least <= 1e-9 * j->h_most)
        text_add(out, "%.10g s", j->h_most);
    else
        text_add(out, "%.6g to %.6g s", j->h_least, j->h_most);
    text_add(out,
             ", judged by %s\n  M, n, D and k %s (--scheme %s); a contact is "
             "closed when it is at most %g m open at one end; joint impulses "
             "are free%s",
             w->run, place_says[r->place], w->scheme, r->closed,
             j->s->joints == 0 ? " (there are no joints)" : "");
    if (r->round)
        text_add(out, "; friction cones are round where a contact has two "
                      "slips");
    if (r->e != 0)
        text_add(out, "; restitution e = %g", r->e);
    text_add(out,
             "\n  positions moved with the weight %.10g of the new velocity%s\n"
             "  the worst rows in fractions, of %s\n",
             j->weight, j->wish.weight < 0 ? ", which fits best" : "",
             of_data(j));
}

static void pushes(const judgement *j, growing_text *out)
{
    text_add(out, "  the impulses that explain it best:");
    for (int i = 0; i < j->pushes; i++) {
        text_add(out, "%s %s %.6g", i > 0 ? ";" : "",
                 j->s->contact_name[j->contact[i]], j->cn[i]);
        for (int k = j->slip_at[i]; k < j->slip_at[i + 1]; k++)
            text_add(out, "%s%.6g",
                     k == j->slip_at[i] ? " with friction " : " ", j->f[k]);
    }
    text_add(out, " N s\n");
}

/** The sentence about impulses is the one that is proven: of all choices, not of
the ones that an engine made. */
static void sentences(const judgement *j, growing_text *out)
{
    const judged_law *m = &j->law[LAW_MOMENTUM];
    if (m->bound > m->rounding) {
        if (m->limit > 0)
            text_add(out,
                     "No impulses of closed contacts and joints whose "
                     "weights sum up to %.3g N s at most explain ",
                     m->limit);
        else
            text_add(out, "No impulses whatever of closed contacts and joints "
                          "explain ");
        text_add(out,
                 "interval %d (t = %.6g to %.6g s) better than %.6g J: proven "
                 "of %s.\n",
                 m->row, j->of->t[m->row - 1], j->of->t[m->row], m->bound,
                 of_data(j));
        if (j->pushes > 0 && j->pushes <= 8)
            pushes(j, out);
    } else if (m->limit > 0 && m->worst > m->rounding)
        text_add(out,
                 "Whether impulses of closed contacts and joints whose weights "
                 "sum up to %.3g N s at most explain interval %d is undecided: "
                 "those that were found leave %.3g J.\n",
                 m->limit, m->row, m->worst);
    else
        text_add(out, "Contacts and joints explain every interval%s.\n",
                 m->row < 0 ? "" : " up to rounding");
    if (!compared(j))
        return;
    text_add(out,
             "Unexplained in the mean: %.3g J with M, n, D and k at the "
             "beginning, %.3g J in the middle, %.3g J at the end; %s is the "
             "best. What differs between them comes from impulses of the "
             "order of h^2 and belongs to the integrator, not to contact.\n",
             j->place[0], j->place[1], j->place[2], place_name[best_place(j)]);
}

void judge_text(const judgement *j, const judge_words *w, growing_text *out)
{
    conditions(j, w, out);
    text_add(out, "%-21s %-11s %-11s %-11s %s\n", "law", "worst", "unit",
             "mean", "at");
    for (int id = 0; id < LAWS; id++)
        if (j->law[id].judged)
            law_line(j, w, (law_id)id, out);
    sentences(j, out);
    bars_text(j, of_data(j), out);
    if (j->unproven > 0)
        text_add(out,
                 "%ld rows were too large for fractions, and count as "
                 "doubles say.\n",
                 j->unproven);
}

/* ---- JSON -------------------------------------------------------------- */

static void json_name(const char *s, growing_text *out)
{
    text_add(out, "\"");
    for (; *s != '\0'; s++)
        if (*s == '"' || *s == '\\')
            text_add(out, "\\%c", *s);
        else if ((unsigned char)*s >= 32)
            text_add(out, "%c", *s);
    text_add(out, "\"");
}

static void json_bound(double x, growing_text *out)
{
    if (x >= 0)
        text_add(out, "%.17g", x);
    else
        text_add(out, "null");
}

/* What is beyond the bar; nothing is where none was asked for. */
static void json_beyond(const judgement *j, double most, law_id id,
                        growing_text *out)
{
    text_add(out, ", \"beyond\": [");
    for (int l = 0, n = 0; l < j->of->rows; l++)
        if (j->law[id].strip[l] > most)
            text_add(out, "%s%d", n++ > 0 ? ", " : "", l);
    text_add(out, "]");
}

static void json_law(const judgement *j, const judge_words *w, law_id id,
                     growing_text *out)
{
    const judged_law *law = &j->law[id];
    const char *place = judge_place(j, id);
    text_add(out,
             "{\"law\": \"%s\", \"unit\": \"%s\", \"worst\": %.17g, "
             "\"mean\": %.17g, \"rounding\": %.17g, \"bound\": ",
             laws[id].name, laws[id].unit, law->worst, law->mean,
             law->rounding);
    json_bound(law->bound, out);
    text_add(out, ", \"limit\": ");
    json_bound(law->limit > 0 ? law->limit : -1, out);
    if (law->row >= 0)
        text_add(out, ", \"row\": %d, \"t\": %.17g, \"where\": ", law->row,
                 j->of->t[law->row]);
    else
        text_add(out, ", \"row\": null, \"t\": null, \"where\": ");
    if (place != NULL)
        json_name(place, out);
    else
        text_add(out, "null");
    text_add(out, ", \"most\": ");
    if (isnan(w->most[id]))
        text_add(out, "null");
    else
        text_add(out, "%.17g", w->most[id]);
    text_add(out, ", \"met\": %s", judge_met(j, w, id) ? "true" : "false");
    json_beyond(j, w->most[id], id, out);
    text_add(out, "}");
}

static void json_pushes(const judgement *j, growing_text *out)
{
    for (int i = 0; i < j->pushes; i++) {
        text_add(out, "%s{\"contact\": ", i > 0 ? ", " : "");
        json_name(j->s->contact_name[j->contact[i]], out);
        text_add(out, ", \"cn\": %.17g, \"ft\": [", j->cn[i]);
        for (int k = j->slip_at[i]; k < j->slip_at[i + 1]; k++)
            text_add(out, "%s%.17g", k > j->slip_at[i] ? ", " : "", j->f[k]);
        text_add(out, "]}");
    }
}

void judge_json(const judgement *j, const judge_words *w, growing_text *out)
{
    const stretch_rule *r = &j->wish.rule;
    text_add(out, "{\"motion\": ");
    json_name(j->of->path, out);
    text_add(out,
             ", \"intervals\": %d, \"h_least\": %.17g, \"h_most\": %.17g, "
             "\"scheme\": \"%s\", \"place\": \"%s\", \"closed\": %.17g, "
             "\"e\": %.17g, \"cone\": \"%s\", \"weight\": %.17g, "
             "\"weight_fits\": %s, "
             "\"data\": \"%s\", \"undecided\": %ld, \"laws\": [",
             j->of->rows - 1, j->h_least, j->h_most, w->scheme,
             place_name[r->place], r->closed, r->e,
             r->round ? "round" : "polygon", j->weight,
             j->wish.weight < 0 ? "true" : "false", of_data(j), j->unproven);
    for (int id = 0, n = 0; id < LAWS; id++) {
        if (!j->law[id].judged)
            continue;
        text_add(out, "%s", n++ > 0 ? ", " : "");
        json_law(j, w, (law_id)id, out);
    }
    text_add(out, "], \"best_impulses\": [");
    json_pushes(j, out);
    text_add(out, "], \"places\": {");
    for (int p = 0; p < 3; p++) {
        text_add(out, "%s\"%s\": ", p > 0 ? ", " : "", place_name[p]);
        json_bound(j->place[p], out);
    }
    text_add(out, "}, \"best_place\": ");
    if (compared(j))
        text_add(out, "\"%s\"", place_name[best_place(j)]);
    else
        text_add(out, "null");
    bars_json(j, out);
    text_add(out, "}\n");
}

/* ---- strips ------------------------------------------------------------ */

enum { POINTS = 4000 };

/** Of many rows the largest number of each stretch is drawn: no peak is lost. A law
that is kept leaves a gap on a logarithmic axis, which is what it is. */
static void strip(const judgement *j, law_id id, growing_text *out)
{
    const double *y = j->law[id].strip;
    const int rows = j->of->rows, step = rows / POINTS + 1;
    text_add(out,
             "{ xlabel = \"t (s)\", ylabel = \"%s (%s)\", yscale = \"log\", "
             "legend = \"none\", series = { { style = \"points\", x = {",
             laws[id].name, laws[id].unit);
    for (int pass = 0; pass < 2; pass++) {
        for (int l = 0; l < rows; l += step) {
            int best = l;
            for (int k = l; k < l + step && k < rows; k++)
                best = y[k] > y[best] ? k : best;
            text_add(out, "%.9g,", pass == 0 ? j->of->t[best] : y[best]);
        }
        text_add(out, pass == 0 ? "}, y = {" : "} } } },\n");
    }
}

void judge_strips(const judgement *j, const judge_words *w, growing_text *out)
{
    text_add(out,
             "return { name = \"%s_judged\", title = \"%s: what breaks "
             "which law\", columns = 2, width = 1000, panels = {\n",
             w->run, w->run);
    for (int id = 0; id < LAWS; id++)
        if (j->law[id].judged && j->law[id].worst > 0)
            strip(j, (law_id)id, out);
    text_add(out, "} }\n");
}
