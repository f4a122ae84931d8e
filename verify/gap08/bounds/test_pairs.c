#include "chain.h"
#include "check.h"

/* Verifies GAP08 (7.11), (7.12), (7.13), (7.14), (7.15), (7.16), (7.17). Chains
   with joints: weighted joint impulses and velocity variations, added up here
   once more, lie below bounds made of normal impulses and forces. */
static void sums_of_joint_impulses(void)
{
    check_random rng = {check_seed(331)};
    int held = 0;
    for (int trial = 0; trial < 40; trial++) {
        uint64_t seed = check_bits(&rng);
        chain_sums sums;
        chain_kind k = {
            .z = {5, check_integer(&rng, 1, 2), check_integer(&rng, 0, 2), 1},
            .g = {.alpha = check_integer(&rng, 4, 8) / 8.0,
                  .gamma = 0,
                  .h = 1.0 / 32},
            .steps = 8};
        k.g.gamma = k.g.alpha;
        estimates x = chain_run(seed, &k, &sums);
        CHECK(x.refuted == 0, "trial %d: %s", trial, x.first);
        CHECK(fabs(x.tv - sums.tv) < 1e-10 * (1 + sums.tv) &&
                  fabs(x.tv_plain - sums.tv_plain) <
                      1e-10 * (1 + sums.tv_plain),
              "trial %d: variations %g, not %g", trial, x.tv, sums.tv);
        CHECK(x.pairs == 7, "%ld pairs", x.pairs);
        CHECK(x.joint == 0 ||
                  fabs(x.joint - sums.joint) < 1e-10 * (1 + sums.joint),
              "trial %d: %g, not %g", trial, x.joint, sums.joint);
        CHECK(x.joint <= x.joint_bound * (1 + 1e-12) &&
                  x.tv <= x.tv_bound * (1 + 1e-12),
              "trial %d", trial);
        held += x.joint > 0;
    }
    CHECK(held > 30, "%d chains held", held);
    VERIFIES("GAP08 (7.11), (7.12), (7.13), (7.14), (7.15), (7.16), (7.17)");
}

/* The bound of (7.16) is attained by a joint that holds a mass in one
   dimension: it answers the force, and nothing else acts. */
static void the_bound_is_attained(void)
{
    check_random rng = {check_seed(335)};
    int held = 0;
    for (int trial = 0; trial < 40; trial++) {
        chain_sums sums;
        chain_kind k = {
            .z = {1, 1, 0, 0}, .g = {.h = 1.0 / 32}, .steps = 6, .at = -1};
        k.g.alpha = k.g.gamma = check_integer(&rng, 4, 8) / 8.0;
        estimates x = chain_run(check_bits(&rng), &k, &sums);
        CHECK(x.refuted == 0, "trial %d: %s", trial, x.first);
        CHECK(fabs(x.joint_bound - x.joint) <= 1e-12 * x.joint,
              "trial %d: %g, at most %g", trial, x.joint, x.joint_bound);
        held += x.joint > 0;
    }
    CHECK(held > 30, "%d chains held", held);
}

/* What the balance (7.4) does not see: an impulse and a velocity that agree
   with each other, or a weighted velocity that moves a joint. */
static void spoilt_pairs(void)
{
    check_random rng = {check_seed(333)};
    int found = 0, tried = 0;
    for (int trial = 0; trial < 20; trial++) {
        uint64_t seed = check_bits(&rng);
        for (int how = SPOIL_BOTH; how <= SPOIL_MEAN; how++) {
            chain_sums sums;
            chain_kind k = {.z = {4, 1, 1, 1},
                            .g = {.alpha = 0.75, .gamma = 0.75, .h = 1.0 / 32},
                            .steps = 6,
                            .at = 3,
                            .how = (spoil)how};
            estimates x = chain_run(seed, &k, &sums);
            tried++;
            found += x.refuted > 0 && strstr(x.first, "row 3") != NULL;
        }
    }
    CHECK(found == tried, "%d of %d found", found, tried);
}

/* Rows with numbers by hand: a body with the mass matrix (2, 1; 1, 1), the inverse of
   which is (1, -1; -1, 2), and alpha = gamma = 1/2, h = 1/32. */
typedef struct {
    arena a;
    mpq_t h;
    estimator *m;
    double q[2], q_to[2], gap[2], gap_to[2], theta[2];
} by_hand;

