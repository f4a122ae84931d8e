/**
# The files that grow with a run

`--trace`, `--events` and `--cert` are written while the run goes, under their own names:
what a killed run leaves can be read. The first run of a command has the file
that was asked for; a later one has its own name before the extension, like a
table. The statement of FILE is FILE.scene.
*/
#include "base/file.h"
#include "scene/bind/inside.h"
#include "number/literal.h"
#include "number/rational.h"
#include "pks05/cone/qvi_polygon.h"
#include "proof/certificate/statement.h"
#include "run/header.h"
#include "run/scheme.h"

#include <string.h>

enum { PATH_ROOM = NAMES_ROOM };

static perp_status path_of(const bind_call *c, const char *asked,
                           const char *name, char *out)
{
    if (!names_of_run(asked, c->files.runs == 0 ? "" : name, out))
        return PERP_FAIL(PERP_IO, "the name '%.60s...' is too long", asked);
    return PERP_SUCCESS;
}

/* A proof of this name and its statement. */
static perp_status proof_apart(const char *path)
{
    char scene[PATH_ROOM + 8];
    snprintf(scene, sizeof scene, "%s.scene", path);
    PERP_TRY(apart_writes("--cert", path));
    return apart_writes("the statement of --cert", scene);
}

perp_status certify_apart(const bind_options *o)
{
    if (o->csv != NULL)
        PERP_TRY(apart_writes("--csv", o->csv));
    if (o->plot != NULL)
        PERP_TRY(apart_writes("--plot", o->plot));
    if (o->lines != NULL)
        PERP_TRY(apart_writes("--trace", o->lines));
    if (o->events != NULL)
        PERP_TRY(apart_writes("--events", o->events));
    if (o->cert == NULL)
        return PERP_SUCCESS;
    if (strcmp(o->cert, "-") == 0)
        return PERP_FAIL(PERP_USAGE, "--cert writes two files, FILE and "
                                     "FILE.scene; give it a name");
    return strlen(o->cert) < PATH_ROOM ? proof_apart(o->cert) : PERP_SUCCESS;
}

/* A file that grows, of the option `what`. */
static perp_status open_growing(const bind_call *c, const experiment *e,
                                const char *what, const char *asked, FILE **f)
{
    char path[PATH_ROOM];
    if (asked == NULL)
        return PERP_SUCCESS;
    if (strcmp(asked, "-") == 0 && c->files.runs > 0)
        return PERP_FAIL(PERP_USAGE, "%s - takes one run, and this scene "
                                     "makes several; name a file", what);
    PERP_TRY(path_of(c, asked, e->name, path));
    PERP_TRY(apart_writes(what, path));
    return file_grow(path, f);
}

static perp_status open_lines(bind_call *c, const experiment *e)
{
    const bind_options *o = c->asked;
    if (resumed_wanted(o))
        PERP_TRY(resumed_open(c, e));
    PERP_TRY(open_growing(c, e, "--trace", o->lines, &c->files.lines));
    if (c->files.before.rows == 0)
        PERP_TRY(open_growing(c, e, "--events", o->events, &c->files.events));
    return o->lines != NULL && (o->header || o->states > 0 || o->shapes)
               ? resumed_head(c, e, c->files.lines)
               : PERP_SUCCESS;
}

/* Contacts that yield: gamma is the weight of the new velocity in the position,
   1 - theta; h and theta are the numbers that the run has. */
static perp_status yield_weights(const experiment *e, mpq_ptr h, mpq_ptr gamma)
{
    double x = 0;
    mpq_set_ui(gamma, 0, 1);
    if (e->theta != NULL)
        mpq_set(gamma, e->theta);
    mpq_set(h, e->h);
    if (e->mode != EXPERIMENT_RATIONAL) {
        PERP_TRY(literal_double(h, &x));
        mpq_set_d(h, x);
        PERP_TRY(literal_double(gamma, &x));
        mpq_set_d(gamma, x);
    }
    mpq_neg(gamma, gamma);
    mpz_add(mpq_numref(gamma), mpq_numref(gamma), mpq_denref(gamma));
    return PERP_SUCCESS;
}

/* The statement of contacts that yield, with the corners of friction where the
   exact step has some: of two slips. */
