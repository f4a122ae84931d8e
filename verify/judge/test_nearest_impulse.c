/**
# The nearest impulse in doubles, against fractions and against Lemke's method

Random cones, among them edges that are others once more, sums of others, or others
but for $2^{-k}$, beside which alone there may be no answer; impulses in the cone, anywhere, and none. What is answered has the
distance of the exact answer: for $e = x - Xc$ with $|X_k\cdot e| \le \varepsilon|X_k||x|$ of
what carries weight and $X_k\cdot e \le \varepsilon|X_k||x|$ of the rest,

$$\tfrac12|e|^2 - \tfrac12|e_*|^2 \le e\cdot X(c_* - c) \le
\varepsilon|x|\sum_k|X_k|(|c_{*k}| + |c_k|),$$

and with $M \ge 1$ the lengths of $g_k$ and $z$ stand for those of $X_k$ and $x$.
*/
#include "base/memory.h"
#include "check.h"
#include "cone/closest.h"
#include "judge/nearest_impulse.h"
#include "lcp/solve/mlcp.h"
#include "number/rational.h"

#include <math.h>

enum { NV = 8, M_MOST = 2, EDGES = 16, ALL = NV + M_MOST + EDGES };

typedef struct {
    int nv, m, count;
    int close; /* edges that nearly depend */
    double M[NV * NV], nu[M_MOST * NV], g[EDGES * NV], z[NV];
} world;

static void fill(check_random *r, int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = check_integer(r, 0, 3) == 0 ? 0 : check_uniform(r, -1, 1);
}

/* 1 + B B', B in blocks of two or whole */
static void mass(check_random *r, world *w)
{
    const int nv = w->nv, whole = check_integer(r, 0, 1);
    double B[NV * NV] = {0};
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            B[i * nv + j] =
                whole || i / 2 == j / 2 ? check_uniform(r, -2, 2) : 0;
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            w->M[i * nv + j] = i == j;
            for (int k = 0; k < nv; k++)
                w->M[i * nv + j] += B[i * nv + k] * B[j * nv + k];
        }
}

static void edge(check_random *r, world *w, int k)
{
    double *g = w->g + k * w->nv;
    const int sort = check_integer(r, 0, 9);
    fill(r, w->nv, g);
    if (k < 2 || sort > 4)
        return;
    const double *one = w->g + check_integer(r, 0, k - 1) * w->nv;
    const double *two = w->g + check_integer(r, 0, k - 1) * w->nv;
    const double near = sort == 3 ? ldexp(1, -check_integer(r, 8, 34)) : 0;
    w->close += near > 0;
    for (int i = 0; i < w->nv; i++)
        g[i] = sort == 0   ? one[i]
               : sort == 1 ? one[i] + two[i]
               : sort == 2 ? -one[i]
               : sort == 3 ? one[i] + near * g[i]
                           : 0;
}

static world world_new(check_random *r)
{
    world w = {.nv = check_integer(r, 1, NV)};
    w.m = check_integer(r, 0, w.nv > M_MOST ? M_MOST : 0);
    w.count = check_integer(r, 0, EDGES);
    mass(r, &w);
    for (int i = 0; i < w.m * w.nv; i++) /* independent */
        w.nu[i] = check_uniform(r, -1, 1);
    for (int k = 0; k < w.count; k++)
        edge(r, &w, k);
    const int sort = check_integer(r, 0, 4);
    fill(r, sort == 0 ? 0 : w.nv, w.z);
    for (int k = 0; sort == 1 && k < w.count; k++)
        for (int i = 0; i < w.nv; i++)
            w.z[i] += check_integer(r, 0, 2) * w.g[k * w.nv + i];
    return w;
}

static double length(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* u'Mu / 2 of d = -u */
static double half_square(const world *w, const double *d)
{
    double sum = 0;
    for (int i = 0; i < w->nv; i++)
        for (int j = 0; j < w->nv; j++)
            sum += d[i] * w->M[i * w->nv + j] * d[j];
    return sum / 2;
}

/* sum |X_k| |c_k| from above */
static double weights(const world *w, const double *y, const double *c)
{
    double sum = 0;
    for (int k = 0; k < w->m; k++)
        sum += fabs(y[k]) * length(w->nv, w->nu + k * w->nv);
    for (int k = 0; k < w->count; k++)
        sum += fabs(c[k]) * length(w->nv, w->g + k * w->nv);
    return sum;
}

/* d, y, c of fractions, truncated; 0 when there is no answer. */
static int exact(const world *w, double *out)
{
    arena a = {0};
    cone_rays rays = {.of = NULL};
    closest_answer x;
    mpq_t *q = rational_array(&a, (size_t)(2 * NV * NV + NV));
    mpq_t *nu = q + NV * NV, *z = nu + NV * NV;
    cone c = {.nv = w->nv, .m = w->m, .nu = nu};
    rational_of_doubles((size_t)(w->nv * w->nv), w->M, q);
    rational_of_doubles((size_t)(w->m * w->nv), w->nu, nu);
    rational_of_doubles((size_t)w->nv, w->z, z);
    CHECK(rays_new(&a, &c, w->count, &rays).code == PERP_OK, "rays");
    rays.count = w->count;
    rational_of_doubles((size_t)(w->count * w->nv), w->g, rays.g);
    CHECK(closest_new(&a, &rays, &x).code == PERP_OK, "room");
    closest_problem p = {
        .rays = &rays, .z = (const mpq_t *)z, .M = (const mpq_t *)q};
    const int solved = closest_solve(&a, &p, &x).code == PERP_OK;
    for (int i = 0; i < w->nv + w->m + w->count; i++)
        out[i] = rational_truncated(x.all[i]);
    closest_clear(&x);
    rays_clear(&rays);
    rational_clear(q, (size_t)(2 * NV * NV + NV));
    arena_free(&a);
    return solved;
}

/* The mixed form, as a complementarity problem in doubles. */
static int by_lemke(const world *w, double *out)
{
    const int nv = w->nv, free = nv + w->m, size = free + w->count;
    arena a = {0};
    double A[ALL * ALL] = {0}, b[ALL] = {0};
    lcp_answer x;
    int climbed;
    for (int i = 0; i < nv; i++) {
        b[i] = w->z[i];
        for (int j = 0; j < nv; j++)
            A[i * size + j] = w->M[i * nv + j];
        for (int k = nv; k < size; k++) {
            A[k * size + i] =
                k < free ? w->nu[(k - nv) * nv + i] : w->g[(k - free) * nv + i];
            A[i * size + k] = -A[k * size + i];
        }
    }
    const lcp_problem p = {free, w->count, A, b};
    CHECK(lcp_answer_new(&a, free, w->count, &x).code == PERP_OK, "room");
    const perp_status s = mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed);
    const int solved = s.code == PERP_OK && x.outcome == LCP_SOLVED;
    for (int i = 0; solved && i < nv; i++)
        out[i] = x.z[i];
    arena_free(&a);
    return solved;
}

