#include "gap08/bounds/estimator.h"

#include "number/rational.h"
#include "gap08/run/steps.h"
#include "ap02/collision.h"

#include <math.h>
#include <string.h>

enum { SPARE = 4 };

/**
# A run that is asked

The estimator knows rows and no run; this file keeps what it needs of the row before, and makes it
follow one. The steps are those of `gap08/run`, solved exactly, because an inequality between
rounded numbers could be false by rounding and true by chance.

What is kept from row to row: $x$, $v$, $\bar k$, $M$, $F$, $\nu$, $c_\nu$ and the four impulses as
fractions, a frame in doubles. A collision is kept as well, and marked: the pair behind it is not
asked, because (7.15) would count the jump. Positions, gaps and $\Theta$ are doubles
throughout; they are compared with $h^2$ and not with 0.

| mode | the steps | what is exact |
|---|---|---|
| doubles or `--exact-check` | from doubles, solved exactly, cut off | each row by itself |
| `--rational` | fractions throughout | the run |

In the first a row begins with the stored velocity of the one before, which differs from
the exact one by $\tau$, less than a unit of the last place. Each statement about one row
is then exact for that row, and each about two has $\tau$ in it. `estimates` asks for the
first when a scene asks for nothing.

*What is left out.* A row with a collision is not part of a pair, nor is the row behind
it: of the 101 rows of `pendulum_contact.lua` with $h = \frac1{100}$ one is a collision,
and 98 of 100 pairs are asked. The first row has no row before it. */
/* Numbers handed out of one array. */
static mpq_t *next(mpq_t **at, size_t n)
{
    mpq_t *x = *at;
    *at += n;
    return x;
}

static perp_status numbers(estimator *m)
{
    size_t n = (size_t)m->nv, j = (size_t)m->m;
    m->count = 8 * n + 3 * n * n + n * j + j + SPARE + 2;
    mpq_t *at = m->store = rational_array(&m->a, m->count);
    if (at == NULL)
        return PERP_NO_MEMORY(m->count * sizeof *at);
    m->lag = next(&at, 2 * n);
    m->Q = next(&at, n * n);
    m->t = next(&at, SPARE);
    m->was.x = next(&at, n);
    m->was.v = next(&at, n);
    m->was.M = next(&at, n * n);
    m->was.F = next(&at, n * n);
    m->was.nu = next(&at, n * j);
    m->was.cnu = next(&at, j);
    m->was.kbar = next(&at, n);
    m->w.direction = next(&at, n);
    m->w.across = next(&at, n);
    return PERP_SUCCESS;
}

perp_status estimator_new(arena *a, const perp_system *s, mpq_srcptr h,
                          estimator **out)
{
    estimator *m = *out = arena_take(a, 1, sizeof *m);
    size_t n = (size_t)s->nv;
    if (m == NULL)
        return PERP_NO_MEMORY(sizeof *m);
    m->nv = s->nv;
    m->m = s->joints;
    m->h = mpq_get_d(h);
    m->sum.same_mass = 1;
    m->sum.least_gap = HUGE_VAL;
    m->sum.coriolis = m->sum.joint_gap = m->sum.joint_curvature = -1;
    m->sum.momentum = m->sum.weighted = m->sum.bend = m->sum.turn_mass = -1;
    growth_init(&m->g);
    mpq_inits(m->w.half, m->w.margin, NULL);
    momenta_init(&m->w.began);
    momenta_init(&m->w.ended);
    PERP_TRY(numbers(m));
    PERP_TRY(equation_new(&m->a, s->nv, &m->equation));
    PERP_TRY(impulses_new(&m->a, s->nv, &m->now));
    PERP_TRY(impulses_new(&m->a, s->nv, &m->mean));
    PERP_TRY(impulses_new(&m->a, s->nv, &m->was.acted));
    PERP_TRY(frame_new(&m->a, s->nv, s->joints, &m->to));
    PERP_TRY(frame_new(&m->a, s->nv, s->joints, &m->was.at));
    m->work = arena_take(&m->a, 2 * n * n + 9 * n, sizeof *m->work);
    m->was.x_double = arena_take(&m->a, n + (size_t)s->joints, sizeof(double));
    m->was.theta = m->was.x_double + n;
    return m->work && m->was.x_double != NULL ? PERP_SUCCESS
                                              : PERP_NO_MEMORY(n);
}

