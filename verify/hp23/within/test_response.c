/**
# What impulses do, against data in the box
*/
#include "hp23/within/response.h"
#include "planted_data.h"
#include "slow_lcp.h"

/* v+ of the data d for the impulses L (p along the normals, r along the slips),
   by one linear system in v+ and the joints' impulses. 0: singular. */
static int follow(arena *a, const step_exact *d, const mpq_t *L, mpq_t *plus)
{
    const int n = d->nv + d->m;
    mpq_t *A = rational_array(a, (size_t)(n * n + n)), *b = A + n * n, t;
    int pick[8];
    mpq_init(t);
    for (int i = 0; i < n; i++)
        pick[i] = i;
    for (int i = 0; i < d->nv; i++) {
        for (int j = 0; j < d->nv; j++) {
            mpq_set(A[i * n + j], d->M[i * d->nv + j]);
            mpq_mul(t, d->M[i * d->nv + j], d->v[j]);
            mpq_sub(b[i], b[i], t);
        }
        for (int k = 0; k < d->m; k++) {
            mpq_neg(A[i * n + d->nv + k], d->nu[k * d->nv + i]);
            mpq_set(A[(d->nv + k) * n + i], d->nu[k * d->nv + i]);
        }
        for (int k = 0; k < d->p + d->r; k++) {
            mpq_mul(t, L[k],
                    k < d->p ? d->n[k * d->nv + i]
                             : d->d[(k - d->p) * d->nv + i]);
            mpq_sub(b[i], b[i], t);
        }
    }
    lcp_exact_problem p = {n, 0, (const mpq_t *)A, (const mpq_t *)b};
    const int fine = slow_gauss(&p, n, pick, plus);
    rational_clear(A, (size_t)(n * n + n));
    mpq_clear(t);
    return fine;
}

/* Is x = row of the response times (L, 1), for some numbers in its intervals? */
static int holds(const response *s, int row, const mpq_t *L, mpq_srcptr x)
{
    const int last = s->cols - 1;
    mpq_t sum, rad, t;
    mpq_inits(sum, rad, t, NULL);
    for (int c = 0; c <= last; c++) {
        mpq_set_ui(t, 1, 1);
        if (c < last)
            mpq_set(t, L[c]);
        boxed_add(sum, s->mid[row * s->cols + c], t);
        boxed_add_size(rad, t, s->rad[row * s->cols + c]);
    }
    mpq_sub(sum, sum, x);
    mpq_abs(sum, sum);
    const int fine = mpq_cmp(sum, rad) <= 0;
    mpq_clears(sum, rad, t, NULL);
    return fine;
}

static void check_data(const response *s, const step_exact *d, const mpq_t *L,
                       const mpq_t *plus, int round)
{
    mpq_t x;
    mpq_init(x);
    for (int i = 0; i < d->nv; i++)
        CHECK(holds(s, i, L, plus[i]), "round %d: coordinate %d", round, i);
    for (int j = 0; j < d->p; j++) {
        impact_normal(d, j, plus, x);
        CHECK(holds(s, d->nv + j, L, x), "round %d: normal %d", round, j);
        impact_slip(d, j, plus, x);
        CHECK(holds(s, d->nv + d->p + j, L, x), "round %d: slip %d", round, j);
    }
    mpq_clear(x);
}

/* Impacts, every other with a joint; v does not keep it. */
static void planted(void)
{
    check_random r = {check_seed(2322)};
    int found = 0;
    mpq_t eps;
    mpq_init(eps);
    for (int round = 0; round < 40; round++) {
        hp23 m;
        response s;
        hp23_random(&r, 3, 2, &m);
        mpq_t *L = rational_array(&m.a, 4 + 4), *plus = L + 4;
        mpq_t *nu = rational_array(&m.a, 3);
        m.x.m = round % 2;
        m.x.nu = nu;
        for (int i = 0; i < 3; i++)
            mpq_set_si(nu[i], check_integer(&r, -3, 3) * 2 + 1, 4);
        mpq_set_ui(eps, 1, 1u << (7 + round % 20));
        perp_status st = response_find(&m.a, &m.x, eps, &s);
        CHECK(st.code == PERP_OK, "round %d: %s", round, st.message);
        for (int k = 0; k < 10 && st.code == PERP_OK; k++) {
            step_exact d = planted_data(&r, &m.a, &m.x, eps);
            for (int i = 0; i < 4; i++)
                mpq_set_si(L[i], check_integer(&r, i < 2 ? 0 : -5, 5), 1);
            if (follow(&m.a, &d, (const mpq_t *)L, plus)) {
                check_data(&s, &d, (const mpq_t *)L, (const mpq_t *)plus,
                           round);
                found++;
            }
            planted_clear(&d);
        }
        response_clear(&s);
        rational_clear(nu, 3);
        rational_clear(L, 8);
        hp23_clear(&m);
    }
    CHECK(found > 300, "%d", found);
    mpq_clear(eps);
}

/* A mass that may be zero. */
static void singular(void)
{
    hp23 m;
    response s;
    mpq_t eps;
    mpq_init(eps);
    mpq_set_ui(eps, 1, 1);
    hp23_new(&m, 1, 1);
    m.d.M[0] = m.d.n[0] = m.d.d[0] = 1;
    hp23_exact(&m);
    CHECK(response_find(&m.a, &m.x, eps, &s).code == PERP_INPUT, "refused");
    response_clear(&s);
    hp23_clear(&m);
    mpq_clear(eps);
}

int main(void)
{
    RUN(planted);
    RUN(singular);
    DONE;
}
