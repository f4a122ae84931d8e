#include "check.h"
#include "gap08/bounds/momenta.h"
#include "number/rational.h"
#include "solved_random.h"

#include <math.h>

typedef struct {
    momenta before, after;
    mpq_t rest;
} parts;

static void parts_init(parts *p)
{
    momenta_init(&p->before);
    momenta_init(&p->after);
    mpq_init(p->rest);
}

static void parts_clear(parts *p)
{
    momenta_clear(&p->before);
    momenta_clear(&p->after);
    mpq_clear(p->rest);
}

static double form(const step_exact *d, const mpq_t *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < d->nv; i++)
        for (int j = 0; j < d->nv; j++)
            sum += mpq_get_d(a[i]) * mpq_get_d(d->M[i * d->nv + j]) * b[j];
    return sum;
}

/* The part of v along one joint, in doubles: nu (nu'v)/(nu'nu). */
static void along_joint(const step_exact *d, const mpq_t *v, double *out)
{
    double dot = 0, square = 0;
    for (int i = 0; i < d->nv; i++) {
        dot += mpq_get_d(d->nu[i]) * mpq_get_d(v[i]);
        square += mpq_get_d(d->nu[i]) * mpq_get_d(d->nu[i]);
    }
    for (int i = 0; i < d->nv; i++)
        out[i] = d->m > 0 ? mpq_get_d(d->nu[i]) * dot / square : 0;
}

/* The part beside the joint and the rest, formed in doubles. */
static void in_doubles(const parts *p, const step_exact *d, const mpq_t *across,
                       const mpq_t *v, const impulses *acted, int trial)
{
    double nu[4], force = 0;
    along_joint(d, v, nu);
    const double wanted = form(d, across, nu);
    CHECK(fabs(mpq_get_d(p->after.beside) - wanted) < 1e-9 * (1 + fabs(wanted)),
          "trial %d: beside %g, not %g", trial, mpq_get_d(p->after.beside),
          wanted);
    for (int i = 0; i < d->nv; i++)
        force += mpq_get_d(across[i]) * (mpq_get_d(acted->applied[i]) +
                                         mpq_get_d(acted->coriolis[i]));
    CHECK(fabs(mpq_get_d(p->rest) - force) < 1e-9 * (1 + fabs(force)),
          "trial %d: rest %g, not %g", trial, mpq_get_d(p->rest), force);
}

/* An impulse, and a part, that are off by 2^-200, are found; how many were. */
static int push(parts *p, const mpq_t *across, int nv, impulses *acted,
                int trial)
{
    int pushed = 0;
    mpq_t tiny;
    mpq_init(tiny);
    mpq_set_d(tiny, 0x1p-200);
    for (int i = 0; i < nv && mpq_sgn(across[i]) != 0; i++) {
        mpq_add(acted->contact[i], acted->contact[i], tiny);
        CHECK(!momenta_driven(&p->before, &p->after, across, acted, p->rest),
              "trial %d: an impulse", trial);
        mpq_sub(acted->contact[i], acted->contact[i], tiny);
        mpq_add(p->after.omega, p->after.omega, tiny);
        CHECK(!momenta_split(&p->after) &&
                  !momenta_driven(&p->before, &p->after, across, acted,
                                  p->rest),
              "trial %d: a part", trial);
        mpq_sub(p->after.omega, p->after.omega, tiny);
        pushed++;
    }
    mpq_clear(tiny);
    return pushed;
}

/* Verifies GAP08 (7.6), (7.7), (7.8). On random solved steps with a joint and random
   directions across it: the parts are the whole, they are d'M nu_perp w and d'M nu u
   formed in doubles, and their changes are what the impulses do along d', exactly, with
   h d'(force) as the rest. An impulse that is off by 2^-200 is found; so is a part that
   is taken for another, and a direction that moves the joint, because there the joint's
   impulse is in the sum but u is not in the split of another nu. */
