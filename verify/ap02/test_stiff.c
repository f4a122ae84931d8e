/**
# AP02's theorems about a step with springs
*/
#include "stiff_random.h"

#include "lcp/enumerate/enumerate.h"
#include "ap02/stiff.h"

#include <math.h>

static step_random_sizes sizes(check_random *rng, int contacts)
{
    step_random_sizes z = {.nv = check_integer(rng, 2, 5)};
    z.m = check_integer(rng, 0, 1);
    z.p = check_integer(rng, contacts, 3);
    z.slips = check_integer(rng, contacts, 2);
    step_random_springs = check_integer(rng, 1, 3);
    return z;
}

/* M y = k by elimination in fractions. */
static void slow_solve(int n, const mpq_t *M, const mpq_t *k, mpq_t *y)
{
    mpq_t *A = calloc((size_t)(n * n), sizeof *A), f, t;
    mpq_inits(f, t, NULL);
    for (int i = 0; i < n * n; i++) {
        mpq_init(A[i]);
        mpq_set(A[i], M[i]);
    }
    for (int i = 0; i < n; i++)
        mpq_set(y[i], k[i]);
    for (int c = 0; c < n; c++) /* positive definite: no zero pivot */
        for (int i = 0; i < n; i++) {
            if (i == c)
                continue;
            mpq_div(f, A[i * n + c], A[c * n + c]);
            for (int j = 0; j < n; j++) {
                mpq_mul(t, f, A[c * n + j]);
                mpq_sub(A[i * n + j], A[i * n + j], t);
            }
            mpq_mul(t, f, y[c]);
            mpq_sub(y[i], y[i], t);
        }
    for (int i = 0; i < n; i++)
        mpq_div(y[i], y[i], A[i * n + i]);
    for (int i = 0; i < n * n; i++)
        mpq_clear(A[i]);
    free(A);
    mpq_clears(f, t, NULL);
}

/* sum = |x|^2_M */
static void square(int n, const mpq_t *M, const mpq_t *x, mpq_t sum)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(sum, 0, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mpq_mul(t, x[i], M[i * n + j]);
            mpq_mul(t, t, x[j]);
            mpq_add(sum, sum, t);
        }
    mpq_clear(t);
}

/* w = v + h M^-1 k1, the vector; and |w|^2_M, |v+ - w|^2_M. */
typedef struct {
    mpq_t w[8], away[8], before, jump, t;
} slow_energy;

static void slow_make(slow_energy *e, const solved_step *s)
{
    const step_exact *d = &s->step.exact;
    for (int i = 0; i < 8; i++)
        mpq_inits(e->w[i], e->away[i], NULL);
    mpq_inits(e->before, e->jump, e->t, NULL);
    slow_solve(d->nv, (const mpq_t *)d->M, (const mpq_t *)d->k0, e->w);
    for (int i = 0; i < d->nv; i++) {
        mpq_mul(e->w[i], e->w[i], s->x.h);
        mpq_add(e->w[i], e->w[i], d->v[i]);
        mpq_sub(e->away[i], s->y.z[i], e->w[i]);
    }
    square(d->nv, (const mpq_t *)d->M, (const mpq_t *)e->w, e->before);
    square(d->nv, (const mpq_t *)d->M, (const mpq_t *)e->away, e->jump);
}

static void slow_free(slow_energy *e)
{
    for (int i = 0; i < 8; i++)
        mpq_clears(e->w[i], e->away[i], NULL);
    mpq_clears(e->before, e->jump, e->t, NULL);
}

static void random_step(solved_step *s, check_random *rng, step_form form,
                        int rest)
{
    step_random_sizes z = sizes(rng, 0);
    alpha_gamma scheme = {1, 1, 1.0 / check_integer(rng, 2, 128), form};
    step_random_make(&s->step, rng, z);
    no_jacobians(&s->step.d);
    for (int i = 0; i < s->step.d.s; i++) {
        s->step.d.stiffness[i] *= ldexp(1, check_integer(rng, -4, 30));
        s->step.d.damping[i] *= ldexp(1, check_integer(rng, -4, 30));
        s->step.d.phi[i] *= !rest;
    }
    solved_make(s, &scheme, z);
}

