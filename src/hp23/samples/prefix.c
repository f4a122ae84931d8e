/**
# As far as all go together

Lemke's method asks the right-hand side one thing: who leaves. In the first step of
a sample that is $w_q(v_0, \lambda_{n,max})$, with the speeds of $v_0$ in it and
zeros, the same for all, and in the first $p$ rows the bounds, which nobody else
has. The first who leaves is the fastest approach or slip, since bounds are not
negative. And as long as no row of a bound leaves, all other rows are the same for
all samples, to the last bit: an exchange adds a product of the column and the
factor of the row that leaves, and neither knows a bound. The row of a bound gets a
number added which is everybody's, too:

$$u_j = (\dots((b_j + f_{0,j}) + f_{1,j}) + \dots) + f_{l,j}.$$

**When does a bound come in?** By the ratio test, if $b_j$ is small. $u_j$ is a monotone function of $b_j$, and remains
one when it is rounded, since rounding is monotone. With $e$ the least ratio of the other rows, row j of
those that fall does not come in if

$$\max(u_j, 0) \cdot (-1/a_j) \ge e, \qquad u_j + e\,a_j > \text{slack},$$

both rounded as [the kernel](march_kernel.h) rounds them: the first says that the
least ratio is $e$ still, the second that j does not tie. Both are monotone in
$u_j$, hence in $b_j$, hence they hold from some double on, which is found by
bisection. What is left to ask of a sample is whether $p$ numbers are large enough.

**Slack** is `tie` times the largest number of the right-hand side, and there the bounds take part once more. They lie in
$[0, h]$, so their rows lie between those of $0$ and of $h$ (twice $h$ is taken: a bound may
be scaled, and rounded); with the largest slack that this allows rows of bounds must
not tie, and with the largest and the least the same of the other rows have to.
Where they do not, all go alone from there on.

**The block**, whose corners both approach with $0.4429$ m/s. Both tie as the fastest, and the second corner leaves first,
as [ties are broken](march_kernel.h); everybody's $z_0$ is $0.4429$ then, and the bounds' rows are $b_j + 0.4429$. Its $\lambda_n$ comes in, the first corner
leaves without another number being changed; and when that corner's $\lambda_n$ comes in, too, each grows to
$0.2215$ N s until $z_0$ has gone. A bound of less than that is reached before: so

$$T_2 = (0.2215, 0.2215),$$

and whose bounds are both larger has come to the end of his path, with both corners
at rest: of bounds drawn from $(0, 0.3)$ that is one in fifteen. Everybody else goes
his own way from level 1 on, where one of his corners runs out of its bound.

**And the discs as written**, of which the top one falls on two. Eight exchanges behind the first lead to the end. The bounds of the
top disc's two contacts have to be $0.0253$ N s for level 4, $0.1117$ for level 6 and $\frac12$ for the end, and nothing is
asked of those at the floor before that, of which both have to be $\frac12$ as well. The
number of levels does not follow from the size of the problem; it says how late bounds are felt.

**Why the same bits?** All that is not a bound's row is copied from a sample that went there, by the operations that would have
been made, on the same numbers. The bounds' rows get the same terms in the same order. And every question is answered as it would have been,
or not at all: where an answer could depend on a bound, the level ends. What is asked too
strictly costs a sample an exchange and changes nothing; what is asked too loosely would lead it to another place, which the
test looks for on both sides of each $T$.

**How far?** The gait's first path has 5.5 exchanges in the mean, and 4.4 of them are common to the samples
that make them; of the discs as written 7.6 of 14.8; of the block and RAMone, whose
contacts come to their bounds at once, 2 of 6. An exchange costs a sample a hundred
instructions or two hundred, and the way to its level a hundred in all.
*/
#include "hp23/samples/prefix.h"

#include <math.h>
#include <string.h>

perp_status prefix_new(arena *a, const march *m, prefix *out)
{
    const size_t p = (size_t)m->g->p, length = (size_t)m->length;
    const size_t all = PREFIX_LEVELS * (length + 2 * p) + p + length +
                       (size_t)m->each;
    double *at = arena_take(a, all, sizeof *at);
    *out = (prefix){0};
    if (at == NULL)
        return PERP_NO_MEMORY(all * sizeof *at);
    out->u = at;
    out->add = at + PREFIX_LEVELS * length;
    out->from = out->add + PREFIX_LEVELS * p;
    out->over = out->from + PREFIX_LEVELS * p;
    out->next = out->over + p;
    return PERP_SUCCESS;
}

