#include "base/memory.h"
#include "check.h"
#include "run/experiment.h"
#include "scene.h"
#include "slow_lcp.h"

/* Painleve's rod over the rationals: half length 1, mass 1, inertia 1/3, the
   direction (c, s) of the rod a Pythagorean pair, so that nothing has to be
   rounded. g = 981/100. */

static void ratio(mpq_t x, long p, unsigned long q)
{
    mpq_set_si(x, p, q);
    mpq_canonicalize(x);
}

/** The problem of the accelerations while the tip slides to the left with the
rate of turning w: M a = f + (n + mu d) C, 0 <= n'a + w^2 s perp C >= 0, in a free
and C; how many solutions it has, by trying both cases. */
static int accelerations(long c, long s, unsigned long r, mpq_srcptr mu,
                         mpq_srcptr w)
{
    mpq_t A[16], b[4], t;
    int found;
    mpq_init(t);
    for (int i = 0; i < 16; i++)
        mpq_init(A[i]);
    for (int i = 0; i < 4; i++)
        mpq_init(b[i]);
    ratio(A[0], 1, 1);
    ratio(A[5], 1, 1);
    ratio(A[10], 1, 3);
    mpq_neg(A[3], mu); /* n + mu d = (mu, 1, mu s - c) */
    ratio(A[7], -1, 1);
    ratio(A[11], s, r);
    mpq_mul(A[11], A[11], mu);
    ratio(t, c, r);
    mpq_sub(A[11], t, A[11]);
    ratio(A[13], 1, 1);
    ratio(A[14], -c, r);
    ratio(b[1], 981, 100);
    ratio(b[3], s, r);
    mpq_mul(b[3], b[3], w);
    mpq_mul(b[3], b[3], w);
    lcp_exact_problem p = {3, 1, (const mpq_t *)A, (const mpq_t *)b};
    int n = slow_lcp(&p, NULL, &found);
    for (int i = 0; i < 16; i++)
        mpq_clear(A[i]);
    for (int i = 0; i < 4; i++)
        mpq_clear(b[i]);
    mpq_clear(t);
    return n;
}

/** (c, s, r) and tan = s/c; mu a little below and above (4 + tan^2)/(3 tan). */
static const struct {
    long c, s, r;
} pair[3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}};

static void critical(int k, mpq_t mu)
{
    long c = pair[k].c, s = pair[k].s;
    ratio(mu, 4 * c * c + s * s, (unsigned long)(3 * s * c));
}

/* One solution below the critical friction. Above it: none when the rod turns
   slowly, two when w^2 s > g. Never below mu = 4/3. */
static void none_or_two(void)
{
    mpq_t mu, w, t;
    mpq_inits(mu, w, t, NULL);
    for (int k = 0; k < 3; k++)
        for (int above = 0; above < 2; above++) {
            critical(k, mu);
            ratio(t, 4, 3);
            CHECK(mpq_cmp(mu, t) >= 0, "below 4/3");
            ratio(t, above ? 1 : -1, 1000000000);
            mpq_add(mu, mu, t);
            for (int turning = 0; turning < 2; turning++) {
                ratio(w, turning ? 5 : 1, 1);
                int n = accelerations(pair[k].c, pair[k].s,
                                      (unsigned long)pair[k].r, mu, w);
                int wanted = !above ? 1 : turning ? 2 : 0;
                CHECK(n == wanted, "pair %d, above %d, w %d: %d solutions", k,
                      above, turning, n);
            }
        }
    mpq_clears(mu, w, t, NULL);
}

/** x, y, c, s with the rates x', y', -s w, c w. */
static perp_status rod(scene *s, mpq_srcptr mu)
{
    static const char *const q[] = {"x", "y", "c", "s"};
    static const char *const v[] = {"x", "y", "th"};
    *s = (scene){0};
    graph *G = &s->g;
    for (int i = 0; i < 4; i++)
        s->q[i] = graph_var(G, (uint32_t)i);
    for (int i = 0; i < 3; i++)
        s->v[i] = graph_var(G, (uint32_t)(4 + i));
    graph_id one = graph_const(G, 1), o = graph_const(G, 0);
    mpq_t x;
    mpq_init(x);
    ratio(x, 1, 3);
    graph_id third = graph_ratio(G, x);
    ratio(x, -981, 100);
    graph_id weight = graph_ratio(G, x);
    mpq_clear(x);
    graph_id M[9] = {one, o, o, o, one, o, o, o, third};
    graph_id k[3] = {o, weight, o};
    graph_id rates[12] = {
        one, o, o,      o, one, o, o, o, graph_op1(G, OP_NEG, s->q[3]),
        o,   o, s->q[2]};
    graph_id gap = graph_op2(G, OP_SUB, s->q[1], s->q[3]);
    graph_id slip =
        graph_op2(G, OP_ADD, s->v[0], graph_op2(G, OP_MUL, s->q[3], s->v[2]));
    system_contact tip = {"tip", gap, 1, &slip, mu};
    system_spec spec = {.g = G,
                        .nq = 4,
                        .nv = 3,
                        .q_name = (const char **)(uintptr_t)q,
                        .v_name = (const char **)(uintptr_t)v,
                        .M = M,
                        .k = k,
                        .G = rates,
                        .contacts = 1,
                        .contact = &tip};
    return system_make(&s->a, &spec, &s->sys);
}

