/**
# AP02's stiff limit
*/
#include "stiff_random.h"

#include "ap02/stiff.h"
#include "cli/report/cone_report.h"

#include <math.h>

enum { DECADES = 11, LARGEST = 40, LINKS = 2 }; /* 1e2 to 1e12 */

/* One random state, solved in the limit and with every strength. */
typedef struct {
    step_random_sizes z;
    uint64_t state; /* of the generator: the same step again */
    mpq_t limit[LARGEST];
    uint8_t basis[LARGEST];
    int n, pairs, trial;
    int followed; /* every basis so far is the limit's */
    double error[DECADES], size, in_doubles; /* size: of the limit */
} family;

/* The step with springs at rest length, the first both spring and damper, the
   second a damper. */
static void family_step(family *f, double strength, const alpha_gamma *scheme,
                        solved_step *s)
{
    check_random rng = {f->state};
    step_random_springs = LINKS;
    step_random_make(&s->step, &rng, f->z);
    no_jacobians(&s->step.d);
    for (int i = 0; i < LINKS; i++) {
        s->step.d.phi[i] = 0;
        s->step.d.stiffness[i] = i == 0 ? strength : 0;
        s->step.d.damping[i] = strength;
    }
    solved_make(s, scheme, f->z);
}

/* (51): no link moves, exactly. */
static void no_link_moves(const family *f, const solved_step *s)
{
    const int nv = f->z.nv;
    mpq_t u, t;
    mpq_inits(u, t, NULL);
    for (int i = 0; i < LINKS; i++) {
        mpq_set_ui(u, 0, 1);
        for (int j = 0; j < nv; j++) {
            mpq_mul(t, s->step.exact.a[i * nv + j], s->y.z[j]);
            mpq_add(u, u, t);
        }
        CHECK(mpq_sgn(u) == 0, "trial %d: a link moves", f->trial);
    }
    mpq_clears(u, t, NULL);
}

static void solve_limit(family *f)
{
    const alpha_gamma scheme = {1, 1, 1, STEP_LIMIT};
    solved_step s;
    family_step(f, 100, &scheme, &s);
    no_link_moves(f, &s);
    f->n = s.x.p.free + s.x.p.n;
    f->pairs = s.x.p.n;
    for (int i = 0; i < f->n; i++) {
        mpq_init(f->limit[i]);
        mpq_set(f->limit[i], s.y.z[i]);
        if (i < f->n - f->z.p)
            f->size = fmax(f->size, fabs(mpq_get_d(s.y.z[i])));
    }
    memcpy(f->basis, s.y.basis, (size_t)f->pairs);
    solved_free(&s);
}

static void family_free(family *f)
{
    for (int i = 0; i < f->n; i++)
        mpq_clear(f->limit[i]);
}

/* The largest distance of velocity and multipliers from the limit, lambda left
   out (erratum 1-12). */
static double distance(const family *f, const mpq_t *z)
{
    double most = 0;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < f->n - f->z.p; i++) {
        mpq_sub(t, f->limit[i], z[i]);
        most = fmax(most, fabs(mpq_get_d(t)));
    }
    mpq_clear(t);
    return most;
}

static void compare_doubles(family *f, solved_step *s,
                            const alpha_gamma *scheme)
{
    lcp_answer x;
    double Mt[25];
    int climbed;
    lcp_problem p = step_random_pose(&s->step, scheme, Mt);
    CHECK(lcp_answer_new(&s->step.a, p.free, p.n, &x).code == 0 &&
              mlcp_solve(&p, &mlcp_defaults, &s->step.a, &x, &climbed).code ==
                  0,
          "doubles");
    for (int i = 0; i < p.free; i++)
        f->in_doubles =
            fmax(f->in_doubles, fabs(x.z[i] - mpq_get_d(s->y.z[i])));
}