void estimator_free(estimator *m)
{
    if (m == NULL)
        return;
    growth_clear(&m->g);
    mpq_clears(m->w.half, m->w.margin, NULL);
    momenta_clear(&m->w.began);
    momenta_clear(&m->w.ended);
    equation_clear(&m->equation);
    rational_clear(m->store, m->count);
    impulses_clear(&m->now);
    impulses_clear(&m->mean);
    impulses_clear(&m->was.acted);
    arena_free(&m->scratch);
    arena_free(&m->a);
}

static void copy(size_t n, const mpq_t *from, mpq_t *to)
{
    for (size_t i = 0; i < n; i++)
        mpq_set(to[i], from[i]);
}

/* |M^-1| once, and whenever M is another. */
static perp_status measure_mass(estimator *m, const step_exact *d)
{
    const size_t n = (size_t)m->nv;
    arena_mark mark = arena_here(&m->scratch);
    mpq_t *I = rational_array(&m->scratch, n * n);
    if (I == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *I);
    for (size_t i = 0; i < n; i++)
        mpq_set_ui(I[i * n + i], 1, 1);
    perp_status s = impulses_by_mass(&m->scratch, d, m->nv, I);
    norm_matrix(m->nv, (const mpq_t *)I, m->t[0]);
    m->inverse = mpq_get_d(m->t[0]);
    rational_clear(I, n * n);
    arena_release(&m->scratch, mark);
    return s;
}

/** What the next row will ask about. */
void estimator_keep(estimator *m, const estimate_row *row)
{
    const step_exact *d = row->step.d;
    const step_result_exact *y = row->step.y;
    const size_t n = (size_t)m->nv, j = (size_t)m->m;
    frame swap = m->was.at;
    m->was.at = m->to;
    m->to = swap;
    m->was.regular = !row->collision;
    copy(n, (const mpq_t *)y->x, m->was.x);
    copy(n, (const mpq_t *)y->v, m->was.v);
    copy(n * n, (const mpq_t *)d->M, m->was.M);
    copy(n * n, (const mpq_t *)d->F, m->was.F);
    copy(n * j, (const mpq_t *)d->nu, m->was.nu);
    copy(j, (const mpq_t *)y->cnu, m->was.cnu);
    copy(n, (const mpq_t *)m->equation.kbar, m->was.kbar);
    for (size_t i = 0; i < j; i++)
        m->was.theta[i] = row->theta[i];
    m->was.moved = m->moved;
    copy(4 * n, (const mpq_t *)m->now.all, m->was.acted.all);
    for (size_t i = 0; i < n; i++)
        m->was.x_double[i] = mpq_get_d(y->x[i]);
}

/** Norms are squares on the way, and numbers beyond $10^{154}$ have none in
doubles. Then nothing is said, instead of something that is not so. */
static perp_status within_doubles(estimator *m)
{
    const estimates *x = &m->sum;
    const struct {
        const char *what;
        double sum;
    } all[] = {{"Theorem 5.1", x->c + x->growth + m->most},
               {"(7.10)", x->cn + x->cn_bound + m->w.cn + m->w.work},
               {"(7.16)", x->joint + x->joint_plain + x->joint_bound},
               {"Theorem 7.1", x->tv + x->tv_plain + x->tv_bound},
               {"(7.8)", x->momentum},
               {"(8.9)", x->weighted},
               {"(8.17)", x->bend},
               {"(8.20)", x->turn_mass},
               {"(8.19)", x->turn},
               {"(8.4)", x->reduced},
               {"(8.10)", x->coriolis},
               {"Lemma 8.3", x->curvature + m->moved},
               {"a joint", x->joint_gap + x->joint_curvature}};
    for (size_t i = 0; i < sizeof all / sizeof *all && m->over == NULL; i++)
        if (!isfinite(all[i].sum))
            m->over = all[i].what;
    if (m->over == NULL)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_LIMIT,
                     "row %ld: a number of %s overflows; take units in which "
                     "positions and velocities are smaller",
                     x->rows, m->over);
}

