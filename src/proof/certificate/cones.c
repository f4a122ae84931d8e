#include "proof/certificate/cones.h"

#include "cone/pointed.h"

/** The cone is that of the rows as they stand: joints, normals and slips in the
rationals that the doubles are. A verdict has passed `witness.h` before it is
written; that joints are independent is left to the reader, who finds a rank
sooner than we could write an inverse. */
static perp_status decide(ink *i, arena *a, const cone *c, int *is_pointed)
{
    cone_rays rays;
    pointed x;
    PERP_TRY(pointed_step(a, c, &rays, &x));
    *is_pointed = x.answer == CONE_YES;
    if (*is_pointed)
        ink_array(i, "pointed",
                  (ink_list){.n = c->nv, .q = (const mpq_t *)x.d});
    else
        ink_array(i, "vanishing",
                  (ink_list){.n = c->m + c->p + c->r,
                             .q = (const mpq_t *)x.zero.all});
    pointed_clear(&x);
    rays_clear(&rays);
    return PERP_SUCCESS;
}

perp_status cones_write(cones_sum *c, ink *i, arena *a, const step_data *d,
                        const step_exact *exact)
{
    cone of;
    int yes = 0;
    const arena_mark mark = arena_here(a);
    perp_status s = PERP_SUCCESS;
    if (exact == NULL)
        s = cone_of_step(a, d, &of);
    else
        of = cone_of_step_exact(exact);
    if (s.code == PERP_OK)
        s = decide(i, a, &of, &yes);
    if (exact == NULL)
        cone_clear(&of);
    arena_release(a, mark);
    c->asked++;
    c->pointed += yes;
    return s;
}
