#include "judge/start_program.h"
#include "lcp/solve/mlcp.h"

#include <math.h>
#include <string.h>

/** With $u_k = d_k + B$, $B$ = START_FAR, the unknowns $u$ and $r$ have a sign. Of all rows
those that matter are few: the program begins without any and takes in, time after time,
the rows that its answer breaks most. Least $r + \frac\epsilon2\lvert d\rvert^2$ with
$Kx \ge q$, $x = (u, r) \ge 0$ is the complementarity problem

$$\begin{pmatrix} \epsilon I & -K^\top \\ K & 0 \end{pmatrix}, \qquad
\begin{pmatrix} c \\ -q \end{pmatrix},$$

$c = (-\epsilon B, \dots, 1)$, and the small $\epsilon$ makes $d$ the shortest of many. */
enum { MOST_ROWS = 240, TIMES = 60, AT_ONCE = 8, LONGEST = 4096 };
static const double small = 0x1p-30, exact_to = 1e-7;

/* Row i, side 1: value <= r; side -1: -value <= r; side 0: gap. */
typedef struct {
    int i, side;
} kept_row;

typedef struct {
    const start_program *p;
    kept_row row[MOST_ROWS];
    int rows;
    double *A, *b; /* size^2, size: n + 1 + rows + n */
    double r;
} programming;

static double value(const start_program *p, int i, const double *d)
{
    double sum = i < p->numbers ? p->far[i] : p->gap[i - p->numbers];
    for (int k = 0; k < p->n; k++)
        sum += p->table[i * p->n + k] * d[k];
    return sum;
}

/* What gap i has to be: a gap that no start changes, of a contact that has just
   closed, has to be no more than it is. */
static double least_gap(const start_program *p, int i)
{
    double size = 0;
    for (int k = 0; k < p->n; k++)
        size += fabs(p->table[i * p->n + k]);
    const double gap = fmin(0, p->gap[i - p->numbers]);
    return size > exact_to ? p->least_gap : fmax(gap, -exact_to);
}

static void put(programming *w, int size, int row, int col, double x)
{
    const int at = w->p->n + 1 + row;
    w->A[at * size + col] = x;
    w->A[col * size + at] = -x;
}

/* The row says sum_k K_k u_k + w r >= q. */
static void put_row(programming *w, int size, int at)
{
    const start_program *p = w->p;
    const kept_row g = w->row[at];
    const double sign = g.side == 1 ? -1 : 1;
    double q = g.side == 0 ? least_gap(p, g.i) - p->gap[g.i - p->numbers]
                           : -sign * p->far[g.i];
    for (int k = 0; k < p->n; k++) {
        const double K = sign * p->table[g.i * p->n + k];
        put(w, size, at, k, K);
        q += START_FAR * K;
    }
    put(w, size, at, p->n, g.side == 0 ? 0 : 1);
    w->b[p->n + 1 + at] = -q;
}

static int pose(programming *w)
{
    const int n = w->p->n, size = 2 * n + 1 + w->rows;
    memset(w->A, 0, (size_t)(size * size) * sizeof *w->A);
    for (int k = 0; k < n; k++) {
        w->A[k * size + k] = small;
        w->b[k] = -small * START_FAR;
        put(w, size, w->rows + k, k, -1);
        w->b[n + 1 + w->rows + k] = 2 * START_FAR;
    }
    w->b[n] = 1;
    for (int i = 0; i < w->rows; i++)
        put_row(w, size, i);
    return size;
}

static perp_status least(arena *a, programming *w, double *d, int *found)
{
    const int n = w->p->n, size = pose(w);
    const lcp_problem p = {0, size, w->A, w->b};
    mlcp_options options = mlcp_defaults;
    arena_mark mark = arena_here(a);
    lcp_answer y;
    int climbed;
    options.limits.bits = LONGEST;
    PERP_TRY(lcp_answer_new(a, 0, size, &y));
    perp_status s = mlcp_solve(&p, &options, a, &y, &climbed);
    *found = s.code == PERP_OK && y.outcome == LCP_SOLVED;
    for (int k = 0; *found && k < n; k++)
        d[k] = y.z[k] - START_FAR;
    w->r = *found ? y.z[n] : 0;
    arena_release(a, mark);
    return s.code == PERP_LIMIT ? PERP_SUCCESS : s;
}

/* Takes in the rows that d breaks most; how many. */
static int take_in(programming *w, const double *d)
{
    const start_program *p = w->p;
    double worst[AT_ONCE];
    kept_row row[AT_ONCE];
    int n = 0;
    for (int i = 0; i < p->numbers + p->gaps; i++) {
        const double x = value(p, i, d);
        const int side = i >= p->numbers ? 0 : x > 0 ? 1 : -1;
        const double over = side == 0 ? least_gap(p, i) - x : fabs(x) - w->r;
        if (!(over > exact_to))
            continue;
        if (n == AT_ONCE && !(over > worst[n - 1]))
            continue;
        int at = n < AT_ONCE ? n++ : n - 1;
        for (; at > 0 && worst[at - 1] < over; at--) {
            worst[at] = worst[at - 1];
            row[at] = row[at - 1];
        }
        worst[at] = over;
        row[at] = (kept_row){i, side};
    }
    for (int k = 0; k < n && w->rows < MOST_ROWS; k++)
        w->row[w->rows++] = row[k];
    return n;
}

perp_status start_program_solve(arena *a, const start_program *p, double *d,
                                int *found)
{
    programming w = {.p = p};
    const size_t size = 2 * (size_t)p->n + 1 + MOST_ROWS;
    arena_mark mark = arena_here(a);
    w.A = arena_take(a, size * size + size, sizeof *w.A);
    if (w.A == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *w.A);
    w.b = w.A + size * size;
    memset(d, 0, (size_t)p->n * sizeof *d);
    *found = 1;
    for (int k = 0; k < TIMES && *found && take_in(&w, d) > 0; k++)
        PERP_TRY(least(a, &w, d, found));
    arena_release(a, mark);
    return PERP_SUCCESS;
}
