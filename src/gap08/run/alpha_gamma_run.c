#include "gap08/run/family.h"

/* What contacts that move do not go with: a clock that does not know when a
   collision is, laws that know no surface, projections that ask for a gap of q
   alone; belts and motors have one. */
static perp_status check_moving(const experiment *e)
{
    const char *what = e->uniform           ? "clock = 'uniform'"
                       : e->law.act != NULL ? "a law of impact"
                       : e->project != PROJECT_NONE && e->sys->timed
                           ? "project"
                           : NULL;
    if (!e->sys->moves || what == NULL)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s do not go with %s; leave it out",
                     e->sys->timed ? "walls that move"
                                   : "belts that move, and motors with a rate,",
                     what);
}

/**
# The rows of a run, and functions of time

(4.9) to (4.12). A scheme computes numbers $q^l$, $v^l$ at $t_l = lh$; the theorems speak of
functions on $[0, T]$. The paper makes the velocities step functions and the position a broken
line, and it makes two velocities, because they behave differently: $v^h$ with the value $v^{l+1}$
on $(t_l, t_{l+1}]$, and $v^{h,\alpha}$ with $v^{l+1,\alpha}$. Bounded variation is proven for the
second.

Example 9.1, $\ddot q = 0$ with the joint $q = 0$ and the wrong velocity $\varepsilon =
\frac1{10}$ at the start, for $\alpha = \frac34$, $\gamma = \frac12$, $h = \frac1{100}$
(`cases/GAP08/ex9_1.lua --rational`):

| row | q | v | va |
|---|---|---|---|
| 0 | 0 | 1/10 | 1/10 |
| 1 | 1/3000 | -1/30 | 0 |
| 2 | 1/4500 | 1/90 | 0 |
| 3 | 7/27000 | -1/270 | 0 |

$v^{l+1} = -\frac{1-\alpha}\alpha v^l$: it changes its sign for ever, and with $\alpha = \frac12$
its size never. The weighted velocity is zero from the first step on, whatever $\varepsilon$; its
whole variation is the jump from the start, which counts. The position shows erratum 0-27: it
moves by $h((1-\gamma)v^l + \gamma v^{l+1})$, and that is $hv^{l+1,\alpha}$, as (4.12b) has it,
for $\gamma = \alpha$ only. With $\gamma = \frac34$ all $q$ were 0.

| in the paper | in row $l + 1$ | note |
|---|---|---|
| $t_{l+1}$ | `t` | a multiple of $h$ until something collides |
| $v^h$ on $(t_l, t_{l+1}]$, (4.9) | `v.*` | its value at the right end |
| the position, (4.12a) | `q.*` | a node of the broken line |
| $v^{h,\alpha}$, (4.11) | `va.*` | the slope of the line, when $\gamma = \alpha$ |
| $z^{l+1}$ | `cn.*`, `ft.*` | N s; joints have no column |

At $t = 0$ the step functions have no value in (4.9), (4.11), whose intervals are open on
the left (0-47). The table has $v^0$ in both columns, and the total variations of a
summary count the jump from it: of order $h$ for a start that keeps the joints, the tear
itself for one that does not. 
## A run, row by row

A ball of 1 kg at $\frac3{16}$ m falls with $-1$ m/s, $g = 8$ m/s², $\alpha = \gamma = \frac12$,
$h = \frac14$ s, `e = 1/2`; everything is a fraction with few digits:

| row | t | q | v | va | cn | by |
|---|---|---|---|---|---|---|
| 0 | 0 | 3/16 | -1 | -1 | 0 | the scene |
| 1 | 1/8 | 0 | 1 | 1 | 3 | a collision |
| 2 | 3/8 | 0 | -1 | 0 | 0 | a step |
| 3 | 5/8 | 0 | 1 | 0 | 4 | a step |
| 4 | 7/8 | 0 | -1 | 0 | 0 | a step |

What a reader of a table may be surprised by stands in these five rows. Times are not
multiples of $h$. A row of a collision has one velocity in both columns, the one behind
it; the one before, $v^-$, is in none. A velocity of 1 m/s beside a position that stays is
no contradiction.

The first trial ends below the floor, $\bar q = \frac3{16} - \frac12$. Its cubic closes at half of
the step with $v^- = -2$; the compression takes 2 N s and the decompression gives 1 back. The
clock of AP02 is set to $\frac18$ and a whole step follows. The ball leaves with 1 m/s; free, it
would be back at the floor after just this step, $1 - 8\cdot\frac14 = -1$. The floor is within the
tolerance and takes part, and has nothing to do: $x = \frac12(1 - 1) = 0$. In row 3 the contact is
a kept one. Without a push $x$ would be $\frac12(-1 - 3) = -2$; so $\alpha c_n = 2$ and $v = +1$.
From here on $v$ alternates and $v^\alpha$ is zero: the ball rests, and its kinetic energy of
$\frac12$ J is all in the part that moves nothing. A flight of one step is none to the scheme.

## The schemes of GAP08 and AP02

AP02's are the family's step at $\alpha = \gamma = 1$: $x$ is $v^{l+1}$ itself and the
position moves with it. What else differs (when the force is taken, which side a
spring stands on) the step reads from its form, `variant`. The watch is that of
`gap08/step/jam.h`: it looks at the cone of each active set that is new until it has found
one that is not pointed, and leaves a note; such a row may still have a velocity, while its
impulses have no bound.

What (4.4) needs of its numbers. $\alpha = 0$ would leave the constraints at the old velocity,
which the step cannot change: (4.10) divides by it. $\alpha < \frac12$ is let through,
although nothing of section 5 holds for it; `perp hypotheses` says so. With $\alpha =
\frac13$ the error of Example 9.1 doubles in each step, $-\frac{1 - \alpha}\alpha = -2$,
and a hundred steps make $1.3 \cdot 10^{29}$ of a tenth. $\gamma$ may be anything in $[0,
1]$: it moves the position and is in $\tilde M$ only beside $\tilde k_{1q}$. */
static perp_status check_parameters(const experiment *e)
{
    if (mpq_sgn(e->alpha) <= 0 || mpq_cmp_ui(e->alpha, 1, 1) > 0)
        return PERP_FAIL(PERP_INPUT, "alpha = %g; alpha must lie in (0, 1]",
                         mpq_get_d(e->alpha));
    if (mpq_sgn(e->gamma) < 0 || mpq_cmp_ui(e->gamma, 1, 1) > 0)
        return PERP_FAIL(PERP_INPUT, "gamma = %g; gamma must lie in [0, 1]",
                         mpq_get_d(e->gamma));
    if (e->e != NULL && (mpq_sgn(e->e) < 0 || mpq_cmp_ui(e->e, 1, 1) > 0))
        return PERP_FAIL(PERP_INPUT,
                         "e = %g; the restitution e must lie in [0, 1]",
                         mpq_get_d(e->e));
    if (mpq_sgn(e->tolerance) < 0)
        return PERP_FAIL(PERP_INPUT,
                         "tolerance = %g; the tolerance of the "
                         "active set must not be negative",
                         mpq_get_d(e->tolerance));
    if (!(e->penetration >= 0) || e->most_collisions < 0)
        return PERP_FAIL(PERP_INPUT,
                         "penetration = %g, most_collisions = "
                         "%ld: neither may be negative",
                         e->penetration, e->most_collisions);
    return check_moving(e);
}