/** One row. Everything asked here is about the row's own numbers, so a wrong
impulse or velocity anywhere makes a statement false. */
perp_status estimator_add(estimator *m, const estimate_row *row)
{
    arena_mark mark = arena_here(&m->scratch);
    impulses_of(&row->step, &m->now);
    if (!impulses_balance(&row->step, &m->now))
        estimator_refute(m, "(7.4): M(v+ - v) is not the sum of the impulses");
    if (m->sum.rows == 0)
        PERP_TRY(measure_mass(m, row->step.d));
    PERP_TRY(estimator_growth(m, row));
    PERP_TRY(estimator_normal(m, &row->step, row->collision));
    estimator_step(m, row);
    PERP_TRY(estimator_pair(m, row));
    estimator_gaps(m, row);
    estimator_keep(m, row);
    m->sum.rows++;
    m->sum.collisions += row->collision;
    arena_release(&m->scratch, mark);
    return within_doubles(m);
}

perp_status estimator_end(estimator *m, estimates *out)
{
    estimator_close(m);
    *out = m->sum;
    return within_doubles(m);
}

/** ## Following a run

The steps are the run's own: `run_step`, with the exact result of each spelt as fractions. A
collision is handed over as a step of no time, $\alpha = \gamma = 1$, from $v^-$; the
table of a run does not have $v^-$, which is why the estimates are made on the way and not
from the table.

$v^-$ is the slope of the cubic between two rows at the time of the impact, and with
$\gamma = \alpha$ it is $sv^{l+1} + (1 - s)v^l$ in a share $s$ of the step only for
$\alpha = \frac12$. For $\alpha = 1$ the weight of $v^{l+1}$ is $s(4 - 3s)$, $\frac43$ at
$s = \frac23$: between $v^l = 0$ and $v^{l+1} = 1$ the body arrives with $\frac43$, faster
than at either end. This is erratum 0-46, and the reason why the envelope of Theorem 5.1
is lifted to $|v^-|_M$ at a collision: at most by $\frac53$ each. */
typedef struct {
    run_state r;
    estimator *m;
    arena a;
    double *q, *q_to, *gap, *all, *theta; /* all: the gaps of every contact */
    double *gap_to;
    mpq_t *point;    /* nq: where the run is */
    step_exact mean; /* its F: at the weighted velocity of the row before */
    assembler work;
    int turns; /* mean.F is known */
    alpha_gamma_exact impact;
} following;

static perp_status following_new(following *f, const experiment *e,
                                 summary *sum)
{
    const perp_system *s = e->sys;
    size_t p = (size_t)s->contacts + 1, m = (size_t)s->joints + 1;
    size_t nq = (size_t)s->nq;
    PERP_TRY(run_state_new(&f->a, e, sum, &f->r));
    f->r.spelt = 1;
    f->impact = compression_exact(f->r.one, f->r.zero);
    f->r.clock.left = (long)ceil(f->r.clock.T / f->r.stepping.h - 1e-9);
    PERP_TRY(estimator_new(&f->a, s, e->h, &f->m));
    PERP_TRY(step_exact_new(&f->a, s, &f->mean));
    PERP_TRY(assembler_new(&f->a, s, 1, &f->work));
    f->q = arena_take(&f->a, 2 * nq + 3 * p + m, sizeof *f->q);
    f->point = rational_array(&f->a, nq);
    if (f->q == NULL || f->point == NULL)
        return PERP_NO_MEMORY(p);
    f->q_to = f->q + nq;
    f->gap = f->q_to + nq;
    f->gap_to = f->gap + p;
    f->all = f->gap_to + p;
    f->theta = f->all + p;
    return PERP_SUCCESS;
}

static void following_free(following *f)
{
    estimator_free(f->m);
    rational_clear(f->point, f->point == NULL ? 0 : (size_t)f->r.e->sys->nq);
    step_exact_clear(&f->mean);
    assembler_clear(&f->work);
    run_state_free(&f->r);
    arena_free(&f->a);
}

/* The position and the gaps where the run is. */
static perp_status look(following *f, double *q, double *gap)
{
    const run_state *r = &f->r;
    PERP_TRY(run_rational(r) ? run_gaps(&f->r)
                             : run_gaps_whole(&f->r, r->q, 0));
    for (int i = 0; i < r->e->sys->nq; i++) {
        if (run_rational(r))
            mpq_set(f->point[i], r->q_exact[i]);
        else
            mpq_set_d(f->point[i], r->q[i]);
        q[i] = mpq_get_d(f->point[i]);
    }
    for (int j = 0; j < r->e->sys->contacts; j++)
        gap[j] =
            run_rational(r) ? mpq_get_d(r->work.gap_exact[j]) : r->work.gap[j];
    return PERP_SUCCESS;
}

