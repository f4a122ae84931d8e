/** # Every mode once, with its own rows, among those of its idle contacts */
#include "hp23.h"
#include "hp23/samples/contact_modes.h"

#include <math.h>

/* The contacts with the digit 7, and whether the others have one that they may. */
static int idle_set(const mode_impact *of, int number, int *fine)
{
    int set = 0;
    *fine = 1;
    for (int j = 0; j < of->p; j++, number /= 8) {
        const int d = number % 8;
        set |= d == 7 ? 1 << j : 0;
        *fine &= d == 7 || of->slip[j] >= 0 || d == 0 || d == 1 || d == 4;
    }
    return set;
}

/* Each set has its modes, 7 ways or 3 of each other contact, once. */
static void numbers(const modes *m)
{
    const mode_impact *of = &m->of;
    for (int set = 0; set < 1 << of->p; set++) {
        int wanted = 1, found = 0, last = -1, fine;
        for (int j = 0; j < of->p; j++)
            wanted *= set >> j & 1 ? 1 : of->slip[j] < 0 ? 3 : 7;
        for (int at = 8 * m->from[set]; at < 8 * m->from[set + 1]; at++)
            if (m->number[at] >= 0) {
                CHECK(idle_set(of, m->number[at], &fine) == set && fine &&
                          m->number[at] > last,
                      "%d among set %d", m->number[at], set);
                last = m->number[at];
                found++;
            }
        CHECK(found == wanted, "%d modes, not %d", found, wanted);
    }
    CHECK(m->from[1 << of->p] == m->groups, "%d groups", m->groups);
}

/* Row r of the place's group, the numbers and the bar, each eight places before the
   next. */
static const double *row_of(const modes *m, int r, int place)
{
    return m->row + (size_t)r * (size_t)(m->of.numbers + 1) * MODES_LANES +
           place % MODES_LANES;
}

/* The rows of a place are its mode's, and then rows that exclude nothing; a place
   without a mode is excluded by its first. */
static void rows(const modes *m, int at)
{
    static mode k;
    const int q = at / 8, n = m->of.numbers;
    if (m->number[at] < 0) {
        const double *row = row_of(m, m->row_at[q], at);
        for (int x = 0; x < n; x++)
            CHECK(row[8 * x] == 0, "%g", row[8 * x]);
        CHECK(row[8 * n] < 0, "%g", row[8 * n]);
        return;
    }
    mode_make(&m->of, m->number[at], &k);
    CHECK(m->row_at[q + 1] - m->row_at[q] >= k.rows, "%d rows", k.rows);
    for (int r = 0; r < m->row_at[q + 1] - m->row_at[q]; r++) {
        const double *row = row_of(m, m->row_at[q] + r, at);
        for (int x = 0; x < n; x++)
            CHECK(row[8 * x] == (r < k.rows ? k.row[r][x] : 0), "row %d", r);
        CHECK(row[8 * n] >= 0, "a bar is %g", row[8 * n]);
    }
    const int s = m->of.s;
    for (int i = 0; i < s; i++)
        CHECK(memcmp(m->A + ((size_t)at * (size_t)s + (size_t)i) * (size_t)n,
                     k.A[i], (size_t)n * sizeof(double)) == 0,
              "impulse %d", i);
    for (int e = 0; e < k.unknown; e++)
        CHECK(m->stops[at] >> k.eq[e] & 1, "speed %d is not stopped", k.eq[e]);
    CHECK(m->hard[at] == k.hard, "why %d, not %d", m->hard[at], k.hard);
}

static void tables(void)
{
    check_random r = {check_seed(71)};
    for (int round = 0; round < 6; round++) {
        hp23 t;
        halm_posa g;
        arena a = {0};
        modes m, less;
        const int p = check_integer(&r, 1, round < 2 ? 3 : 2);
        hp23_random(&r, check_integer(&r, 2, 5), p, &t);
        CHECK(halm_posa_new(&t.a, &t.d, &g).code == 0, "new");
        CHECK(contact_modes_new(&a, &t.x, &g, 1, &m).code == 0, "modes");
        mode_impact of = m.of;
        of.slip[check_integer(&r, 0, p - 1)] = -1; /* it keeps its place in G */
        CHECK(mode_table_new(&a, &of, &less).code == 0, "without a slip");
        numbers(&m);
        numbers(&less);
        for (int at = 0; at < 8 * m.groups; at++)
            rows(&m, at);
        for (int at = 0; at < 8 * less.groups; at++)
            rows(&less, at);
        arena_free(&a);
        hp23_clear(&t);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(tables);
    DONE;
}