static mpq_srcptr last(const trace *t, const char *name)
{
    int c = trace_column(t, name);
    return t->exact[(size_t)(t->rows - 1) * (size_t)t->columns + (size_t)c];
}

/** One step from slip -1, as fractions: with nn = 1 + 3 c^2, nd = -3 s c, dd = 1
+ 3 s^2 (nn dd - nd^2 = 4) and kappa = alpha g h, alpha c_n = (dd kappa - nd)/4,
alpha beta = (nn - nd kappa)/4, and the slip becomes (1 - alpha)/alpha. */
static void one_step(int k, long ap, unsigned long aq, unsigned long steps)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    mpq_t mu, x, y, r2, kappa;
    mpq_inits(mu, x, y, r2, kappa, NULL);
    long c = pair[k].c, sn = pair[k].s, r = pair[k].r;
    critical(k, mu);
    ratio(x, 1, 2);
    mpq_add(mu, mu, x);
    CHECK(rod(&s, mu).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    e.mode = EXPERIMENT_RATIONAL;
    ratio(e.alpha, ap, aq);
    ratio(e.gamma, ap, aq);
    ratio(e.h, 1, steps);
    ratio(e.T, 1, steps);
    ratio(e.q[1], sn, (unsigned long)r);
    ratio(e.q[2], c, (unsigned long)r);
    ratio(e.q[3], sn, (unsigned long)r);
    ratio(e.v[0], -1, 1);
    perp_status st = loop_run(&e, &t, &sum);
    CHECK(st.code == PERP_OK && sum.steps_proven == 1 && sum.collisions == 0,
          "%s", st.message);
    ratio(r2, 1, (unsigned long)(4 * r * r));
    ratio(kappa, 981, 100);
    mpq_mul(kappa, kappa, e.h);
    mpq_mul(kappa, kappa, e.alpha);
    ratio(x, r * r + 3 * sn * sn, 1);
    mpq_mul(x, x, kappa);
    ratio(y, 3 * sn * c, 1);
    mpq_add(x, x, y);
    mpq_mul(x, x, r2);
    mpq_div(x, x, e.alpha);
    CHECK(mpq_equal(x, last(&t, "cn.tip")), "c_n = %.17g, not %.17g",
          mpq_get_d(last(&t, "cn.tip")), mpq_get_d(x));
    mpq_mul(y, y, kappa);
    ratio(x, r * r + 3 * c * c, 1);
    mpq_add(x, x, y);
    mpq_mul(x, x, r2);
    mpq_div(x, x, e.alpha);
    CHECK(mpq_equal(x, last(&t, "ft.tip")), "beta = %.17g, not %.17g",
          mpq_get_d(last(&t, "ft.tip")), mpq_get_d(x));
    ratio(x, sn, (unsigned long)r);
    mpq_mul(x, x, last(&t, "v.th"));
    mpq_add(x, x, last(&t, "v.x"));
    ratio(y, (long)aq - ap, (unsigned long)ap);
    CHECK(mpq_equal(x, y), "slip %g", mpq_get_d(x));
    mpq_clears(mu, x, y, r2, kappa, NULL);
    trace_free(&t);
    summary_clear(&sum);
    experiment_end(&e);
    scene_end(&s);
}

/* The step always has an impulse: an impact without a collision. */
static void an_impulse_instead(void)
{
    for (int k = 0; k < 3; k++)
        for (unsigned long steps = 100; steps <= 10000; steps *= 10) {
            one_step(k, 1, 1, steps);
            one_step(k, 3, 4, steps);
            one_step(k, 1, 2, steps);
        }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(none_or_two);
    RUN(an_impulse_instead);
    DONE;
}
