/* With the slips known a contact has one pair: the same solutions. */
#include "corners.h"
#include "number/rational.h"
#include "gap08/step/slide.h"
#include "lcp/solve/mlcp.h"

/* Does each contact rub in the direction that was taken, if at all? Of two that
   are equally fast it may be the other, or both. */
static int one_way(const jump *j, const mpq_t *z, const int *beta)
{
    for (int c = 0; c < j->d.p; c++)
        for (int k = 2 * j->slip_at[c]; k < 2 * j->slip_at[c + 1]; k++)
            if (mpq_sgn(z[j->d.p + k]) > 0 && k != beta[c])
                return 0;
    return 1;
}

/** A solution of the whole problem in which every contact slips solves the slides'
problem by its x and c_n; and those, taken alone, give the whole again. With a
push, too, and not when a number is spoilt. */
static void there_and_back(void)
{
    check_random r = {check_seed(41)};
    int seen = 0;
    for (int k = 0; k < 300; k++) {
        jump j;
        arena a = {0};
        lcp_exact_problem p;
        lcp_exact_answer z;
        slide s;
        int known = 0, fallback;
        double x[JUMP_NV], push[JUMP_P];
        jump_random(&r, 3 + k % 4, 1 + k % 3, 1 + k % 2, 3, &j);
        for (int i = 0; i < j.d.p; i++)
            push[i] = (double)check_integer(&r, 0, 4);
        if (k % 3 == 0)
            decompression_push(&j.d, push, j.b);
        CHECK(lcp_exact_problem_new(&a, &j.p, &p).code == PERP_OK &&
                  lcp_exact_answer_new(&a, p.free, p.n, &z).code == PERP_OK,
              "room");
        perp_status st = mlcp_prove(&p, NULL, &a, &z, &fallback);
        for (int i = 0; i < p.free; i++)
            x[i] = mpq_get_d(z.z[i]);
        if (st.code == PERP_OK && z.outcome == LCP_SOLVED) {
            st = slide_new(&a, &p, &j.d, x, &s, &known);
            CHECK(st.code == PERP_OK, "%s", st.message);
            if (known && one_way(&j, (const mpq_t *)z.z + p.free, s.beta)) {
                CHECK(s.p.free == p.free && s.p.n == j.d.p, "shape");
                CHECK(slide_solves(&s, (const mpq_t *)z.z), "round %d", k);
                mpq_t *w = rational_array(&a, (size_t)(p.free + j.d.p));
                lcp_exact_rows(&s.p, z.z, 1, w);
                for (int i = 0; i < p.free + j.d.p; i++)
                    CHECK(mpq_equal(w[i], z.w[i]), "row %d", i);
                rational_clear(w, (size_t)(p.free + j.d.p));
                for (int i = 0; i < p.free + j.d.p; i++)
                    CHECK(mpq_equal(s.whole.z[i], z.z[i]), "number %d", i);
                const int spoilt = check_integer(&r, 0, p.free + j.d.p - 1);
                mpq_set_si(z.z[spoilt], -1, 3);
                CHECK(!slide_solves(&s, (const mpq_t *)z.z), "spoilt");
                seen++;
            }
            slide_clear(&s);
        }
        lcp_exact_answer_clear(p.free, p.n, &z);
        lcp_exact_problem_clear(&p);
        arena_free(&a);
    }
    CHECK(seen > 30, "%d slide", seen);
}

int main(void)
{
    RUN(there_and_back);
    DONE;
}
