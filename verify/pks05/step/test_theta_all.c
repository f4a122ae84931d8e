/* All solutions of a step: those known by hand, their proof, their steps. What
   random steps have is asked in test_theta_lists.py. */
#include "lcp/enumerate/enumerate_text.h"
#include "number/rational.h"
#include "pks05/step/theta_all.h"
#include "theta_random.h"

#include <stdio.h>

/* A point of 1 kg over a floor with hK + C = [[5, -2], [-2, 1]], theta = 1,
   h = 1: A = [[1, 2], [2, 5]], b = (v_n, v_t). In space with a second slip that
   nothing couples. */
typedef struct {
    arena a;
    theta_exact d;
    mpq_t *A;
    size_t size;
    theta_all all;
} posed;

static void pose(posed *u, int slips, double mu, double bn, double bt)
{
    static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double half[9] = {2.5, -1, 0, -1, 0.5, 0, 0, 0, 0.5}, zero[9] = {0};
    double plane[4] = {2.5, -1, -1, 0.5}, planar[4] = {1, 0, 0, 1};
    const double *C = slips == 1 ? plane : half;
    const double *I = slips == 1 ? planar : unit;
    const double v[3] = {bn, bt, 0};
    const theta_data d = {.nv = 1 + slips,
                          .p = 1,
                          .slips = slips,
                          .h = 1,
                          .theta = 1,
                          .M = I,
                          .J = zero,
                          .f = zero,
                          .rows = I,
                          .K = C,
                          .C = C,
                          .gap = zero,
                          .mu = &mu,
                          .v = v,
                          .delta = zero};
    static const int corner[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const int m = slips == 1 ? 2 : 4;
    memset(u, 0, sizeof *u);
    CHECK(theta_exact_new(&u->a, &d, m, &u->d).code == PERP_OK, "room");
    theta_exact_copy(&d, &u->d);
    mpq_set_ui(u->d.h, 1, 1);
    mpq_set_ui(u->d.theta, 1, 1);
    for (int k = 0; k < m; k++)
        for (int s = 0; s < slips; s++)
            mpq_set_si(u->d.directions[k * slips + s],
                       slips == 1 ? 1 - 2 * k : corner[k][s], 1);
    u->size = (size_t)(theta_exact_free(&u->d) + theta_exact_pairs(&u->d));
    u->A = rational_array(&u->a, u->size * (u->size + 1));
    theta_exact_pose(&u->d, u->A, u->A + u->size * u->size);
}

static perp_status find(posed *u, const enumerate_options *o)
{
    const lcp_exact_problem p = {theta_exact_free(&u->d),
                                 theta_exact_pairs(&u->d), (const mpq_t *)u->A,
                                 (const mpq_t *)(u->A + u->size * u->size)};
    return theta_all_find(&u->a, &u->d, &p, o, &u->all);
}

static void clear(posed *u)
{
    theta_all_free(&u->all);
    rational_clear(u->A, u->size * (u->size + 1));
    theta_exact_clear(&u->d);
    arena_free(&u->a);
}

/* The tree as text, read by who believes nothing of it; another face is not
   believed. */
static void check_tree(posed *u)
{
    char *text = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);
    CHECK(enumerate_write(&u->all.system, &u->all.all, f).code == PERP_OK,
          "write");
    fclose(f);
    perp_status s = enumerate_check(&u->all.system, text, len);
    CHECK(s.code == PERP_OK, "%s", s.message);
    char *face = strstr(text, "\nface ");
    CHECK(face != NULL, "no face");
    if (face != NULL)
        face[6] = face[6] == '0' ? '+' : '0';
    CHECK(enumerate_check(&u->all.system, text, len).code == PERP_REFUTED,
          "a forged face");
    free(text);
}

