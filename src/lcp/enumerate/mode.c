/**
# Contact modes, each inverted once

In a step (75) a contact that may press does one of seven things: it is apart; or it takes
all it may get and still approaches, or is at rest; and then sticks, slips
forward, or slips backward. With the inverse masses $G$ of the contacts, $u'
= u + G \Lambda$, a mode says of every contact

| | impulse | speed | must be $\ge 0$ |
|---|---|---|---|
| apart | $\lambda_n = 0$, $f = 0$ | | $u'_n$ |
| full | $\lambda_n = \lambda_{n,max}$ | | $-u'_n$ |
| at rest | | $u'_n = 0$ | $\lambda_n$, $\lambda_{n,max} - \lambda_n$ |
| and sticks | | $u'_t = 0$ | $\mu\lambda_n - f$, $\mu\lambda_n + f$ |
| and slips $\pm$ | $f = \mp \mu\lambda_n$ | | $\pm u'_t$ |

As many equations as unknown impulses, whose matrix is made of $G$ and
$\mu$: it is the same in every step. So $\Lambda = A x$ with $x = (u,
\lambda_{n,max})$, and what must not be negative is a row times $x$. $7^m$
modes: 49 of two contacts, 16807 of the discs. Most fall at their first or
second row. A contact that may not press, with the bound zero, is
[idle](mode_table.c), and has no row.

**Singular modes.** With redundant contacts impulses are open: on the block both corners stick, and $f
= (t, -t)$ moves nothing. Then $\Lambda = A x + \sum_k t_k n_k$, and the rows have terms in $t$. They
are eliminated (Fourier, Motzkin): a row with a positive factor and one with a negative one
add up to a row without $t$, and some $t$ exists exactly if all such rows hold. What is left over of
the equations, $E x = 0$, holds for all speeds of a velocity, and is dropped; or it does not, and is two
inequalities. When $n$ moves a speed, $G n \ne 0$, the mode may have a continuum of $v'$: it is
*hard*, and a step that it may solve is doubtful.
*/
#include "lcp/enumerate/mode.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static doing digit(int k)
{
    static const int way[] = {0, 1, -1};
    const int none = k == 0 || k == MODE_IDLE;
    return (doing){k == MODE_IDLE, none, k >= 1 && k <= 3,
                   none ? 0 : way[(k - 1) % 3]};
}

/** Impulses of the contact j that are along its normal with the size 1. */
static void along(const mode_impact *m, const mode *k, int j, double *L)
{
    L[j] += 1;
    if (m->slip[j] >= 0)
        L[m->p + m->slip[j]] -= k->of[j].way * m->mu[j];
}

static void begin(const mode_impact *m, int number, mode *k)
{
    k->m = m;
    for (int j = 0; j < m->p; j++, number /= MODE_WAYS)
        k->of[j] = digit(number % MODE_WAYS);
    for (int j = 0; j < m->p; j++) {
        const doing d = k->of[j];
        const int t = m->slip[j];
        double L[MODE_SPEEDS] = {0};
        if (d.full)
            along(m, k, j, L);
        for (int i = 0; i < m->s; i++)
            k->A[i][m->s + j] = L[i];
        if (!d.apart && !d.full) {
            along(m, k, j, k->way[k->unknown]);
            for (int i = 0; i < m->s; i++)
                k->way[k->unknown][i] /= d.way != 0 ? 1 + m->mu[j] : 1;
            k->eq[k->unknown++] = j;
        }
        if (!d.apart && d.way == 0 && t >= 0) {
            k->way[k->unknown][m->p + t] = 1;
            k->eq[k->unknown++] = m->p + t;
        }
    }
}

static double speed_of(const mode_impact *m, int row, const double *L)
{
    double sum = 0;
    for (int i = 0; i < m->s; i++)
        sum += m->G[row * m->s + i] * L[i];
    return sum;
}

