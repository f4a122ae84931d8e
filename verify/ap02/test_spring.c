/**
# Springs as rows against AP02's own problems
*/
#include "stiff_random.h"

#include <math.h>

static const step_form forms[] = {STEP_LINEAR, STEP_EXPLICIT, STEP_LIMIT};

static step_random_sizes sizes(check_random *rng)
{
    step_random_sizes z = {.nv = check_integer(rng, 2, 5)};
    z.m = check_integer(rng, 0, 1);
    z.p = check_integer(rng, 0, 3);
    z.slips = check_integer(rng, 0, 2);
    step_random_springs = check_integer(rng, 1, 3);
    return z;
}

/* Jacobians of k1 as they are (10), (11), or none (32), (33). */
static void random_step(solved_step *s, check_random *rng, step_form form,
                        int jacobians)
{
    step_random_sizes z = sizes(rng);
    alpha_gamma scheme = {1, 1, 1.0 / check_integer(rng, 8, 128), form};
    step_random_make(&s->step, rng, z);
    step_data *d = &s->step.d;
    for (int i = 0; i < z.nv * z.nv; i++) {
        d->kq[i] *= jacobians ? scheme.h : 0; /* M-hat positive definite */
        d->kv[i] *= jacobians ? scheme.h : 0;
    }
    solved_make(s, &scheme, z);
}

/** The solution with springs as rows is a solution of the paper's problem with
the springs in the mass and the force, exactly; for the limit, with the springs
as joints. 3 x 120 random steps, half of them with Jacobians of $k_1$, some with
more springs than motions.

Verifies AP02 (7), (10), (11), (12), (13), (14), (15), (16), (17), (18), (26),
(28), (30), (31), (32), (33), (34), (35). */
static void rows_solve_the_papers_problems(void)
{
    check_random rng = {check_seed(201)};
    for (int f = 0; f < 3; f++)
        for (int trial = 0; trial < 120; trial++) {
            solved_step s;
            by_hand hand;
            int jacobians = forms[f] != STEP_EXPLICIT && trial % 2;
            random_step(&s, &rng, forms[f], jacobians);
            hand_make(&hand, forms[f], &s.step.exact, s.x.h);
            perp_status ok = hand_solved_by(&hand, &s);
            CHECK(ok.code == PERP_OK, "form %d, trial %d: %s", (int)forms[f],
                  trial, ok.message);
            mpq_t *z = s.y.z; /* and a wrong velocity does not */
            mpq_add(z[0], z[0], s.x.h);
            CHECK(hand_solved_by(&hand, &s).code == PERP_REFUTED,
                  "trial %d: everything solves it", trial);
            hand_free(&hand);
            solved_free(&s);
        }
    VERIFIES("AP02 (7), (10), (11), (12), (13), (14), (15), (16), (17), (18), "
             "(26), (28), (30), (31), (32), (33), (34), (35)");
}

/* c is what the spring's law says: -h gamma phi - K a'v+, its right-hand
   side here in other words than in spring.c. */
static void impulses_obey_the_law(void)
{
    check_random rng = {check_seed(202)};
    mpq_t u, c, t;
    mpq_inits(u, c, t, NULL);
    for (int trial = 0; trial < 100; trial++) {
        solved_step s;
        random_step(&s, &rng, STEP_LINEAR, 0);
        const step_exact *d = &s.step.exact;
        for (int i = 0; i < d->s; i++) {
            mpq_set_ui(u, 0, 1);
            for (int j = 0; j < d->nv; j++) {
                mpq_mul(t, d->a[i * d->nv + j], s.y.z[j]);
                mpq_add(u, u, t);
            }
            mpq_mul(c, u, s.x.h); /* phi at the end of the step */
            mpq_add(c, c, d->phi[i]);
            mpq_mul(c, c, d->stiffness[i]);
            mpq_mul(t, u, d->damping[i]);
            mpq_add(c, c, t);
            mpq_mul(c, c, s.x.h);
            mpq_neg(c, c);
            CHECK(mpq_equal(c, s.y.z[d->nv + d->m + i]), "trial %d, spring %d",
                  trial, i);
        }
        solved_free(&s);
    }
    mpq_clears(u, c, t, NULL);
}

/* In the family, springs as rows are springs as forces with the Jacobians (30)
   and (31), for every alpha and gamma: another step's data. */
