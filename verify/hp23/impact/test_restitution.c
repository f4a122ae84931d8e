/**
# Restitution in one phase, and along Routh's path
*/
#include "base/memory.h"
#include "check.h"
#include "hp23/impact/impact.h"
#include "hp23/impact/restitution.h"
#include "hp23/impact/routh.h"
#include "number/rational.h"

enum { NV = 4, ROOM = 64 };

/* Data with M = I unless changed, p contacts of a slip each or none. */
typedef struct {
    arena a;
    step_exact d;
    int slip_at[NV + 1];
    mpq_t *all;
} data;

static void data_new(data *x, int nv, int p, int r)
{
    *x = (data){.d = {.nv = nv, .p = p, .r = r}};
    x->all = rational_array(&x->a, ROOM);
    x->d.M = x->all;
    x->d.n = x->d.M + nv * nv;
    x->d.d = x->d.n + p * nv;
    x->d.mu = x->d.d + r * nv;
    x->d.v = x->d.mu + p;
    x->d.slip_at = x->slip_at;
    for (int i = 0; i < nv; i++)
        mpq_set_ui(x->d.M[i * nv + i], 1, 1);
    for (int j = 0; j <= p; j++)
        x->slip_at[j] = r > 0 ? j : 0;
}

static void data_clear(data *x)
{
    rational_clear(x->all, ROOM);
    arena_free(&x->a);
}

static void put(int n, mpq_t *x, const char *const text[])
{
    for (int i = 0; i < n; i++) {
        mpq_set_str(x[i], text[i], 10);
        mpq_canonicalize(x[i]);
    }
}

static int is(mpq_srcptr x, const char *text)
{
    mpq_t y;
    mpq_init(y);
    mpq_set_str(y, text, 10);
    mpq_canonicalize(y);
    const int same = mpq_equal(x, y);
    mpq_clear(y);
    return same;
}

typedef enum { NEWTON, POISSON, ROUTH } which;

static outcomes ask(data *x, which w, mpq_srcptr e)
{
    outcomes_search s = {0};
    int several;
    const int L = x->d.p + x->d.r; /* Poisson's with works behind them */
    outcomes out = {.nv = x->d.nv, .impulses = w == POISSON ? 2 * L : L};
    perp_status st =
        w == NEWTON ? restitution_newton(&x->a, &x->d, e, 1, &s, &out)
        : w == POISSON
            ? restitution_poisson(&x->a, &x->d, e, &s, &out, &several)
            : restitution_routh(&x->a, &x->d, e, 1, &out);
    CHECK(st.code == PERP_OK, "%s", st.message);
    return out;
}

/** By hand: a wall that parts is hit and gains; a slip that ends under Newton's
hypothesis gains 3/2 J, and gains nothing by Poisson's. */
static void gains_by_hand(void)
{
    data x;
    mpq_t e, g;
    mpq_inits(e, g, NULL);
    mpq_set_ui(e, 1, 1);
    data_new(&x, 2, 2, 0);
    put(4, x.d.n, (const char *const[]){"1", "0", "-3/5", "4/5"});
    put(2, x.d.v, (const char *const[]){"-3/5", "-1/5"});
    outcomes o = ask(&x, NEWTON, e);
    CHECK(o.count == 1 && is(o.first->v[0], "3/5") && is(o.first->v[1], "9/20"),
          "two walls");
    impact_gain(&x.d, (const mpq_t *)x.d.v, (const mpq_t *)o.first->v, g);
    CHECK(is(g, "13/80"), "9/16 - 2/5");
    outcomes_clear(&o);
    data_clear(&x);

    data_new(&x, 2, 1, 1); /* M = G^-1, J = I */
    put(4, x.d.M, (const char *const[]){"5", "-2", "-2", "1"});
    put(2, x.d.n, (const char *const[]){"1", "0"});
    put(2, x.d.d, (const char *const[]){"0", "1"});
    put(1, x.d.mu, (const char *const[]){"3/2"});
    put(2, x.d.v, (const char *const[]){"-1", "-3"});
    o = ask(&x, NEWTON, e);
    CHECK(o.count == 1 && is(o.first->v[0], "1") && is(o.first->v[1], "0") &&
              is(o.first->L[0], "4") && is(o.first->L[1], "-1"),
          "the contact sticks");
    impact_gain(&x.d, (const mpq_t *)x.d.v, (const mpq_t *)o.first->v, g);
    CHECK(is(g, "3"), "twice 5/2 - 1");
    outcomes_clear(&o);
    for (which w = POISSON; w <= ROUTH; w++) {
        o = ask(&x, w, e);
        for (outcome *k = o.first; k != NULL; k = k->next) {
            impact_gain(&x.d, (const mpq_t *)x.d.v, (const mpq_t *)k->v, g);
            CHECK(mpq_sgn(g) <= 0, "hypothesis %d", w);
        }
        outcomes_clear(&o);
    }
    data_clear(&x);
    mpq_clears(e, g, NULL);
}

