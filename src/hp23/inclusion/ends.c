/**
# From cell to cell

A piece is a polyhedron of velocities in the closure of a cell, reached by a leg there.
From it the next leg goes on in another cell $C'$: it begins where the piece meets
$\bar C'$, and reaches

$$P' = \bigl( (P \cap \bar C') + \operatorname{cone}(D_{C'} \cap T_{C'}) \bigr) \cap \bar C'.$$

A piece inside one that is known, of the same cell, adds nothing and is dropped. The
search goes in breadth and is over when no piece is left to follow.

**Why nothing is missed.** Let $R$ be the union of all pieces when none is left. It is
closed. Let a solution be in $R$ at some $s$, in the cell $C$. For the cells around $C$
its corners are all there are, so [until it leaves them](cells.c) the last time that it
is in $C$ it is where a straight line leads in $C$, and that is in $R$. Behind it the
solution is in another cell $C'$ with $C$ in its closure; if it remains there for a
while, a leg that begins in $C$ leads there, and $R$ has it. When it comes from $C'$ to
a cell in the closure of that, by a straight line or by infinitely many changes, it
comes to a limit of points of $R$, which is in $R$. Finitely many neighbourhoods cover a
solution, so it never leaves $R$.

**What is assumed:** that a solution that leaves a cell stays for a while in the next
one. One that leaves through infinitely many changes of sign in no time at all, a
spiral out of its centre, is not excluded by this argument; nobody knows one among
contacts in the plane, and whoever claims more has to exclude it.

**Every point is reached.** A straight line from a point of $X$ to one of $P'$ is in
$\bar C'$, so in one face of it but for its beginning; corners of $C'$ are corners of
its faces. If something approaches there the line solves (39). Where $X$ touches the set
in which nothing approaches, a solution has ended and does not go on. Lines from points of
$X$ as near as one likes do, unless all of $X$ that the cell meets is there; then [no leg
begins](ends.c#begins). So a part of the ends may be too large by limits, and by what legs
from limits lead to; the latter may be more than limits where a limit has a zero speed
which the velocities beside it have not, for a contact at rest may press and one that parts
may not. That a velocity is an end is therefore [proven by its path](ends_member.c), not by
its part.

**A limit that is no end.** Speeds $(n_A, n_C, s_A)$, $M^{-1} = (1, 0, 1;\ 0, 1, -\frac12;\ 1,
-\frac12, 2)$, $\mu_A = 2$, no friction at C, from $(0, -1, 2)$. A slides at rest, and may
push itself into the ground by its friction, with $(-1, 1, -3)$ until it sticks, and with
$(\frac12, \frac14, 0)$ from there on. If C has $x$ of its fall left when A begins, A alone leads to
$(0, \frac34 (1 - x), 0)$. With $x = 0$ A does not begin, for the impact is over at $(0, 0,
\frac32)$. So $(0, \frac34, 0)$ is a limit of ends and no end.

**Why dropping is right.** A leg that reaches nothing outside of the piece before it adds
nothing: whatever goes on from it goes on from that piece, too, for every cell that it meets
the piece meets. The same holds within one cell for a piece inside another. Polyhedra of
two different cells are not compared.

**What the gait's ten parts are**, with $n_A = n_B = 0$ at the end but where something is
said: rest; B slides with up to 0.12849 m/s; B parts with up to 0.09956 and slides with
0.19802; A slides back with up to 0.06919; A parts with up to 0.03745 and slides back with
0.07449; and two triangles between these, one of A and one of B, of which the others are
corners and sides. No end has both feet moving: one of them is at rest at every one. Of
law (31)'s three outcomes all are corners.

**When it does not end**, as for the discs, whose impacts take hundreds of legs, the
pieces that are left are followed by a bound: what comes behind is in $P$ plus the cone
over all corners, where nothing approaches, and has no more energy than $P$.

**Two walls**, $M = 1$, unit normals with $n_1 \cdot n_2 = g > 0$, no friction, from the
speeds $(-a, -b)$. In the cell $(-, -)$ the cone has the edges $(1, g)$ and $(g, 1)$. If $b > g
a$ and $a > g b$, neither wall is thrown off before the other rests, and the first leg
reaches all between: on the rim where wall 1 rests the other speed is $-(b - ga)$ to 0, and
on the other rim $-(a - gb)$ to 0. In $(0, -)$ no rate stays, since wall 2 moves wall 1 away; in
$(+, -)$ wall 2 is alone, with $(g, 1)$, and from the first rim it leads to $(x, 0)$ with $x$
up to $g (b - ga)$. So the ends are two segments that meet at rest:

$$\{(x, 0) : 0 \le x \le g (b - ga)\} \cup \{(0, y) : 0 \le y \le g (a - gb)\}.$$

A velocity with $x$ and $y$ both positive is no end, however small it is, though it has
less energy than $v$ and a momentum within the cone. No bound that looks at energy and
momentum alone can say so; the test plants such velocities.

**Which spirals are not covered, and which are.** Let a solution leave a point $x$ of the cell
$F$ by infinitely many changes of sign. Of the cells that it visits infinitely often
none has all others around it: else the last time in that one would be near $x$, and
the argument above goes through it by straight lines. And none may be reached from $x$ by a
leg to all its velocities up to a translation along $F$: else there is a leg to a
place that differs from the solution's by a translation along $F$, as small as one likes, of which
the cells around $F$ know nothing; from there on it copies the solution, and the
limit of the copies is where the solution goes. Say there are two half planes $F_1$, $F_2$
with $F$ as their common rim, and $C$ between them. Then the solution goes from one to the
other and back through $C$, and comes away from $F$ only if some mean of these rates does: if
it does without staying in $F_1$ or $F_2$, that mean is a rate of $C$ which leads straight
from $F$ to all of $C$; and if it stays, the stay is a leg from $F$ along $F_1$ or $F_2$.
Either way the copies exist, and solutions that change between two such neighbours are
covered. Others are not: those that go around $F$ through three cells and more, and
those between neighbours whose rim is larger than $F$. They are not excluded, and none is
known.

**Against samples.** The search must hold every solution that is drawn. Solutions of [their own module](solution.c) never
leave the pieces, in all tests: at each knot, and exactly. That is how a
missing rate or a wrong sign would be seen.

**Cost.** A leg is two descriptions of polyhedra with some ten rows in three or four
dimensions, a fraction of a millisecond in numbers of a few hundred bits. What grows is the
number of patterns, $3^{p + r}$, and the length of numbers: a double of the gait has 53 bits, a
corner behind three legs 500, and RAMone's behind seven legs 2000.

| case | legs' polyhedra | most legs | parts | corners of parts | of these ends, with a path |
|---|---|---|---|---|---|
| `rocking_block` | 3 | 2 | 3 | 5 | 5 |
| `box_wall` | 5 | 3 | 4 | 8 | 8 |
| `compass_gait` | 19 | 3 | 10 | 19 | 19 |
| `ramone` | 41 | 7 | 15 | 43 | 37 |

RAMone's other six corners are limits of ends: the way there touches the set in which
nothing approaches before its end, and from points beside it ends come as near as one
likes.

**The block.** From $(0, -1, 0)$ all that both can do without slip; from the edge
where A rests, B alone, A parting, and the same with B; two small triangles more, and
nothing is left:

| leg | cell | corners of the polyhedron, as $(n_A, n_B)$; no slip |
|---|---|---|
| 1 | $(-, -, 0, 0)$ | $(-1, -1)$, $(0, -\frac3{10})$, $(-\frac3{10}, 0)$, $(0, 0)$ |
| 2 | $(+, -, 0, 0)$ | $(0, -\frac3{10})$, $(0, 0)$, $(\frac{21}{100}, 0)$ |
| 2 | $(-, +, 0, 0)$ | $(-\frac3{10}, 0)$, $(0, 0)$, $(0, \frac{21}{100})$ |

The first has four corners, not three, for it is cut where A rests and where B does. Their parts: rest, and the segments from it to
$\pm\frac{21}{100}(1, -\frac12, -1)$.
*/
#include "hp23/inclusion/ends.h"

