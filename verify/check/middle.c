/**
# Who is listed by its gap in the middle of a step (E11)

doc/71-enclosures.md, E11. The scheme of Moreau and Jean, and Moreau's own, look for no
collision. A contact takes part in a step if and only if its gap is not positive at

$$q_m = q^l + \tfrac h2\,\Gamma(q^l, v^l, t^l)\,v^l .$$

Level L1 knows this gap from the row, `gap`, or from the node, `f`, as a number of the writer's;
it binds the list to it (MJ1; of a node those are listed whose f is not positive) and nobody
binds the number. Level L2 evaluates the tapes at $q_m$ and asks for
the sign, of *every* contact in *every* row, whatever radius the row states, and with no
byte of the writer's: who may leave a contact out by a `radius undecided` may fall through
any floor.

What (E3) and (E7) ask of the other schemes' lists is not asked here, because it is not so:
a listed contact may be far open at $q^l$, where the step begins, and one that is not listed
may be inside at both ends of it. A ball that falls from $\frac12$ with $-2$, $h = \frac14$, is
at 0 behind its first step and at $-\frac18$ behind the second; the first lists no floor,
since $q_m = \frac14$, the second does, $q_m = -\frac14$. Whether contacts that are not listed
are open on the straight way is still counted (open.c), and refuses nothing.

**The doubt.** perp decides by the sign of a double, and so the border is not the checker's:
within $2^{-46}$ of the largest of 4 and the coordinates at $q^l$ *and* at $q_m$ either is
accepted. Both places, because a coordinate of $10^6$ that comes to 0 in half a step has lost
what it was rounded by at the beginning.

**Without a value** a gap has no sign. Of a contact that is not listed nothing is refused;
of one that is listed nothing shows that it takes part, and the proof is refused. So it is
where $q_m$ itself has no value, a rate or a coordinate that is none.

**A side that is not shown.** A gap may have a value and no sign: the ball of a `sel` that may
take either branch holds 1 and -1. And the segment of (E7) does not lead through $q_m$, so
that a contact may be open all along it and closed there. A point with $q = \frac13$, $v =
-2$ and the force 12 is sent back to $\frac13$ by a step of $h = \frac13$; $q_m$ is 0, but a ball
around it, since $\frac13$ is none of $2^{-160}$. Over a disc, $\sqrt{q^2} - \frac14$, that ball has no
root: the disc could be left out, though its centre is where the scheme looks. Such a row is
counted neither as one whose list is shown nor as open; what is refused stays what is wrong
for sure, for an honest run may come to such a place, too.

**The sizes of the stated gaps** of Moreau and Jean are compared with nothing (those of a node
are data, and are: node_data.c). The scheme uses their signs, and
so does whoever reads the proof; a wrong size of the right sign changes no row of the run.
What is printed as the lowest and the highest gap of listed contacts is from the tapes, at
$q_m$, of the rows whose data are enclosed.

Example: the ball above with $h = \frac14$ and the row `gap/4 0:1`, no contact listed, from
$q = 0$ with $v = -2$: (MJ1) holds of the number $\frac14$. The tape, $q$, gives $-\frac14$ at
$q_m$: "contact 0 is closed in the middle, and not listed". The row that states `gap/4 0:-1`
and lists it passes.

| a forger | words |
|---|---|
| states a gap above 0, and leaves the floor out | contact N is closed in the middle, and not listed |
| states a gap of 0, and lists a wall that is far | contact N is open in the middle, and listed |
| lists a contact whose gap is no number | contact N is listed, and its gap has no value |
| has another Gamma in the row than the scene | G is farther from the scene's than the radius (E3); here the tape's counts |
*/
#include "level2.h"

/* e->point: q_m, from the inputs that are set; the rates are the tape's. */
static ball *middle(checker *c)
{
    level2 *e = c->two;
    const scene *s = &c->s;
    const long nv = s->nv, from = nv * nv * (1 + s->has_F);
    ball *at = balls_room(&c->r, &e->point, s->nq), *way = &e->part[0];
    for (long i = 0; i < s->nq; i++)
        ball_set(&at[i], &e->in.x[i]);
    if (s->has_G)
        sheet_value(&e->s, &s->inertia, e->in.x);
    mpq_ptr half = c->r.ratio;
    for (long j = 0; j < nv; j++) {
        mpz_mul(mpq_numref(half), mpq_numref(s->h), c->p.v.x[j]);
        mpz_mul(mpq_denref(half), mpq_denref(s->h), c->p.v.den);
        mpz_mul_2exp(mpq_denref(half), mpq_denref(half), 1);
        ball_ratio(way, mpq_numref(half), mpq_denref(half));
        for (long i = s->has_G ? 0 : j; i < (s->has_G ? s->nq : j + 1); i++) {
            ball_set(&e->t, way);
            if (s->has_G)
                ball_mul(&e->s.w, &e->t, way,
                         value_at(c, &s->inertia, from + i * nv + j));
            ball_add(&at[i], &at[i], &e->t);
            if (!ball_fits(way) || !ball_fits(&e->t) || !ball_fits(&at[i]))
                refuse(&c->r, "the middle of the step has no value");
        }
    }
    return at;
}

/* The scene's own contacts share a tape, which the first of them evaluates. */
static int gap_there(checker *c, long id, const ball *at, ball *gap)
{
    const sheet *s = &c->two->s;
    if (id == 0 || id >= c->s.own)
        return gap_at(c, id, at, NULL, gap, NULL);
    if (s->lost[c->s.gaps.out[id]])
        return 0;
    ball_set(gap, &s->x[c->s.gaps.out[id]]);
    return 1;
}

/* The gap may be off by so much: the doubt of the place where more is lost. */
static void doubt_there(checker *c, const ball *at, ball *z)
{
    level2 *e = c->two;
    doubt(c, e->from.x, z);
    doubt(c, at, &e->u);
    if (mpz_cmp(e->u.m, z->m) > 0)
        ball_set(z, &e->u);
}

/* Is this side shown? Where it is the other one for sure, the proof is refused. */
static int side_check(checker *c, long id, int listed, const ball *gap,
                      const ball *doubt)
{
    level2 *e = c->two;
    (listed ? ball_neg : ball_set)(&e->t, gap);
    ball_add(&e->t, &e->t, doubt);
    if (!ball_negative(&e->t))
        return ball_least_0(&e->t);
    if (listed)
        refuse(&c->r, "contact %ld is open in the middle, and listed", id);
    refuse(&c->r, "contact %ld is closed in the middle, and not listed", id);
}

void middle_check(checker *c, int enclosed)
{
    level2 *e = c->two;
    ball *gap = &e->part[0], *most = &e->part[1];
    inputs_set(c, 0);
    const ball *at = middle(c);
    doubt_there(c, at, most);
    e->sided = 1;
    for (long id = 0; id < c->s.contacts; id++) {
        const int listed = e->listed[id] != 0;
        const int known = gap_there(c, id, at, gap);
        e->sided &= known && side_check(c, id, listed, gap, most);
        if (!known && listed)
            refuse(&c->r, "contact %ld is listed, and its gap has no value", id);
        if (listed && enclosed)
            gap_seen(c, gap);
    }
    e->sum.sided += e->sided;
}
