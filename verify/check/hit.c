/**
# Level L2: the bracket of a collision

A collision at the fraction S of a step lies on the step's cubic (C10). Its position is
derived, exactly, a little before S and a little behind it, at S (1 - 2^-k) and S (1 +
2^-k): the gap of a contact that collides is positive there and negative here, so
it has a zero between the two, and no other gap is negative before.
*/
#include "level2.h"

enum { WIDTHS = 4 };
static const unsigned width[WIDTHS] = {40, 30, 20, 10};

/* The positions; J is Gamma or the identity. */
void hit_begin(checker *c, mpq_srcptr S, const array *J)
{
    level2 *e = c->two;
    const long nq = c->s.nq, nv = c->s.nv;
    const array *q = &c->c.q;
    mpz_ptr move = c->r.work, den = c->p.E;
    ball *at = balls_room(&c->r, &e->cubic, 2 * WIDTHS * nq);
    mpq_ptr s = c->r.ratio;
    for (int k = 0; k < 2 * WIDTHS; k++, at += nq) {
        const unsigned long two = 1ul << width[k / 2];
        mpq_set_ui(s, two + (k % 2 ? 1 : -1ul), two);
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

/* Is a gap surely negative there, by more than the doubt? */
static int inside(checker *c, long id, const ball *at)
{
    level2 *e = c->two;
    if (!gap_at(c, id, at, NULL, &e->part[0], NULL))
        return 0;
    doubt(c, &e->t);
    ball_add(&e->part[0], &e->part[0], &e->t);
    return ball_negative(&e->part[0]);
}

/* Behind the row: e->listed is 1 in the step, 2 in the collision, 3 in both. */
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
