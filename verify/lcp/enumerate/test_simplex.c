/**
# Feasible, or proven not to be
*/
#include "base/memory.h"
#include "systems.h"

#include <math.h>

typedef struct {
    arena a;
    choices_system s;
    dictionary d;
    mpz_t y[12];
    int walls, zeros, positives, lines;
} trial;

/* Does the vertex have the signs that the dictionary promises? */
static void vertex_fits(trial *t, int round)
{
    mpq_t u[12], v;
    mpq_init(v);
    for (int j = 0; j < t->s.cols; j++) {
        mpq_init(u[j]);
        dictionary_value(&t->d, j, u[j]);
    }
    for (int k = 0; k < choices_variables(&t->s); k++) {
        system_value(&t->s, k, u, 1, v);
        int sign = t->d.sign[k], value = mpq_sgn(v);
        CHECK(sign == CHOICES_FREE || value == 0 ||
                  (value > 0 && sign == CHOICES_NONNEGATIVE),
              "round %d: variable %d", round, k);
    }
    mpq_clear(v);
    for (int j = 0; j < t->s.cols; j++)
        mpq_clear(u[j]);
}

/* A wall is proven; no wall has a vertex. */
static int settled(trial *t, simplex_wall wall, int round)
{
    CHECK(wall.row != SIMPLEX_SPENT, "round %d", round);
    if (wall.row == SIMPLEX_NONE) {
        vertex_fits(t, round);
        return 1;
    }
    simplex_wall_proof(&t->d, wall, t->y);
    CHECK(system_proof(&t->s, t->d.sign, t->y, NULL) < 0, "round %d: a wall",
          round);
    t->walls++;
    return 0;
}

/* Everything is seen positive, or proven to be zero. */
static void closure(trial *t, int round)
{
    uint8_t positive[24] = {0}, in[24] = {0}, shown[24];
    int found = 1;
    simplex_at_vertex(&t->d, positive);
    while (found) {
        int any = 0;
        for (int v = 0; v < choices_variables(&t->s); v++) {
            in[v] = t->d.sign[v] == CHOICES_NONNEGATIVE && !positive[v];
            any |= in[v];
        }
        found = any ? simplex_improve(&t->d, in, positive) : 0;
        if (any && !found) {
            simplex_zero_proof(&t->d, in, t->y);
            CHECK(system_proof(&t->s, t->d.sign, t->y, shown) == 0,
                  "round %d: zeros", round);
            for (int v = 0; v < choices_variables(&t->s); v++) {
                t->zeros += in[v];
                CHECK(!in[v] || shown[v], "round %d: variable %d", round, v);
                CHECK(!positive[v] || !shown[v] || t->d.sign[v] == CHOICES_ZERO,
                      "round %d: both positive and zero", round);
            }
        }
    }
    vertex_fits(t, round);
    for (int v = 0; v < choices_variables(&t->s); v++)
        t->positives += positive[v];
}

/* No free unknown that is left over moves a row. */
static int determined(const dictionary *d)
{
    for (int j = 0; j < d->cols; j++)
        for (int i = 0; i < d->rows; i++)
            if (d->sign[d->nonbasic[j]] == CHOICES_FREE &&
                d->basic[i] >= d->cols && mpz_sgn(dictionary_at(d, i, j)) != 0)
                return 0;
    return 1;
}

static void random_systems(void)
{
    check_random r = {check_seed(83)};
    trial t = {0};
    for (int i = 0; i < 12; i++)
        mpz_init(t.y[i]);
    for (int round = 0; round < 600; round++) {
        t.a = (arena){0};
        system_random(&r, &t.a, check_integer(&r, 1, 5),
                      check_integer(&r, 1, 7), &t.s);
        CHECK(dictionary_new(&t.a, &t.s, &t.d).code == PERP_OK, "new");
        int alive = settled(&t, simplex_start(&t.d), round) && determined(&t.d);
        for (int k = 0; alive && k < 4; k++) {
            int v = check_integer(&r, 0, choices_variables(&t.s) - 1);
            int line =
                !dictionary_basic(&t.d, v) && t.d.sign[v] == CHOICES_FREE;
            t.lines += line;
            closure(&t, round);
            if (!line)
                alive = settled(&t,
                                simplex_restrict(&t.d, v,
                                                 k % 2 ? CHOICES_ZERO
                                                       : CHOICES_NONNEGATIVE),
                                round);
        }
        dictionary_clear(&t.d);
        choices_clear(&t.s);
        arena_free(&t.a);
    }
    printf("%d walls, %d proven zeros, %d positive\n", t.walls, t.zeros,
           t.positives);
    CHECK(t.walls > 100 && t.zeros > 100 && t.positives > 100, "too easy");
    for (int i = 0; i < 12; i++)
        mpz_clear(t.y[i]);
}