/* M d + z = nu y + G c, and c >= 0 */
static void is_impulse(const world *w, const double *x, int trial)
{
    const double *y = x + w->nv, *c = y + w->m;
    for (int i = 0; i < w->nv; i++) {
        double left = w->z[i], size = fabs(left);
        for (int j = 0; j < w->nv; j++)
            left += w->M[i * w->nv + j] * x[j];
        for (int k = 0; k < w->m; k++)
            left -= y[k] * w->nu[k * w->nv + i];
        for (int k = 0; k < w->count; k++)
            left -= c[k] * w->g[k * w->nv + i];
        size += 64 * length(w->nv, w->z) + weights(w, y, c);
        CHECK(fabs(left) <= 0x1p-44 * size, "trial %d: %g beside %g", trial,
              left, size);
    }
    for (int k = 0; k < w->count; k++)
        CHECK(c[k] >= 0, "trial %d: a weight of %g", trial, c[k]);
}

static void is_nearest(void)
{
    check_random r = {check_seed(2005)};
    int tried = 0, answered = 0, lemke = 0, far = 0;
    for (int trial = 0; trial < 1500; trial++) {
        const world w = world_new(&r);
        const nearest_problem p = {w.nv, w.m, w.count, w.M, w.nu, w.g, w.z};
        arena a = {0};
        double x[ALL] = {0}, best[ALL] = {0}, other[ALL] = {0};
        int found = 0;
        CHECK(nearest_find(&a, &p, x, &found).code == PERP_OK, "room");
        arena_free(&a);
        tried++;
        answered += found;
        CHECK(found || w.close > 0, "trial %d: no answer", trial);
        if (!found || !exact(&w, best))
            continue;
        const int at = w.nv + w.m;
        const double is = half_square(&w, x), least = half_square(&w, best);
        const double z = length(w.nv, w.z);
        const double room = 0x1p-43 * z *
                                (weights(&w, x + w.nv, x + at) +
                                 weights(&w, best + w.nv, best + at)) +
                            0x1p-46 * z * z;
        is_impulse(&w, x, trial);
        CHECK(fabs(is - least) <= room, "trial %d: %.17g and %.17g exactly",
              trial, is, least);
        far += least > 0x1p-20 * z * z;
        if (by_lemke(&w, other)) {
            lemke++;
            CHECK(fabs(is - half_square(&w, other)) <= room + 0x1p-30 * z * z,
                  "trial %d: %.17g, Lemke has %.17g", trial, is,
                  half_square(&w, other));
        }
    }
    printf("%d cones, %d answered, %d by Lemke, %d with a distance\n", tried,
           answered, lemke, far);
    CHECK(answered > tried - tried / 20, "%d of %d answered", answered, tried);
    CHECK(lemke > answered - tried / 50 && far > tried / 5,
          "%d by Lemke, "
          "%d far",
          lemke, far);
}

/* Two edges that are opposite up to 2^-42 and give what is asked, but with weights
   of 2^42: there is no answer in doubles, and none is given. */
static void a_trap(void)
{
    const double M[] = {1, 0, 0, 1}, z[] = {0, 1};
    const double g[] = {1, 0x1p-42, -1, 0x1p-42};
    arena a = {0};
    double x[4];
    int found = 1;
    const nearest_problem p = {2, 0, 2, M, NULL, g, z};
    CHECK(nearest_find(&a, &p, x, &found).code == PERP_OK, "room");
    CHECK(!found ||
              half_square(&(world){.nv = 2, .M = {1, 0, 0, 1}}, x) < 0x1p-40,
          "a distance of what is in the cone");
    const double none[] = {1, 1, 1, 1};
    const nearest_problem q = {2, 0, 2, none, NULL, g, z};
    CHECK(nearest_find(&a, &q, x, &found).code == PERP_OK && !found,
          "a mass matrix that is singular");
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(is_nearest);
    RUN(a_trap);
    DONE;
}
