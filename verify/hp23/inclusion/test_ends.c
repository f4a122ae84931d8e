/**
# The set of ends

One contact has one end, and a formula. Of several contacts no solution that is drawn
leaves the pieces, and none ends beside the parts.
*/
#include "drawn_ends.h"

#include <math.h>

static const ends_wish whole = {.legs = 1000};

/* Routh's path of one contact by its phases: the speeds where it ends. */
typedef struct {
    double a, b, c, mu; /* nM'n, nM'd, dM'd */
} one_contact;

static int ends_at(const one_contact *o, double u[2])
{
    for (int phase = 0; phase < 4; phase++) {
        int way = (u[1] > 0) - (u[1] < 0);
        double f = -o->mu * way;
        if (way == 0 && fabs(o->b) <= o->mu * o->c)
            f = o->c > 0 ? -o->b / o->c : 0;
        else if (way == 0)
            f = o->b > 0 ? -o->mu : o->mu;
        const double un = o->a + f * o->b, ut = o->b + f * o->c;
        const double rest = un > 0 ? -u[0] / un : (double)INFINITY;
        const double stick = way * ut < 0 ? -u[1] / ut : (double)INFINITY;
        if (rest <= stick) {
            u[1] =
                way == 0 && fabs(o->b) <= o->mu * o->c ? 0 : u[1] + rest * ut;
            u[0] = 0;
            return isfinite(rest);
        }
        u[0] += stick * un;
        u[1] = 0;
    }
    return 0;
}

/* The closed form's data of an impact with one contact, and v- as its speeds. */
static void as_one_contact(const hp23 *m, const drawn *x, one_contact *o,
                           double *at, mpq_t t)
{
    const mpq_t *n = (const mpq_t *)m->x.n, *d = (const mpq_t *)m->x.d;
    impact_dot(m->x.nv, n, (const mpq_t *)x->r.wn, t);
    o->a = mpq_get_d(t);
    impact_dot(m->x.nv, d, (const mpq_t *)x->r.wn, t);
    o->b = mpq_get_d(t);
    impact_dot(m->x.nv, d, (const mpq_t *)x->r.wd, t);
    o->c = mpq_get_d(t);
    o->mu = m->d.mu[0];
    impact_normal(&m->x, 0, (const mpq_t *)m->x.v, t);
    at[0] = mpq_get_d(t);
    impact_slip(&m->x, 0, (const mpq_t *)m->x.v, t);
    at[1] = mpq_get_d(t);
}

/* Every part is one point: at rest, with the slip that is known. */
static void one_end(const ends *e, double slip, mpq_t u)
{
    CHECK(e->loose == 0 && e->parts >= 1, "parts");
    for (int k = 0; k < e->parts; k++) {
        const row_list *p = &e->part[k].set.points.row;
        CHECK(p->count == 1, "%d corners", p->count);
        for (int c = 1; c < 3 && c < p->n; c++) {
            mpz_set(mpq_numref(u), row_list_at(p, 0)[c]);
            mpz_set(mpq_denref(u), row_list_at(p, 0)[0]);
            mpq_canonicalize(u);
            CHECK(c == 2 || mpq_sgn(u) == 0, "it does not rest");
            CHECK(c == 1 || fabs(mpq_get_d(u) - slip) < 1e-12,
                  "slip %g, not %g", mpq_get_d(u), slip);
        }
    }
}

static void a_contact_alone(void)
{
    check_random r = {check_seed(17)};
    int asked = 0, slid = 0;
    mpq_t u, zero;
    mpq_inits(u, zero, NULL);
    for (int t = 0; t < 60; t++) {
        hp23 m;
        drawn x;
        one_contact o;
        double at[2];
        hp23_random(&r, check_integer(&r, 2, 3), 1, &m);
        if (impact_colliding(&m.x, (const mpq_t *)m.x.v, zero) == 0) {
            drawn_new(&x, &m, &whole);
            as_one_contact(&m, &x, &o, at, u);
            if (ends_at(&o, at)) {
                asked++;
                slid += at[1] != 0;
                one_end(&x.e, at[1], u);
            }
            drawn_clear(&x);
        }
        hp23_clear(&m);
    }
    mpq_clears(u, zero, NULL);
    CHECK(asked > 25 && slid > 8, "%d asked, %d slide", asked, slid);
}

/* No solution leaves: every knot in a piece when the set is whole, every end
   in a part always. */
static int stay_inside(hp23 *m, const ends_wish *w, int count, const char *name)
{
    drawn t;
    int ended = 0;
    drawn_new(&t, m, w);
    for (int i = 0; i < count; i++) {
        solution x;
        const solution_options o = {
            .seed = 3, .most = 12, .ordered = i % 8 == 7};
        const arena_mark mark = arena_here(&m->a);
        const perp_status s = solution_find(&m->a, &t.all, &o, (uint64_t)i, &x);
        for (int k = 0; k < x.knots && s.code == PERP_OK; k++) {
            const mpq_t *v = (const mpq_t *)x.v + k * m->x.nv;
            CHECK(t.e.loose > 0 || drawn_inside(&t, v, 0),
                  "%s: knot %d of solution %d is in no piece", name, k, i);
        }
        if (s.code == PERP_OK && x.ended) {
            CHECK(drawn_inside(&t, (const mpq_t *)x.v + (x.knots - 1) * m->x.nv,
                               1),
                  "%s: solution %d ends in no part (%d loose)", name, i,
                  t.e.loose);
            ended++;
        }
        solution_clear(&x);
        arena_release(&m->a, mark);
    }
    drawn_clear(&t);
    return ended;
}

