/**
# Which paths solve the inclusion, and which do not
*/
#include "hp23.h"
#include "hp23/impact/routh.h"
#include "hp23/inclusion/path.h"
#include "number/draw.h"
#include "lcp/solve/ladder.h"

#include <math.h>

static mpq_t zero;

/* A path with room for 64 knots. */
typedef struct {
    mpq_t s[64], v[64 * 9];
    velocity_path p;
} knots;

static void knots_new(knots *k)
{
    for (int i = 0; i < 64; i++)
        mpq_init(k->s[i]);
    for (int i = 0; i < 64 * 9; i++)
        mpq_init(k->v[i]);
    k->p = (velocity_path){0, (const mpq_t *)k->s, (const mpq_t *)k->v};
}

static void knots_clear(knots *k)
{
    for (int i = 0; i < 64; i++)
        mpq_clear(k->s[i]);
    for (int i = 0; i < 64 * 9; i++)
        mpq_clear(k->v[i]);
}

/* worst and integral of the distance, as doubles; 0 exactly when it is 0. */
static double judge(hp23 *m, const velocity_path *p, double *integral,
                    double *share)
{
    rates r;
    path_verdict v;
    CHECK(rates_new(&m->a, &m->x, &r).code == PERP_OK, "rates");
    perp_status s = path_check(&m->a, &r, p, &v);
    CHECK(s.code == PERP_OK, "%s", s.message);
    double worst = mpq_get_d(v.worst);
    CHECK((v.leg == -1) == (worst == 0) && v.leg < p->knots - 1, "leg %d",
          v.leg);
    CHECK((worst == 0) == (mpq_sgn(v.worst) == 0), "tiny");
    if (integral != NULL)
        *integral = mpq_get_d(v.integral);
    if (share != NULL)
        *share = mpq_get_d(v.inside) / mpq_get_d(v.length);
    path_verdict_clear(&v);
    rates_clear(&r);
    return worst;
}

static void add_scaled(mpq_ptr to, mpq_srcptr x, mpq_srcptr y)
{
    mpq_t t;
    mpq_init(t);
    mpq_mul(t, x, y);
    mpq_add(to, to, t);
    mpq_clear(t);
}

/* Routh's path of contact j from v, appended; v becomes its end. */
static void append_routh(hp23 *m, knots *k, int j, mpq_t *v)
{
    const int nv = m->d.nv;
    int slip_at[2];
    step_exact one = impact_single(&m->x, j, slip_at);
    routh_path r;
    mpq_t w[18];
    for (int i = 0; i < 2 * nv; i++)
        mpq_init(w[i]);
    one.v = v;
    CHECK(impact_response(&m->a, &one, (const mpq_t *)one.n, w).code ==
                  PERP_OK &&
              impact_response(&m->a, &one, (const mpq_t *)one.d, w + nv).code ==
                  PERP_OK,
          "responses");
    perp_status s = routh_path_find(&m->a, &one, &r);
    CHECK(s.code == PERP_OK, "%s", s.message);
    int from = k->p.knots == 0 ? 0 : k->p.knots - 1;
    for (int l = 0; l < r.knots; l++) {
        mpq_t *to = k->v + (from + l) * nv;
        if (l > 0)
            mpq_add(k->s[from + l], k->s[from], r.knot[l].s);
        for (int i = 0; i < nv; i++) {
            mpq_set(to[i], v[i]);
            add_scaled(to[i], w[i], r.knot[l].Ln);
            add_scaled(to[i], w[nv + i], r.knot[l].Lt);
        }
    }
    k->p.knots = from + r.knots;
    for (int i = 0; i < nv; i++)
        mpq_set(v[i], k->v[(k->p.knots - 1) * nv + i]);
    routh_path_clear(&r);
    for (int i = 0; i < 2 * nv; i++)
        mpq_clear(w[i]);
}

