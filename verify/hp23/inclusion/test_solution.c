/**
# Solutions of the inclusion (39), followed and judged
*/
#include "hp23.h"
#include "hp23/impact/net_force.h"
#include "hp23/impact/routh.h"
#include "hp23/inclusion/solution.h"

#include <math.h>

/* One impact and solutions of it. */
typedef struct {
    hp23 *m;
    rates r;
    ways all;
    mpq_t zero, gain, square, bound;
} judging;

static void judging_new(judging *t, hp23 *m)
{
    t->m = m;
    mpq_inits(t->zero, t->gain, t->square, t->bound, NULL);
    perp_status s = rates_new(&m->a, &m->x, &t->r);
    ways_new(&t->r, &t->all);
    CHECK(s.code == PERP_OK, "%s", s.message);
}

static void judging_clear(judging *t)
{
    mpq_clears(t->zero, t->gain, t->square, t->bound, NULL);
    ways_clear(&t->all);
    rates_clear(&t->r);
}

/* The path solves the inclusion, and its energy falls on every leg. */
static int is_solution(judging *t, const solution *x, const char *label)
{
    path_verdict v;
    velocity_path p = solution_path(x);
    const int nv = t->r.nv;
    int fine = 1;
    perp_status s = path_check(&t->m->a, &t->r, &p, &v);
    CHECK(s.code == PERP_OK, "%s: %s", label, s.message);
    CHECK(mpq_sgn(v.worst) == 0, "%s: leg %d of %d is %g away", label, v.leg,
          x->knots - 1, mpq_get_d(v.worst));
    CHECK(mpq_equal(v.inside, v.length), "%s: inside", label);
    fine &= mpq_sgn(v.worst) == 0;
    for (int k = 0; k + 1 < x->knots; k++) {
        impact_gain(&t->m->x, (const mpq_t *)x->v + k * nv,
                    (const mpq_t *)x->v + (k + 1) * nv, t->gain);
        CHECK(mpq_sgn(t->gain) < 0, "%s: leg %d gains %g J", label, k,
              mpq_get_d(t->gain) / 2);
    }
    path_verdict_clear(&v);
    return fine;
}

/* 4 r'M^-1 r |v0|_M^2, the square of the bound for s*. */
static void termination_bound(judging *t, const net_force *f)
{
    const step_exact *d = &t->m->x;
    mpq_t w[16];
    for (int i = 0; i < 16; i++)
        mpq_init(w[i]);
    CHECK(impact_response(&t->m->a, d, (const mpq_t *)f->r, w).code == PERP_OK,
          "M");
    impact_dot(d->nv, (const mpq_t *)f->r, (const mpq_t *)w, t->bound);
    mpq_mul_2exp(t->bound, t->bound, 2);
    mpq_t energy;
    mpq_init(energy);
    mpq_t *rest = w; /* zeros */
    for (int i = 0; i < 16; i++)
        mpq_set_ui(rest[i], 0, 1);
    impact_gain(d, (const mpq_t *)rest, (const mpq_t *)d->v, energy);
    mpq_mul(t->bound, t->bound, energy);
    mpq_clear(energy);
    for (int i = 0; i < 16; i++)
        mpq_clear(w[i]);
}

static void one_model(const char *name, int count, int most)
{
    hp23 m;
    judging t;
    net_force f;
    mpq_t h;
    double longest = 0;
    int legs = 0;
    hp23_load(&m, name);
    judging_new(&t, &m);
    mpq_init(h);
    mpq_set_ui(h, 1, 1);
    CHECK(net_force_find(&m.a, &m.x, h, &f).code == PERP_OK, "r");
    termination_bound(&t, &f);
    for (int i = 0; i < count; i++) {
        solution x;
        solution_options o = {.seed = 7, .most = most, .ordered = i % 4 == 3};
        arena_mark mark = arena_here(&m.a);
        perp_status s = solution_find(&m.a, &t.all, &o, (uint64_t)i, &x);
        CHECK(s.code == PERP_OK, "%s: %s", name, s.message);
        if (s.code == PERP_OK) {
            CHECK(x.ended || most > 0, "%s: %d legs and no end", name, x.knots);
            is_solution(&t, &x, name);
            mpq_mul(t.square, x.s[x.knots - 1], x.s[x.knots - 1]);
            CHECK(mpq_cmp(t.square, t.bound) <= 0, "%s: s* = %g", name,
                  mpq_get_d(x.s[x.knots - 1]));
            longest = fmax(longest, mpq_get_d(x.s[x.knots - 1]));
            legs += x.knots - 1;
        }
        solution_clear(&x);
        arena_release(&m.a, mark);
    }
    printf("%s: %d solutions, %.1f legs; longest %.4g N s, bound %.4g\n", name,
           count, (double)legs / count, longest, sqrt(mpq_get_d(t.bound)));
    mpq_clear(h);
    net_force_clear(&f);
    judging_clear(&t);
    hp23_clear(&m);
}

/** The examples: every path that is followed is a solution of (39), proven piece
by piece; it ends (or is cut, on the discs, where a solution may have legs without end), it
loses energy on every leg, and it is no longer than $2 |r|_{M^{-1}}
|v_0|_M$. That bound is Theorem 3's in a form that can be computed: with the r of
Lemma 6, $r \cdot v$ grows at least at the rate 1, from no less than $-|r|_{M^{-1}} |v_0|_M$
to no more than that with the other sign. So no solution stays in the closure of C
longer, and $\alpha(s) = 1$ from there on is one that Lemma 3 may be used with.

Verifies HP23 (37)-(40), (41), (Thm2), (Thm3), (Cor1), (Lemma3). */
static void of_the_examples(void)
{
    static const int counts[HP23_MODELS] = {40, 30, 40, 6, 6, 6};
    for (int k = 0; k < HP23_MODELS; k++)
        one_model(hp23_models[k], counts[k], k < 4 ? 0 : 10);
    VERIFIES("HP23 (37)-(40), (41), (Thm2), (Thm3), (Cor1), (Lemma3)");
}

int main(void)
{
    RUN(of_the_examples);
    DONE;
}
