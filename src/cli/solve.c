#include "base/file.h"
#include "cli/solve_text.h"
#include "cli/subcommand.h"
#include "lcp/formats/directions.h"
#include "number/literal.h"
#include "scene/run/apart.h"
#include "scene/run/names.h"

#include <stdlib.h>
#include <string.h>

/* A text of problems, in whatever format. */
static perp_status load(const char *path, const solve_wishes *w, arena *a,
                        lcp_text *out)
{
    lcp_text b;
    PERP_TRY(lcp_text_load(path, a, out));
    if (w->b != NULL)
        PERP_TRY(lcp_text_load(w->b, a, &b));
    return foreign_read(out, w->read, w->b != NULL ? &b : NULL, 0, a);
}

static perp_status certify_all(lcp_text *text, solve_wishes *w,
                               const char *path)
{
    lists cert;
    w->search.cert = &cert;
    perp_status s = solutions_state(text, path, &cert);
    return solutions_end(&cert, path,
                         s.code != PERP_OK ? s : solve_text(text, w));
}

enum {
    EXACT,
    ALL,
    GIVEN,
    TOLERANCE,
    DOUBLES,
    IMPORT,
    B,
    EXPORT,
    DIRECTIONS,
    START,
    NODES,
    PROOF,
    CERT,
    CHECK,
    BITS,
    TIME,
    JSON,
    COUNT
};