perp_status family_begin(loop *l)
{
    PERP_TRY(check_parameters(&l->e));
    family *r = l->own = arena_take(&l->a, 1, sizeof *r);
    if (r == NULL)
        return PERP_NO_MEMORY(sizeof *r);
    PERP_TRY(run_state_new(&l->a, &l->e, l->sum, &r->state));
    r->state.clock.left = l->left;
    return PERP_SUCCESS;
}

static perp_status step(loop *l, int row)
{
    run_state *st = &((family *)l->own)->state;
    st->row = row;
    PERP_TRY(run_step(st, row - 1));
    l->left = st->clock.left;
    return PERP_SUCCESS;
}

/** The state in row l: $t_l$, $q^l$, $v^l$ and $v^{l,\alpha}$. Row $l+1$ holds the
values of the step functions $v^h$ and $v^{h,\alpha}$ on $(t_l, t_{l+1}]$; the position
between two rows is the straight line through them. (The cubic of a trial step is used to
find collisions only: between rows it and the line differ by at most $h|v^{l+1} - v^l|/8$
for $\alpha = \frac12$, and the theorems are about the line.) In the row of a
collision both velocities are $v^+$. In row 0 they are the initial velocity.

Implements GAP08 (4.9), (4.11), (4.12a). */
static void put_state(loop *l, const run_state *st, int row)
{
    const int nq = l->e.sys->nq, nv = l->e.sys->nv;
    if (!loop_rational(l)) {
        const double at[2] = {row, run_time(st)};
        loop_put(l, row, 0, at, 2);
        loop_put(l, row, l->at.q, st->q, nq);
        loop_put(l, row, l->at.v, st->v, nv);
        loop_put(l, row, l->at.va, row == 0 ? st->v : st->result.x, nv);
        return;
    }
    mpq_t t;
    mpq_init(t);
    mpq_set_si(t, row, 1);
    loop_put_exact(l, row, 0, (const mpq_t *)&t, 1);
    run_time_exact(st, t);
    loop_put_exact(l, row, 1, (const mpq_t *)&t, 1);
    mpq_clear(t);
    loop_put_exact(l, row, l->at.q, (const mpq_t *)st->q_exact, nq);
    loop_put_exact(l, row, l->at.v, (const mpq_t *)st->v_exact, nv);
    loop_put_exact(l, row, l->at.va,
                   (const mpq_t *)(row == 0 ? st->v_exact : st->result_exact.x),
                   nv);
}

