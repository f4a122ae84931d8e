#include "cli/report/step_list.h"
#include "number/literal.h"

#include <string.h>

/** ## Steps

They must divide the duration: otherwise the last rows of two runs lie at
different times, and what is compared is not the scheme but the remainder. As in
a run, $10^{-9}$ of a step is forgiven, because $10/0.01$ is not 1000 in
doubles. */
perp_status step_list_divides(mpq_srcptr h, mpq_srcptr T)
{
    mpq_t n, off;
    mpz_t whole;
    mpq_inits(n, off, NULL);
    mpz_init(whole);
    mpq_div(n, T, h);
    mpq_set_ui(off, 1, 2);
    mpq_add(off, off, n);
    mpz_fdiv_q(whole, mpq_numref(off), mpq_denref(off));
    mpq_set_z(off, whole);
    mpq_sub(off, off, n);
    double ratio = mpq_get_d(n), nearest = mpz_get_d(whole);
    double apart = mpq_get_d(off);
    mpq_clears(n, off, NULL);
    mpz_clear(whole);
    if (nearest >= 1 && apart < 1e-9 && apart > -1e-9)
        return PERP_SUCCESS;
    double T_ = mpq_get_d(T);
    if (nearest < 1)
        nearest = 1;
    return PERP_FAIL(PERP_USAGE,
                     "--h %.10g does not divide T = %.10g s: T/h = %.8g; "
                     "T/%.0f = %.10g s would",
                     mpq_get_d(h), T_, ratio, nearest, T_ / nearest);
}

static perp_status read_step(const char *text, size_t len, step_list *l)
{
    mpq_ptr h = l->step[l->steps];
    perp_status s = literal_ratio(text, len, h);
    if (s.code != PERP_OK || mpq_sgn(h) <= 0)
        return PERP_FAIL(PERP_USAGE,
                         "--h wants step sizes > 0 in seconds, 0.01,0.005,..., "
                         "not '%.*s'",
                         len < 40 ? (int)len : 40, text);
    if (l->steps > 0 && mpq_cmp(l->step[l->steps - 1], h) <= 0)
        return PERP_FAIL(PERP_USAGE,
                         "--h: the steps must descend; %.10g stands behind "
                         "%.10g",
                         mpq_get_d(h), mpq_get_d(l->step[l->steps - 1]));
    l->steps++;
    return PERP_SUCCESS;
}

perp_status step_list_read(const char *text, int least, step_list *l)
{
    for (;;) {
        size_t len = strcspn(text, ",");
        if (l->steps == STEP_LIST_MOST)
            return PERP_FAIL(PERP_USAGE, "--h takes at most %d steps",
                             STEP_LIST_MOST);
        PERP_TRY(read_step(text, len, l));
        if (text[len] == '\0')
            break;
        text += len + 1;
    }
    if (l->steps < least)
        return PERP_FAIL(PERP_USAGE, "--h: an order needs at least two steps, "
                                     "as in 0.01,0.005,0.0025");
    return PERP_SUCCESS;
}