/** [K, right side] of the equations: what the unknowns do to the speeds that
they stop, and what stands there without them. */
static void equations(const mode *k, double T[MODE_SPEEDS][3 * MODE_SPEEDS])
{
    const mode_impact *m = k->m;
    for (int e = 0; e < k->unknown; e++) {
        for (int c = 0; c < k->unknown; c++)
            T[e][c] = speed_of(m, k->eq[e], k->way[c]);
        for (int x = 0; x < m->numbers; x++) {
            double sum = x == k->eq[e];
            for (int i = 0; i < m->s; i++)
                sum += m->G[k->eq[e] * m->s + i] * k->A[i][x];
            T[e][k->unknown + x] = 0.0 - sum;
        }
    }
}

/** Gauss and Jordan with the largest pivots; the row of each unknown, or -1. An
entry that is neither a pivot nor rounding makes the mode hard. */
static void eliminate(mode *k, double T[MODE_SPEEDS][3 * MODE_SPEEDS],
                      int *row_of, int *used)
{
    const int n = k->unknown, all = n + k->m->numbers;
    double first = 0;
    for (int c = 0; c < n; c++)
        row_of[c] = -1;
    for (int round = 0; round < n; round++) {
        int r = -1, c = -1;
        double most = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n && !used[i]; j++)
                if (row_of[j] < 0 && fabs(T[i][j]) > most) {
                    most = fabs(T[i][j]);
                    r = i;
                    c = j;
                }
        first = round == 0 ? most : first;
        if (most > 1e-12 * first && most < 1e-8 * first)
            k->hard = MODE_HARD;
        if (!(most > 1e-12 * first))
            return;
        row_of[c] = r;
        used[r] = 1;
        for (int j = 0; j < all; j++)
            T[r][j] = j == c ? T[r][j] : T[r][j] / T[r][c];
        T[r][c] = 1;
        for (int i = 0; i < n; i++)
            for (int j = 0; i != r && j < all; j++)
                if (j != c)
                    T[i][j] -= T[i][c] * T[r][j];
        for (int i = 0; i < n; i++)
            T[i][c] = i == r;
    }
}

/** A, and what the elimination left open. */
static void solve(mode *k)
{
    const mode_impact *m = k->m;
    const int n = k->unknown;
    double T[MODE_SPEEDS][3 * MODE_SPEEDS];
    int row_of[MODE_SPEEDS], used[MODE_SPEEDS] = {0};
    equations(k, T);
    eliminate(k, T, row_of, used);
    for (int c = 0; c < n; c++) {
        for (int i = 0; row_of[c] >= 0 && i < m->s; i++)
            for (int x = 0; x < m->numbers; x++)
                k->A[i][x] += k->way[c][i] * T[row_of[c]][n + x];
        if (row_of[c] >= 0)
            continue;
        if (k->open == MODE_OPEN) {
            k->hard = MODE_HARD;
            continue;
        }
        double *null = k->null[k->open++];
        for (int i = 0; i < m->s; i++)
            null[i] = k->way[c][i];
        for (int b = 0; b < n; b++)
            for (int i = 0; row_of[b] >= 0 && i < m->s; i++)
                null[i] -= T[row_of[b]][c] * k->way[b][i];
    }
    for (int e = 0; e < n; e++)
        if (!used[e])
            memcpy(k->E[k->left++], T[e] + n, sizeof k->E[0]);
    for (int i = 0; i < m->s; i++)
        for (int x = 0; x < m->numbers; x++) {
            k->B[i][x] = x == i;
            for (int l = 0; l < m->s; l++)
                k->B[i][x] += m->G[i * m->s + l] * k->A[l][x];
        }
}

/** What a null vector does to the speeds, without rounding; the largest of it.
*/
static double moved_by(const mode_impact *m, const double *null, double *moved)
{
    double size = 0, most = 0;
    for (int i = 0; i < m->s; i++)
        size = fmax(size, fabs(null[i]));
    for (int i = 0; i < m->s; i++) {
        double x = speed_of(m, i, null);
        moved[i] = fabs(x) > 1e-9 * m->gain * size ? x : 0;
        most = fmax(most, fabs(moved[i]));
    }
    return most;
}

