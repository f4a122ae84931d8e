/**
# The step of Moreau and Jean (MJ1) to (MJ3)

doc/70-certificate.md, The step of Moreau and Jean; [its
chapter](../../doc/25-moreau-jean.md). The equation of motion is (C1) of GAP08's
family, and so are z, its factor $\alpha$, truncation and position. Rows ask of
another velocity, and contacts are listed by another rule:

    row N
    gap ...         Phi(q^l + h/2 Gamma v^l) of all contacts
    step ID...      a problem from (q, v, t), and v+
    q ...           the position behind it (C9)

## (MJ1) Who is listed

A contact is listed if and only if its stated gap is not positive. So nothing can
be left out, or be there from afar, but by stating another gap. That these are
the gaps of the scene is not asked, as of any number in a row of level L1.

## (MJ2) What the rows ask

(C2) to (C5) hold with $\nu^T v^{l+1}$, $n^T (v^{l+1} + e v^l)$ and $d^T v^{l+1}$
in the place of $\nu^T x$, $n^T x$, $d^T x$, all times $\alpha$. The rows are
linear, so these are formed from $Jx$ and $Jv^l$: with $\alpha = a/b$, $e = g/d$

$$b d\,\alpha J v^{l+1} = b d\,Jx - (b - a) d\,Jv^l, \qquad
b d\,\alpha e\,n^T v^l = a g\,n^T v^l .$$

`along` gets them, over b d more than before, and the units with it; everything
behind is rows.c as it stands.

## (MJ3) Energy

(C1) times $u = v^{l+1} + e v^l$ instead of $x$; $\alpha u = x + (\alpha(1+e) - 1)
v^l$. With $P$ the work of forces in $u/(1+e)$,

$$\tfrac12|v^{l+1}|_M^2 - \tfrac12|v^l|_M^2 + \tfrac{1-e}{2(1+e)}|w|_M^2 - P = N + R,$$
$$N = \frac{z_f\,d^T u + e\,z_\nu \nu^T v^l}{\alpha (1+e)},
\qquad R = \frac{u^T r + z_n n^T u + z_\nu \nu^T v^{l+1}}{\alpha (1+e)} .$$

In levels L1 and R all of R is 0. N is what friction and joints do, and *may be
positive* where $e > 0$: the law is Newton's, and it knows of no energy. Nothing is
refused; where N is positive it is added to a sum that is printed, and the rows
are counted. For $e = 0$, or without friction where joints are kept, $N \le 0$;
for $e = 0$ it is not looked at, and a positive one of level L0 is part of R.

In numbers: the rod of the chapter has $e = 1$, $f = -\frac25$, $d^T v^l =
-\frac23$ and $d^T v^{l+1} = 0$. So $N = \frac12 \cdot \frac25 \cdot \frac23 =
\frac2{15}$ J, whatever $\alpha$ is, and one row is counted.

## One row by hand

A ball of mass 1 at $q = 0$ with $v^l = -2$, no force, $h = \frac14$, $\alpha =
\gamma = e = \frac12$. Its gap in the middle of the step is $-\frac14$, so contact
0 is listed. Newton's law wants $v^{l+1} = 1$; then $x = \frac12(-2) + \frac12 =
-\frac12$, and (C1) gives $z_n = x - v^l = \frac32$, which is $\alpha c_n$ with the
impulse $c_n = 3$.

* (MJ2), with $a = g = 1$, $b = d = 2$: $b d\,Jx = -2$; $-(b - a) d\,Jv^l = 4$; $a
  g\,n^T v^l = -2$. The sum is 0, so a contact that pushes is in order. The family
  itself would ask for $n^T x \ge 0$ and refuse this row.
* Less: $v^{l+1} = 0$ has $x = -1$, and the sum is $-4 + 4 - 2 = -2 < 0$.
* More: $v^{l+1} = 2$ has $x = 0$, $z_n = 2$, and the sum is 2: the contact leaves
  faster than the law says, and pushes.
* (MJ3): $w = 3$ and $\frac12 \cdot 1 - \frac12 \cdot 4 + \frac16 \cdot 9 = 0$, with
  no P, no N, no R. The energy that the impact takes, $\frac32$ J, is the third
  term, whole.
* (C9): $q^{l+1} = 0 + \frac14(-1 + \frac12) = -\frac18$. That it lies below the
  floor nobody minds: the row behind it begins with a gap of its own.

| a forger writes | words |
|---|---|
| a gap above 0 of a contact that he lists | contact N is listed and open |
| a gap of at most 0 of one that he leaves out | contact N is closed and not listed |
| a contact that rebounds with less than $e$ | not a solution: c_n >= 0, rho >= 0 |
| one that is pushed to more than $e$ | the same |
| a collision, or a projection | 'q' expected |
| a joint that is kept in x and not in v | not a solution: a joint moves |
*/
#include "moreau_jean.h"

#include <math.h>

/* The stated gaps, sparse: those that are 0 are not written, and closed. */
void moreau_jean_active(checker *c)
{
    const array *gap = &c->n.at;
    const problem *p = &c->p;
    for (long j = 0, k = 0, i = 0; j < c->s.contacts; j++) {
        const int there = k < gap->n && gap->at[k] == j;
        const int open = there && mpz_sgn(gap->x[k]) > 0;
        const int listed = i < p->size[CONTACTS] && p->id[i] == j;
        if (listed && open)
            refuse(&c->r, "contact %ld is listed and open", j);
        if (!listed && !open)
            refuse(&c->r, "contact %ld is closed and not listed", j);
        k += there;
        i += listed;
    }
}