static perp_status write_yielding(const experiment *e, statement *st,
                                  const char *path, char *digest)
{
    arena a = {0};
    mpq_t h, gamma;
    const int two = e->sys->max_slips == 2 && e->mode != EXPERIMENT_DOUBLE;
    const int n = two ? e->directions : 0;
    mpq_t *corner = rational_array(&a, (size_t)(2 * n + 1));
    if (corner == NULL)
        return PERP_NO_MEMORY(n);
    for (int k = 0; k < n; k++)
        qvi_corner(n, k, corner[2 * k], corner[2 * k + 1]);
    mpq_inits(h, gamma, NULL);
    st->h = h;
    st->gamma = gamma;
    st->yields = 1;
    st->corners = n;
    st->corner = (const mpq_t *)corner;
    st->delta = (const mpq_t *)e->delta;
    perp_status s = yield_weights(e, h, gamma);
    if (s.code == PERP_OK)
        s = statement_write(path, st, digest);
    mpq_clears(h, gamma, NULL);
    rational_clear(corner, (size_t)(2 * n + 1));
    arena_free(&a);
    return s;
}

static perp_status write_statement(const experiment *e, const char *path,
                                   char *digest)
{
    const int collides = e->scheme->laws && e->sys->contacts > 0;
    mpq_t alpha, gamma, none;
    mpq_inits(alpha, gamma, none, NULL);
    scheme_weights(e, alpha, gamma);
    statement st = {.s = e->sys,
                    .scheme = e->scheme->name,
                    .h = e->h,
                    .alpha = alpha,
                    .gamma = gamma,
                    .restitution = e->e != NULL ? e->e : none,
                    .T = e->T,
                    .tolerance = e->tolerance,
                    .penetration = e->penetration,
                    .sharp = e->sharp,
                    .uniform = e->uniform,
                    .jacobians = e->jacobians,
                    .keeps = e->keeps,
                    .exact = e->mode == EXPERIMENT_RATIONAL,
                    .project = e->scheme->laws ? e->project : PROJECT_NONE,
                    .jumps = collides && !e->sharp,
                    .hits = collides,
                    .q = (const mpq_t *)e->q,
                    .v = (const mpq_t *)e->v};
    perp_status s = e->scheme->yields ? write_yielding(e, &st, path, digest)
                                      : statement_write(path, &st, digest);
    mpq_clears(alpha, gamma, none, NULL);
    return s;
}

static certificate_level level_of(const experiment *e, const bind_options *o)
{
    if (e->mode == EXPERIMENT_RATIONAL)
        return CERTIFICATE_R;
    if (e->mode != EXPERIMENT_EXACT_CHECK)
        return CERTIFICATE_L0;
    return o->level2 ? CERTIFICATE_L2 : CERTIFICATE_L1;
}

const char *certify_word(const experiment *e, const bind_options *o)
{
    static const char *const word[2][4] = {
        {"L0", "L1", "R", "L2"},
        {"L0 cones", "L1 cones", "R cones", "L2 cones"}};
    return o->cert == NULL ? "no" : word[o->cones != 0][level_of(e, o)];
}

static perp_status proof_of_scheme(const bind_options *o, experiment *e)
{
    const struct scheme *x = e->scheme;
    if (o->level2 && !x->level2 && x->no_proof == NULL)
        return PERP_FAIL(PERP_INPUT,
                         "--certify L2 knows no scheme '%.60s'; ask for L1",
                         x->name);
    if (o->level2 && e->given)
        return PERP_FAIL(PERP_INPUT,
                         "--certify L2 knows no Jacobians but those of the "
                         "force; ask for L1");
    if (o->cones && !x->cones && x->no_proof == NULL)
        return PERP_FAIL(PERP_INPUT,
                         "--cones: the scheme '%.60s' has no friction cone; "
                         "ask without it",
                         x->name);
    if (x->no_proof != NULL)
        return PERP_FAIL(PERP_INPUT, "--certify knows %s%s", x->no_proof,
                         x->most > EXPERIMENT_DOUBLE ? "; take --exact-check"
                                                     : "; leave it out");
    return x->provable != NULL ? x->provable(e) : PERP_SUCCESS;
}

