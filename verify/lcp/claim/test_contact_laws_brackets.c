#include "check.h"
#include "lcp/claim/contact_laws.h"

/* x = base + factor |u_t| lies between: (x - base)^2 against factor^2 |u_t|^2, by
   the sides of the ends. */
static int holds(const mpq_t *pair, mpq_srcptr base, mpq_srcptr factor,
                 mpq_srcptr square)
{
    mpq_t end, root;
    int fine = mpq_cmp(pair[0], pair[1]) <= 0;
    mpq_inits(end, root, NULL);
    mpq_mul(root, factor, factor);
    mpq_mul(root, root, square); /* the number's own square */
    for (int k = 0; k < 2; k++) {
        mpq_sub(end, pair[k], base);
        int sign = mpq_sgn(end);
        mpq_mul(end, end, end);
        int order = mpq_cmp(end, root) * sign; /* of end and |number| */
        if (mpq_sgn(factor) < 0) /* both are negative: sizes the other way */
            fine &= k == 0 ? order <= 0 && sign <= 0 : sign <= 0;
        fine &= k == 0 ? order <= 0 : mpq_sgn(factor) < 0 || order >= 0;
    }
    mpq_clears(end, root, NULL);
    return fine;
}

/** The brackets of all numbers with a root, exactly, for reactions of either
sign. */
static void brackets(void)
{
    check_random r = {check_seed(12)};
    char text[512];
    int narrow = 0;
    for (int round = 0; round < 500; round++) {
        int at = snprintf(text, sizeof text, "contacts 3 1");
        for (int k = 0; k < 13; k++)
            at += snprintf(text + at, sizeof text - (size_t)at, " %d/8",
                           check_integer(&r, k < 12 ? -16 : 0, 16));
        lcp_text t = lcp_text_of("text", text, strlen(text));
        arena a = {0};
        contact_problem c;
        contact_laws l;
        mpq_t f[3], base, factor, square, one;
        mpq_inits(f[0], f[1], f[2], base, factor, square, one, NULL);
        CHECK(contact_text_next(&t, &a, &c).code == PERP_OK, "%s", text);
        for (int k = 0; k < 3; k++)
            mpq_set_d(f[k], check_integer(&r, -16, 16) / 8.0);
        CHECK(contact_laws_find(&a, &c, (const mpq_t *)f, &l).code == PERP_OK,
              "refused");
        contact_verdict *v = &l.each[0];
        for (int k = 1; k < 3; k++) { /* u_t . r_t, |u_t|^2 */
            mpq_mul(one, v->u[k], f[k]);
            mpq_add(base, base, one);
            mpq_mul(one, v->u[k], v->u[k]);
            mpq_add(square, square, one);
        }
        mpq_add(base, base, v->product);
        mpq_mul(factor, c.mu[0], f[0]);
        CHECK(holds((const mpq_t *)v->power, base, factor, square), "power");
        mpq_sub(base, base, v->product);
        if (mpq_sgn(factor) < 0)
            mpq_set_ui(factor, 0, 1);
        CHECK(holds((const mpq_t *)v->missing, base, factor, square),
              "missing");
        CHECK(mpq_cmp(v->excess[0], v->excess[1]) <= 0, "excess");
        narrow += mpq_equal(v->power[0], v->power[1]);
        mpq_clears(f[0], f[1], f[2], base, factor, square, one, NULL);
        contact_laws_clear(&l);
        contact_problem_clear(&c);
        arena_free(&a);
    }
    CHECK(narrow < 400, "%d have no root", narrow);
}

int main(void)
{
    RUN(brackets);
    DONE;
}
