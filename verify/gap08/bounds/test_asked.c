#include "check.h"
#include "gap08/bounds/estimator.h"
#include "solved_random.h"

#include <math.h>

/* Rows of one random body, with Jacobians and a Coriolis force, into an estimator.
   `change`: the Jacobians are other ones in each row. */
typedef struct {
    step_random_sizes z;
    alpha_gamma g;
    int rows, change;
} chained;

/* What (8.9) leaves, over h^2, from the data of two rows: alpha (alpha K w + (1 - alpha)
   K_- w_-) - alpha k1v (x - x_-), over h; K = k1v + gamma h k1q. */
typedef struct {
    double kq[16], kv[16], w[4], x[4], v[4];
} kept;

static double of_pair(const chained *k, const kept *was, const kept *is)
{
    const double a = k->g.alpha, gh = k->g.gamma * k->g.h;
    double sum = 0;
    for (int i = 0; i < k->z.nv; i++) {
        double rest = 0;
        for (int j = 0; j < k->z.nv; j++) {
            const int ij = i * k->z.nv + j;
            rest += a * (is->kv[ij] + gh * is->kq[ij]) * is->w[j];
            rest += (1 - a) * (was->kv[ij] + gh * was->kq[ij]) * was->w[j];
            rest -= is->kv[ij] * (is->x[j] - was->x[j]);
        }
        sum += fabs(a * rest / k->g.h);
    }
    return sum;
}

static void keep(const solved_random *s, kept *to)
{
    const int n = s->r.d.nv;
    for (int i = 0; i < n * n; i++) {
        to->kq[i] = s->r.d.kq[i];
        to->kv[i] = s->r.d.kv[i];
    }
    for (int i = 0; i < n; i++) {
        to->x[i] = mpq_get_d(s->r.y_exact.x[i]);
        to->v[i] = mpq_get_d(s->r.y_exact.v[i]);
        to->w[i] = to->v[i] - s->r.d.v[i];
    }
}

static estimates chain(uint64_t seed, const chained *k, double *weighted)
{
    estimates out;
    estimator *m;
    arena a = {0};
    kept row[2];
    const perp_system sys = step_random_system(k->z);
    double q[4] = {1, 2, 3, 4}, q_to[4], gap[8] = {0}, theta[4] = {0};
    check_random other = {seed + 1};
    mpq_t h;
    mpq_init(h);
    mpq_set_d(h, k->g.h);
    *weighted = 0;
    CHECK(estimator_new(&a, &sys, h, &m).code == PERP_OK, "memory");
    for (int i = 0; i < k->rows; i++) {
        solved_random s;
        check_random rng = {seed};
        step_random_make(&s.r, &rng, k->z);
        if (i > 0)
            memcpy(s.r.d.v, row[(i + 1) % 2].v,
                   (size_t)k->z.nv * sizeof(double));
        for (int j = 0; j < k->z.nv * k->z.nv && k->change; j++) {
            s.r.d.kv[j] += step_random_number(&other);
            s.r.d.kq[j] += step_random_number(&other);
        }
        solved_random_solve(&s, k->z, &k->g);
        for (int j = 0; j < k->z.nv; j++)
            q_to[j] = q[j] + k->g.h * ((1 - k->g.gamma) * s.r.d.v[j] +
                                       k->g.gamma *
                                           mpq_get_d(s.r.y_exact.v[j]));
        estimate_row x = {.step = s.t,
                          .nq = k->z.nv,
                          .q_from = q,
                          .q_to = q_to,
                          .gap_from = gap,
                          .gap_to = gap,
                          .theta = theta};
        CHECK(estimator_add(m, &x).code == PERP_OK, "memory");
        keep(&s, &row[i % 2]);
        if (i > 0)
            *weighted =
                fmax(*weighted, of_pair(k, &row[(i + 1) % 2], &row[i % 2]));
        memcpy(q, q_to, sizeof q);
        solved_random_free(&s);
    }
    CHECK(estimator_end(m, &out).code == PERP_OK, "overflow");
    estimator_free(m);
    arena_free(&a);
    mpq_clear(h);
    return out;
}

