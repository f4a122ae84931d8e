/**
# Enumerated faces against slow ones
*/
#pragma once

#include "lcp/enumerate/enumerate.h"
#include "slow_faces.h"

/* Whole numbers up to 3 in size, few enough for the slow faces? */
static inline int slow_can(const lcp_exact_problem *p)
{
    int all = p->free + p->n, fine = p->free <= 2 && all <= 7;
    for (int k = 0; k < all * all + all && fine; k++) {
        mpq_srcptr q = k < all * all ? p->A[k] : p->b[k - all * all];
        fine = mpz_cmp_ui(mpq_denref(q), 1) == 0 &&
               mpz_cmpabs_ui(mpq_numref(q), 3) <= 0;
    }
    return fine;
}

static inline void slow_of(const lcp_exact_problem *p, slow_faces *s)
{
    int all = p->free + p->n;
    memset(s, 0, sizeof *s);
    s->f = p->free;
    s->n = p->n;
    for (int i = 0; i < all; i++) {
        s->b[i] = mpz_get_si(mpq_numref(p->b[i]));
        for (int j = 0; j < all; j++)
            s->a[i][j] = mpz_get_si(mpq_numref(p->A[i * all + j]));
    }
    slow_faces_find(s);
}

/* The number of the point among the slow ones, or -1. */
static inline int slow_find(const slow_faces *s, mpq_t *x, int vertex)
{
    slow_point p = {{0}, 0};
    mpz_t den, t;
    mpz_init_set_ui(den, 1);
    mpz_init(t);
    for (int j = 0; j < s->f + s->n; j++)
        mpz_lcm(den, den, mpq_denref(x[j]));
    for (int j = 0; j < s->f + s->n; j++) {
        mpz_divexact(t, den, mpq_denref(x[j]));
        mpz_mul(t, t, mpq_numref(x[j]));
        p.x[j] = mpz_get_si(t);
    }
    p.den = vertex ? mpz_get_si(den) : 0;
    mpz_clears(den, t, NULL);
    slow_reduce(s->f + s->n, &p);
    for (int k = 0; k < s->points; k++)
        if (memcmp(&p, &s->point[k], sizeof p) == 0)
            return k;
    return -1;
}

/* The number of the slow face with exactly these points, or -1. */
static inline int slow_match(const slow_faces *s, const generators *g)
{
    uint8_t in[SLOW_POINTS] = {0};
    for (int k = 0; k < g->vertices + g->rays; k++) {
        int at = slow_find(s, g->vertex + k * g->cols, k < g->vertices);
        if (at < 0 || in[at])
            return -1;
        in[at] = 1;
    }
    for (int k = 0; k < s->faces; k++)
        if (memcmp(in, s->in[k], (size_t)s->points) == 0)
            return k;
    return -1;
}

/* Are the faces of the enumeration the maximal faces, point by point? For
   problems without lines. */
static inline int faces_agree(const lcp_exact_problem *p, const enumeration *e)
{
    static slow_faces slow;
    slow_of(p, &slow);
    int fine = !slow.overflow && slow.faces == e->faces;
    for (int k = 0; k < e->faces; k++)
        fine &= slow_match(&slow, &e->face[k].points) >= 0;
    return fine;
}
