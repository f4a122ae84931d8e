/* A scheme for the loop of every run: a body without forces by explicit Euler,
   x^n = x^0 + n h v, that writes down when it is called, and fails where it is told
   to. */
#pragma once

#include "scene.h"

#include <math.h>

/* What a scheme is told to do, and what it has seen. */
static struct {
    int fails_at, nan_at, whirls; /* rows; rows that turn the velocity round */
    int idle_at;                  /* the row that is no step */
    int bad_begin, stop_at, wordless;
    double alpha, gamma;
    int freed;
    char calls[256];
} told;

static inline void called(const char *what, int row)
{
    size_t n = strlen(told.calls);
    snprintf(told.calls + n, sizeof told.calls - n, "%s%d ", what, row);
}

typedef struct {
    double h, x, v, way;
} body;

static const char *own_name[] = {"way"};

static inline perp_status begin(loop *l)
{
    called("b", 0);
    if (told.bad_begin == 1)
        return PERP_FAIL(PERP_INPUT, "nothing begins");
    body *b = l->own = arena_take(&l->a, 1, sizeof *b);
    l->sum->note = memory_new(16, 1);
    l->sum->found = memory_new(16, 1);
    if (b == NULL || l->sum->note == NULL || l->sum->found == NULL)
        return PERP_NO_MEMORY(sizeof *b);
    *b = (body){mpq_get_d(l->e.h), mpq_get_d(l->e.q[0]), mpq_get_d(l->e.v[0]),
                0};
    told.alpha = mpq_get_d(l->e.alpha);
    told.gamma = mpq_get_d(l->e.gamma);
    l->own_names = own_name;
    l->owns = 1;
    if (told.bad_begin == 2)
        return PERP_FAIL(PERP_INPUT, "begun by half");
    return PERP_SUCCESS;
}

static inline perp_status step(loop *l, int row)
{
    body *b = l->own;
    called("s", row);
    if (row == told.fails_at)
        return PERP_FAIL(PERP_NO_SOLUTION, "the toy breaks");
    if (row == told.idle_at)
        return PERP_SUCCESS;
    b->x += b->h * b->v;
    b->way += b->h * fabs(b->v);
    if (told.whirls > 0 && row % told.whirls == 0)
        b->v = -b->v;
    l->left--;
    return PERP_SUCCESS;
}

static inline perp_status energies(loop *l, int row, int stepped)
{
    const double v = *loop_cells(l, row, l->at.v), T = 0.5 * v * v;
    called(stepped ? "E" : "e", row);
    loop_put(l, row, l->at.kinetic, &T, 1);
    return PERP_SUCCESS;
}

static inline perp_status put(loop *l, int row)
{
    const body *b = l->own;
    const double v = row == told.nan_at ? (double)NAN : b->v;
    called("p", row);
    loop_put_time(l, row, b->h);
    loop_put(l, row, l->at.q, &b->x, 1);
    loop_put(l, row, l->at.v, &v, 1);
    loop_put(l, row, l->at.va, &b->v, 1);
    loop_put(l, row, l->at.count, &b->way, 1);
    return PERP_SUCCESS;
}

static inline perp_status summarize(loop *l)
{
    called("m", l->out->rows);
    summary_own(l->sum, "way", ((body *)l->own)->way);
    return PERP_SUCCESS;
}

static inline void finish(loop *l)
{
    (void)l;
    told.freed++;
}

#define TOY                                                                    \
    .paper = "none", .begin = begin, .step = step, .energies = energies,       \
    .put = put, .summarize = summarize, .free = finish
static const struct scheme toy = {.name = "toy", TOY};

/* An experiment of so many steps of 1/4 from x = 1 with v = -3/2: x^n = 1 - 3/8 n. Give
   both back with experiment_end and scene_end. */
static inline void toy_start(scene *c, experiment *e, const struct scheme *s,
                             int steps)
{
    CHECK(scene_joint(c).code == PERP_OK, "scene");
    experiment_start(e, &c->sys);
    e->scheme = s;
    mpq_set_d(e->h, 0.25);
    mpq_set_d(e->T, 0.25 * steps);
    mpq_set_d(e->q[0], 1);
    mpq_set_d(e->v[0], -1.5);
}

/* Gives back what a run has filled, and tells the scheme nothing any more. */
static inline void done(trace *t, summary *sum)
{
    trace_free(t);
    summary_clear(sum);
    memset(&told, 0, sizeof told);
    told.nan_at = told.fails_at = -1;
}

static inline void expect(perp_status s, perp_code code, const char *text)
{
    CHECK(s.code == code, "%d for %s", (int)s.code, text);
    CHECK(s.code != PERP_OK && strcmp(s.message, text) == 0, "%s",
          s.code == PERP_OK ? "ok" : s.message);
}
