#include "number/linear/linear.h"

#include "number/linear/bareiss.h"
#include "number/linear/dixon.h"
#include "number/linear/parts.h"
#include "number/linear/refine.h"

#include <assert.h>

/* A system on its way. */
typedef struct {
    arena *a;
    linear_question q;
    const exact_limit *limit;
    numerators *out;
    linear_method *used;
} task;

static perp_status eliminate(const task *t)
{
    integer_system s;
    int consistent = 0;
    PERP_TRY(integer_system_new(t->a, t->q.p, t->q.m, t->q.pick, &s));
    size_t bits = integer_minor_bits(&s) + integer_rhs_bits(&s);
    perp_status status = limit_bits(t->limit, bits);
    if (status.code == PERP_OK)
        status =
            bareiss_numerators(t->a, &s, t->out->X, t->out->den, &consistent);
    if (status.code == PERP_OK && consistent) {
        integer_system_unscale(&s, t->out->X, t->out->den);
        *t->used = LINEAR_ELIMINATION;
    }
    integer_system_clear(&s);
    return status;
}

/* Hadamard's bounds for a system in words: of the determinant, and of it with
   a column replaced by b. */
static void hadamard(const word_system *s, size_t *den, size_t *X)
{
    size_t det = 1, rhs = 0;
    for (int i = 0; i < s->m; i++) {
        size_t most = 0, count = 0;
        for (int k = s->start[i]; k < s->start[i + 1]; k++, count++)
            most =
                words_bits(s->value[k]) > most ? words_bits(s->value[k]) : most;
        det += most + words_bits((int128)count) / 2 + 1;
        rhs = words_bits(s->b[i]) > rhs ? words_bits(s->b[i]) : rhs;
    }
    *den = det;
    *X = det + rhs + words_bits(s->m);
}

/** **The length of a lifting.** The logarithm of the determinant of the double
LU and the largest unknown say how long denominator and numerators are; mostly
the first attempt is the last. If the doubles are wrong or see a singular
matrix, Hadamard's bound is the certain length. */
static perp_status lift_words(const task *t, const word_system *s,
                              const forecast *f, int *solved)
{
    dixon_system d = {.words = s};
    size_t den, X;
    *solved = 0;
    hadamard(s, &den, &X);
    if (f->f.regular) {
        long guess = (long)f->det_bits + f->unknown_bits + 2;
        guess = guess > 1 ? guess : 1;
        if (f->det_bits < den && guess < (long)X) {
            PERP_TRY(limit_bits(t->limit, (size_t)guess));
            PERP_TRY(dixon_solve(t->a, &d, f->det_bits, (size_t)guess, t->limit,
                                 t->out, solved));
        }
    }
    if (*solved)
        return PERP_SUCCESS;
    PERP_TRY(limit_bits(t->limit, X));
    return dixon_solve(t->a, &d, den, X, t->limit, t->out, solved);
}

/* A matrix that has a singular part is singular: then nothing is predicted. */
static perp_status in_words(const task *t, linear_method want, int *fits)
{
    word_system s;
    forecast f = {0};
    parts_end end = PARTS_UNCLEAR;
    int solved = 0;
    PERP_TRY(words_new(t->a, t->q.p, t->q.m, t->q.pick, &s, fits));
    if (!*fits)
        return PERP_SUCCESS;
    if (want != LINEAR_LIFTING)
        PERP_TRY(parts_solve(t->a, &s, t->q.glance, t->limit, t->out, &end));
    if (end == PARTS_REFUSED) {
        *t->used = LINEAR_REFUSED;
        return PERP_SUCCESS;
    }
    solved = end == PARTS_SOLVED;
    *t->used = solved ? LINEAR_REFINEMENT : LINEAR_ANY;
    if (s.tail > 0 && !solved)
        *fits = 0; /* a lifting takes the right-hand side whole */
    if (*fits && want != LINEAR_REFINEMENT && !solved) {
        if (end == PARTS_UNCLEAR)
            PERP_TRY(forecast_new(t->a, &s, &f));
        PERP_TRY(lift_words(t, &s, &f, &solved));
        *t->used = solved ? LINEAR_LIFTING : LINEAR_ANY;
    }
    if (solved)
        numerators_shift(t->out, s.shift);
    return PERP_SUCCESS;
}

static perp_status lift_long(const task *t)
{
    integer_system s;
    int solved = 0;
    PERP_TRY(integer_system_new(t->a, t->q.p, t->q.m, t->q.pick, &s));
    dixon_system d = {.whole = &s};
    size_t den = integer_minor_bits(&s), X = den + integer_rhs_bits(&s);
    perp_status status = limit_bits(t->limit, X);
    if (status.code == PERP_OK)
        status = dixon_solve(t->a, &d, den, X, t->limit, t->out, &solved);
    if (status.code == PERP_OK && solved) {
        integer_system_unscale(&s, t->out->X, t->out->den);
        *t->used = LINEAR_LIFTING;
    }
    integer_system_clear(&s);
    return status;
}

/** Measured: `bench_exact` prints the time of each method on systems of friction
problems; below this size the double elimination and the bookkeeping of digits
cost more than they save. */
enum { SMALL = 4 };

static perp_status choose(const task *t, linear_method want)
{
    int fits = 0;
    *t->used = LINEAR_ANY;
    if (want == LINEAR_ELIMINATION || (want == LINEAR_ANY && t->q.m <= SMALL))
        return eliminate(t);
    PERP_TRY(in_words(t, want, &fits));
    if (!fits && want != LINEAR_REFINEMENT)
        PERP_TRY(lift_long(t));
    if (*t->used == LINEAR_ANY && want == LINEAR_ANY)
        return eliminate(t);
    return PERP_SUCCESS;
}

static perp_status answer(const task *t, linear_method want)
{
    PERP_TRY(numerators_new(t->a, t->q.m, t->out));
    const arena_mark mark = arena_here(t->a);
    perp_status status = choose(t, want);
    arena_release(t->a, mark);
    if (status.code != PERP_OK)
        numerators_clear(t->out);
    return status;
}

perp_status linear_solve(arena *a, const rational_system *p, int m,
                         const int *pick, linear_method want,
                         const exact_limit *limit, numerators *out,
                         linear_method *used)
{
    const task t = {a, {p, m, pick, NULL}, limit, out, used};
    return answer(&t, want);
}

perp_status linear_answer(arena *a, const linear_question *q,
                          const exact_limit *limit, numerators *out,
                          linear_method *used)
{
    const task t = {a, *q, limit, out, used};
    return answer(&t, LINEAR_ANY);
}
