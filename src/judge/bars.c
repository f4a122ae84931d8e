#include "judge/bars.h"
#include "judge/standing.h"
#include "number/rational.h"

#include <math.h>

const law_id bars_of[BARS_LAWS] = {LAW_KINEMATICS, LAW_JOINTS, LAW_GAPS,
                                   LAW_MOMENTUM};

/** ## In doubles

Of each row the four quotients. What is 0 over no width needs none.

A quotient is what a law is broken by over the most that the bars can change that
number. $r_i = q'_i - q_i - h\Gamma_i((1-w)v + wv')$ changes with $q'_i$ and $q_i$ by $X$ each,
and with $v$, $v'$ by $h|\Gamma_i|_1Y$ in all, since the two weights sum up to 1. $\Theta_i$ and
$\Phi_j$ change by $X|\nu_i|_1$ and $X|n_j|_1$, the largest of $\nu_i^T\delta$ over
$|\delta|_\infty \le X$, reached in a corner: so where they are linear the quotient is no
bound but the width itself. Each law and each interval is asked alone; that all corners
can be had at once is not said. */
static double quotient(double breach, double room)
{
    return breach > 0 ? breach / room : 0;
}

static double size_of(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}

/** A weight that nobody has given is not known: noise in $v$ moves the one that fits
best, and a motion with another may be within the bars. Then of all $w$ in $[0, 1]$ the one
that suits the interval counts: $\lvert d - wt\rvert$ is least at an end, or 0 between. */
static double missed(double drift, double turn, double weight)
{
    if (weight >= 0)
        return fabs(drift - weight * turn);
    const double last = drift - turn;
    return (drift > 0) == (last > 0) ? fmin(fabs(drift), fabs(last)) : 0;
}

static double of_moves(const stretch *x, double weight, const bars_width *w)
{
    double most = 0;
    const int nv = x->s->nv;
    for (int i = 0; i < x->s->nq; i++) {
        double rate = x->s->has_G ? size_of(nv, x->data.G + i * nv) : 1;
        most = fmax(most, quotient(missed(x->drift[i], x->turn[i], weight),
                                   2 * w->q + x->h * rate * w->v));
    }
    return most;
}

static double of_joints(const stretch *x, const bars_width *w)
{
    double most = 0;
    const int nv = x->s->nv;
    for (int i = 0; !x->s->has_G && i < x->s->joints; i++)
        most = fmax(most, quotient(fabs(x->data.theta[i]),
                                   w->q * size_of(nv, x->data.nu + i * nv)));
    return most;
}

static double of_gaps(const stretch *x, const bars_width *w)
{
    double most = 0;
    const int nv = x->s->nv;
    for (int i = 0; !x->s->has_G && i < x->set.n; i++)
        most = fmax(most, quotient(-x->gap[1][x->set.id[i]],
                                   w->q * size_of(nv, x->data.n + i * nv)));
    return most;
}

/* least and enough of one interval. u'J is u'Mu here, because u'z = 0, and of
   a u that is rounding it is rounding, too. */
static perp_status of_momentum(stretch *x, const bars_width *w, bars_need *row)
{
    explained n;
    const int nv = x->s->nv;
    PERP_TRY(explain_find(x, x->J, 1, &n));
    double uMu = 0, Mu = 0, most = 0;
    for (int i = 0; i < nv; i++) {
        uMu += n.u[i] * (x->J[i] - n.z[i]);
        Mu += fabs(x->J[i] - n.z[i]);
        most = fmax(most, fabs(n.u[i]));
    }
    row->least = quotient(uMu, 2 * w->v * Mu);
    row->enough = quotient(most, 2 * w->v);
    return PERP_SUCCESS;
}

/** A contact that the table has open may be closed within the bars: by so much as
$X\lvert n_j\rvert_1$, for which all are asked for their $n$ first. Where $q' = \Gamma v$
the gradient by $q$ is not known here, and all count as closed. */
static perp_status look_wider(stretch *x, int l, const bars_width *w,
                              double *wider)
{
    const int p = x->s->contacts, nv = x->s->nv;
    x->wider = w->q > 0 ? wider : NULL;
    if (x->wider == NULL)
        return stretch_look(x, l);
    for (int j = 0; j < p; j++)
        wider[j] = HUGE_VAL;
    PERP_TRY(stretch_look(x, l));
    for (int j = 0; j < p && !x->s->has_G; j++)
        wider[j] = w->q * size_of(nv, x->data.n + j * nv) * (1 + 0x1p-40);
    return x->s->has_G ? PERP_SUCCESS : stretch_look(x, l);
}