/** The identity behind Theorem 2.4 in 300 random steps, literally: with $\hat w$
as a vector and both norms formed. Every term in braces is at least zero, so the
inequality holds with $\le$; as printed, with $\ge$, it fails whenever anything
is lost. And a solution that is wrong by $2^{-200}$ is refused.

Verifies AP02 (Thm2.4), (27), (29). */
static void theorem_2_4(void)
{
    check_random rng = {check_seed(211)};
    int strict = 0, refused = 0;
    mpq_t left, right, tiny, t;
    mpq_inits(left, right, tiny, t, NULL);
    mpq_set_d(tiny, 0x1p-200);
    for (int trial = 0; trial < 300; trial++) {
        solved_step s;
        slow_energy slow;
        stiff_energy e;
        stiff_energy_init(&e);
        step_form form = trial % 3 == 2 ? STEP_LIMIT : STEP_LINEAR;
        random_step(&s, &rng, form, 0);
        const step_exact *d = &s.step.exact;
        const mpz_t *Z = (const mpz_t *)s.claim.Z;
        CHECK(stiff_energies(&s.x.s, d, Z, s.claim.den, &e).code == PERP_OK,
              "memory");
        slow_make(&slow, &s);
        mpq_add(left, e.kinetic, e.elastic); /* the theorem's left side */
        mpq_add(right, slow.before, e.before);
        CHECK(mpq_cmp(left, right) <= 0, "trial %d", trial);
        strict += mpq_cmp(left, right) < 0;
        mpq_add(left, left, slow.jump);
        mpq_add(left, left, e.stretch);
        mpq_add(left, left, e.damped);
        mpq_add(left, left, e.rubbed);
        CHECK(mpq_equal(left, right), "trial %d: off by %g", trial,
              (mpq_sub(t, left, right), mpq_get_d(t)));
        CHECK(mpq_sgn(slow.jump) >= 0 && mpq_sgn(e.stretch) >= 0 &&
                  mpq_sgn(e.damped) >= 0 && mpq_sgn(e.rubbed) >= 0,
              "trial %d: a negative loss", trial);
        mpq_sub(t, slow.jump, slow.before);
        CHECK(mpq_equal(t, e.jump) && mpq_sgn(e.linear) == 0, "trial %d",
              trial);
        perp_status ok = stiff_check(&s.x.s, d, Z, s.claim.den);
        CHECK(ok.code == PERP_OK, "trial %d: %s", trial, ok.message);
        mpq_add(s.y.z[0], s.y.z[0], tiny);
        lcp_claim_of(&s.y, &s.claim);
        refused += stiff_check(&s.x.s, d, Z, s.claim.den).code == PERP_REFUTED;
        stiff_energy_clear(&e);
        slow_free(&slow);
        solved_free(&s);
    }
    mpq_clears(left, right, tiny, t, NULL);
    printf("%d of 300 strict, %d wrong ones refused\n", strict, refused);
    CHECK(strict > 290 && refused == 300, "too easy");
    VERIFIES("AP02 (Thm2.4), (27), (29)");
}

/** Springs at rest length, stiffness to 1e13: $|v^{l+1}|_M^2 \le |\hat w|_M^2$, a
bound in which no stiffness stands. Verifies AP02 (Cor2.5). */
static void corollary_2_5(void)
{
    check_random rng = {check_seed(212)};
    mpq_t after;
    mpq_init(after);
    for (int trial = 0; trial < 200; trial++) {
        solved_step s;
        slow_energy slow;
        random_step(&s, &rng, STEP_LINEAR, 1);
        slow_make(&slow, &s);
        square(s.step.d.nv, (const mpq_t *)s.step.exact.M, (const mpq_t *)s.y.z,
               after);
        CHECK(mpq_cmp(after, slow.before) <= 0, "trial %d", trial);
        slow_free(&slow);
        solved_free(&s);
    }
    mpq_clear(after);
    VERIFIES("AP02 (Cor2.5)");
}

/** Lemma 2.3 on small integers, where the hypothesis is met now and then; in
each case the conclusion is, and without the hypothesis it often is not.

Verifies AP02 (Lemma2.3). */
static void lemma_2_3(void)
{
    check_random rng = {check_seed(213)};
    int met = 0, fails = 0;
    for (int trial = 0; trial < 20000; trial++) {
        long uu = 0, uv = 0, vv = 0, before = 0, after = 0;
        for (int i = 0; i < 2; i++) {
            long u = check_integer(&rng, -5, 5), v = check_integer(&rng, -9, 9);
            uu += u * u;
            uv += u * v;
            vv += v * v;
        }
        for (int i = 0; i < 2; i++) {
            long b = check_integer(&rng, 0, 4), w = check_integer(&rng, -5, 5);
            long r = check_integer(&rng, -5, 5);
            uu += b * w * w; /* hypothesis: uu <= uv */
            uv -= b * w * r;
            after += b * (w + r) * (w + r) - b * w * w;
            before += b * r * r;
        }
        int holds = uu + after <= vv + before;
        met += uu <= uv;
        CHECK(uu > uv || holds, "trial %d", trial);
        fails += uu > uv && !holds;
    }
    printf("hypothesis met %d times; without it %d failures\n", met, fails);
    CHECK(met > 500 && fails > 500, "too easy");
    VERIFIES("AP02 (Lemma2.3)");
}