/* Lines a x + b y + c >= 0, the axes first. */
typedef struct {
    int count;
    double a[8], b[8], c[8];
} lines;

/* The largest a x + b y over the corners that the lines leave, by trying all
   pairs; infinite when an edge goes on with it growing. */
static double by_corners(const lines *l, double a, double b)
{
    double best = -HUGE_VAL;
    for (int i = 0; i < l->count; i++) {
        for (int k = 0; k < i; k++) {
            double det = l->a[i] * l->b[k] - l->a[k] * l->b[i];
            double x = (l->b[i] * l->c[k] - l->b[k] * l->c[i]) / det;
            double y = (l->c[i] * l->a[k] - l->c[k] * l->a[i]) / det;
            int fine = det != 0;
            for (int j = 0; j < l->count && fine; j++)
                fine = l->a[j] * x + l->b[j] * y + l->c[j] > -1e-9;
            best = fine ? fmax(best, a * x + b * y) : best;
        }
        for (int sign = -1; sign <= 1; sign += 2) {
            double x = sign * l->b[i], y = -sign * l->a[i];
            int stays = 1;
            for (int j = 0; j < l->count && stays; j++)
                stays = l->a[j] * x + l->b[j] * y >= 0;
            if (stays && a * x + b * y > 0)
                return HUGE_VAL; /* asked only where there is a point */
        }
    }
    return best;
}

/* x, y >= 0 and up to five lines; the last row is free and made large, then an
   unknown. */
static void largest(void)
{
    check_random r = {check_seed(84)};
    int finite = 0, without = 0;
    mpq_t q;
    mpq_init(q);
    for (int round = 0; round < 400; round++) {
        const int rows = check_integer(&r, 2, 6);
        arena a = {0};
        choices_system s = {.cols = 2, .rows = rows};
        lines l = {.count = rows + 1, .a = {1, 0}, .b = {0, 1}};
        dictionary d;
        CHECK(choices_new(&a, &s).code == PERP_OK, "new");
        uint8_t *in = arena_take(&a, (size_t)rows + 2, 1);
        for (int i = 0; i < rows; i++) {
            int n[3];
            for (int j = 0; j < 3; j++)
                n[j] = check_integer(&r, -4, 4);
            mpq_set_si(s.B[2 * i], n[0], 1);
            mpq_set_si(s.B[2 * i + 1], n[1], 1);
            mpq_set_si(s.g[i], n[2], 1);
            if (i + 1 == rows)
                break;
            s.sign[2 + i] = CHOICES_NONNEGATIVE;
            l.a[i + 2] = n[0];
            l.b[i + 2] = n[1];
            l.c[i + 2] = n[2];
        }
        s.sign[0] = s.sign[1] = CHOICES_NONNEGATIVE;
        CHECK(dictionary_new(&a, &s, &d).code == PERP_OK, "new");
        int alive = simplex_start(&d).row == SIMPLEX_NONE;
        CHECK(alive == isfinite(by_corners(&l, 0, 0)), "round %d: a point?",
              round);
        for (int k = 0; k < 2 && alive; k++) {
            const int variable = k == 0 ? rows + 1 : round % 2;
            const double c = k == 0 ? mpq_get_d(s.g[rows - 1]) : 0;
            double x = k == 0 ? mpq_get_d(s.B[2 * rows - 2]) : variable == 0;
            double y = k == 0 ? mpq_get_d(s.B[2 * rows - 1]) : variable == 1;
            const double wanted = by_corners(&l, x, y);
            const int got = simplex_largest(&d, variable, in);
            CHECK(got == isfinite(wanted), "round %d: %d, not %g", round, got,
                  wanted);
            dictionary_value(&d, variable, q);
            CHECK(!got || fabs(mpq_get_d(q) - c - wanted) < 1e-9,
                  "round %d: %g, not %g", round, mpq_get_d(q) - c, wanted);
            finite += got;
            without += !got;
        }
        dictionary_clear(&d);
        choices_clear(&s);
        arena_free(&a);
    }
    printf("%d largest, %d without bound\n", finite, without);
    CHECK(finite > 50 && without > 50, "too tame");
    mpq_clear(q);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(random_systems);
    RUN(largest);
    DONE;
}
