#include "base/memory.h"
#include "cli/subcommand.h"
#include "hp23/samples/cover.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 64, LONGEST = 1 << 14 };

/* A table of samples being read: which columns are v, and which is `ended`. */
typedef struct {
    const char *file;
    FILE *in;
    char *line;
    int use[MOST_COLUMNS]; /* 1: a velocity; 2: ended */
    int columns, n;
    long room;
} table;

static void read_header(table *t)
{
    char *at = t->line;
    t->columns = t->n = 0;
    for (char *word = strtok(at, ",\r\n");
         word != NULL && t->columns < MOST_COLUMNS;
         word = strtok(NULL, ",\r\n")) {
        int use = strncmp(word, "v.", 2) == 0  ? 1
                  : strcmp(word, "ended") == 0 ? 2
                                               : 0;
        t->use[t->columns++] = use;
        t->n += use == 1;
    }
}

static perp_status more_room(arena *a, table *t, cover_points *out)
{
    const size_t n = (size_t)out->n,
                 most = t->room == 0 ? 1024 : 2 * (size_t)t->room;
    double *x = arena_take(a, most * n, sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(most * n * sizeof *x);
    if (out->count > 0)
        memcpy(x, out->x, (size_t)out->count * n * sizeof *x);
    out->x = x;
    t->room = (long)most;
    return PERP_SUCCESS;
}

/* A row: kept when the sample has ended. */
static perp_status read_row(table *t, cover_points *out)
{
    const char *at = t->line;
    double *to = out->x + out->count * out->n;
    int ended = 1, k = 0;
    for (int c = 0; c < t->columns; c++) {
        char *end;
        double x = strtod(at, &end);
        if (end == at || !isfinite(x))
            return PERP_FAIL(PERP_INPUT, "%s: not a number: '%.30s'", t->file,
                             at);
        if (t->use[c] == 1)
            to[k++] = x;
        if (t->use[c] == 2)
            ended = x != 0;
        at = end + (*end == ',');
    }
    out->count += ended;
    return PERP_SUCCESS;
}

static perp_status read_lines(arena *a, table *t, cover_points *out)
{
    *out = (cover_points){.n = 0};
    while (fgets(t->line, LONGEST, t->in) != NULL) {
        if (t->line[0] == '#' || t->line[0] == '\n')
            continue;
        if (out->n == 0) {
            read_header(t);
            out->n = t->n;
            if (t->n == 0)
                return PERP_FAIL(PERP_INPUT,
                                 "%s has no columns v.<name>; it "
                                 "is no table of perp reach",
                                 t->file);
            continue;
        }
        if (out->count == t->room)
            PERP_TRY(more_room(a, t, out));
        PERP_TRY(read_row(t, out));
    }
    if (out->count == 0)
        return PERP_FAIL(PERP_INPUT, "%s has no samples that ended", t->file);
    return PERP_SUCCESS;
}

static perp_status read_table(arena *a, const char *file, cover_points *out)
{
    table t = {.file = file};
    t.in = fopen(file, "r");
    if (t.in == NULL)
        return PERP_FAIL(PERP_IO, "cannot read %s: %s", file, strerror(errno));
    t.line = memory_new(LONGEST, 1);
    perp_status s =
        t.line == NULL ? PERP_NO_MEMORY(LONGEST) : read_lines(a, &t, out);
    memory_free(t.line);
    fclose(t.in);
    return s;
}

enum { LIPSCHITZ, BOX, DIMENSIONS, JSON, COUNT };

static const option cover_options[COUNT] = {
    [LIPSCHITZ] = {"lipschitz", 0, OPTION_VALUE, "L",
                   "what Lemma 1 says of a map with this constant,"},
    [BOX] = {"box", 0, OPTION_VALUE, "H", "of numbers from 0 to H each,"},
    [DIMENSIONS] = {"dimensions", 0, OPTION_VALUE, "N", "so many of them"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object"},
};

/* Lemma 1 for a net as fine as the radius. */
typedef struct {
    int asked;
    double lipschitz, box, dimensions;
    double share, confidence, samples;
} lemma1;

static perp_status read_lemma(const option *o, lemma1 *x)
{
    x->asked = o[LIPSCHITZ].count + o[BOX].count + o[DIMENSIONS].count;
    if (x->asked == 0)
        return PERP_SUCCESS;
    if (x->asked < 3)
        return PERP_FAIL(PERP_USAGE, "Lemma 1 wants all of --lipschitz, --box "
                                     "and --dimensions");
    PERP_TRY(options_positive(&o[LIPSCHITZ], 1e100, &x->lipschitz));
    PERP_TRY(options_positive(&o[BOX], 1e100, &x->box));
    PERP_TRY(options_positive(&o[DIMENSIONS], 1e6, &x->dimensions));
    if (x->dimensions != floor(x->dimensions))
        return PERP_FAIL(PERP_USAGE,
                         "--dimensions wants a whole number, not '%.40s'",
                         o[DIMENSIONS].value);
    return PERP_SUCCESS;
}

/* epsilon > 0. */
static void ask_lemma(double epsilon, double samples, lemma1 *x)
{
    x->share =
        cover_share(x->box * x->lipschitz * sqrt(x->dimensions) / epsilon,
                    (int)x->dimensions);
    x->confidence = cover_confidence(x->share, samples);
    x->samples = cover_samples(x->share, 0.05);
}

static void tell_lemma(const lemma1 *x, double radius, int json)
{
    if (json && radius == 0)
        printf(",\"lemma1\":null");
    else if (json && isfinite(x->samples))
        printf(",\"lemma1\":{\"share\":%.17g,\"confidence\":%.17g,"
               "\"samples\":%.17g}",
               x->share, x->confidence, x->samples);
    else if (json)
        printf(",\"lemma1\":{\"share\":%.17g,\"confidence\":%.17g,"
               "\"samples\":null}",
               x->share, x->confidence);
    else if (radius == 0)
        printf("Lemma 1 says nothing of a radius of zero\n");
    else
        printf("Lemma 1 of nets as fine as that: cells of the share %.3g; so "
               "many samples are one with a\nprobability of at least %.3g; "
               "0.95 takes ",
               x->share, x->confidence);
    if (json || radius == 0)
        return;
    if (isfinite(x->samples))
        printf("%.6g of them\n", x->samples);
    else
        printf("more than can be counted\n");
}

static perp_status measure(arena *a, const options_table *t, const option *o)
{
    cover_points net, other;
    cover_answer x;
    lemma1 lemma = {.asked = 0};
    PERP_TRY(read_lemma(o, &lemma));
    PERP_TRY(read_table(a, t->words[0], &net));
    PERP_TRY(read_table(a, t->words[1], &other));
    if (net.n != other.n)
        return PERP_FAIL(PERP_INPUT, "%s has %d velocities, %s has %d",
                         t->words[0], net.n, t->words[1], other.n);
    PERP_TRY(cover_measure(a, &net, &other, &x));
    double share = other.count > 3 ? 3 / (double)other.count : 1;
    if (o[JSON].count > 0)
        printf("{\"net\":%ld,\"others\":%ld,\"radius\":%.17g,\"mean\":%.17g,"
               "\"share_beyond\":%.17g,\"confidence\":0.95",
               net.count, other.count, x.radius, x.mean, share);
    else
        printf("none of %ld samples is farther than %.6g from the nearest of "
               "%ld, in the mean %.6g;\nwith a confidence of 95 percent less "
               "than %.3g of all samples are farther\n",
               other.count, x.radius, net.count, x.mean, share);
    if (lemma.asked && x.radius > 0)
        ask_lemma(x.radius, (double)net.count, &lemma);
    if (lemma.asked)
        tell_lemma(&lemma, x.radius, o[JSON].count > 0);
    if (o[JSON].count > 0)
        printf("}\n");
    return PERP_SUCCESS;
}

static perp_status act(const options_table *t, const option *o)
{
    arena a = {0};
    perp_status s = measure(&a, t, o);
    arena_free(&a);
    return s;
}

const subcommand subcommand_cover = {
    .name = "cover",
    .line = "how well do samples of an impact cover others?",
    .words = "SAMPLES.csv OTHERS.csv",
    .summary = "How well do the samples of one reach cover "
               "those of another, with another seed?",
    .options = cover_options,
    .option_count = COUNT,
    .least = 2,
    .most = 2,
    .act = act};
