/**
# What a table of samples says

Table 3 of HP23 5.4 has a number for each example, the mean number of problems that a
sample takes. It is an estimate, and is printed with its error here. Figures 9 to 14
are the rows themselves.

**Sums in whole numbers.** Numbers of problems are whole, so their sum and the sum of
their squares are exact in 64 bits, and no order of addition can change them. Mean and
error are formed at the end, once. That is why a table in one piece and the same in
sixty-four parts say the same to the last digit.

The block: 4096 samples of $h = 0.3$ have a mean of $2.4817 \pm 0.0123$ problems;
Table 3 prints 2.67. Fifteen times the error lie between them, so it is no chance:
what a mean says depends on when a loop takes a speed for zero, and on where its bounds come
from (errata D3, D4). The table prints what was counted, and is not fitted to the paper.

**What is not summed up** are velocities: a set has no mean that would mean anything.
Of speeds the least and the largest are kept, of samples that came to their end.
*/
#include "hp23/samples/reach_table.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

int reach_table_columns(int nv, int p, int r)
{
    return nv + p + r + 3 + (p <= REACH_MODE_CONTACTS);
}

perp_status reach_table_new(arena *a, int nv, int p, int r,
                            const char *const *name, reach_table *out)
{
    const int columns = reach_table_columns(nv, p, r);
    *out = (reach_table){.nv = nv, .p = p, .r = r, .columns = columns,
                         .moded = p <= REACH_MODE_CONTACTS};
    PERP_TRY(reach_modes_new(a, &out->modes));
    out->name = arena_take(a, (size_t)columns, sizeof *out->name);
    out->low = arena_take(a, 2 * (size_t)(p + r), sizeof *out->low);
    if (out->name == NULL || out->low == NULL)
        return PERP_NO_MEMORY(columns);
    out->high = out->low + p + r;
    memcpy(out->name, name, (size_t)columns * sizeof *name);
    for (int i = 0; i < p + r; i++) {
        out->low[i] = HUGE_VAL;
        out->high[i] = -HUGE_VAL;
    }
    return PERP_SUCCESS;
}

/** Doubles with 17 digits, which are read back as the same doubles. */
void reach_table_header(const reach_table *t)
{
    for (int i = 0; t->csv != NULL && i < t->columns; i++)
        fprintf(t->csv, "%s%s", t->name[i],
                i + 1 < t->columns ? "," : "\n");
}

static void write_row(const reach_table *t, const reach_row *row)
{
    for (int i = 0; i < t->nv; i++)
        fprintf(t->csv, "%.17g,", row->v[i]);
    for (int i = 0; i < t->p + t->r; i++)
        fprintf(t->csv, "%.17g,", row->u[i]);
    if (t->moded)
        fprintf(t->csv, "%0*llu,", t->p, (unsigned long long)row->mode);
    fprintf(t->csv, "%d,%d,%llu\n", row->lcps, row->ended,
            (unsigned long long)row->number);
}

/** The least and the largest speed of each contact. Of the first $n$ independent samples
$1 + \frac12 + \dots + \frac1n$ in the mean are a new least one, seven or eight of a thousand.
So a branch is guessed right, and nothing is written;
a choice would write both numbers for every sample, by the one thread that adds up. */
static void widen(const reach_table *t, const double *u)
{
    for (int i = 0; i < t->p + t->r; i++) {
        const double x = u[i];
        if (x < t->low[i])
            t->low[i] = x;
        if (x > t->high[i])
            t->high[i] = x;
    }
}

/** A sample that ran out of steps counts for the cost, and is not in the set:
its velocity still collides. */
void reach_table_row(reach_table *t, const reach_row *row)
{
    if (t->samples == 0 || row->number != t->last) {
        t->samples++;
        t->last = row->number;
        t->lcps += (uint64_t)row->lcps;
        t->squares += (uint64_t)row->lcps * (uint64_t)row->lcps;
        t->unfinished += !row->ended;
    }
    t->rows++;
    t->ends += row->ended != 0;
    if (row->ended && t->moded)
        reach_modes_add(&t->modes, row->mode, row->number);
    if (row->ended)
        widen(t, row->u);
    if (t->csv != NULL)
        write_row(t, row);
}

