#include "table.h"

#include "into.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void table_begin(FILE *f, int markdown, const peer *const *solver, int solvers)
{
    char name[512];
    into_machine(name, sizeof name);
    fprintf(f, "Measured on: %s, one core.\n\n", name);
    fprintf(f,
            markdown ? "| family | n | problems | perp | answers |"
                     : "%-12s %5s %5s %12s %14s",
            "family", "n", "prob.", "perp", "answers");
    for (int s = 1; s < solvers; s++)
        fprintf(f, markdown ? " %s | answers |" : " | %14s %14s",
                solver[s]->name, "answers");
    fprintf(f, "\n");
    if (markdown) {
        fprintf(f, "|---|---|---|---|---|");
        for (int s = 1; s < solvers; s++)
            fprintf(f, "---|---|");
        fprintf(f, "\n");
    }
}

/* right/wrong/refused, and how many late, crashed, decided exactly. */
static void tally(char *out, size_t size, const int *count, int climbed)
{
    int at = snprintf(out, size, "%d/%d/%d", count[VERDICT_RIGHT],
                      count[VERDICT_WRONG], count[VERDICT_REFUSED]);
    if (count[VERDICT_LATE] > 0)
        at +=
            snprintf(out + at, size - (size_t)at, " %dt", count[VERDICT_LATE]);
    if (count[VERDICT_CRASHED] > 0)
        at += snprintf(out + at, size - (size_t)at, " %dx",
                       count[VERDICT_CRASHED]);
    if (climbed > 0)
        snprintf(out + at, size - (size_t)at, " %de", climbed);
}

static void tally_of(char *out, size_t size, const contest *c, int s)
{
    int count[VERDICT_RIGHT + 1] = {0}, climbed = 0;
    for (int i = 0; i < c->problems; i++) {
        count[c->r[s * c->problems + i].said]++;
        climbed += c->r[s * c->problems + i].climbed;
    }
    tally(out, size, count, climbed);
}

/* Times of a solver over those of perp, where both are right; how many. */
static int ratios(const contest *c, int s, double *x)
{
    int n = 0;
    for (int i = 0; i < c->problems; i++) {
        const result *ours = &c->r[i], *theirs = &c->r[s * c->problems + i];
        if (ours->said == VERDICT_RIGHT && theirs->said == VERDICT_RIGHT)
            x[n++] = theirs->ns / ours->ns;
    }
    return n;
}

/* The median of n ratios and their geometric mean. */
static void middle(char *out, size_t size, double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += log(x[i]);
    if (n == 0)
        snprintf(out, size, "-");
    else
        snprintf(out, size, "%.3g (%.3g)", contest_median(x, n), exp(sum / n));
}

static void time_of(char *out, size_t size, const contest *c)
{
    int n = 0;
    double *x = calloc((size_t)c->problems, sizeof *x);
    for (int i = 0; x != NULL && i < c->problems; i++)
        if (c->r[i].said == VERDICT_RIGHT)
            x[n++] = c->r[i].ns;
    double ns = contest_median(x, n);
    if (n == 0)
        snprintf(out, size, "-");
    else if (ns < 1e4)
        snprintf(out, size, "%.0f ns", ns);
    else if (ns < 9.995e5)
        snprintf(out, size, "%.3g us", ns / 1e3);
    else
        snprintf(out, size, "%.3g ms", ns / 1e6);
    free(x);
}

void table_line(FILE *f, int markdown, const contest *c)
{
    char a[64], b[64];
    double x[TABLE_MOST];
    time_of(a, sizeof a, c);
    tally_of(b, sizeof b, c, 0);
    fprintf(f,
            markdown ? "| %s | %d | %d | %s | %s |" : "%-12s %5d %5d %12s %14s",
            c->family->name, c->family->n, c->problems, a, b);
    for (int s = 1; s < c->solvers; s++) {
        middle(a, sizeof a, x, ratios(c, s, x));
        tally_of(b, sizeof b, c, s);
        fprintf(f, markdown ? " %s | %s |" : " | %14s %14s", a, b);
    }
    fprintf(f, "\n");
    fflush(f);
}

/** The ranges in which a solver is at home: the very small, a few contacts, a
pile in the cache, and those that leave it. Problems in foreign units are by
themselves: what they ask of a solver is not a matter of size. */
enum { FOREIGN = TABLE_RANGES - 1 };
static const int range_end[FOREIGN] = {7, 16, 100, 1200};
static const char *const range_name[TABLE_RANGES] = {
    "n to 7", "n 8 to 16", "n 17 to 100", "n 101 up", "foreign units"};

static int range_of(const generator_family *is)
{
    int r = 0;
    if (strncmp(is->name, "foreign", 7) == 0)
        return FOREIGN;
    while (r + 1 < FOREIGN && is->n > range_end[r])
        r++;
    return r;
}

