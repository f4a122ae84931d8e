#include "model/step/active.h"
#include "check.h"

/* Kept contacts stay, closed ones join, the order is that of the system. */
static void unites_kept_and_closed(void)
{
    int id[5];
    uint8_t kept[5] = {0, 1, 0, 0, 0};
    active_set s = {0, id, kept};
    const double gap[5] = {0.5, 0.5, 0.0, 1e-11, 1e-9};
    active_find(&s, 5, gap, 1e-10);
    CHECK(s.n == 3 && id[0] == 1 && id[1] == 2 && id[2] == 3, "%d: %d %d %d",
          s.n, id[0], id[1], id[2]);
    const uint8_t leaves[3] = {1, 0, 1};
    active_keep(&s, 5, leaves);
    const double far[5] = {1, 1, 1, 1, 1};
    active_find(&s, 5, far, 1e-10);
    CHECK(s.n == 1 && id[0] == 2, "%d: %d", s.n, id[0]);
}

/* The printed set: nothing is kept. */
static void forgets(void)
{
    int id[2];
    uint8_t kept[2] = {1, 1};
    active_set s = {0, id, kept};
    const double gap[2] = {1e-300, 0};
    active_forget(&s, 2);
    active_find(&s, 2, gap, 0);
    CHECK(s.n == 1 && id[0] == 1 && kept[0] == 0 && kept[1] == 1, "%d", s.n);
}

/* Over the rationals a tolerance of zero is a sharp zero. */
static void exact_zero(void)
{
    int id[3];
    uint8_t kept[3] = {0};
    active_set s = {0, id, kept};
    mpq_t gap[3], tol;
    mpq_init(tol);
    for (int i = 0; i < 3; i++)
        mpq_init(gap[i]);
    mpq_set_si(gap[0], 1, 1);
    mpq_div_2exp(gap[0], gap[0], 4000);
    mpq_set_si(gap[2], -1, 3);
    active_find_exact(&s, 3, (const mpq_t *)gap, tol);
    CHECK(s.n == 2 && id[0] == 1 && id[1] == 2, "%d", s.n);
    for (int i = 0; i < 3; i++)
        mpq_clear(gap[i]);
    mpq_clear(tol);
}

int main(void)
{
    RUN(unites_kept_and_closed);
    RUN(forgets);
    RUN(exact_zero);
    DONE;
}
