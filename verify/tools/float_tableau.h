/**
# What is asked of a tableau that rounds
*/
#pragma once

#include "lcp_random.h"
#include "space_random.h"

#include "number/rational.h"
#include "lcp/solve/ladder.h"
#include "lcp/solve/lemke.h"
#include "lcp/tableau/tableau_exact.h"
#include "lcp/tableau/tableau_float.h"

typedef perp_status float_tableau(arena *a, const lcp_exact_problem *p,
                                  const exact_limit *limit, tableau **out);

/* The variables exchanged, in order. */
typedef struct {
    const tableau *t;
    int enters[400], leaves[400], count;
} float_path;

static inline void float_see(void *context, int row, int col)
{
    float_path *p = context;
    if (p->count == 400)
        return;
    p->enters[p->count] = p->t->nonbasic[col];
    p->leaves[p->count++] = p->t->basic[row];
}

static inline int same_path(float_tableau *make, const lcp_problem *p,
                            int *pivots)
{
    arena a = {0};
    tableau *t;
    tableau_exact x;
    lcp_exact_problem e;
    lemke_end end, exact_end;
    CHECK(lcp_exact_problem_new(&a, p, &e).code == 0, "problem");
    CHECK(make(&a, &e, NULL, &t).code == 0, "new");
    CHECK(tableau_exact_new(&a, &e, NULL, NULL, &x).code == 0, "new");
    float_path first = {.t = t}, second = {.t = &x.head};
    lemke_witness one = {float_see, &first}, two = {float_see, &second};
    lcp_outcome o = lemke_run(t, 390, &one, &end);
    int same = lemke_run(&x.head, 390, &two, &exact_end) == o;
    same &= first.count == second.count;
    for (int i = 0; same && i < first.count; i++)
        same &= first.enters[i] == second.enters[i] &&
                first.leaves[i] == second.leaves[i];
    *pivots += second.count;
    tableau_exact_clear(&x);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
    return same;
}

/* Friction problems of short numbers, with joints that may depend on each
   other and leave something to move: the same exchanges as in fractions. */
static inline void same_paths(float_tableau *make, uint64_t seed)
{
    check_random r = {seed};
    int pivots = 0;
    for (int i = 0; i < 200; i++) {
        friction_kind k = {.velocities = check_integer(&r, 3, 6),
                           .joints = i % 5 == 0 ? 2 : 0,
                           .dependent = i % 10 == 0,
                           .contacts = check_integer(&r, 1, 4),
                           .directions = 2 * check_integer(&r, 1, 2),
                           .duplicated = i % 7 == 0,
                           .unsolvable = i % 11 == 0,
                           .skew = i % 2};
        k.contacts += k.duplicated && k.contacts < 2;
        friction f = friction_new(&r, &k);
        CHECK(same_path(make, &f.p, &pivots), "case %d", i);
        friction_free(&f);
    }
    CHECK(pivots > 800, "%d pivots", pivots);
}

/* Is the basis at which Lemke ends that of a solution? */
static inline int is_right(float_tableau *make, const lcp_exact_problem *p,
                           arena *a)
{
    tableau *t;
    lemke_end end;
    lcp_claim c;
    uint8_t basis[128];
    int right = 0;
    CHECK(make(a, p, NULL, &t).code == 0, "new");
    if (lemke_run(t, 4 * p->n + 100, NULL, &end) != LCP_SOLVED)
        return 0;
    for (int i = 0; i < p->n; i++)
        basis[i] = t->where[p->n + i] < t->rows;
    CHECK(lcp_claim_new(a, p->free, p->n, &c).code == 0, "claim");
    ladder_question q = {.p = p, .basis = basis};
    CHECK(ladder_basis(&q, a, &c, &right).code == 0, "basis");
    lcp_claim_clear(&c);
    return right;
}

/* Of `count` problems, of one kind or the other, how many are right. */
static inline int right_bases(float_tableau *make, check_random *r,
                              const planar_kind *flat, const space_kind *space,
                              int count)
{
    int right = 0;
    for (int i = 0; i < count; i++) {
        arena a = {0};
        lcp_exact_problem e;
        planar f = flat != NULL ? planar_new(r, flat) : space_new(r, space);
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        right += is_right(make, &e, &a);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        planar_free(&f);
    }
    return right;
}

/* One unit of mass falls with speed 1 on two contacts, the first of which it
   reaches sooner by 2^-k: w = (v - 2^-k, v), v = -1 + c_1 + c_2. All numbers
   are then multiplied by 2^up. Is c_1 found to bear? */
static inline int sees_at(float_tableau *make, int k, int up)
{
    arena a = {0};
    mpq_t A[4], b[2];
    lcp_exact_problem p = {0, 2, (const mpq_t *)A, (const mpq_t *)b};
    for (int i = 0; i < 6; i++) {
        mpq_t *x = i < 4 ? A + i : b + i - 4;
        mpq_init(*x);
        mpq_set_si(*x, i < 4 ? 1 : -1, 1);
    }
    mpz_mul_2exp(mpq_denref(b[0]), mpq_denref(b[0]), (mp_bitcnt_t)k);
    mpz_sub(mpq_numref(b[0]), mpq_numref(b[0]), mpq_denref(b[0]));
    for (int i = 0; i < 6; i++) {
        mpq_t *x = i < 4 ? A + i : b + i - 4;
        mpq_mul_2exp(*x, *x, (mp_bitcnt_t)up);
    }
    int right = is_right(make, &p, &a);
    for (int i = 0; i < 6; i++)
        mpq_clear(i < 4 ? A[i] : b[i - 4]);
    arena_free(&a);
    return right;
}

static inline int sees(float_tableau *make, int k)
{
    return sees_at(make, k, 0);
}

/* When the time is over there is no pivot. */
static inline void no_time(float_tableau *make)
{
    check_random r = {3};
    planar_kind k = {2, 3, 1, 0};
    planar f = planar_new(&r, &k);
    arena a = {0};
    lcp_exact_problem e;
    lemke_end end;
    exact_limit late = {0, 1e-9};
    tableau *t;
    CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
    CHECK(make(&a, &e, &late, &t).code == 0, "new");
    CHECK(lemke_run(t, 1000, NULL, &end) == LCP_LIMIT, "late");
    CHECK(end.pivots == 0, "%d pivots", end.pivots);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
    planar_free(&f);
}

/* Memory refused is a clean LIMIT. */
static inline void refused(float_tableau *make)
{
    check_random r = {4};
    planar_kind k = {12, 18, 1, 0};
    planar f = planar_new(&r, &k);
    arena own = {0};
    lcp_exact_problem e;
    perp_status s = {PERP_LIMIT, NULL, NULL};
    int tries = 0;
    CHECK(lcp_exact_problem_new(&own, &f.p, &e).code == 0, "problem");
    for (; s.code != PERP_OK && tries < 20; tries++) {
        arena a = {0};
        tableau *t;
        memory_refuse((size_t)tries + 1);
        s = make(&a, &e, NULL, &t);
        memory_refuse(0);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "%d", s.code);
        arena_free(&a);
    }
    CHECK(s.code == PERP_OK && tries > 1, "%d refusals", tries);
    lcp_exact_problem_clear(&e);
    arena_free(&own);
    planar_free(&f);
}
