/**
# The least price, against all bases

Random linear programs in fractions, of few rows and edges: impulses of few weights, edges that
are others once more, opposite to others, sums of others, or others but for $2^{-50}$; prices that agree, and some
below 0. What is least is found once more by
trying every set of edges that do not depend on each other; and that there is no least price by every
set with one dependence, along which the price falls for ever.
*/
#include "base/memory.h"
#include "check.h"
#include "cone/rays.h"
#include "judge/least_price.h"
#include "number/linear/jordan.h"
#include "number/rational.h"

#include <math.h>
#include <string.h>

enum { NV = 4, M_MOST = 1, EDGES = 8, COLUMNS = M_MOST + EDGES };

typedef struct {
    int nv, m, count;
    int apart; /* edges that nearly depend differ by 2^-apart */
    double nu[NV], g[EDGES * NV], price[EDGES], c[EDGES], M[NV * NV];
    double z[NV];
    arena a;
    cone of;
    cone_rays rays;
    mpq_t *exact; /* z and prices */
} world;

static void edge(check_random *r, world *w, int k)
{
    double *g = w->g + k * w->nv;
    const int sort = k == 0 ? 9 : check_integer(r, 0, 9);
    const double *one = w->g + (k > 0 ? check_integer(r, 0, k - 1) : 0) * w->nv;
    const double *two = w->g + (k > 0 ? check_integer(r, 0, k - 1) : 0) * w->nv;
    for (int i = 0; i < w->nv; i++) {
        const double fine = ldexp(check_integer(r, -4, 4), -w->apart);
        g[i] = sort == 0   ? one[i]
               : sort == 1 ? -one[i]
               : sort == 2 ? one[i] + two[i]
               : sort == 3 ? one[i] + fine
               : sort == 4 ? -one[i] + fine
                           : check_integer(r, -3, 3) / 2.0;
    }
}

/* The impulse that the weights give, as a double: all numbers are small. */
static void world_new(check_random *r, world *w)
{
    *w = (world){.nv = check_integer(r, 1, NV)};
    const int nv = w->nv, below = check_integer(r, 0, 3) == 0;
    w->m = nv > 1 ? check_integer(r, 0, M_MOST) : 0;
    w->count = check_integer(r, 1, EDGES);
    w->apart = check_integer(r, 0, 1) ? 50 : check_integer(r, 8, 22);
    for (int i = 0; i < nv; i++)
        w->M[i * nv + i] = check_integer(r, 1, 9);
    for (int i = 0; i < w->m * nv; i++)
        w->nu[i] = check_integer(r, 1, 3);
    for (int k = 0; k < w->count; k++) {
        edge(r, w, k);
        w->price[k] = check_integer(r, below ? -1 : 0, 3) / 2.0;
        w->c[k] = check_integer(r, 0, 2) == 0 ? 0 : check_integer(r, 1, 4);
    }
    w->of = (cone){.nv = nv, .m = w->m};
    w->of.nu = rational_array(&w->a, NV);
    w->exact = rational_array(&w->a, NV + EDGES);
    CHECK(w->of.nu && w->exact, "memory");
    CHECK(rays_new(&w->a, &w->of, w->count, &w->rays).code == PERP_OK, "rays");
    w->rays.count = w->count;
    rational_of_doubles((size_t)(w->m * nv), w->nu, w->of.nu);
    rational_of_doubles((size_t)(w->count * nv), w->g, w->rays.g);
    rational_of_doubles((size_t)w->count, w->price, w->exact + NV);
    mpq_t c, part;
    mpq_inits(c, part, NULL);
    for (int i = 0; i < nv; i++) {
        mpq_set_ui(w->exact[i], 0, 1);
        for (int k = 0; k < w->count; k++) {
            mpq_set_d(c, w->c[k]);
            mpq_mul(part, c, w->rays.g[k * nv + i]);
            mpq_add(w->exact[i], w->exact[i], part);
        }
        w->z[i] = mpq_get_d(w->exact[i]);
    }
    mpq_clears(c, part, NULL);
}

