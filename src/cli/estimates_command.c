#include "cli/subcommand.h"
#include "gap08/bounds/estimates.h"
#include "gap08/bounds/stiff_estimates.h"
#include "gap08/run/steps.h"
#include "scene/bind/bind.h"

#include <math.h>
#include <stdio.h>

/** `perp estimates` runs a scene with every step solved exactly, asks each step
for the identities and inequalities that GAP08's proofs are made of, and prints
the sums beside their bounds. A statement that is false is refuted, exit code
1. */
typedef struct {
    int json;
} asking;

typedef struct {
    const char *key, *text;
    double value, bound; /* NAN where there is none */
    int bounded;         /* the paper bounds it */
} line;

enum { LINES = 16 };

/* NAN: nothing was asked. */
static double known(double x, int asked)
{
    return asked && x >= 0 ? x : (double)NAN;
}

static void lines_of(const estimates *x, line *out)
{
    const int pairs = x->pairs > 0;
    const line all[LINES] = {
        {"c", "Theorem 5.1, corrected: |v|_M^2 <= max e^(c t), c (1/s)", x->c,
         NAN, 0},
        {"growth", "  |v|_M over the root of that bound, largest", x->growth, 1,
         1},
        {"cn", "(7.10) sum of c_n (N s)", x->cn, x->cn_bound, 1},
        {"joint", "(7.16) sum of |f_J| of weighted multipliers (N s)",
         known(x->joint, pairs), known(x->joint_bound, pairs), 1},
        {"joint_plain", "  the same of unweighted ones",
         known(x->joint_plain, pairs), NAN, 0},
        {"tv", "Theorem 7.1: variation of v^(h,alpha), behind the first row",
         x->tv, NAN, 0},
        {"tv_plain", "  of v^h", x->tv_plain, NAN, 0},
        {"momentum", "(7.8) largest O(h) of a row in a window, over h (N)",
         known(x->momentum, 1), NAN, 0},
        {"weighted", "(8.9) largest O(h^2) of a pair, over h^2 (N/s)",
         known(x->weighted, pairs), NAN, 0},
        {"bend", "(8.17) largest defect / h^2", known(x->bend, pairs), NAN, 0},
        {"turn", "(8.19) largest defect / h^2", known(x->turn, pairs), NAN, 0},
        {"turn_mass", "(8.20) largest defect / h^2",
         known(x->turn_mass, pairs), NAN, 0},
        {"reduced", "(8.4) largest defect / (h^2 + h |jump|)",
         known(x->reduced, pairs), NAN, 0},
        {"coriolis", "(8.10) largest defect, relative", known(x->coriolis, 1),
         NAN, 0},
        {"least_gap", "Lemma 8.3: least gap of a kept contact (m)",
         x->least_gap, NAN, 0},
        {"curvature", "  B_H that its steps need (1/m)", x->curvature, NAN, 0},
    };
    for (int i = 0; i < LINES; i++)
        out[i] = all[i];
}

static void print_text(const experiment *e, const estimates *x)
{
    line all[LINES];
    lines_of(x, all);
    printf("%s: %ld row%s, %ld of them collision%s, %ld proven\n",
           e->name != NULL ? e->name : "run", x->rows, x->rows == 1 ? "" : "s",
           x->collisions, x->collisions == 1 ? "" : "s", x->proven);
    printf("  asked exactly of each row; sums are doubles of exact summands, "
           "and their rounding has no bound\n"
           "  what needs two rows: asked of %ld pairs of %ld%s\n",
           x->pairs, x->rows > 0 ? x->rows - 1 : 0,
           x->same_mass ? "" : "; the mass matrix changes");
    printf("  windows with one direction: %ld, least margin %.3g; rows not "
           "pointed: %ld\n",
           x->windows, x->margin, x->blunt);
    for (int i = 0; i < LINES; i++) {
        if (!isfinite(all[i].value))
            continue;
        printf("  %-60s %12.6g", all[i].text, all[i].value);
        if (isfinite(all[i].bound))
            printf(" <= %.6g", all[i].bound);
        printf("\n");
    }
}

/* What is not known, or has overflowed, is null. */
static void put_number(const char *key, const char *tail, double x)
{
    if (isfinite(x))
        printf(",\"%s%s\":%.17g", key, tail, x);
    else
        printf(",\"%s%s\":null", key, tail);
}

