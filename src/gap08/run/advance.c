#include "ap02/collision.h"
#include "gap08/run/family.h"
#include "gap08/step/event.h"

#include <math.h>
#include <string.h>

/** ## The clock

AP02 sets the clock to the time of the collision and goes on with a whole step (`collision`, the
default). GAP08 keeps the grid: the collision takes the step $(t_l, t_{l+1}]$ on the clock
although the position moves for a part of it (`uniform`). That makes proofs short and costs up to
$h$ of motion at each collision (erratum 0-12). A ball dropped from 1 m has an impact of 4.4 m/s;
with $h = 0.01$ the uniform clock takes up to 0.044 m of way from a body of that speed. With the
first clock the last row may lie up to $h$ behind $T$, because no step is cut (the ball of
`steps.h` ends at 1.0472 s). 
$T - t$ is almost never a whole number of steps when its author thinks it is;
$10^{-9}$ of a step is forgiven. */
static long steps_left(const run_clock *c, double h)
{
    double n = ceil((c->T - (c->base - c->t0)) / h - 1e-9);
    return n > 0 ? (long)n : 0;
}

double run_time(const run_state *r)
{
    return r->clock.base + (double)r->clock.k * r->stepping.h;
}

void run_time_exact(const run_state *r, mpq_ptr t)
{
    mpq_set_si(t, r->clock.k, 1);
    mpq_mul(t, t, r->e->h);
    mpq_add(t, t, r->clock.base_exact);
}

static void whole_step(run_clock *c)
{
    c->k++;
    c->left--;
}

/** Sets the clock after a collision at the fraction s of a step. */
static void strike(run_state *r, double s)
{
    run_clock *c = &r->clock;
    if (r->e->uniform) {
        whole_step(c);
        return;
    }
    if (s == 0)
        return;
    if (r->e->mode != EXPERIMENT_DOUBLE) { /* s_exact is s */
        mpq_set_si(r->t0, c->k, 1);
        mpq_add(r->t0, r->t0, r->s_exact);
        mpq_mul(r->t0, r->t0, r->e->h);
        mpq_add(c->base_exact, c->base_exact, r->t0);
    }
    c->base = run_rational(r) ? mpq_get_d(c->base_exact)
                              : run_time(r) + s * r->stepping.h;
    c->k = 0;
    c->left = steps_left(c, r->stepping.h);
}

/** ## Collisions without end

Assumption (H7) of GAP08 bounds the number of collisions for all $h$, and a
rocking block already has about $\log(1/h)$ of them. So they are counted. Two
limits end a run that would not end: one for all of it, and one for a streak of collisions
that follow each other while less than one step of time goes by. A ball with $e = \frac12$
bounces ever shorter and lower; its flights of less than a step are none to the scheme
(`alpha_gamma_run.c`), so it ends by itself. */
enum { MOST_COLLISIONS = 100000, LONGEST_STREAK = 1000 };

static perp_status count_collision(run_state *r, double s)
{
    const experiment *e = r->e;
    long most = e->most_collisions > 0 ? e->most_collisions : MOST_COLLISIONS;
    r->gained += s * r->stepping.h;
    r->streak++;
    if (r->gained >= r->stepping.h) {
        r->streak = 1;
        r->gained = 0;
    }
    if (r->streak > LONGEST_STREAK + 4 * e->sys->contacts)
        return PERP_FAIL(PERP_LIMIT,
                         "%ld collisions within %.3g s: the motion is Zeno; "
                         "try a larger tolerance, or active = 'kept'",
                         r->streak, r->gained);
    if (++r->sum->collisions > most)
        return PERP_FAIL(PERP_LIMIT,
                         "more than %ld collisions within %.6g s: the motion "
                         "is Zeno, or most_collisions is too small",
                         most, run_time(r));
    return PERP_SUCCESS;
}

/** ## Gaps, and what they make active */
perp_status run_gaps(run_state *r)
{
    if (run_rational(r))
        return run_gaps_at_exact(r, (const mpq_t *)r->q_exact, r->zero);
    return run_gaps_at(r, r->q, 0);
}

static perp_status find_active(run_state *r)
{
    const int n = r->e->sys->contacts;
    if (!r->measured)
        PERP_TRY(run_gaps(r));
    r->measured = 1;
    if (r->e->sharp)
        active_forget(&r->set, n);
    memcpy(r->was, r->set.kept, (size_t)n);
    if (run_rational(r))
        active_find_exact(&r->set, n, (const mpq_t *)r->work.gap_exact,
                          r->e->sharp ? r->zero : r->e->tolerance);
    else if (r->near.whole)
        active_find(&r->set, n, r->work.gap, r->e->sharp ? 0 : r->tolerance);
    else
        active_find_among(&r->set, n, r->work.gap,
                          r->e->sharp ? 0 : r->tolerance, r->near.id,
                          r->near.n);
    return PERP_SUCCESS;
}

