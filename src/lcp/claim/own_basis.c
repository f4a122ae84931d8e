#include "lcp/claim/own_basis.h"

#include "number/rational.h"

perp_status given_point_new(arena *a, int m, given_point *out)
{
    *out = (given_point){.m = m};
    out->x = rational_array(a, 2 * (size_t)m);
    if (out->x == NULL)
        return PERP_NO_MEMORY(2 * (size_t)m * sizeof *out->x);
    out->distance = out->x + m;
    return PERP_SUCCESS;
}

void given_point_clear(given_point *g)
{
    if (g->x != NULL)
        rational_clear(g->x, 2 * (size_t)g->m);
    g->x = NULL;
}

void given_point_measure(given_point *g, const mpq_t *z)
{
    g->farthest = 0;
    for (int i = 0; i < g->m; i++) {
        mpq_sub(g->distance[i], g->x[i], z[i]);
        mpq_abs(g->distance[i], g->distance[i]);
        if (mpq_cmp(g->distance[i], g->distance[g->farthest]) > 0)
            g->farthest = i;
    }
}

static void spell(const lcp_claim *c, given_point *out)
{
    for (int i = 0; i < c->m; i++) {
        mpz_set(mpq_numref(out->x[i]), c->Z[i]);
        mpz_set(mpq_denref(out->x[i]), c->den);
        mpq_canonicalize(out->x[i]);
    }
}

perp_status own_basis_find(arena *a, const lcp_exact_problem *p, const mpq_t *z,
                           mpq_srcptr tolerance, const ladder_limits *limits,
                           uint8_t *basis, int *solves, given_point *out)
{
    lcp_claim c;
    ladder_question q = {.p = p, .basis = basis, .limits = *limits};
    for (int i = 0; i < p->n; i++)
        basis[i] = mpq_cmp(z[p->free + i], tolerance) > 0;
    PERP_TRY(lcp_claim_new(a, p->free, p->n, &c));
    perp_status s = ladder_basis(&q, a, &c, solves);
    if (s.code == PERP_OK && *solves) {
        spell(&c, out);
        given_point_measure(out, z);
    }
    lcp_claim_clear(&c);
    return s;
}
