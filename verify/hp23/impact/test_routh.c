/**
# Routh's path, leg by leg
*/
#include "hp23.h"
#include "hp23/impact/routh.h"

/* The contact's inverse masses in whole numbers, by choice: n = e1, d = e2 and
   M^-1 = [a b; b c] / 1, so M = [c -b; -b a] / (ac - b^2). */
typedef struct {
    long a, b, c, mu, mu_of, vn, vt;
} contact;

static void make(const contact *k, hp23 *m)
{
    hp23_new(m, 2, 1);
    m->d.n[0] = m->d.d[1] = 1;
    hp23_exact(m);
    long det = k->a * k->c - k->b * k->b;
    mpq_set_si(m->x.M[0], k->c, (unsigned long)det);
    mpq_set_si(m->x.M[1], -k->b, (unsigned long)det);
    mpq_set_si(m->x.M[2], -k->b, (unsigned long)det);
    mpq_set_si(m->x.M[3], k->a, (unsigned long)det);
    for (int i = 0; i < 4; i++)
        mpq_canonicalize(m->x.M[i]);
    mpq_set_si(m->x.mu[0], k->mu, (unsigned long)k->mu_of);
    mpq_canonicalize(m->x.mu[0]);
    mpq_set_si(m->x.v[0], k->vn, 1);
    mpq_set_si(m->x.v[1], k->vt, 1);
}

static int is(mpq_srcptr q, long p, unsigned long d)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_si(t, p, d);
    mpq_canonicalize(t);
    int same = mpq_equal(t, q) != 0;
    mpq_clear(t);
    return same;
}

/** By hand: a point mass (b = 0) that stops sliding on the way; one that does
not; a contact that reverses; one whose slip grows while it presses on.

Verifies HP23 (16)-(17), (36). */
static void paths_by_hand(void)
{
    hp23 m;
    routh_path p;
    contact stops = {1, 0, 1, 1, 1, -3, 1};
    make(&stops, &m);
    CHECK(routh_path_find(&m.a, &m.x, &p).code == PERP_OK, "stops");
    CHECK(p.knots == 3 && is(p.knot[1].s, 1, 1) && is(p.knot[1].slip, 0, 1) &&
              is(p.knot[2].s, 3, 1) && is(p.knot[2].Lt, -1, 1),
          "slides until s = 1, sticks until 3");
    routh_path_clear(&p);
    hp23_clear(&m);
    contact slides = {1, 0, 1, 1, 4, -2, 1};
    make(&slides, &m);
    CHECK(routh_path_find(&m.a, &m.x, &p).code == PERP_OK, "slides");
    CHECK(p.knots == 2 && is(p.knot[1].s, 2, 1) && is(p.knot[1].slip, 1, 2),
          "still slides at the end");
    routh_path_clear(&p);
    hp23_clear(&m);
    /* a = 2, b = 1, c = 1, mu = 1/2: at zero slip nt = 1 > mu tt = 1/2, so it
       goes on forward: vt' = 1 - 1/2, vn' = 2 - 1/2; before, vt < 0: vt' = 3/2,
       vn' = 5/2. From (-4, -1): slip stops at s = 2/3 with vn = -7/3, and the
       end is at s = 2/3 + 14/9 with vt = 7/9. */
    contact reverses = {2, 1, 1, 1, 2, -4, -1};
    make(&reverses, &m);
    CHECK(routh_path_find(&m.a, &m.x, &p).code == PERP_OK, "reverses");
    CHECK(p.knots == 3 && is(p.knot[1].s, 2, 3) &&
              is(p.knot[1].normal, -7, 3) && is(p.knot[2].s, 20, 9) &&
              is(p.knot[2].slip, 7, 9),
          "reverses");
    routh_path_clear(&p);
    hp23_clear(&m);
    /* a = 1, b = 2, c = 5, mu = 1: sliding forward vn' = 1 - 2 < 0: the contact
       presses on while the slip falls at 2 - 5; at zero it sticks, f = -2/5,
       vn' = 1/5 > 0. */
    contact presses = {1, 2, 5, 1, 1, -1, 3};
    make(&presses, &m);
    CHECK(routh_path_find(&m.a, &m.x, &p).code == PERP_OK, "presses");
    CHECK(p.knots == 3 && is(p.knot[1].normal, -2, 1) && is(p.knot[2].s, 11, 1),
          "approaches faster at first");
    routh_path_clear(&p);
    hp23_clear(&m);
    VERIFIES("HP23 (16)-(17), (36)");
}