static perp_status proof_of_run(const experiment *e)
{
    if (e->t0 != NULL && mpq_sgn(e->t0) != 0)
        return PERP_FAIL(PERP_INPUT,
                         "--certify knows runs from t = 0 only; let the force "
                         "have t + t0, or take --exact-check");
    if (e->sys->moves)
        return PERP_FAIL(PERP_INPUT,
                         "--certify knows no walls and belts that move, nor "
                         "motors that hold a rate: no check of a proof speaks "
                         "of a gap or a surface that depends on the time; take "
                         "--exact-check");
    if (e->control != NULL)
        return PERP_FAIL(PERP_INPUT,
                         "--certify knows no controllers: a statement says how "
                         "a row follows from the one before, and not what a "
                         "law has set between them; take --exact-check");
    if (e->law.act != NULL)
        return PERP_FAIL(PERP_INPUT,
                         "--certify knows no law of impact, and the scene has "
                         "impact.law; take --exact-check");
    return PERP_SUCCESS;
}

static perp_status open_proof(bind_call *c, experiment *e)
{
    const bind_options *o = c->asked;
    char path[PATH_ROOM + 8];
    PERP_TRY(proof_of_scheme(o, e));
    PERP_TRY(proof_of_run(e));
    PERP_TRY(path_of(c, o->cert, e->name, c->files.cert_path));
    PERP_TRY(proof_apart(c->files.cert_path));
    snprintf(path, sizeof path, "%s.scene", c->files.cert_path);
    PERP_TRY(write_statement(e, path, c->files.digest));
    PERP_TRY((c->files.before.rows > 0 ? certificate_wait : certificate_begin)(
        &c->files.cert, c->files.cert_path, level_of(e, o), e->sys->nq,
        c->files.digest));
    c->files.cert.with_cones = o->cones;
    e->cert = &c->files.cert;
    return PERP_SUCCESS;
}

perp_status certify_open(bind_call *c, experiment *e)
{
    if (c == NULL || c->asked->look != NULL)
        return PERP_SUCCESS;
    e->posed = c->to_write.out != NULL ? &c->to_write : NULL;
    PERP_TRY(output_expect(e->name));
    PERP_TRY(open_lines(c, e));
    return c->asked->cert != NULL ? open_proof(c, e) : PERP_SUCCESS;
}

/** What of level L2 was decided; the rest of the steps have level L1. */
static void tell_level2(const level2 *l)
{
    fprintf(stderr,
            "  L2: data enclosed in %ld of %ld problems (radius %.3g at most); "
            "contact modes\n  decided in %ld (with a sliding contact: %ld of "
            "%ld), velocities within %.3g m/s\n",
            l->enclosed, l->problems, l->radius, l->decided, l->slid,
            l->sliding, l->moved);
}

perp_status certify_close(bind_call *c, experiment *e, perp_status run)
{
    const bind_options *o = c != NULL ? c->asked : NULL;
    perp_status s = run;
    perp_status lines =
        file_end(c != NULL ? c->files.lines : NULL, "the trace");
    s = s.code == PERP_OK ? lines : s;
    perp_status events =
        file_end(c != NULL ? c->files.events : NULL, "the events");
    s = s.code == PERP_OK ? events : s;
    if (e->cert != NULL) {
        perp_status end = certificate_end(e->cert, run.code == PERP_OK);
        s = s.code == PERP_OK ? end : s;
        if (s.code == PERP_OK && !o->quiet)
            fprintf(stderr,
                    "certificate: %s, %ld rows; its scene: %s.scene\n"
                    "  SHA-256 of the scene: %s\n",
                    c->files.cert_path, e->cert->rows, c->files.cert_path,
                    c->files.digest);
        if (s.code == PERP_OK && !o->quiet && o->level2)
            tell_level2(&e->cert->two);
        if (s.code == PERP_OK && !o->quiet && o->cones)
            fprintf(stderr, "  friction cones: %ld of %ld are pointed\n",
                    e->cert->cones.pointed, e->cert->cones.asked);
    }
    e->cert = NULL;
    if (c != NULL) {
        c->files.lines = c->files.events = NULL;
        past_free(&c->files.before);
        c->files.runs++;
    }
    return s;
}