typedef struct {
    int joints, contacts;
    double v[2], to[2], push[2]; /* push: the applied impulse */
    double turn;                 /* h F = (0, -turn; turn, 0) */
    double nu[4], cnu[2], n[4], cn;
    double d[4], f; /* friction, mu = 1/2 */
    double off;     /* x_0 is too large by this */
} hand_row;

static step_random_sizes hand_sizes(int joints, int contacts)
{
    return (step_random_sizes){2, joints, contacts, contacts > 0};
}

static void hand_begin(by_hand *b, int joints, int contacts)
{
    perp_system sys = step_random_system(hand_sizes(joints, contacts));
    *b = (by_hand){.q = {0}};
    mpq_init(b->h);
    mpq_set_d(b->h, 0x1p-5);
    CHECK(estimator_new(&b->a, &sys, b->h, &b->m).code == PERP_OK, "memory");
}

static void hand_add(by_hand *b, const hand_row *x)
{
    static const double M[4] = {2, 1, 1, 1};
    const alpha_gamma g = {.alpha = 0.5, .gamma = 0.5, .h = 0x1p-5};
    check_random rng = {337};
    solved_random s;
    mpq_t off;
    mpq_init(off);
    solved_random_make(&s, &rng, hand_sizes(x->joints, x->contacts), &g);
    step_exact *d = &s.r.exact;
    step_result_exact *y = &s.r.y_exact;
    for (int i = 0; i < 4; i++) {
        mpq_set_d(d->M[i], M[i]);
        mpq_set_ui(d->F[i], 0, 1);
        mpq_set_ui(d->kq[i], 0, 1);
        mpq_set_ui(d->kv[i], 0, 1);
    }
    mpq_set_d(d->F[1], -32 * x->turn);
    mpq_set_d(d->F[2], 32 * x->turn);
    for (int i = 0; i < 2; i++) {
        mpq_set_d(d->v[i], x->v[i]);
        mpq_set_d(d->k0[i], 32 * x->push[i]);
        mpq_set_d(d->k1[i], 32 * x->push[i]);
        mpq_set_d(y->v[i], x->to[i]);
        mpq_set_d(y->x[i], (x->v[i] + x->to[i]) / 2);
        b->q_to[i] = b->q[i] + (x->v[i] + x->to[i]) / 64;
    }
    for (int i = 0; i < 2 * x->joints; i++)
        mpq_set_d(d->nu[i], x->nu[i]);
    for (int i = 0; i < x->joints; i++)
        mpq_set_d(y->cnu[i], x->cnu[i]);
    mpq_set_d(off, x->off);
    mpq_add(y->x[0], y->x[0], off);
    mpq_clear(off);
    for (int i = 0; i < 2 * x->contacts; i++) {
        mpq_set_d(d->n[i], x->n[i]);
        mpq_set_d(d->d[i], x->d[i]);
    }
    for (int i = 0; i < x->contacts; i++) {
        mpq_set_d(d->mu[i], 0.5);
        mpq_set_d(y->cn[i], x->cn);
        mpq_set_d(y->f[i], x->f);
    }
    estimate_row row = {.step = s.t,
                        .nq = 2,
                        .q_from = b->q,
                        .q_to = b->q_to,
                        .gap_from = b->gap,
                        .gap_to = b->gap_to,
                        .theta = b->theta};
    CHECK(estimator_add(b->m, &row).code == PERP_OK, "memory");
    memcpy(b->q, b->q_to, sizeof b->q);
    solved_random_free(&s);
}

static estimates hand_end(by_hand *b)
{
    estimates x;
    CHECK(estimator_end(b->m, &x).code == PERP_OK, "overflow");
    estimator_free(b->m);
    mpq_clear(b->h);
    arena_free(&b->a);
    return x;
}

static int is(double x, double wanted)
{
    return fabs(x - wanted) < 1e-13 * (1 + fabs(wanted));
}

