/* Parts of the tree of slip angles: what each is, for the step of qvi.h with a second
   slip that nothing couples. */
#include "pks05/cone/qvi_angles.h"
#include "qvi_random.h"

static qvi_ranged ranged(double mu)
{
    const qvi_random x = {1, 2, {1, 2, 0, 2, 5, 0, 0, 0, 1}, {1, 4, 0}, {mu}};
    const qvi_problem p = qvi_random_problem(&x);
    arena a = {0};
    qvi_exact_problem e;
    qvi_ranged out;
    CHECK(qvi_exact_new(&a, &p, &e).code == PERP_OK, "data");
    CHECK(qvi_ranged_of(&e, &out).code == PERP_OK, "ranges");
    qvi_exact_clear(&e);
    arena_free(&a);
    return out;
}

static qvi_part_is look(double mu, qvi_does does, double lo, double hi,
                        qvi_part *k)
{
    const qvi_ranged p = ranged(mu);
    memset(k, 0, sizeof *k);
    k->does[0] = does;
    k->angle[0] = (qvi_range){lo, hi};
    return qvi_part_look(&p, k);
}

static int near(const qvi_part *k, double n, double t)
{
    const double want[3] = {n, t, 0};
    int all = 1;
    for (int i = 0; i < 3; i++)
        all = all && k->lam[i].lo <= want[i] && k->lam[i].hi >= want[i] &&
              k->lam[i].hi - k->lam[i].lo < 1e-12;
    return all;
}

/* mu = 1: all three are solutions; below 2/3 only the open one; at 2/3 the
   sticking one and the slip are the same, a tie. */
static void modes(void)
{
    qvi_part k;
    CHECK(look(1, QVI_OPEN, 0, 0, &k) == QVI_PART_SOLUTION && near(&k, 0, 0),
          "open");
    CHECK(look(1, QVI_STICKS, 0, 0, &k) == QVI_PART_SOLUTION && near(&k, 3, -2),
          "sticks");
    CHECK(look(1, QVI_SLIPS, -0.1, 0.07, &k) == QVI_PART_SOLUTION &&
              near(&k, 1, -1) && k.angle[0].lo <= 0 && k.angle[0].hi >= 0,
          "slips");
    CHECK(look(1, QVI_SLIPS, 0.001, 0.01, &k) == QVI_PART_SOLUTION ||
              look(1, QVI_SLIPS, 0.001, 0.01, &k) == QVI_PART_EXCLUDED,
          "beside it");
    CHECK(look(0.5, QVI_STICKS, 0, 0, &k) == QVI_PART_EXCLUDED, "1/2");
    CHECK(look(2.0 / 3, QVI_STICKS, 0, 0, &k) == QVI_PART_TIE ||
              look(2.0 / 3, QVI_STICKS, 0, 0, &k) == QVI_PART_EXCLUDED,
          "2/3");
    CHECK(look(0, QVI_STICKS, 0, 0, &k) == QVI_PART_EXCLUDED, "smooth");
}

/* Away from the solution nothing is; over the whole circle nothing is known. */
static void angles(void)
{
    qvi_part k;
    int excluded = 0;
    for (int i = 1; i < 60; i++) {
        const double at = i * 0.1, w = 0.02;
        qvi_part_is is = look(1, QVI_SLIPS, at, at + w, &k);
        CHECK(is != QVI_PART_SOLUTION && is != QVI_PART_TIE, "%g: %d", at,
              (int)is);
        excluded += is == QVI_PART_EXCLUDED;
    }
    CHECK(excluded > 50, "%d", excluded);
    CHECK(look(1, QVI_SLIPS, -3.2, 3.2, &k) == QVI_PART_WIDE, "wide");
}

int main(void)
{
    RUN(modes);
    RUN(angles);
    DONE;
}
