#include "base/memory.h"
#include "model/system/kind.h"

/** # Gaps and rows of a candidate over the rationals

The same as in doubles, read side by side with `kind.c` and `gaps.c`: its inputs are
gathered, its tape runs, and what comes out is scattered. */
static void gather_exact(const binding *b, uint32_t i, const mpq_t *q,
                         mpq_t *in)
{
    const uint32_t entry[2] = {b->a[i], b->b[i]};
    mpq_t *param = in + kind_coords(b->k) + kind_vels(b->k);
    for (int s = 0; s < 2; s++) {
        uint32_t n = b->k->coords[s], p = b->k->params[s];
        const uint32_t *at = binding_coord(b, s, entry[s]);
        for (uint32_t k = 0; k < n; k++)
            if (at[k] != KIND_WORLD)
                mpq_set(in[k], q[at[k]]);
        in += n;
        for (uint32_t k = 0; k < p; k++, param++) {
            size_t e = (size_t)entry[s] * p + k;
            if (b->s[s]->exact != NULL)
                mpq_set(*param, b->s[s]->exact[e]);
            else
                mpq_set_d(*param, b->s[s]->param[e]);
        }
    }
}

/* Inputs, and the outputs behind them. */
static mpq_t *numbers_new(uint32_t n)
{
    mpq_t *x = memory_new(n, sizeof *x);
    for (uint32_t i = 0; x != NULL && i < n; i++)
        mpq_init(x[i]);
    return x;
}

static void numbers_free(mpq_t *x, uint32_t n)
{
    for (uint32_t i = 0; x != NULL && i < n; i++)
        mpq_clear(x[i]);
    memory_free(x);
}

perp_status binding_gap_exact(const binding *b, uint32_t i, const mpq_t *q,
                              mpq_ptr gap)
{
    uint32_t n = kind_inputs(b->k);
    mpq_t *x = numbers_new(n + 1);
    if (x == NULL)
        return PERP_NO_MEMORY(n * sizeof *x);
    gather_exact(b, i, q, x);
    perp_status s =
        binding_which(b, i, tape_exact(&b->k->gap, (const mpq_t *)x, x + n));
    if (s.code == PERP_OK)
        mpq_set(gap, x[n]);
    numbers_free(x, n + 1);
    return s;
}

static void scatter_exact(const binding *b, uint32_t i, uint32_t nv,
                          const mpq_t *out, mpq_t *row)
{
    for (size_t k = 0; k < (size_t)nv * (1 + b->k->slips); k++)
        mpq_set_ui(row[k], 0, 1);
    for (uint32_t r = 0; r <= b->k->slips; r++)
        for (int s = 0; s < 2; s++) {
            const uint32_t *at =
                binding_velocities(b, s, s == 0 ? b->a[i] : b->b[i]);
            for (uint32_t k = 0; k < b->k->vels[s]; k++, out++)
                if (at[k] != KIND_WORLD)
                    mpq_add(row[(size_t)r * nv + at[k]],
                            row[(size_t)r * nv + at[k]], *out);
        }
}

perp_status binding_row_exact(const binding *b, uint32_t i, const mpq_t *q,
                              uint32_t nv, mpq_t *row)
{
    uint32_t in = kind_inputs(b->k), n = in + b->k->row.outputs;
    mpq_t *x = numbers_new(n);
    if (x == NULL)
        return PERP_NO_MEMORY(n * sizeof *x);
    gather_exact(b, i, q, x);
    perp_status s = binding_row_which(
        b, i, tape_exact(&b->k->row, (const mpq_t *)x, x + in));
    if (s.code == PERP_OK)
        scatter_exact(b, i, nv, (const mpq_t *)(x + in), row);
    numbers_free(x, n);
    return s;
}