#include "base/memory.h"

enum { PIECES = 2000 };

static void set_width(int n, polyhedron *p)
{
    *p = (polyhedron){{{.n = n}, {.n = n}}, {{.n = n}, {.n = n}}};
}

static perp_status add_piece(ends *e, ends_piece **out)
{
    if (e->pieces == e->room) {
        const int room = 2 * e->room + 16;
        ends_piece *p = memory_resize(e->piece, (size_t)room * sizeof *p);
        if (p == NULL)
            return PERP_NO_MEMORY((size_t)room * sizeof *p);
        e->piece = p;
        e->room = room;
    }
    *out = &e->piece[e->pieces++];
    **out = (ends_piece){.cell = -1, .parent = -1};
    set_width(e->all.n, &(*out)->from);
    set_width(e->all.n, &(*out)->to);
    return PERP_SUCCESS;
}

static perp_status add_part(ends *e, ends_part **out)
{
    if (e->parts == e->parts_room) {
        const int room = 2 * e->parts_room + 16;
        ends_part *p = memory_resize(e->part, (size_t)room * sizeof *p);
        if (p == NULL)
            return PERP_NO_MEMORY((size_t)room * sizeof *p);
        e->part = p;
        e->parts_room = room;
    }
    *out = &e->part[e->parts++];
    **out = (ends_part){.piece = 0};
    set_width(e->all.n, &(*out)->set);
    return PERP_SUCCESS;
}

