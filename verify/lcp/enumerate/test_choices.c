/**
# Contacts by modes
*/
#include "games.h"
#include "gap08/step/alpha_gamma.h"
#include "slow_lcp.h"
#include "step_random.h"

#include "number/rational.h"

/* The first mode of the contact that the signs give it. */
static choices_mode mode_of(const choices_system *s, const uint8_t *sign,
                            int contact)
{
    for (int k = 0; k < CHOICES_BACKWARD; k++) {
        const choices_alternative *o = choices_of(s, contact, k);
        int all = 1;
        for (int i = 0; i < o->count; i++)
            all &= sign[o->list[i].variable] >= o->list[i].sign;
        if (all)
            return (choices_mode)k;
    }
    return CHOICES_BACKWARD;
}

/* One step of bodies with planar contacts, h = 1/100, alpha = 1, gamma = 0. */
typedef struct {
    arena a;
    step_exact d;
    lcp_exact_problem p;
    mpq_t *q, one, zero, h;
    size_t numbers;
} planar;

static void fractions(mpq_t *to, int count, const char *const *text)
{
    for (int i = 0; i < count; i++) {
        mpq_set_str(to[i], text[i], 10);
        mpq_canonicalize(to[i]);
    }
}

/* M, v, k (force), n, d, mu as texts, p contacts of nv velocities. */
typedef struct {
    int nv, p;
    const char *const *M, *const *v, *const *k, *const *n, *const *d,
                                                               *const *mu;
} planar_data;

static void planar_new(planar *s, const planar_data *t)
{
    *s = (planar){0};
    perp_system sys = {
        .nq = t->nv, .nv = t->nv, .contacts = t->p, .max_slips = 1};
    CHECK(step_exact_new(&s->a, &sys, &s->d).code == PERP_OK, "data");
    s->d.p = s->d.r = t->p;
    for (int j = 0; j <= t->p; j++)
        s->d.slip_at[j] = j;
    fractions(s->d.M, t->nv * t->nv, t->M);
    fractions(s->d.v, t->nv, t->v);
    fractions(s->d.k0, t->nv, t->k);
    fractions(s->d.k1, t->nv, t->k);
    fractions(s->d.n, t->p * t->nv, t->n);
    fractions(s->d.d, t->p * t->nv, t->d);
    fractions(s->d.mu, t->p, t->mu);
    mpq_inits(s->one, s->zero, s->h, NULL);
    mpq_set_ui(s->one, 1, 1);
    mpq_set_ui(s->h, 1, 100);
    int f = alpha_gamma_free(t->nv, 0), n = alpha_gamma_pairs(t->p, t->p);
    size_t all = (size_t)(f + n);
    s->numbers = all * all + all;
    s->q = rational_array(&s->a, s->numbers);
    alpha_gamma_exact scheme = {s->one, s->zero, s->h, STEP_FAMILY};
    alpha_gamma_pose_exact(&scheme, &s->d, s->q, s->q + all * all);
    s->p = (lcp_exact_problem){f, n, (const mpq_t *)s->q,
                               (const mpq_t *)(s->q + all * all)};
}

static void planar_free(planar *s)
{
    rational_clear(s->q, s->numbers);
    mpq_clears(s->one, s->zero, s->h, NULL);
    step_exact_clear(&s->d);
    arena_free(&s->a);
}

static int is(mpq_t q, long num, unsigned long den)
{
    return mpq_cmp_si(q, num, den) == 0;
}