static void solve_decade(family *f, int k)
{
    const alpha_gamma scheme = {1, 1, 1, STEP_LINEAR};
    const int links = f->z.nv + f->z.m;
    solved_step s;
    family_step(f, pow(10, k + 2), &scheme, &s);
    f->followed &= memcmp(f->basis, s.y.basis, (size_t)f->pairs) == 0;
    f->error[k] = distance(f, (const mpq_t *)s.y.z);
    for (int i = 0; i < LINKS; i++) /* c = -K a'v+, bounded: (50) */
        CHECK(fabs(mpq_get_d(s.y.z[links + i])) <= 3 * f->size + 1e3,
              "trial %d", f->trial);
    if (f->followed && k <= 6) /* 1e8 */
        compare_doubles(f, &s, &scheme);
    solved_free(&s);
}

/* Tenfold with each decade once the distance is a thousandth of what it is the
   distance of: before that the pointedness of the cone has its say. Returns how
   many decades that are, the worst of them in *worst. */
static int tenfold(const family *f, double *worst)
{
    int decades = 0;
    for (int k = 0; k + 1 < DECADES; k++) {
        double ratio = f->error[k] / f->error[k + 1];
        if (f->error[k] > 0.001 * f->size)
            continue;
        decades++;
        *worst = fmax(*worst, fabs(ratio - 10));
        CHECK(fabs(ratio - 10) < 1, "trial %d, decade %d: %g to %g", f->trial,
              k + 2, f->error[k], f->error[k + 1]);
    }
    return decades;
}

/** Stiffness and damping $10^2$ to $10^{12}$ from one random state with springs at
rest length: velocities and multipliers tend to those of (34), the error falling
tenfold with each decade; $K\,|a^\top v^{l+1}|$ stays bounded, which is (50) with
$K = h^2\gamma + h\delta$ (erratum 1-9). Exactly, and in doubles to $10^8$. The
limit itself is exact: $a^\top\bar v = 0$, (51).

Verifies AP02 (Thm2.6), (34), (35), (50), (51). */
static void theorem_2_6(void)
{
    check_random rng = {check_seed(215)};
    int same = 0, fewest = DECADES, all = 0;
    double worst = 0, in_doubles = 0;
    for (int trial = 0; trial < 60; trial++) {
        family f = {.z = {5, trial % 2, 1 + trial % 2, 1},
                    .state = check_bits(&rng),
                    .trial = trial,
                    .followed = 1};
        solve_limit(&f);
        for (int k = 0; k < DECADES; k++)
            solve_decade(&f, k);
        in_doubles = fmax(in_doubles, f.in_doubles / (1 + f.size));
        if (f.followed && f.error[0] > 0) {
            int decades = tenfold(&f, &worst);
            fewest = decades < fewest ? decades : fewest;
            all += decades;
            same++;
        }
        family_free(&f);
    }
    printf("%d of 60 steps keep the limit's basis, %d decades of them, at least "
           "%d of each, are at most %.3g from 10; doubles to 1e8 within %.2g\n",
           same, all, fewest, worst, in_doubles);
    CHECK(same > 35 && all > 7 * same && fewest >= 3, "too far from the limit");
    CHECK(in_doubles < 1e-9, "doubles");
    VERIFIES("AP02 (Thm2.6), (34), (35), (50), (51)");
}

static int still_solves(solved_step *s)
{
    const int free = s->x.p.free, all = free + s->x.p.n;
    int ok = lcp_exact_rows(&s->x.p, s->y.z, 1, s->y.w).code == PERP_OK;
    for (int i = 0; i < all; i++) {
        const int z = mpq_sgn(s->y.z[i]), w = mpq_sgn(s->y.w[i]);
        ok &= i < free ? w == 0 : z >= 0 && w >= 0 && z * w == 0;
    }
    return ok;
}

/* Erratum 1-12: where a contact has no impulse any larger lambda solves the same
   problem, so no bound holds for it; velocity and impulses stay what they are.
   Where it has one and can slip, a larger lambda is refused. */
