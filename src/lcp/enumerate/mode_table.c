/**
# Modes side by side

A step is asked of modes eight at a time, so their rows stand in lanes: eight first numbers of eight first
rows, then eight second numbers. The discs have 16807 modes of five contacts that may press, and as many
again of fewer.

**Idle contacts.** A contact whose bound is zero presses on nobody, and every velocity suits it: it is apart where it
leaves, and full where it approaches. Asked as the others are it would have seven modes that differ in nothing but the sign of its
speeds, all of them when it is at rest, and three such contacts $7^3$ with one $v'$. So it has an eighth way
to go, idle, with no impulse and no row, and where bounds are zero modes with this digit are asked and
no others. With $m$ contacts there are $8^m$ modes, $\binom mk 7^{m-k}$ with $k$ idle ones; a step is asked of the
groups of one set. The block with the bounds $(1, 0)$ is asked of 7 modes, among them $\lambda_n = \frac{17}{20}$, $f =
\frac3{10}$ of [A at rest, that sticks](../../hp23/samples/contact_modes.h); that B still approaches is no row.

**Which speeds are zero** behind a mode is known before a step is: those that it stops, and those whose gradients are
sums of theirs, by [ranks in fractions](../../hp23/samples/contact_modes.c#sets_from).
*/
#include "lcp/enumerate/mode_table.h"

#include <math.h>
#include <string.h>

/** Contacts without a slip have three modes; the others repeat them. */
static int superfluous(const mode_impact *m, int number)
{
    int any = 0;
    for (int j = 0; j < m->p; j++, number /= MODE_WAYS) {
        const int k = number % MODE_WAYS;
        any |= m->slip[j] < 0 && k != 0 && k != MODE_IDLE && k % 3 != 1;
    }
    return any;
}

/** The contacts that are idle in a mode, as bits. */
static int idle_in(const mode_impact *m, int number)
{
    int set = 0;
    for (int j = 0; j < m->p; j++, number /= MODE_WAYS)
        set |= (number % MODE_WAYS == MODE_IDLE) << j;
    return set;
}

/** A row's bar: rounding of the largest number that it can be made of. Speeds and
bounds are summed apart, since $h$ N s and 1 m/s have nothing in common. */
static double bar(const mode_impact *m, const double *row)
{
    double u = 0, n = 0;
    for (int x = 0; x < m->numbers; x++)
        *(x < m->s ? &u : &n) += fabs(row[x]);
    return MODES_ROUNDING *
           fmax(u * m->most_u + n * m->most_n, row[MODE_WIDE - 1]);
}

static void put_rows(const mode_impact *m, const mode *k, int lane, double *to)
{
    for (int r = 0; r < k->rows; r++) {
        double *row = to + r * (m->numbers + 1) * MODES_LANES;
        for (int x = 0; x < m->numbers; x++)
            row[x * MODES_LANES + lane] = k->row[r][x];
        row[m->numbers * MODES_LANES + lane] = bar(m, k->row[r]);
    }
}

static void put_inverse(modes *m, int place, const mode *k)
{
    const int n = m->of.numbers, s = m->of.s;
    double *A = m->A + (size_t)place * (size_t)(s * n);
    for (int i = 0; i < s; i++)
        memcpy(A + i * n, k->A[i], (size_t)n * sizeof *A);
    unsigned stopped = 0, all = 0;
    for (int e = 0; e < k->unknown; e++)
        stopped |= 1u << k->eq[e];
    for (int i = 0; i < s; i++)
        if (m->of.rank[stopped | 1u << i] == m->of.rank[stopped])
            all |= 1u << i;
    m->stops[place] = (uint16_t)all;
    m->hard[place] = (uint8_t)k->hard;
}

/** A lane without a mode: a number that is never above its bar. */
static void put_none(const mode_impact *m, int lane, double *to)
{
    to[m->numbers * MODES_LANES + lane] = -1;
}

/** Numbers are gone through in their order once for each set; the lanes behind the
last mode of a set have none. With `number` null they are counted. */
static int put_numbers(const mode_impact *of, int *from, int *number)
{
    int at = 0;
    for (int set = 0; set < 1 << of->p; set++) {
        from[set] = at / MODES_LANES;
        for (int k = 0; k < 1 << 3 * of->p; k++)
            if (idle_in(of, k) == set && !superfluous(of, k)) {
                if (number != NULL)
                    number[at] = k;
                at++;
            }
        for (; at % MODES_LANES != 0; at++)
            if (number != NULL)
                number[at] = -1;
    }
    from[1 << of->p] = at / MODES_LANES;
    return at;
}

/** The rows of a group, counted, or written `to`. */
static int put_group(modes *m, int group, mode *k, double *to)
{
    int rows = 1;
    for (int l = 0; l < MODES_LANES; l++) {
        const int place = group * MODES_LANES + l;
        const int number = m->number[place];
        if (number < 0 && to != NULL)
            put_none(&m->of, l, to);
        if (number < 0)
            continue;
        mode_make(&m->of, number, k);
        rows = k->rows < rows ? rows : k->rows;
        if (to != NULL) {
            put_rows(&m->of, k, l, to);
            put_inverse(m, place, k);
        }
    }
    return rows;
}

perp_status mode_table_new(arena *a, const mode_impact *of, modes *m)
{
    *m = (modes){.of = *of, .width = f64_widest()};
    const size_t wide = (size_t)(of->numbers + 1) * MODES_LANES;
    const size_t places = (size_t)put_numbers(of, m->from, NULL);
    m->groups = m->from[1 << of->p];
    mode *k = arena_take(a, 1, sizeof *k);
    m->number = arena_take(a, places, sizeof *m->number);
    m->row_at = arena_take(a, (size_t)m->groups + 1, sizeof *m->row_at);
    m->hard = arena_take(a, places, 1);
    m->stops = arena_take(a, places, sizeof *m->stops);
    m->A = arena_take(a, places * (size_t)(of->s * of->numbers), sizeof *m->A);
    if (k == NULL || m->number == NULL || m->row_at == NULL ||
        m->hard == NULL || m->stops == NULL || m->A == NULL)
        return PERP_NO_MEMORY(places * sizeof *m->A);
    put_numbers(of, m->from, m->number);
    for (int q = 0; q < m->groups; q++)
        m->row_at[q + 1] = m->row_at[q] + put_group(m, q, k, NULL);
    m->row = arena_take(a, (size_t)m->row_at[m->groups] * wide, sizeof *m->row);
    if (m->row == NULL)
        return PERP_NO_MEMORY((size_t)m->row_at[m->groups] * wide);
    for (int q = 0; q < m->groups; q++)
        put_group(m, q, k, m->row + (size_t)m->row_at[q] * wide);
    return PERP_SUCCESS;
}
