#include "check.h"
#include "ap02/powers.h"
#include "solved_random.h"

#include <math.h>

static alpha_gamma linear(double h)
{
    return (alpha_gamma){1, 1, h, STEP_LINEAR};
}

static void make(solved_random *s, check_random *rng, int jacobians)
{
    const int nv = check_integer(rng, 2, 5);
    const step_random_sizes z = {nv, check_integer(rng, 0, 1),
                                 check_integer(rng, 0, 3),
                                 check_integer(rng, 0, 2)};
    const alpha_gamma g = linear(1.0 / (1 << check_integer(rng, jacobians ? 5 : 0, 7)));
    step_random_springs = check_integer(rng, 0, 3);
    step_random_make(&s->r, rng, z);
    if (!jacobians)
        for (int i = 0; i < nv * nv; i++)
            s->r.d.kq[i] = s->r.d.kv[i] = 0;
    solved_random_solve(s, z, &g);
    step_random_springs = 0;
}

static const char *first_false(const solved_random *s, stiff_powers *p)
{
    CHECK(stiff_powers_of(s->t.s, s->t.d, s->t.y, p).code == PERP_OK, "memory");
    return stiff_powers_false(p);
}

/* The sums of the theorem in doubles, from the velocities: |x|^2_M + sum gamma (phi +
   h a'x)^2, and x'M w + sum gamma phi (phi + h a'x) with M w = M v + h k1. */
static void sides_of_40(const solved_random *s, double *left, double *right)
{
    const step_data *d = &s->r.d;
    const double h = mpq_get_d(s->t.s->h);
    *left = *right = 0;
    for (int i = 0; i < d->nv; i++) {
        const double x = mpq_get_d(s->t.y->x[i]);
        *right += x * h * d->k0[i];
        for (int j = 0; j < d->nv; j++) {
            const double M = d->M[i * d->nv + j];
            *left += x * M * mpq_get_d(s->t.y->x[j]);
            *right += x * M * d->v[j];
        }
    }
    for (int k = 0; k < d->s; k++) {
        double end = d->phi[k];
        for (int i = 0; i < d->nv; i++)
            end += h * d->a[k * d->nv + i] * mpq_get_d(s->t.y->x[i]);
        *left += d->stiffness[k] * end * end;
        *right += d->stiffness[k] * d->phi[k] * end;
    }
}

/* Verifies AP02 (40), (41), (42), (43), (44). On random solved steps with springs, dampers,
   joints, contacts and Coriolis forces, with and without Jacobians, all five hold, exactly;
   without them both sides of (40) are those formed in doubles, and what (40) loses is
   friction's and the dampers' part. A velocity or an impulse that is off by 2^-200 makes
   (41) false. */
static void steps_keep_them(void)
{
    check_random rng = {check_seed(381)};
    int strict = 0, sharp = 0, found = 0, tried = 0;
    stiff_powers p;
    mpq_t tiny, lost;
    mpq_inits(tiny, lost, NULL);
    mpq_set_d(tiny, 0x1p-200);
    stiff_powers_init(&p);
    for (int trial = 0; trial < 300; trial++) {
        solved_random s;
        make(&s, &rng, trial % 2);
        const char *wrong = first_false(&s, &p);
        CHECK(wrong == NULL, "trial %d: %s", trial, wrong);
        if (trial % 2 == 0) {
            double left, right;
            sides_of_40(&s, &left, &right);
            mpq_sub(lost, p.damped, p.contacts);
            const double loss = mpq_get_d(lost), size = fabs(left) + fabs(right);
            CHECK(fabs(right - left - loss) < 1e-11 * (1 + size),
                  "trial %d: %g - %g is not %g", trial, right, left, loss);
            strict += mpq_sgn(lost) > 0;
            sharp += mpq_sgn(lost) == 0;
            CHECK(mpq_sgn(p.inside) == 0 && mpq_sgn(p.change) == 0,
                  "trial %d: no Jacobians", trial);
        }
        mpq_add(s.r.y_exact.x[0], s.r.y_exact.x[0], tiny);
        found += first_false(&s, &p) != NULL;
        tried++;
        mpq_sub(s.r.y_exact.x[0], s.r.y_exact.x[0], tiny);
        if (s.r.d.p > 0) { /* beside x, where it does not act, it is not seen */
            mpq_add(s.r.y_exact.cn[0], s.r.y_exact.cn[0], tiny);
            mpq_t along;
            mpq_init(along);
            cone_dot(s.r.d.nv, (const mpq_t *)s.r.exact.n,
                     (const mpq_t *)s.r.y_exact.x, along);
            wrong = first_false(&s, &p);
            CHECK((wrong == NULL) == (mpq_sgn(along) == 0), "trial %d: c_n",
                  trial);
            mpq_clear(along);
        }
        solved_random_free(&s);
    }
    printf("(40) strict in %d steps, sharp in %d; %d of %d velocities found\n",
           strict, sharp, found, tried);
    CHECK(strict > 50 && sharp > 10 && found == tried, "%d %d %d", strict, sharp,
          found);
    stiff_powers_clear(&p);
    mpq_clears(tiny, lost, NULL);
    VERIFIES("AP02 (40), (41), (42), (43), (44)");
}

/* Numbers of a step in which one is the first that is false. With all terms zero all hold,
   with equality. (40) follows from the others, so it is false with one of them only, and
   stands before those that it follows from; friction hides it from a false (43). */
