/**
# The bracket of a collision (E8)

doc/71-enclosures.md, E8. `hit S` says that a contact closes at the fraction S
of a step. Level L1 knows that the position there is the cubic's (C10); that
some gap vanishes there, the tapes say. The checker derives two more positions
of the same cubic, a little before and a little behind, at $S (1 - 2^{-k})$
and $S (1 + 2^{-k})$, exactly, from the numbers in the row. If the gap of a
contact that the JUMP lists and the STEP does not is positive at the first and
negative at the second, it has a zero between the two: it is continuous,
unless a `sel` makes it jump, and then it changes its sign there all the same.
If no gap of a contact that the STEP does not list is negative at the first
for sure, by more than the doubt, nobody was inside already. Such a collision
has a bracket of $2^{-k}$, with the smallest of $2^{-40}$, $2^{-30}$,
$2^{-20}$, $2^{-10}$ that works; the number of collisions that have one is
printed, and the widest.

Nothing is refused here: a contact that grazes, or whose gap is a sum of roundings
at S, has no bracket, and honest runs have such. Who reads "in 0 of 40
collisions" knows that the fractions are the writer's.

That the zero is the first one in the step is not shown: the cubic before
$S(1 - 2^{-k})$ is not looked at.

Example: a ball falls by $q = 1 - S$ without force, $S = 1$. At
$S (1 - 2^{-40})$ the gap is $2^{-40} > 0$, behind it $-2^{-40}$. With the
forged `hit 1/2` and the position $\frac12$, which is on the cubic, both gaps
are near $\frac12$: no bracket.
*/
#include "level2.h"

enum { WIDTHS = 4 };
static const unsigned width[WIDTHS] = {40, 30, 20, 10};

/* The positions, for k = 0 ... 7 before and behind S for each width in turn; J
   is Gamma or the identity. Asked before the row's q is read, while c.q is the
   position that the step started from. */
void hit_begin(checker *c, mpq_srcptr S, const array *J)
{
    level2 *e = c->two;
    const long nq = c->s.nq, nv = c->s.nv;
    const array *q = &c->c.q;
    mpz_ptr move = c->r.work, den = c->p.E;
    ball *at = balls_room(&c->r, &e->cubic, 2 * WIDTHS * nq);
    mpq_ptr s = c->r.ratio;
    for (int k = 0; k < 2 * WIDTHS; k++, at += nq) {
        mpz_ui_pow_ui(mpq_denref(s), 2, width[k / 2]);
        (k % 2 ? mpz_add_ui : mpz_sub_ui)(mpq_numref(s), mpq_denref(s), 1);
        mpq_mul(s, s, S);
        between(c, s, 0); /* y / per */
        mpz_mul(c->p.per, c->p.per, J->den);
        mpz_mul(den, c->p.per, q->den);
        for (long i = 0, l = 0; i < nq; i++) {
            mpz_set_ui(move, 0);
            for (; l < J->n && J->at[l] / nv == i; l++)
                mpz_addmul(move, J->x[l], c->c.y.x[J->at[l] % nv]);
            mpz_mul(move, move, q->den);
            mpz_addmul(move, q->x[i], c->p.per);
            ball_ratio(&at[i], move, den);
        }
    }
    e->hit = 1;
}

/* Is a gap surely negative there, by more than the doubt? A gap without a
   value is not, and does not take the bracket away. */
static int inside(checker *c, long id, const ball *at)
{
    level2 *e = c->two;
    if (!gap_at(c, id, at, NULL, &e->part[0], NULL))
        return 0;
    doubt(c, at, &e->t);
    ball_add(&e->part[0], &e->part[0], &e->t);
    return ball_negative(&e->part[0]);
}

/* Behind the row: e->listed is 1 in the step, 2 in the collision, 3 in both.
   found: one that collides has the two signs; and then that no other was
   inside before. Sleeping contacts are open in the whole box. */
void hit_end(checker *c)
{
    level2 *e = c->two;
    ball *gap = &e->part[0];
    int k = 0, found = 0;
    if (!e->hit)
        return;
    e->hit = 0;
    e->sum.hits++;
    for (; k < WIDTHS && !found; k++) {
        const ball *at = e->cubic.x + 2 * k * c->s.nq;
        for (long id = 0; id < c->s.contacts && !found; id++)
            found = e->listed[id] == 2 && gap_at(c, id, at, NULL, gap, NULL) &&
                    ball_positive(gap) &&
                    gap_at(c, id, at + c->s.nq, NULL, gap, NULL) &&
                    ball_negative(gap);
        for (long id = 0; id < c->s.contacts && found; id++)
            found = (e->listed[id] & 1) || e->asleep[id] || !inside(c, id, at);
    }
    e->sum.bracketed += found;
    if (found && (e->sum.width == 0 || width[k - 1] < e->sum.width))
        e->sum.width = width[k - 1];
}
