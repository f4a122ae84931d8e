/**
# Straight lines with given impulses
*/
#include "base/memory.h"
#include "check.h"
#include "hp23/inclusion/given_line.h"
#include "number/rational.h"

/* v, w, L as (slip, normal), mu = 1/2: numbers over four. */
typedef struct {
    int v[2], w[2], Ln, Lt, back, fits;
} line_case;

/** A point of 1 kg on a floor: the three lines of the chapter, and their neighbours. */
static void a_point(void)
{
    static const line_case all[] = {
        {{4, -4}, {2, 0}, 4, -2, 0, 1},  /* slides throughout */
        {{2, -4}, {0, 0}, 4, -2, 0, 1},  /* its slip ends with the line */
        {{1, -4}, {0, 0}, 4, -1, 0, 0},  /* and friction below its bound */
        {{0, -4}, {0, 0}, 4, 0, 0, 1},   /* no slip at all */
        {{-2, -4}, {0, 0}, 4, 2, 0, 1},  /* the other way */
        {{1, -4}, {-1, 0}, 4, -2, 0, 0}, /* turns round */
        {{0, -4}, {2, 0}, 4, 2, 0, 0},   /* pushed along */
        {{4, -4}, {3, 4}, 8, -1, 0, 0},  /* parts while it presses */
        {{4, 0}, {2, 4}, 4, -2, 1, 1},   /* gives back */
        {{4, 0}, {2, 4}, 4, -2, 0, 0},   /* which is no pressing */
        {{4, -2}, {2, 2}, 4, -2, 1, 0},  /* and not while it approaches */
        {{4, -4}, {4, -4}, 0, 0, 0, 1},  /* idle */
        {{4, 4}, {4, 4}, 0, 0, 0, 1},
    };
    arena a = {0};
    mpq_t *x = rational_array(&a, 20);
    int slip_at[2] = {0, 1};
    step_exact d = {.nv = 2, .p = 1, .r = 1, .M = x, .n = x + 4, .d = x + 6};
    d.mu = x + 8;
    d.slip_at = slip_at;
    mpq_t *v = x + 9, *w = x + 11, *L = x + 13;
    mpq_set_ui(x[0], 1, 1);
    mpq_set_ui(x[3], 1, 1);
    mpq_set_ui(d.n[1], 1, 1);
    mpq_set_ui(d.d[0], 1, 1);
    mpq_set_ui(d.mu[0], 1, 2);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const line_case *c = &all[k];
        for (int i = 0; i < 2; i++) {
            mpq_set_si(v[i], c->v[i], 4);
            mpq_set_si(w[i], c->w[i], 4);
        }
        mpq_set_si(L[0], c->Ln, 4);
        mpq_set_si(L[1], c->Lt, 4);
        for (int i = 9; i < 15; i++)
            mpq_canonicalize(x[i]);
        CHECK(given_line_fits(&d, (const mpq_t *)v, (const mpq_t *)w,
                              (const mpq_t *)L, c->back) == c->fits,
              "line %d", (int)k);
    }
    rational_clear(x, 20);
    arena_free(&a);
}

int main(void)
{
    a_point();
    DONE;
}
