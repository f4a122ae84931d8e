#include "model/system/kind.h"
#include "model/tape/tape_lanes.h"

#include <string.h>

/** ## The gaps of all candidates

Ten boxes in space have 7280 candidates, of which 6480 are pairs of edges with 326
instructions each: two million for one place of the boxes, and a step that has a
collision looks at a dozen places. So they are evaluated side by side. */
/* The inputs of candidates from..from + TAPE_LANES side by side; velocities are
   left as they are. */
static void lane_inputs(const binding *b, uint32_t from, const double *q,
                        double *in)
{
    double *param = in + (kind_coords(b->k) + kind_vels(b->k)) * TAPE_LANES;
    for (int s = 0; s < 2; s++) {
        const uint32_t n = b->k->coords[s], p = b->k->params[s];
        const uint32_t *entry = (s == 0 ? b->a : b->b) + from;
        for (uint32_t l = 0; l < TAPE_LANES; l++) {
            const uint32_t *at = binding_coord(b, s, entry[l]);
            const double *own = b->s[s]->param + (size_t)entry[l] * p;
            for (uint32_t k = 0; k < n; k++)
                in[k * TAPE_LANES + l] = at[k] == KIND_WORLD ? 0 : q[at[k]];
            for (uint32_t k = 0; k < p; k++)
                param[k * TAPE_LANES + l] = own[k];
        }
        in += n * TAPE_LANES;
        param += p * TAPE_LANES;
    }
}

static perp_status gaps_alone(const binding *b, uint32_t from, uint32_t to,
                              const double *q, double *work, double *gap)
{
    double *rest = work + kind_inputs(b->k);
    for (uint32_t i = from; i < to; i++) {
        binding_inputs(b, i, q, work);
        PERP_TRY(
            binding_which(b, i, tape_f64(&b->k->gap, work, rest, &gap[i])));
    }
    return PERP_SUCCESS;
}

/** Eight at a time, and one by one those that are left over or have a number that
is not finite, which only `tape_f64` can explain. */
perp_status binding_gaps(const binding *b, const double *q, double *work,
                         double *gap)
{
    const size_t still = kind_vels(b->k) * TAPE_LANES * sizeof *work;
    uint32_t i = 0;
    for (; i + TAPE_LANES <= b->n; i += TAPE_LANES) {
        memset(work + kind_coords(b->k) * TAPE_LANES, 0, still);
        lane_inputs(b, i, q, work);
        if (!tape_lanes(&b->k->gap, work, gap + i))
            PERP_TRY(gaps_alone(b, i, i + TAPE_LANES, q, work, gap));
    }
    return gaps_alone(b, i, b->n, q, work, gap);
}