/** What is given back along Routh's path, G = (1, 2; 2, 5), mu = 3/2, 1 N s of it. A
slip of 1 ends at s = 2/11 where J_n v = 7/11, and sticking it rises at 1/5, to 4/5. A slip of 10
digs the contact in at the rate -2, until J_n v = 0 at s = 1/2; with 0 to begin with, at
once. */
static void pushed(void)
{
    static const char *const v[3][2] = {{"1", "1"}, {"1", "10"}, {"0", "1"}};
    static const char *const s[3] = {"1", "1/2", "0"};
    static const char *const u[3] = {"4/5", "0", "0"};
    data x;
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    data_new(&x, 2, 1, 1);
    put(4, x.d.M, (const char *const[]){"5", "-2", "-2", "1"});
    put(2, x.d.n, (const char *const[]){"1", "0"});
    put(2, x.d.d, (const char *const[]){"0", "1"});
    put(1, x.d.mu, (const char *const[]){"3/2"});
    for (int k = 0; k < 3; k++) {
        routh_path p;
        put(2, x.d.v, v[k]);
        CHECK(routh_push(&x.a, &x.d, one, &p).code == PERP_OK, "push");
        CHECK(is(p.knot[p.knots - 1].s, s[k]), "way %d: s", k);
        CHECK(is(p.knot[p.knots - 1].normal, u[k]), "way %d: J_n v", k);
        routh_path_clear(&p);
    }
    data_clear(&x);
    mpq_clear(one);
}

/* M (v+ - v) = J' L with M = I, L_n >= 0, |L_t| <= mu L_n, J_n v+ >= least. */
static void holds(const data *x, const outcome *o, mpq_srcptr e, which w)
{
    const step_exact *d = &x->d;
    mpq_t t, s;
    mpq_inits(t, s, NULL);
    for (int i = 0; i < d->nv; i++) {
        mpq_sub(s, o->v[i], d->v[i]);
        for (int k = 0; k < d->p + d->r; k++) {
            const mpq_t *g = k < d->p
                                 ? (const mpq_t *)d->n + k * d->nv
                                 : (const mpq_t *)d->d + (k - d->p) * d->nv;
            mpq_mul(t, o->L[k], g[i]);
            mpq_sub(s, s, t);
        }
        CHECK(mpq_sgn(s) == 0, "momentum, coordinate %d", i);
    }
    for (int j = 0; j < d->p; j++) {
        CHECK(mpq_sgn(o->L[j]) >= 0, "a contact pulls");
        impact_normal(d, j, (const mpq_t *)o->v, s);
        CHECK(mpq_sgn(s) >= 0, "contact %d approaches behind", j);
        impact_normal(d, j, (const mpq_t *)d->v, t);
        mpq_mul(t, t, e);
        mpq_add(t, t, s);
        CHECK(w != NEWTON || mpq_sgn(t) >= 0, "slower than e times");
        if (d->r == 0)
            continue;
        mpq_mul(t, d->mu[j], o->L[j]);
        mpq_abs(s, o->L[d->p + j]);
        CHECK(mpq_cmp(s, t) <= 0, "friction of %d", j);
    }
    mpq_clears(t, s, NULL);
}

