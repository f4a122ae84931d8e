#include "run/resume.h"
#include "base/text.h"

#include <limits.h>

perp_status resume_can(const experiment *e)
{
    const struct scheme *s = e->scheme;
    if ((e->states == NULL && e->before == NULL) || s->freeze != NULL)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "--states and --resume do not know the scheme '%.60s', "
                     "whose state has no words; leave them out",
                     s->name);
}

/** ## The words of the loop

The last row lies half made between two steps: its energies come with the step behind
it. Its cells are written as they are, so that no scheme has to make it twice. What the
summary says of rows is among it, but for what the rows themselves say. */
static void freeze_row(loop *l, int row, frozen *x)
{
    trace *t = l->out;
    const size_t at = trace_at(t, row);
    if (t->exact == NULL) {
        frozen_reals(x, t->columns, t->cell + at);
        return;
    }
    frozen_ratios(x, t->columns, t->exact + at);
    for (size_t j = 0; x->from != NULL && j < (size_t)t->columns; j++)
        t->cell[at + j] = mpq_get_d(t->exact[at + j]);
}

static void freeze_sums(summary *s, frozen *x)
{
    long *count[] = {&s->collisions, &s->steps_proven, &s->lcps,
                     &s->fallbacks,  &s->projections,  &s->subproblems};
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        frozen_count(x, count[i]);
    for (int i = 0; i < RUNGS; i++)
        frozen_count(x, &s->rungs[i]);
    frozen_reals(x, 1, &s->max_residual);
    frozen_reals(x, 1, &s->moved);
    frozen_text(x, &s->note);
    several_freeze(&s->several, x);
    drift_freeze(&s->drift, x);
}

/** Of a proof the words have where it is. What it has said so far is not in them: that
stands in its file. The counts are what a run says of its proof in the end. */
static void freeze_proof(certificate *c, certificate_place *at, frozen *x)
{
    level2 *two = &c->two;
    long *count[] = {&c->rows,       &two->problems,   &two->enclosed,
                     &two->decided,  &two->sliding,    &two->slid,
                     &c->cones.asked, &c->cones.pointed, &at->bytes};
    if (x->to != NULL)
        certificate_here(c, at);
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        frozen_count(x, count[i]);
    frozen_reals(x, 1, &two->radius);
    frozen_reals(x, 1, &two->moved);
    frozen_name(x, at->digest, sizeof at->digest);
}

/* `proof`: where the proof is, if there is one. */
static perp_status freeze(loop *l, int row, frozen *x, certificate_place *proof)
{
    const state_reader *r = l->e.states;
    freeze_row(l, row, x);
    frozen_long(x, &l->left, 1, LONG_MAX);
    frozen_flag(x, &l->hit);
    freeze_sums(l->sum, x);
    l->e.scheme->freeze(l, row, x);
    if (l->e.cert != NULL)
        freeze_proof(l->e.cert, proof, x);
    if (r->also != NULL)
        PERP_TRY(r->also(r->other, x));
    return frozen_end(x);
}

/* The digest of all rows that have passed; the sum goes on. */
static void digest_so_far(const loop *l, char out[65])
{
    run_digest copy = l->digest;
    digest_end(&copy, out);
}

perp_status resume_leave(loop *l)
{
    const state_reader *r = l->e.states;
    const int row = l->out->rows - 1;
    growing_text words = {0};
    frozen x = {.to = &words};
    char rows[65], sum[65];
    certificate_place proof = {0};
    if (r == NULL || l->left == 0 || row % r->every != 0)
        return PERP_SUCCESS;
    perp_status s = freeze(l, row, &x, &proof);
    if (s.code == PERP_OK) {
        digest_so_far(l, rows);
        past_digest(&l->states, rows, words.text, sum);
        s = r->put(r->self, words.text, sum);
    }
    text_free(&words);
    return s;
}

/** ## Taking it up

Row 0 is there already, made by this run, and has to be the other's. */
static perp_status same_start(loop *l)
{
    const int from = l->at.q, to = l->at.kinetic;
    const double *made = loop_cells(l, 0, 0);
    double *own = arena_take(&l->a, (size_t)to, sizeof *own);
    if (own == NULL)
        return PERP_NO_MEMORY(to);
    memcpy(own, made, (size_t)to * sizeof *own);
    PERP_TRY(past_row(l->e.before, l->out, 0));
    for (int j = from; j < to; j++)
        if (memcmp(&own[j], &made[j], sizeof *own) != 0)
            return PERP_FAIL(PERP_INPUT,
                             "'%.200s' is of another run: it begins with %s = "
                             "%.17g, and this one with %.17g; begin anew",
                             l->e.before->path, l->out->name[j], made[j],
                             own[j]);
    return PERP_SUCCESS;
}

static perp_status take_rows(loop *l, int rows)
{
    PERP_TRY(same_start(l));
    for (int row = 0; row < rows; row++) {
        if (row > 0) {
            PERP_TRY(loop_room(l, row));
            PERP_TRY(past_row(l->e.before, l->out, row));
            loop_jumps(l, row);
            l->out->rows++;
        }
        PERP_TRY(loop_pass(l, row, 0));
    }
    return loop_room(l, rows);
}

perp_status resume_begin(loop *l)
{
    past *p = l->e.before;
    char rows[65];
    certificate_place proof = {0};
    if (p == NULL || p->rows == 0)
        return PERP_SUCCESS;
    if (p->rows >= INT_MAX)
        return PERP_FAIL(PERP_INPUT, "'%.300s' has too many rows", p->path);
    const int row = (int)p->rows;
    PERP_TRY(take_rows(l, row));
    digest_so_far(l, rows);
    PERP_TRY(past_holds(p, rows));
    if (l->e.scheme->thaw != NULL)
        PERP_TRY(l->e.scheme->thaw(l));
    frozen x = {.from = p->words};
    perp_status s = freeze(l, row, &x, &proof);
    if (s.code != PERP_OK)
        return x.wrong || x.refused
                   ? PERP_FAIL(s.code, "'%.300s': the state behind row %d: %s",
                               p->path, row - 1, s.message)
                   : s;
    PERP_TRY(trace_finite(l->out, row));
    loop_jumps(l, row);
    l->out->rows++;
    l->states = p->states;
    return l->e.cert != NULL ? certificate_go_on(l->e.cert, &proof)
                             : PERP_SUCCESS;
}
