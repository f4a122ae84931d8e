#include "cli/report/fan_said.h"

#include "cli/report/fan_shares.h"

/* Where the number of the last row of run k stands in this column. */
static size_t last_cell(const fan_table *f, long k, const char *column)
{
    const size_t row = (size_t)fan_table_first(f, k + 1) - 1;
    return row * (size_t)f->rows.columns +
           (size_t)trace_column(&f->rows, column);
}

static void json_last(const fan_table *f, long k, const char *key,
                      const char *column)
{
    const size_t at = last_cell(f, k, column);
    if (f->rows.exact != NULL)
        gmp_printf("\"%s\":\"%Qd\",", key, f->rows.exact[at]);
    else
        printf("\"%s\":%.17g,", key, f->rows.cell[at]);
}

static void json_list(const char *key, const int *x, long n)
{
    printf("\"%s\":[", key);
    for (long k = 0; k < n; k++)
        printf("%s%d", k > 0 ? "," : "", x[k]);
    printf("],");
}

/* Of which numbers the proofs of all lists speak. Of a law they are those of
   collisions: a step between two of them has the solution that Lemke's method
   finds. */
static const char *proven_data(const fan_table *f)
{
    static const char *const data[2][2] = {
        {"the doubles of M, K, C, Gamma, f and its tangent, Phi, mu, v and "
         "delta of each step",
         "M, K, C, Gamma, f, Phi, mu, v and delta of each step, in fractions"},
        {"the doubles of M, nu, n, d, mu and v of each collision",
         "M, nu, n, d, mu and v of each collision, in fractions"}};
    return data[f->law != NULL][f->rows.exact != NULL];
}

/* A literal in quotes, or null. */
static void json_word(const char *key, const char *word)
{
    const char *quote = word != NULL ? "\"" : "";
    printf("\"%s\":%s%s%s,", key, quote, word != NULL ? word : "null", quote);
}

/* The share of the whole; where the run goes on; who comes in, and when. */
static void json_meeting(const fan_table *f, long k)
{
    const fan_meeting *m = &f->run[k].joins;
    const char *comma = "";
    if (f->law != NULL)
        printf("\"share\":%.17g,", f->run[k].total);
    if (m->into < 0)
        printf("\"joins\":null,\"joined\":[");
    else
        printf("\"joins\":{\"branch\":%ld,\"t\":%.17g,\"at_rest\":%s,"
               "\"apart\":%.17g},\"joined\":[",
               m->into + 1, m->t, m->rest ? "true" : "false", m->apart);
    for (long r = k + 1; r < f->runs; r++)
        if (fan_shares_feeds(f, r, k)) {
            printf("%s%ld", comma, r + 1);
            comma = ",";
        }
    printf("],");
}

/* Null: nobody has looked whether branches meet. */
static void json_near(const fan_table *f)
{
    if (f->near < 0)
        printf("\"near\":null,\"apart\":null,\"merged\":null,\"runs\":[");
    else
        printf("\"near\":%.17g,\"apart\":%.17g,\"merged\":%ld,"
               "\"runs\":[",
               f->near, f->apart, f->merged);
}

void fan_said_json(const fan_table *f)
{
    printf("{\"name\":\"%s\",", f->name);
    json_word("law", f->law);
    printf("\"branches\":%ld,\"complete\":%s,", f->runs,
           f->complete ? "true" : "false");
    json_word("complete_of", f->complete ? proven_data(f) : NULL);
    printf("\"sampled\":%ld,\"continua\":%ld,\"undecided\":%ld,"
           "\"samples\":%d,\"fork_energy\":%.17g,\"quiet\":%ld,"
           "\"keep\":%ld,\"made\":%ld,\"left_share\":%.17g,",
           f->sampled, f->continua, f->undecided, f->samples, f->least,
           f->quiet, f->keep, f->made, f->left);
    json_near(f);
    for (long k = 0; k < f->runs; k++) {
        const fan_run_taken *r = &f->run[k];
        printf("%s{\"branch\":%ld,", k > 0 ? "," : "", k + 1);
        json_list("outcomes", r->outcome, r->forks);
        json_list("of", r->of, r->forks);
        json_list("at", r->at, r->forks);
        fputs(r->told.text != NULL ? r->told.text : "", stdout);
        json_meeting(f, k);
        printf("\"steps\":%ld,\"steps_proven\":%ld,\"collisions\":%ld,",
               r->steps, r->proven, r->collisions);
        json_last(f, k, "t", "t");
        json_last(f, k, "kinetic_last", "kinetic");
        printf("\"collision_energy_most\":%.17g}", r->gained);
    }
    printf("]}\n");
}