/** With one contact Routh's path is a solution, of random contacts and of the one
of Figure 3; with several so is one behind the other, whoever begins, while each
contact has its turn to the end. A path that is bent a little in any knot, or
gone through at another speed, is none.

Verifies HP23 (36), (39). */
static void rouths_paths(void)
{
    check_random c = {check_seed(3921)};
    int turns[5] = {0};
    for (int round = 0; round < 60; round++) {
        hp23 m;
        knots k;
        mpq_t v[4];
        const int nv = 2 + round % 3, p = 1 + round % 2;
        hp23_random(&c, nv, p, &m);
        knots_new(&k);
        for (int i = 0; i < nv; i++) {
            mpq_init(v[i]);
            mpq_set(v[i], m.x.v[i]);
        }
        for (int turn = 0; turn < 2 * p; turn++) {
            mpq_t u;
            mpq_init(u);
            impact_normal(&m.x, turn % p, (const mpq_t *)v, u);
            if (mpq_sgn(u) < 0)
                append_routh(&m, &k, turn % p, v);
            mpq_clear(u);
        }
        if (k.p.knots > 1) {
            CHECK(judge(&m, &k.p, NULL, NULL) == 0, "round %d", round);
            turns[k.p.knots < 5 ? k.p.knots - 1 : 4]++;
            mpq_ptr x = k.v[(k.p.knots / 2) * nv + round % nv];
            mpq_t small;
            mpq_init(small);
            mpq_set_d(small, 0x1p-20);
            mpq_add(x, x, small);
            CHECK(judge(&m, &k.p, NULL, NULL) > 0, "bent, round %d", round);
            mpq_sub(x, x, small);
            mpq_add(k.s[k.p.knots - 1], k.s[k.p.knots - 1], small);
            CHECK(p > 1 || judge(&m, &k.p, NULL, NULL) > 0, "slow, round %d",
                  round);
            mpq_clear(small);
        }
        for (int i = 0; i < nv; i++)
            mpq_clear(v[i]);
        knots_clear(&k);
        hp23_clear(&m);
    }
    CHECK(turns[1] > 5 && turns[2] > 5 && turns[3] + turns[4] > 5,
          "too much alike: %d %d %d %d", turns[1], turns[2], turns[3],
          turns[4]);
    VERIFIES("HP23 (36), (39)");
}

/* One step (75) exactly, with its normal impulses. */
static double step(hp23 *m, const mpq_t *most, mpq_t *v, mpq_ptr ds)
{
    const int nv = m->d.nv;
    impact_places at = impact_places_of(&m->x, 1);
    lcp_exact_problem p;
    lcp_exact_answer x;
    int fallback;
    mpq_t *kept = m->x.v;
    m->x.v = v;
    CHECK(impact_pose_step(&m->a, &m->x, most, &p).code == PERP_OK, "pose");
    CHECK(lcp_exact_answer_new(&m->a, p.free, p.n, &x).code == PERP_OK, "room");
    CHECK(mlcp_prove(&p, NULL, &m->a, &x, &fallback).code == PERP_OK &&
              x.outcome == LCP_SOLVED,
          "step");
    for (int j = 0; j < m->d.p; j++)
        mpq_add(ds, ds, x.z[at.cn + j]);
    m->x.v = kept;
    for (int i = 0; i < nv; i++)
        mpq_set(v[i], x.z[i]);
    lcp_exact_answer_clear(p.free, p.n, &x);
    lcp_exact_problem_clear(&p);
    return mpq_get_d(ds);
}

/* A sample of (75) with bounds of at most h, in sixteenths, as a path. */
static void steps(hp23 *m, double h, uint64_t sample, knots *k)
{
    const int nv = m->d.nv;
    mpq_t most[2], v[9];
    mpq_inits(most[0], most[1], NULL);
    for (int i = 0; i < nv; i++) {
        mpq_init(v[i]);
        mpq_set(v[i], m->x.v[i]);
        mpq_set(k->v[i], v[i]);
    }
    k->p.knots = 1;
    for (uint32_t l = 0; l < 300 && k->p.knots < 64 &&
                         impact_colliding(&m->x, (const mpq_t *)v, zero) >= 0;
         l++) {
        draw_place at = {5, sample, l};
        double bound[2];
        mpq_ptr s = k->s[k->p.knots];
        draw_uniform(&at, DRAW_BOUND, m->d.p, bound);
        draw_scale(h, 0, m->d.p, bound);
        for (int j = 0; j < m->d.p; j++)
            mpq_set_d(most[j], ceil(bound[j] / h * 16) * h / 16);
        mpq_set_ui(s, 0, 1);
        if (step(m, (const mpq_t *)most, v, s) == 0)
            continue;
        mpq_add(s, s, k->s[k->p.knots - 1]);
        for (int i = 0; i < nv; i++)
            mpq_set(k->v[k->p.knots * nv + i], v[i]);
        k->p.knots++;
    }
    for (int i = 0; i < nv; i++)
        mpq_clear(v[i]);
    mpq_clears(most[0], most[1], NULL);
}

