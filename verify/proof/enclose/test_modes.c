#include "base/memory.h"
#include "check.h"
#include "proof/enclose/modes.h"
#include "solved_random.h"

#include <math.h>

static long asked, decided, shaken, seen[128];

/* The claim of a step that solved_random has solved, once more. */
static void claim_of(solved_random *s, lcp_claim *c)
{
    arena *a = &s->r.a;
    lcp_exact_answer y;
    int fallback = 0;
    CHECK(lcp_exact_answer_new(a, s->x.p.free, s->x.p.n, &y).code == PERP_OK &&
              mlcp_prove(&s->x.p, NULL, a, &y, &fallback).code == PERP_OK &&
              lcp_claim_new(a, s->x.p.free, s->x.p.n, c).code == PERP_OK,
          "not solved");
    lcp_claim_of(&y, c);
    lcp_exact_answer_clear(s->x.p.free, s->x.p.n, &y);
}

static void shake_array(check_random *r, double *x, int n, double rho)
{
    for (int i = 0; i < n; i++)
        x[i] += rho * check_integer(r, -1, 1);
}

/* Every datum by the radius, up or down, or not at all. M stays symmetric. */
static void shake(check_random *r, step_data *d, double rho)
{
    const int nv = d->nv, vv = nv * nv;
    for (int i = 0; i < nv; i++)
        for (int j = 0; j <= i; j++)
            d->M[j * nv + i] = d->M[i * nv + j] += rho * check_integer(r, -1, 1);
    double *all[] = {d->F, d->kq, d->kv, d->k0, d->k1,
                     d->nu, d->n, d->d, d->phi, d->a};
    const int n[] = {vv, vv, vv, nv, nv, d->m * nv, d->p * nv, d->r * nv,
                     d->s, d->s * nv};
    for (int i = 0; i < 10; i++)
        shake_array(r, all[i], n[i], rho);
}

static void same_modes(solved_random *s, const alpha_gamma *g,
                       const lcp_claim *was, const char *word, double moved)
{
    char now[256];
    lcp_claim c;
    int yes;
    double far;
    claim_of(s, &c);
    const modes_of p = {
        .scheme = g, .d = &s->r.d, .claim = &c, .radius = 0x1p-200};
    CHECK(modes_find(&s->r.a, &p, now, &yes, &far).code == PERP_OK, "memory");
    CHECK(strcmp(word, now) == 0, "'%s' became '%s'", word, now);
    for (int i = 0; i < s->r.d.nv; i++) {
        mpq_t x, y;
        mpq_inits(x, y, NULL);
        mpq_set_z(x, c.Z[i]);
        mpz_set(mpq_denref(x), c.den);
        mpq_canonicalize(x);
        mpq_set_z(y, was->Z[i]);
        mpz_set(mpq_denref(y), was->den);
        mpq_canonicalize(y);
        mpq_sub(x, x, y);
        CHECK(fabs(mpq_get_d(x)) <= moved, "x moved by %g, beyond %g",
              mpq_get_d(x), moved);
        mpq_clears(x, y, NULL);
    }
    shaken++;
    lcp_claim_clear(&c);
}

static solved_random again(const solved_random *s, check_random *r,
                           step_random_sizes z, const alpha_gamma *g, double rho)
{
    solved_random t;
    check_random other = {7};
    step_random_make(&t.r, &other, z);
    const step_data *from = &s->r.d;
    step_data *to = &t.r.d;
    const size_t nv = (size_t)z.nv * sizeof(double), vv = nv * (size_t)z.nv;
    const size_t slips = (size_t)from->r;
    memcpy(to->M, from->M, vv);
    memcpy(to->F, from->F, vv);
    memcpy(to->kq, from->kq, vv);
    memcpy(to->kv, from->kv, vv);
    memcpy(to->k0, from->k0, nv);
    memcpy(to->k1, from->k1, nv);
    memcpy(to->v, from->v, nv);
    memcpy(to->nu, from->nu, (size_t)from->m * nv);
    memcpy(to->n, from->n, (size_t)from->p * nv);
    memcpy(to->d, from->d, slips * nv);
    memcpy(to->mu, from->mu, (size_t)from->p * sizeof(double));
    if (from->s > 0) {
        memcpy(to->stiffness, from->stiffness, (size_t)from->s * sizeof(double));
        memcpy(to->damping, from->damping, (size_t)from->s * sizeof(double));
        memcpy(to->phi, from->phi, (size_t)from->s * sizeof(double));
        memcpy(to->a, from->a, (size_t)from->s * nv);
    }
    shake(r, to, rho);
    solved_random_solve(&t, z, g);
    return t;
}

static void one(check_random *r)
{
    static const step_form forms[] = {STEP_FAMILY, STEP_LINEAR, STEP_EXPLICIT,
                                      STEP_LIMIT};
    step_random_springs = check_integer(r, 0, 1);
    alpha_gamma g = {1, 1, 0.0078125, forms[check_integer(r, 0, 3)]};
    if (g.form == STEP_FAMILY) {
        g.alpha = check_integer(r, 0, 1) ? 0.75 : 0.5;
        g.gamma = 0.5;
    }
    const step_random_sizes z = {check_integer(r, 2, 4), 0,
                                 check_integer(r, 0, 2), check_integer(r, 0, 2)};
    const double rho = ldexp(1, -check_integer(r, 12, 44));
    solved_random s;
    char word[256];
    lcp_claim c;
    int yes;
    double moved;
    solved_random_make(&s, r, z, &g);
    claim_of(&s, &c);
    const modes_of p = {
        .scheme = &g, .d = &s.r.d, .claim = &c, .radius = rho};
    CHECK(modes_find(&s.r.a, &p, word, &yes, &moved).code == PERP_OK, "memory");
    asked++;
    decided += yes;
    for (const char *w = word; *w != '\0' && yes; w++)
        seen[(int)*w]++;
    for (int k = 0; k < 3 && yes; k++) {
        solved_random t = again(&s, r, z, &g, rho);
        same_modes(&t, &g, &c, word, moved);
        solved_random_free(&t);
    }
    lcp_claim_clear(&c);
    solved_random_free(&s);
}

/* Steps whose modes are decided keep them when every datum moves by the radius,
   solved anew and exactly; and the velocities move as little as was said. */
static void modes_hold(void)
{
    check_random r = {check_seed(91)};
    for (int i = 0; i < 400; i++)
        one(&r);
    printf("%ld of %ld steps decided, %ld shaken: %ld open, %ld closed, %ld "
           "stick, %ld +, %ld -\n",
           decided, asked, shaken, seen['o'], seen['c'], seen['s'], seen['+'],
           seen['-']);
    CHECK(decided * 10 > asked * 6, "few are decided");
    CHECK(seen['o'] > 50 && seen['c'] > 10 && seen['s'] > 10 && seen['+'] > 10 &&
              seen['-'] > 10,
          "a mode is missing");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(modes_hold);
    DONE;
}