static const option solve_options[COUNT] = {
    [EXACT] = {"exact", 0, OPTION_FLAG, 0,
               "answer in fractions, checked in exact arithmetic"},
    [ALL] = {"all", 0, OPTION_FLAG, 0,
             "every solution, in fractions, provably all"},
    [GIVEN] = {"given", 0, OPTION_VALUE, "Z",
               "judge these numbers z and solve nothing"},
    [TOLERANCE] = {"tolerance", 0, OPTION_VALUE, "X",
                   "with --given: z up to X counts as 0, solutions within X "
                   "do"},
    [DOUBLES] = {"doubles", 0, OPTION_FLAG, 0,
                 "every number stands for its nearest double"},
    [IMPORT] = {"import", 0, OPTION_VALUE, "F",
                "the files are in this format: perp, json, market, numpy, "
                "fclib"},
    [B] = {"b", 0, OPTION_VALUE, "FILE",
           "the b of a matrix in Matrix Market's format"},
    [EXPORT] = {"export", 0, OPTION_VALUE, "F",
                "write the problems in this format and solve nothing"},
    [DIRECTIONS] = {"directions", 0, OPTION_VALUE, "K",
                    "solve contacts with K directions for round cones"},
    [START] = {"start", 0, OPTION_VALUE, "S",
               "Lemke's start: e (ones; the default), lemke-howson (games)"},
    [NODES] = {"nodes", 0, OPTION_VALUE, "N",
               "nodes of the search tree, at most"},
    [PROOF] = {"proof", 0, OPTION_VALUE, "FILE",
               "write the tree that proves --all, or no solution"},
    [CERT] = {"cert", 0, OPTION_VALUE, "FILE",
              "write --all and its proof for perp-check"},
    [CHECK] = {"check", 0, OPTION_VALUE, "FILE",
               "check the proofs in FILE and solve nothing"},
    [BITS] = {"bits", 0, OPTION_VALUE, "N",
              "longest exact number allowed; more ends with 5"},
    [TIME] = {"seconds", 0, OPTION_VALUE, "S",
              "time for exact arithmetic, per problem; more ends with 5"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object per problem"},
};

static perp_status read_limits(const option *o, ladder_limits *out)
{
    double b = 0;
    PERP_TRY(options_positive(&o[BITS], 1e12, &b));
    PERP_TRY(options_positive(&o[TIME], 1e9, &out->seconds));
    out->bits = (size_t)b;
    if (b > 0 && out->bits == 0)
        out->bits = 1;
    return PERP_SUCCESS;
}

static perp_status read_count(const option *o, long most, long *out)
{
    char *end;
    if (o->count == 0)
        return PERP_SUCCESS;
    *out = strtol(o->value, &end, 10);
    if (end == o->value || *end != '\0' || *out < 1 || *out > most)
        return PERP_FAIL(PERP_USAGE,
                         "--%s wants a whole number from 1 to %ld, not "
                         "'%.40s'",
                         o->name, most, o->value);
    return PERP_SUCCESS;
}

static perp_status read_start(const option *o, int *game)
{
    *game = o->count > 0 && strcmp(o->value, "lemke-howson") == 0;
    if (o->count == 0 || *game || strcmp(o->value, "e") == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE, "--start is e or lemke-howson, not '%.40s'",
                     o->value);
}

/** A given answer is judged; nothing else is asked of its problem. */
static perp_status check_given(const option *o)
{
    static const int others[] = {EXACT, ALL, START, CERT, CHECK};
    for (int i = 0; o[GIVEN].count > 0 && i < 5; i++)
        if (o[others[i]].count > 0)
            return PERP_FAIL(PERP_USAGE,
                             "--given and --%s exclude each other: a given "
                             "answer is judged, and nothing is solved",
                             o[others[i]].name);
    if (o[GIVEN].count == 0 && o[TOLERANCE].count > 0)
        return PERP_FAIL(PERP_USAGE, "--tolerance needs --given Z");
    return PERP_SUCCESS;
}

static perp_status read_tolerance(const option *o, mpq_ptr out)
{
    if (o->count == 0)
        return PERP_SUCCESS;
    perp_status s = literal_ratio(o->value, strlen(o->value), out);
    if (s.code == PERP_OK && mpq_sgn(out) >= 0)
        return s;
    return PERP_FAIL(PERP_USAGE,
                     "--tolerance wants a number that is not negative, as a "
                     "decimal or p/q, not '%.40s'",
                     o->value);
}

/* Reads --given into g, whose number is initialised. */
static perp_status read_given(const option *o, arena *a, solve_wishes *w,
                              solve_given *g)
{
    if (o[GIVEN].count == 0)
        return PERP_SUCCESS;
    g->doubles = o[DOUBLES].count > 0;
    g->limits = w->limits;
    w->given = g;
    PERP_TRY(read_tolerance(&o[TOLERANCE], g->tolerance));
    PERP_TRY(lcp_text_load(o[GIVEN].value, a, &g->z));
    return foreign_read(&g->z, w->read, NULL, 1, a);
}

/** Problems that are written are not solved. */
static perp_status read_formats(const option *o, solve_wishes *w)
{
    static const int others[] = {EXACT, ALL,  GIVEN, START,
                                 PROOF, CERT, CHECK, JSON};
    long k = 0;
    w->b = o[B].value;
    w->doubles = o[DOUBLES].count > 0;
    PERP_TRY(read_count(&o[DIRECTIONS], DIRECTIONS_MOST, &k));
    w->directions = (int)k;
    if (k > 0 && (o[GIVEN].count > 0 || o[CERT].count > 0))
        return PERP_FAIL(PERP_USAGE,
                         "--directions and --%s exclude each other: %s",
                         o[GIVEN].count > 0 ? "given" : "cert",
                         o[GIVEN].count > 0 ? "reactions are judged by the "
                                              "round cone"
                                            : "write the problems with "
                                              "--export first");
    if (o[IMPORT].count > 0)
        PERP_TRY(foreign_named("import", o[IMPORT].value, &w->read));
    if (o[EXPORT].count == 0)
        return PERP_SUCCESS;
    for (int i = 0; i < 8; i++)
        if (o[others[i]].count > 0)
            return PERP_FAIL(PERP_USAGE,
                             "--export and --%s exclude each other: problems "
                             "that are written are not solved",
                             o[others[i]].name);
    return foreign_named("export", o[EXPORT].value, &w->write);
}

static perp_status read_wishes(const option *o, solve_wishes *w)
{
    *w = (solve_wishes){.exact = o[EXACT].count > 0,
                        .all = o[ALL].count > 0,
                        .check = o[CHECK].value,
                        .search = {.json = o[JSON].count > 0}};
    PERP_TRY(read_count(&o[NODES], 100000000, &w->search.nodes));
    PERP_TRY(read_start(&o[START], &w->game));
    PERP_TRY(read_limits(o, &w->limits));
    if (w->all && o[START].count > 0)
        return PERP_FAIL(PERP_USAGE, "--all and --start exclude each other: "
                                     "the search has no start");
    PERP_TRY(check_given(o));
    PERP_TRY(read_formats(o, w));
    if (w->check != NULL && o[PROOF].count > 0)
        return PERP_FAIL(PERP_USAGE, "--check and --proof exclude each other");
    if (o[CERT].count > 0 && !w->all)
        return PERP_FAIL(PERP_USAGE, "--cert is about all solutions: it needs "
                                     "--all");
    return PERP_SUCCESS;
}

/* What is read once is not read twice: standard input. */
static perp_status reads(const char *path, int *from_input)
{
    if (path == NULL)
        return PERP_SUCCESS;
    if (strcmp(path, "-") != 0)
        return apart_reads(path);
    if ((*from_input)++ == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE, "standard input, -, can be read once only; "
                                 "give the other a file");
}

/* What the command reads, and what it leaves; see scene/run/apart.h. */
static perp_status apart(const options_table *t, const option *o)
{
    const char *cert = o[CERT].value;
    int from_input = 0;
    for (int k = 0; k < t->word_count; k++)
        PERP_TRY(reads(t->words[k], &from_input));
    PERP_TRY(reads(o[CHECK].value, &from_input));
    PERP_TRY(reads(o[GIVEN].value, &from_input));
    PERP_TRY(reads(o[B].value, &from_input));
    PERP_TRY(apart_writes("the answers", "-"));
    if (o[PROOF].value != NULL)
        PERP_TRY(apart_writes("--proof", o[PROOF].value));
    if (cert == NULL)
        return PERP_SUCCESS;
    char scene[NAMES_ROOM];
    if (strcmp(cert, "-") == 0 || names_join(scene, cert, ".scene", "") != 0)
        return PERP_FAIL(PERP_USAGE, "--cert writes two files, FILE and "
                                     "FILE.scene; give it a (shorter) name");
    PERP_TRY(apart_writes("--cert", cert));
    return apart_writes("the statement of --cert", scene);
}

/* Opened when the first problems have been read. */
static perp_status open_proof(const char *path, FILE **out)
{
    if (path == NULL || *out != NULL)
        return PERP_SUCCESS;
    return file_new(path, out);
}

static perp_status one_file(const char *path, const option *o, solve_wishes *w)
{
    arena a = {0};
    lcp_text text;
    perp_status s = load(path, w, &a, &text);
    if (s.code == PERP_OK)
        s = open_proof(o[PROOF].value, &w->search.proof);
    if (s.code == PERP_OK)
        s = w->check != NULL        ? solutions_check(&text, w->check)
            : o[CERT].value != NULL ? certify_all(&text, w, o[CERT].value)
                                    : solve_text(&text, w);
    arena_free(&a);
    return s;
}

/** Problems are counted through all files. What can not be read ends it; a
problem without a solution does not. */
static perp_status all_files(const options_table *t, const option *o,
                             solve_wishes *w)
{
    perp_status worst = PERP_SUCCESS;
    for (int k = 0; k < t->word_count; k++) {
        perp_status s = one_file(t->words[k], o, w);
        int ends = s.code == PERP_INPUT || s.code == PERP_IO ||
                   s.code == PERP_USAGE || s.code == PERP_BUG;
        if (ends)
            return s;
        solve_keep_worst(s, &worst);
    }
    if (w->given != NULL)
        PERP_TRY(lcp_text_done(&w->given->z));
    return worst;
}

/* Behind a limit the proofs of the other problems hold; a certificate is of
   all. */
static int proves(perp_code code, const option *o)
{
    return code == PERP_OK || code == PERP_NO_SOLUTION ||
           code == PERP_REFUTED ||
           (code == PERP_LIMIT && o[CERT].value == NULL);
}

static perp_status solve(const options_table *t, const option *o)
{
    arena a = {0};
    solve_wishes w;
    solve_given given = {0};
    PERP_TRY(read_wishes(o, &w));
    if (t->word_count > 1 && (o[CERT].count > 0 || o[CHECK].count > 0))
        return PERP_FAIL(PERP_USAGE, "--cert and --check are about one file");
    PERP_TRY(apart(t, o));
    mpq_init(given.tolerance);
    perp_status s = read_given(o, &a, &w, &given);
    if (s.code == PERP_OK)
        s = all_files(t, o, &w);
    char kept[512];
    snprintf(kept, sizeof kept, "%s", s.code != PERP_OK ? s.message : "");
    perp_status end = file_end(w.search.proof, o[PROOF].value);
    mpq_clear(given.tolerance);
    arena_free(&a);
    if (end.code == PERP_OK && proves(s.code, o))
        end = file_appear();
    if (end.code != PERP_OK || s.code == PERP_OK)
        return end;
    return PERP_FAIL(s.code, "%s", kept);
}

static perp_status act(const options_table *t, const option *o)
{
    perp_status s = solve(t, o);
    apart_forget();
    return s;
}

const subcommand subcommand_solve = {
    .name = "solve",
    .line = "solve linear complementarity problems from files",
    .words = "FILE...",
    .summary = "Finds z with w = A z + b, 0 <= w, z and w'z = 0. A file "
               "holds n, A by rows, b;\n# begins a comment; numbers are "
               "decimal, hex floats or p/q; several problems may\nfollow "
               "each other; 'free f n' begins one with f free unknowns. JSON, "
               "Matrix\nMarket and FCLIB's HDF5 are known by the first "
               "characters; - is standard input.",
    .options = solve_options,
    .option_count = COUNT,
    .least = 1,
    .most = SUBCOMMAND_ANY,
    .act = act};
