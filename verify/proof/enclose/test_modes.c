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

/* A block of 1 kg that comes to the floor, n = (0, 1), d = (1, 0), mu = 1/2, with
   (1/4, -2), or data near these. It is stopped, M v + z n + f d = 0; its share
   e z sends it off, and it sticks: of d'x = 0 and of the motion across d is left
   t (w'M w) = e z w'n for x = t w, w = (-d_y, d_x). */
typedef struct {
    double M[4], n[2], d[2];
} block;

static void bounce(const block *b, double z_f[2], double x[2])
{
    const double e = 0.5, v[] = {0.25, -2}, w[] = {-b->d[1], b->d[0]};
    const double p[] = {-(b->M[0] * v[0] + b->M[1] * v[1]),
                        -(b->M[2] * v[0] + b->M[3] * v[1])};
    const double D = b->n[0] * b->d[1] - b->n[1] * b->d[0];
    z_f[0] = (p[0] * b->d[1] - p[1] * b->d[0]) / D;
    z_f[1] = (b->n[0] * p[1] - b->n[1] * p[0]) / D;
    const double wMw = w[0] * (b->M[0] * w[0] + b->M[1] * w[1]) +
                       w[1] * (b->M[2] * w[0] + b->M[3] * w[1]);
    const double t = e * z_f[0] * (w[0] * b->n[0] + w[1] * b->n[1]) / wMw;
    x[0] = t * w[0];
    x[1] = t * w[1];
}

/* The claim of (x, c_n, beta_+, beta_-, lambda), or without the betas, over 4. */
static void claim_quarters(arena *a, int n, lcp_claim *c, const long z[6])
{
    CHECK(lcp_claim_new(a, 2, n, c).code == PERP_OK, "memory");
    mpz_set_ui(c->den, 4);
    for (int i = 0; i < 2 + n; i++)
        mpz_set_si(c->Z[i], z[i]);
}

/* Both problems of the bounce are decided, "s" and then "os", and no other data
   move it as far as was said, v^c and z of the compression included. */
static void bounces_hold(void)
{
    check_random r = {check_seed(92)};
    block b = {{1, 0, 0, 1}, {0, 1}, {1, 0}};
    double mu[] = {0.5}, before[] = {0.25, -2}, mid[] = {0, 0};
    double push[] = {1}, far[3], moved[2], none[1] = {0}, z_f[2], x[2];
    int slip_at[] = {0, 1}, yes[2];
    step_data d = {.nv = 2, .p = 1, .r = 1, .M = b.M, .n = b.n, .d = b.d,
                   .mu = mu, .v = before, .slip_at = slip_at, .nu = none};
    const alpha_gamma g = {1, 1, 0, STEP_FAMILY};
    char word[2][16];
    lcp_claim c[2];
    arena a = {0};
    claim_quarters(&a, 4, &c[0], (long[]){0, 0, 8, 0, 1, 0});
    claim_quarters(&a, 4, &c[1], (long[]){0, 4, 0, 0, 0, 0});
    for (int k = 8; k < 40; k += 4) {
        const double rho = ldexp(1, -k);
        modes_of p = {.scheme = &g, .d = &d, .claim = &c[0], .jump = 1,
                      .radius = rho, .far = far};
        d.v = before;
        CHECK(modes_find(&a, &p, word[0], &yes[0], &moved[0]).code == PERP_OK &&
                  yes[0] && strcmp(word[0], " s") == 0, "%s", word[0]);
        d.v = mid;
        p = (modes_of){.scheme = &g, .d = &d, .claim = &c[1], .jump = 1,
                       .radius = rho, .share = 0.5, .push = push,
                       .given = far};
        CHECK(modes_find(&a, &p, word[1], &yes[1], &moved[1]).code == PERP_OK &&
                  yes[1] && strcmp(word[1], " os") == 0, "%s", word[1]);
        for (int i = 0; i < 300; i++) {
            block near = {{1, 0, 0, 1}, {0, 1}, {1, 0}};
            shake_array(&r, near.M, 4, rho);
            near.M[2] = near.M[1];
            shake_array(&r, near.n, 2, rho);
            shake_array(&r, near.d, 2, rho);
            bounce(&near, z_f, x);
            CHECK(fabs(z_f[0] - 2) <= far[2] && fabs(x[0]) <= moved[1] &&
                      fabs(x[1] - 1) <= moved[1] && moved[1] < 100 * rho,
                  "z %g, x (%g, %g), beyond %g, %g", z_f[0], x[0], x[1],
                  far[2], moved[1]);
        }
    }
    for (int k = 0; k < 2; k++)
        lcp_claim_clear(&c[k]);
    arena_free(&a);
}

