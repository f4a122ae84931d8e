/**
# Where branches meet

A run is followed to its end before it is asked whether it met an earlier one: what comes
behind a state is the state's affair alone, so runs that have met end alike, and whether two of ten
thousand have met is said by their last rows. From there the rows are gone through backwards, in
both, as long as they are the same. The first of those is the meeting.

**Two ways into a corner.** A point flies into the edge between a floor and a wall, both at
once, contact by contact. Floor before wall, it slides up the wall; wall before floor, out along the floor.
A force brings it back to the edge either way, and there it stays. The two ways part in one row and are one
from the row on in which the later has come to rest:

    branch 1, way 1:  . . . F u u u d 0 0 0 0
    branch 2, way 2:  . . . F o o o o b b 0     joins branch 1

Their shares are $\frac12$ each, and branch 1 has $\frac12 + \frac12 = 1$ behind the meeting. A second point
that comes to an edge of its own later makes one fork of two ways behind it, not two, and three runs for
four; with $f$ such points $f + 1$ runs are made, for $2^f$.

**Why the rows behind are asked, too.** A row has time, position, velocity and deformation. A scheme
may know more, contacts that it keeps for instance. Where that made a difference the rows behind would differ,
and these have not met then. What is not seen so is a difference that would show on another way behind a later
fork only.

**Depth first** makes what is behind a meeting known. The earlier run is the first that came through this
state, it took the first outcome at each fork behind, and so did the run that meets it; when that one comes,
every other way from that state has been gone. So its forks there are dropped, and nobody follows
them a second time. Only with `depth` may the earlier run have had another number of forks to go: there two
runs meet when they had the same number of forks before.
*/
#include "cli/report/fan_meet.h"

#include <math.h>

/* A row of the table, and the run that has it. */
typedef struct {
    long run;
    int row;
} place;

/** Positions are compared with the largest position, velocities with the largest velocity: a coordinate that
is zero on both ways is so to rounding, $10^{-17}$ here and $-3\cdot10^{-18}$ there, and beside itself that
would be all. Lists of outcomes have the same rule (`outcomes.h`). */
typedef struct {
    double q, v, d, near;
} scales;

static double *scale_of(scales *s, char what)
{
    return what == 'q' ? &s->q : what == 'v' ? &s->v : &s->d;
}

static scales measure(const fan_table *f, const fan_run_taken *r)
{
    scales s = {.near = f->near};
    for (int row = r->first; row <= r->first + (int)r->steps; row++)
        for (int c = 2; c < f->rows.columns; c++) {
            const size_t at = trace_at(&f->rows, row) + (size_t)c;
            const double x = fabs(f->rows.cell[at]);
            double *most = scale_of(&s, f->kind[c]);
            if (f->kind[c] != '\0' && x > *most)
                *most = x;
        }
    return s;
}

/** In fractions two cells are equal or they are not, and $\infty$ is what is not near for
any bound. In doubles the difference is of numbers as they stand in the table. */
static double apart_in(const fan_table *f, int c, int i, int k, scales *s)
{
    const trace *t = &f->rows;
    const size_t a = trace_at(t, i) + (size_t)c, b = trace_at(t, k) + (size_t)c;
    if (t->exact != NULL)
        return mpq_equal(t->exact[a], t->exact[b]) ? 0 : INFINITY;
    const double d = fabs(t->cell[a] - t->cell[b]);
    return d > 0 ? d / *scale_of(s, f->kind[c]) : 0;
}

/* The largest difference of two rows in the columns of this kind; 0: of all. */
static double apart(const fan_table *f, char what, int i, int k, scales *s)
{
    double most = 0;
    for (int c = 2; c < f->rows.columns; c++)
        if (f->kind[c] != '\0' && (what == '\0' || f->kind[c] == what))
            most = fmax(most, apart_in(f, c, i, k, s));
    return most;
}