/* along as (MJ2) has it; y keeps J v^l for the energy. */
void moreau_jean_motion(checker *c)
{
    problem *p = &c->p;
    const long n = p->size[UNKNOWNS];
    mpz_srcptr d = mpq_denref(c->s.restitution);
    problem_motion(c);
    mpz_t *y = array_spread(&c->r, NULL, &p->y, n), *along = p->along.x;
    for (int k = JOINTS; k <= SLIPS; k++)
        times(y + p->at[k], &p->data[NU + k - JOINTS], c->s.nv, AHEAD,
              (const mpz_t *)p->v.x);
    for (long i = c->s.nv; i < n; i++) {
        sum(along[i], 1, along[i], p->K[LOW], d, NULL, -1, y[i], p->K[REST], d,
            NULL, 0);
        if (i >= p->at[CONTACTS] && i < p->at[SLIPS])
            sum(along[i], 1, along[i], NULL, 1, y[i], p->K[TOP],
                mpq_numref(c->s.restitution), NULL, 0);
    }
    for (int k = VELOCITY; k <= ENERGY; k++)
        sum(p->unit[k], 1, p->unit[k], p->K[LOW], d, NULL, 0);
}

/* N > 0 is kept; t = N, over unit[ENERGY] alpha^2 (1 + e) = r / (b^2 d). */
static void restitution_work(checker *c)
{
    problem *p = &c->p;
    const mpz_t *z = (const mpz_t *)p->x.x, *K = (const mpz_t *)p->K;
    mpz_srcptr e = mpq_numref(c->s.restitution);
    mpz_srcptr d = mpq_denref(c->s.restitution);
    if (mpz_sgn(e) == 0)
        return;
    mpz_set_ui(p->t, 0);
    for (long i = c->s.nv; i < p->size[UNKNOWNS]; i++) {
        if (i >= p->at[SPRINGS] && i < p->at[SLIPS])
            continue;
        sum(p->s, 1, p->y.x[i], K[TOP], e, NULL, 0);
        if (i >= p->at[SLIPS])
            mpz_add(p->s, p->s, p->along.x[i]);
        mpz_addmul(p->t, z[i], p->s);
    }
    if (mpz_sgn(p->t) <= 0)
        return;
    mpz_add(p->s, d, e);
    sum(p->r, 1, p->unit[ENERGY], K[TOP], K[TOP], p->s, NULL, 0);
    sum(p->s, 1, p->t, K[LOW], K[LOW], d, NULL, 0);
    c->v->own = nextafter(c->v->own + above(p->s, p->r), HUGE_VAL);
    c->v->owns++;
}

/* R of level L0 in E, over unit[ENERGY] K[UNIT] and alpha, which rows.c takes
   away: E = b d (K[UNIT] z along + (b d x + (a (d + g) - b d) v)'row), over a (d
   + g) more. */
void moreau_jean_energy(checker *c)
{
    problem *p = &c->p;
    mpz_srcptr d = mpq_denref(c->s.restitution);
    const mpz_t *K = (const mpz_t *)p->K;
    const long end = mpq_sgn(c->s.restitution) > 0 ? p->at[SLIPS]
                                                   : p->size[UNKNOWNS];
    restitution_work(c);
    mpz_set_ui(p->E, 0);
    if (p->level != L0)
        return;
    for (long i = c->s.nv; i < end; i++) /* there are no springs */
        mpz_addmul(p->E, p->x.x[i], p->along.x[i]);
    mpz_mul(p->E, p->E, K[UNIT]);
    sum(p->by, 1, K[LOW], d, NULL, 0); /* b d, a (d + g) */
    sum(p->t, 1, K[TOP], d, NULL, 1, K[TOP], mpq_numref(c->s.restitution), NULL,
        0);
    mpz_sub(p->r, p->t, p->by);
    for (long i = 0; i < c->s.nv; i++) {
        sum(p->s, 1, p->by, p->x.x[i], NULL, 1, p->r, p->v.x[i], NULL, 0);
        mpz_addmul(p->E, p->s, p->row.x[i]);
    }
    mpz_mul(p->E, p->E, p->by);
    mpz_mul(p->unit[ENERGY], p->unit[ENERGY], p->t);
}

/* A row is a step, whole. */
void moreau_jean_row(checker *c)
{
    if (!chain_ahead(c, 0))
        refuse(&c->r, "a row behind the end of the run");
    read_array(&c->r, "gap", c->s.contacts, &c->n.at);
    problem_solve(c, 0);
    mpq_set_ui(c->c.fraction, 1, 1);
    between(c, c->c.fraction, 0);
    follow(c, "q", c->s.nq, &c->c.q,
           c->s.has_G ? &c->p.data[G] : &c->c.identity);
    array_swap(&c->p.data[V], &c->p.before);
    mpq_add(c->c.time, c->c.time, c->c.fraction);
    c->c.steps++;
}

void moreau_jean_tell(const verdict *v)
{
    printf("Restitution is Newton's, n'v+ >= -e n'v of each listed contact and equal where it\n"
           "pushes; listed are those with a stated gap of 0 or less. By it joints and\n"
           "friction gain energy in %ld rows, at most %.17g J in all; else no row has more\n"
           "than its forces do in (v+ + e v) / (1 + e) and what is said above.\n",
           v->owns, v->own);
}
