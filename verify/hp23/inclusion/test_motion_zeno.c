/**
# Motion over s: the inclusion (53) at computed solutions
*/
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/motion.h"
#include "wobble_block.h"

#include <math.h>

enum { NEAR = 26 };

/* Gaps and Jacobians from q = (x, y, theta), by sine and cosine. */
static void geometry(block *t)
{
    mpfr_t s, c, x, y, z;
    mpfr_inits2(BLOCK_BITS + 32, s, c, x, y, z, (mpfr_ptr)0);
    mpfr_sin_cos(s, c, t->at.q[2], MPFR_RNDN);
    for (int j = 0; j < 2; j++) { /* (x, y) = R (+-rx, -ry) */
        mpfr_mul_q(x, c, t->b.rx, MPFR_RNDN);
        mpfr_mul_q(y, s, t->b.rx, MPFR_RNDN);
        if (j == 0) {
            mpfr_neg(x, x, MPFR_RNDN);
            mpfr_neg(y, y, MPFR_RNDN);
        }
        mpfr_mul_q(z, s, t->b.ry, MPFR_RNDN);
        mpfr_add(x, x, z, MPFR_RNDN);
        mpfr_mul_q(z, c, t->b.ry, MPFR_RNDN);
        mpfr_sub(y, y, z, MPFR_RNDN);
        mpfr_add(z, t->at.q[1], y, MPFR_RNDN);
        mpfr_get_q(t->gap[j], z);
        mpq_set_ui(t->n[3 * j + 1], 1, 1);
        mpfr_get_q(t->n[3 * j + 2], x);
        mpq_set_ui(t->d[3 * j], 1, 1);
        mpfr_get_q(t->d[3 * j + 2], y);
        mpq_neg(t->d[3 * j + 2], t->d[3 * j + 2]);
    }
    for (int i = 0; i < 3; i++)
        mpfr_get_q(t->v[i], t->at.v[i]);
    mpfr_clears(s, c, x, y, z, (mpfr_ptr)0);
}

/* Before and after the state at t->at. */
static void around(block *t)
{
    mpfr_t c, e;
    mpfr_inits2(BLOCK_BITS + 32, c, e, (mpfr_ptr)0);
    mpfr_set_ui_2exp(e, 1, -NEAR, MPFR_RNDN);
    if (t->at.phase == WOBBLE_FLIES) { /* c of the flight instead of s */
        int i = t->at.flight;
        mpfr_div(c, t->at.v[2], t->w.rate[i], MPFR_RNDN);
        if (i % 2 == 1)
            mpfr_neg(c, c, MPFR_RNDN);
        mpfr_sub(c, c, e, MPFR_RNDN);
        wobble_fly(&t->w, i, c, &t->after);
        mpfr_mul_2ui(e, e, 1, MPFR_RNDN);
        mpfr_add(c, c, e, MPFR_RNDN);
        wobble_fly(&t->w, i, c, &t->before);
    } else {
        mpfr_sub(c, t->at.s, e, MPFR_RNDN);
        wobble_at(&t->w, c, &t->before);
        mpfr_add(c, t->at.s, e, MPFR_RNDN);
        wobble_at(&t->w, c, &t->after);
    }
    mpfr_clears(c, e, (mpfr_ptr)0);
}

/* (dq, dv, dt)/ds as a difference quotient. */
static void differences(block *t)
{
    mpfr_t ds, x;
    mpfr_inits2(BLOCK_BITS + 32, ds, x, (mpfr_ptr)0);
    around(t);
    mpfr_sub(ds, t->after.s, t->before.s, MPFR_RNDN);
    for (int i = 0; i < 7; i++) {
        mpfr_srcptr a = i < 3   ? t->after.q[i]
                        : i < 6 ? t->after.v[i - 3]
                                : t->after.t;
        mpfr_srcptr b = i < 3   ? t->before.q[i]
                        : i < 6 ? t->before.v[i - 3]
                                : t->before.t;
        mpfr_sub(x, a, b, MPFR_RNDN);
        mpfr_div(x, x, ds, MPFR_RNDN);
        mpfr_get_q(t->rate[i], x);
        t->near[i] = mpfr_get_d(x, MPFR_RNDN);
    }
    mpfr_clears(ds, x, (mpfr_ptr)0);
}

/* The data of the contacts that are active at t->at. */
static step_exact active(block *t, int slip_at[3])
{
    step_exact d = t->m.x;
    int first = mpq_cmp(t->gap[0], t->tolerance) > 0;
    int both = !first && mpq_cmp(t->gap[1], t->tolerance) <= 0;
    d.p = d.r = 1 + both;
    d.n = t->n + 3 * first;
    d.d = t->d + 3 * first;
    d.slip_at = slip_at;
    for (int j = 0; j < 3; j++)
        slip_at[j] = j;
    return d;
}