/** What all share at the place of the last level, of the rows behind the bounds; and of these the largest
number when the bounds are what they are in `u`, or anything in between. */
typedef struct {
    const march *m;
    const prefix *x;
    int level; /* the last one of x */
    const road *at;
    const double *u;
    double best, least, most; /* ratio; slack */
} shared;

/* The row of bound j behind the exchanges up to level `to`. */
static double row_of(const prefix *x, int p, int to, int j, double b)
{
    for (int l = 0; l <= to; l++)
        b += x->add[l * p + j];
    return b;
}

/** The largest number decides what ties, and it may be the row of a bound, which is
another in each sample. So there are two slacks: the least, of rows p and up alone,
and the most, when the bounds' rows are as large as they may be, which is at no
bound or at the largest, since they are monotone. What a sample has is in between.
For the gait at level 1 these are $0.42$ and $0.63$ times $10^{-12}$, and no row is
that near to zero but those that are zero; so the level goes on. */
static void slacks(double most, shared *s)
{
    const int p = s->m->g->p, n = s->m->k->n;
    double size = 0;
    for (int i = p; i < n; i++)
        size = fmax(size, fabs(s->u[i]));
    s->least = s->m->tie * size;
    for (int j = 0; j < p; j++) {
        size = fmax(size, fabs(row_of(s->x, p, s->level, j, 0)));
        size = fmax(size, fabs(row_of(s->x, p, s->level, j, most)));
    }
    s->most = s->m->tie * size;
}

/* Do the same rows tie with any slack? And does any row fall? */
static int same_for_all(shared *s)
{
    const double *a = road_numbers_of(s->at);
    s->best = (double)INFINITY;
    for (int i = s->m->g->p; i < s->m->k->n; i++)
        if (s->at->falls >> i & 1)
            s->best = fmin(s->best, fmax(s->u[i], 0) * -(1 / a[i]));
    for (int i = s->m->g->p; i < s->m->k->n; i++) {
        double x = s->u[i] + s->best * a[i];
        if ((s->at->falls >> i & 1) && (x <= s->least) != (x <= s->most))
            return 0;
    }
    return s->best < (double)INFINITY;
}

/* Row j at u does not come in. */
static int stays(const shared *s, int j, double u)
{
    const double a = road_numbers_of(s->at)[j];
    return (s->at->falls >> j & 1) == 0 ||
           (fmax(u, 0) * -(1 / a) >= s->best && u + s->best * a > s->most);
}

/* Does bound j stay out of the exchange when it is b? */
static int stays_out(const shared *s, int j, double b)
{
    return stays(s, j, row_of(s->x, s->m->g->p, s->level, j, b));
}

/* Is row j of the step's w not negative when the bound is b? */
static int is_left(const shared *s, int j, double b)
{
    const march *m = s->m;
    for (uint32_t left = s->at->basis; left != 0; left &= left - 1) {
        const int k = __builtin_ctz(left);
        b += m->W[k * m->length + j] * m->z[k];
    }
    return b >= 0;
}

/** Numbers that are not negative are in the order of their bits, so that 63 questions
find the least for which the answer is yes. */
static double least_bound(int (*ask)(const shared *s, int j, double b),
                          const shared *s, int j, double most)
{
    union {
        double x;
        uint64_t bits;
    } low = {.x = 0}, high = {.x = most}, half;
    if (ask(s, j, 0))
        return 0;
    if (!ask(s, j, most))
        return (double)INFINITY;
    while (high.bits - low.bits > 1) {
        half.bits = low.bits + (high.bits - low.bits) / 2;
        if (ask(s, j, half.x))
            high = half;
        else
            low = half;
    }
    return high.x;
}

/** Is there a next level, and from which bounds on? A level's $T$ is never below
that of the level before, since who comes to it has come through that; so a sample's
level is a count of the comparisons that hold, and no search. An end has no next
level, nor has a place that is left by nobody whose bound is at most h: lanes would
be filled with what no sample takes. Whether rows that do not fall take part is not
asked: they have no ratio, and only their size matters. */
static int bounds_of(const march *m, double h, int probe, prefix *io)
{
    const int p = m->g->p, level = io->levels - 1;
    shared s = {m, io, level, m->at[probe], march_side(m, probe), 0, 0, 0};
    if (s.at->gap < 0)
        return 0;
    slacks(2 * h, &s);
    if (!same_for_all(&s))
        return 0;
    for (int j = 0; j < p; j++) {
        double *from = io->from + (level + 1) * p + j;
        *from = fmax(from[-p], least_bound(stays_out, &s, j, 2 * h));
        if (*from > h)
            return 0;
    }
    return 1;
}