static void each_alone(void)
{
    stiff_powers p;
    stiff_powers_init(&p);
    CHECK(stiff_powers_false(&p) == NULL, "nothing moves");
    const struct {
        mpq_ptr of[4];
        int by[4];
        const char *first;
    } all[] = {
        {{p.quadratic}, {1}, "(41)"},
        {{p.joints}, {1}, "(41)"},
        {{p.force, p.contacts}, {1, 1}, "(41)"},
        {{p.kinetic}, {1}, "(40)"},
        {{p.stretch}, {1}, "(40)"},
        {{p.pull}, {1}, "(40)"},
        {{p.inside}, {1}, "(40)"},
        {{p.applied}, {-1}, "(40)"},
        {{p.change}, {-1}, "(40)"},
        {{p.old, p.joints}, {-1, 1}, "(40)"},
        {{p.quadratic, p.joints}, {1, 1}, "(42)"},
        {{p.quadratic, p.contacts}, {1, 1}, "(42)"},
        {{p.quadratic, p.old, p.contacts, p.kinetic}, {1, 3, -2, 2}, "(43)"},
        {{p.quadratic, p.old, p.contacts, p.stretch}, {1, 3, -2, 2}, "(43)"},
        {{p.quadratic, p.old, p.contacts, p.inside}, {1, 3, -2, 2}, "(43)"},
        {{p.quadratic, p.force}, {1, 1}, "(44)"},
        {{p.applied}, {1}, "(44)"},
        {{p.pull}, {-1}, "(44)"},
        {{p.change}, {1}, "(44)"},
        {{p.elastic}, {1}, NULL},
        {{p.quadratic, p.force, p.applied, p.kinetic}, {1, 1, 1, 1}, NULL},
        {{p.quadratic, p.old, p.kinetic}, {1, 1, 1}, NULL},
        {{p.quadratic, p.old, p.stretch}, {1, 1, 1}, NULL},
        {{p.quadratic, p.old, p.inside}, {-1, -1, -1}, NULL},
        {{p.quadratic, p.force, p.change}, {1, 1, 1}, NULL},
        {{p.quadratic, p.force, p.pull, p.kinetic}, {-1, -1, 1, -1}, NULL},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        for (int i = 0; i < 4 && all[k].of[i] != NULL; i++)
            mpq_set_si(all[k].of[i], all[k].by[i], 1);
        const char *first = stiff_powers_false(&p);
        CHECK(first == all[k].first ||
                  (first && all[k].first && strcmp(first, all[k].first) == 0),
              "%zu: %s, not %s", k, first ? first : "none",
              all[k].first ? all[k].first : "none");
        for (int i = 0; i < 4 && all[k].of[i] != NULL; i++)
            mpq_set_ui(all[k].of[i], 0, 1);
    }
    stiff_powers_clear(&p);
}

/* The page's step: 1 kg, 100 N/m and 10 N s/m, 0.1 m too long, h = 1/10; the numbers are
   thirds because 0.1 is 1/10 here. And the spring alone, where (40) is an equality. */
static void by_hand(void)
{
    check_random rng = {check_seed(383)};
    for (int damper = 0; damper < 2; damper++) {
        solved_random s;
        stiff_powers p;
        const alpha_gamma g = linear(0.125);
        const int den = damper ? 3 : 2;
        step_random_springs = 1;
        solved_random_make(&s, &rng, (step_random_sizes){1, 0, 0, 0}, &g);
        step_random_springs = 0;
        step_exact *d = &s.r.exact;
        const struct {
            mpq_ptr at;
            int num, den;
        } all[] = {{d->M[0], 1, 1},         {d->F[0], 0, 1},
                   {d->kq[0], 0, 1},        {d->kv[0], 0, 1},
                   {d->k0[0], 0, 1},        {d->v[0], 0, 1},
                   {d->a[0], 1, 1},         {d->stiffness[0], 100, 1},
                   {d->damping[0], 10 * damper, 1}, {d->phi[0], 1, 10},
                   {s.r.y_exact.x[0], -1, den},     {s.x.h, 1, 10}};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            mpq_set_si(all[i].at, all[i].num, (unsigned long)all[i].den);
            mpq_canonicalize(all[i].at);
        }
        stiff_powers_init(&p);
        CHECK(first_false(&s, &p) == NULL, "damper %d: %s", damper,
              stiff_powers_false(&p));
        CHECK(damper ? mpq_cmp_si(p.quadratic, 1, 3) == 0 &&
                           mpq_cmp_si(p.kinetic, 1, 9) == 0 &&
                           mpq_cmp_si(p.stretch, 1, 9) == 0 &&
                           mpq_cmp_si(p.damped, 1, 9) == 0
                     : mpq_cmp_si(p.quadratic, 1, 2) == 0 &&
                           mpq_cmp_si(p.kinetic, 1, 4) == 0 &&
                           mpq_cmp_si(p.stretch, 1, 4) == 0 &&
                           mpq_cmp_si(p.pull, -1, 2) == 0 &&
                           mpq_sgn(p.damped) == 0,
              "damper %d: %g %g %g", damper, mpq_get_d(p.quadratic),
              mpq_get_d(p.stretch), mpq_get_d(p.damped));
        stiff_powers_clear(&p);
        solved_random_free(&s);
    }
}

int main(void)
{
    RUN(steps_keep_them);
    RUN(each_alone);
    RUN(by_hand);
    DONE;
}