/* How far the rate at t->at is from D, and the mode. In doubles, or exactly for
   the numbers as they stand. */
static double from_inclusion(block *t, int exactly, motion_mode *mode)
{
    int slip_at[3];
    step_exact d = active(t, slip_at);
    int first = d.n != t->n;
    rates r;
    motion m;
    double corner[8 * 7], weight[8], distance = INFINITY;
    arena_mark mark = arena_here(&t->m.a);
    CHECK(rates_new(&t->m.a, &d, &r).code == PERP_OK, "rates");
    CHECK(motion_new(&t->m.a, &r, 3, &m).code == PERP_OK, "motion");
    CHECK(motion_at(&t->m.a, &m, (const mpq_t *)t->gap + first,
                    (const mpq_t *)t->v, t->tolerance)
                  .code == PERP_OK,
          "motion");
    *mode = m.mode;
    for (int k = 0; k < m.count * 7; k++)
        corner[k] = mpq_get_d(m.corner[k]);
    hull_near near = {7, m.count, corner, t->near};
    hull_exact exact = {7, m.count, (const mpq_t *)m.corner,
                        (const mpq_t *)t->rate};
    perp_status s = hull_distance_near(&t->m.a, &near, &distance, weight);
    if (s.code == PERP_OK && exactly) {
        s = hull_distance(&t->m.a, &exact, t->distance, t->weight);
        distance = mpq_get_d(t->distance);
    }
    CHECK(s.code == PERP_OK, "%s", s.message);
    motion_clear(&m);
    rates_clear(&r);
    arena_release(&t->m.a, mark);
    return distance;
}

/* The active contact that approaches fastest, m/s; and none penetrates. */
static double approach(block *t)
{
    double least = 0;
    mpq_t u;
    mpq_init(u);
    for (int j = 0; j < 2; j++) {
        CHECK(mpq_get_d(t->gap[j]) > -0x1p-60, "Lemma 4: gap %g",
              mpq_get_d(t->gap[j]));
        impact_dot(3, (const mpq_t *)t->n + 3 * j, (const mpq_t *)t->v, u);
        if (mpq_cmp(t->gap[j], t->tolerance) <= 0)
            least = fmin(least, mpq_get_d(u));
    }
    mpq_clear(u);
    return least;
}

/* The state near s: in flight where the rate has fallen by as much as s says,
   which is a little beside; every 50th time exactly at s. */
static void state_near(block *t, mpfr_t s, int exactly)
{
    int i = 0;
    while (i < t->w.flights && mpfr_cmp(t->w.s[i + 1], s) <= 0)
        i++;
    if (exactly || i == t->w.flights || mpfr_cmp(t->w.hit[i], s) <= 0) {
        wobble_at(&t->w, s, &t->at);
        return;
    }
    mpfr_t length;
    mpfr_init2(length, BLOCK_BITS + 32);
    mpfr_sub(s, s, t->w.s[i], MPFR_RNDN);
    mpfr_sub(length, t->w.hit[i], t->w.s[i], MPFR_RNDN);
    mpfr_div(s, s, length, MPFR_RNDN);
    mpfr_mul_si(s, s, -2, MPFR_RNDN);
    mpfr_add_ui(s, s, 1, MPFR_RNDN);
    wobble_fly(&t->w, i, s, &t->at);
    mpfr_clear(length);
}

/* `count` values of s up to behind the accumulation; s and t of them. */
static void along(block *t, int count, double end, double (*st)[2])
{
    mpfr_t s;
    double worst = 0, sharp = 0;
    int phases[3] = {0}, modes[3] = {0};
    mpfr_init2(s, BLOCK_BITS + 32);
    for (int k = 0; k < count; k++) {
        motion_mode mode;
        mpfr_set_d(s, end * (k + 0.5) / count, MPFR_RNDN);
        state_near(t, s, k % 50 == 0);
        differences(t);
        st[k][0] = mpfr_get_d(t->at.s, MPFR_RNDN);
        st[k][1] = mpfr_get_d(t->at.t, MPFR_RNDN);
        if (t->before.phase != t->after.phase)
            continue; /* no derivative here */
        geometry(t);
        double far = from_inclusion(t, k % 200 == 0, &mode);
        *(k % 200 == 0 ? &sharp : &worst) =
            fmax(k % 200 == 0 ? sharp : worst, far);
        phases[t->at.phase]++;
        modes[mode]++;
        if (approach(t) < -0x1p-50)
            CHECK(t->near[6] == 0 && t->at.phase == WOBBLE_HITS,
                  "Lemma 5: time runs at %g while a contact collides",
                  t->near[6]);
    }
    printf("%d in flight, %d in impacts, %d at rest: %.2g from D in doubles, "
           "%.2g exactly\n",
           phases[0], phases[1], phases[2], worst, sharp);
    CHECK(phases[0] + phases[1] + phases[2] >= count - 2, "switches");
    CHECK(phases[0] > count / 4 && phases[1] > count / 100 &&
              phases[2] > count / 40,
          "phases");
    CHECK(modes[MOTION_BOTH] >= count - 2, "modes %d %d %d", modes[0], modes[1],
          modes[2]);
    CHECK(worst < 1e-12 && sharp < 1e-12, "%g, %g", worst, sharp);
    mpfr_clear(s);
}

