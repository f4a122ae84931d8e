#include "cone/opposite.h"

#include "number/rational.h"

static int is_zero(int n, const mpq_t *x)
{
    for (int i = 0; i < n; i++)
        if (mpq_sgn(x[i]) != 0)
            return 0;
    return 1;
}

/* Is z in the cone? */
static perp_status holds(arena *a, const cone_rays *r, const mpq_t *z, int *yes)
{
    member m;
    PERP_TRY(member_decide(a, r, z, &m));
    *yes = m.answer == CONE_YES;
    member_clear(&m);
    return PERP_SUCCESS;
}

/** ## Edge by edge

Membership is a closest-point problem with the point $-g_i$; pointedness is one with margins,
joined, of all edges at once. Nothing but the rays is common to the two, so that the statement above
is a test of both: a mistake in one of them would show as a cone that is pointed and holds a
line, or is not and has neither line nor vanishing edge.

Implements GAP08 (Rem3.6). */
perp_status cone_line_find(arena *a, const cone_rays *r, cone_line *out)
{
    const int nv = r->of->nv;
    const arena_mark mark = arena_here(a);
    perp_status s = PERP_SUCCESS;
    mpq_t *z = rational_array(a, (size_t)nv);
    *out = (cone_line){-1, -1};
    if (z == NULL)
        return PERP_NO_MEMORY((size_t)nv * sizeof *z);
    for (int i = 0; i < r->count && s.code == PERP_OK; i++) {
        const mpq_t *g = (const mpq_t *)r->g + i * nv;
        int yes = 0;
        if (is_zero(nv, g)) {
            out->zero = out->zero < 0 ? i : out->zero;
            continue;
        }
        if (out->line >= 0)
            continue;
        for (int k = 0; k < nv; k++)
            mpq_neg(z[k], g[k]);
        s = holds(a, r, (const mpq_t *)z, &yes);
        out->line = yes ? i : -1;
    }
    rational_clear(z, (size_t)nv);
    arena_release(a, mark);
    return s;
}
