/**
# Straight lines to the ends of law (31)

Which lines are asked about: from v to all v+ of law (31), of an impact of the examples
or of random ones. Where the v+ are a continuum, to points of it as well, which come
from the faces of (31) themselves.
*/
#pragma once

#include "hp23.h"
#include "hp23/impact/outcomes.h"
#include "hp23/inclusion/ways.h"

enum { LAW31_NV = 9 };

typedef struct {
    hp23 *m;
    rates r;
    ways all;
    outcomes ends;
} law31;

/* Is asked about the line to `to`, which is in the list of ends when it is a
   vertex, and else a point of a continuum. */
typedef void law31_judge(law31 *l, const mpq_t *to, int vertex, void *tally);

static inline void law31_new(law31 *l, hp23 *m)
{
    *l = (law31){.m = m, .ends = {.nv = m->d.nv}};
    CHECK(rates_new(&m->a, &m->x, &l->r).code == PERP_OK, "rates");
    ways_new(&l->r, &l->all);
    outcomes_search s = {0};
    perp_status st = outcomes_of_law(&m->a, &m->x, 1, &s, &l->ends);
    CHECK(st.code == PERP_OK, "%s", st.message);
}

static inline void law31_clear(law31 *l)
{
    outcomes_clear(&l->ends);
    ways_clear(&l->all);
    rates_clear(&l->r);
}

/* Ten points of a face of solutions with more than one v+. */
static inline void law31_points(law31 *l, const generators *g, check_random *c,
                                law31_judge *judge, void *tally)
{
    const int nv = l->m->d.nv;
    mpq_t to[LAW31_NV], t;
    mpq_init(t);
    for (int i = 0; i < LAW31_NV; i++)
        mpq_init(to[i]);
    for (int k = 0; k < 10; k++) {
        long sum = 0;
        for (int i = 0; i < nv; i++)
            mpq_set_ui(to[i], 0, 1);
        for (int n = 0; n < 1 + k % (nv + 1); n++) {
            const int at = check_integer(c, 0, g->vertices - 1);
            const long weight = check_integer(c, 1, 8);
            sum += weight;
            for (int i = 0; i < nv; i++) {
                mpq_set_si(t, weight, 1);
                mpq_mul(t, t, g->vertex[at * g->cols + i]);
                mpq_add(to[i], to[i], t);
            }
        }
        for (int i = 0; i < nv; i++) {
            mpq_set_si(t, sum, 1);
            mpq_div(to[i], to[i], t);
        }
        judge(l, (const mpq_t *)to, 0, tally);
    }
    for (int i = 0; i < LAW31_NV; i++)
        mpq_clear(to[i]);
    mpq_clear(t);
}

/* The v+ of the continua, from the faces of (31) themselves. How many faces have
   more than one v+. */
static inline int law31_continua(law31 *l, check_random *c, law31_judge *judge,
                                 void *tally)
{
    lcp_exact_problem p;
    choices_system s = {.cols = 0};
    enumeration e = {0};
    enumerate_options o = {0};
    int found = 0;
    CHECK(impact_pose(&l->m->a, &l->m->x, &p).code == PERP_OK, "pose");
    CHECK(choices_contacts(&l->m->a, &p, &s).code == PERP_OK, "modes");
    CHECK(enumerate_all(&s, &o, &l->m->a, &e).code == PERP_OK, "all");
    for (int k = 0; k < e.faces; k++) {
        const generators *g = &e.face[k].points;
        int several = 0;
        for (int i = 0; i < g->vertices * g->cols; i++)
            several |= i % g->cols < l->m->d.nv &&
                       !mpq_equal(g->vertex[i], g->vertex[i % g->cols]);
        if (several)
            law31_points(l, g, c, judge, tally);
        found += several;
    }
    enumerate_free(&e);
    choices_clear(&s);
    lcp_exact_problem_clear(&p);
    return found;
}

/* The lines of one impact. 1: some go to points of a continuum. */
static inline int law31_lines(hp23 *m, check_random *c, law31_judge *judge,
                              void *tally)
{
    law31 l;
    int continua = 0;
    law31_new(&l, m);
    for (outcome *k = l.ends.first; k != NULL; k = k->next)
        judge(&l, (const mpq_t *)k->v, 1, tally);
    if (l.ends.spread)
        continua = law31_continua(&l, c, judge, tally);
    law31_clear(&l);
    return continua > 0;
}

/* Contact j is at rest, and sticks when asked: its gradients are turned away
   from v. */
static inline void law31_put_to_rest(hp23 *m, int j, int sticks)
{
    const int nv = m->d.nv;
    mpq_t f, t;
    mpq_inits(f, t, NULL);
    impact_dot(nv, (const mpq_t *)m->x.v, (const mpq_t *)m->x.v, t);
    for (int k = 0; k < 1 + sticks && mpq_sgn(t) != 0; k++) {
        mpq_t *g = (k == 0 ? m->x.n : m->x.d) + j * nv, part;
        mpq_init(part);
        impact_dot(nv, (const mpq_t *)g, (const mpq_t *)m->x.v, f);
        mpq_div(f, f, t);
        for (int i = 0; i < nv; i++) {
            mpq_mul(part, f, m->x.v[i]);
            mpq_sub(g[i], g[i], part);
        }
        mpq_clear(part);
    }
    mpq_clears(f, t, NULL);
}

/* A contact twice: impulses are not unique, and v+ may be a continuum. */
static inline void law31_double(hp23 *m, int from, int to)
{
    const int nv = m->d.nv;
    for (int i = 0; i < nv; i++) {
        mpq_set(m->x.n[to * nv + i], m->x.n[from * nv + i]);
        mpq_set(m->x.d[to * nv + i], m->x.d[from * nv + i]);
    }
}

/* The lines of two hundred random impacts of one to three contacts, a third of
   them with one at rest, some with a contact twice. How many of the impacts have
   a continuum. */
static inline int law31_random(law31_judge *judge, void *tally)
{
    check_random c = {check_seed(3941)};
    int impacts = 0, continua = 0;
    while (impacts < 200) {
        const int p = 1 + impacts % 3, nv = 2 + impacts / 3 % 3;
        const mpq_t *v;
        mpq_t zero;
        hp23 m;
        hp23_random(&c, nv, p, &m);
        v = (const mpq_t *)m.x.v;
        if (p > 1 && impacts % 2 == 0)
            law31_put_to_rest(&m, p - 1, impacts % 4 == 0);
        if (p == 3 && impacts % 5 == 0)
            law31_double(&m, 0, 1);
        mpq_init(zero);
        if (impact_colliding(&m.x, v, zero) >= 0) {
            continua += law31_lines(&m, &c, judge, tally);
            impacts++;
        }
        mpq_clear(zero);
        hp23_clear(&m);
    }
    return continua;
}