/** The impulses of the step that ends in this row, in N s, at the columns of their contacts: a
contact that is not active has zeros there. A collision has none of the springs. They are
those of (4.4b), without the $\alpha$ of the posed problem; the problem that `--lcp` writes
has it. That of a joint is $c_\nu$, of either sign, along the gradient of $\Theta$ at the
row before, and N s when $\Theta$ is a length; of a constant $M$ and force a row keeps $M
(v^{l+1} - v^l) = hk + n c_n + D\beta + \nu c_\nu$ with the numbers of the table. A mean
force is an impulse over $h$, and a collision has none: its 4.47 N s took no time. */
static void put_impulses(loop *l, const run_state *st, int row)
{
    const step_result_exact *x = &st->result_exact;
    for (int i = 0; l->at.cn >= 0 && i < st->set.n; i++) {
        int id = st->set.id[i], first = st->data.slip_at[i];
        int slips = l->e.sys->slips[id], ft = l->at.ft + l->at.ft_at[id];
        if (loop_rational(l)) {
            loop_put_exact(l, row, l->at.cn + id, (const mpq_t *)x->cn + i, 1);
            loop_put_exact(l, row, ft, (const mpq_t *)x->f + first, slips);
        } else {
            loop_put(l, row, l->at.cn + id, st->result.cn + i, 1);
            loop_put(l, row, ft, st->result.f + first, slips);
        }
    }
    const perp_system *s = l->e.sys;
    if (loop_rational(l)) {
        loop_put_exact(l, row, l->at.cs, (const mpq_t *)x->cs, s->springs);
        loop_put_exact(l, row, l->at.cj, (const mpq_t *)x->cnu, s->joints);
    } else {
        loop_put(l, row, l->at.cs, st->result.cs, s->springs);
        loop_put(l, row, l->at.cj, st->result.cnu, s->joints);
    }
}

/** A row in the order of a reader: is the cone of its contacts pointed; what of its
velocity moves nothing; impulses; state. The first two are notes for the summary, taken
here because the data of the step are still at hand. In row 0 there is no step behind it,
and only the state is written. */
perp_status family_put(loop *l, int row)
{
    family *r = l->own;
    run_state *st = &r->state;
    if (row > 0 && !loop_rational(l) && !r->watch.done)
        PERP_TRY(jam_look(&r->watch, &st->scratch, l->e.sys, &st->data,
                          st->set.id, *loop_cells(l, row - 1, 1),
                          &l->sum->note));
    if (row > 0) {
        run_note_part(st, row);
        put_impulses(l, st, row);
    }
    put_state(l, st, row);
    return PERP_SUCCESS;
}

