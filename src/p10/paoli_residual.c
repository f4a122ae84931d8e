/**
# (P1)-(P5), measured

A step is proven against the scheme's own equations. That says nothing about the
problem they are meant for; so a finished run is taken as a motion $q_h$ with
reactions $r$, whoever made it, and put into (P1)-(P5). Forces are evaluated at
the middle of each interval and gradients at $q^n$, where the scheme has
neither. The reactions of a step act at $t_n$, on the corner of $q_h$ there.

The problem (P) of the slides asks for a function $q$ with $\dot q$ of bounded
variation and a measure for the reaction. A table gives both: $q_h$, the line
through the nodes, whose velocity is $V^n$ on $(t_n, t_{n+1})$, and $r_h =
\sum_n r^n\delta_{t_n}$ with the impulses. So (MDI) is a statement about a
measure,

$$M(q_h)\,d\dot q_h - g\,dt - \sum_a\nabla f_a(q_h)\,dr_{h,a},$$

which for the exact motion is 0. It has point parts at the $t_n$, with $M(q^n)
(V^n - V^{n-1}) - \sum r_a^n\nabla f_a(q^n)$, and a smooth part $-g\,dt$
between. The point parts do not vanish one by one, and should not: the scheme
gives the force, too, as a jump of $V$ at each node. Only sums over time are
small. So what is measured is the distribution function $I(t)$ of the measure on
$[0, t]$, and its mean size; the sum of the sizes of all parts would stay of
order 1 for ever.

Why not ask the scheme's own equations again: they hold by construction. Two
differences make this a test. Gradients are those at $q^n$ and not at $Z^n$, and
$g$ is taken at the middle of an interval with the velocity on it and not with
the one before. A run with a wrong force, a wrong sign of a gap or impulses that
are not those of its velocities has residuals that do not go to 0.

## The ball of paoli.c

$h = \frac25$, $e = \frac12$, up to $t = 4$: $V$ turns by $\frac54$ and
$\frac14$.

| | $h = \frac25$ | $\frac15$ | $\frac1{10}$ | $\frac1{20}$ | |
|---|---|---|---|---|---|
| variation | 1.5 | 1.5 | 1.5 | 1.5 | that of $\dot q$ |
| outside | 0.2 | 0.1 | 0.05 | 0.025 | $-q^3 = \frac15$ at first |
| afar | 0.275 | 0.1 | 0.05 | 0.025 | $\frac54\cdot\frac15 + \frac14\cdot\frac1{10}$ at first |
| law | 0 | 0 | 0 | 0 | $\frac12 = -e \cdot (-1)$, three steps away |

Balance, pull and start are 0 up to rounding: no force, and a linear gap.
*/
#include "p10/paoli_residual.h"
#include "p10/paoli_step.h"
#include "run/trace/columns.h"

#include <math.h>
#include <string.h>

/** Around an impact the scheme needs two steps to turn; three steps away the
velocity is that before or after. Impacts nearer to each other than that are not
told apart: their distance is what has to be large against h. */
enum { AWAY = 3 };

typedef struct paoli_residual_walk {
    const experiment *e;
    const trace *t;
    int rows;        /* that are there */
    int done;        /* intervals that have been looked at */
    arena a;
    summary unused;
    experiment half; /* e with h/2, in doubles */
    paoli_state s;   /* for its tapes: q, v in, M, g, gaps out */
    int nv, p, q_at, cn_at;
    double *V, *U; /* nv */
    double *I;     /* nv: the balance on [0, t] */
    double sum;    /* of |I| */
    paoli_residual out;
    perp_status met; /* the first failure */
} look;

static double cell(const look *k, int row, int col)
{
    return k->t->cell[trace_at(k->t, row) + (size_t)col];
}

/** $V^n$, $n \ge -1$: before the first step it is $u_0$. Made of positions, and
not read from the columns `v.*`: the residual is one of $q_h$. */
static void velocity(const look *k, int n, double *out)
{
    const double h = mpq_get_d(k->e->h);
    for (int i = 0; i < k->nv; i++)
        out[i] =
            n < 0 ? mpq_get_d(k->e->v[i])
                  : (cell(k, n + 1, k->q_at + i) - cell(k, n, k->q_at + i)) / h;
}

static double reaction(const look *k, int n, int a)
{
    return k->cn_at < 0 || n < 0 || n + 1 >= k->rows
               ? 0
               : cell(k, n + 1, k->cn_at + a);
}