/** Not where rows are written, of course; nor where a block has had more modes than it told
apart, since the table may know one of the rest from another block. The discs as written have
93 modes, of the $5^5$ digits that five contacts could have. */
int reach_table_sums(const reach_table *t, const reach_sums *sums)
{
    return t->csv == NULL && !t->tree && sums->modes.others == 0;
}

void reach_table_add(reach_table *t, const reach_sums *sums, uint64_t first)
{
    if (sums->samples == 0)
        return;
    t->samples += sums->samples;
    t->rows += sums->samples;
    t->last = first + sums->samples - 1;
    t->lcps += sums->lcps;
    t->squares += sums->squares;
    t->ends += sums->ends;
    t->unfinished += sums->samples - sums->ends;
    for (int i = 0; i < t->p + t->r; i++) {
        t->low[i] = fmin(t->low[i], sums->low[i]);
        t->high[i] = fmax(t->high[i], sums->high[i]);
    }
    reach_modes_join(&t->modes, &sums->modes);
}

double reach_table_mean(const reach_table *t)
{
    return t->samples == 0 ? 0 : (double)t->lcps / (double)t->samples;
}

/** The variance of $n$ numbers about their mean is $s^2 = (\sum x^2 - (\sum
x)^2/n)/(n-1)$, and the mean of $n$ independent ones has the error
$\sqrt{s^2/n}$: $\sqrt{(n \sum x^2 - (\sum x)^2) / (n^2 (n - 1))}$, with the
numerator in whole numbers: it is a small difference of large ones. Samples of
2, 3, 3 and 4 problems have $\sum x = 12$, $\sum x^2 = 38$, the numerator $152 -
144 = 8$ and the error $\sqrt{8/3}/4 = 0.408$. A million samples with the mean 9
and a spread of 1 have numbers of $8 \cdot 10^{13}$ in the numerator whose
difference is $10^{12}$. Points of a sequence are not independent; with them the
number says what random ones would have for an error, and no more. */
double reach_table_error(const reach_table *t)
{
    const double n = (double)t->samples;
    mpz_t a, b;
    if (t->samples < 2)
        return 0;
    mpz_init_set_ui(a, t->samples);
    mpz_init_set_ui(b, t->lcps);
    mpz_mul_ui(a, a, t->squares);
    mpz_submul_ui(a, b, t->lcps);
    double spread = mpz_get_d(a);
    mpz_clear(a);
    mpz_clear(b);
    return sqrt(spread / (n - 1)) / n;
}

/** ## Bounds that average out

Each step draws its bounds anew, uniformly from $(0, h)$. Over $K$ steps those of
one contact add up to $K h / 2$ in the mean, with the variance $K h^2 / 12$: the
relative deviation is

$$\frac{h \sqrt{K / 12}}{K h / 2} = \frac{1}{\sqrt{3 K}},$$

and by Hoeffding's inequality one of $t$ or more has a probability of at most
$2 e^{-K t^2 / 2}$. An impact needs impulses of a given size, so $K$ grows as $1/h$
and all contacts get more and more alike in every sample: that one is over before
another begins is found no more, however many samples there are. With one contact
there is nothing to be alike to; and [bounds that are kept](../impact/held.h) for many steps
are few terms, however many steps there are, so that the deviation of independent
ones says nothing of them: with `kept` there is no spread and no warning. The merge of
shards reads from their first line which draw they had. The bar is where the largest speeds of the
examples begin to fall: at $K = 3.5$ they have lost a seventh at most, at 5 and 6
those of block, box and discs between a sixth and two fifths. */
static const double least_spread = 0.3;

double reach_table_spread(const reach_table *t)
{
    if (t->p < 2 || t->lcps == 0 || t->kept || t->tree)
        return 0;
    return 1 / sqrt(3 * reach_table_mean(t));
}

void reach_table_warn(const reach_table *t, FILE *out)
{
    const double spread = reach_table_spread(t);
    if (spread == 0 || spread >= least_spread)
        return;
    fprintf(out,
            "warning: a sample takes %.3g steps in the mean, and over these "
            "the bounds of a contact add up to their mean within %.0f %%; a "
            "smaller step makes the set that is found smaller, so compare "
            "with a larger --step\n",
            reach_table_mean(t), 100 * spread);
}