/* The bounds by hand, with R = 2 rho for the radius and y = 3/2 e. A point that
   comes with (0, -2) and has no friction: of the compression y = (6 R, 0), 6 R
   of its impulse; of the rebound e = (2 R + 6 R, 2 R + 1/2 6 R). On a line the
   second alone. The block that slides from (2, -2): y = (57/4, 3/2) R and 21/2 R;
   e = 3 R + 57/4 R + 1/2 1/2 21/2 R of x. */
static void by_hand(void)
{
    const double rho = 0x1p-40;
    const struct {
        int nv, slips;
        double v[2], mid[2], moved;
        long first[6], second[6];
        const char *word[2];
    } all[] = {
        {2, 0, {0, -2}, {0, 0}, 24, {0, 0, 8, 0}, {0, 4, 0, 0}, {" c", " o"}},
        {1, 0, {-2, 0}, {0, 0}, 15, {0, 8, 0, 0}, {4, 0, 0, 0}, {" c", " o"}},
        {2, 1, {2, -2}, {1, 0}, 59.625, {4, 0, 8, 0, 4, 4}, {2, 4, 0, 0, 2, 2},
         {" +", " o+"}}};
    for (int k = 0; k < 3; k++) {
        const int nv = all[k].nv, r = all[k].slips;
        double M[] = {1, 0, 0, 1}, n[] = {nv == 1, 1}, along[] = {1, 0};
        double mu[] = {0.5}, none[1] = {0}, push[] = {1}, far[3], moved[2];
        double v[2][2] = {{all[k].v[0], all[k].v[1]},
                          {all[k].mid[0], all[k].mid[1]}};
        int slip_at[] = {0, r}, yes;
        const step_data d[] = {
            {.nv = nv, .p = 1, .r = r, .M = M, .n = n, .d = along, .mu = mu,
             .v = v[0], .slip_at = slip_at, .nu = none},
            {.nv = nv, .p = 1, .r = r, .M = M, .n = n, .d = along, .mu = mu,
             .v = v[1], .slip_at = slip_at, .nu = none}};
        const alpha_gamma g = {1, 1, 0, STEP_FAMILY};
        arena a = {0};
        for (int i = 0; i < 2; i++) {
            char word[16];
            lcp_claim c;
            claim_quarters(&a, 2 * r + nv, &c, i ? all[k].second : all[k].first);
            modes_of p = {.scheme = &g, .d = &d[i], .claim = &c, .jump = 1,
                          .radius = rho, .share = 0.5, .given = far,
                          .push = i ? push : NULL, .far = i ? NULL : far};
            CHECK(modes_find(&a, &p, word, &yes, &moved[i]).code == PERP_OK &&
                      yes && strcmp(word, all[k].word[i]) == 0, "%s", word);
            lcp_claim_clear(&c);
        }
        CHECK(fabs(moved[1] / rho - all[k].moved) < 1e-6, "%.17g rho, by hand %g",
              moved[1] / rho, all[k].moved);
        arena_free(&a);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(modes_hold);
    RUN(bounces_hold);
    RUN(by_hand);
    DONE;
}
