/**
# Poisson's hypothesis

Both phases of a collision on random data, against the statements that define
them and the theorem about their energy.
*/
#include "check.h"
#include "gap08/step/alpha_gamma.h"
#include "ap02/collision.h"
#include "lcp/solve/mlcp.h"
#include "step_random.h"

/** |x|^2_M, or x'My, written down once more. */
static void form(const step_exact *d, const mpq_t *x, const mpq_t *y, mpq_t out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv * d->nv; i++) {
        mpq_mul(t, x[i / d->nv], d->M[i]);
        mpq_mul(t, t, y[i % d->nv]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/** A collision with restitution: both phases of one random step, solved exactly.
push[j] = e[j] c_n[j]. */
typedef struct {
    step_random s;
    posed x;
    lcp_exact_answer y, w; /* compression, decompression */
    mpq_t from[8], push[4], e[4];
} bounce;

static void solve_phase(bounce *b, lcp_exact_answer *y)
{
    int fallback = 0;
    CHECK(lcp_exact_answer_new(&b->s.a, b->x.p.free, b->x.p.n, y).code ==
                  PERP_OK &&
              mlcp_prove(&b->x.p, NULL, &b->s.a, y, &fallback).code ==
                  PERP_OK &&
              y->outcome == LCP_SOLVED,
          "a phase is not solved");
}

static void bounce_init(bounce *b)
{
    for (int i = 0; i < 8; i++)
        mpq_init(b->from[i]);
    for (int j = 0; j < 4; j++)
        mpq_inits(b->push[j], b->e[j], NULL);
}

/* b->s.d and b->e are given. */
static void bounce_solve(bounce *b, step_random_sizes z)
{
    step_random_copy(&b->s, z);
    posed_make(&b->x, &b->s, &compression);
    solve_phase(b, &b->y);
    for (int i = 0; i < z.nv; i++) {
        mpq_set(b->from[i], b->s.exact.v[i]);
        mpq_set(b->s.exact.v[i], b->y.z[i]);
    }
    for (int j = 0; j < z.p; j++)
        mpq_mul(b->push[j], b->e[j], b->y.z[b->x.p.free + j]);
    alpha_gamma_pose_exact(&b->x.s, &b->s.exact, b->x.A, b->x.b);
    decompression_push_exact(&b->s.exact, (const mpq_t *)b->push, b->x.b);
    solve_phase(b, &b->w);
}

static void bounce_free(bounce *b)
{
    lcp_exact_answer_clear(b->x.p.free, b->x.p.n, &b->y);
    lcp_exact_answer_clear(b->x.p.free, b->x.p.n, &b->w);
    posed_free(&b->x);
    step_random_free(&b->s);
    for (int i = 0; i < 8; i++)
        mpq_clear(b->from[i]);
    for (int j = 0; j < 4; j++)
        mpq_clears(b->push[j], b->e[j], NULL);
}

/* sum of g_i x_i */
static void dot(int n, const mpq_t *g, const mpq_t *x, mpq_t sum)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(sum, 0, 1);
    for (int i = 0; i < n; i++) {
        mpq_mul(t, g[i], x[i]);
        mpq_add(sum, sum, t);
    }
    mpq_clear(t);
}

/* Contact j in the decompression, with p = push + x: n'v >= 0, p >= push, one
   of them zero; and friction the most dissipative with e'beta <= mu p. */
static void contact_holds(const bounce *b, int j)
{
    const step_exact *d = &b->s.exact;
    const mpq_t *z = (const mpq_t *)b->w.z;
    const int at = b->x.p.free + j, beta = b->x.p.free + d->p;
    mpq_t speed, p, slip, most, used, work, t;
    mpq_inits(speed, p, slip, most, used, work, t, NULL);
    dot(d->nv, (const mpq_t *)d->n + j * d->nv, z, speed);
    mpq_add(p, b->push[j], z[at]);
    mpq_mul(t, speed, z[at]);
    CHECK(mpq_sgn(speed) >= 0 && mpq_sgn(z[at]) >= 0 && mpq_sgn(t) == 0,
          "contact %d", j);
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
        dot(d->nv, (const mpq_t *)d->d + k * d->nv, z, slip);
        mpq_srcptr plus = z[beta + 2 * k], minus = z[beta + 2 * k + 1];
        CHECK(mpq_sgn(plus) >= 0 && mpq_sgn(minus) >= 0, "beta");
        mpq_add(used, used, plus);
        mpq_add(used, used, minus);
        mpq_sub(t, plus, minus);
        mpq_mul(t, t, slip);
        mpq_add(work, work, t);
        mpq_abs(slip, slip);
        if (mpq_cmp(slip, most) > 0)
            mpq_set(most, slip);
    }
    mpq_mul(p, p, d->mu[j]); /* mu p */
    CHECK(mpq_cmp(used, p) <= 0, "contact %d: beyond the cone", j);
    mpq_mul(t, p, most);
    mpq_add(t, t, work);
    CHECK(mpq_sgn(t) == 0, "contact %d: work %g", j, mpq_get_d(work));
    mpq_clears(speed, p, slip, most, used, work, t, NULL);
}

