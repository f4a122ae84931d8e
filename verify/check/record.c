/**
# The last line: one record for machines

doc/70-certificate.md, One bit. Behind the words of a verdict stands one line of
JSON with all that they count. A script that reads it needs no parser of prose;
one that wants a yes or a no needs not even that: it asks `--require`.

| key | what it is |
|---|---|
| verdict, code | accepted, refused, limit or unfinished; the exit code |
| why | the line that did not hold, or null |
| level, scene | what was proven of which statement |
| l2, modes, open, brackets, cones, masses, placed, points, solved | {"proven": k, "of": n} |
| residual, energy, ... | an upper bound, as text |
| rows, steps, ... | counts |
| required, unmet | the words that were asked, and those that do not hold |

Every key is in every record. What a level does not speak of is null, not 0: a
proof of level L1 has no open contacts to count. What was refused has no level
and no counts, because none of them was proven.

**A bound is a text**, which is not less than the bound (decimal.c). An infinite
bound says nothing and is null.

All this is computed before the first word is printed: a lack of memory then
ends with code 5 and nothing on standard output.

**What a bound is of.** `radius` is the largest of the problems whose data are
enclosed. Where these are not all it is a bound of those only; the record prints
it beside `l2`, and --require does not take it for one of all.

## Which check stands behind which key

| key | counted or kept by | of |
|---|---|---|
| rows | check.c: records are counted from 1, and `end` says how many | the file |
| steps, hits, stills | chain.c: STEPs, those that a collision ended, JUMPs alone; node.c: nodes | the file |
| projections, rebounds | project.c, rebound.c: behind which a record stood | the file |
| l2, radius, depth, height, joints | geometry.c, contacts.c (E3) | problems |
| modes, velocity | modes.c (E4 to E6) | problems |
| open | open.c (E7), middle.c (E11) | rows |
| brackets, width | hit.c (E8) | hits |
| cones | cone.c (C14): `pointed` | problems |
| masses | mass.c (C18): problems whose M is proven positive semidefinite | problems |
| placed | geometry.c (E9): projections whose rows are enclosed | projections |
| solved, points | lists.c (N1 to N5) | problems; faces |
| residual | rows.c `demand`: the largest that was not zero | level L0 |
| energy | rows.c, chain.c: C6, C7, C10, C16, added up | the run |
| projection | project.c: C13 | projections |
| moved | project.c: the largest move of a coordinate | projections |

A problem is what a STEP or a JUMP poses; so a run has steps + hits + stills of
them, since a step that a collision ended has a JUMP behind it. A REBOUND is the
second phase of the JUMP before it and is counted apart.

`residual` is one number for three units: the largest of what is left of the
equations of motion (N s), of constraints (m/s) and of complementarity (J). It
is there to be compared with a number that is small in each of them; who wants
them apart reads the sentence above the record, which has all three.

Every double behind a bound was made by `above` (number.c) or by a sum that was
rounded up once more (rows.c), so it is not less than the number that it
bounds. Zero is the exception worth having: it is kept exactly, so `"0"` in a
record means that nothing was left, not that little was.

## An example

The worked example of the chapter, asked for `l1,open=all`, ends with code 4 and

    required, and not met: open=all (this level does not ask it)
    {"verdict":"accepted","code":4,"why":null,"level":"L1","scene":"4b5d...",
     "l2":null,"modes":null,"open":null,"brackets":null,
     "cones":{"proven":0,"of":1},"solved":null,"points":null,"residual":"0",
     "energy":"0","projection":"0","radius":null, ... "rows":1,"steps":1, ...
     "required":["l1","open=all"],"unmet":["open=all"]}

on one line. "verdict" is about the proof, "code" about what was asked of it.
*/
#include "record.h"

#include <math.h>
#include <string.h>

static quantity grade(const char *word, int holds)
{
    return (quantity){.word = word, .kind = GRADE, .known = holds};
}

static quantity share(const char *word, int known, long proven, long of)
{
    return (quantity){word, SHARE, known, proven, of, 0, ""};
}

/* One that is of all problems, or of all that have it. */
static quantity bound(const char *word, int known, double x)
{
    return (quantity){word, BOUND, known && isfinite(x), 1, 1, x, ""};
}

static quantity bound_of(const char *word, quantity of, double x)
{
    of.word = word;
    of.kind = BOUND;
    of.bound = x;
    of.known &= isfinite(x) && (of.proven > 0 || of.of == 0);
    return of;
}