/* Three rows. nu = (1, 0) holds with 4 N s, v: (-2, 7) -> (2, 3); tau = (-1/2, 1) comes
   between; nu = (1, -2) holds with -5, n = (1, 1) and d = (1, 0) push with 2 and 1,
   hFx = (-3/2, 3), a push of (39/2, -8), v: (3/2, 4) -> (21/2, 2); nu with -6, a push
   of (-30, -31), v -> (-13/2, 0). So x = (0, 5), (6, 3), (2, 1). (7.11) is attained: |n c_n
   + d f| = |(3, 2)| = (2 + 1/2) 2. The means of the first pair: f = nu (4 - 5)/2, g =
   (3/2, 1), lag = ((1, 0) - (1, -2)) 4/2 = (0, 4), forces (39/4, -4) + (-3/4, 3/2), and M (x -
   x- - tau) = (10, 7/2) is their sum. nu'M^-1 = (3, -5), A = 13, Q = (3, -5; -6, 10)/13 with
   |Q| = 15/13; M (tau + x-) = (5, 11/2), which Q turns into (-25, 50)/26. (7.16): |f| =
   3/2, at most 15/13 (5/2 + 55/4 + 9/4 + 4) + 75/26 = 375/13. (7.17) with |M^-1| = 3: |x -
   x-| = 8, at most 3 (375/13 + 45/2) + |tau|. The second: f = nu (-5 - 6)/2, g = (3/2, 1),
   forces (-21/4, -39/2) + (-3/4, 3/2), no lag, M x- = (15, 9) turns into 0; |f| =
   33/2, at most 15/13 59/2; |x - x-| = 6, at most 3 (885/26 + 59/2).

   Verifies GAP08 (7.11), (7.12), (7.13), (7.14), (7.15), (7.16), (7.17). */
static void a_joint_that_turns(void)
{
    /* c_nu or f of the second row, or x of the third, too large; that breaks (7.4)
       and (8.7), two (7.15), two times two components of the joint's answer, and
       where a bound is left behind (7.16) twice, (7.11) or (7.17); f also what has x
       or d' beside it, (5.1) and (7.8); x breaks (7.15), (7.13), the mean in (5.3),
       and the joint works, (5.2). The contact of the second row works in any case:
       it pushes with (3, 2) along x = (6, 3). */
    static const struct {
        double cnu, f, x;
        long refuted;
    } wrong[] = {{0, 0, 0, 1},         {0x1p-20, 0, 0, 9}, {-0x1p-20, 0, 0, 9},
                 {1000, 0, 0, 11},     {-1000, 0, 0, 11},  {0, 0x1p-20, 0, 12},
                 {0, -0x1p-20, 0, 11}, {0, 0, 0x1p-20, 5}, {0, 0, 1000, 6}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        const hand_row rows[] = {
            {.v = {-2, 7}, .to = {2, 3}, .nu = {1, 0}, .cnu = {4}},
            {.v = {1.5, 4},
             .to = {10.5, 2},
             .push = {19.5, -8},
             .turn = 0.5,
             .nu = {1, -2},
             .cnu = {-5 + wrong[k].cnu},
             .cn = 2,
             .f = 1 + wrong[k].f},
            {.v = {10.5, 2},
             .to = {-6.5, 0},
             .push = {-30, -31},
             .nu = {1, -2},
             .cnu = {-6},
             .off = wrong[k].x}};
        by_hand b;
        hand_begin(&b, 1, 1);
        for (int i = 0; i < 3; i++) {
            hand_row row = rows[i];
            row.joints = row.contacts = 1;
            row.n[0] = row.n[1] = row.d[0] = 1;
            hand_add(&b, &row);
        }
        estimates x = hand_end(&b);
        CHECK(x.refuted == wrong[k].refuted && x.pairs == 2, "%zu: %ld, %s", k,
              x.refuted, x.first);
        if (k > 0)
            continue;
        CHECK(is(x.joint, 1.5 + 16.5) && is(x.joint_plain, 15 + 18) &&
                  is(x.joint_bound, 375.0 / 13 + 885.0 / 26),
              "joint: %g, %g, at most %g", x.joint, x.joint_plain,
              x.joint_bound);
        CHECK(is(x.tv, 8 + 6) && is(x.tv_plain, 9.5 + 19) &&
                  is(x.tv_bound,
                     3 * (375.0 / 13 + 22.5) + 1.5 + 3 * (885.0 / 26 + 29.5)),
              "variation: %g, %g, at most %g", x.tv, x.tv_plain, x.tv_bound);
    }
    VERIFIES("GAP08 (7.11), (7.12), (7.13), (7.14), (7.15), (7.16), (7.17)");
}