static void print_json(const estimates *x)
{
    line all[LINES];
    lines_of(x, all);
    printf("{\"rows\":%ld,\"collisions\":%ld,\"proven\":%ld,\"pairs\":%ld,"
           "\"refuted\":%ld,\"windows\":%ld,\"not_pointed\":%ld,"
           "\"same_mass\":%s",
           x->rows, x->collisions, x->proven, x->pairs, x->refuted, x->windows,
           x->blunt, x->same_mass ? "true" : "false");
    put_number("margin", "", known(x->margin, x->windows > 0));
    for (int i = 0; i < LINES; i++) {
        put_number(all[i].key, "", all[i].value);
        if (all[i].bounded)
            put_number(all[i].key, "_bound", all[i].bound);
    }
    put_number("tv", "_bound", known(x->tv_bound, x->pairs == x->rows - 1));
    put_number("joint_gap", "", known(x->joint_gap, 1));
    put_number("joint_curvature", "", known(x->joint_curvature, 1));
    printf("}\n");
}

/** A run of AP02's linearly implicit scheme is asked for its own theorems. */
static void stiff_json(const stiff_estimates *x)
{
    printf("{\"rows\":%ld,\"collisions\":%ld,\"proven\":%ld,"
           "\"refuted\":%ld,\"friction\":%.17g,\"damped\":%.17g,"
           "\"linear\":%.17g,\"not_pointed\":%ld,\"at_rest\":%ld",
           x->rows, x->collisions, x->proven, x->refuted, x->friction,
           x->damped, x->linear, x->blunt, x->rest);
    put_number("c_FC", "", known(x->c_FC, x->bounded > 0));
    put_number("parts", "", known(x->parts, x->bounded > 0));
    put_number("K_FC", "", known(x->K_FC, x->rest > 0));
    put_number("impulses", "", known(x->impulses, x->rest > 0));
    put_number("links", "", known(x->links, x->rest > 0));
    printf("}\n");
}

static void stiff_text(const experiment *e, const stiff_estimates *x)
{
    printf("%s: %ld rows, %ld of them collisions, %ld proven\n"
           "  AP02's (40) to (44), asked exactly of each row that is no "
           "collision\n"
           "  what (42) leaves out: friction (J)         %12.6g\n"
           "  what (43) leaves out: dampers (J)          %12.6g\n"
           "  Jacobians and Coriolis, largest of a step  %12.6g\n"
           "  (39), asked of %ld rows; rows not pointed: %ld\n",
           e->name != NULL ? e->name : "run", x->rows, x->collisions, x->proven,
           x->friction, x->damped, x->linear, x->bounded, x->blunt);
    if (x->bounded > 0)
        printf("  c_FC, largest                              %12.6g\n"
               "  (39): most of its bound that a row uses    %12.6g <= 1\n",
               x->c_FC, x->parts);
    printf("  (49), (50), asked of %ld rows at rest length\n", x->rest);
    if (x->rest > 0)
        printf("  K_FC, largest (N s)                        %12.6g\n"
               "  (49): most of its bound that a row uses    %12.6g <= 1\n"
               "  (50): the same                             %12.6g <= 1\n",
               x->K_FC, x->impulses, x->links);
}

static perp_status look_stiff(const asking *ask, const experiment *e)
{
    stiff_estimates x;
    PERP_TRY(stiff_estimates_run(e, &x));
    if (ask->json)
        stiff_json(&x);
    else
        stiff_text(e, &x);
    if (x.refuted > 0)
        return PERP_FAIL(PERP_REFUTED,
                         "%ld statements of Theorems 2.4 and 2.6 are false; %s",
                         x.refuted, x.first);
    return PERP_SUCCESS;
}

static perp_status look(void *user, const experiment *e, const trace *t)
{
    const asking *ask = user;
    estimates x;
    (void)t;
    if (e->scheme == &scheme_linear_implicit)
        return look_stiff(ask, e);
    PERP_TRY(estimates_run(e, &x));
    if (ask->json)
        print_json(&x);
    else
        print_text(e, &x);
    if (x.refuted > 0)
        return PERP_FAIL(PERP_REFUTED, "%ld statements are false; %s",
                         x.refuted, x.first);
    return PERP_SUCCESS;
}

enum { SET, JSON, RATIONAL, COUNT };

static const option estimates_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object"},
    [RATIONAL] = {"rational", 0, OPTION_FLAG, 0,
                  "nothing is rounded: every number is a fraction"},
};

static perp_status act(const options_table *t, const option *o)
{
    asking ask = {.json = o[JSON].count > 0};
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .mode = o[RATIONAL].count > 0 ? EXPERIMENT_RATIONAL
                                                    : EXPERIMENT_DOUBLE,
                      .quiet = 1,
                      .look = look,
                      .user = &ask};
    return bind_run(&b);
}

const subcommand subcommand_estimates = {
    .name = "estimates",
    .line = "which of GAP08's bounds does a run keep?",
    .words = "SCRIPT.lua",
    .summary = "Which of GAP08's bounds does this run keep? "
               "Velocities, sums of impulses, total\n"
               "variations, gaps; every step solved "
               "exactly. Of AP02's linear-implicit: Theorems 2.4, 2.6.",
    .options = estimates_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = act};