/** Random data in small whole numbers: momentum, signs, cones, no approach behind;
no energy from Poisson's hypothesis, whatever friction; none from Newton's without
friction when nothing parts before; and with friction it is seen to gain. */
static void random_ones(void)
{
    check_random r = {check_seed(11)};
    int tried = 0, gained = 0, both = 0;
    mpq_t e, g;
    mpq_inits(e, g, NULL);
    for (int round = 0; round < 240; round++) {
        const int p = 1 + round % 2, rubs = round / 2 % 2;
        data x;
        data_new(&x, NV, p, rubs ? p : 0);
        for (int i = 0; i < (p + x.d.r) * NV; i++)
            mpq_set_si(x.d.n[i], check_integer(&r, -2, 2), 1);
        for (int j = 0; j < p; j++)
            mpq_set_ui(x.d.mu[j], (unsigned)check_integer(&r, 0, 3), 2);
        for (int i = 0; i < NV; i++)
            mpq_set_si(x.d.v[i], check_integer(&r, -3, 3), 1);
        mpq_set_ui(e, (unsigned)check_integer(&r, 1, 4), 4);
        mpq_canonicalize(e);
        int approach = 0, parts = 0, none = 0;
        for (int j = 0; j < p; j++) {
            impact_normal(&x.d, j, (const mpq_t *)x.d.v, g);
            approach |= mpq_sgn(g) < 0;
            parts |= mpq_sgn(g) > 0;
            impact_dot(NV, (const mpq_t *)x.d.n + j * NV,
                       (const mpq_t *)x.d.n + j * NV, g);
            none |= mpq_sgn(g) == 0;
        }
        /* targets of normals that oppose each other may exclude each other */
        impact_dot(NV, (const mpq_t *)x.d.n,
                   (const mpq_t *)x.d.n + (p - 1) * NV, g);
        none |= p > 1 && mpq_sgn(g) < 0;
        for (which w = NEWTON; w <= ROUTH && approach && !none; w++) {
            impact_normal(&x.d, 0, (const mpq_t *)x.d.v, g);
            if (w == ROUTH && (p > 1 || mpq_sgn(g) >= 0))
                continue;
            outcomes o = ask(&x, w, e);
            for (outcome *k = o.first; k != NULL; k = k->next) {
                holds(&x, k, e, w);
                impact_gain(&x.d, (const mpq_t *)x.d.v, (const mpq_t *)k->v, g);
                const int more = mpq_sgn(g) > 0;
                CHECK(!more || (w == NEWTON && (rubs || parts)),
                      "round %d: hypothesis %d gains energy", round, w);
                gained += more;
                tried++;
                both += w == POISSON && rubs && p == 2;
            }
            outcomes_clear(&o);
        }
        data_clear(&x);
    }
    printf("%d outcomes, %d of Newton's with more energy\n", tried, gained);
    CHECK(tried > 200 && gained > 0 && both > 20, "too few");
    mpq_clears(e, g, NULL);
}

/** Two opposite walls cannot both be left at a speed. */
static void no_solution(void)
{
    data x;
    mpq_t e;
    mpq_init(e);
    mpq_set_ui(e, 1, 2);
    data_new(&x, 2, 2, 0);
    put(4, x.d.n, (const char *const[]){"1", "0", "-1", "1"});
    put(2, x.d.v, (const char *const[]){"-1", "-2"});
    outcomes o = ask(&x, NEWTON, e);
    CHECK(o.count == 1, "a cone that is pointed");
    outcomes_clear(&o);
    put(4, x.d.n, (const char *const[]){"1", "1", "-1", "-1"});
    put(2, x.d.v, (const char *const[]){"-1", "0"});
    outcomes_search s = {0};
    mpq_t target[2];
    mpq_inits(target[0], target[1], NULL);
    mpq_set_ui(target[0], 1, 1);
    mpq_set_ui(target[1], 1, 1);
    const rebound r = {.target = (const mpq_t *)target};
    o = (outcomes){.nv = 2};
    CHECK(restitution_law(&x.a, &x.d, &r, 1, &s, &o).code == PERP_NO_SOLUTION,
          "all");
    CHECK(restitution_law(&x.a, &x.d, &r, 1, NULL, &o).code == PERP_NO_SOLUTION,
          "one");
    mpq_clears(target[0], target[1], e, NULL);
    data_clear(&x);
}

int main(void)
{
    gains_by_hand();
    pushed();
    random_ones();
    no_solution();
    DONE;
}