/* to = (from + cone press) with the planes `bound`. */
static perp_status lead(const cone_rows *from, const cone_rows *press,
                        const cone_rows *bound, polyhedron *to)
{
    polyhedron sum;
    set_width(from->row.n, &sum);
    perp_status s = row_list_append(&sum.points.row, &from->row);
    if (s.code == PERP_OK)
        s = row_list_append(&sum.points.line, &from->line);
    if (s.code == PERP_OK)
        s = row_list_append(&sum.points.row, &press->row);
    if (s.code == PERP_OK)
        s = polyhedron_close(&sum);
    if (s.code == PERP_OK)
        s = polyhedron_meet(&sum.planes, bound, to);
    polyhedron_clear(&sum);
    return s;
}

/* A leg from `from`, which is taken over or cleared, in the cell. */
static perp_status follow(ends *e, int parent, int at, polyhedron *from)
{
    polyhedron to;
    ends_piece *p;
    const cell *c = &e->all.list[at];
    set_width(e->all.n, &to);
    perp_status s = lead(&from->points, &c->press, &c->bound, &to);
    int known = s.code != PERP_OK ||
                polyhedron_holds(&e->piece[parent].to.planes, &to.points);
    for (int i = 0; i < e->pieces && !known; i++)
        known = e->piece[i].cell == at &&
                polyhedron_holds(&e->piece[i].to.planes, &to.points);
    if (!known)
        s = add_piece(e, &p);
    if (known || s.code != PERP_OK) {
        polyhedron_clear(&to);
        polyhedron_clear(from);
        return s;
    }
    p->cell = at;
    p->parent = parent;
    p->legs = e->piece[parent].legs + 1;
    p->from = *from;
    p->to = to;
    return PERP_SUCCESS;
}

/** **Where a leg may begin**: not where nothing approaches, for there the impact is over. A
polyhedron all of which is there is a part of the ends and goes on nowhere. Without this
a contact that slides at rest could push itself into the ground behind the end: with the
speeds and $M^{-1}$ of the limit above but $M^{-1}_{AC} = -\frac12$, no $M^{-1}_{Cs}$, and $v = (\frac12, -1,
1)$, C alone leads to the one end $(0, 0, 1)$, and A's rate there is $(-1, -\frac12, -3)$. */
/* Is there a point, and one where something approaches? */
static int begins(const ends *e, const cone_rows *points)
{
    return points->row.count > 0 && !polyhedron_holds(&e->all.over, points);
}

/* Has no point of the piece a sign that the cell excludes? Quickly: no speed
   has the wrong sign on all of it. */
static int may_meet(const ends *e, const ends_piece *p, const cell *c)
{
    int may = 1;
    mpz_t t;
    mpz_init(t);
    for (int i = 0; i < e->all.speeds && may; i++) {
        int fits = 0;
        for (int k = 0; k < p->to.points.row.count && !fits; k++) {
            row_dot(e->all.n, row_list_at(&e->all.f.speed, i),
                    row_list_at(&p->to.points.row, k), t);
            fits = mpz_sgn(t) == 0 || mpz_sgn(t) == c->sign[i];
        }
        may = fits || c->sign[i] == 0;
    }
    mpz_clear(t);
    return may;
}

/* *late = 1: the time was over before all cells were seen. */
static perp_status expand(ends *e, int at, const exact_limit *limit, int *late)
{
    for (int k = 0; k < e->all.count; k++) {
        polyhedron from;
        if (e->piece[at].cell == k ||
            !may_meet(e, &e->piece[at], &e->all.list[k]))
            continue;
        *late = limit_time(limit).code != PERP_OK;
        if (*late)
            return PERP_SUCCESS;
        set_width(e->all.n, &from);
        perp_status s = polyhedron_meet(&e->piece[at].to.planes,
                                        &e->all.list[k].bound, &from);
        if (s.code == PERP_OK && begins(e, &from.points))
            s = follow(e, at, k, &from);
        else
            polyhedron_clear(&from);
        PERP_TRY(s);
    }
    return PERP_SUCCESS;
}