static void same_as_forces_with_jacobians(void)
{
    check_random rng = {check_seed(203)};
    for (int trial = 0; trial < 150; trial++) {
        solved_step s;
        step_random_sizes z = sizes(&rng);
        alpha_gamma scheme = {check_integer(&rng, 4, 8) / 8.0,
                              check_integer(&rng, 0, 8) / 8.0, 1.0 / 128,
                              STEP_FAMILY};
        step_random_make(&s.step, &rng, z);
        solved_make(&s, &scheme, z);
        step_exact *d = &s.step.exact;
        mpq_t f, t;
        mpq_inits(f, t, NULL);
        for (int k = 0; k < d->s; k++) {
            const mpq_t *a = (const mpq_t *)d->a + k * d->nv;
            mpq_set_ui(f, 0, 1);
            for (int j = 0; j < d->nv; j++) {
                mpq_mul(t, a[j], d->v[j]);
                mpq_add(f, f, t);
            }
            mpq_mul(f, f, d->damping[k]);
            mpq_mul(t, d->stiffness[k], d->phi[k]);
            mpq_add(f, f, t);
            for (int i = 0; i < d->nv; i++) {
                mpq_mul(t, f, a[i]);
                mpq_sub(d->k0[i], d->k0[i], t);
                mpq_sub(d->k1[i], d->k1[i], t);
                for (int j = 0; j < d->nv; j++) {
                    mpq_t *J[] = {d->kq, d->kv};
                    mpq_t *by[] = {d->stiffness, d->damping};
                    for (int o = 0; o < 2; o++) {
                        mpq_mul(t, a[i], a[j]);
                        mpq_mul(t, t, by[o][k]);
                        mpq_ptr to = J[o][i * d->nv + j];
                        mpq_sub(to, to, t);
                    }
                }
            }
        }
        mpq_clears(f, t, NULL);
        /* the other problem: no springs, the rest as they are */
        const int springs = d->s, all = s.x.p.free + s.x.p.n;
        const int rows = s.x.p.free - springs;
        d->s = 0;
        mpq_t *A = calloc((size_t)(all * all), sizeof *A);
        mpq_t *b = calloc((size_t)all, sizeof *b);
        for (int i = 0; i < all * all; i++)
            mpq_init(A[i]);
        for (int i = 0; i < all; i++)
            mpq_init(b[i]);
        alpha_gamma_pose_exact(&s.x.s, d, A, b);
        by_hand other = {rows, s.x.p.n, .A = A, .b = b, .d = d};
        d->s = springs;
        perp_status ok = hand_solved_by(&other, &s);
        CHECK(ok.code == PERP_OK, "trial %d: %s", trial, ok.message);
        for (int i = 0; i < all * all; i++)
            mpq_clear(A[i]);
        for (int i = 0; i < all; i++)
            mpq_clear(b[i]);
        free(A);
        free(b);
        solved_free(&s);
    }
}

static double error_of(double got, mpq_srcptr wanted)
{
    return fabs(got - mpq_get_d(wanted)) / (1 + fabs(mpq_get_d(wanted)));
}

/* The row in doubles is the exact one, up to a factor and rounding; and no
   entry of it is larger than one. */
static void rows_in_doubles(void)
{
    check_random rng = {check_seed(204)};
    for (int trial = 0; trial < 200; trial++) {
        step_random s;
        step_random_sizes z = sizes(&rng);
        mpq_t one, h, scale;
        spring_row_exact e;
        mpq_inits(one, h, scale, NULL);
        spring_row_init(&e);
        step_form form = (step_form)check_integer(&rng, 0, 3);
        double g = form == STEP_FAMILY ? 0.75 : 1;
        alpha_gamma scheme = {g, g, ldexp(1, -check_integer(&rng, 0, 30)),
                              form};
        step_random_make(&s, &rng, z);
        s.d.stiffness[0] = ldexp(1, check_integer(&rng, -20, 60));
        step_random_copy(&s, z);
        mpq_set_d(one, g);
        mpq_set_d(h, scheme.h);
        alpha_gamma_exact exact = {one, one, h, form};
        for (int i = 0; i < s.d.s; i++) {
            spring_row r = spring_row_of(&scheme, &s.d, i);
            spring_row_of_exact(&exact, &s.exact, i, &e);
            CHECK(r.move <= 1 && r.give <= 1 && (r.move == 1 || r.give == 1),
                  "%g %g", r.move, r.give);
            mpq_set(scale, r.move == 1 ? e.move : e.give);
            mpq_div(e.move, e.move, scale);
            mpq_div(e.give, e.give, scale);
            mpq_div(e.shift, e.shift, scale);
            CHECK(error_of(r.move, e.move) < 1e-14, "move");
            CHECK(error_of(r.give, e.give) < 1e-14, "give");
            CHECK(error_of(r.shift, e.shift) < 1e-12, "shift");
        }
        spring_row_clear(&e);
        mpq_clears(one, h, scale, NULL);
        step_random_free(&s);
    }
}

/* A spring with nothing in it, a collision: no impulse whatever moves. */
static void nothing_acts(void)
{
    check_random rng = {check_seed(205)};
    step_random s;
    step_random_sizes z = sizes(&rng);
    step_random_make(&s, &rng, z);
    s.d.stiffness[0] = s.d.damping[0] = 0;
    for (int form = STEP_FAMILY; form <= STEP_LIMIT; form++) {
        alpha_gamma scheme = {1, 1, 0.5, (step_form)form};
        spring_row r = spring_row_of(&scheme, &s.d, 0);
        CHECK(r.move == 0 && r.give == 1 && r.shift == 0, "form %d", form);
    }
    s.d.stiffness[0] = s.d.damping[0] = 0x1p100;
    for (int form = STEP_FAMILY; form <= STEP_LIMIT; form++) {
        alpha_gamma scheme = {1, 1, 0, (step_form)form};
        spring_row r = spring_row_of(&scheme, &s.d, 0);
        CHECK(r.move == 0 && r.give == 1 && r.shift == 0, "form %d", form);
    }
    step_random_free(&s);
}

