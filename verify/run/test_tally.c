#include "base/memory.h"
#include "check.h"
#include "run/tally.h"

#include <math.h>

/* 3-4-5 triangles have rational lengths, the diagonal of a square has not. */
static void variation_exactly(void)
{
    variation s;
    mpq_t a[2], b[2];
    for (int i = 0; i < 2; i++)
        mpq_inits(a[i], b[i], NULL);
    variation_init(&s, 1);
    mpq_set_ui(b[0], 3, 7);
    mpq_set_ui(b[1], 4, 7);
    variation_add_exact(&s, 2, (const mpq_t *)a, (const mpq_t *)b);
    CHECK(s.rational && mpq_cmp_ui(s.exact, 5, 7) == 0, "not 5/7");
    mpq_set_ui(a[0], 3, 7);
    mpq_set_si(a[1], -1, 1);
    variation_add_exact(&s, 2, (const mpq_t *)a, (const mpq_t *)b);
    CHECK(s.rational && mpq_cmp_ui(s.exact, 16, 7) == 0, "not 16/7");
    mpq_set_ui(a[0], 1, 7);
    mpq_set_ui(a[1], 2, 7);
    variation_add_exact(&s, 2, (const mpq_t *)a, (const mpq_t *)b);
    CHECK(!s.rational, "sqrt 8 / 7 taken for rational");
    CHECK(fabs(s.sum - (16 + sqrt(8)) / 7) < 1e-15, "%g", s.sum);
    variation_clear(&s);
    for (int i = 0; i < 2; i++)
        mpq_clears(a[i], b[i], NULL);
}

static void variation_in_doubles(void)
{
    variation s;
    const double a[2] = {1, 1}, b[2] = {4, 5};
    variation_init(&s, 0);
    variation_add(&s, 2, a, b);
    variation_add(&s, 2, b, a);
    CHECK(s.sum == 10, "%g", s.sum);
    variation_clear(&s);
}

/* Jumps whose squares are no doubles, exactly and not; where the sum itself is
   none it is said, unless a fraction holds it. */
static void far_from_one(void)
{
    static const int e[] = {0, 600, -600, 1020, -1070};
    for (int k = 0; k < 5; k++) {
        const double from[2] = {0, 0};
        const double to[2] = {ldexp(3, e[k]), ldexp(-4, e[k])};
        mpq_t a[2], b[2];
        variation s, x;
        for (int i = 0; i < 2; i++) {
            mpq_inits(a[i], b[i], NULL);
            mpq_set_d(b[i], to[i]);
        }
        variation_init(&s, 0);
        variation_init(&x, 1);
        variation_add(&s, 2, from, to);
        variation_add_exact(&x, 2, (const mpq_t *)a, (const mpq_t *)b);
        CHECK(s.sum == ldexp(5, e[k]) && x.sum == s.sum, "2^%d: %g, %g", e[k],
              s.sum, x.sum);
        mpq_set(b[1], b[0]);
        variation_add_exact(&x, 2, (const mpq_t *)a, (const mpq_t *)b);
        CHECK(!x.rational && fabs(ldexp(x.sum - s.sum, -e[k]) - 3 * sqrt(2)) <
                                 (e[k] < -1000 ? 1 : 1e-14),
              "2^%d: %g", e[k], x.sum);
        variation_clear(&s);
        variation_clear(&x);
        for (int i = 0; i < 2; i++)
            mpq_clears(a[i], b[i], NULL);
    }
}

static void sums_that_overflow(void)
{
    const double up[1] = {0x1p1023}, down[1] = {-0x1p1023};
    variation s, x;
    summary sum = {0};
    mpq_t q[2];
    variation_init(&s, 0);
    variation_init(&x, 1);
    for (int i = 0; i < 2; i++)
        mpq_init(q[i]);
    mpq_set_d(q[0], up[0]);
    mpq_set_d(q[1], down[0]);
    variation_add(&s, 1, down, up);
    variation_add_exact(&x, 1, (const mpq_t *)q, (const mpq_t *)q + 1);
    perp_status st = tally_totals(&x, &s, &sum);
    CHECK(st.code == PERP_LIMIT && strstr(st.message, "of va overflows"), "%s",
          st.message);
    summary_clear(&sum);
    st = tally_totals(&x, &x, &sum);
    CHECK(st.code == PERP_OK && strlen(sum.tv_v_exact) == 309, "%s",
          st.message);
    summary_clear(&sum);
    variation_clear(&s);
    variation_clear(&x);
    for (int i = 0; i < 2; i++)
        mpq_clear(q[i]);
}

static void kinetic(void)
{
    const double M[4] = {2, 1, 1, 3}, v[2] = {1, -2};
    int first[3] = {0, 2, 4}, column[4] = {0, 1, 0, 1};
    const sparse_rows full = {2, first, column, NULL};
    CHECK(tally_kinetic(&full, M, v) == 5, "%g", tally_kinetic(&full, M, v));
    mpq_t E[4], u[2], T;
    mpq_init(T);
    for (int i = 0; i < 4; i++) {
        mpq_init(E[i]);
        mpq_set_d(E[i], M[i]);
    }
    for (int i = 0; i < 2; i++) {
        mpq_init(u[i]);
        mpq_set_d(u[i], v[i]);
        mpz_set_ui(mpq_denref(u[i]), 3);
        mpq_canonicalize(u[i]);
    }
    tally_kinetic_exact(2, (const mpq_t *)E, (const mpq_t *)u, T);
    CHECK(mpq_cmp_ui(T, 5, 9) == 0, "not 5/9");
    for (int i = 0; i < 4; i++)
        mpq_clear(E[i]);
    for (int i = 0; i < 2; i++)
        mpq_clear(u[i]);
    mpq_clear(T);
}

/* Without the entries that are zero the energy has the same bits. */
static void kinetic_of_blocks(void)
{
    enum { N = 12 };
    check_random r = {check_seed(3)};
    for (int trial = check_times(200); trial > 0; trial--) {
        double M[N * N] = {0}, v[N], T = 0;
        int first[N + 1] = {0}, column[N * N], count = 0;
        for (int i = 0; i < N; i++) {
            v[i] = check_integer(&r, 0, 9) ? check_uniform(&r, -3, 3) : 0;
            for (int j = 0; j < N; j++)
                if (i / 3 == j / 3 && check_integer(&r, 0, 3) > 0) {
                    M[i * N + j] = check_uniform(&r, -1, 1);
                    column[count++] = j;
                }
            first[i + 1] = count;
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                T += v[i] * M[i * N + j] * v[j];
        const sparse_rows at = {N, first, column, NULL};
        const double sum = tally_kinetic(&at, M, v);
        T *= 0.5;
        CHECK(memcmp(&sum, &T, sizeof T) == 0, "%a, not %a", sum, T);
    }
}

static void text(void)
{
    mpq_t x;
    int ok;
    mpq_init(x);
    mpq_set_si(x, -355, 113);
    char *s = tally_text(x, &ok);
    CHECK(ok && strcmp(s, "-355/113") == 0, "%s", s);
    memory_free(s);
    memory_refuse(1);
    s = tally_text(x, &ok);
    memory_refuse(0);
    CHECK(!ok && s == NULL, "granted");
    mpq_clear(x);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(variation_exactly);
    RUN(variation_in_doubles);
    RUN(far_from_one);
    RUN(sums_that_overflow);
    RUN(kinetic);
    RUN(kinetic_of_blocks);
    RUN(text);
    DONE;
}
