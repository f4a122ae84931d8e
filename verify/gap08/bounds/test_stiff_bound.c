#include "check.h"
#include "gap08/bounds/stiff_bound.h"
#include "solved_random.h"

#include <math.h>

enum { LINKS = 3 };

/* A random step at rest: a diagonal M, no Jacobians, springs of rest length. */
static void make(solved_random *s, check_random *rng, int rest)
{
    const int nv = check_integer(rng, 4, 6);
    const step_random_sizes z = {nv, check_integer(rng, 0, 1),
                                 check_integer(rng, 0, 2),
                                 check_integer(rng, 0, 1)};
    const alpha_gamma g = {1, 1, 1.0 / (1 << check_integer(rng, 0, 7)),
                           STEP_LINEAR};
    step_random_springs = check_integer(rng, 0, LINKS);
    step_random_make(&s->r, rng, z);
    solved_random_plain(&s->r.d, NULL);
    for (int i = 0; i < s->r.d.s && rest; i++) {
        s->r.d.phi[i] = 0;
        s->r.d.stiffness[i] = ldexp(1, check_integer(rng, -10, 30));
        s->r.d.damping[i] = i % 2 ? 0 : ldexp(3, check_integer(rng, -10, 30));
    }
    solved_random_solve(s, z, &g);
    step_random_springs = 0;
}

static const char *ask(const solved_random *s, stiff_bound *b)
{
    const perp_status status = stiff_bound_of(s->t.s, s->t.d, s->t.y, b);
    CHECK(status.code == PERP_OK, "%s", status.message);
    return stiff_bound_false(b);
}

/* The squares in doubles. M is diagonal, so w = v + h k/M, and K_FC^2 is its
   largest entry times sum M w^2. */
static void compare(const solved_random *s, const stiff_bound *b, int trial)
{
    const step_data *d = &s->r.d;
    const step_result_exact *y = s->t.y;
    const double h = mpq_get_d(s->t.s->h);
    double parts = 0, moved = 0, energy = 0, heavy = 0, link = 0;
    for (int i = 0; i < d->nv; i++) {
        const double M = d->M[i * d->nv + i], w = d->v[i] + h * d->k0[i] / M;
        const double z = M * (mpq_get_d(y->x[i]) - w);
        moved += z * z;
        energy += M * w * w;
        heavy = fmax(heavy, M);
    }
    for (int k = 0; k < d->s; k++) {
        const double c = mpq_get_d(y->cs[k]);
        parts += c * c;
        link = fmax(link, c * c);
    }
    for (int k = 0; k < d->m; k++)
        parts += pow(mpq_get_d(y->cnu[k]), 2);
    for (int k = 0; k < d->p; k++)
        parts += pow(mpq_get_d(y->cn[k]), 2);
    for (int k = 0; k < d->r; k++)
        parts += pow(mpq_get_d(y->f[k]), 2);
    const double got[] = {mpq_get_d(b->parts), mpq_get_d(b->moved),
                          mpq_get_d(b->sum), mpq_get_d(b->reach),
                          mpq_get_d(b->link)};
    const double want[] = {parts, moved, moved, heavy * energy, link};
    for (int i = 0; i < 5; i++)
        CHECK(fabs(got[i] - want[i]) <= 1e-9 * (want[i] + energy * heavy),
              "trial %d, number %d: %.17g, not %.17g", trial, i, got[i],
              want[i]);
}

/* Verifies AP02 (39), (49), (50). Random steps at rest length with stiffness over
   twelve decades keep all four lines, and the squares are those formed in
   doubles from the velocities and from the impulses. Of steps with springs that
   are pressed only (39) is asked; it holds. */
static void steps_keep_them(void)
{
    check_random rng = {check_seed(391)};
    int rest = 0, blunt = 0, pressed = 0;
    double most = 0;
    stiff_bound b;
    stiff_bound_init(&b);
    for (int trial = 0; trial < 150; trial++) {
        solved_random s;
        make(&s, &rng, trial % 3 > 0);
        const char *wrong = ask(&s, &b);
        CHECK(wrong == NULL, "trial %d: %s", trial, wrong);
        if (b.rest) {
            compare(&s, &b, trial);
            most = fmax(most, mpq_get_d(b.parts) / mpq_get_d(b.constant) /
                                  mpq_get_d(b.reach));
        }
        rest += b.rest;
        pressed += b.pointed && !b.rest;
        blunt += !b.pointed;
        solved_random_free(&s);
    }
    printf("%d steps at rest, %d not, %d not pointed; (49) uses %.3g\n", rest,
           pressed, blunt, sqrt(most));
    CHECK(rest > 40 && pressed > 10 && most > 0.01, "too easy");
    stiff_bound_clear(&b);
    VERIFIES("AP02 (39), (49), (50)");
}