static void world_end(world *w)
{
    rational_clear(w->exact, NV + EDGES);
    rational_clear(w->of.nu, NV);
    rays_clear(&w->rays);
    arena_free(&w->a);
}

/* The joints and the edges of `set` as columns of A, z or nothing beside them:
   the rank. */
static int reduce(const world *w, unsigned set, int size, mpq_t *A, mpq_t *z,
                  int *pivot)
{
    for (int k = 0, at = 0; k < w->m + w->count; k++) {
        if (k >= w->m && !(set >> (k - w->m) & 1))
            continue;
        for (int i = 0; i < w->nv; i++)
            mpq_set(A[i * size + at],
                    k < w->m ? w->of.nu[i] : w->rays.g[(k - w->m) * w->nv + i]);
        at++;
    }
    for (int i = 0; i < w->nv; i++)
        mpq_set(z[i], w->exact[i]);
    return jordan_reduce(w->nv, size, 1, A, z, pivot);
}

/* sum of sign x_k price_k over the edges of a set, x by columns; 0 when one has
   the wrong sign. */
static int price_of(const world *w, unsigned set, mpq_t *x, int sign, mpq_t out)
{
    mpq_t part;
    int right = 1;
    mpq_init(part);
    mpq_set_ui(out, 0, 1);
    for (int k = 0, at = w->m; k < w->count; k++) {
        if (!(set >> k & 1))
            continue;
        right &= sign * mpq_sgn(x[at]) >= 0;
        mpq_mul(part, x[at++], w->exact[NV + k]);
        mpq_add(out, out, part);
    }
    if (sign < 0)
        mpq_neg(out, out);
    mpq_clear(part);
    return right;
}

/* A set with one dependence, of one sign, along which the price falls. */
static int falls(const world *w, unsigned set, int size, mpq_t *A,
                 const int *pivot, mpq_t *x, mpq_t cost)
{
    int other = size - 1;
    for (int k = 0; k < size - 1; k++)
        if (pivot[k] != k) {
            other = k;
            break;
        }
    for (int k = 0; k < size; k++)
        mpq_set_ui(x[k], k == other, 1);
    for (int k = 0; k < size - 1; k++)
        mpq_neg(x[pivot[k]], A[k * size + other]);
    for (int sign = -1; sign <= 1; sign += 2)
        if (price_of(w, set, x, sign, cost) && mpq_sgn(cost) < 0)
            return 1;
    return 0;
}

/* The least price of all bases into `best`; *bounded = 0: there is none. */
static int by_force(const world *w, mpq_t best, int *bounded)
{
    mpq_t A[NV * COLUMNS], z[NV], x[COLUMNS], cost;
    int pivot[COLUMNS + NV], any = 0;
    for (int i = 0; i < NV * COLUMNS; i++)
        mpq_init(A[i]);
    for (int i = 0; i < NV; i++)
        mpq_init(z[i]);
    for (int i = 0; i < COLUMNS; i++)
        mpq_init(x[i]);
    mpq_init(cost);
    *bounded = 1;
    for (unsigned set = 0; set < 1U << w->count; set++) {
        const int size = w->m + __builtin_popcount(set);
        const int rank = reduce(w, set, size, A, z, pivot);
        if (rank == size - 1 && falls(w, set, size, A, pivot, x, cost))
            *bounded = 0;
        int right = rank == size;
        for (int i = rank; i < w->nv; i++)
            right &= mpq_sgn(z[i]) == 0;
        for (int k = 0; k < rank && right; k++)
            mpq_set(x[pivot[k]], z[k]);
        if (!right || !price_of(w, set, x, 1, cost))
            continue;
        if (!any || mpq_cmp(cost, best) < 0)
            mpq_set(best, cost);
        any = 1;
    }
    for (int i = 0; i < NV * COLUMNS; i++)
        mpq_clear(A[i]);
    for (int i = 0; i < NV; i++)
        mpq_clear(z[i]);
    for (int i = 0; i < COLUMNS; i++)
        mpq_clear(x[i]);
    mpq_clear(cost);
    return any;
}

