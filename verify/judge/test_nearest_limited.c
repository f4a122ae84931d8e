/**
# The nearest impulse of weights that are few

With $\frac t2(\sum c + \sum|y|)^2$ added, as one more velocity of the mass $1/t$, against the form in
which the sum joins all pairs: $tM$ for $M$, $d/t$ for $d$, by exact Lemke. And where edges
are opposite but for $2^{-50}$, weights stay small that without a limit need not.
*/
#include "base/memory.h"
#include "nearest_cones.h"

/* The same rays and joints as pairs, for Lemke. */
static void pairs(nearest_cone *w, const cone *open, cone_rays *out)
{
    const int nv = w->c.nv, m = w->c.m, e = w->rays.count;
    CHECK(rays_new(&w->a, open, e + 2 * m, out).code == PERP_OK, "rays");
    out->count = e + 2 * m;
    for (int i = 0; i < e * nv; i++)
        mpq_set(out->g[i], w->rays.g[i]);
    for (int k = 0; k < m; k++)
        for (int i = 0; i < nv; i++) {
            mpq_set(out->g[(e + 2 * k) * nv + i], w->c.nu[k * nv + i]);
            mpq_neg(out->g[(e + 2 * k + 1) * nv + i], w->c.nu[k * nv + i]);
        }
}

/* t = 2^-48 / min M_ii, and t M. */
static void weighed(const nearest_cone *w, mpq_t *M, mpq_t t)
{
    const int nv = w->c.nv;
    mpq_set(t, w->M[0]);
    for (int i = 1; i < nv; i++)
        if (mpq_cmp(w->M[i * nv + i], t) < 0)
            mpq_set(t, w->M[i * nv + i]);
    mpq_inv(t, t);
    mpq_div_2exp(t, t, 48);
    for (int i = 0; i < nv * nv; i++)
        mpq_mul(M[i], w->M[i], t);
}

static double sum_of(const nearest_cone *w, const closest_answer *x)
{
    double sum = 0;
    for (int k = 0; k < w->rays.count; k++)
        sum += mpq_get_d(x->c[k]);
    for (int k = 0; k < w->c.m; k++)
        sum += fabs(mpq_get_d(x->y[k]));
    return sum;
}

static void one(check_random *r, int trial, int *large)
{
    nearest_cone w;
    cone_rays rays;
    closest_answer x, free, best;
    mpq_t t;
    nearest_new(r, &w);
    const int nv = w.c.nv;
    cone open = w.c;
    open.m = 0;
    mpq_t *M = rational_array(&w.a, (size_t)(nv * nv));
    mpq_init(t);
    pairs(&w, &open, &rays);
    weighed(&w, M, t);
    CHECK(closest_new(&w.a, &w.rays, &x).code == PERP_OK, "room");
    CHECK(closest_new(&w.a, &w.rays, &free).code == PERP_OK, "room");
    CHECK(closest_new(&w.a, &rays, &best).code == PERP_OK, "room");
    const closest_problem p = {.rays = &rays,
                               .joined = 1,
                               .z = (const mpq_t *)w.z,
                               .M = (const mpq_t *)M};
    CHECK(closest_solve(&w.a, &p, &best).code == PERP_OK, "Lemke");
    CHECK(nearest_limited(&w.a, &w.p, &x).code == PERP_OK, "limited");
    for (int i = 0; i < nv; i++) {
        mpq_mul(best.d[i], best.d[i], t);
        CHECK(mpq_equal(x.d[i], best.d[i]), "trial %d: d_%d is %g, not %g",
              trial, i, mpq_get_d(x.d[i]), mpq_get_d(best.d[i]));
    }
    nearest_is_answer(&w, &x, trial);
    CHECK(nearest_any(&w.a, &w.p, &free).code == PERP_OK, "without a limit");
    *large += sum_of(&w, &free) > 0x1p40;
    CHECK(sum_of(&w, &x) < 0x1p40, "trial %d: weights of %g", trial,
          sum_of(&w, &x));
    closest_clear(&x);
    closest_clear(&free);
    closest_clear(&best);
    rays_clear(&rays);
    rational_clear(M, (size_t)(nv * nv));
    mpq_clear(t);
    nearest_end(&w);
}

static void joined(void)
{
    check_random r = {check_seed(2712)};
    int large = 0;
    const int trials = check_times(1200);
    for (int trial = 0; trial < trials; trial++)
        one(&r, trial, &large);
    printf("%d with large weights when there is no limit\n", large);
    CHECK(large > trials / 100, "only %d of %d", large, trials);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(joined);
    DONE;
}