/** The gap of row $l$ has the gradient of row $l$: the place where `end` stands. */
static stretch_place to_end(stretch *x)
{
    const stretch_place was = x->rule.place;
    x->rule.place = STRETCH_END;
    return was;
}

static perp_status of_row(stretch *x, int l, double weight, const bars_width *w,
                          bars_need *row)
{
    row[0].least = row[0].enough = of_moves(x, weight, w);
    PERP_TRY(of_momentum(x, w, &row[3]));
    const stretch_place was = to_end(x);
    perp_status s = stretch_look(x, l);
    x->rule.place = was;
    PERP_TRY(s);
    row[2].least = row[2].enough = of_gaps(x, w);
    row[1].least = row[1].enough = 0;
    if (x->s->joints == 0)
        return PERP_SUCCESS;
    PERP_TRY(assemble_mass(x->s, &x->work, stretch_q(x, l), stretch_v(x, l),
                           &x->data));
    PERP_TRY(assemble_joints(x->s, &x->work, &x->data));
    row[1].least = row[1].enough = of_joints(x, w);
    return PERP_SUCCESS;
}

/** ## In fractions

The same of one row. `room` 0 and a breach: no width is enough. */
typedef struct {
    stretch_exact *x;
    mpq_t sum, part, X, Y, most;
    double limit;
    int never;
} measuring;

static void at_least(measuring *m, mpq_srcptr breach, mpq_srcptr room)
{
    if (mpq_sgn(breach) <= 0)
        return;
    if (mpq_sgn(room) == 0) {
        m->never = 1;
        return;
    }
    mpq_div(m->part, breach, room);
    if (mpq_cmp(m->part, m->most) > 0)
        mpq_set(m->most, m->part);
}

static void sum_of(measuring *m, const mpq_t *row, mpq_ptr out)
{
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < m->x->of->s->nv; i++) {
        mpq_abs(m->part, row[i]);
        mpq_add(out, out, m->part);
    }
}

/* |drift - w turn| of coordinate i into m->sum, as `missed` has it. */
static void missed_exact(measuring *m, int i, double weight)
{
    const stretch_exact *x = m->x;
    mpq_set_d(m->sum, weight >= 0 ? -weight : -1);
    mpq_mul(m->sum, m->sum, x->turn[i]);
    mpq_add(m->sum, m->sum, x->drift[i]);
    const int across = mpq_sgn(m->sum) * mpq_sgn(x->drift[i]) <= 0;
    mpq_abs(m->sum, m->sum);
    mpq_abs(m->part, x->drift[i]);
    if (weight >= 0)
        return;
    if (across)
        mpq_set_ui(m->sum, 0, 1);
    else if (mpq_cmp(m->part, m->sum) < 0)
        mpq_set(m->sum, m->part);
}

static void moves_exact(measuring *m, double weight)
{
    stretch_exact *x = m->x;
    const int nv = x->of->s->nv;
    mpq_t room;
    mpq_init(room);
    for (int i = 0; i < x->of->s->nq; i++) {
        if (x->of->s->has_G)
            sum_of(m, (const mpq_t *)x->data.G + i * nv, room);
        else
            mpq_set_ui(room, 1, 1);
        mpq_mul(room, room, x->h);
        mpq_mul(room, room, m->Y);
        mpq_add(room, room, m->X);
        mpq_add(room, room, m->X);
        missed_exact(m, i, weight);
        at_least(m, m->sum, room);
    }
    mpq_clear(room);
}

static perp_status rows_exact(measuring *m, int l, int gaps)
{
    stretch_exact *x = m->x;
    const perp_system *s = x->of->s;
    const int n = gaps ? s->contacts : s->joints, nv = s->nv;
    const active_set *set = &x->of->set;
    mpq_t *value = rational_array(x->of->a, (size_t)n + 1), *row;
    if (value == NULL)
        return PERP_NO_MEMORY(n);
    perp_status st = gaps ? stretch_gaps_exact(x, l, value)
                          : stretch_joints_exact(x, l, value);
    if (st.code == PERP_OK && !gaps && !x->rational)
        rational_of_doubles((size_t)(n * nv), x->of->data.nu, x->data.nu);
    for (int i = 0; st.code == PERP_OK && i < (gaps ? set->n : n); i++) {
        const int id = gaps ? set->id[i] : i;
        row = (gaps ? x->data.n : x->data.nu) + i * nv;
        sum_of(m, (const mpq_t *)row, m->sum);
        mpq_mul(m->sum, m->sum, m->X);
        if (gaps)
            mpq_neg(value[id], value[id]);
        at_least(m, value[id], m->sum);
    }
    rational_clear(value, (size_t)n + 1);
    return st;
}