/* M (v+ - v^c) = nu c + n (push + x) + D beta, component by component. */
static void motion_holds(const bounce *b)
{
    const step_exact *d = &b->s.exact;
    const mpq_t *z = (const mpq_t *)b->w.z;
    const int free = b->x.p.free, beta = free + d->p;
    mpq_t left, t;
    mpq_inits(left, t, NULL);
    for (int i = 0; i < d->nv; i++) {
        dot(d->nv, (const mpq_t *)d->M + i * d->nv, z, left);
        dot(d->nv, (const mpq_t *)d->M + i * d->nv, (const mpq_t *)d->v, t);
        mpq_sub(left, left, t);
        for (int k = 0; k < d->m; k++) {
            mpq_mul(t, d->nu[k * d->nv + i], z[d->nv + k]);
            mpq_sub(left, left, t);
        }
        for (int j = 0; j < d->p; j++) {
            mpq_add(t, b->push[j], z[free + j]);
            mpq_mul(t, t, d->n[j * d->nv + i]);
            mpq_sub(left, left, t);
        }
        for (int k = 0; k < d->r; k++) {
            mpq_sub(t, z[beta + 2 * k], z[beta + 2 * k + 1]);
            mpq_mul(t, t, d->d[k * d->nv + i]);
            mpq_sub(left, left, t);
        }
        CHECK(mpq_sgn(left) == 0, "component %d", i);
    }
    for (int k = 0; k < d->m; k++) {
        dot(d->nv, (const mpq_t *)d->nu + k * d->nv, z, t);
        CHECK(mpq_sgn(t) == 0, "joint %d", k);
    }
    mpq_clears(left, t, NULL);
}

/* |v-|^2 - |v+|^2 - (1 - e^2)|v^c - v-|^2 - 2 (1 + e) R: what the theorem says is
   not negative when all contacts have this e. */
static void surplus(const bounce *b, mpq_srcptr e, mpq_t out)
{
    const step_exact *d = &b->s.exact;
    const int free = b->x.p.free, lambda = free + d->p + 2 * d->r;
    mpq_t t, u, away[8];
    mpq_inits(t, u, NULL);
    form(d, (const mpq_t *)b->from, (const mpq_t *)b->from, out);
    form(d, (const mpq_t *)b->w.z, (const mpq_t *)b->w.z, t);
    mpq_sub(out, out, t);
    for (int i = 0; i < d->nv; i++) {
        mpq_init(away[i]);
        mpq_sub(away[i], b->y.z[i], b->from[i]);
    }
    form(d, (const mpq_t *)away, (const mpq_t *)away, t);
    mpq_sub(out, out, t);
    mpq_mul(u, e, e);
    mpq_mul(t, t, u);
    mpq_add(out, out, t);
    for (int j = 0; j < d->p; j++) {
        mpq_mul(t, d->mu[j], b->y.z[lambda + j]);
        mpq_mul(t, t, b->y.z[free + j]);
        mpq_add(t, t, t);
        mpq_sub(out, out, t);
        mpq_mul(t, t, e);
        mpq_sub(out, out, t);
    }
    for (int i = 0; i < d->nv; i++)
        mpq_clear(away[i]);
    mpq_clears(t, u, NULL);
}

static void balance_and_lie(bounce *b, int trial)
{
    const mpq_t *push = (const mpq_t *)b->push;
    mpq_t tiny;
    mpq_init(tiny);
    mpq_set_d(tiny, 0x1p-200);
    perp_status st =
        decompression_check(&b->s.exact, push, (const mpq_t *)b->w.z);
    CHECK(st.code == PERP_OK, "trial %d: %s", trial, st.message);
    mpq_add(b->w.z[0], b->w.z[0], tiny);
    CHECK(decompression_check(&b->s.exact, push, (const mpq_t *)b->w.z).code ==
              PERP_REFUTED,
          "trial %d not refuted", trial);
    mpq_sub(b->w.z[0], b->w.z[0], tiny);
    mpq_clear(tiny);
}

