#include "base/memory.h"
#include "check.h"
#include "enclose/inflate.h"

#include <gmp.h>
#include <math.h>

enum { MOST = 7 };

typedef struct {
    int n, nx;
    double B[MOST * MOST], z[MOST], g[MOST], Ex[MOST], Ez[MOST], y[MOST];
} box;

static void random_box(check_random *r, box *b)
{
    b->n = check_integer(r, 1, MOST);
    b->nx = check_integer(r, 0, b->n);
    const double rho = ldexp(1, -check_integer(r, 3, 40));
    for (int i = 0; i < b->n; i++) {
        for (int j = 0; j < b->n; j++)
            b->B[i * b->n + j] = check_integer(r, 0, 2)
                                     ? (double)check_integer(r, -64, 64) / 16
                                     : 0;
        b->z[i] = (double)check_integer(r, -99, 99) / 8;
        b->g[i] = rho * check_uniform(r, 0, 4);
        b->Ex[i] = rho * check_integer(r, 0, 2);
        b->Ez[i] = rho * check_integer(r, 0, 1);
    }
}

/* A B' in the box and b' = B' z + (something within g): z' exactly by Gauss. 0
   when B' is singular. */
static int solve(check_random *r, const box *b, mpq_t *z)
{
    const int n = b->n;
    mpq_t A[MOST * (MOST + 1)], t;
    int fine = 1;
    mpq_init(t);
    for (int i = 0; i < n * (n + 1); i++)
        mpq_init(A[i]);
    for (int i = 0; i < n; i++) {
        mpq_set_d(t, b->g[i] * (check_integer(r, 0, 1) ? 1 : -1));
        mpq_set(A[i * (n + 1) + n], t);
        for (int j = 0; j < n; j++) {
            mpq_ptr to = A[i * (n + 1) + j];
            double E = j < b->nx ? b->Ex[i] : b->Ez[i];
            mpq_set_d(to, E * check_integer(r, -1, 1));
            mpq_set_d(t, b->B[i * n + j]);
            mpq_add(to, to, t);
        }
        /* b' = B' z + g, so z' - z solves B' (z' - z) = g */
    }
    for (int p = 0; p < n && fine; p++) {
        int k = p;
        while (k < n && mpq_sgn(A[k * (n + 1) + p]) == 0)
            k++;
        fine = k < n;
        for (int j = 0; j <= n && fine && k != p; j++)
            mpq_swap(A[k * (n + 1) + j], A[p * (n + 1) + j]);
        for (int i = 0; i < n && fine; i++) {
            if (i == p || mpq_sgn(A[i * (n + 1) + p]) == 0)
                continue;
            mpq_t f;
            mpq_init(f);
            mpq_div(f, A[i * (n + 1) + p], A[p * (n + 1) + p]);
            for (int j = p; j <= n; j++) {
                mpq_mul(t, f, A[p * (n + 1) + j]);
                mpq_sub(A[i * (n + 1) + j], A[i * (n + 1) + j], t);
            }
            mpq_clear(f);
        }
    }
    for (int i = 0; i < n && fine; i++)
        mpq_div(z[i], A[i * (n + 1) + n], A[i * (n + 1) + i]);
    for (int i = 0; i < n * (n + 1); i++)
        mpq_clear(A[i]);
    mpq_clear(t);
    return fine;
}

static void look(check_random *r, box *b, int *decided, double *tight)
{
    arena a = {0};
    mpq_t z[MOST];
    const inflation s = {b->n, b->nx, b->B, b->g, b->Ex, b->Ez};
    int yes;
    CHECK(inflate(&a, &s, b->y, &yes).code == PERP_OK, "memory");
    *decided += yes;
    for (int i = 0; i < b->n; i++)
        mpq_init(z[i]);
    for (int k = 0; k < 8 && yes; k++) {
        CHECK(solve(r, b, z), "a singular system in a box of regular ones");
        for (int i = 0; i < b->n; i++) {
            CHECK(fabs(mpq_get_d(z[i])) <= b->y[i], "%d: %g beyond %g", i,
                  mpq_get_d(z[i]), b->y[i]);
            if (b->y[i] > 0)
                *tight = fmax(*tight, fabs(mpq_get_d(z[i])) / b->y[i]);
        }
    }
    for (int i = 0; i < b->n; i++)
        mpq_clear(z[i]);
    arena_free(&a);
}

/* Corners of the box, solved in fractions: regular, and within y. The bound is
   not idle either: some solution comes near it. */
static void holds(void)
{
    check_random r = {check_seed(81)};
    int decided = 0;
    double tight = 0;
    for (int i = 0; i < 1500; i++) {
        box b = {0};
        random_box(&r, &b);
        look(&r, &b, &decided, &tight);
    }
    printf("%d of 1500 boxes decided; nearest to the bound: %.2f of it\n",
           decided, tight);
    CHECK(decided > 900 && tight > 0.5, "idle");
}

/* A box that holds a singular matrix is never decided. */
static void singular(void)
{
    check_random r = {check_seed(82)};
    int decided = 0;
    for (int i = 0; i < 1500; i++) {
        box b = {0};
        do
            random_box(&r, &b);
        while (b.n < 2);
        b.nx = b.n;
        const int p = check_integer(&r, 0, b.n - 1), q = (p + 1) % b.n;
        for (int j = 0; j < b.n; j++) /* two rows, twice E apart at most */
            b.B[p * b.n + j] = b.B[q * b.n + j] + (b.Ex[p] + b.Ex[q]) *
                                                      check_integer(&r, -1, 1);
        arena a = {0};
        const inflation s = {b.n, b.nx, b.B, b.g, b.Ex, b.Ez};
        int yes;
        CHECK(inflate(&a, &s, b.y, &yes).code == PERP_OK, "memory");
        decided += yes;
        arena_free(&a);
    }
    CHECK(decided == 0, "%d boxes with a singular matrix", decided);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(holds);
    RUN(singular);
    DONE;
}