static double time_of(const fan_table *f, int row)
{
    return f->rows.cell[trace_at(&f->rows, row) +
                        (size_t)trace_column(&f->rows, "t")];
}

static int same_time(const fan_table *f, int i, int k, const scales *s)
{
    const size_t c = (size_t)trace_column(&f->rows, "t");
    const double a = time_of(f, i), b = time_of(f, k);
    if (f->rows.exact != NULL)
        return mpq_equal(f->rows.exact[trace_at(&f->rows, i) + c],
                         f->rows.exact[trace_at(&f->rows, k) + c]);
    return fabs(a - b) <= s->near * fabs(a);
}

/** **Rows of a run that has met another** go on in that other one, from the row that they
met in. So rows are counted from the end: `back` rows before the last. Where the run
joins another, the other's rows behind the meeting come first in this count, and its
own after them. */
static place row_behind(const fan_table *f, long j, int back)
{
    for (;;) {
        const fan_run_taken *r = &f->run[j];
        if (r->joins.into < 0 || r->joins.rest)
            return (place){back <= r->steps ? j : -1,
                           r->first + (int)r->steps - back};
        const int tail = r->length - ((int)r->steps + 1);
        if (back >= tail)
            return (place){back < r->length ? j : -1,
                           r->first + (int)r->steps - (back - tail)};
        j = r->joins.into;
    }
}

/* How many rows of run r at its end are those of run j, and the largest
   difference. */
static int same_rows(const fan_table *f, long r, long j, scales *s,
                     double *most)
{
    const fan_run_taken *one = &f->run[r];
    int back = 0;
    *most = 0;
    for (; back <= one->steps; back++) {
        const int row = one->first + (int)one->steps - back;
        const place p = row_behind(f, j, back);
        if (p.run < 0 || !same_time(f, row, p.row, s))
            break;
        const double d = apart(f, '\0', row, p.row, s);
        if (d > s->near)
            break;
        *most = fmax(*most, d);
    }
    return back;
}

/** **At rest** the clock does not matter: the steps of a run begin anew at each collision, and two
that came to lie at different times have no row in common. The rows of each, from its end
backwards, have no velocity and the same positions; two of them at least, since velocity
is zero for a moment at each turning point. They have met when the later one has come
to rest, and no fork may come behind. */
static int rows_at_rest(const fan_table *f, long j, int like, scales *s)
{
    const fan_run_taken *r = &f->run[j];
    int back = 0;
    for (; back <= r->steps; back++) {
        const int row = r->first + (int)r->steps - back;
        for (int c = 2; c < f->rows.columns; c++) {
            const double x = f->rows.cell[trace_at(&f->rows, row) + (size_t)c];
            if (f->kind[c] == 'v' && fabs(x) > s->near * s->v)
                return back;
        }
        if (apart(f, 'q', row, like, s) > s->near ||
            apart(f, 'd', row, like, s) > s->near)
            return back;
    }
    return back;
}

/* Later than rounding. */
static int later(double when, double t)
{
    return when > t + 1e-12 * fabs(t);
}

long fan_meet_before(const fan_run_taken *r, double t)
{
    long k = r->forks;
    while (k > 0 && later(r->when[k - 1], t))
        k--;
    return k;
}

/* The rows up to and with that of the fork that this run was made for; a
   meeting leaves no less. */
static int rows_at_least(const fan_table *f, const fan_run_taken *r)
{
    long turned = r->forks - 1;
    int row = 0;
    while (turned > 0 && r->outcome[turned] == 1)
        turned--;
    while (row < r->steps && later(r->when[turned], time_of(f, r->first + row)))
        row++;
    return row + 1;
}

/** The row of a meeting is the last of its time: where collisions follow each other in no time, those
before the meeting and those behind it are told apart by the clock. */
static int settle(const fan_table *f, const fan_run_taken *r, int rows)
{
    const int least = rows_at_least(f, r);
    rows = rows > least ? rows : least;
    while (rows <= r->steps &&
           !later(time_of(f, r->first + rows), time_of(f, r->first + rows - 1)))
        rows++;
    return rows;
}