/** The first exchange has no column. Bounds do not come in when the lowest number is
further from zero than the largest slack. */
static int first_same(const march *m, const double *b, double h)
{
    const int p = m->g->p, n = m->k->n;
    double lowest = 0, size = 0;
    for (int i = p; i < n; i++) {
        lowest = fmin(lowest, b[i]);
        size = fmax(size, fabs(b[i]));
    }
    const double least = m->tie * size, most = m->tie * fmax(size, 2 * h);
    for (int i = p; i < n; i++)
        if ((b[i] - lowest <= least) != (b[i] - lowest <= most))
            return 0;
    return 0 - lowest > most;
}

/** **Where the last level is an end**, the step is the same for all who come to it, if no
$\beta_j$ is basic there. $z$ is what the right-hand side has in the rows of those $z_i$
that are; so no bound's row is read, and $z$ is everybody's to the last bit. So
are $v'$ and the speeds, which are sums over $z$ and the rows that are no bound's. And since $\beta = 0$ nobody
approaches any more: it is law (31), with bounds that nobody comes to feel, and the impact is over. All that
is left of a bound is its own row of $w$, $\lambda_{n,max,j} - \lambda_{n,j}$, which is part
of the residual test and of nothing else. It passes if the row is not negative. The row is a sum
that begins with the bound, and is monotone in it, rounded or not; hence it is not negative from
some double on.

So for whom all bounds are as large there is no step left to make. Of the gait's samples
one in two is over with its first draw; of the
block one in fifteen, of the discs as written as many; of the box at its wall five in nine. On RAMone bounds
would have to be larger than $h$. */
static void note_end(const march *m, const march_kernel *kernel, double h,
                     int probe, prefix *io)
{
    const int p = m->g->p, level = io->levels - 1;
    const shared s = {m, io, level, m->at[probe], march_side(m, probe),
                      0, 0,  0};
    int row = -1;
    const march_group g = {1, &probe, &row};
    if (s.at->gap >= 0 || (s.at->basis & ((1u << p) - 1)) != 0)
        return;
    kernel->arrive(m, &g);
    memcpy(io->next, march_problem(m, probe),
           (size_t)(m->length + m->each) * sizeof *io->next);
    for (int j = 0; j < p; j++)
        io->over[j] = fmax(io->from[level * p + j],
                           least_bound(is_left, &s, j, 2 * h));
    io->ends = row == 0;
}

/* The level at which the probe stands, who came there with `factor`. */
static void note(const march *m, const road *from, int probe, prefix *io)
{
    const int p = m->g->p, level = io->levels++;
    const double *u = march_side(m, probe), *a = road_numbers_of(from);
    const double factor = u[from->gap < 0 ? m->at[probe]->gap : from->gap];
    io->at[level] = m->at[probe];
    memcpy(io->u + level * m->length, u, (size_t)m->length * sizeof *u);
    for (int j = 0; j < p; j++) {
        io->add[level * p + j] = a[j] * factor;
        if (level == 0)
            io->from[j] = 0;
    }
}

/** A sample with the bound $h$ at each contact goes ahead, by the kernel that all
others have: so nothing is said here of how a row is chosen and a right-hand side
exchanged. The factor of an exchange is what who enters begins with, in the row of
the gap. */
perp_status prefix_find(const march *m, const march_kernel *kernel,
                        const double *b, double h, int probe, prefix *io)
{
    const road *from = m->k->start;
    int of = probe, row = 0;
    march_group g = {1, &of, &row};
    double *mine = march_problem(m, probe);
    io->levels = io->ends = 0;
    io->times = m->k->times;
    if (!first_same(m, b, h))
        return PERP_SUCCESS;
    memcpy(mine, b, (size_t)(m->length + m->each) * sizeof *b);
    for (int j = 0; j < m->g->p; j++)
        mine[j] = h;
    PERP_TRY(kernel->begin(m, &g));
    while (m->at[probe] != &m->k->nowhere) {
        note(m, from, probe, io);
        from = m->at[probe];
        if (io->levels == PREFIX_LEVELS || !bounds_of(m, h, probe, io))
            break;
        g.count = 1;
        PERP_TRY(kernel->go(m, &g));
    }
    if (io->levels > 0)
        note_end(m, kernel, h, probe, io);
    return PERP_SUCCESS;
}