/* Verifies GAP08 (8.9). Chains with joints, contacts, Coriolis forces and Jacobians: what is
   left of the weighted equation of two rows is what the Jacobians of the earlier one and
   the positions' share of the force make, computed here from the velocities alone. Where
   k1q is zero and k1v the same in both rows nothing is left. No statement is refuted. */
static void the_rest_of_8_9(void)
{
    check_random rng = {check_seed(371)};
    double most = 0;
    for (int trial = 0; trial < 60; trial++) {
        const int nv = check_integer(&rng, 1, 4);
        chained k = {.z = {nv, nv > 1 ? check_integer(&rng, 0, 1) : 0,
                        check_integer(&rng, 0, 2), 1},
                  .g = {.alpha = check_integer(&rng, 4, 8) / 8.0,
                        .h = 1.0 / 64},
                  .rows = 5,
                  .change = trial % 2};
        double wanted;
        k.g.gamma = k.g.alpha;
        estimates x = chain(check_bits(&rng), &k, &wanted);
        CHECK(x.refuted == 0, "trial %d: %s", trial, x.first);
        CHECK(x.pairs == 4 && fabs(x.weighted - wanted) < 1e-9 * (1 + wanted),
              "trial %d: %.12g, not %.12g", trial, x.weighted, wanted);
        most = fmax(most, wanted);
    }
    CHECK(most > 10, "all of them small: %g", most);
    VERIFIES("GAP08 (8.9)");
}

/* Rows by hand of a body with the masses 1/4 and 4, or of one number and 1 kg, h = 1/32.
   Of the next ones: are they collisions, is the first without a contact? */
static int hits, free_first;

static estimates rows_by_hand(int nv, int rows, const double (*v)[4],
                              double gamma, double off, double cn, double push)
{
    const step_random_sizes z = {nv, 0, cn > 0, 0};
    const alpha_gamma g = {.alpha = 1, .gamma = gamma, .h = 0x1p-5};
    const perp_system sys = step_random_system(z);
    double q[2] = {3, 0}, q_to[2] = {0}, gap[1] = {0};
    check_random rng = {373};
    arena a = {0};
    solved_random s;
    estimator *m;
    estimates x;
    solved_random_from(&s, &rng, z, &g, NULL);
    CHECK(estimator_new(&a, &sys, s.x.h, &m).code == PERP_OK, "memory");
    mpq_set_ui(s.r.exact.M[0], 1, nv > 1 ? 4 : 1);
    mpq_set_ui(s.r.exact.M[nv * nv - 1], nv > 1 ? 4 : 1, 1);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < nv; j++) {
            mpq_set_d(s.r.exact.v[j], v[i][j]);
            mpq_set_d(s.r.y_exact.v[j], v[i][2 + j]);
            mpq_set_d(s.r.y_exact.x[j], v[i][2 + j]);
            mpq_set_d(s.r.exact.k0[j], 0);
            /* the force that the velocities ask for, and the contact's share */
            mpq_set_d(s.r.exact.k1[j], 32 * (nv == 1  ? 1
                                                 : j == 0 ? 0.25
                                                          : 4) *
                                               (v[i][2 + j] - v[i][j]) -
                                           (free_first && i == 0 ? 0 : push));
            q_to[j] = q[j] + 0x1p-5 * ((1 - gamma) * v[i][j] +
                                       gamma * v[i][2 + j]);
        }
        if (cn > 0) {
            const int away = free_first && i == 0;
            mpq_set_d(s.r.exact.n[0], away ? 0 : 0.5);
            mpq_set_d(s.r.y_exact.cn[0], away ? 0 : cn);
        }
        q_to[0] += off;
        estimate_row row = {.step = s.t,
                            .collision = hits,
                            .nq = nv,
                            .q_from = q,
                            .q_to = q_to,
                            .gap_from = gap,
                            .gap_to = gap};
        CHECK(estimator_add(m, &row).code == PERP_OK, "memory");
        memcpy(q, q_to, sizeof q);
    }
    CHECK(estimator_end(m, &x).code == PERP_OK, "overflow");
    estimator_free(m);
    solved_random_free(&s);
    arena_free(&a);
    return x;
}