/* How many rows of r the meeting leaves in the table; 0: there is none. */
static int meet_moving(const fan_table *f, long r, scales *s, fan_meeting *m)
{
    const fan_run_taken *one = &f->run[r];
    const int all = (int)one->steps + 1;
    int best = 0;
    long with = -1;
    for (long j = 0; j < r; j++) {
        double most;
        const int same = same_rows(f, r, j, s, &most);
        if (same <= best)
            continue;
        best = same;
        with = j;
        m->apart = most;
    }
    if (with < 0)
        return 0;
    const int rows = settle(f, one, all - best + 1);
    const place at = row_behind(f, with, all - rows);
    const fan_run_taken *to = &f->run[at.run];
    m->into = at.run;
    m->row = at.row - to->first;
    m->t = time_of(f, one->first + rows - 1);
    if (f->depth > 0 &&
        fan_meet_before(one, m->t) !=
            fan_meet_before(to, time_of(f, at.row)))
        return 0;
    return rows;
}

static int meet_at_rest(const fan_table *f, long r, scales *s, fan_meeting *m)
{
    const fan_run_taken *one = &f->run[r];
    const int last = one->first + (int)one->steps;
    const int mine = rows_at_rest(f, r, last, s);
    for (long j = 0; j < r && mine > 1; j++) {
        const fan_run_taken *to = &f->run[j];
        const int end = to->first + (int)to->steps;
        const int theirs =
            to->joins.into < 0 ? rows_at_rest(f, j, last, s) : 0;
        int row = last - mine + 1;
        if (theirs < 2)
            continue;
        while (row < last && time_of(f, row) < time_of(f, end - theirs + 1))
            row++;
        const int rows = settle(f, one, row - one->first + 1);
        const double t = time_of(f, one->first + rows - 1);
        if (fan_meet_before(one, t) < one->forks ||
            fan_meet_before(to, t) < to->forks)
            continue;
        *m = (fan_meeting){j, (int)to->steps, 1, t,
                           fmax(apart(f, 'q', row, end, s),
                                apart(f, 'd', row, end, s))};
        return rows;
    }
    return 0;
}

static void cut(fan_table *f, fan_run_taken *r, int rows)
{
    trace *t = &f->rows;
    const long unproven = r->steps - r->proven;
    r->length = (int)r->steps + 1;
    t->rows -= r->length - rows;
    r->steps = rows - 1;
    r->proven = r->steps > unproven ? r->steps - unproven : 0;
    r->forks = fan_meet_before(r, r->joins.t);
    const size_t at = trace_at(t, t->rows - 1) + 1;
    t->cell[at] = (double)r->joins.into + 1;
    if (t->exact != NULL)
        mpq_set_si(t->exact[at], r->joins.into + 1, 1);
    f->apart = fmax(f->apart, r->joins.apart);
    f->merged++;
}

void fan_meet_find(fan_table *f, forks *w)
{
    const long r = f->runs - 1;
    fan_run_taken *one = &f->run[r];
    fan_meeting m = {.into = -1};
    if (f->near < 0 || r == 0)
        return;
    scales s = measure(f, one);
    int rows = meet_moving(f, r, &s, &m);
    if (rows == 0)
        rows = meet_at_rest(f, r, &s, &m);
    if (rows == 0)
        return;
    one->joins = m;
    cut(f, one, rows);
    w->count = one->forks;
}

void fan_meet_forks(fan_table *f, const branches *b)
{
    fan_run_taken *r = &f->run[f->runs - 1];
    for (long k = 0; k < b->w.count; k++) {
        int chosen;
        const fork_taken *taken = branches_fork(b, k, &chosen);
        const outcome *o = taken->list.first;
        for (int i = chosen; i > 0; i--)
            o = o->next;
        r->when[k] = taken->t;
        r->factor[k] = o->share;
    }
}