static void ranges(const reach_table *t, int from, int to, FILE *out)
{
    fputc('[', out);
    for (int i = from; i < to; i++) {
        if (t->low[i] <= t->high[i])
            fprintf(out, "%s[%.17g,%.17g]", i > from ? "," : "", t->low[i],
                    t->high[i]);
        else
            fprintf(out, "%snull", i > from ? "," : "");
    }
    fputc(']', out);
}

/** A table without rows has no mean, and of one number nobody knows how far it is from the
mean: `null`, and nothing in the text. A part of a reach of fewer samples than parts may be empty. */
static void known(int yes, const char *key, double x, FILE *out)
{
    if (yes)
        fprintf(out, "\"%s\":%.17g,", key, x);
    else
        fprintf(out, "\"%s\":null,", key);
}

/** A share is of all samples, those without an end among them: what is missing to 1 has not
ended. Of 4096 samples of the block 1477 let the left corner part, and their share is
0.3606; 4 have not ended. It is a number of times that something was drawn, by a rule that somebody chose. */
static void modes_json(reach_table *t, FILE *out)
{
    reach_modes *m = &t->modes;
    fputs(t->moded ? ",\"modes\":[" : ",\"modes\":null", out);
    reach_modes_sort(m);
    for (int i = 0; i < m->count; i++) {
        const reach_mode *k = &m->mode[i];
        fprintf(out, "%s{\"code\":\"%0*llu\",\"mode\":\"", i > 0 ? "," : "",
                t->p, (unsigned long long)k->code);
        reach_mode_words(t->p, t->name + t->nv, k->code, out);
        fprintf(out, "\",\"samples\":%llu,\"share\":%.17g}",
                (unsigned long long)k->samples,
                (double)k->samples / (double)t->samples);
    }
    if (t->moded)
        fprintf(out, "],\"modes_left\":%llu", (unsigned long long)m->others);
    else
        fputs(",\"modes_left\":null", out);
}

/* The ten most frequent. */
static void modes_text(reach_table *t, FILE *out)
{
    enum { SHOWN = 10 };
    reach_modes *m = &t->modes;
    reach_modes_sort(m);
    for (int i = 0; i < m->count && i < SHOWN; i++) {
        const reach_mode *k = &m->mode[i];
        fprintf(out, "  %.3g %% of the samples: ",
                100 * (double)k->samples / (double)t->samples);
        reach_mode_words(t->p, t->name + t->nv, k->code, out);
        fputc('\n', out);
    }
    if (m->count > SHOWN)
        fprintf(out, "  and %d modes more (--json)\n", m->count - SHOWN);
}

void reach_table_json(reach_table *t, FILE *out)
{
    fprintf(out, "{\"samples\":%llu,\"ends\":%llu,\"unfinished\":%llu,",
            (unsigned long long)t->samples, (unsigned long long)t->ends,
            (unsigned long long)t->unfinished);
    known(t->samples > 0, "lcps_mean", reach_table_mean(t), out);
    known(t->samples > 1, "lcps_se", reach_table_error(t), out);
    fputs("\"bounds_spread\":", out);
    if (reach_table_spread(t) > 0)
        fprintf(out, "%.17g,\"vn\":", reach_table_spread(t));
    else
        fputs("null,\"vn\":", out);
    ranges(t, 0, t->p, out);
    fputs(",\"vt\":", out);
    ranges(t, t->p, t->p + t->r, out);
    modes_json(t, out);
}

void reach_table_text(reach_table *t, FILE *out)
{
    fprintf(out, "%llu samples, %llu of them unfinished",
            (unsigned long long)t->samples, (unsigned long long)t->unfinished);
    if (t->tree)
        fprintf(out, "; %llu ends", (unsigned long long)t->ends);
    if (t->samples > 0)
        fprintf(out, "; %.4f LCPs a sample", reach_table_mean(t));
    if (t->samples > 1)
        fprintf(out, " (standard error %.4f)", reach_table_error(t));
    fputc('\n', out);
    for (int i = 0; i < t->p + t->r; i++)
        if (t->low[i] <= t->high[i])
            fprintf(out, "  %s from %.9g to %.9g m/s\n", t->name[t->nv + i],
                    t->low[i], t->high[i]);
    modes_text(t, out);
}