/** ## The trial step

The weighted position update

$$q^{l+1} = q^l + h\,\Gamma(q^l)\bigl((1-\gamma) v^l + \gamma v^{l+1}\bigr),$$

(4.4a) with the kinematic map of the system, into `q_to`. For $\gamma = \alpha$ it
moves along the weighted velocity, which is (4.12b).

Implements GAP08 (4.4a), (4.12b). */
void run_move(run_state *r)
{
    const perp_system *s = r->e->sys;
    const double g = r->stepping.gamma, h = r->stepping.h;
    const double *v = r->result.v;
    if (run_rational(r)) {
        run_position_exact(r, r->one, r->q_to_exact);
        return;
    }
    for (int j = 0; j < s->nv; j++)
        r->mean[j] = (1 - g) * r->v[j] + g * v[j];
    for (int i = 0; i < s->nq; i++) {
        double rate = s->has_G ? 0 : r->mean[i];
        for (int j = 0; s->has_G && j < s->nv; j++)
            rate += r->data.G[i * s->nv + j] * r->mean[j];
        r->q_to[i] = r->q[i] + h * rate;
    }
}

/** $h\Gamma v$ and $h\Gamma\bar v$, for points on the way. */
static void set_rates(run_state *r)
{
    const perp_system *s = r->e->sys;
    const double *v[2] = {r->v, r->result.v};
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < s->nq; i++) {
            double rate = s->has_G ? 0 : v[end][i];
            for (int j = 0; s->has_G && j < s->nv; j++)
                rate += r->data.G[i * s->nv + j] * v[end][j];
            r->rate[end][i] = r->stepping.h * rate;
        }
}

static perp_status trial_gaps(run_state *r)
{
    r->measured = 0;
    run_move(r);
    if (run_rational(r))
        return run_gaps_at_exact(r, (const mpq_t *)r->q_to_exact, r->one);
    near_cover(r->e->sys, &r->near, r->q, r->q_to, r->tolerance);
    return run_gaps_at(r, r->q_to, 1);
}

/** The least gap at the share s of the step, which is what the search of `event_root` asks
for, with sign: it ends where this is zero to the last bits. The work space then holds all
gaps there, and `looked_at` says of which share they are: the search mostly ends at the
place it has asked for last, and a body in space has more to compute in its gaps
than in anything else of a row. The share is compared, and it is forgotten before each
search, because gaps of an earlier row at the same share are gaps of another place. */
static perp_status lowest_at(void *user, double s, double *gap)
{
    run_state *r = user;
    const perp_system *sys = r->e->sys;
    if (run_rational(r)) {
        mpq_set_d(r->s_exact, s);
        run_position_exact(r, r->s_exact, r->q_to_exact);
        PERP_TRY(
            run_gaps_at_exact(r, (const mpq_t *)r->q_to_exact, r->s_exact));
    } else {
        double W = event_path(r->stepping.gamma, s);
        for (int i = 0; i < sys->nq; i++)
            r->q_at[i] =
                s == 1 ? r->q_to[i]
                       : r->q[i] + W * r->rate[1][i] + (s - W) * r->rate[0][i];
        PERP_TRY(run_gaps_at(r, r->q_at, s));
    }
    r->looked_at = s;
    *gap = run_lowest(r);
    if (run_in_doubt(r, *gap)) {
        PERP_TRY(run_gaps_whole(r, r->q_at, s));
        *gap = run_lowest(r);
    }
    return PERP_SUCCESS;
}

/** Position and velocity at the collision become the state. In the exact-check
mode they are rounded to doubles, as every stored state is; over the rationals
the fraction $s$ of the step is a double, hence a fraction whose denominator is
a power of two, and everything behind it is exact. (The true root is irrational
as a rule; the end of its bracket is taken for it.) */
static perp_status go_to(run_state *r, double s)
{
    const int nv = r->e->sys->nv;
    double gap, w = event_weight(r->stepping.gamma, s);
    if (r->looked_at != s) /* where the search has looked last, all is there */
        PERP_TRY(lowest_at(r, s, &gap));
    r->measured = 1;
    if (!run_rational(r)) {
        memcpy(r->q, r->q_at, (size_t)r->e->sys->nq * sizeof *r->q);
        for (int j = 0; j < nv; j++)
            r->v[j] = w * r->result.v[j] + (1 - w) * r->v[j];
        run_certify_hit(r, s);
        return PERP_SUCCESS;
    }
    for (int i = 0; i < r->e->sys->nq; i++)
        mpq_swap(r->q_exact[i], r->q_to_exact[i]);
    event_weight_exact(r->e->gamma, r->s_exact, r->t1);
    for (int j = 0; j < nv; j++) {
        mpq_sub(r->t0, r->result_exact.v[j], r->v_exact[j]);
        mpq_mul(r->t0, r->t0, r->t1);
        mpq_add(r->v_exact[j], r->v_exact[j], r->t0);
    }
    run_certify_hit(r, s);
    return PERP_SUCCESS;
}