/* What the springs do is found without the row: with a wrong velocity the
   energy identity of the family's check fails, and a link that moves is
   seen. */
static void the_work_is_checked(void)
{
    check_random rng = {check_seed(206)};
    int bitten = 0, tried = 0, moved = 0;
    for (int trial = 0; trial < 160; trial++) {
        solved_step s;
        step_numerators r;
        step_form form = (step_form)(trial % 4);
        random_step(&s, &rng, form, 0);
        const step_exact *d = &s.step.exact;
        CHECK(step_numerators_new(&s.step.a, d, &r).code == PERP_OK, "memory");
        mpz_t *Z = s.claim.Z;
        alpha_gamma_recover_numerators(&s.x.s, d, (const mpz_t *)Z, s.claim.den,
                                       &r);
        perp_status ok =
            alpha_gamma_check(&s.x.s, d, (const mpz_t *)Z, s.claim.den, &r);
        CHECK(ok.code == PERP_OK, "form %d, trial %d: %s", (int)form, trial,
              ok.message);
        mpz_add_ui(r.x[0], r.x[0], 1);
        mpz_add_ui(r.v[0], r.v[0], 1);
        ok = alpha_gamma_check(&s.x.s, d, (const mpz_t *)Z, s.claim.den, &r);
        tried++;
        bitten += ok.code == PERP_REFUTED;
        moved += strstr(ok.message, "rigid link") != NULL;
        step_numerators_clear(&r);
        solved_free(&s);
    }
    printf("%d of %d refused, %d moving links\n", bitten, tried, moved);
    CHECK(bitten == tried && moved > 20, "a wrong velocity passes");
}

/* The same steps in doubles: velocities and the impulses of the springs, where
   alpha and gamma differ, too. A Coriolis matrix, Jacobians, joints and contacts
   take part; stiffness and damping reach from 0 to where a row is divided by
   its K. */
static void doubles_as_fractions(void)
{
    check_random rng = {check_seed(207)};
    double worst = 0;
    int apart = 0, divided = 0;
    for (int trial = 0; trial < 200; trial++) {
        solved_step s;
        lcp_answer x;
        int climbed = 0;
        step_random_sizes z = sizes(&rng);
        alpha_gamma scheme = {check_integer(&rng, 4, 8) / 8.0,
                              check_integer(&rng, 0, 8) / 8.0, 1.0 / 128,
                              STEP_FAMILY};
        step_random_make(&s.step, &rng, z);
        step_data *d = &s.step.d;
        for (int k = 0; k < d->s && trial % 2; k++)
            d->stiffness[k] *= 0x1p18;
        solved_make(&s, &scheme, z);
        for (int k = 0; k < d->s; k++)
            divided += spring_row_of(&scheme, d, k).move == 1;
        lcp_problem p = {.free = s.x.p.free, .n = s.x.p.n};
        const size_t all = (size_t)(p.free + p.n);
        const size_t vv = (size_t)(d->nv * d->nv);
        double *A = arena_take(&s.step.a, all * all, sizeof *A);
        double *b = arena_take(&s.step.a, all + vv, sizeof *b);
        alpha_gamma_pose(&scheme, d, b + all, A, b);
        p.A = A;
        p.b = b;
        CHECK(
            lcp_answer_new(&s.step.a, p.free, p.n, &x).code == PERP_OK &&
                mlcp_solve(&p, &mlcp_defaults, &s.step.a, &x, &climbed).code ==
                    PERP_OK &&
                x.outcome == LCP_SOLVED,
            "trial %d", trial);
        double size = 1;
        for (int i = 0; i < d->nv; i++)
            size = fmax(size, fabs(x.z[i]));
        for (int i = 0; i < d->nv; i++)
            worst = fmax(worst, fabs(x.z[i] - mpq_get_d(s.y.z[i])) / size);
        apart += scheme.alpha != scheme.gamma;
        solved_free(&s);
    }
    printf("doubles: %.2e away, alpha is not gamma in %d\n", worst, apart);
    CHECK(worst < 1e-6, "%g", worst); /* the conditions of 200 problems */
    CHECK(apart > 100 && divided > 50, "%d, %d", apart, divided);
}

int main(void)
{
    RUN(rows_solve_the_papers_problems);
    RUN(impulses_obey_the_law);
    RUN(same_as_forces_with_jacobians);
    RUN(rows_in_doubles);
    RUN(nothing_acts);
    RUN(the_work_is_checked);
    RUN(doubles_as_fractions);
    DONE;
}
