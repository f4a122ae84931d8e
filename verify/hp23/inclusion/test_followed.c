/**
# Many solutions, and what they have in common
*/
#include "hp23/inclusion/followed.h"
#include "hp23.h"

#include <math.h>

/** Two walls without friction, M = I, v = (-a, -b) with the unit norm: by hand a
solution moves v in both components towards zero at rates of the sum 1, so s* = a + b
for each of them, whatever the order, and the bound is 2 |r| = 2 sqrt 2 for r = (1, 1).
What is left at s is most when the smaller component b is reduced first, until b = 0 at
s = b: so alpha(s) = 1 - sqrt(1 - s^2) up to s = 1/sqrt 2, and 1 - sqrt 2 + s from
there to sqrt 2, where it is 1. Lemma 3 says s* <= inf s/alpha(s) = sqrt 2, and no
less is true.

Verifies HP23 (Lemma3), (Thm3), (Def6). */
static void two_walls(void)
{
    hp23 m;
    followed f;
    followed_wish w = {.solutions = 300, .seed = 4, .everywhere = 1};
    hp23_new(&m, 2, 2);
    m.d.M[0] = m.d.M[3] = m.d.n[0] = m.d.n[3] = 1;
    m.d.slip_at[1] = m.d.slip_at[2] = m.d.r = 0;
    hp23_exact(&m);
    perp_status s = followed_find(&m.a, &m.x, &w, &f);
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(f.ended == 300, "%ld end", f.ended);
    CHECK(fabs(f.bound - 2 * sqrt(2)) < 1e-14, "bound %g", f.bound);
    CHECK(f.longest <= sqrt(2) + 1e-14 && f.longest > 1.35, "longest %g",
          f.longest);
    CHECK(f.low[0] >= 0 && f.low[1] >= 0, "they end");
    double best = INFINITY;
    CHECK(f.alive[0] > 200 && f.alive[FOLLOWED_TIMES - 1] == 0,
          "%ld live at first", (long)f.alive[0]);
    for (int k = 0; k < FOLLOWED_TIMES && f.alive[k] > 0; k++) {
        double at = f.bound * (k + 1) / FOLLOWED_TIMES;
        double alpha = at * at < 0.5 ? 1 - sqrt(1 - at * at) : 1 - sqrt(2) + at;
        CHECK(f.least[k] >= alpha - 1e-14, "alpha(%g) = %g", at, f.least[k]);
        CHECK(f.least[k] < alpha + 0.05, "alpha(%g) = %g: none came near %g",
              at, f.least[k], alpha);
        best = fmin(best, at / f.least[k]);
    }
    CHECK(f.longest <= fmin(best, f.bound) + 1e-14, "Lemma 3: %g > %g",
          f.longest, best);
    CHECK(mpq_sgn(m.x.v[0]) == 0, "v is put back");
    hp23_clear(&m);
    VERIFIES("HP23 (Lemma3), (Thm3), (Def6)");
}

/** Corollary 2 over a compact set of configurations: the gait with leading legs at
70 to 80 degrees. The largest of their bounds holds for all of them, and every
solution from everywhere is shorter; the bound hardly depends on the angle.

Verifies HP23 (Cor2). */
static void uniformly(void)
{
    const int many = check_times(12);
    double largest = 0, longest = 0, least = INFINITY;
    for (int degrees = 70; degrees <= 80; degrees += 5) {
        hp23 m;
        followed f;
        followed_wish w = {.solutions = many, .seed = 9, .everywhere = 1};
        double a = degrees * 0.017453292519943295, c = cos(a), s = sin(a);
        hp23_load(&m, "compass_gait");
        const double M[16] = {2,      0,     c / 2, c / 2,  0,    2,
                              -s / 2, s / 2, c / 2, -s / 2, 0.25, 0,
                              c / 2,  s / 2, 0,     0.25};
        for (int i = 0; i < 16; i++)
            mpq_set_d(m.x.M[i], M[i]);
        mpq_set_d(m.x.n[2], -s);
        mpq_set_d(m.x.n[7], s);
        mpq_set_d(m.x.d[2], c);
        mpq_set_d(m.x.d[7], c);
        perp_status st = followed_find(&m.a, &m.x, &w, &f);
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(f.ended == many && f.longest < f.bound, "%d degrees", degrees);
        largest = fmax(largest, f.bound);
        least = fmin(least, f.bound);
        longest = fmax(longest, f.longest);
        hp23_clear(&m);
    }
    printf("bounds from %g to %g, longest solution %g\n", least, largest,
           longest);
    CHECK(largest < 1.2 * least && longest < largest, "uniform");
    VERIFIES("HP23 (Cor2)");
}

/** One contact at a time, the block lifts one corner by 21 hundredths; everything
else is in between. Nothing to follow, and a cone that is not pointed, are said. */
static void words(void)
{
    hp23 m;
    followed f;
    followed_wish w = {.solutions = 10, .ordered = 1};
    hp23_load(&m, "rocking_block");
    double v0 = -mpq_get_d(m.x.v[1]);
    CHECK(followed_find(&m.a, &m.x, &w, &f).code == PERP_OK, "block");
    CHECK(fabs(f.high[0] - 0.21 * v0) < 1e-15 &&
              fabs(f.high[1] - 0.21 * v0) < 1e-15 && f.low[0] == 0,
          "%g, %g", f.high[0] / v0, f.high[1] / v0);
    mpq_set_si(m.x.v[1], 1, 1);
    perp_status s = followed_find(&m.a, &m.x, &w, &f);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "nothing collides"), "%s",
          s.message);
    mpq_set_si(m.x.n[4], -1, 1);
    mpq_set_si(m.x.n[3], 0, 1);
    mpq_set_si(m.x.n[5], 1, 2);
    mpq_set_si(m.x.v[1], -1, 1);
    s = followed_find(&m.a, &m.x, &w, &f);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "not pointed"), "%s",
          s.message);
    hp23_clear(&m);
}

int main(void)
{
    RUN(two_walls);
    RUN(uniformly);
    RUN(words);
    DONE;
}