/* What lies behind the last fork, and what no list can have. */
static void text_left(const fan_table *f)
{
    const char *s = f->sampled == 1 ? "" : "s";
    if (f->sampled > 0 && f->law != NULL)
        fprintf(stderr,
                "  %ld collision%s behind the last fork that is followed went "
                "the law's own way\n",
                f->sampled, s);
    if (f->sampled > 0 && f->law == NULL)
        fprintf(stderr,
                "  of %ld step%s behind the last fork that is followed it is "
                "not known whether there is another solution\n",
                f->sampled, s);
    if (f->continua > 0)
        fprintf(stderr,
                "  %ld step%s ha%s a continuum of solutions, of which the runs "
                "follow the corners\n",
                f->continua, f->continua == 1 ? "" : "s",
                f->continua == 1 ? "s" : "ve");
    if (f->undecided > 0)
        fprintf(stderr,
                "  of %ld part%s of the steps' slip angles it is undecided "
                "whether there is another solution\n",
                f->undecided, f->undecided == 1 ? "" : "s");
}

static void text_met(const fan_table *f)
{
    const char *one = f->merged == 1 ? "" : "s";
    if (f->merged > 0 && f->rows.exact != NULL)
        fprintf(stderr, "  %ld branch%s end%s in a state that an earlier one "
                        "has, equal in fractions\n",
                f->merged, f->merged == 1 ? "" : "es",
                f->merged == 1 ? "s" : "");
    else if (f->merged > 0)
        fprintf(stderr,
                "  %ld meeting%s of branches whose states differ by at most "
                "%.2g of the largest, and %g is taken for none\n",
                f->merged, one, f->apart, f->near);
}

void fan_said_text(const fan_table *f)
{
    char way[64];
    fprintf(stderr, "%s: %ld run%s through %s%s%s%s\n", f->name, f->runs,
            f->runs == 1 ? "" : "s",
            f->law != NULL ? "the outcomes of the law "
                           : "the solutions of every step",
            f->law != NULL ? f->law : "",
            f->complete ? ", proven complete for " : "",
            f->complete ? proven_data(f) : "");
    for (long k = 0; k < f->runs; k++) {
        const fan_run_taken *r = &f->run[k];
        fan_table_way(r, way, sizeof way);
        fprintf(stderr, "  branch %ld, way %s: ", k + 1, way);
        if (f->law != NULL)
            fprintf(stderr, "%ld collision%s", r->collisions,
                    r->collisions == 1 ? "" : "s");
        else if (r->forks == 0)
            fprintf(stderr, "no fork");
        else
            fprintf(stderr, "forks from step %d on", r->at[0]);
        if (f->law != NULL && r->forks > 0)
            fprintf(stderr, ", share %.3g", r->total);
        if (r->joins.into >= 0)
            fprintf(stderr, ", meets branch %ld%s at t = %.6g",
                    r->joins.into + 1, r->joins.rest ? " at rest" : "",
                    r->joins.t);
        fprintf(stderr, ", kinetic energy %.6g J at last\n",
                f->rows.cell[last_cell(f, k, "kinetic")]);
    }
    text_left(f);
    text_met(f);
    if (f->left > 0 || f->made > f->runs)
        fprintf(stderr,
                "  %ld runs were made, and those with the largest shares are "
                "kept; the others have a share of %.3g together\n",
                f->made, f->left);
    if (f->quiet > 0)
        fprintf(stderr,
                "  %ld collision%s of less than %g J: of several outcomes the "
                "one with the largest share was taken\n",
                f->quiet, f->quiet == 1 ? "" : "s", f->least);
}