/** The friction impulse of every contact minimises $v^{+\top}D\beta$ over the
polygon $\beta \ge 0$, $e^\top\beta \le \mu c_n$, whose corners are $0$ and
$\mu c_n e_i$: compared with all of them. Verifies AP02 (5). */
static void maximal_dissipation(void)
{
    check_random rng = {check_seed(214)};
    int sliding = 0;
    mpq_t work, least, u, t;
    mpq_inits(work, least, u, t, NULL);
    for (int trial = 0; trial < 500; trial++) {
        solved_step s;
        random_step(&s, &rng, (step_form)(1 + trial % 3), 0);
        const step_exact *d = &s.step.exact;
        const int free = d->nv + d->m + d->s, beta = free + d->p;
        for (int j = 0; j < d->p; j++) {
            mpq_set_ui(work, 0, 1);
            mpq_set_ui(least, 0, 1);
            for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
                mpq_set_ui(u, 0, 1);
                for (int i = 0; i < d->nv; i++) {
                    mpq_mul(t, d->d[k * d->nv + i], s.y.z[i]);
                    mpq_add(u, u, t);
                }
                mpq_sub(t, s.y.z[beta + 2 * k], s.y.z[beta + 2 * k + 1]);
                mpq_mul(t, t, u);
                mpq_add(work, work, t);
                mpq_abs(t, u); /* both corners of a pair */
                mpq_mul(t, t, d->mu[j]);
                mpq_mul(t, t, s.y.z[free + j]);
                mpq_neg(t, t);
                if (mpq_cmp(t, least) < 0)
                    mpq_set(least, t);
            }
            CHECK(mpq_equal(work, least), "trial %d, contact %d: %g, least %g",
                  trial, j, mpq_get_d(work), mpq_get_d(least));
            sliding += mpq_sgn(least) < 0;
        }
        solved_free(&s);
    }
    mpq_clears(work, least, u, t, NULL);
    printf("%d sliding contacts\n", sliding);
    CHECK(sliding > 60, "too easy");
    VERIFIES("AP02 (5)");
}

/* A rod of half length 1 that leans with tan = 4/3 and slides on its tip with
   mu = 2: M = diag(1, 1, 1/3), n = (0, 1, -3/5), d = (1, 0, 4/5), and after the
   forces the tip moves with d'w = -1, n'w = 1/10. */
static void leaning_rod(step_random *s)
{
    static const double M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1. / 3},
                        n[] = {0, 1, -.6}, slip[] = {1, 0, .8},
                        v[] = {-1, .1, 0};
    step_random_sizes z = {3, 0, 1, 1};
    check_random rng = {1};
    step_random_springs = 0;
    step_random_make(s, &rng, z);
    no_jacobians(&s->d);
    memcpy(s->d.M, M, sizeof M);
    memset(s->d.F, 0, sizeof M);
    memset(s->d.k0, 0, sizeof v);
    memcpy(s->d.n, n, sizeof n);
    memcpy(s->d.d, slip, sizeof slip);
    memcpy(s->d.v, v, sizeof v);
    s->d.mu[0] = 2;
}

/** The solutions of a step need not be one convex set. Of the rod's there are
three and no other: it lifts off, it slides on with $c_n = 1/8$, it jams with $c_n
= 287/1000$. By hand: $n^\top M^{-1}n = 2.08$, $n^\top M^{-1}d = -1.44$,
$d^\top M^{-1}d = 2.92$. Between two of them is none. */
static void three_solutions(void)
{
    const double wanted[] = {0, 0.125, 0.287};
    int seen[3] = {0};
    step_random s;
    double Mt[9];
    alpha_gamma scheme = {1, 1, 0.01, STEP_LINEAR};
    lcp_exact_problem x;
    choices_system pairs;
    enumeration all;
    enumerate_options o = {0};
    leaning_rod(&s);
    lcp_problem p = step_random_pose(&s, &scheme, Mt);
    CHECK(lcp_exact_problem_new(&s.a, &p, &x).code == PERP_OK &&
              choices_contacts(&s.a, &x, &pairs).code == PERP_OK,
          "memory");
    perp_status st = enumerate_all(&pairs, &o, &s.a, &all);
    CHECK(st.code == PERP_OK, "%s", st.message);
    CHECK(all.faces == 3, "%d faces", all.faces);
    for (int k = 0; k < all.faces; k++) {
        const generators *g = &all.face[k].points;
        for (int i = 0; i < g->vertices; i++) {
            double cn = mpq_get_d(g->vertex[i * pairs.cols + 3]);
            for (int w = 0; w < 3; w++)
                seen[w] += fabs(cn - wanted[w]) < 1e-12;
        }
        CHECK(g->vertices == 1 && g->rays == 0, "face %d is no point", k);
    }
    CHECK(seen[0] == 1 && seen[1] == 1 && seen[2] == 1, "%d %d %d", seen[0],
          seen[1], seen[2]);
    enumerate_free(&all);
    choices_clear(&pairs);
    lcp_exact_problem_clear(&x);
    step_random_free(&s);
}

int main(void)
{
    RUN(theorem_2_4);
    RUN(corollary_2_5);
    RUN(lemma_2_3);
    RUN(maximal_dissipation);
    RUN(three_solutions);
    DONE;
}