static void steps_keep_them(void)
{
    check_random rng = {check_seed(361)};
    int beside = 0, pushed = 0;
    parts p;
    parts_init(&p);
    for (int trial = 0; trial < 200; trial++) {
        solved_random s;
        const int nv = check_integer(&rng, 2, 4);
        const step_random_sizes z = {nv, trial % 2, check_integer(&rng, 0, 2), 1};
        const alpha_gamma g = {.alpha = check_integer(&rng, 4, 8) / 8.0,
                               .gamma = check_integer(&rng, 0, 8) / 8.0,
                               .h = 1.0 / 64};
        solved_random_make(&s, &rng, z, &g);
        const step_exact *d = &s.r.exact;
        step_result_exact *y = &s.r.y_exact;
        mpq_t *x = rational_array(&s.r.a, 2 * (size_t)nv + 1), margin;
        mpq_init(margin);
        for (int i = 0; i < nv; i++)
            mpq_set_si(x[i], check_integer(&rng, -9, 9), 4);
        for (int i = 0; i < nv; i++)
            mpq_canonicalize(x[i]);
        CHECK(impulses_margin(&s.r.a, d, (const mpq_t *)x, x + nv, margin)
                      .code == PERP_OK,
              "memory");
        const mpq_t *across = (const mpq_t *)x + nv;
        CHECK(momenta_of(&s.r.a, d, across, (const mpq_t *)d->v, &p.before)
                          .code == PERP_OK &&
                  momenta_of(&s.r.a, d, across, (const mpq_t *)y->v, &p.after)
                          .code == PERP_OK,
              "memory");
        CHECK(momenta_split(&p.before) && momenta_split(&p.after), "(7.7)");
        CHECK(momenta_driven(&p.before, &p.after, across, &s.acted, p.rest),
              "trial %d: (7.8)", trial);
        in_doubles(&p, d, across, (const mpq_t *)y->v, &s.acted, trial);
        beside += mpq_sgn(p.after.beside) != 0;
        pushed += push(&p, across, nv, &s.acted, trial);
        mpq_clear(margin);
        rational_clear(x, 2 * (size_t)nv + 1);
        solved_random_free(&s);
    }
    CHECK(beside > 30 && pushed > 100, "%d %d", beside, pushed);
    parts_clear(&p);
    VERIFIES("GAP08 (7.6), (7.7), (7.8)");
}

/* M = diag(1, 2), nu = (1, 1), d' = (1, -1), v = (3, 1): u = 2, 3 and -2, in all 1. */
static void by_hand(void)
{
    check_random rng = {check_seed(363)};
    solved_random s;
    parts p;
    const alpha_gamma g = {.alpha = 0.5, .gamma = 0.5, .h = 1.0 / 64};
    static const int M[4] = {1, 0, 0, 2};
    parts_init(&p);
    solved_random_make(&s, &rng, (step_random_sizes){2, 1, 0, 0}, &g);
    mpq_t *x = rational_array(&s.r.a, 4);
    for (int i = 0; i < 4; i++)
        mpq_set_si(s.r.exact.M[i], M[i], 1);
    mpq_set_si(s.r.exact.nu[0], 1, 1);
    mpq_set_si(s.r.exact.nu[1], 1, 1);
    mpq_set_si(x[0], 1, 1);
    mpq_set_si(x[1], -1, 1);
    mpq_set_si(x[2], 3, 1);
    mpq_set_si(x[3], 1, 1);
    CHECK(momenta_of(&s.r.a, &s.r.exact, (const mpq_t *)x,
                     (const mpq_t *)x + 2, &p.before)
                  .code == PERP_OK,
          "memory");
    CHECK(mpq_cmp_si(p.before.omega, 3, 1) == 0 &&
              mpq_cmp_si(p.before.beside, -2, 1) == 0 &&
              mpq_cmp_si(p.before.whole, 1, 1) == 0,
          "%g %g %g", mpq_get_d(p.before.omega), mpq_get_d(p.before.beside),
          mpq_get_d(p.before.whole));
    CHECK(momenta_split(&p.before), "(7.7)");
    rational_clear(x, 4);
    parts_clear(&p);
    solved_random_free(&s);
}

int main(void)
{
    RUN(steps_keep_them);
    RUN(by_hand);
    DONE;
}