static double norm(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/** $|x|_M$, over the envelope of $M$. */
static double length(const look *k, const double *x)
{
    double sum = 0;
    for (int i = 0; i < k->nv; i++)
        for (int j = k->s.metric.first[i]; j <= i; j++)
            sum += (j < i ? 2 : 1) * x[i] * k->s.M[i * k->nv + j] * x[j];
    return sqrt(fmax(sum, 0));
}

/** Everything at the middle of $[t_n, t_{n+1}]$ (`half` = 1) or at $t_n$: the
clock of the state runs with h/2. */
static perp_status visit(look *k, int n, int half)
{
    velocity(k, n, k->s.v);
    for (int i = 0; i < k->nv; i++) {
        double q = cell(k, n, k->q_at + i);
        k->s.q[i] = half ? (q + cell(k, n + 1, k->q_at + i)) / 2 : q;
    }
    k->s.n = 2 * (long)n + half;
    return paoli_evaluate(&k->s);
}

/** The contacts that react within the window: $J$ of this impact, as far as a
table shows it. A wall that is touched and does not push is missing; if the
motion obeys the law its $r_a$ is 0 there, too. Gaps count as 0. */
static int gather(look *k, int n)
{
    paoli_state *s = &k->s;
    s->p = 0;
    for (int a = 0; a < k->p; a++) {
        int acts = 0;
        for (int m = n - AWAY; m <= n + AWAY; m++)
            acts |= reaction(k, m, a) > 0;
        if (acts)
            s->id[s->p++] = a;
        s->f[a] = 0;
    }
    return s->p;
}

/** (P5): $V^+$ against $-e V^- + (1+e) \operatorname{Proj}_M(T_K, V^-)$, by the
step's own problem with $h = 1$, $f = 0$ and no restitution, which projects a
velocity on $\{n w \ge 0\}$. The ball of the head reacts at $n = 3$ and 4. With
a window of one step the second would compare $V^5$ with the law for $V^3 =
\frac14$, which is a velocity of the scheme and of no motion; with three it is
$V^1 = -1$ and $V^7 = \frac12$ for the one, and $u_0$ (the window is cut at the
start), $V^6$ for the other. Where there is a force the two are $6h$ apart, and
the force's part of that, of order $h$, stays in. */
static perp_status add_law(look *k, int n)
{
    paoli_state *s = &k->s;
    const double e = s->e_run;
    if (n + AWAY >= k->rows - 1 || gather(k, n) == 0)
        return PERP_SUCCESS;
    velocity(k, n > AWAY ? n - AWAY : -1, k->U);
    velocity(k, n + AWAY, k->V);
    memcpy(s->w, k->U, (size_t)k->nv * sizeof *k->U);
    const arena_mark here = arena_here(&s->scratch);
    const perp_status solved = paoli_solve_held(s);
    arena_release(&s->scratch, here);
    PERP_TRY(solved);
    for (int i = 0; i < k->nv; i++)
        k->V[i] -= (1 + e) * s->w[i] - e * k->U[i];
    k->out.law = fmax(k->out.law, length(k, k->V));
    return PERP_SUCCESS;
}

/** The corner of $q_h$ at $t_n$: $M(V^n - V^{n-1}) - \sum r_a \nabla f_a$,
added to $I$. At $n = 0$ it is the step from $u_0$ to $V^0$, which belongs to
(MDI) but is no variation of $\dot q_h$. On the way: (P2) at the node, reactions
of the wrong sign and afar. */
static perp_status add_corner(look *k, int n)
{
    paoli_state *s = &k->s;
    int acts = 0;
    velocity(k, n, k->V);
    velocity(k, n - 1, k->U);
    PERP_TRY(visit(k, n, 0));
    for (int i = 0; i < k->nv; i++)
        k->V[i] -= k->U[i];
    k->out.variation += n == 0 ? 0 : norm(k->nv, k->V);
    for (int i = 0; i < k->nv; i++)
        for (int j = s->metric.first[i]; j <= i; j++) {
            k->I[i] += s->M[i * k->nv + j] * k->V[j];
            if (j < i)
                k->I[j] += s->M[i * k->nv + j] * k->V[i];
        }
    for (int a = 0; a < k->p; a++) {
        double r = reaction(k, n, a);
        k->out.outside = fmax(k->out.outside, -s->f[a]);
        k->out.pull += fmax(-r, 0);
        k->out.afar += fmax(r, 0) * fabs(s->f[a]);
        acts |= r != 0;
    }
    if (!acts)
        return PERP_SUCCESS;
    PERP_TRY(paoli_rows(s, s->q, s->rows));
    for (int a = 0; a < k->p; a++)
        for (int i = 0; i < k->nv; i++)
            k->I[i] -= reaction(k, n, a) * s->rows[a * k->nv + i];
    return add_law(k, n);
}

/** Two measures are near when their distribution functions are near in the
mean: an impulse that comes a step late is then a small error, and one that is
missing is not. So `balance` is the mean of $|I(t)|$ over the run, $I$ taken at
the middles of the intervals. */
static perp_status walk(look *k, int n)
{
    const double h = mpq_get_d(k->e->h);
    PERP_TRY(add_corner(k, n));
    PERP_TRY(visit(k, n, 1));
    for (int a = 0; a < k->p; a++)
        k->out.outside = fmax(k->out.outside, -k->s.f[a]);
    for (int i = 0; i < k->nv; i++)
        k->I[i] -= h / 2 * k->s.g[i];
    k->sum += norm(k->nv, k->I);
    for (int i = 0; i < k->nv; i++)
        k->I[i] -= h / 2 * k->s.g[i];
    return PERP_SUCCESS;
}

/** (P4): the first velocity against the initial one, and the first row against
$q_0$, both in the metric of $M(q_0)$; in a motion that begins with a flight it
is $h|G^0|/2$, the half step of the force. */
static perp_status see_start(look *k)
{
    PERP_TRY(visit(k, 0, 0));
    velocity(k, 0, k->V);
    for (int i = 0; i < k->nv; i++) {
        k->V[i] -= mpq_get_d(k->e->v[i]);
        k->U[i] = cell(k, 0, k->q_at + i) - mpq_get_d(k->e->q[i]);
    }
    k->out.start = length(k, k->V) + length(k, k->U);
    return PERP_SUCCESS;
}

/** The intervals before n, each once, in their order. The first begins with (P4). */
static perp_status as_far_as(look *k, int n)
{
    for (; k->done < n; k->done++) {
        if (k->done == 0)
            PERP_TRY(see_start(k));
        PERP_TRY(walk(k, k->done));
    }
    return PERP_SUCCESS;
}

/** An impact wants the velocity three steps away from it, so interval n is looked at
when row n + 4 is there, for $V^{n+3} = (q^{n+4} - q^{n+3})/h$. The last four wait for the
end, when it is known that no row comes: of these no impact is put to the law, because
the window is cut, and the other residuals want only the row behind the interval. What is
looked back at is row n - 3, so that eight rows are enough, and a run of any length has
its residuals without a table. The order of the intervals is that of time, always: sums
of doubles have an order, and a run that was left and gone on with, whose rows are read
again, is to end with the same digits.

A force that has no value half a step beside a node ends the walk there and not the run;
the summary is then without residuals, for half a walk has none. */
void paoli_residual_row(look *k, int row)
{
    k->rows = row + 1;
    if (k->met.code == PERP_OK)
        k->met = as_far_as(k, row - AWAY);
}

static perp_status begin(look *k)
{
    columns at;
    arena *a = &k->a;
    mpq_div_2exp(k->half.h, k->half.h, 1);
    PERP_TRY(paoli_state_new(a, &k->half, &k->unused, &k->s));
    k->nv = k->half.sys->nv;
    k->p = k->half.sys->contacts;
    double *x = arena_take(a, 3 * (size_t)k->nv, sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(k->nv);
    k->V = x;
    k->U = x + k->nv;
    k->I = x + 2 * k->nv;
    PERP_TRY(columns_layout(a, k->half.sys, &at));
    k->q_at = at.q;
    k->cn_at = at.cn;
    return PERP_SUCCESS;
}

perp_status paoli_residual_begin(arena *a, const experiment *e, const trace *t,
                                 look **out)
{
    look *k = *out = arena_take(a, 1, sizeof *k);
    if (k == NULL)
        return PERP_NO_MEMORY(sizeof *k);
    *k = (look){.e = e, .t = t, .half = *e, .met = PERP_SUCCESS};
    mpq_init(k->half.h);
    mpq_set(k->half.h, e->h);
    k->half.mode = EXPERIMENT_DOUBLE;
    k->half.posed = NULL; /* no problems of the run */
    k->met = begin(k);
    return PERP_SUCCESS;
}

/** Implements P10 (P1), (P2), (P3), (P4), (P5), (MDI). */
perp_status paoli_residual_end(look *k, paoli_residual *out)
{
    *out = (paoli_residual){0};
    if (k->met.code == PERP_OK)
        k->met = as_far_as(k, k->rows - 1);
    if (k->met.code != PERP_OK)
        return k->met;
    *out = k->out;
    out->balance = k->rows > 1 ? k->sum / (k->rows - 1) : 0;
    return PERP_SUCCESS;
}

void paoli_residual_free(look *k)
{
    if (k == NULL)
        return;
    paoli_state_free(&k->s);
    mpq_clear(k->half.h);
    arena_free(&k->a);
}