typedef struct {
    mpq_ptr at;
    int num, den;
} setting;

static void set(const setting *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mpq_set_si(all[i].at, all[i].num, (unsigned long)all[i].den);
        mpq_canonicalize(all[i].at);
    }
}

static void is(const char *what, mpq_srcptr got, int num, int den)
{
    CHECK(mpq_cmp_si(got, num, (unsigned long)den) == 0, "%s: %g, not %d/%d",
          what, mpq_get_d(got), num, den);
}

/* The page's two bodies with K = h delta, by hand: x = (-1, 1)/(1 + 2K), c =
   -2K/(1 + 2K), c_FC^2 = 1/2, K_FC^2 = 2. What is off is found: a velocity by
   K_FC, an impulse by (49), another K by (50). */
static void two_bodies(void)
{
    check_random rng = {check_seed(393)};
    const int strength[] = {1, 10, 1000000};
    const alpha_gamma g = {1, 1, 0.5, STEP_LINEAR};
    stiff_bound b;
    stiff_bound_init(&b);
    for (int k = 0; k < 3; k++) {
        const int K = strength[k], den = 1 + 2 * K;
        solved_random s;
        step_random_springs = 1;
        solved_random_from(&s, &rng, (step_random_sizes){2, 0, 0, 0}, &g, NULL);
        step_random_springs = 0;
        step_exact *d = &s.r.exact;
        const setting all[] = {
            {d->M[0], 1, 1},           {d->M[3], 1, 1},
            {d->k0[0], 0, 1},          {d->k0[1], 0, 1},
            {d->v[0], -1, 1},          {d->v[1], 1, 1},
            {d->a[0], -1, 1},          {d->a[1], 1, 1},
            {d->stiffness[0], 0, 1},   {d->damping[0], 2 * K, 1},
            {s.r.y_exact.x[0], -1, den}, {s.r.y_exact.x[1], 1, den},
            {s.r.y_exact.cs[0], -2 * K, den}};
        set(all, sizeof all / sizeof *all);
        CHECK(ask(&s, &b) == NULL && b.rest, "K = %d", K);
        is("c_FC^2", b.constant, 1, 2);
        is("K_FC^2", b.reach, 2, 1);
        mpq_mul(b.constant, b.constant, b.sum);
        CHECK(mpq_equal(b.parts, b.constant), "(39) is attained");
        CHECK(mpq_equal(b.parts, b.link), "one link");
        mpq_t root;
        mpq_init(root);
        mpq_set_si(root, 2 * K, (unsigned long)den);
        mpq_mul(root, root, root);
        CHECK(mpq_equal(b.link, root), "K = %d: %g", K, mpq_get_d(b.link));
        mpq_clear(root);
        set((setting[]){{s.r.y_exact.cs[0], -2, 1}}, 1);
        const char *first = ask(&s, &b);
        CHECK(first && strcmp(first, "(49)") == 0, "K = %d: %s", K, first);
        set((setting[]){{s.r.y_exact.cs[0], 0, 1}, {d->damping[0], 2 * den, 1}},
            2);
        first = ask(&s, &b); /* 2 (1 + 2K)/(1 + 2K) = 2 > 1 */
        CHECK(first && strcmp(first, "(50)") == 0, "K = %d: %s", K, first);
        set((setting[]){{s.r.y_exact.x[0], 1, 1}}, 1);
        first = ask(&s, &b);
        CHECK(first && strcmp(first, "K_FC") == 0, "K = %d: %s", K, first);
        solved_random_free(&s);
    }
    stiff_bound_clear(&b);
}

/* A block of 3 kg lies on a smooth floor: (49) is an equality, and the least bit
   more is too much. */