static void lambda_has_no_bound(void)
{
    check_random rng = {check_seed(217)};
    const alpha_gamma scheme = {1, 1, 0.125, STEP_LIMIT};
    int idle = 0, busy = 0;
    for (int trial = 0; trial < 80; trial++) {
        step_random_sizes z = {4, 0, 2, 1};
        solved_step s;
        step_random_springs = 1;
        step_random_make(&s.step, &rng, z);
        no_jacobians(&s.step.d);
        solved_make(&s, &scheme, z);
        const int free = s.x.p.free, lambda = free + 3 * z.p;
        for (int j = 0; j < z.p; j++) {
            int none = mpq_sgn(s.y.z[free + j]) == 0;
            mpq_t was, more;
            mpq_inits(was, more, NULL);
            mpq_set_d(more, ldexp(1, check_integer(&rng, 0, 30)));
            mpq_set(was, s.y.z[lambda + j]);
            mpq_add(s.y.z[lambda + j], was, more);
            int solves = still_solves(&s);
            int slack = s.step.d.mu[j] > 0 && !none; /* lambda (mu c_n - ..) */
            CHECK(!none || solves, "trial %d, contact %d", trial, j);
            CHECK(!slack || !solves, "trial %d, contact %d", trial, j);
            idle += none;
            busy += slack;
            mpq_set(s.y.z[lambda + j], was);
            mpq_clears(was, more, NULL);
        }
        solved_free(&s);
    }
    printf("%d contacts without impulse, %d with one\n", idle, busy);
    CHECK(idle > 20 && busy > 20, "too easy");
}

/** The total cone of the limit has the gradients of the joints and, behind them, of
the links that act: a link beside a joint with the same gradient
makes it blunt, a spring that does not act changes nothing, and of random links
and joints it is pointed exactly when their gradients are independent (with no
contact active). Verifies AP02 (38). */
static void the_limit_s_cone(void)
{
    check_random rng = {check_seed(216)};
    int blunt = 0;
    for (int trial = 0; trial < 60; trial++) {
        step_random s;
        step_data linked;
        cone_report r = {.t = 0};
        step_random_sizes z = {3, 1, 0, 0};
        step_random_springs = 1 + trial % 3;
        step_random_make(&s, &rng, z);
        step_data *d = &s.d;
        if (trial % 4 == 0)
            for (int j = 0; j < 3; j++) /* parallel */
                d->a[j] = -2 * d->nu[j];
        if (trial % 8 == 0)
            d->stiffness[0] = d->damping[0] = 0;
        if (trial % 8 == 1) /* however soft */
            d->stiffness[0] = 0, d->damping[0] = 0x1p-40;
        if (trial % 8 == 2)
            d->damping[0] = 0, d->stiffness[0] = 0x1p-40;
        CHECK(stiff_links_as_joints(&s.a, d, &linked).code == PERP_OK,
              "memory");
        int acts = d->s - (trial % 8 == 0);
        CHECK(linked.m == 1 + acts && d->m == 1, "%d rows", linked.m);
        CHECK(memcmp(linked.nu, d->nu, 3 * sizeof *d->nu) == 0 &&
                  memcmp(linked.nu + 3, d->a + 3 * (d->s - acts),
                         (size_t)(3 * acts) * sizeof *d->a) == 0,
              "trial %d: not nu and the gradients of what acts", trial);
        CHECK(report_make(&s.a, &linked, 0, &r).code == PERP_OK, "cone");
        int wanted = 1 + acts <= 3 && trial % 8 != 4; /* three velocities */
        CHECK((r.side[REPORT_STEP].verdict.answer == CONE_YES) == wanted,
              "trial %d: %d rows", trial, linked.m);
        blunt += !wanted;
        report_clear(&r);
        step_random_free(&s);
    }
    CHECK(blunt > 10, "too easy");
    VERIFIES("AP02 (38)");
}

int main(void)
{
    RUN(theorem_2_6);
    RUN(lambda_has_no_bound);
    RUN(the_limit_s_cone);
    DONE;
}