/* Weights, not below 0, that give z and cost what they should. */
static void doubles(const world *w, const double *c, double best, int close)
{
    const double off = close ? 0x1p-18 * (1 + fabs(best)) : 1e-9;
    const double about = close ? 0x1p-24 : 1e-9;
    double cost = 0;
    for (int k = 0; k < w->count; k++) {
        CHECK(c[k] >= 0, "weight %g", c[k]);
        cost += c[k] * w->price[k];
    }
    CHECK(fabs(cost - best) < off, "%.17g, and the least is %.17g", cost, best);
    for (int i = 0; i < w->nv && w->m == 0; i++) {
        double z = 0;
        for (int k = 0; k < w->count; k++)
            z += c[k] * w->g[k * w->nv + i];
        CHECK(fabs(z - w->z[i]) < about, "z is %.17g, not %.17g", z, w->z[i]);
    }
}

/* Two edges that are the same but for little, or opposite but for that. Of 2^-50
   doubles may have another price than fractions; of more they may have none. */
static int close(const world *w)
{
    for (int k = 0; k < w->count * w->nv; k++)
        if (w->g[k] * 2 != floor(w->g[k] * 2))
            return 1;
    return 0;
}

static void least(void)
{
    check_random r = {check_seed(2511)};
    long found = 0, none = 0, near = 0, apart = 0;
    mpq_t best;
    mpq_init(best);
    const int trials = check_times(3000);
    for (int trial = 0; trial < trials; trial++) {
        world w;
        int bounded;
        double c[EDGES];
        least_price_outcome got;
        world_new(&r, &w);
        CHECK(by_force(&w, best, &bounded), "no weights give z");
        const least_price_problem p = {w.nv, w.m, w.count, w.M,
                                       w.nu, w.g, w.price};
        memcpy(c, w.c, sizeof c);
        CHECK(least_price_find(&w.a, &p, c, &got).code == PERP_OK, "find");
        none += got == LEAST_PRICE_NONE;
        found += got == LEAST_PRICE_FOUND;
        near += close(&w);
        if (got != LEAST_PRICE_FOUND)
            CHECK(memcmp(c, w.c, sizeof c) == 0, "trial %d: written", trial);
        const int few = close(&w);
        if (few && w.apart < 50 && got == LEAST_PRICE_FOUND && bounded) {
            doubles(&w, c, mpq_get_d(best), 1);
            apart++;
        }
        if (!few) {
            CHECK(got == (bounded ? LEAST_PRICE_FOUND : LEAST_PRICE_NONE),
                  "trial %d: outcome %d, bounded %d", trial, (int)got, bounded);
            if (bounded)
                doubles(&w, c, mpq_get_d(best), 0);
        }
        world_end(&w);
    }
    mpq_clear(best);
    printf("%ld least, %ld none, %ld with edges that nearly depend, %ld of "
           "them asked\n",
           found, none, near, apart);
    CHECK(found > trials / 2 && none > trials / 60 && near < trials * 3 / 5 &&
              apart > trials / 20,
          "too few");
}

/* Weights that are large and nearly cancel: what is left of them is all of the
   impulse, and handing the second to the first would lose it. */
static void what_is_left(void)
{
    for (int k = 20; k <= 60; k += 4) {
        const double leak = ldexp(1, -k), M[] = {1, 0, 0, 1};
        const double g[] = {1, leak, -1, leak}, price[] = {1, 2};
        const least_price_problem p = {2, 0, 2, M, NULL, g, price};
        double c[] = {3, 3};
        arena a = {0};
        least_price_outcome got;
        CHECK(least_price_find(&a, &p, c, &got).code == PERP_OK, "find");
        arena_free(&a);
        if (got == LEAST_PRICE_FOUND && k < 48)
            CHECK(c[0] + 2 * c[1] > 8.9, "2^-%d: %g", k, c[0] + 2 * c[1]);
        CHECK(k > 28 || got == LEAST_PRICE_FOUND, "2^-%d: %d", k, (int)got);
        CHECK(k < 40 || k > 44 || got == LEAST_PRICE_UNDECIDED, "2^-%d: %d", k,
              (int)got);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(least);
    RUN(what_is_left);
    DONE;
}