static void swap(double *x, double *y)
{
    for (int i = 0; i < MODE_SPEEDS; i++) {
        const double z = x[i];
        x[i] = y[i];
        y[i] = z;
    }
}

/** **Singular to the last digit?** A pivot below $10^{-12}$ is zero here, and for the data as they are it
may be $10^{-17}$: then the mode has one solution, whose open impulses are a ratio of roundings, and
no segment. $\operatorname{rank}$ of sets of gradients is known in fractions. $K = J_e M^{-1} (\dots)$
has at most the rank of the gradients $J_e$ of the speeds that the mode stops, and at least as many
pivots as were found. If the two are equal, the mode is singular as it seems and its equations have
solutions for all velocities. And a null vector moves nothing, exactly, if it is a dependency of
gradients: of those, that is, whose impulses are unknowns of their own, and not the sum of a normal
one and its friction. */
static int as_it_seems(const mode *k, int moving)
{
    const mode_impact *m = k->m;
    unsigned stopped = 0, own = 0;
    int own_count = 0;
    for (int e = 0; e < k->unknown; e++) {
        const int j = k->eq[e], folded = j < m->p && k->of[j].way != 0;
        stopped |= 1u << j;
        own |= folded ? 0 : 1u << j;
        own_count += !folded;
    }
    return m->rank[stopped] == k->unknown - k->open &&
           m->rank[own] == own_count - (k->open - moving);
}

/** How many directions null vectors move the speeds in, 2 for more than one:
the first vector moves them most, and the others are freed of what it does. */
static int moves(mode *k)
{
    const mode_impact *m = k->m;
    double most = 0;
    for (int o = 0; o < k->open; o++) {
        const double size = moved_by(m, k->null[o], k->moved[o]);
        if (size > most) {
            swap(k->null[0], k->null[o]);
            swap(k->moved[0], k->moved[o]);
        }
        most = fmax(size, most);
    }
    int at = 0, more = 0;
    for (int i = 1; i < m->s; i++)
        at = fabs(k->moved[0][i]) > fabs(k->moved[0][at]) ? i : at;
    for (int o = 1; o < k->open && most > 0; o++) {
        const double ratio = k->moved[o][at] / k->moved[0][at];
        for (int i = 0; i < m->s; i++)
            k->null[o][i] -= ratio * k->null[0][i];
        more |= moved_by(m, k->null[o], k->moved[o]) > 0;
    }
    return most > 0 ? 1 + more : 0;
}

/** Does E x = 0 hold for all speeds of a velocity, that is of G times anything,
and all bounds? */
static int holds_always(const mode *k, const double *E)
{
    const mode_impact *m = k->m;
    double most = 0, size = 0;
    for (int j = 0; j < m->s; j++) {
        double sum = 0;
        for (int i = 0; i < m->s; i++)
            sum += E[i] * m->G[i * m->s + j];
        most = fmax(most, fabs(sum));
        size = fmax(size, fabs(E[j]));
    }
    for (int j = m->s; j < m->numbers; j++)
        most = fmax(most, fabs(E[j]));
    return most <= 1e-9 * m->gain * size;
}

/**
## Its inequalities

A row is a plus b of two sources with factors; a speed has the natural size
of the largest speed, an impulse that of what stops it.
*/
static double *next_row(mode *k, double size)
{
    if (k->rows == MODE_ROWS) {
        k->hard = MODE_HARD;
        k->rows--;
    }
    double *row = k->row[k->rows++];
    memset(row, 0, sizeof k->row[0]);
    row[MODE_WIDE - 1] = size;
    return row;
}

static void equation_row(mode *k, double sign, const double *E)
{
    double *row = next_row(k, k->m->most_u);
    for (int x = 0; x < k->m->numbers; x++)
        row[x] = sign * E[x];
}

