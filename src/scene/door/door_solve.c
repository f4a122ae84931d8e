/**
# The door: complementarity problems

The same road as `perp solve`: doubles propose, and are the answer when they pass
their test and no proof is asked for; otherwise the exact rungs decide, from the
proposed basis or from nothing. What they say has been checked against A and b.
*/
#include "scene/door/door.h"

#include "base/memory.h"
#include "lcp/problem/lcp_text.h"
#include "lcp/solve/ladder.h"
#include "lcp/solve/mlcp.h"
#include "number/literal.h"
#include "number/rational.h"

#include <string.h>

struct perp_answer {
    arena a;
    int free, n;
    int proven;
    lcp_outcome outcome;
    lcp_answer x; /* in doubles, or the exact one truncated */
    lcp_exact_answer y;
    mpq_t *numbers; /* A, then b */
    size_t count;
};

static int size_of(const perp_answer *p)
{
    return p->free + p->n;
}

/* Empty, for a problem of this size. */
static perp_status new_answer(int free, int n, perp_answer **out)
{
    *out = NULL;
    if (free < 0 || n < 0 || n > LCP_TEXT_LARGEST ||
        free > LCP_TEXT_LARGEST - n || free + n < 1)
        return PERP_FAIL(PERP_USAGE,
                         "free = %d and n = %d; a problem has from 1 to %d "
                         "unknowns",
                         free, n, LCP_TEXT_LARGEST);
    PERP_TRY(door_arithmetic());
    perp_answer *p = *out = memory_new(1, sizeof *p);
    if (p == NULL)
        return PERP_NO_MEMORY(sizeof *p);
    p->free = free;
    p->n = n;
    PERP_TRY(lcp_answer_new(&p->a, free, n, &p->x));
    PERP_TRY(lcp_exact_answer_new(&p->a, free, n, &p->y));
    const size_t m = (size_t)(free + n), count = m * (m + 1);
    if ((p->numbers = rational_array(&p->a, count)) == NULL)
        return PERP_NO_MEMORY(count * sizeof *p->numbers);
    p->count = count;
    return PERP_SUCCESS;
}

/* What is asked: near->A and near->b are the doubles next to p->numbers. */
static perp_status decide(perp_answer *p, const lcp_problem *near,
                          const perp_options *asked)
{
    const size_t m = (size_t)size_of(p);
    const mpq_t *numbers = (const mpq_t *)p->numbers;
    const lcp_exact_problem e = {p->free, p->n, numbers, numbers + m * m};
    ladder_question q = {.p = &e,
                         .limits = {asked->exact_bits, asked->exact_seconds}};
    mlcp_options options = mlcp_defaults;
    int unused;
    options.only_double = 1;
    PERP_TRY(mlcp_solve(near, &options, &p->a, &p->x, &unused));
    if (p->x.outcome == LCP_SOLVED) {
        p->outcome = LCP_SOLVED;
        q.basis = p->x.basis;
        if (asked->arithmetic == PERP_DOUBLE)
            return PERP_SUCCESS;
    }
    PERP_TRY(ladder_prove(&q, &p->a, &p->y, &unused));
    PERP_TRY(lcp_exact_check_outcome(&e, &p->y));
    lcp_truncate(p->free, p->n, &p->y, &p->x);
    p->outcome = p->y.outcome;
    p->proven = 1;
    return PERP_SUCCESS;
}

static perp_answer *answered(perp_answer *p, perp_status s, perp_error *error)
{
    if (door_end(error, s) == 0)
        return p;
    perp_answer_free(p);
    return NULL;
}