/** The rod of Painleve: half length 1, m = 1, J = 1/3, at an angle with
tangent 12/5, so that sin = 12/13, cos = 5/13. With n = (0, 1, -cos) and
d = (1, 0, sin) the inverse masses of its lower end are

    n'n = 1 + 3 cos^2 = 244/169,  n'd = -3 sin cos = -180/169,
    d'd = 1 + 3 sin^2 = 601/169,  (n'n)(d'd) - (n'd)^2 = 1 + 3 = 4.

It slides to the left with unit speed and rises with 1/50; g = 1 and h = 1/100
take 1/100 of that, so that without contact n'v = b = 1/100 and d'v = -1. It may
go on; or c_n > 0 keeps it down, sliding, with friction mu c_n to the right:

    0 = b + (n'n + mu n'd) c_n,   c_n = b / (2 * 180/169 - 244/169)
                                      = (1/100) (169/116);

or it sticks: n'v = 0 and d'v = 0 are two equations with the determinant 4,

    c_n = (180/169 - 601/169 b) / 4 = 17399/67600,
    f = (244/169 - 180/169 b) / 4.
*/
static void painleve(void)
{
    static const char *const M[] = {"1", "0", "0", "0",  "1",
                                    "0", "0", "0", "1/3"};
    planar_data t = {3,
                     1,
                     M,
                     (const char *const[]){"-1", "1/50", "0"},
                     (const char *const[]){"0", "-1", "0"},
                     (const char *const[]){"0", "1", "-5/13"},
                     (const char *const[]){"1", "0", "12/13"},
                     (const char *const[]){"2"}};
    planar s;
    choices_system c;
    enumeration e;
    planar_new(&s, &t);
    CHECK(choices_contacts(&s.a, &s.p, &c).code == PERP_OK, "contacts");
    CHECK(enumerate_all(&c, &(enumerate_options){0}, &s.a, &e).code == PERP_OK,
          "enumerate");
    check_proof(&c, &e);
    mpq_t slide, stick, friction;
    mpq_inits(slide, stick, friction, NULL);
    mpq_set_si(slide, 169, 100 * (2 * 180 - 244));
    mpq_set_si(stick, 180 * 100 - 601, 4 * 169 * 100);
    mpq_set_si(friction, 244 * 100 - 180, 4 * 169 * 100);
    mpq_canonicalize(slide);
    mpq_canonicalize(stick);
    mpq_canonicalize(friction);
    CHECK(is(slide, 169, 11600) && is(stick, 17399, 67600), "closed forms");
    static const choices_mode mode[] = {CHOICES_SEPARATE, CHOICES_STICK,
                                        CHOICES_BACKWARD};
    CHECK(e.faces == 3, "%d outcomes", e.faces);
    for (int k = 0; k < e.faces && k < 3; k++) {
        mpq_t *u = e.face[k].points.vertex;
        CHECK(mode_of(&c, e.face[k].sign, 0) == mode[k], "%d", k);
        CHECK(e.face[k].points.dimension == 0 &&
                  e.face[k].points.vertices == 1 && e.face[k].within < 0,
              "outcome %d is no point", k);
        if (k == 0)
            CHECK(is(u[0], -1, 1) && is(u[1], 1, 100) && is(u[2], 0, 1) &&
                      is(u[3], 0, 1) && is(u[4], 0, 1),
                  "lift-off");
        else
            CHECK(mpq_equal(u[3], k == 1 ? stick : slide), "outcome %d", k);
    }
    if (e.faces == 3) {
        CHECK(mpq_equal(e.face[1].points.vertex[4], friction), "friction");
        mpq_mul_2exp(slide, slide, 1);
        CHECK(mpq_equal(e.face[2].points.vertex[4], slide), "mu c_n");
    }
    mpq_clears(slide, stick, friction, NULL);
    enumerate_free(&e);
    choices_clear(&c);
    planar_free(&s);
}