static void speed_row(mode *k, double sign, int i)
{
    equation_row(k, sign, k->B[i]);
    for (int o = 0; o < k->open; o++)
        k->row[k->rows - 1][MODE_NUMBERS + o] = sign * k->moved[o][i];
}

/** most lambda_max + normal lambda_n + friction f of the contact. */
static void impulse_row(mode *k, int j, double most, double normal,
                        double friction)
{
    const mode_impact *m = k->m;
    const int t = m->slip[j] < 0 ? j : m->p + m->slip[j];
    double *row = next_row(k, m->most_n * (1 + fabs(normal)));
    for (int x = 0; x < m->numbers; x++)
        row[x] = normal * k->A[j][x] + friction * k->A[t][x];
    for (int o = 0; o < k->open; o++)
        row[MODE_NUMBERS + o] =
            normal * k->null[o][j] + friction * k->null[o][t];
    row[m->s + j] += most;
}

static void contact_rows(mode *k, int j)
{
    const mode_impact *m = k->m;
    const doing d = k->of[j];
    const int t = m->slip[j];
    if (d.idle)
        return;
    if (d.apart || d.full)
        speed_row(k, d.apart ? 1 : -1, j);
    if (d.apart)
        return;
    if (!d.full) {
        impulse_row(k, j, 0, 1, 0);
        impulse_row(k, j, 1, -1, 0);
    }
    if (t >= 0 && d.way != 0)
        speed_row(k, d.way, m->p + t);
    if (t >= 0 && d.way == 0) {
        impulse_row(k, j, 0, m->mu[j], -1);
        impulse_row(k, j, 0, m->mu[j], 1);
    }
}

/** Takes t_o out of the rows: those with a positive factor with those with a
negative one. */
static void take_out(mode *k, int o)
{
    const int at = MODE_NUMBERS + o, before = k->rows;
    double most = 0;
    int kept = 0;
    for (int i = 0; i < before; i++)
        most = fmax(most, fabs(k->row[i][at]));
    for (int i = 0; i < before && most > 0; i++)
        for (int j = 0; j < before; j++) {
            const double up = k->row[i][at], down = k->row[j][at];
            if (!(up > 1e-12 * most && down < -1e-12 * most))
                continue;
            double a[MODE_WIDE], b[MODE_WIDE], *row;
            memcpy(a, k->row[i], sizeof a);
            memcpy(b, k->row[j], sizeof b);
            row = next_row(k, 0);
            for (int x = 0; x < MODE_WIDE; x++)
                row[x] = (a[x] * -down + b[x] * up) / (up - down);
            row[at] = 0;
        }
    for (int i = 0; i < k->rows; i++)
        if (i >= before || !(fabs(k->row[i][at]) > 1e-12 * most))
            memmove(k->row[kept++], k->row[i], sizeof k->row[0]);
    k->rows = kept;
}

void mode_solve(const mode_impact *m, int number, mode *k)
{
    memset(k, 0, offsetof(mode, row)); /* rows are cleared one by one */
    begin(m, number, k);
    solve(k);
}

/** A mode with its rows; of all t only the first may be in them. */
void mode_build(const mode_impact *m, int number, mode *k)
{
    mode_solve(m, number, k);
    const int moving = moves(k);
    k->hard |= moving;
    if (k->open > 0 && !as_it_seems(k, moving))
        k->hard |= MODE_ROUNDED;
    for (int j = 0; j < m->p; j++)
        contact_rows(k, j);
    for (int o = 1; o < k->open; o++)
        take_out(k, o);
}

void mode_make(const mode_impact *m, int number, mode *k)
{
    mode_build(m, number, k);
    if (k->open > 0)
        take_out(k, 0);
    for (int e = 0; e < k->left; e++)
        for (int sign = -1; sign <= 1 && !holds_always(k, k->E[e]); sign += 2)
            equation_row(k, sign, k->E[e]);
}