/** Who fills a row, and when: `put` writes time, state and impulses as soon as the step
is done; energies of row $l$ come with the data of the step behind it, because $M(q^l)$
and the springs are evaluated there and nowhere else. So each is evaluated once a row and
not twice.

The last row has no step that begins with it, so nobody has evaluated its mass, its springs
and its joints; the others were evaluated by the step behind them. */
static perp_status last_data(run_state *st)
{
    const perp_system *s = st->e->sys;
    if (run_rational(st)) {
        PERP_TRY(assemble_mass_exact(s, &st->work, (const mpq_t *)st->q_exact,
                                     (const mpq_t *)st->v_exact, &st->exact));
        PERP_TRY(assemble_joints_exact(s, &st->work, &st->exact));
    } else {
        PERP_TRY(assemble_mass(s, &st->work, st->q, st->v, &st->data));
        PERP_TRY(assemble_joints(s, &st->work, &st->data));
    }
    return PERP_SUCCESS;
}

/** ## Energies

The energies of a row are known when the next one begins, with $M(q^l)$ and
$\varphi(q^l)$. The last row has no step behind it, so its mass and its joints are
evaluated here. */
perp_status family_energies(loop *l, int row, int stepped)
{
    run_state *st = &((family *)l->own)->state;
    if (!stepped) {
        PERP_TRY(last_data(st));
        run_note(st, row);
    }
    if (loop_rational(l))
        loop_put_exact(l, row, l->at.kinetic, (const mpq_t *)&st->kinetic_exact,
                       1);
    else
        loop_put(l, row, l->at.kinetic, &st->kinetic, 1);
    if (l->at.elastic >= 0 && loop_rational(l))
        loop_put_exact(l, row, l->at.elastic, (const mpq_t *)&st->elastic_exact,
                       1);
    else if (l->at.elastic >= 0)
        loop_put(l, row, l->at.elastic, &st->elastic, 1);
    return PERP_SUCCESS;
}

/** A step's own energies are proven by `steps_exact.c`; the columns are those of states,
and their differences are not what a step dissipates when $\alpha \ne 1$: with $\alpha =
\frac12$ all of the kinetic energy of a row may be in the alternating part.

What only the whole run can say: whether joints have drifted, whether an alternating part has
grown (`run/trace/drift.h`), and which row had two velocities, if one had. */
perp_status family_summarize(loop *l)
{
    const family *r = l->own;
    drift_judge(&l->sum->drift, r->state.stepping.alpha, l->e.penetration);
    kept_basis_say(&r->state.basis, l->sum);
    return several_json(&l->sum->several, &l->sum->found);
}

/** ## Between two rows

What decides the next row beside $q$ and $v$, which are taken from the row itself: the clock,
the contacts that are kept, whether a collision has just been, and the streak of collisions
that may be a motion without end; and the basis of the step before, where one is kept. The gaps at $q$ are evaluated anew, by the formulas and at
the numbers of the trial that has measured them. The sets that the watch has seen are
there so that it looks where it would have looked. */
void family_freeze(loop *l, int row, frozen *x)
{
    family *f = l->own;
    run_state *r = &f->state;
    run_clock *c = &r->clock;
    const int nq = l->e.sys->nq, nv = l->e.sys->nv;
    frozen_reals(x, 1, &c->base);
    frozen_ratios(x, 1, &c->base_exact);
    frozen_count(x, &c->k);
    frozen_bits(x, l->e.sys->contacts, r->set.kept);
    frozen_flag(x, &r->settled);
    frozen_count(x, &r->streak);
    frozen_reals(x, 1, &r->gained);
    frozen_int(x, &f->watch.sets, 0, JAM_SETS);
    frozen_flag(x, &f->watch.done);
    frozen_hash(x, &f->watch.last);
    for (int i = 0; i < f->watch.sets; i++)
        frozen_hash(x, &f->watch.seen[i]);
    run_collide_freeze(r, x);
    kept_basis_freeze(&r->basis, l->e.sys, x);
    if (x->from == NULL)
        return;
    c->left = l->left;
    r->measured = 0;
    for (int i = 0; i < nq && loop_rational(l); i++)
        mpq_set(r->q_exact[i], loop_cells_exact(l, row, l->at.q)[i]);
    for (int i = 0; i < nv && loop_rational(l); i++)
        mpq_set(r->v_exact[i], loop_cells_exact(l, row, l->at.v)[i]);
    for (int i = 0; i < nq && !loop_rational(l); i++)
        r->q[i] = loop_cells(l, row, l->at.q)[i];
    for (int i = 0; i < nv && !loop_rational(l); i++)
        r->v[i] = loop_cells(l, row, l->at.v)[i];
}