/** A disc of radius 1 and mass 1 on a floor between two walls that it touches:
normals (0, 1), (1, 0), (-1, 0), slips of the points of contact
v_x + w, -v_y + w and v_y + w up to sign. At rest with weight h g = 1/100 every
force of six components that balances the weight and stays in the cones keeps
it there: 6 - 3 = 3 dimensions, and the walls may press against each other as
hard as they like. */
static void wedged_disc(void)
{
    static const char *const M[] = {"1", "0", "0", "0",  "1",
                                    "0", "0", "0", "1/2"};
    planar_data t = {
        3,
        3,
        M,
        (const char *const[]){"0", "0", "0"},
        (const char *const[]){"0", "-1", "0"},
        (const char *const[]){"0", "1", "0", "1", "0", "0", "-1", "0", "0"},
        (const char *const[]){"1", "0", "1", "0", "-1", "1", "0", "1", "1"},
        (const char *const[]){"1", "1/2", "1/2"}};
    planar s;
    choices_system c;
    enumeration e;
    planar_new(&s, &t);
    CHECK(choices_contacts(&s.a, &s.p, &c).code == PERP_OK, "contacts");
    CHECK(enumerate_all(&c, &(enumerate_options){0}, &s.a, &e).code == PERP_OK,
          "enumerate");
    check_proof(&c, &e);
    int jams = 0;
    for (int k = 0; k < e.faces; k++) {
        const generators *g = &e.face[k].points;
        for (int i = 0; i < g->vertices + g->rays; i++)
            for (int j = 0; j < 3; j++)
                CHECK(mpq_sgn(g->vertex[i * g->cols + j]) == 0, "it moves");
        if (e.face[k].within < 0) {
            jams++;
            CHECK(g->dimension == 3 && g->rays >= 3, "dimension %d, %d rays",
                  g->dimension, g->rays);
        }
        for (int i = 0; i < g->rays; i++)
            for (int j = 0; j < g->cols; j++)
                if (j == 4) /* the two walls press equally or more */
                    CHECK(mpq_sgn(g->ray[i * g->cols + j]) > 0, "a wall");
    }
    CHECK(jams == 1, "%d jams", jams);
    printf("%d faces, %d vertices, %d rays\n", e.faces,
           e.face[0].points.vertices, e.face[0].points.rays);
    enumerate_free(&e);
    choices_clear(&c);
    planar_free(&s);
}

/* beta+-, lambda from f_t: the LCP's answer with the same (x, c_n, f_t). */
static void lift(const lcp_exact_problem *p, mpq_t *u, mpq_t *z)
{
    int f = p->free, m = p->n / 4, all = f + p->n;
    mpq_t slip, t;
    mpq_inits(slip, t, NULL);
    for (int j = 0; j < all; j++)
        mpq_set_ui(z[j], 0, 1);
    for (int j = 0; j < f + m; j++)
        mpq_set(z[j], u[j]);
    for (int k = 0; k < m; k++) {
        mpq_srcptr ft = u[f + m + k];
        mpq_abs(z[f + m + 2 * k + (mpq_sgn(ft) < 0)], ft);
        mpq_set(slip, p->b[f + m + 2 * k]);
        for (int j = 0; j < f; j++) {
            mpq_mul(t, p->A[(f + m + 2 * k) * all + j], z[j]);
            mpq_add(slip, slip, t);
        }
        mpq_abs(z[f + 3 * m + k], slip);
    }
    mpq_clears(slip, t, NULL);
}

/* Are there signs among the faces that u has? */
static int among(const choices_system *c, const enumeration *e, mpq_t *u)
{
    mpq_t v, t;
    int any = 0;
    mpq_inits(v, t, NULL);
    for (int k = 0; k < e->faces && !any; k++) {
        any = 1;
        for (int i = 0; i < choices_variables(c) && any; i++) {
            int row = i - c->cols;
            mpq_set(v, row < 0 ? u[i] : c->g[row]);
            for (int j = 0; row >= 0 && j < c->cols; j++) {
                mpq_mul(t, c->B[row * c->cols + j], u[j]);
                mpq_add(v, v, t);
            }
            int sign = e->face[k].sign[i];
            any = sign == CHOICES_FREE ||
                  (sign == CHOICES_ZERO ? mpq_sgn(v) == 0 : mpq_sgn(v) >= 0);
        }
    }
    mpq_clears(v, t, NULL);
    return any;
}