/* The least advance of time in a window of s, for Theorem 5; and Corollary 3:
   the advance from the beginning is at least that, once for each window. */
static void advances(const block *t, int count, double (*st)[2])
{
    double window = mpq_get_d(t->b.Ln) * mpq_get_d(t->b.rate) + 0.5;
    double least = INFINITY;
    for (int i = 0, j = 0; j < count; i++) {
        while (j < count && st[j][0] < st[i][0] + window)
            j++;
        if (j < count)
            least = fmin(least, st[j][1] - st[i][1]);
    }
    CHECK(least > 1e-3, "Theorem 5: %g in a window", least);
    double step = window + 0.05; /* grid points are that near */
    for (int i = 1; i < count; i++)
        CHECK(st[i][1] - st[0][1] >=
                  least * floor((st[i][0] - st[0][0]) / step) - 1e-12,
              "Corollary 3 at %d", i);
    printf("time advances by %.3g s at least in every %.3g of s\n", least,
           window);
}

/** **The Zeno block is a solution of (53)**, at 10000 values of s from its
beginning to behind the accumulation: difference quotients of (q, v, t) are in D,
which is made from sines and cosines of q and so knows nothing of how the path was
found. No corner penetrates (Lemma 4), and where one collides time stands still
(Lemma 5): D would allow it to run there, for the gap is zero. With two other
blocks, too.

Time advances: in every window of s as long as the longest impact and half a unit
more it does so by a positive amount (Theorem 5), and so in the mean at least at
the rate of that window (Corollary 3).

Verifies HP23 (47)-(53), (Lemma4), (Lemma5), (Thm5), (Cor3). */
static void zeno_is_a_solution(void)
{
    static const wobble_shape shapes[] = {
        {4, 8, 1, 4, 8}, {2, 6, 3, 8, 3}, {3, 8, 2, 5, 6}};
    static double st[10000][2];
    for (int k = 0; k < 3; k++) {
        block t;
        const int count = check_times(k == 0 ? 10000 : 600);
        block_new(&t, &shapes[k]);
        along(&t, count, mpfr_get_d(t.w.s[t.w.flights], MPFR_RNDN) * 1.05, st);
        advances(&t, count, st);
        block_clear(&t);
    }
    VERIFIES("HP23 (47)-(53), (Lemma4), (Lemma5), (Thm5), (Cor3)");
}

/** What is not a solution is far from D: friction the other way, time that runs
in an impact, a floor that pulls. */
static void what_is_none(void)
{
    block t;
    mpfr_t s;
    motion_mode mode;
    block_new(&t, &wobble_paper);
    mpfr_init2(s, BLOCK_BITS + 32);
    mpfr_set_d(s, 3, MPFR_RNDN);
    for (int k = 0; k < 2; k++) {
        wobble_at(&t.w, s, &t.at);
        CHECK(t.at.phase == (k == 0 ? WOBBLE_FLIES : WOBBLE_HITS), "phase");
        differences(&t);
        geometry(&t);
        CHECK(from_inclusion(&t, 0, &mode) < 1e-12, "a solution");
        for (int i = 0; i < 7; i++) {
            if (k == 1 && i < 3)
                continue; /* a shift of q alone: below */
            t.near[i] += 1e-3;
            double far = from_inclusion(&t, 0, &mode);
            CHECK(far > 1e-6, "phase %d, component %d: %g", k, i, far);
            t.near[i] -= 1e-3;
        }
        mpfr_add_d(s, t.w.hit[0], 0.1, MPFR_RNDN);
    }
    mpfr_clear(s);
    block_clear(&t);
}

int main(void)
{
    RUN(zeno_is_a_solution);
    RUN(what_is_none);
    mpfr_free_cache();
    DONE;
}
