/* Complementarity problems through the door: answers by hand. */
#include "door_scenes.h"

#include <math.h>

static const perp_options prove = {.size = sizeof prove,
                                   .arithmetic = PERP_PROVE};

/* w = 2z - 1 in two ways: z = 1/2; and 3z - 1: z = 1/3, which is no double. */
static void solved(void)
{
    const double A[] = {2, 0, 0, 3}, b[] = {-1, -1};
    perp_error e;
    int proven;
    double residual;
    perp_answer *x = perp_solve(0, 2, A, b, NULL, &e);
    CHECK(x != NULL, "%s", e.message);
    CHECK(perp_answer_verdict(x, &proven, &residual) == PERP_SOLVED && !proven,
          "doubles prove nothing");
    CHECK(residual >= 0 && residual < 1e-12, "%g", residual);
    const double *z = perp_answer_numbers(x, PERP_Z);
    const double *w = perp_answer_numbers(x, PERP_W);
    CHECK(z[0] == 0.5 && fabs(z[1] - 1 / 3.0) < 1e-15, "%g", z[1]);
    CHECK(fabs(w[0]) < 1e-15 && fabs(w[1]) < 1e-15, "%g", w[1]);
    CHECK(perp_answer_fraction(x, PERP_Z, 0) == NULL, "not proven");
    perp_answer_free(x);
    x = perp_solve(0, 2, A, b, &prove, &e);
    CHECK(perp_answer_verdict(x, &proven, &residual) == PERP_SOLVED && proven &&
              residual == 0,
          "proven");
    CHECK(strcmp(perp_answer_fraction(x, PERP_Z, 0), "1/2") == 0 &&
              strcmp(perp_answer_fraction(x, PERP_Z, 1), "1/3") == 0 &&
              strcmp(perp_answer_fraction(x, PERP_W, 1), "0") == 0,
          "fractions");
    z = perp_answer_numbers(x, PERP_Z);
    CHECK(z[1] <= 1 / 3.0 && nextafter(z[1], 1) > z[1], "toward zero");
    CHECK(perp_answer_fraction(x, PERP_Z, 2) == NULL &&
              perp_answer_fraction(x, PERP_Z, -1) == NULL,
          "no such number");
    perp_answer_free(x);
    perp_answer_free(NULL);
}

/* One equation x + z = 1/10 in front of w = z - x + 3: x = 1/10, z = 0, w = 29/10,
   with the tenth that is written and not its double. */
static void mixed(void)
{
    static const char *const A[] = {"1", "1", "-1", "1"};
    static const char *const b[] = {"-0.1", "3"};
    static const char *const bad[] = {"-0.1", "1/0"};
    perp_error e;
    int proven;
    perp_answer *x = perp_solve_fractions(1, 1, A, b, NULL, &e);
    CHECK(x != NULL, "%s", e.message);
    CHECK(perp_answer_verdict(x, &proven, NULL) == PERP_SOLVED && proven,
          "exact");
    CHECK(strcmp(perp_answer_fraction(x, PERP_Z, 0), "1/10") == 0 &&
              strcmp(perp_answer_fraction(x, PERP_Z, 1), "0") == 0 &&
              strcmp(perp_answer_fraction(x, PERP_W, 1), "29/10") == 0,
          "%s", perp_answer_fraction(x, PERP_W, 1));
    perp_answer_free(x);
    CHECK(perp_solve_fractions(1, 1, A, bad, NULL, &e) == NULL &&
              e.code == PERP_ERROR_INPUT &&
              strncmp(e.message, "b[1]: ", 6) == 0,
          "%s", e.message);
}

/* w = -z - 1 has no solution, and Lemke ends on a ray; x = 1 and x = 2 contradict
   each other. */
static void no_solution(void)
{
    const double A = -1, b = -1;
    const double E[] = {1, 0, 1, 0}, c[] = {-1, -2};
    perp_error e;
    int proven = 0;
    for (int i = 0; i < 2; i++) {
        perp_answer *x = perp_solve(0, 1, &A, &b, i > 0 ? &prove : NULL, &e);
        CHECK(x != NULL, "%s", e.message);
        CHECK(perp_answer_verdict(x, &proven, NULL) == PERP_RAY && proven,
              "a ray");
        CHECK(perp_answer_numbers(x, PERP_Z) == NULL &&
                  perp_answer_fraction(x, PERP_Z, 0) == NULL,
              "no numbers");
        perp_answer_free(x);
    }
    perp_answer *x = perp_solve(2, 0, E, c, NULL, &e);
    CHECK(x != NULL, "%s", e.message);
    CHECK(x == NULL || perp_answer_verdict(x, &proven, NULL) == PERP_NONE,
          "a contradiction");
    perp_answer_free(x);
}

static void errors(void)
{
    const double A[] = {1, NAN, 0, 1}, b[] = {1, INFINITY}, I[] = {1, 0, 0, 1};
    const perp_options few = {.size = sizeof few,
                              .arithmetic = PERP_PROVE,
                              .exact_bits = 1},
                       no_size = {.arithmetic = PERP_PROVE};
    const double C[] = {3, 1, 1, 3}, d[] = {-1, -1};
    perp_error e;
    CHECK(perp_solve(0, 2, A, b, NULL, &e) == NULL &&
              strcmp(e.message, "A[1] is not a finite number") == 0,
          "%s", e.message);
    CHECK(perp_solve(0, 2, I, b, NULL, &e) == NULL &&
              strcmp(e.message, "b[1] is not a finite number") == 0,
          "%s", e.message);
    CHECK(perp_solve(0, 0, A, b, NULL, &e) == NULL &&
              e.code == PERP_ERROR_USAGE,
          "nothing");
    CHECK(perp_solve(-1, 2, A, b, NULL, NULL) == NULL, "negative");
    CHECK(perp_solve(0, 2, C, d, &no_size, &e) == NULL &&
              e.code == PERP_ERROR_USAGE,
          "options without a size");
    CHECK(perp_solve(0, 2, C, d, &few, &e) == NULL &&
              e.code == PERP_ERROR_LIMIT,
          "%d %s", e.code, e.message);
}

int main(void)
{
    RUN(solved);
    RUN(mixed);
    RUN(no_solution);
    RUN(errors);
    DONE;
}