/* Corners of outcomes solve the problem in pairs. */
static void outcomes_are_answers(const lcp_exact_problem *x,
                                 const choices_system *modes,
                                 const enumeration *e, mpq_t *z, int round)
{
    for (int k = 0; k < e->faces; k++)
        for (int i = 0; i < e->face[k].points.vertices; i++) {
            lift(x, e->face[k].points.vertex + i * modes->cols, z);
            CHECK(slow_solves(x, z), "round %d: an outcome", round);
        }
}

/* Corners of answers in pairs, of m contacts behind f velocities, are outcomes once
   slips that push both ways are one number. */
static void answers_are_outcomes(const lcp_problem *p,
                                 const choices_system *modes,
                                 const enumeration *em, const enumeration *ep,
                                 mpq_t *z, int round)
{
    const int f = p->free, m = p->n / 4, all = f + p->n;
    for (int k = 0; k < ep->faces; k++)
        for (int i = 0; i < ep->face[k].points.vertices; i++) {
            mpq_t *y = ep->face[k].points.vertex + i * all;
            for (int j = 0; j < m; j++)
                mpq_sub(z[j], y[f + m + 2 * j], y[f + m + 2 * j + 1]);
            for (int j = 0; j < m; j++)
                mpq_set(y[f + m + j], z[j]);
            CHECK(among(modes, em, y), "round %d: an answer", round);
        }
}

/** Every corner of an outcome is the image of an answer of the problem in
pairs, and every corner and every direction of the answers in pairs has an
image among the outcomes. Verifies AP02 (19). */
static void modes_and_pairs_say_the_same(void)
{
    check_random r = {check_seed(32)};
    int several = 0, outcomes = 0;
    for (int round = 0; round < 60; round++) {
        step_random s;
        step_random_sizes size = {3, round % 5 == 0, 1 + round % 2, 1};
        double Mt[9];
        step_random_make(&s, &r, size);
        for (int j = 0; j < s.d.p; j++) /* far beyond where it is unique */
            s.d.mu[j] *= 4;
        alpha_gamma scheme = {.alpha = 1, .h = 1};
        lcp_problem p = step_random_pose(&s, &scheme, Mt);
        lcp_exact_problem x;
        choices_system modes, pairs;
        enumeration em, ep;
        enumerate_options o = {0};
        const int all = p.free + p.n;
        CHECK(lcp_exact_problem_new(&s.a, &p, &x).code == PERP_OK, "exact");
        CHECK(choices_contacts(&s.a, &x, &modes).code == PERP_OK, "modes");
        CHECK(choices_pairs(&s.a, &x, &pairs).code == PERP_OK, "pairs");
        perp_status st = enumerate_all(&modes, &o, &s.a, &em);
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(enumerate_all(&pairs, &o, &s.a, &ep).code == PERP_OK, "pairs");
        check_proof(&modes, &em);
        check_proof(&pairs, &ep);
        mpq_t *z = rational_array(&s.a, (size_t)all);
        outcomes_are_answers(&x, &modes, &em, z, round);
        answers_are_outcomes(&p, &modes, &em, &ep, z, round);
        CHECK(em.found == ep.found, "round %d", round);
        several += em.faces > 1;
        outcomes += em.faces;
        rational_clear(z, (size_t)all);
        enumerate_free(&em);
        enumerate_free(&ep);
        choices_clear(&modes);
        choices_clear(&pairs);
        lcp_exact_problem_clear(&x);
        step_random_free(&s);
    }
    printf("%d outcomes, %d steps with several\n", outcomes, several);
    CHECK(several > 5, "the steps are too easy");
    VERIFIES("AP02 (19)");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(painleve);
    RUN(wedged_disc);
    RUN(modes_and_pairs_say_the_same);
    DONE;
}