void family_free(loop *l)
{
    if (l->own != NULL)
        run_state_free(&((family *)l->own)->state);
}

/** ## The values

AP02's steps have weights of their own, and its explicit step no Jacobians.

| scheme | form | $\alpha$, $\gamma$ | force at | in the paper |
|---|---|---|---|---|
| `alpha-gamma` | `STEP_FAMILY` | the scene's | both ends, by $\alpha$ | GAP08 (4.4) |
| `semi-implicit` | `STEP_EXPLICIT` | 1, 1 | the beginning | AP02 (7) |
| `linear-implicit` | `STEP_LINEAR` | 1, 1 | the beginning, with Jacobians | AP02 (12) |
| `stiff-limit` | `STEP_LIMIT` | 1, 1 | the same; springs are rigid | AP02 (34) |

The third and the first at $\alpha = \gamma = 1$ are one scheme when the force does not
depend on time, which is how the paper says that AP02's is its special case (0-37): for
Figure 9.1 with $\mu = 0.4$ the two differ by 0.54, 0.27, 0.135, 0.067 at $h = 0.04$ and
three halvings, of first order and not zero. */
#define PARAMETERS                                                             \
    "active", "clock", "most_collisions", "project", "penetration", "start",   \
        "t0", "basis"
#define FAMILY                                                                 \
    .most = EXPERIMENT_RATIONAL, .springs = 1, .laws = 1, .level2 = 1,         \
    .cones = 1, .begin = family_begin, .step = step,                           \
    .energies = family_energies, .put = family_put,                            \
    .summarize = family_summarize, .steer = family_steer,                      \
    .freeze = family_freeze, .free = family_free

static const char *const all[] = {"e",         "alpha",    "gamma",
                                  "jacobians", PARAMETERS, NULL};
static const char *const implicit[] = {"e", "jacobians", PARAMETERS, NULL};
static const char *const explicit[] = {"e", PARAMETERS, NULL};
static const char *const weights[] = {"alpha", "gamma", NULL};

const struct scheme scheme_alpha_gamma = {.name = "alpha-gamma",
                                          .paper = "GAP08",
                                          .keys = all,
                                          .tells = weights,
                                          .variant = STEP_FAMILY,
                                          .moves = 1,
                                          FAMILY};

const struct scheme scheme_semi_implicit = {.name = "semi-implicit",
                                            .paper = "AP02",
                                            .keys = explicit,
                                            .alpha = 1,
                                            .gamma = 1,
                                            .variant = STEP_EXPLICIT,
                                            FAMILY};

const struct scheme scheme_linear_implicit = {.name = "linear-implicit",
                                              .paper = "AP02",
                                              .keys = implicit,
                                              .alpha = 1,
                                              .gamma = 1,
                                              .variant = STEP_LINEAR,
                                              FAMILY};

const struct scheme scheme_stiff_limit = {.name = "stiff-limit",
                                          .paper = "AP02",
                                          .keys = implicit,
                                          .alpha = 1,
                                          .gamma = 1,
                                          .variant = STEP_LIMIT,
                                          FAMILY};