/* Random collisions of up to three contacts, with joints and friction, and one
   restitution from 0 to 1: the decompression's solution satisfies Poisson's
   statements one by one, and no energy is gained, by the theorem's bound; which is
   an equation without friction and joints when the push is enough. Without friction different restitutions gain nothing either. */
static void restitution(void)
{
    check_random rng = {check_seed(84)};
    int bounced = 0, extra = 0, whole = 0;
    mpq_t left, gain;
    mpq_inits(left, gain, NULL);
    for (int trial = 0; trial < 450; trial++) {
        const int smooth = trial % 3 == 2, one = check_integer(&rng, 0, 4);
        step_random_sizes z = {
            check_integer(&rng, 2, 5), check_integer(&rng, 0, 1),
            check_integer(&rng, 1, 3), smooth ? 0 : check_integer(&rng, 1, 2)};
        bounce b = {.s = {{0}}};
        int more = 0;
        bounce_init(&b);
        step_random_make(&b.s, &rng, z);
        for (int j = 0; j < z.p; j++) {
            int e = smooth && trial % 2 ? check_integer(&rng, 0, 4) : one;
            mpq_set_si(b.e[j], e, 4);
            mpq_canonicalize(b.e[j]);
        }
        bounce_solve(&b, z);
        motion_holds(&b);
        for (int j = 0; j < z.p; j++) {
            contact_holds(&b, j);
            bounced += mpq_sgn(b.push[j]) > 0;
            more |= mpq_sgn(b.w.z[b.x.p.free + j]) > 0;
        }
        extra += more;
        balance_and_lie(&b, trial);
        if (!(smooth && trial % 2)) {
            surplus(&b, b.e[0], left);
            CHECK(mpq_sgn(left) >= 0, "trial %d: %g", trial, mpq_get_d(left));
            whole += smooth && z.m == 0 && !more;
            CHECK(!smooth || z.m > 0 || more || mpq_sgn(left) == 0,
                  "trial %d: %g", trial, mpq_get_d(left));
        }
        collision_gain(&b.s.exact, (const mpq_t *)b.from,
                       (const mpq_t *)b.w.z, gain);
        CHECK(mpq_sgn(gain) <= 0, "trial %d gains %g J", trial,
              mpq_get_d(gain));
        bounce_free(&b);
    }
    mpq_clears(left, gain, NULL);
    printf("%d contacts push, %d collisions need more, %d are as bounded\n",
           bounced, extra, whole);
    CHECK(bounced > 150 && extra > 5 && whole > 20, "too easy");
}

/* Three dimensions of mass one: a rough floor that gives nothing back and a
   smooth wall that gives back all. By hand, 9 J become 10; with one restitution
   for both, e, the energy does not grow. */
static void different_restitutions(void)
{
    static const double M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                        n[] = {0, 1, 0, 1, 0, 1}, slip[] = {1, 0, 0, 0, 0, 0},
                        v[] = {-1, -1, -4}, mu[] = {1, 0};
    const step_random_sizes z = {3, 0, 2, 1};
    mpq_t gain;
    mpq_init(gain);
    for (int trial = 0; trial < 6; trial++) {
        bounce b = {.s = {{0}}};
        check_random rng = {1};
        bounce_init(&b);
        step_random_make(&b.s, &rng, z);
        memcpy(b.s.d.M, M, sizeof M);
        memcpy(b.s.d.n, n, sizeof n);
        memcpy(b.s.d.d, slip, sizeof slip);
        memcpy(b.s.d.v, v, sizeof v);
        memcpy(b.s.d.mu, mu, sizeof mu);
        for (int j = 0; j < 2; j++) /* 0 and 1, then one for both */
            mpq_set_si(b.e[j], trial == 0 ? 4 * j : trial - 1, 4);
        for (int j = 0; j < 2; j++)
            mpq_canonicalize(b.e[j]);
        bounce_solve(&b, z);
        collision_gain(&b.s.exact, (const mpq_t *)b.from,
                       (const mpq_t *)b.w.z, gain);
        const double wanted[2][3] = {{1, 0, -1}, {4, 0, 2}};
        for (int i = 0; i < 3; i++) {
            CHECK(mpq_get_d(b.y.z[i]) == wanted[0][i], "v^c[%d]", i);
            CHECK(trial > 0 || mpq_get_d(b.w.z[i]) == wanted[1][i], "v+[%d]",
                  i);
        }
        CHECK(trial == 0 ? mpq_cmp_ui(gain, 1, 1) == 0 : mpq_sgn(gain) < 0,
              "trial %d gains %g J", trial, mpq_get_d(gain));
        bounce_free(&b);
    }
    mpq_clear(gain);
}

int main(void)
{
    RUN(restitution);
    RUN(different_restitutions);
    DONE;
}