void table_add(totals *t, const contest *c)
{
    const int r = range_of(c->family);
    for (int i = 0; r == FOREIGN && i < c->problems; i++) {
        t->climbed += c->r[i].climbed;
        t->longest = fmax(t->longest, c->r[i].ns);
    }
    for (int s = 0; s < c->solvers; s++) {
        for (int i = 0; i < c->problems; i++)
            t->said[r][s][c->r[s * c->problems + i].said]++;
        if (t->count[r][s] + c->problems <= TABLE_MOST)
            t->count[r][s] += ratios(c, s, t->ratio[r][s] + t->count[r][s]);
    }
}

void table_totals(FILE *f, int markdown, totals *t, int solvers)
{
    char a[64], b[64];
    for (int r = 0; r < TABLE_RANGES; r++) {
        tally(b, sizeof b, t->said[r][0], 0);
        if (markdown)
            fprintf(f, "| %s | | | | %s |", range_name[r], b);
        else
            fprintf(f, "%-12s %24s %14s", range_name[r], "", b);
        for (int s = 1; s < solvers; s++) {
            middle(a, sizeof a, t->ratio[r][s], t->count[r][s]);
            tally(b, sizeof b, t->said[r][s], 0);
            fprintf(f, markdown ? " %s | %s |" : " | %14s %14s", a, b);
        }
        fprintf(f, "\n");
    }
}

/** What perp promises of its ratios, by range of sizes; 0 promises nothing. */
static double promised(const char *solver, int range)
{
    static const double siconos[TABLE_RANGES] = {0, 4, 9, 15, 3};
    static const double dart[TABLE_RANGES] = {0, 20, 20, 20, 0};
    return strcmp(solver, "Siconos") == 0 ? siconos[range]
           : strcmp(solver, "DART") == 0  ? dart[range]
                                          : 0;
}

/* Of the medians of all ranges. */
static int missed_medians(FILE *f, totals *t, const peer *const *solver,
                          int solvers)
{
    int missed = 0;
    for (int r = 0; r < TABLE_RANGES; r++)
        for (int s = 1; s < solvers; s++) {
            double want = promised(solver[s]->name, r);
            double got = contest_median(t->ratio[r][s], t->count[r][s]);
            if (t->count[r][s] == 0 || want == 0 || got >= want)
                continue;
            fprintf(f, "missed: %s, %s: %.3g, promised %.3g\n",
                    solver[s]->name, range_name[r], got, want);
            missed++;
        }
    return missed;
}

/** In foreign units perp is slower than Siconos on no problem that both solve, and
no problem takes 30 s. */
static int missed_foreign(FILE *f, const totals *t, const peer *const *solver,
                          int solvers)
{
    int missed = 0, problems = 0, slower = 0;
    double least = INFINITY;
    for (int s = 1; s < solvers; s++)
        for (int i = 0; strcmp(solver[s]->name, "Siconos") == 0 &&
                        i < t->count[FOREIGN][s]; i++) {
            slower += t->ratio[FOREIGN][s][i] < 1;
            least = fmin(least, t->ratio[FOREIGN][s][i]);
        }
    for (int v = 0; v <= VERDICT_RIGHT; v++)
        problems += t->said[FOREIGN][0][v];
    if (isfinite(least))
        fprintf(f, "in foreign units: Siconos's time over perp's at least %.3g; "
                   "perp's longest %.3g s\n", least, t->longest / 1e9);
    if (100 * t->climbed > problems)
        missed += fprintf(f, "missed: %d of %d in foreign units climbed\n",
                          t->climbed, problems) > 0;
    if (slower > 0)
        missed += fprintf(f, "missed: slower than Siconos in foreign units: %d "
                             "problems\n", slower) > 0;
    if (t->longest >= 30e9)
        missed += fprintf(f, "missed: %.3g s for one in foreign units\n",
                          t->longest / 1e9) > 0;
    return missed;
}

int table_missed(FILE *f, totals *t, const peer *const *solver, int solvers)
{
    return missed_medians(f, t, solver, solvers) +
           missed_foreign(f, t, solver, solvers);
}

void table_summary(FILE *f, totals *t, const peer *const *solver, int solvers)
{
    char name[512], a[64], b[64];
    into_machine(name, sizeof name);
    fprintf(f, "| answers right/wrong/refused; time over that of perp |");
    for (int s = 0; s < solvers; s++)
        fprintf(f, " %s |", solver[s]->name);
    fprintf(f, "\n|---|");
    for (int s = 0; s < solvers; s++)
        fprintf(f, "---|");
    for (int r = 0; r < TABLE_RANGES; r++) {
        fprintf(f, "\n| %s |", range_name[r]);
        for (int s = 0; s < solvers; s++) {
            tally(b, sizeof b, t->said[r][s], 0);
            middle(a, sizeof a, t->ratio[r][s], t->count[r][s]);
            a[strcspn(a, " ")] = 0;
            fprintf(f, s == 0 ? " %s |" : " %s; %s |", b, a);
        }
    }
    fprintf(f, "\n\nMeasured on: %s, one core.\n", name);
}