/** The impact of the Zeno block at B, over the rationals, at the rate -w about A,
for several w: it sticks throughout, its impulses are 17/20 w and -3/10 w, their
ratio 6/17 below mu, and the block leaves with 7/10 of the rate about B.

Verifies HP23 (66), (68). */
static void the_zeno_block(void)
{
    for (long w = 1; w <= 64; w *= 4) {
        hp23 m;
        routh_path p;
        outcomes end = {.nv = 3};
        int slip_at[2];
        hp23_load(&m, "rocking_block");
        mpq_set_si(m.x.M[8], 5, 12);
        mpq_set_si(m.x.v[0], w, 1);
        mpq_set_si(m.x.v[1], -w, 2);
        mpq_set_si(m.x.v[2], -w, 1);
        mpq_canonicalize(m.x.v[1]);
        step_exact B = impact_single(&m.x, 1, slip_at);
        CHECK(routh_path_find(&m.a, &B, &p).code == PERP_OK, "path");
        CHECK(p.knots == 2 && is(p.knot[0].slip, 0, 1) &&
                  is(p.knot[0].normal, -w, 1),
              "B comes down with the width times the rate");
        CHECK(is(p.knot[1].Ln, 17 * w, 20) && is(p.knot[1].Lt, -3 * w, 10) &&
                  is(p.knot[1].slip, 0, 1),
              "the impulses");
        CHECK(routh_outcome(&m.a, &B, 1, &end).code == PERP_OK, "outcome");
        const mpq_t *v = (const mpq_t *)end.first->v;
        CHECK(is(v[0], 7 * w, 10) && is(v[1], 7 * w, 20) &&
                  is(v[2], -7 * w, 10),
              "about B with 7/10");
        outcomes_clear(&end);
        routh_path_clear(&p);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (66), (68)");
}

/* Between two knots: friction is -mu sign(slip) where it slides, and no more
   than mu where it does not. */
static int obeys_coulomb(const hp23 *m, const routh_knot *x,
                         const routh_knot *y)
{
    mpq_t ds, f, bound, slip;
    mpq_inits(ds, f, bound, slip, NULL);
    mpq_sub(ds, y->s, x->s);
    mpq_sub(f, y->Lt, x->Lt);
    mpq_mul(bound, ds, m->x.mu[0]);
    mpq_add(slip, x->slip, y->slip);
    int sign = mpq_sgn(slip), fine = mpq_sgn(ds) > 0;
    if (sign > 0)
        mpq_neg(f, f);
    if (sign != 0)
        fine &= mpq_equal(f, bound) != 0;
    mpq_abs(f, f);
    fine &= mpq_cmp(f, bound) <= 0;
    fine &= mpq_sgn(x->slip) * mpq_sgn(y->slip) >= 0;
    mpq_clears(ds, f, bound, slip, NULL);
    return fine;
}

/** On random contacts: Coulomb's law on every leg, J_n v = 0 at the end, the
velocity from the impulses alone, less energy, and Lemma 2's bound, squared.

Verifies HP23 (36), (Lemma2), (Thm2), (Cor1). */
static void paths_of_random_contacts(void)
{
    check_random r = {check_seed(2305)};
    int legs[4] = {0};
    double tightest = 0;
    for (int round = 0; round < 400; round++) {
        hp23 m;
        routh_path p;
        mpq_t t, zero, kappa, w[4];
        outcomes end = {.nv = 4};
        hp23_random(&r, 4, 1, &m);
        mpq_inits(t, zero, kappa, NULL);
        for (int i = 0; i < 4; i++)
            mpq_init(w[i]);
        if (impact_colliding(&m.x, (const mpq_t *)m.x.v, zero) >= 0) {
            perp_status s = routh_path_find(&m.a, &m.x, &p);
            CHECK(s.code == PERP_OK, "%s", s.message);
            for (int k = 1; k < p.knots; k++)
                CHECK(obeys_coulomb(&m, &p.knot[k - 1], &p.knot[k]),
                      "round %d, leg %d", round, k);
            const routh_knot *last = &p.knot[p.knots - 1];
            CHECK(mpq_sgn(last->normal) == 0, "round %d: not at rest", round);
            CHECK(routh_outcome(&m.a, &m.x, 1, &end).code == PERP_OK, "end");
            const mpq_t *v = (const mpq_t *)end.first->v;
            for (int i = 0; i < 4; i++) { /* M (v+ - v) = n Ln + d Lt */
                mpq_set_ui(t, 0, 1);
                for (int j = 0; j < 4; j++) {
                    mpq_sub(w[0], v[j], m.x.v[j]);
                    mpq_mul(w[0], w[0], m.x.M[4 * i + j]);
                    mpq_add(t, t, w[0]);
                }
                mpq_mul(w[0], m.x.n[i], last->Ln);
                mpq_mul(w[1], m.x.d[i], last->Lt);
                mpq_add(w[0], w[0], w[1]);
                CHECK(mpq_equal(t, w[0]), "round %d: row %d", round, i);
            }
            impact_gain(&m.x, (const mpq_t *)m.x.v, v, t);
            CHECK(mpq_sgn(t) < 0, "round %d: energy", round);
            legs[p.knots - 1]++;
            if (routh_kappa(&m.a, &m.x, kappa).code == PERP_OK) {
                mpq_set_ui(w[0], 0, 1);
                for (int i = 0; i < 16; i++) {
                    mpq_mul(t, m.x.v[i / 4], m.x.M[i]);
                    mpq_mul(t, t, m.x.v[i % 4]);
                    mpq_add(w[0], w[0], t);
                }
                mpq_mul(kappa, kappa, w[0]);
                mpq_mul(t, last->s, last->s);
                CHECK(mpq_cmp(t, kappa) <= 0, "round %d: longer than kappa |v|",
                      round);
                mpq_div(t, t, kappa);
                tightest = mpq_get_d(t) > tightest ? mpq_get_d(t) : tightest;
            }
            routh_path_clear(&p);
        }
        outcomes_clear(&end);
        mpq_clears(t, zero, kappa, NULL);
        for (int i = 0; i < 4; i++)
            mpq_clear(w[i]);
        hp23_clear(&m);
    }
    printf("%d with one leg, %d with two, %d with three; s*^2 reaches %.3g of "
           "kappa^2 |v|^2\n",
           legs[1], legs[2], legs[3], tightest);
    CHECK(legs[1] > 20 && legs[2] > 20, "too much alike");
    VERIFIES("HP23 (36), (Lemma2), (Thm2), (Cor1)");
}

/** A spatial contact and one that joints hold are refused. */
static void refusals(void)
{
    hp23 m;
    routh_path p;
    double nu[2] = {1, 0};
    contact k = {1, 0, 1, 1, 1, -1, 0};
    make(&k, &m);
    m.d.m = 1;
    m.d.nu = nu;
    rational_clear(m.x.all, m.x.count);
    m.d.M[0] = m.d.M[3] = 1;
    hp23_exact(&m);
    CHECK(routh_path_find(&m.a, &m.x, &p).code == PERP_INPUT, "held");
    m.x.r = 2;
    CHECK(routh_path_find(&m.a, &m.x, &p).code == PERP_INPUT, "spatial");
    hp23_clear(&m);
}

/** A contact without directions of slip only stops: Ln = -vn / W_nn, and the other
velocity is what M makes of it. Verifies HP23 (36). */
static void without_friction(void)
{
    hp23 m;
    routh_path p;
    contact k = {2, 1, 3, 1, 1, -4, 5};
    make(&k, &m);
    m.x.r = 0;
    m.d.slip_at[1] = 0;
    m.x.d = NULL; /* nobody has to ask for it */
    CHECK(routh_path_find(&m.a, &m.x, &p).code == PERP_OK, "path");
    const routh_knot *end = &p.knot[p.knots - 1];
    CHECK(p.knots == 2 && is(end->s, 2, 1) && is(end->Lt, 0, 1) &&
              is(end->normal, 0, 1) && is(end->slip, 0, 1),
          "%d knots, s = %g", p.knots, mpq_get_d(end->s));
    routh_path_clear(&p);
    hp23_clear(&m);
    VERIFIES("HP23 (36)");
}

int main(void)
{
    RUN(paths_by_hand);
    RUN(without_friction);
    RUN(the_zeno_block);
    RUN(paths_of_random_contacts);
    RUN(refusals);
    DONE;
}
