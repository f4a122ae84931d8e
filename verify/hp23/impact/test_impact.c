/**
# The posed problems, against the paper's matrix
*/
#include "hp23.h"
#include "slow_lcp.h"

#include <math.h>

/* J M^-1 J' over the gradients i and j, by schoolbook Gauss on M. */
static void inverse_mass(const step_exact *d, const mpq_t *gi, const mpq_t *gj,
                         mpq_ptr out)
{
    int nv = d->nv, pick[9];
    mpq_t b[9], x[9];
    lcp_exact_problem p = {nv, 0, (const mpq_t *)d->M, (const mpq_t *)b};
    for (int i = 0; i < nv; i++) {
        mpq_inits(b[i], x[i], NULL);
        mpq_neg(b[i], gj[i]);
        pick[i] = i;
    }
    CHECK(slow_gauss(&p, nv, pick, x), "M is singular");
    impact_dot(nv, gi, (const mpq_t *)x, out);
    for (int i = 0; i < nv; i++)
        mpq_clears(b[i], x[i], NULL);
}

/* Entry (i, j) of the block matrix that (75b) should be, planar, with the
   gradients' signs: a normal, or a slip forward or back. */
static void entry(const step_exact *d, int i, int j, mpq_ptr out)
{
    const int p = d->p, gamma = 2 * p + 2 * d->r;
    const mpq_t *g[2];
    int sign = 1, at[2] = {i, j};
    mpq_set_ui(out, 0, 1);
    if (i < p && j == p + i)
        mpq_set_si(out, -1, 1);
    if (j < p && i == p + j)
        mpq_set_si(out, 1, 1);
    if (i >= gamma && j == p + i - gamma)
        mpq_set(out, d->mu[i - gamma]);
    for (int k = 0; k < 2; k++) {
        int slip = at[k] - 2 * p, other = at[1 - k] - gamma;
        if (slip >= 0 && at[k] < gamma && other >= 0 && slip / 2 == other)
            mpq_set_si(out, k == 0 ? 1 : -1, 1);
    }
    for (int k = 0; k < 2; k++) {
        int slip = at[k] - 2 * p;
        if (at[k] < p || at[k] >= gamma)
            return;
        g[k] = slip < 0 ? (const mpq_t *)d->n + (at[k] - p) * d->nv
                        : (const mpq_t *)d->d + slip / 2 * d->nv;
        sign *= slip >= 0 && slip % 2 ? -1 : 1;
    }
    inverse_mass(d, g[0], g[1], out);
    if (sign < 0)
        mpq_neg(out, out);
}