/* (5.11) is attained by the lighter mass when it moves straight away from the origin, for
   each gamma; 2^-20 m beyond that it is refuted, and less is kept: towards it, or the
   heavier mass, whose kinetic length is twice its speed and the bound four times that. A
   collision's row moves by a part of a step and is not asked.

   Verifies GAP08 (5.11). */
static void away_from_the_origin(void)
{
    static const double out[2][4] = {{2, 0, 5, 0}, {5, 0, 1, 0}};
    static const double in[1][4] = {{-2, 0, -5, 0}}, heavy[1][4] = {{0, 2, 0, 2}};
    for (int k = 0; k <= 4; k++) {
        estimates x = rows_by_hand(2, 2, out, k / 4.0, 0, 0, 0);
        CHECK(x.refuted == 0, "gamma %d/4: %s", k, x.first);
        x = rows_by_hand(2, 2, out, k / 4.0, 0x1p-20, 0, 0);
        CHECK(x.refuted == 2 && strncmp(x.first, "row 0: (5.11)", 13) == 0,
              "gamma %d/4: %ld, %s", k, x.refuted, x.first);
        x = rows_by_hand(2, 1, in, k / 4.0, 0x1p-20, 0, 0);
        CHECK(x.refuted == 0, "inward: %s", x.first);
        x = rows_by_hand(2, 1, heavy, k / 4.0, 0x1p-20, 0, 0);
        CHECK(x.refuted == 0, "the heavy one: %s", x.first);
        hits = 1;
        x = rows_by_hand(2, 1, out, k / 4.0, 0x1p-20, 0, 0);
        CHECK(strstr(x.first, "(5.11)") == NULL, "a collision: %s", x.first);
        hits = 0;
    }
    VERIFIES("GAP08 (5.11)");
}

/* (7.8)'s O(h) over h: a body of 1 kg rests on a floor under 64 N, n = 1/2, c_n = 4 N s. d' is
   the margin over n, and the force along it 64 d'; with velocities that change, v to v', the
   momenta do, and the rest is the same. The first row of a window has none before it. */
static void the_weight_of_7_8(void)
{
    static const double rest[3][4] = {{0}, {0}, {0}};
    static const double turns[2][4] = {{-2, 0, 0, 0}, {0, 0, 0, 0}};
    estimates x = rows_by_hand(1, 3, rest, 1, 0, 4, 64);
    const double d = x.margin / 0.5;
    CHECK(x.refuted == 0 && x.windows == 1 && d > 0, "%s", x.first);
    CHECK(fabs(x.momentum - 64 * d) < 1e-12, "%g, not %g", x.momentum, 64 * d);
    x = rows_by_hand(1, 2, turns, 1, 0, 4, 64);
    CHECK(x.refuted == 0 && fabs(x.momentum - 64 * d) < 1e-12, "%g: %s",
          x.momentum, x.first);
    x = rows_by_hand(1, 1, rest, 1, 0, 4, 64);
    CHECK(x.momentum == -1, "one row: %g", x.momentum);
    static const double lands[2][4] = {{-2, 0, -2, 0}, {-2, 0, 0, 0}};
    free_first = 1; /* the window begins with the second row */
    x = rows_by_hand(1, 2, lands, 1, 0, 4, 64);
    free_first = 0;
    CHECK(x.refuted == 0 && x.windows == 1 && x.blunt == 1 && x.momentum == -1,
          "a row before the window: %g, %s", x.momentum, x.first);
    /* A push from nowhere: (7.4), (8.7), (7.8) of each row, (7.15) of the pair, and
       (7.10), because 8 N s are more than 2 63/32 over 1/2. */
    x = rows_by_hand(1, 2, rest, 1, 0, 4, 63);
    CHECK(x.refuted == 8 && strstr(x.first, "(7.4)") != NULL, "%ld, %s",
          x.refuted, x.first);
}

int main(void)
{
    RUN(the_rest_of_8_9);
    RUN(away_from_the_origin);
    RUN(the_weight_of_7_8);
    DONE;
}