/* A joint that stops a body: (7.16) is attained by what M x- turns into. No
   force acts, and nu = (0, 1) needs none while v = (3, 0). Then nu = (1, 0) holds
   with -6, v -> (-3, 6): 2 (-6) + 6 = -6 and -6 + 6 = 0. So f = (-3, 0), x- = (3, 0), x = (0,
   3), Q = (1, -1; 0, 0), Q M x- = Q (6, 3) = (3, 0).

   Verifies GAP08 (7.11), (7.16). */
static void a_joint_that_stops(void)
{
    const hand_row rows[] = {
        {.joints = 1, .v = {3, 0}, .to = {3, 0}, .nu = {0, 1}},
        {.joints = 1, .v = {3, 0}, .to = {-3, 6}, .nu = {1, 0}, .cnu = {-6}}};
    by_hand b;
    hand_begin(&b, 1, 0);
    for (int i = 0; i < 2; i++)
        hand_add(&b, &rows[i]);
    estimates x = hand_end(&b);
    CHECK(x.refuted == 0 && x.pairs == 1, "%ld, %s", x.refuted, x.first);
    CHECK(is(x.joint, 3) && is(x.joint_bound, 3), "joint: %g, at most %g",
          x.joint, x.joint_bound);
    VERIFIES("GAP08 (7.11), (7.16)");
}

/* A free body moves by h x. Phi_1 = h n_1'x + 3 |h x|^2/2 and Phi_2 = h n_2'x - 5
   |h x|^2/2, so B_H = 5; then with an x that goes into the second contact only. Two
   joints, which change by 2 |h x|^2 and by -3 |h x|^2, so B_H = 6; then with a second
   one that x moves.

   Verifies GAP08 (8.25), (8.26), (Lemma8.3). */
static void gaps_that_bend(void)
{
    hand_row row = {.contacts = 2, .n = {1, -2, 1, 1}};
    by_hand b;
    for (int into = 0; into < 2; into++) {
        const double v[2] = {into ? 1 : 3, into ? -3 : 1}, h = 0x1p-5;
        const double rate[2] = {v[0] - 2 * v[1], v[0] + v[1]};
        hand_begin(&b, 0, 2);
        b.gap_to[0] = h * rate[0] + 1.5 * 10 * h * h;
        b.gap_to[1] = h * rate[1] - 2.5 * 10 * h * h;
        memcpy(row.v, v, sizeof v);
        memcpy(row.to, v, sizeof v);
        hand_add(&b, &row);
        estimates x = hand_end(&b);
        CHECK(into ? x.refuted == 1 && strstr(x.first, "n'x = -2") != NULL
                   : x.refuted == 0,
              "%ld, %s", x.refuted, x.first);
        CHECK(is(x.curvature, 5) &&
                  is(x.least_gap, into ? b.gap_to[1] : b.gap_to[0]),
              "%g, %g", x.curvature, x.least_gap);
    }
    row = (hand_row){.joints = 2, .v = {2, 1}, .to = {2, 1}};
    for (int moves = 0; moves < 2; moves++) {
        memcpy(row.nu, (double[4]){1, -2, moves ? 1 : -2, moves ? 1 : 4},
               sizeof row.nu);
        hand_begin(&b, 2, 0);
        b.theta[0] = 0.25;
        b.theta[1] = -0.5;
        hand_add(&b, &row);
        b.theta[0] = 0.25 + 2 * 5 * 0x1p-10; /* |h x|^2 = 5 h^2 */
        b.theta[1] = -0.5 - 3 * 5 * 0x1p-10;
        row.to[0] = row.to[1] = row.v[0] = row.v[1] = 0;
        hand_add(&b, &row);
        estimates x = hand_end(&b);
        CHECK((x.refuted > 0) == moves &&
                  (!moves || strstr(x.first, "(7.13): nu'x = 3") != NULL),
              "%ld, %s", x.refuted, x.first);
        CHECK(is(x.joint_gap, 0.5 + 15 * 0x1p-10) && is(x.joint_curvature, 6),
              "%g, %g", x.joint_gap, x.joint_curvature);
        memcpy(row.v, (double[2]){2, 1}, sizeof row.v);
        memcpy(row.to, row.v, sizeof row.v);
    }
    VERIFIES("GAP08 (8.25), (8.26), (Lemma8.3)");
}

int main(void)
{
    RUN(sums_of_joint_impulses);
    RUN(the_bound_is_attained);
    RUN(spoilt_pairs);
    RUN(a_joint_that_turns);
    RUN(a_joint_that_stops);
    RUN(gaps_that_bend);
    DONE;
}