/* Each is a step of (16), with the energy identity. */
static void check_steps(posed *u)
{
    const size_t nv = (size_t)u->d.nv, R = (size_t)theta_exact_rows(&u->d);
    const size_t beta = (size_t)(u->d.p * u->d.m);
    const size_t count = 2 * nv + 3 * R + beta + nv + R;
    mpq_t *x = rational_array(&u->a, count);
    theta_exact_end e = {.v = x, .mean = x + nv, .delta = x + 2 * nv};
    e.lambda = e.delta + R;
    e.s = e.lambda + R;
    e.beta = e.s + R;
    e.work = e.beta + beta;
    for (int k = 0; k < u->all.count; k++) {
        theta_exact_recover(&u->d, (const mpq_t *)u->all.z + k * u->all.size,
                            &e);
        perp_status s = theta_exact_check(&u->d, &e, NULL, NULL, NULL);
        CHECK(s.code == PERP_OK, "solution %d: %s", k, s.message);
    }
    rational_clear(x, count);
}

static int listed(posed *u, long n, long t)
{
    int found = 0;
    mpq_t lambda[3];
    for (int i = 0; i < 3; i++)
        mpq_init(lambda[i]);
    for (int k = 0; k < u->all.count; k++) {
        theta_all_forces(&u->d, (const mpq_t *)u->all.z + k * u->all.size,
                         lambda);
        found += mpq_cmp_si(lambda[0], n, 1) == 0 &&
                 mpq_cmp_si(lambda[1], t, 1) == 0 && mpq_sgn(lambda[2]) == 0;
    }
    for (int i = 0; i < 3; i++)
        mpq_clear(lambda[i]);
    return found;
}

/* Open, stick and slip in the plane; and with a polygon whose corners are on the
   axes, where a slip along the first axis pushes at a corner. */
static void three(void)
{
    for (int slips = 1; slips <= 2; slips++) {
        const enumerate_options o = {0};
        posed u;
        pose(&u, slips, 1, 1, 4);
        perp_status s = find(&u, &o);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(u.all.count == 3 && !u.all.continuum, "%d", u.all.count);
        CHECK(listed(&u, 0, 0) == 1 && listed(&u, 3, -2) == 1 &&
                  listed(&u, 1, -1) == 1,
              "which");
        check_tree(&u);
        check_steps(&u);
        clear(&u);
    }
}

/* w_n = lambda_n - 2 lambda_n / 2 for every slip: a segment to (2, -1). */
static void segment(void)
{
    for (int slips = 1; slips <= 2; slips++) {
        const enumerate_options o = {0};
        posed u;
        pose(&u, slips, 0.5, 0, 1);
        CHECK(find(&u, &o).code == PERP_OK, "find");
        CHECK(u.all.continuum && u.all.count == 2 && listed(&u, 0, 0) == 1 &&
                  listed(&u, 2, -1) == 1,
              "%d corners", u.all.count);
        check_steps(&u);
        clear(&u);
    }
}

/* Where nothing presses one is all; a limit is one, and memory. */
static void limits(void)
{
    const enumerate_options o = {0}, small = {.nodes = 2};
    posed u;
    pose(&u, 1, 0.5, 1, 0);
    CHECK(find(&u, &o).code == PERP_OK && u.all.count == 1 &&
              !u.all.continuum && listed(&u, 0, 0) == 1,
          "open");
    clear(&u);
    pose(&u, 1, 1, 1, 4);
    CHECK(find(&u, &small).code == PERP_LIMIT, "nodes");
    clear(&u);
    int refusals = 0;
    for (size_t k = 1; k < 200; k += 13) {
        pose(&u, 1, 1, 1, 4);
        memory_refuse(k);
        perp_status s = find(&u, &o);
        memory_refuse(0);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "k = %zu", k);
        refusals += s.code == PERP_LIMIT;
        clear(&u);
    }
    CHECK(refusals > 0, "%d", refusals);
}

int main(void)
{
    RUN(three);
    RUN(segment);
    RUN(limits);
    DONE;
}