static void take_velocity(run_state *r)
{
    const int nv = r->e->sys->nv;
    for (int j = 0; j < nv && run_rational(r); j++)
        mpq_set(r->v_exact[j], r->result_exact.v[j]);
    if (!run_rational(r))
        memcpy(r->v, r->result.v, (size_t)nv * sizeof *r->v);
}

void run_accept(run_state *r)
{
    const int nq = r->e->sys->nq;
    if (run_rational(r))
        for (int i = 0; i < nq; i++)
            mpq_swap(r->q_exact[i], r->q_to_exact[i]);
    else
        memcpy(r->q, r->q_to, (size_t)nq * sizeof *r->q);
    take_velocity(r);
    active_keep(&r->set, r->e->sys->contacts, r->leaves);
    whole_step(&r->clock);
    r->measured = 1;
    r->settled = 0;
    r->streak = 0;
    r->gained = 0;
}

/** ## The collision

All contacts that are closed at $q^-$ take part: those that joined there, at
once if there are several, and those that the trial step kept. */
static perp_status compress(run_state *r, long row, double s)
{
    PERP_TRY(count_collision(r, s));
    r->scheme = compression;
    r->scheme_exact = compression_exact(r->one, r->zero);
    r->collided = 1;
    perp_status status = run_collide(r, row, s);
    r->scheme = r->stepping;
    r->scheme_exact = r->stepping_exact;
    PERP_TRY(status);
    take_velocity(r);
    active_keep(&r->set, r->e->sys->contacts, r->leaves);
    strike(r, s);
    r->settled = 1;
    return PERP_SUCCESS;
}

/** ## A row

In the order of `steps.h`.
A contact that is not active and not open at the end of the trial step
collides in it. The step is then taken back: its impulses are forgotten, its
cubic gives the place and the velocity of the collision. A row counts as proven
when the trial, whose velocity is an end of the cubic, and the compression are.

Contacts that the trial keeps stay kept at the collision, and those that it lets go do
not: the set at $q^-$ is what is closed there or has carried an impulse up to there. A
second contact that closes later in the same trial is met by the next row, from $v^+$. */
static perp_status finish_trial(run_state *r, long row, long proven)
{
    double s, start = run_lowest(r);
    const int doubt = run_in_doubt(r, start);
    PERP_TRY(trial_gaps(r));
    if (run_lowest(r) > 0) {
        run_certify_move(r);
        PERP_TRY(run_project(r));
        run_accept(r);
        return PERP_SUCCESS;
    }
    if (doubt)
        PERP_TRY(run_lowest_at_start(r, &start));
    if (!run_rational(r))
        set_rates(r);
    r->looked_at = -1;
    PERP_TRY(event_root(lowest_at, r, start, &s));
    PERP_TRY(go_to(r, s));
    active_keep(&r->set, r->e->sys->contacts, r->leaves);
    PERP_TRY(find_active(r));
    PERP_TRY(run_project_collision(r));
    r->ahead = r->e->sys->moves ? s : 0;
    PERP_TRY(run_assemble(r));
    long trial = r->sum->steps_proven - proven;
    r->sum->steps_proven = proven;
    PERP_TRY(compress(r, row, s));
    r->ahead = 0;
    if (trial == 0)
        r->sum->steps_proven = proven;
    return PERP_SUCCESS;
}

static perp_status next_row(run_state *r, long row)
{
    long proven = r->sum->steps_proven;
    r->collided = 0;
    PERP_TRY(find_active(r));
    PERP_TRY(run_assemble(r));
    run_note(r, row);
    certificate_row(r->e->cert);
    if (run_approaching(r))
        return compress(r, row, 0);
    PERP_TRY(run_solve(r, row));
    return finish_trial(r, row, proven);
}

perp_status run_step(run_state *r, long row)
{
    arena_mark mark = arena_here(&r->scratch);
    perp_status s = next_row(r, row);
    arena_release(&r->scratch, mark);
    return s;
}

/** What a controller sets are coordinates that no row of the problem has and no gap of a scene
sees, so nothing else of the state changes; a double is a fraction. The next step's data are
evaluated with them, gaps too.

By hand: $m v' = u$ with $u = 1$ from row 0 on and $u = -1$ from row 2, $h = 1$, $m = 1$: $v =
0, 1, 2, 1, 0$ in the rows 0 to 4, and the column of $u$ is $0, 1, 1, -1, -1$. */
void family_steer(loop *l, const controller *c)
{
    run_state *r = &((family *)l->own)->state;
    r->measured = 0;
    for (int i = 0; i < c->n; i++) {
        r->q[c->at[i]] = c->value[i];
        if (loop_rational(l))
            mpq_set_d(r->q_exact[c->at[i]], c->value[i]);
    }
}