/** The mixed problem, condensed by a slow elimination that knows nothing of
contacts, is the block matrix of the paper with its transposes put right (D12),
and its right-hand side (75a).

Verifies HP23 (34)-(35), (72a)-(72d), (75a)-(75c). */
static void condensed_is_the_papers_matrix(void)
{
    check_random r = {check_seed(2303)};
    for (int round = 0; round < 12; round++) {
        hp23 m;
        mpq_t A[100], b[10], most[2], w;
        lcp_exact_problem p;
        hp23_random(&r, 2 + round % 4, 1 + round % 2, &m);
        mpq_inits(most[0], most[1], w, NULL);
        mpq_set_si(most[0], 3, 4);
        mpq_set_si(most[1], 5, 8);
        CHECK(impact_pose_step(&m.a, &m.x, (const mpq_t *)most, &p).code ==
                  PERP_OK,
              "pose");
        CHECK(p.n == 5 * m.d.p && p.free == m.d.nv, "the sizes");
        CHECK(slow_condense(&p, A, b), "M is singular");
        for (int i = 0; i < p.n; i++) {
            for (int j = 0; j < p.n; j++) {
                entry(&m.x, i, j, w);
                CHECK(mpq_equal(A[i * p.n + j], w), "W(%d,%d)", i, j);
            }
            int row = i - m.d.p, c = m.d.p;
            if (row < 0)
                mpq_set(w, most[i]);
            else if (row < c)
                impact_normal(&m.x, row, (const mpq_t *)m.x.v, w);
            else if (row < 3 * c)
                impact_slip(&m.x, (row - c) / 2, (const mpq_t *)m.x.v, w);
            else
                mpq_set_ui(w, 0, 1);
            if (row >= c && row < 3 * c && (row - c) % 2)
                mpq_neg(w, w);
            CHECK(mpq_equal(b[i], w), "w(%d)", i);
        }
        for (int i = 0; i < p.n * p.n; i++)
            mpq_clear(A[i]);
        for (int i = 0; i < p.n; i++)
            mpq_clear(b[i]);
        mpq_clears(most[0], most[1], w, NULL);
        lcp_exact_problem_clear(&p);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (34)-(35), (72a)-(72d), (75a)-(75c)");
}

/** Twice the kinetic energy gained, against two separate energies; and the
response to an impulse puts it there.

Verifies HP23 (11), (30). */
static void energies_and_responses(void)
{
    check_random r = {check_seed(2304)};
    for (int round = 0; round < 30; round++) {
        hp23 m;
        mpq_t w[5], from, to, sum;
        hp23_random(&r, 5, 2, &m);
        mpq_inits(from, to, sum, NULL);
        for (int i = 0; i < 5; i++)
            mpq_init(w[i]);
        CHECK(impact_response(&m.a, &m.x, (const mpq_t *)m.x.n, w).code ==
                  PERP_OK,
              "response");
        for (int i = 0; i < 5; i++) { /* M w = n */
            impact_dot(5, (const mpq_t *)m.x.M + 5 * i, (const mpq_t *)w, sum);
            CHECK(mpq_equal(sum, m.x.n[i]), "row %d of M w = n", i);
        }
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) {
                mpq_mul(sum, m.x.M[5 * i + j], w[i]);
                mpq_mul(sum, sum, w[j]);
                mpq_add(to, to, sum);
                mpq_mul(sum, m.x.M[5 * i + j], m.x.v[i]);
                mpq_mul(sum, sum, m.x.v[j]);
                mpq_add(from, from, sum);
            }
        mpq_sub(to, to, from);
        impact_gain(&m.x, (const mpq_t *)m.x.v, (const mpq_t *)w, sum);
        CHECK(mpq_equal(sum, to), "the gain");
        for (int i = 0; i < 5; i++)
            mpq_clear(w[i]);
        mpq_clears(from, to, sum, NULL);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (11), (30)");
}

/** A joint holds: a point of 2 kg on a line of slope -3/4 answers along it, and
beside the balance the problem has its row and its column. Verifies HP23 (30). */
static void joints_hold(void)
{
    hp23 m;
    arena a = {0};
    mpq_t w[2], t;
    hp23_new(&m, 2, 1); /* a point (x, y) that a joint keeps on the x axis */
    double nu[2] = {3, 4};
    m.d.M[0] = m.d.M[3] = 2;
    m.d.m = 1;
    m.d.nu = nu;
    m.d.n[1] = 1;
    m.d.d[0] = 1;
    m.d.slip_at[1] = 1;
    hp23_exact(&m);
    mpq_inits(w[0], w[1], t, NULL);
    CHECK(impact_response(&a, &m.x, (const mpq_t *)m.x.n, w).code == PERP_OK,
          "response");
    /* along the free direction (-4, 3)/5: w = (1/2)(3/5)(-4, 3)/5 */
    mpq_set_si(t, -6, 25);
    CHECK(mpq_equal(w[0], t), "x");
    mpq_set_si(t, 9, 50);
    CHECK(mpq_equal(w[1], t), "y");
    lcp_exact_problem p;
    CHECK(impact_pose(&a, &m.x, &p).code == PERP_OK && p.free == 3, "pose");
    for (int j = 0; j < 2; j++) {
        mpq_set_d(t, nu[j]);
        CHECK(mpq_equal(p.A[2 * (3 + p.n) + j], t), "nu v' = 0");
        mpq_neg(t, t);
        CHECK(mpq_equal(p.A[j * (3 + p.n) + 2], t), "- nu c");
    }
    lcp_exact_problem_clear(&p);
    mpq_clears(w[0], w[1], t, NULL);
    hp23_clear(&m);
    /* two unlike joints in space: each has its own row and its own column */
    double two[6] = {1, 2, 3, 5, -7, 11};
    mpq_init(t);
    hp23_new(&m, 3, 1);
    m.d.m = 2;
    m.d.nu = two;
    m.d.M[0] = m.d.M[4] = m.d.M[8] = m.d.n[2] = m.d.d[0] = 1;
    hp23_exact(&m);
    CHECK(impact_pose(&a, &m.x, &p).code == PERP_OK && p.free == 5, "pose");
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 3; j++) {
            mpq_set_d(t, two[3 * k + j]);
            CHECK(mpq_equal(p.A[(3 + k) * (5 + p.n) + j], t), "nu%d v' = 0", k);
            mpq_neg(t, t);
            CHECK(mpq_equal(p.A[j * (5 + p.n) + 3 + k], t), "- nu%d c", k);
        }
    lcp_exact_problem_clear(&p);
    VERIFIES("HP23 (30)");
    mpq_clear(t);
    arena_free(&a);
    hp23_clear(&m);
}