static void of_models(void)
{
    static const char *const known[] = {"box_wall", "compass_gait"};
    for (int k = 0; k < 2; k++) {
        hp23 m;
        hp23_load(&m, known[k]);
        CHECK(stay_inside(&m, &whole, 20, known[k]) >= 15, "%s: ends",
              known[k]);
        hp23_clear(&m);
    }
}

static void of_random_impacts(void)
{
    const int times = getenv("PERP_TIMES") != NULL ? 8 : 1;
    check_random r = {check_seed(23)};
    int ended = 0;
    for (int t = 0; t < 6 * times; t++) {
        hp23 m;
        mpq_t zero;
        const ends_wish some = {.legs = t % 3 == 0 ? 2 : 1000, .pieces = 60};
        hp23_random(&r, 3, 2, &m);
        mpq_init(zero);
        if (impact_colliding(&m.x, (const mpq_t *)m.x.v, zero) >= 0)
            ended += stay_inside(&m, &some, 12, "random");
        mpq_clear(zero);
        hp23_clear(&m);
    }
    CHECK(ended > 20 * times, "only %d ended", ended);
}

/* With fewer legs there is a bound in the place of what is not followed. */
static void cut_short(void)
{
    for (int legs = 0; legs < 3; legs++) {
        hp23 m;
        const ends_wish w = {.legs = legs};
        drawn_block(&m);
        CHECK(stay_inside(&m, &w, 30, "block") > 20, "ends");
        hp23_clear(&m);
    }
}

/* The wing's page: rest, and both segments to 21/100. */
static void the_block(void)
{
    hp23 m;
    drawn t;
    mpq_t v[3];
    drawn_block(&m);
    drawn_new(&t, &m, &whole);
    CHECK(t.e.loose == 0, "whole");
    for (int i = 0; i < 3; i++)
        mpq_init(v[i]);
    for (int way = -1; way <= 1; way += 2)
        for (int part = 0; part <= 23; part++) {
            mpq_set_si(v[0], -way * part, 100);
            mpq_set_si(v[1], part, 200);
            mpq_set_si(v[2], way * part, 100);
            for (int i = 0; i < 3; i++)
                mpq_canonicalize(v[i]);
            CHECK(drawn_inside(&t, (const mpq_t *)v, 1) == (part <= 21),
                  "%d/100", way * part);
        }
    mpq_set_si(v[0], 1, 1000);
    mpq_set_si(v[1], 1, 100);
    mpq_set_ui(v[2], 0, 1);
    CHECK(!drawn_inside(&t, (const mpq_t *)v, 1), "beside");
    for (int i = 0; i < 3; i++)
        mpq_clear(v[i]);
    drawn_clear(&t);
    hp23_clear(&m);
}

/* Where an impact is over, contact A, which slides at rest there, could push
   itself into the ground by its friction: W (1, 0, -mu) has -1 for n_A. B, with
   no friction, presses alone, since A parts until B rests, and v + W (0, 1, 0) =
   (0, 0, 1) is the one end. Coordinates are the speeds n_A, n_B and the slip;
   M is the inverse of W = (1, -1/2, 1; -1/2, 1, 0; 1, 0, 2). */
static void over_is_over(void)
{
    static const double M[] = {4, 2, -2, 2, 2, -1, -2, -1, 1.5};
    static const double n[] = {1, 0, 0, 0, 1, 0};
    static const double d[] = {0, 0, 1, 0, 0, 1};
    static const double v[] = {0.5, -1, 1};
    hp23 m;
    drawn t;
    hp23_new(&m, 3, 2);
    memcpy(m.d.M, M, sizeof M);
    memcpy(m.d.n, n, sizeof n);
    memcpy(m.d.d, d, sizeof d);
    memcpy(m.d.v, v, sizeof v);
    m.d.mu[0] = 2;
    hp23_exact(&m);
    drawn_new(&t, &m, &whole);
    CHECK(t.e.loose == 0 && t.e.parts == 1, "%d parts, %d loose", t.e.parts,
          t.e.loose);
    const row_list *at = &t.e.part[0].set.points.row;
    const double end[] = {1, 0, 0, 1};
    CHECK(at->count == 1, "%d corners", at->count);
    for (int i = 0; i < 4; i++)
        CHECK(mpz_cmp_d(row_list_at(at, 0)[i], end[i]) == 0, "number %d", i);
    drawn_clear(&t);
    hp23_clear(&m);
}

static void refused(void)
{
    hp23 m;
    rates r;
    ends e;
    drawn_block(&m);
    mpq_set_ui(m.x.v[1], 0, 1);
    CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
    CHECK(ends_find(&m.a, &r, &whole, &e).code == PERP_INPUT, "no impact");
    ends_clear(&e);
    rates_clear(&r);
    hp23_clear(&m);
}

int main(void)
{
    RUN(a_contact_alone);
    RUN(of_models);
    RUN(of_random_impacts);
    RUN(cut_short);
    RUN(the_block);
    RUN(over_is_over);
    RUN(refused);
    DONE;
}