/** The steps (75) as a path, of random impacts: a step that turns no sign is on a
solution exactly, and one that does is beside it for as long as the step is. So the
share of s on which the path is a solution grows towards 1, and the distance from
the set, integrated over s, falls as h does.

Verifies HP23 (38)-(40), (72a)-(72d). */
static void steps_approach_solutions(void)
{
    check_random c = {check_seed(3922)};
    double mean[3] = {0}, inside[3] = {0};
    for (int round = 0; round < 40; round++) {
        hp23 m;
        hp23_random(&c, 3, 2, &m);
        for (int fine = 0; fine < 3; fine++) {
            knots way;
            double integral, share;
            knots_new(&way);
            steps(&m, ldexp(1, -2 * fine), (uint64_t)round, &way);
            if (way.p.knots > 1) {
                judge(&m, &way.p, &integral, &share);
                mean[fine] += integral / 40;
                inside[fine] += share / 40;
            }
            knots_clear(&way);
        }
        hp23_clear(&m);
    }
    for (int fine = 0; fine < 3; fine++)
        printf("h = %g: integral of the distance %.3g m/s, inside %.3f\n",
               ldexp(1, -2 * fine), mean[fine], inside[fine]);
    CHECK(mean[1] < 0.6 * mean[0] && mean[2] < 0.4 * mean[1], "integrals");
    CHECK(inside[1] > inside[0] && inside[2] > inside[1], "shares");
    VERIFIES("HP23 (38)-(40), (72a)-(72d)");
}

/** A slip that turns round within a leg: friction $\mu = 2$ against it allows the
rate $(-2, 1)$ before and $(2, 1)$ behind. So a leg with the rate $(-2, 1)$ all the
way is a solution for its first third, and then 4 away. With short denominators
and long ones. */
static void turned_round(void)
{
    static const char *const unit[] = {"1", "1/7",
                                       "3/1000000000000000000000007"};
    for (int i = 0; i < 3; i++) {
        hp23 m;
        knots k;
        double integral, share;
        mpq_t u;
        hp23_new(&m, 2, 1);
        m.d.M[0] = m.d.M[3] = m.d.n[1] = m.d.d[0] = 1;
        m.d.mu[0] = 2;
        hp23_exact(&m);
        knots_new(&k);
        mpq_init(u);
        mpq_set_str(u, unit[i], 10);
        const int v[2][2] = {{2, -9}, {-4, -6}}; /* over s = 3 */
        for (int l = 0; l < 2; l++)
            for (int c = 0; c < 2; c++) {
                mpq_set_si(k.v[2 * l + c], v[l][c], 1);
                mpq_mul(k.v[2 * l + c], k.v[2 * l + c], u);
            }
        mpq_set_si(k.s[1], 3, 1);
        mpq_mul(k.s[1], k.s[1], u);
        k.p.knots = 2;
        double worst = judge(&m, &k.p, &integral, &share);
        CHECK(worst == 4, "%s: %g away", unit[i], worst);
        CHECK(fabs(share - 1.0 / 3) < 1e-15, "%s: %g of it", unit[i], share);
        CHECK(fabs(integral - 8 * mpq_get_d(u)) < 1e-14 * mpq_get_d(u),
              "%s: %g", unit[i], integral);
        mpq_clear(u);
        knots_clear(&k);
        hp23_clear(&m);
    }
}

/** Behind the middle of this leg the slip has turned and the path is none any
more; 2^-200 later the point parts. No double lies in between, and all sums are
exact. */
static void shorter_than_doubles(void)
{
    hp23 m;
    knots k;
    rates r;
    path_verdict v;
    hp23_new(&m, 2, 1);
    m.d.M[0] = m.d.M[3] = m.d.n[1] = m.d.d[0] = m.d.mu[0] = 1;
    hp23_exact(&m);
    knots_new(&k);
    k.p.knots = 2; /* slip 1/2 - s, normal speed s - 1/2 - 2^-200 */
    mpq_set_si(k.s[1], 1, 1);
    mpq_set_d(k.v[0], 0.5);
    mpq_set_d(k.v[1], 0x1p-200);
    mpq_add(k.v[1], k.v[1], k.v[0]);
    mpq_neg(k.v[1], k.v[1]);
    mpq_sub(k.v[2], k.v[0], k.s[1]);
    mpq_add(k.v[3], k.v[1], k.s[1]);
    CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
    perp_status s = path_check(&m.a, &r, &k.p, &v);
    CHECK(s.code == PERP_OK && v.pieces == 4, "%d pieces", v.pieces);
    CHECK(mpq_cmp_ui(v.length, 1, 1) == 0, "%g", mpq_get_d(v.length));
    CHECK(mpq_cmp_ui(v.inside, 1, 2) == 0, "%g", mpq_get_d(v.inside));
    CHECK(mpq_cmp_ui(v.worst, 2, 1) == 0, "%g", mpq_get_d(v.worst));
    CHECK(mpq_cmp_ui(v.integral, 1, 1) == 0, "%g", mpq_get_d(v.integral));
    CHECK(v.leg == 0, "leg %d", v.leg);
    path_verdict_clear(&v);
    rates_clear(&r);
    knots_clear(&k);
    hp23_clear(&m);
}

int main(void)
{
    mpq_init(zero);
    RUN(shorter_than_doubles);
    RUN(turned_round);
    RUN(rouths_paths);
    RUN(steps_approach_solutions);
    mpq_clear(zero);
    DONE;
}
