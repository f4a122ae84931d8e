#include "gap08/run/second_velocity.h"

#include "base/memory.h"
#include "gap08/run/spelt.h"
#include "gap08/step/alone.h"
#include "gap08/step/second.h"
#include "gap08/step/split.h"

#include <math.h>
#include <string.h>

/**
# One velocity, or which two

GAP08 speaks of an element of a solution set, and a run takes the one that its solver comes to.
Where the set has two velocities the run is one of several, and its numbers are one choice;
another machine, or another arithmetic, may make the other. Nothing in a table shows it. This file
decides what of each problem is asked, and keeps the first find.

## What is asked of each problem

Three things, the cheap ones first. A bound on friction (`gap08/step/alone.c`) is
computed for every problem. Problems with few pairs have all their solutions
listed, once for each active set, `SEVERAL_LISTS` times in a run. Where normals
depend on each other and friction tells one split of the load from another, the
load is moved, in `SEVERAL_SEARCHES` problems of a run. The first second velocity
that is proven ends the asking: everything behind it belongs to one of several
runs.

| question | of which problems | can answer |
|---|---|---|
| `alone.c`, a bound | every one | one |
| `second_list`, all solutions | to 12 pairs, active set not yet listed, 8 a run | one, two |
| `second_search`, splits | to 160 rows, a split that friction tells, 8 a run | two |

A step and a collision with the same contacts are different problems, and count as two active
sets. The first row of which nothing is known makes the run "undecided", and goes with it to the
summary.

None of it looks at a clock: the same scene has the same answer. It is most of the
time of some runs, so a run whose summary nobody reads is not asked.

What six runs of the paper's cases say:

| case | problems | one velocity proven for | `second_velocity` |
|---|---|---|---|
| `fig9_1` | 1000 | 1000 | null |
| `pendulum_contact` | 202 | 202 | null |
| `painleve_rod` | 50 | 1 | undecided |
| `rocking_block` | 6059 | 4 | undecided |
| `pile` | 368 | 47 | undecided |
| `box_stack` | 1000 | 0 | undecided |

*Why the rocking block is undecided.* With $\mu = 2$ the bound on friction is of no use to
it, and the list of all solutions is made once for each of its active sets. What that
proves of one step is nothing about the next, whose numbers are others: the list is about
one problem, the bound about all with its matrix and $\mu$.

| what is known behind a run | from | said |
|---|---|---|
| all problems have one | the bound or a list, each time | `null` |
| one has two, exactly | two solutions in fractions | a row, its time, $v$ and $w$ |
| one has two, one rounded | a solution in fractions beside the run's | the same, with `moved` |
| none of these | | `"undecided"` |

*Two velocities by hand.* A plate of mass and moments one lies on four corners $(\pm4,
\pm1)$ and is pressed down with 1 N s. Three equations, of the force and two moments,
leave one number open in the four loads, $s = c_1 - c_2 \in [-\frac12, \frac12]$: the
table with four legs. Let it move with $v_y = -32$ and turn with 8 rad/s. The corner $(a,
b)$ slips with $(-8b, -32 + 8a)$: the two at $a = 4$ along $x$, one forward and one back.
Their friction, $\mu(c_1 - c_2)$, pushes the plate along $x$, so with $\mu = \frac14$ each
$v_x = s/4$ between $-\frac18$ and $\frac18$ is a solution of the step. In doubles no row
of a table shows it, and the last bits choose.

*What a second velocity is and what not.* Impulses may be many where the velocity is one:
four legs of a table. Nobody is told of these, since no run depends on them. A different
$\lambda$ at a contact without load is nothing either. What is meant is $x$, in which the
next position is. */
static int is_new(several *s, const run_state *r)
{
    uint64_t set = 0xcbf29ce484222325u + (uint64_t)r->collided;
    for (int i = 0; i < r->set.n; i++)
        set = (set ^ (uint64_t)r->set.id[i]) * 0x100000001b3u;
    for (int i = 0; i < s->lists; i++)
        if (s->seen[i] == set)
            return 0;
    s->seen[s->lists++] = set;
    return 1;
}

/** $v$ of $x$, which is $v$ weighed, (4.10): $v^{l+1} = (x - (1-\alpha)v^l)/\alpha$; the
table has $v$. A collision has $\alpha = 1$ and one velocity. Two $x$ that differ by
$\Delta$ are two $v^{l+1}$ that differ by $\Delta/\alpha$. */
static double unweighed(const run_state *r, double x, int i)
{
    const double a = r->scheme.alpha;
    return (x - (1 - a) * r->data.v[i]) / a;
}

/** A vector as `--json` writes it, behind its key; 17 digits, so that two velocities that
differ in the last bits are seen to. */
static size_t list(const run_state *r, const char *key, const double *x,
                   char *text, size_t room)
{
    const int nv = r->data.nv;
    size_t at = (size_t)snprintf(text, room, ", \"%s\": [", key);
    for (int i = 0; i < nv; i++)
        at += (size_t)snprintf(text + at, room - at, "%.17g%s",
                               unweighed(r, x[i], i), i + 1 < nv ? ", " : "]");
    return at;
}

/** Is there a place for it? Of what is no better than what is there, nothing is kept. The
first find has the first place, whatever it is worth: a reader wants to know from which
row on his table is one of several. An exact one is worth more than one of doubles, and
has a place behind it if it comes later. */
static several_row *place(several *s, const second_answer *y)
{
    if (s->first.row == 0)
        return &s->first;
    return y->exact && !s->first.exact && s->sure.row == 0 ? &s->sure : NULL;
}