perp_answer *perp_solve(int free, int n, const double *A, const double *b,
                        const perp_options *options, perp_error *error)
{
    perp_answer *p = NULL;
    perp_options asked;
    perp_status s = door_asked(options, &asked);
    if (s.code == PERP_OK)
        s = new_answer(free, n, &p);
    if (s.code != PERP_OK)
        return answered(p, s, error);
    const size_t m = (size_t)size_of(p);
    const lcp_problem near = {free, n, A, b};
    size_t bad = rational_of_doubles(m * m, A, p->numbers);
    if (bad == m * m)
        bad += rational_of_doubles(m, b, p->numbers + m * m);
    s = bad == p->count
            ? decide(p, &near, &asked)
            : PERP_FAIL(PERP_INPUT, "%s[%zu] is not a finite number",
                        bad < m * m ? "A" : "b",
                        bad < m * m ? bad : bad - m * m);
    return answered(p, s, error);
}

/* Reads number i of p into p->numbers and its nearest double into *near. */
static perp_status read_one(perp_answer *p, const char *text, size_t i,
                            double *near)
{
    const size_t m = (size_t)size_of(p);
    char why[400];
    perp_status s = text != NULL
                        ? literal_ratio(text, strlen(text), p->numbers[i])
                        : PERP_FAIL(PERP_INPUT, "no text");
    if (s.code == PERP_OK)
        s = literal_double(p->numbers[i], near);
    if (s.code == PERP_OK)
        return s;
    strncpy(why, s.message, sizeof why - 1)[sizeof why - 1] = '\0';
    return PERP_FAIL(PERP_INPUT, "%s[%zu]: %s", i < m * m ? "A" : "b",
                     i < m * m ? i : i - m * m, why);
}

perp_answer *perp_solve_fractions(int free, int n, const char *const *A,
                                  const char *const *b,
                                  const perp_options *options,
                                  perp_error *error)
{
    perp_answer *p = NULL;
    perp_options asked;
    perp_status s = door_asked(options, &asked);
    if (asked.arithmetic == PERP_DOUBLE)
        asked.arithmetic = PERP_RATIONAL;
    if (s.code == PERP_OK)
        s = new_answer(free, n, &p);
    if (s.code != PERP_OK)
        return answered(p, s, error);
    const size_t m = (size_t)size_of(p);
    double *near = arena_take(&p->a, p->count, sizeof *near);
    if (near == NULL)
        s = PERP_NO_MEMORY(p->count * sizeof *near);
    for (size_t i = 0; i < p->count && s.code == PERP_OK; i++)
        s = read_one(p, i < m * m ? A[i] : b[i - m * m], i, &near[i]);
    const lcp_problem rounded = {free, n, near, near + m * m};
    if (s.code == PERP_OK)
        s = decide(p, &rounded, &asked);
    return answered(p, s, error);
}

perp_verdict perp_answer_verdict(const perp_answer *p, int *proven,
                                 double *residual)
{
    if (proven != NULL)
        *proven = p->proven;
    if (residual != NULL)
        *residual = p->proven ? 0 : p->x.residual;
    return p->outcome == LCP_SOLVED ? PERP_SOLVED
           : p->outcome == LCP_RAY  ? PERP_RAY
                                    : PERP_NONE;
}

const double *perp_answer_numbers(const perp_answer *p, perp_which which)
{
    if (p->outcome != LCP_SOLVED)
        return NULL;
    return which == PERP_Z ? p->x.z : p->x.w;
}

const char *perp_answer_fraction(perp_answer *p, perp_which which, int i)
{
    if (p->outcome != LCP_SOLVED || !p->proven || i < 0 || i >= size_of(p))
        return NULL;
    mpq_srcptr x = (which == PERP_Z ? p->y.z : p->y.w)[i];
    const size_t room = mpz_sizeinbase(mpq_numref(x), 10) +
                        mpz_sizeinbase(mpq_denref(x), 10) + 3;
    char *text = arena_take(&p->a, room, 1);
    return text != NULL ? mpq_get_str(text, 10, x) : NULL;
}

void perp_answer_free(perp_answer *p)
{
    if (p == NULL)
        return;
    if (p->y.z != NULL)
        lcp_exact_answer_clear(p->free, p->n, &p->y);
    rational_clear(p->numbers, p->count);
    arena_free(&p->a);
    memory_free(p);
}