/** Verifies HP23 (28)-(29). */
static void colliding_or_not(void)
{
    hp23 m;
    mpq_t tau;
    mpq_init(tau);
    hp23_load(&m, "rocking_block");
    const mpq_t *v = (const mpq_t *)m.x.v;
    CHECK(impact_colliding(&m.x, v, tau) == 0, "it falls");
    mpq_set_si(tau, 1, 2);
    CHECK(impact_colliding(&m.x, v, tau) < 0, "slower than the tolerance");
    mpq_set_ui(tau, 0, 1);
    mpq_set_ui(m.x.v[1], 0, 1);
    CHECK(impact_colliding(&m.x, v, tau) < 0, "at rest: neither");
    mpq_set_si(m.x.v[2], -1, 1); /* turning: A parts, B comes */
    CHECK(impact_colliding(&m.x, v, tau) == 1, "B comes");
    mpq_set_ui(m.x.v[1], 1, 1);
    CHECK(impact_colliding(&m.x, v, tau) < 0, "both part");
    mpq_clear(tau);
    hp23_clear(&m);
    VERIFIES("HP23 (28)-(29)");
}

/* M = B B' of a B with two equal rows has the kernel k = e_i - e_j, so M w = M y + t k
   has a solution when t is zero and for no other t: nor for a power of two that a
   machine word does not see, nor for the prime that equations are lifted from. */
static void no_mass_no_answer(void)
{
    enum { NV = 6 };
    check_random r = {check_seed(2306)};
    for (int round = 0; round < 240; round++) {
        hp23 m;
        mpq_t g[NV], w[NV], t;
        long B[NV][NV];
        const int i = check_integer(&r, 0, 2), j = check_integer(&r, 3, 5);
        const int power = round % 2 ? (const int[]){1, 31, 62, 63, 64, 70, 128,
                                                    200}[round / 2 % 8] : -1;
        hp23_new(&m, NV, 1);
        for (int k = 0; k < NV; k++)
            for (int l = 0; l < NV; l++)
                B[k][l] = check_integer(&r, -7, 7);
        memcpy(B[j], B[i], sizeof B[i]);
        for (int k = 0; k < NV; k++)
            for (int l = 0; l < NV; l++)
                for (int n = 0; n < NV; n++)
                    m.d.M[k * NV + l] += (double)(B[k][n] * B[l][n]);
        hp23_exact(&m);
        mpq_init(t);
        for (int k = 0; k < NV; k++) {
            mpq_inits(g[k], w[k], NULL);
            mpq_set_si(w[k], check_integer(&r, -9, 9), 1);
        }
        for (int k = 0; k < NV; k++)
            impact_dot(NV, (const mpq_t *)m.x.M + NV * k, (const mpq_t *)w,
                       g[k]);
        if (power >= 0) {
            mpq_set_ui(t, 1, 1);
            mpq_mul_2exp(t, t, (mp_bitcnt_t)power);
            if (power == 62)
                mpq_set_si(t, (1L << 61) - 1, 1);
            mpq_add(g[i], g[i], t);
            mpq_sub(g[j], g[j], t);
        }
        const int code = impact_response(&m.a, &m.x, (const mpq_t *)g, w).code;
        CHECK(code == (power < 0 ? PERP_OK : PERP_INPUT), "round %d, 2^%d: %d",
              round, power, code);
        for (int k = 0; k < NV && code == PERP_OK; k++) {
            impact_dot(NV, (const mpq_t *)m.x.M + NV * k, (const mpq_t *)w, t);
            CHECK(mpq_equal(t, g[k]), "round %d, row %d", round, k);
        }
        for (int k = 0; k < NV; k++)
            mpq_clears(g[k], w[k], NULL);
        mpq_clear(t);
        hp23_clear(&m);
    }
}

int main(void)
{
    RUN(condensed_is_the_papers_matrix);
    RUN(energies_and_responses);
    RUN(joints_hold);
    RUN(colliding_or_not);
    RUN(no_mass_no_answer);
    DONE;
}