/** ## What is kept of two velocities

Both vectors, and the component in which they differ most by $M_{ii}(\Delta x_i)^2$, so that a
metre a second of a heavy body counts for more than one of a light body. In a run in doubles the
first find may be of a problem next to the step's; then a second place is free for the first that
is exact.
*/
static perp_status record(several *all, const run_state *r,
                          const second_answer *y)
{
    several_row *s = place(all, y);
    if (s == NULL)
        return PERP_SUCCESS;
    const int nv = r->data.nv;
    const size_t room = 64 + 56 * (size_t)nv;
    double most = -1;
    s->vectors = memory_new(room, 1);
    if (s->vectors == NULL)
        return PERP_NO_MEMORY(room);
    const size_t n = list(r, "v", y->x, s->vectors, room);
    list(r, "w", y->y, s->vectors + n, room - n);
    s->row = r->row;
    s->t = run_time(r);
    s->exact = y->exact;
    s->moved = y->moved;
    for (int i = 0; i < nv; i++) {
        const double M = r->data.M[i * nv + i], far = y->x[i] - y->y[i];
        if (!(M * far * far > most))
            continue;
        most = M * far * far;
        snprintf(s->name, sizeof s->name, "%.60s", r->e->sys->v_name[i]);
        s->one_is = unweighed(r, y->x[i], i);
        s->other_is = unweighed(r, y->y[i], i);
    }
    return PERP_SUCCESS;
}

/** What of a problem is asked beyond the bound. `y` has the splits, $p$ numbers each:
vectors with $\sum_jy_jn_j = 0$, along which load can be moved from contact to contact and
no normal row sees it, while friction does. */
typedef struct {
    int list;   /* few pairs, and an active set that is new */
    double *y;  /* splits, */
    int splits; /* so many */
    double *x;  /* room for two velocities */
} plan;

/** The problem is spelt out in fractions only here, when there is a question: most problems of
most runs are answered by the bound. */
static perp_status carry_out(run_state *r, const plan *p, second_answer *y)
{
    spelt s;
    perp_status st = spelt_new(r, &s);
    const second_question q = {.p = &s.p,
                               .d = &r->data,
                               .x = r->result.x,
                               .proven = r->e->mode != EXPERIMENT_DOUBLE,
                               .splits = p->splits,
                               .y = p->y};
    if (st.code == PERP_OK && p->list)
        st = second_list(&s.a, &q, y);
    if (st.code == PERP_OK && y->verdict == SECOND_UNKNOWN && p->splits > 0)
        st = second_search(&s.a, &q, y);
    spelt_free(&s);
    return st;
}

/** Which of the two searches a problem gets. Splits are looked for in doubles first, which is
cheap, and only a problem that has one counts as searched; a run of a thousand steps of one box
spends its eight searches on the first eight rows with a split, and says so by "undecided" for
what is behind. */
static perp_status look(run_state *r, second_answer *y)
{
    several *s = &r->sum->several;
    const step_data *d = &r->data;
    const size_t nv = (size_t)d->nv, p = (size_t)d->p;
    const int pairs = alpha_gamma_pairs(d->p, d->r);
    plan w = {.list = 0};
    if (alpha_gamma_free(d->nv, d->m + d->s) + pairs > SECOND_ROWS)
        return PERP_SUCCESS;
    w.x = arena_take(&r->scratch, 2 * nv + SPLIT_MOST * p, sizeof *w.x);
    if (w.x == NULL)
        return PERP_NO_MEMORY((2 * nv + SPLIT_MOST * p) * sizeof *w.x);
    w.y = w.x + 2 * nv;
    w.list = pairs <= SECOND_PAIRS && s->lists < SEVERAL_LISTS && is_new(s, r);
    if (s->searches < SEVERAL_SEARCHES)
        w.splits = split_find(&r->scratch, d, &r->result, w.y);
    w.splits = w.splits > 0 ? w.splits : 0;
    s->searches += w.splits > 0;
    *y = (second_answer){.x = w.x, .y = w.x + nv};
    return w.list || w.splits > 0 ? carry_out(r, &w, y) : PERP_SUCCESS;
}

/** Behind each problem, solved in whatever arithmetic. A row with a collision asks twice,
about the trial and about the compression. The trial's answer counts although its step is
taken back: a second velocity there would have another collision. The verdicts are three,
one, two, unknown; unknown is counted by its first row only, which is enough to say that
the run as a whole is undecided. `several_law` is for problems that nobody may ask: laws
of impact, and runs that are not read. */
perp_status second_velocity_ask(run_state *r, const lcp_problem *p)
{
    several *s = &r->sum->several;
    second_answer y = {.verdict = SECOND_UNKNOWN};
    if (s->first.exact || s->sure.row > 0)
        return PERP_SUCCESS;
    if (r->e->unread) {
        several_law(s, r->row);
        return PERP_SUCCESS;
    }
    s->problems++;
    const arena_mark mark = arena_here(&r->scratch);
    perp_status st = PERP_SUCCESS;
    if (alone_proven(&r->scratch, &r->scheme, &r->data, p))
        y.verdict = SECOND_ONE;
    else
        st = look(r, &y);
    if (st.code == PERP_OK && y.verdict == SECOND_TWO)
        st = record(s, r, &y);
    arena_release(&r->scratch, mark);
    s->one += y.verdict == SECOND_ONE;
    if (y.verdict == SECOND_UNKNOWN && s->undecided == 0)
        s->undecided = r->row;
    return st;
}