static perp_status start(ends *e)
{
    ends_piece *p;
    mpq_t y[CELLS_SPEEDS];
    PERP_TRY(add_piece(e, &p));
    mpz_t *row = row_list_add(&p->to.points.row);
    if (row == NULL)
        return PERP_NO_MEMORY(e->all.n);
    for (int i = 0; i < e->all.f.k; i++)
        mpq_init(y[i]);
    chart_lower(&e->all.f, (const mpq_t *)e->d->v, y);
    chart_row(&e->all.f, (const mpq_t *)y, 1, row);
    for (int i = 0; i < e->all.f.k; i++)
        mpq_clear(y[i]);
    return polyhedron_close(&p->to);
}

/** **Loose.** Let $P$ be a piece that was not followed. A solution that is in it has impulses
within the friction cones from there on, so its end is in

$$\bigl( P + \operatorname{cone} \{ M^{-1} (n_j \pm \mu_j d_j) \} \bigr) \cap \{ J_n v \ge 0 \},$$

whatever it does on the way, spirals included. With no leg at all $P$ is $v$ alone, and this
is what momentum and the condition of an end say. It may reach to infinity: a
contact that presses for ever pushes away for ever, and only [the energy](ends_member.c)
knows that it does not. For the block as it falls it has an edge straight up, and the
ranges of the speeds have no bound.

A piece is within the polyhedron that it begins from plus the cone, so where it begins
decides: behind one leg of the block the loose parts begin on the edges where A or B
rests, with three tenths of the fall left. Their energy is so much less, and no end has more.

Loose parts are kept beside the proven ones, and a velocity in a loose part is undecided
unless it is near a proven end. */
/* The ends of a piece, or what bounds all that come behind it. */
static perp_status put_part(ends *e, int at, int loose)
{
    ends_part *p = NULL;
    PERP_TRY(add_part(e, &p));
    const polyhedron *of = &e->piece[at].to;
    perp_status s = loose
                        ? lead(&of->points, &e->all.any, &e->all.over, &p->set)
                        : polyhedron_meet(&of->planes, &e->all.over, &p->set);
    int known = s.code != PERP_OK || p->set.points.row.count == 0;
    for (int i = 0; i + 1 < e->parts && !known; i++)
        known = e->part[i].loose == loose &&
                polyhedron_holds(&e->part[i].set.planes, &p->set.points);
    p->piece = at;
    p->loose = loose;
    if (known) {
        polyhedron_clear(&p->set);
        e->parts--;
    } else {
        e->loose += loose;
    }
    return s;
}

perp_status ends_find(arena *a, rates *r, const ends_wish *w, ends *out)
{
    const int most = w->pieces > 0 ? w->pieces : PIECES;
    int late = 0;
    mpq_t zero;
    *out = (ends){.d = r->d};
    mpq_init(zero);
    const int collides =
        impact_colliding(r->d, (const mpq_t *)r->d->v, zero) >= 0;
    mpq_clear(zero);
    if (!collides)
        return PERP_FAIL(PERP_INPUT, "nothing collides: there is no impact "
                                     "whose ends could be found");
    PERP_TRY(cells_new(a, r, &w->limit, &out->all));
    PERP_TRY(start(out));
    while (w->legs > 0 && !late && out->done < out->pieces &&
           out->pieces < most && out->piece[out->done].legs <= w->legs) {
        PERP_TRY(expand(out, out->done, &w->limit, &late));
        out->done += !late;
    }
    for (int i = 0; i < out->pieces; i++)
        PERP_TRY(put_part(out, i, 0));
    for (int i = out->done; i < out->pieces; i++)
        PERP_TRY(put_part(out, i, 1));
    return PERP_SUCCESS;
}

int ends_corner(const ends *e, const ends_part *part, int c, mpq_t *y, mpq_t *v)
{
    mpz_t *row = row_list_at(&part->set.points.row, c);
    const int point = mpz_sgn(row[0]) != 0;
    for (int i = 0; i < e->all.f.k; i++) {
        mpq_set_z(y[i], row[1 + i]);
        if (point) {
            mpz_set(mpq_denref(y[i]), row[0]);
            mpq_canonicalize(y[i]);
        }
    }
    chart_lift(&e->all.f, (const mpq_t *)y, v);
    return point;
}

void ends_clear(ends *e)
{
    for (int i = 0; i < e->pieces; i++) {
        polyhedron_clear(&e->piece[i].from);
        polyhedron_clear(&e->piece[i].to);
    }
    for (int i = 0; i < e->parts; i++)
        polyhedron_clear(&e->part[i].set);
    memory_free(e->piece);
    memory_free(e->part);
    e->piece = NULL;
    e->part = NULL;
    e->pieces = e->parts = 0;
    cells_clear(&e->all);
}