static quantity count(const char *word, int known, long n)
{
    return (quantity){word, COUNT, known, 1, 1, (double)n, ""}; /* < 2^53 */
}

static double most(const double *x, int n)
{
    double top = 0;
    for (int i = 0; i < n; i++)
        top = x[i] > top ? x[i] : top;
    return top;
}

/* L1 has no residual and R no rounding either: these bounds are 0 then. The
   width of brackets is a power of two; without collisions it is 0. */
void quantities(const verdict *v, quantity *to)
{
    const level2_sum *s = &v->two;
    const int fine = v->code == 0, alone = fine && v->level == ALL;
    const int run = fine && v->level < ALL, two = fine && v->stated == L2;
    const long problems = v->steps + v->hits + v->stills;
    const quantity data = share("l2", two, s->enclosed, s->problems);
    const quantity modes = share("modes", two, s->moded, s->problems);
    const quantity brackets = share("brackets", two, s->bracketed, s->hits);
    const double width = s->bracketed > 0 ? ldexp(1, -(int)s->width) : 0;
    const quantity all[QUANTITIES] = {
        grade("l0", run),
        grade("l1", run && v->level != L0),
        grade("r", run && v->level == R),
        grade("n", alone),
        data,
        modes,
        share("open", two, s->open, s->rows),
        brackets,
        share("cones", run, v->pointed, problems),
        share("masses", run, problems - v->heavy, problems),
        share("placed", two, s->placed, s->projections),
        share("solved", alone, v->rows - v->none, v->rows),
        share("points", alone, v->points, v->faces),
        bound("residual", run, most(v->sum.most, SORTS)),
        bound("energy", run, v->sum.gain),
        bound("projection", run, v->sum.projection),
        bound("moved", run, v->sum.moved),
        bound_of("radius", data, s->radius),
        bound_of("depth", data, s->deep),
        bound_of("height", data, s->high),
        bound_of("joints", data, s->joint),
        bound_of("velocity", modes, s->moved),
        bound_of("width", brackets, width),
        count("rows", fine, v->rows),
        count("steps", run, v->steps),
        count("hits", run, v->hits),
        count("stills", run, v->stills),
        count("projections", run, v->projections),
        count("rebounds", run, v->rebounds)};
    memcpy(to, all, sizeof all);
    for (int k = 0; k < QUANTITIES; k++)
        if (to[k].known && to[k].kind == BOUND)
            decimal_above(to[k].bound, to[k].text);
}

/* A word of the file may stand in `why`: printable (read.c), but quotes it may
   have. Words that were asked for are known ones (require.c). */
static void print_text(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++)
        printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('"');
}

static void print_quantity(const quantity *q)
{
    printf(",\"%s\":", q->word);
    if (!q->known)
        printf("null");
    else if (q->kind == SHARE)
        printf("{\"proven\":%ld,\"of\":%ld}", q->proven, q->of);
    else if (q->kind == COUNT)
        printf("%.0f", q->bound);
    else
        printf("\"%s\"", q->text);
}

static void print_words(const char *key, int n, char *const *word,
                        const int *if_)
{
    int any = 0;
    printf(",\"%s\":[", key);
    for (int i = 0; i < n; i++)
        if (if_ == NULL || if_[i]) {
            if (any++)
                putchar(',');
            print_text(word[i]);
        }
    putchar(']');
}

void record_print(const verdict *v, const quantity *all, int words,
                  char *const *asked, const int *unmet)
{
    static const char *const ended[] = {[0] = "accepted",
                                        [REFUTED] = "refused",
                                        [LIMITED] = "limit",
                                        [UNFINISHED] = "unfinished"};
    static const char *const level[] = {"L0", "L1", "R", "L2", "N", "I"};
    int not_met = 0;
    for (int i = 0; i < words; i++)
        not_met |= unmet[i];
    printf("{\"verdict\":\"%s\",\"code\":%d,\"why\":", ended[v->code],
           v->code == 0 && not_met ? NOT_MET : v->code);
    if (v->code == 0)
        printf("null,\"level\":\"%s\",\"scene\":\"%s\"", level[v->stated],
               v->scene);
    else {
        print_text(v->why);
        printf(",\"level\":null,\"scene\":null");
    }
    for (int k = 0; k < QUANTITIES; k++)
        if (all[k].kind != GRADE)
            print_quantity(&all[k]);
    print_words("required", words, asked, NULL);
    if (v->code == 0)
        print_words("unmet", words, asked, unmet);
    else
        printf(",\"unmet\":null");
    printf("}\n");
}
