#include "cli/report/bars_report.h"
#include "base/file.h"

#include <math.h>

static int has_bars(const judgement *j)
{
    return j->wish.bars.q > 0 || j->wish.bars.v > 0;
}

/** The law that needs the widest bars. One that refutes as it stands is named before one
that does to first order. */
static int widest(const judgement *j)
{
    int most = 0;
    for (int k = 1; k < BARS_LAWS; k++) {
        const bars_need *own = &j->bars[k], *best = &j->bars[most];
        const int firm = own->least > 1 && !own->first_order;
        const int best_firm = best->least > 1 && !best->first_order;
        if (firm != best_firm ? firm : own->least > best->least)
            most = k;
    }
    return most;
}

static void proven_motion(const judgement *j, growing_text *out)
{
    text_add(out,
             "proven. One motion was found that keeps kinematics with the "
             "weight %.10g,%s gaps, momentum within the friction cones,%s "
             "approach, complementarity, maximal dissipation, and gains no "
             "energy, in all %d intervals without any remainder, with M, n, D, "
             "k and the closed contacts as they are at its own numbers; "
             "checked in fractions, of %s%s. It uses %.4g of the bars at "
             "most (--kept FILE writes it).\n",
             j->weight, j->s->joints > 0 ? " joints," : "",
             j->s->joints > 0 ? " hold," : "", j->of->rows - 1,
             j->start_rational ? "the scene's formulas"
                               : "the doubles of its formulas",
             j->start_rational ? "" : " at the doubles next to these numbers",
             j->start.share);
}

void bars_text(const judgement *j, const char *of_data, growing_text *out)
{
    if (!has_bars(j))
        return;
    const int k = widest(j);
    const bars_need *need = &j->bars[k];
    double enough = 0;
    for (int i = 0; i < BARS_LAWS; i++)
        enough = fmax(enough, j->bars[i].enough);
    text_add(out, "Within the bars q +- %g, v +- %g: ", j->wish.bars.q,
             j->wish.bars.v);
    if (need->least > 1)
        text_add(out,
                 "refuted. No motion keeps the law of %s in row %d (t = %.6g "
                 "s): the bars would have to be at least %.4g times as wide, "
                 "proven of %s",
                 laws[bars_of[k]].name, need->row, j->of->t[need->row],
                 need->least, of_data);
    if (need->least > 1 && bars_of[k] == LAW_KINEMATICS && j->wish.weight < 0)
        text_add(out, ", for any weight from 0 to 1");
    else if (need->least > 1 && bars_of[k] == LAW_KINEMATICS)
        text_add(out, ", for the weight %.10g", j->weight);
    if (need->least > 1 && need->first_order)
        text_add(out, ", to first order in the bars");
    if (need->least > 1 && need->limit > 0)
        text_add(out, " and of impulses up to %.3g N s in all", need->limit);
    if (need->least > 1)
        text_add(out, ".\n");
    else if (j->start.proven)
        proven_motion(j, out);
    else
        text_add(out,
                 "undecided. Each law alone can be kept in each interval with "
                 "bars %.4g times as wide%s, with M, n, D and k as they are at "
                 "the table's numbers; whether one motion keeps all of "
                 "them is not known: %s.\n",
                 enough, enough > 1 ? ", which is wider" : "", j->start.why);
}

static void bound(double x, growing_text *out)
{
    if (x >= 0)
        text_add(out, "%.17g", x);
    else
        text_add(out, "null");
}

static void why(const char *s, growing_text *out)
{
    if (*s == '\0') {
        text_add(out, "null");
        return;
    }
    text_add(out, "\"");
    for (; *s != '\0'; s++)
        if (*s == '"' || *s == '\\')
            text_add(out, "\\%c", *s);
        else
            text_add(out, "%c", *s);
    text_add(out, "\"");
}

static void json_width(double x, growing_text *out)
{
    if (isfinite(x))
        text_add(out, "%.17g", x);
    else
        text_add(out, "\"infinite\"");
}

static const char *bars_verdict(const judgement *j)
{
    return j->bars[widest(j)].least > 1 ? "refuted"
           : j->start.proven            ? "proven"
                                        : "undecided";
}

/* share: of the motion that is proven. */
static void json_start(const judgement *j, growing_text *out)
{
    text_add(out, "\"share\": ");
    bound(j->start.proven ? j->start.share : -1, out);
    text_add(out, ", \"of\": ");
    if (j->start.proven)
        text_add(out, "\"%s\"",
                 j->start_rational ? "the scene's formulas"
                                   : "the doubles of its formulas");
    else
        text_add(out, "null");
    text_add(out, ", \"why\": ");
    why(j->start.why, out);
    text_add(out, ", \"needs\": [");
}

void bars_json(const judgement *j, growing_text *out)
{
    text_add(out, ", \"error\": ");
    if (!has_bars(j)) {
        text_add(out, "null");
        return;
    }
    const bars_need *worst = &j->bars[widest(j)];
    text_add(out, "{\"q\": %.17g, \"v\": %.17g, \"verdict\": \"%s\", ",
             j->wish.bars.q, j->wish.bars.v, bars_verdict(j));
    text_add(out, "\"first_order\": %s, ",
             worst->least <= 1    ? "null"
             : worst->first_order ? "true"
                                  : "false");
    json_start(j, out);
    for (int k = 0; k < BARS_LAWS; k++) {
        const bars_need *need = &j->bars[k];
        text_add(out, "%s{\"law\": \"%s\", \"least\": ", k > 0 ? ", " : "",
                 laws[bars_of[k]].name);
        if (need->unknown)
            text_add(out, "null");
        else
            json_width(need->least, out);
        text_add(out, ", \"enough\": ");
        json_width(need->enough, out);
        text_add(out, ", \"limit\": ");
        bound(need->limit > 0 ? need->limit : -1, out);
        if (need->row >= 0)
            text_add(out, ", \"row\": %d", need->row);
        else
            text_add(out, ", \"row\": null");
        text_add(out, ", \"first_order\": %s}",
                 need->first_order ? "true" : "false");
    }
    text_add(out, "]}");
}

perp_status bars_write(const growing_text *kept, const char *path)
{
    FILE *f;
    if (kept->used == 0)
        return PERP_SUCCESS;
    PERP_TRY(text_end(kept));
    PERP_TRY(file_new(path, &f));
    fputs(kept->text, f);
    PERP_TRY(file_end(f, path));
    return file_appear();
}
