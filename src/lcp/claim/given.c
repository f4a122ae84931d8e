#include "lcp/claim/given.h"

#include "number/rational.h"

/** A limit of bits or of time leaves the question of the basis open, and the
others are answered. */
static perp_status own_basis(arena *a, const given_question *q,
                             given_found *out)
{
    int solves = 0;
    perp_status s = own_basis_find(a, q->p, q->z, q->tolerance, &q->limits,
                                   out->basis, &solves, &out->solution);
    out->basis_solves = s.code == PERP_LIMIT ? -1 : solves;
    return s.code == PERP_LIMIT ? PERP_SUCCESS : s;
}

static int within(const given_question *q, const given_point *g)
{
    return mpq_cmp(g->distance[g->farthest], q->tolerance) <= 0;
}

static given_verdict verdict(const given_question *q, const given_found *f)
{
    if (f->rows.faults == 0)
        return GIVEN_EXACT;
    if (mpq_sgn(q->tolerance) == 0)
        return GIVEN_REFUTED;
    if (f->basis_solves == 1 && within(q, &f->solution))
        return GIVEN_NEAR;
    if (f->nearest.outcome == NEAREST_UNDECIDED)
        return GIVEN_UNDECIDED;
    return f->nearest.outcome == NEAREST_FOUND && within(q, &f->nearest.point)
               ? GIVEN_NEAR
               : GIVEN_REFUTED;
}

perp_status given_judge(arena *a, const given_question *q, given_found *out)
{
    *out = (given_found){.basis_solves = -1};
    const int m = q->p->free + q->p->n;
    out->basis = arena_take(a, (size_t)q->p->n, 1);
    perp_status s =
        backward_error_find(a, q->p, q->z, q->tolerance, &out->change);
    if (s.code == PERP_OK && out->basis == NULL)
        s = PERP_NO_MEMORY((size_t)q->p->n);
    if (s.code == PERP_OK)
        s = given_rows_find(a, q->p, q->z, &out->rows);
    if (s.code == PERP_OK)
        s = given_point_new(a, m, &out->solution);
    if (s.code == PERP_OK)
        s = own_basis(a, q, out);
    int settled = out->rows.faults == 0 ||
                  (out->basis_solves == 1 &&
                   (mpq_sgn(q->tolerance) == 0 || within(q, &out->solution)));
    if (s.code == PERP_OK && !settled) {
        out->searched = 1;
        s = nearest_face_find(a, q->p, q->z, q->options, q->proof,
                              &out->nearest);
    }
    if (s.code == PERP_OK)
        out->verdict = verdict(q, out);
    return s;
}

void given_clear(given_found *f)
{
    given_rows_clear(&f->rows);
    given_point_clear(&f->solution);
    nearest_face_clear(&f->nearest);
    backward_error_clear(&f->change);
}
