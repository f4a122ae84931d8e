#include "check.h"
#include "ap02/definite.h"

#include <math.h>

/* Admissible at h, not at its successor; both asked exactly. */
static void proven_edge(const definite_family *f, double h, const char *what)
{
    arena a = {0};
    int yes = 0, no = 1;
    CHECK(definite_at(&a, f, h, &yes).code == PERP_OK && yes == 1, "%s: %.17g",
          what, h);
    CHECK(definite_at(&a, f, nextafter(h, INFINITY), &no).code == PERP_OK &&
              no == 0,
          "%s: the next of %.17g", what, h);
    arena_free(&a);
}

static double largest(const definite_family *f, double most)
{
    arena a = {0};
    double h = -1;
    CHECK(definite_largest(&a, f, most, &h).code == PERP_OK, "memory");
    arena_free(&a);
    return h;
}

/* The matrix of AP02's section 2.2 as a system: M = 1, k1v = [[0, -100], [0,
   0]] makes 1 + h [[0, 100], [0, 0]], positive definite for 50 h < 1 only, while
   its eigenvalues are 1 for every h; at h = 1 it is the matrix itself. */
static void the_matrix_of_section_2_2(void)
{
    double M[4] = {1, 0, 0, 1}, A[4] = {0, -100, 0, 0};
    definite_family f = {.n = 2, .M = M, .A = A, .a = 1, .b = 1};
    double h = largest(&f, 1);
    proven_edge(&f, h, "section 2.2");
    /* 0.02 in doubles is a little more than 1/50 */
    CHECK(h == nextafter(0.02, 0), "%.17g", h);
}

/* sqrt(1/k) for M = 1, k1q = k; alpha = gamma = 1/2: 2 sqrt(1/k). */
static void unstable_spring(void)
{
    double M = 1;
    for (int k = 1; k < 2000; k += 37) {
        double B = k;
        definite_family f = {.n = 1, .M = &M, .B = &B, .a = 0.5, .b = 0.25};
        double h = largest(&f, 100), true_edge = 2 / sqrt((double)k);
        proven_edge(&f, h, "spring");
        CHECK(fabs(h - true_edge) <= 4e-16 * true_edge, "k = %d: %.17g", k, h);
    }
}

/* Without A and B nothing can help. */
static void never(void)
{
    double M[4] = {1, 2, 2, 1};
    definite_family f = {.n = 2, .M = M, .a = 1, .b = 1};
    CHECK(largest(&f, 1) == 0, "%g", largest(&f, 1));
}

/* Random matrices: the edge is proven on both sides, and where B = 0 it is the
   reciprocal of the largest eigenvalue of M^-1 (A + A')/2, by a power
   iteration. A nearly singular M makes doubles wrong about the sign. */
static void random_edges(void)
{
    check_random rng = {check_seed(61)};
    for (int trial = 0; trial < 200; trial++) {
        int n = check_integer(&rng, 1, 5);
        double M[25] = {0}, A[25], B[25], x[5], y[5], top = 0;
        for (int i = 0; i < n * n; i++) {
            A[i] = check_integer(&rng, -20, 20);
            B[i] = trial % 2 ? check_integer(&rng, -20, 20) : 0;
        }
        for (int i = 0; i < n; i++) {
            M[i * n + i] = check_integer(&rng, 1, 4);
            x[i] = check_uniform(&rng, 1, 2);
        }
        definite_family f = {.n = n, .M = M, .A = A, .B = B, .a = 1, .b = 1};
        int yes;
        arena a = {0};
        CHECK(definite_at(&a, &f, 64, &yes).code == PERP_OK, "memory");
        arena_free(&a);
        if (yes)
            continue;
        double h = largest(&f, 64);
        proven_edge(&f, h, "random");
        for (int k = 0; k < 20000 && trial % 2 == 0; k++) {
            double size = 0; /* x <- (M^-1 S + 100) x */
            for (int i = 0; i < n; i++) {
                y[i] = 100 * x[i];
                for (int j = 0; j < n; j++)
                    y[i] += 0.5 * (A[i * n + j] + A[j * n + i]) * x[j] /
                            M[i * n + i];
                size = fmax(size, fabs(y[i]));
            }
            for (int i = 0; i < n; i++)
                x[i] = y[i] / size;
            top = size - 100;
        }
        CHECK(trial % 2 || fabs(h * top - 1) < 1e-6, "trial %d: %g, 1/%g",
              trial, h, top);
    }
}

int main(void)
{
    RUN(the_matrix_of_section_2_2);
    RUN(unstable_spring);
    RUN(never);
    RUN(random_edges);
    DONE;
}
