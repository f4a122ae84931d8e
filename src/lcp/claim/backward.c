#include "lcp/claim/backward.h"

#include "lcp/claim/backward_program.h"
#include "lcp/claim/backward_sums.h"

#include <math.h>

/* z with what counts as zero put to zero, and which rows are kept. */
static void count_zeros(const mpq_t *z, mpq_srcptr tolerance, backward_sums *s)
{
    for (int i = 0; i < s->m; i++) {
        s->kept[i] = i < s->p->free || mpq_cmp(z[i], tolerance) > 0;
        if (s->kept[i])
            mpq_set(s->z[i], z[i]);
    }
}

/** A change $\varepsilon$ of $z$ as well is a change of $A$ by at most $2 \varepsilon +
\varepsilon^2$ with $z$ as it is, so $a \le 2 \varepsilon + \varepsilon^2$, and
$\varepsilon \ge \sqrt{1 + a} - 1 = a / (1 + \sqrt{1 + a}) \ge 2 a / (4 + a)$. */
static void first_bracket(backward_error *b)
{
    mpq_set_ui(b->low, 4, 1);
    mpq_add(b->low, b->low, b->data);
    mpq_div(b->low, b->data, b->low);
    mpq_mul_2exp(b->low, b->low, 1);
    mpq_set(b->high, b->data);
}

/** From above: the proposed $z' = z (1 + d)$, $d = a u$, needs what its rows need, and
the largest $|d_j|$; the product is a fraction, since $a$ may be smaller than any
double. */
static perp_status from_above(arena *a, backward_sums *s, const double *u,
                              backward_error *b)
{
    mpq_t need, change, moved;
    int row;
    mpq_inits(need, change, moved, NULL);
    for (int j = 0; j < s->m; j++) {
        mpq_set_d(change, u[j] >= -1 ? u[j] : -1);
        mpq_mul(change, change, b->data);
        mpq_mul(moved, change, s->z[j]);
        mpq_add(s->z[j], s->z[j], moved);
        mpq_abs(change, change);
        if (mpq_cmp(change, need) > 0)
            mpq_set(need, change);
    }
    perp_status status = backward_sums_fill(a, s);
    backward_sums_need(s, change, &row);
    if (mpq_cmp(change, need) > 0)
        mpq_set(need, change);
    if (status.code == PERP_OK && mpq_cmp(need, b->high) < 0)
        mpq_set(b->high, need);
    mpq_clears(need, change, moved, NULL);
    return status;
}

/** From below: the largest of some numbers near the upper end that the weights
refute. */
static perp_status from_below(arena *a, const backward_sums *s,
                              const double *weight, backward_error *b)
{
    backward_weights w;
    mpq_t eps, off;
    perp_status status = backward_weigh(a, s, weight, &w);
    mpq_inits(eps, off, NULL);
    for (int k = 50; status.code == PERP_OK && k > 1; k -= 2) {
        mpq_div_2exp(off, b->high, (mp_bitcnt_t)k);
        mpq_sub(eps, b->high, off);
        if (mpq_cmp(eps, b->low) <= 0)
            break;
        if (backward_refutes(&w, eps)) {
            mpq_set(b->low, eps);
            break;
        }
    }
    mpq_clears(eps, off, NULL);
    backward_weights_clear(&w);
    return status;
}

static perp_status narrow(arena *a, backward_sums *s, backward_error *b)
{
    int found;
    double *u = arena_take(a, 2 * (size_t)s->m, sizeof *u);
    backward_sums moved;
    if (u == NULL)
        return PERP_NO_MEMORY(2 * (size_t)s->m * sizeof *u);
    double *weight = u + s->m;
    PERP_TRY(backward_propose(a, s, b->data, u, weight, &b->programs, &found));
    if (!found)
        return PERP_SUCCESS;
    perp_status status = backward_sums_new(a, s->p, &moved);
    for (int i = 0; status.code == PERP_OK && i < s->m; i++) {
        mpq_set(moved.z[i], s->z[i]);
        moved.kept[i] = s->kept[i];
    }
    if (status.code == PERP_OK)
        status = from_above(a, &moved, u, b);
    backward_sums_clear(&moved);
    return status.code == PERP_OK ? from_below(a, s, weight, b) : status;
}

perp_status backward_error_find(arena *a, const lcp_exact_problem *p,
                                const mpq_t *z, mpq_srcptr tolerance,
                                backward_error *out)
{
    backward_sums s;
    *out = (backward_error){.row = -1};
    mpq_inits(out->data, out->low, out->high, NULL);
    perp_status status = backward_sums_new(a, p, &s);
    if (status.code == PERP_OK) {
        count_zeros(z, tolerance, &s);
        status = backward_sums_fill(a, &s);
    }
    if (status.code == PERP_OK) {
        backward_sums_need(&s, out->data, &out->row);
        first_bracket(out);
        if (mpq_sgn(out->data) > 0 && s.m <= BACKWARD_TIGHT)
            status = narrow(a, &s, out);
    }
    backward_sums_clear(&s);
    return status;
}

void backward_error_clear(backward_error *b)
{
    mpq_clears(b->data, b->low, b->high, NULL);
}