/** (8.10) needs $F(v^{l,\alpha})$, which no step has: a step evaluates $F(v^l)$. So it is
evaluated behind each row, at the position where the next begins. */
/* F at the weighted velocity, where the next row begins; a system whose tapes
   are not rational does without. */
static void turn(following *f)
{
    const perp_system *s = f->r.e->sys;
    f->turns = s->has_F &&
               assemble_mass_exact(s, &f->work, (const mpq_t *)f->point,
                                   (const mpq_t *)f->r.result_exact.x, &f->mean)
                       .code == PERP_OK;
}

/** A row from its beginning to its end: positions and gaps before, the step, positions and gaps
behind. The gaps before are those of all contacts, because which are active the step decides. */
static perp_status follow_row(following *f, long at)
{
    run_state *r = &f->r;
    PERP_TRY(look(f, f->q, f->all));
    double t = run_time(r);
    perp_status s = run_step(r, at);
    if (s.code != PERP_OK)
        return PERP_FAIL(s.code, "step %ld (t = %.6g s): %s", at + 1, t,
                         s.message);
    for (int j = 0; j < r->set.n; j++)
        f->gap[j] = f->all[r->set.id[j]];
    PERP_TRY(look(f, f->q_to, f->all));
    for (int j = 0; j < r->set.n; j++)
        f->gap_to[j] = f->all[r->set.id[j]];
    for (int i = 0; i < r->exact.m; i++)
        f->theta[i] = mpq_get_d(r->exact.theta[i]);
    estimate_row row = {.step = {r->collided ? &f->impact : &r->stepping_exact,
                                 &r->exact, &r->result_exact},
                        .collision = r->collided,
                        .nq = r->e->sys->nq,
                        .q_from = f->q,
                        .q_to = f->q_to,
                        .gap_from = f->gap,
                        .gap_to = f->gap_to,
                        .theta = f->theta,
                        .F_mean = f->turns ? (const mpq_t *)f->mean.F : NULL,
                        .exact = run_rational(r)};
    PERP_TRY(estimator_add(f->m, &row));
    turn(f);
    return PERP_SUCCESS;
}

/** What the proofs do not cover is refused with a remedy, instead of being measured against a
bound that nobody claims: AP02's schemes have their own identities, restitution and laws of impact
have other balances, and a spring's row is no impulse of the cone. */
/* The theory is that of one scheme, and it writes springs as forces. */
static perp_status check_scheme(const experiment *e)
{
    if (e->scheme != &scheme_alpha_gamma)
        return PERP_FAIL(PERP_INPUT,
                         "the estimates are those of the scheme alpha-gamma, "
                         "not of '%s'",
                         e->scheme->name);
    if (e->e != NULL && mpq_sgn(e->e) > 0)
        return PERP_FAIL(PERP_INPUT,
                         "the estimates are those of inelastic collisions; "
                         "they need e = 0, not %g",
                         mpq_get_d(e->e));
    if (e->law.act != NULL)
        return PERP_FAIL(PERP_INPUT, "the estimates are those of the scheme's "
                                     "own collisions; leave out impact.law");
    if (e->sys->springs > 0)
        return PERP_FAIL(PERP_INPUT,
                         "the estimates do not know springs; write '%s' as a "
                         "force",
                         e->sys->spring_name[0]);
    return PERP_SUCCESS;
}

perp_status estimates_run(const experiment *e, estimates *out)
{
    experiment own = *e;
    following f = {.turns = 0};
    summary sum = {0};
    if (e->mode != EXPERIMENT_RATIONAL)
        own.mode = EXPERIMENT_EXACT_CHECK;
    PERP_TRY(check_scheme(e));
    perp_status s = following_new(&f, &own, &sum);
    for (long at = 0; s.code == PERP_OK && f.r.clock.left > 0; at++)
        s = follow_row(&f, at);
    if (s.code == PERP_OK)
        s = estimator_end(f.m, out);
    if (s.code == PERP_OK)
        out->proven = sum.steps_proven;
    following_free(&f);
    summary_clear(&sum);
    return s;
}