static void on_the_floor(void)
{
    check_random rng = {check_seed(395)};
    const alpha_gamma g = {1, 1, 0.25, STEP_LINEAR};
    solved_random s;
    stiff_bound b;
    mpq_t tiny;
    mpq_init(tiny);
    mpq_set_d(tiny, 0x1p-200);
    stiff_bound_init(&b);
    solved_random_from(&s, &rng, (step_random_sizes){1, 0, 1, 0}, &g, NULL);
    step_exact *d = &s.r.exact;
    const setting all[] = {{d->M[0], 3, 1},  {d->k0[0], -30, 1},
                           {d->v[0], 0, 1},  {d->n[0], 1, 1},
                           {d->mu[0], 0, 1}, {s.r.y_exact.x[0], 0, 1},
                           {s.r.y_exact.cn[0], 15, 2}};
    set(all, sizeof all / sizeof *all);
    CHECK(ask(&s, &b) == NULL && b.rest, "on the floor");
    is("c_FC^2", b.constant, 1, 1);
    is("K_FC^2", b.reach, 225, 4);
    is("the impulse", b.parts, 225, 4);
    mpq_add(s.r.y_exact.cn[0], s.r.y_exact.cn[0], tiny);
    const char *first = ask(&s, &b);
    CHECK(first && strcmp(first, "(49)") == 0, "a bit more: %s", first);
    mpq_ptr const moves[] = {d->F[0], d->kq[0], d->kv[0]};
    for (int i = 0; i < 3; i++) { /* what the theorem does not speak of */
        mpq_set_ui(moves[i], 1, 1);
        CHECK(ask(&s, &b) == NULL && b.pointed && !b.rest, "matrix %d", i);
        mpq_set_ui(moves[i], 0, 1);
    }
    d->drift = d->mu; /* any numbers */
    CHECK(ask(&s, &b) == NULL && !b.rest, "a floor that moves");
    d->drift = NULL;
    mpq_set_ui(s.r.y_exact.cn[0], 0, 1);
    mpq_neg(s.r.y_exact.x[0], tiny);
    CHECK(ask(&s, &b) == NULL, "falls a little: less is done");
    mpq_set(s.r.y_exact.x[0], tiny);
    first = ask(&s, &b);
    CHECK(first && strcmp(first, "K_FC") == 0, "is thrown up: %s", first);
    solved_random_free(&s);
    stiff_bound_clear(&b);
    mpq_clear(tiny);
}

/* The lines, each the first that is false; nothing is false of what is not
   asked. */
static void each_alone(void)
{
    stiff_bound b;
    stiff_bound_init(&b);
    const setting one[] = {{b.parts, 1, 1},    {b.sum, 1, 1},
                           {b.constant, 1, 1}, {b.moved, 1, 1},
                           {b.reach, 1, 1},    {b.link, 1, 1}};
    const struct {
        setting at[2];
        const char *first;
    } all[] = {{{{b.parts, 2, 1}}, "(39)"},
               {{{b.sum, 1, 2}}, "(39)"},
               {{{b.constant, 1, 2}}, "(39)"},
               {{{b.moved, 2, 1}}, "K_FC"},
               {{{b.reach, 1, 2}}, "K_FC"},
               {{{b.reach, 1, 2}, {b.moved, 1, 2}}, "(49)"},
               {{{b.parts, 2, 1}, {b.sum, 2, 1}}, "(49)"},
               {{{b.link, 2, 1}}, "(50)"},
               {{{b.sum, 2, 1}}, NULL},
               {{{b.link, 1, 2}, {b.parts, 1, 2}}, NULL}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        set(one, sizeof one / sizeof *one);
        for (int i = 0; i < 2 && all[k].at[i].at != NULL; i++)
            set(&all[k].at[i], 1);
        b.pointed = b.rest = 1;
        const char *first = stiff_bound_false(&b), *want = all[k].first;
        CHECK(first == want || (first && want && strcmp(first, want) == 0),
              "%zu: %s, not %s", k, first, want);
        b.rest = 0;
        first = stiff_bound_false(&b);
        CHECK((first != NULL) == (want && strcmp(want, "(39)") == 0), "%zu", k);
        b.pointed = 0;
        CHECK(stiff_bound_false(&b) == NULL, "%zu: not asked", k);
    }
    stiff_bound_clear(&b);
}

int main(void)
{
    RUN(steps_keep_them);
    RUN(two_bodies);
    RUN(on_the_floor);
    RUN(each_alone);
    DONE;
}
