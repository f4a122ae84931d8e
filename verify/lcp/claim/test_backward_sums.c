#include "claims.h"
#include "lcp/claim/backward_sums.h"

#include <math.h>

/* A random problem of m pairs in eighths, a positive z, and its sums. */
static small_claim random_claim(check_random *r, int m)
{
    char problem[512], z[128];
    int at = snprintf(problem, sizeof problem, "%d", m), end = 0;
    for (int k = 0; k < m * m + m; k++)
        at += snprintf(problem + at, sizeof problem - (size_t)at, " %d/8",
                       check_integer(r, -16, 16));
    for (int k = 0; k < m; k++)
        end += snprintf(z + end, sizeof z - (size_t)end, "%d/8 ",
                        check_integer(r, 1, 16));
    return claim_of(problem, z);
}

static void fill(small_claim *c, check_random *r, backward_sums *s)
{
    CHECK(backward_sums_new(&c->a, &c->p.exact, s).code == PERP_OK, "memory");
    for (int i = 0; i < c->m; i++) {
        s->kept[i] = (uint8_t)check_integer(r, 0, 1);
        if (s->kept[i])
            mpq_set(s->z[i], c->z[i]);
    }
    CHECK(backward_sums_fill(&c->a, s).code == PERP_OK, "memory");
}

/* Row i at z', in doubles: what it is and its size. Eighths times 2^-40 steps are
   exact enough for a strict inequality that is not close. */
static void row(const small_claim *c, int i, const double *z, double *value,
                double *size)
{
    const lcp_problem *p = &c->p.nearest;
    *value = p->b[i];
    *size = fabs(p->b[i]);
    for (int j = 0; j < c->m; j++) {
        *value += p->A[i * c->m + j] * z[j];
        *size += fabs(p->A[i * c->m + j]) * z[j];
    }
}

/** Sums against doubles, exact for eighths. */
static void sums(void)
{
    check_random r = {check_seed(5)};
    for (int round = 0; round < 200; round++) {
        int m = check_integer(&r, 1, 4);
        small_claim c = random_claim(&r, m);
        backward_sums s;
        double z[4], value, size, need = 0;
        fill(&c, &r, &s);
        for (int j = 0; j < m; j++)
            z[j] = mpq_get_d(s.z[j]);
        for (int i = 0; i < m; i++) {
            row(&c, i, z, &value, &size);
            CHECK(mpq_get_d(s.r[i]) == value && mpq_get_d(s.S[i]) == size,
                  "row %d", i);
            double lack = value < 0 || s.kept[i] ? fabs(value) : 0;
            need = lack > 0 && lack / size > need ? lack / size : need;
        }
        mpq_t eps;
        int where;
        mpq_init(eps);
        backward_sums_need(&s, eps, &where);
        CHECK(fabs(mpq_get_d(eps) - need) < 1e-15, "%g, not %g", mpq_get_d(eps),
              need);
        CHECK((where < 0) == (need == 0), "where %d", where);
        mpq_clear(eps);
        backward_sums_clear(&s);
        claim_end(&c);
    }
}

/** What weights refute no z' within eps escapes: of random z', the corners among
them, each lacks something in a row. And weights do refute: a row's own weight
refutes every change a little below its need's lower bound a / 3. */
static void refutations(void)
{
    check_random r = {check_seed(6)};
    long refuted = 0;
    for (int round = 0; round < 400; round++) {
        int m = check_integer(&r, 1, 3);
        small_claim c = random_claim(&r, m);
        backward_sums s;
        backward_weights w;
        double weight[3], eps = check_uniform(&r, 0, 0.4);
        mpq_t e;
        fill(&c, &r, &s);
        for (int i = 0; i < m; i++)
            weight[i] = check_uniform(&r, -1, s.kept[i] ? 1 : 0);
        CHECK(backward_weigh(&c.a, &s, weight, &w).code == PERP_OK, "memory");
        mpq_init(e);
        mpq_set_d(e, eps);
        int no = backward_refutes(&w, e);
        refuted += no;
        for (int trial = 0; no && trial < 100; trial++) {
            double z[3], value, size;
            int lacks = 0;
            for (int j = 0; j < m; j++) {
                double d = trial < 8 ? ((trial >> j & 1) ? eps : -eps)
                                     : check_uniform(&r, -eps, eps);
                z[j] = mpq_get_d(s.z[j]) * (1 + d);
            }
            for (int i = 0; i < m; i++) {
                row(&c, i, z, &value, &size);
                lacks |=
                    -value > eps * size || (s.kept[i] && value > eps * size);
            }
            CHECK(lacks, "an escape at eps = %g", eps);
        }
        mpq_clear(e);
        backward_weights_clear(&w);
        backward_sums_clear(&s);
        claim_end(&c);
    }
    CHECK(refuted > 50, "only %ld refutations", refuted);
}

/** A weight of the wrong sign in a row that may be positive says nothing. */
static void wrong_sign(void)
{
    small_claim c = claim_of("1  1 1", "0");
    backward_sums s;
    backward_weights w;
    mpq_t e;
    mpq_init(e);
    backward_sums_new(&c.a, &c.p.exact, &s);
    backward_sums_fill(&c.a, &s);
    backward_weigh(&c.a, &s, (double[]){1}, &w);
    CHECK(!backward_refutes(&w, e), "w = 1 is no lack");
    backward_weights_clear(&w);
    backward_sums_clear(&s);
    mpq_clear(e);
    claim_end(&c);
}

int main(void)
{
    RUN(sums);
    RUN(refutations);
    RUN(wrong_sign);
    DONE;
}