/** What is proven is the inequality for the $u$ at hand, so $u$ itself is checked as
that of a bound is: `explain_exact_find` has done it. */
static perp_status momentum_exact(measuring *m)
{
    stretch_exact *x = m->x;
    explained_exact n = {.x = NULL};
    mpq_t room;
    mpq_init(room);
    perp_status s = explain_exact_find(x, (const mpq_t *)x->J, 1, &n);
    for (int i = 0; s.code == PERP_OK && i < x->data.nv; i++) {
        mpq_sub(m->part, x->J[i], n.z[i]);
        mpq_abs(m->part, m->part);
        mpq_add(room, room, m->part);
    }
    if (s.code == PERP_OK) {
        mpq_mul(room, room, m->Y);
        mpq_mul_2exp(room, room, 1);
        const explain_claim claim = {.rays = &n.rays,
                                     .z = (const mpq_t *)x->J,
                                     .u = (const mpq_t *)n.u,
                                     .limit = n.limited ? n.limit : NULL};
        m->limit = n.limited ? explain_limit(x->of) : 0;
        s = explain_dual(&claim, m->sum);
        at_least(m, m->sum, room);
    }
    explain_exact_clear(&n);
    mpq_clear(room);
    return s;
}

static perp_status of_row_exact(measuring *m, int l, int k, double weight)
{
    PERP_TRY(stretch_look_exact(m->x));
    if (k == 0)
        moves_exact(m, weight);
    else
        return k == 3 ? momentum_exact(m) : rows_exact(m, l, k == 2);
    return PERP_SUCCESS;
}

static perp_status prove(stretch_exact *x, int k, double weight,
                         const bars_width *width, bars_need *need,
                         double *wider)
{
    measuring m = {.x = x};
    mpq_inits(m.sum, m.part, m.X, m.Y, m.most, NULL);
    mpq_set_d(m.X, width->q);
    mpq_set_d(m.Y, width->v);
    const stretch_place was = x->of->rule.place;
    perp_status s = look_wider(x->of, need->row, width, wider);
    if (s.code == PERP_OK && bars_of[k] == LAW_GAPS) {
        to_end(x->of);
        s = stretch_look(x->of, need->row);
    }
    if (s.code == PERP_OK)
        s = of_row_exact(&m, need->row, k, weight);
    x->of->rule.place = was;
    need->least = m.never ? HUGE_VAL : cone_below(m.most);
    need->limit = m.limit;
    if (need->least == 0)
        need->row = -1;
    mpq_clears(m.sum, m.part, m.X, m.Y, m.most, NULL);
    return s;
}

static perp_status find(stretch_exact *x, double weight,
                        const bars_width *width, bars_need *need, double *wider)
{
    stretch *d = x->of;
    for (int l = 1; l < d->of->rows; l++) {
        bars_need row[BARS_LAWS];
        arena_mark mark = arena_here(d->a);
        PERP_TRY(look_wider(d, l, width, wider));
        PERP_TRY(of_row(d, l, weight, width, row));
        arena_release(d->a, mark);
        for (int k = 0; k < BARS_LAWS; k++) {
            need[k].enough = fmax(need[k].enough, row[k].enough);
            if (!(row[k].least > need[k].least))
                continue;
            need[k].least = row[k].least;
            need[k].row = l;
        }
    }
    for (int k = 0; k < BARS_LAWS; k++) {
        arena_mark mark = arena_here(d->a);
        if (need[k].row > 0)
            PERP_TRY(prove(x, k, weight, width, &need[k], wider));
        arena_release(d->a, mark);
    }
    return PERP_SUCCESS;
}

static void not_refuted(bars_need *need)
{
    need->least = need->limit = 0;
    need->unknown = 1;
    need->row = -1;
}

perp_status bars_find(stretch_exact *x, double weight, const bars_width *width,
                      bars_need *need)
{
    stretch *d = x->of;
    standing still;
    PERP_TRY(standing_find(d->s, d->a, &still));
    double *wider = arena_take(d->a, (size_t)d->s->contacts + 1, sizeof *wider);
    if (wider == NULL)
        return PERP_NO_MEMORY(d->s->contacts);
    for (int k = 0; k < BARS_LAWS; k++)
        need[k] = (bars_need){.row = -1};
    perp_status s = find(x, weight, width, need, wider);
    d->wider = NULL;
    need[1].first_order = !still.joints;
    need[2].first_order = !still.gaps;
    if (!still.rates)
        not_refuted(&need[0]);
    if (!still.all)
        not_refuted(&need[3]);
    return s;
}
