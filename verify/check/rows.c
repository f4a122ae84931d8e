/**
# Signs and complementarity (C3) to (C5), energy (C6), truncation (C7)

doc/70-certificate.md, The checks. problem.c has formed the residual of the
equation of motion and the speeds along all rows. What is left are conditions
on single numbers, and they are what makes a solution of one among infinitely
many.

## Contact (C3), (C4)

$n_j^T x \ge 0$, $z_{n,j} \ge 0$, and one of the two is 0: a contact pushes,
does not pull, and pushes only where it does not part. The product of two
numbers that are not negative is 0 exactly if one of them is, so
complementarity is asked as $z_n\,n^T x = 0$, contact by contact. (The sum
over all contacts would do as well in exact numbers; contact by contact the
refused line is of use to an honest writer.)

## Friction (C5), with $\lambda$ and $\beta$ not in the file

GAP08 (4.4e), (4.4f) have for contact j unknowns $\beta_{k\pm} \ge 0$, the
impulses along $\pm d_k$, and $\lambda \ge 0$ with

$$0 \le \beta_{k\pm} \perp \lambda \pm d_k^T x \ge 0, \qquad
0 \le \lambda \perp \zeta = \mu c_n - \sum_k (\beta_{k+} + \beta_{k-}) \ge 0.$$

The file has only $f_k = \beta_{k+} - \beta_{k-}$. The checker takes
$\beta_{k\pm} = \max(\pm f_k, 0)$ and $\lambda = \max_k |d_k^T x|$ and asks

$$\zeta = \mu z_n - \sum_k |z_{f,k}| \ge 0, \qquad \zeta \lambda = 0, \qquad
|z_{f,k}| \lambda + z_{f,k}\,d_k^T x = 0.$$

*Enough*: with these $\lambda$ and $\beta$ all of (4.4e), (4.4f) hold.
$\lambda \pm d_k^T x \ge 0$ by the choice of $\lambda$; and for $f_k > 0$ the
last condition is $\beta_{k+} (\lambda + d_k^T x) = 0$, for $f_k < 0$ it is
$\beta_{k-} (\lambda - d_k^T x) = 0$, while the other of the two $\beta$ is 0.

*Necessary*: if any $\lambda'$, $\beta'$ solve the problem with these $x$,
$c_n$, $f$, then so do these. Where some $\beta'_{k\pm} > 0$,
$\lambda' = \mp d_k^T x$, and as $\lambda'$ is at least every $|d_i^T x|$, it
is the maximum. Replacing $\beta'$ by the pair with a zero in it only enlarges
$\zeta$; where that makes $\zeta > 0$, both $\beta'_{k\pm}$ of a slip were
positive, so $\lambda' = -d_k^T x = d_k^T x = 0$. Where no $\beta'$ is
positive, $f = 0$ and $\zeta = \mu c_n$; if that is positive $\lambda' = 0$.
So nothing true is refused, and a forger has no $\lambda$ to choose.

An example with two slips: $\mu = \frac12$, $c_n = 10$, $d^T x = (3, 1)$. Then
$\lambda = 3$, and the second slip must have $f_2 = 0$, since
$|f_2| \cdot 3 + f_2 \cdot 1 = 0$ has no other solution: all friction acts
along the direction of fastest slip, against it. With $d^T x = (3, -3)$ the
two may share: $f = (-t, 5 - t)$ for any $0 \le t \le 5$.

## What a forger tries

| he writes | words, all but the last behind "not a solution:" |
|---|---|
| a contact that pulls, or one that pushes and parts | c_n >= 0, rho >= 0, c_n rho = 0 |
| more friction than $\mu c_n$; less, while it slides | zeta >= 0, zeta lambda = 0 |
| friction that drives, or along a slower direction | beta sigma = 0 |
| a joint that opens | a joint moves |
| any of these made good in (C1) by another velocity | the same |
| a velocity moved by one unit of the last place | v is not the exact velocity truncated |

$\rho = n^T x$ and $\sigma_{k\pm} = \lambda \pm d_k^T x$ are the paper's
letters for what is complementary to $c_n$ and $\beta$.

## Level L0

The same conditions, of doubles, which do not hold exactly. `demand` keeps the
largest violation of each sort instead of refusing. That proves what it
prints: the largest of $|r|$, of impulses of the wrong sign, of speeds, of
products. It does not prove that an exact solution is near, and a forger can
have any residuals; they are printed.
*/
#include "proof.h"

#include <math.h>

/* The one place in which levels L1 and R say no and level L0 measures. x <= 0,
   or x = 0, x >= 0 by its sort; L0 keeps the largest |x| / (unit by). */
void demand(checker *c, int sort, mpz_srcptr x, mpz_srcptr by, const char *what)
{
    problem *p = &c->p;
    const int sign = mpz_sgn(x), which = sort % SORTS;
    if (sort >= LEAST ? sign >= 0 : sort >= EQUAL ? sign == 0 : sign <= 0)
        return;
    if (p->level != L0)
        refuse(&c->r, "not a solution: %s", what);
    mpz_mul(p->r, p->unit[which], by);
    p->sum.most[which] = fmax(p->sum.most[which], above(x, p->r));
}

/* 0 <= a, 0 <= b, a b = 0: in three demands, because level L0 measures them in
   three units. a is over `by` and the unit of impulses, b over that of
   velocities. In level L0 a negative product is no residual: its factors
   are. */
static void pair(checker *c, mpz_srcptr a, mpz_srcptr b, mpz_srcptr by,
                 const char *what)
{
    demand(c, LEAST + IMPULSE, a, by, what);
    demand(c, LEAST + VELOCITY, b, c->r.one, what);
    mpz_mul(c->r.work, a, b);
    demand(c, ENERGY, c->r.work, by, what);
}

/* (C3), (C4) of c_n (behind a rebound less what is given of it) and rho; (C5).
   With mu = m / q: zeta is q zeta = m c_n - q sum |f|, over q. Where a contact
   has no slips, lambda = 0, zeta = mu c_n, and (C5) holds. */
void contact_check(checker *c, long j)
{
    problem *p = &c->p;
    mpz_t *z = p->x.x + p->at[SLIPS], *y = p->along.x + p->at[SLIPS];
    mpz_ptr rho = p->along.x[p->at[CONTACTS] + j], lambda = c->r.none;
    mpz_ptr cn = p->x.x[p->at[CONTACTS] + j], zeta = p->s, part = p->by;
    mpq_srcptr mu = scene_contact(&c->s, p->id[j])->mu;
    pair(c, beyond(c, j), rho, c->r.one, "c_n >= 0, rho >= 0, c_n rho = 0");
    mpz_mul(zeta, mpq_numref(mu), cn);
    for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++) {
        mpz_abs(part, z[k]);
        mpz_submul(zeta, part, mpq_denref(mu));
        lambda = mpz_cmpabs(y[k], lambda) > 0 ? y[k] : lambda;
    }
    mpz_abs(p->per, lambda);
    pair(c, zeta, p->per, mpq_denref(mu), "zeta >= 0, zeta lambda = 0");
    for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++) {
        mpz_abs(zeta, z[k]);
        (mpz_sgn(z[k]) < 0 ? mpz_sub : mpz_add)(part, p->per, y[k]);
        pair(c, zeta, part, c->r.one, "beta sigma = 0");
    }
}

/* (C6). With w = v^{l+1} - v^l = (x - v^l) / alpha, times x'M and M symmetric,

      x'M w = (v^l + alpha w)'M w
            = |v^{l+1}|^2 / 2 - |v^l|^2 / 2 + (alpha - 1/2) |w|^2,

   for v^l'M w = (|v^{l+1}|^2 - |v^l|^2 - |w|^2) / 2. (C1) says what alpha M w
   is, so the kinetic energy gained, with (alpha - 1/2) |w|^2 and less the work
   of forces and springs, is 1 / alpha times

      x'r + z_nu nu'x + z_n n'x + z_f d'x + s a'x.

   In levels L1 and R the first three are 0 by (C1), (C2), (C4), s by (C12),
   and z_f d'x = - sum |z_f| lambda by (C5): the sum is not positive, whatever
   M is, and nothing needs to be computed. In level L0 it is computed here
   without the springs, which add theirs. What it says is the inequality of the
   chapter, with the term (alpha - 1/2) |w|^2 on its left: for alpha < 1/2 that
   is no decrease of energy. */
void energy_check(checker *c)
{
    problem *p = &c->p;
    if (!rebound_energy(c))
        return;
    for (long i = c->s.nv; i < p->size[UNKNOWNS]; i++)
        if (i < p->at[SPRINGS] || i >= p->at[CONTACTS])
            mpz_addmul(p->E, p->x.x[i], p->along.x[i]);
    mpz_mul(p->E, p->E, p->K[UNIT]);
    for (long i = 0; i < c->s.nv; i++)
        mpz_addmul(p->E, p->x.x[i], p->row.x[i]);
}

/* (C7): v / den is y / per truncated toward zero to a double. Both sides times
   2^1074, the truncated quotient s is a whole number of n bits; the lowest n -
   53 of them are put to zero, and what is left has at most 53 bits and no
   place below 2^-1074, as a double has. n > 2098 is a number of 2^1024 or
   more, which no double is. So there is exactly one v that is accepted.
   Example: y / per = 10 / 3 has binary 11.0101..., 53 bits of which are
   0x1.aaaaaaaaaaaaap+1; the double nearest to it is ...aab, and is refused:
   truncated, never rounded, so that no |v_i| grows, and with a diagonal M that
   is not negative no kinetic energy. In level R v = y / per. */
void truncated(checker *c, mpz_srcptr y, mpz_srcptr v, mpz_srcptr den)
{
    problem *p = &c->p;
    mpz_mul_2exp(p->t, v, 1074);
    mpz_mul_2exp(p->s, y, 1074);
    if (p->level == R)
        mpz_mul(p->t, p->t, p->per);
    else
        mpz_tdiv_q(p->s, p->s, p->per);
    const size_t n = mpz_sizeinbase(p->s, 2), cut = n > 53 ? n - 53 : 0;
    mpz_tdiv_r_2exp(p->r, p->s, p->level == R ? 0 : cut);
    mpz_sub(p->s, p->s, p->r);
    mpz_mul(p->s, p->s, den);
    if (mpz_cmp(p->s, p->t) != 0 || (p->level != R && n > 1024 + 1074))
        refuse(&c->r, "v is not the exact velocity truncated");
}

/* With alpha = a / b: v^{l+1} = (b x - (b - a) v^l) / a, over a x.den, and
   what truncating it adds to the kinetic energy: at most 1/2 sum M_ij (v_i v_j
   - y_i y_j) over i != j and over those i = j with M_ii < 0, for the others
   |v_i| <= |y_i| makes the term negative. Only its upper half of M is there:
   twice for i != j. A bound and not the difference itself, so that what other
   components lose is not set off against it. */
static void stored(checker *c)
{
    problem *p = &c->p;
    const array *m = &p->data[M];
    mpz_t *v = array_spread(&c->r, &p->data[V], &p->row, c->s.nv);
    mpz_t *K = p->K, *y = p->y.x;
    mpz_mul(p->per, K[TOP], p->x.den);
    for (long j = 0; j < c->s.nv; j++) {
        mpz_mul(y[j], p->x.x[j], K[LOW]);
        mpz_submul(y[j], p->v.x[j], K[REST]);
        truncated(c, y[j], v[j], p->row.den);
        mpz_mul(y[j], y[j], p->row.den);
        mpz_mul(v[j], v[j], p->per);
    }
    mpz_set_ui(p->E, 0);
    for (long k = 0; k < m->n && p->level == L1; k++) {
        const long i = m->at[k] / c->s.nv, j = m->at[k] % c->s.nv;
        if (i != j || mpz_sgn(m->x[k]) < 0) /* else nothing is gained */
            sum(p->E, 1, p->E, NULL, i == j ? 1 : 2, m->x[k], v[i], v[j], NULL,
                i == j ? -1 : -2, m->x[k], y[i], y[j], NULL, 0);
    }
    sum(p->per, 2, p->over, p->per, p->per, p->row.den, p->row.den, NULL, 0);
}

/* E / per joules more, if that is something. */
void energy_add(checker *c)
{
    problem *p = &c->p;
    if (mpz_sgn(p->E) > 0)
        p->sum.gain = nextafter(p->sum.gain + above(p->E, p->per), HUGE_VAL);
}

/* Springs stand behind energy, because they add to E; stored stands last,
   because its E is another one: what truncation gains (L1), where (C6) needs
   no number. */
void rows_check(checker *c)
{
    problem *p = &c->p;
    mpz_mul(p->per, p->K[UNIT], p->over);
    for (long i = 0; i < c->s.nv; i++)
        demand(c, EQUAL + IMPULSE, p->row.x[i], p->per,
               "the equation of motion does not hold");
    for (long i = p->at[JOINTS]; i < p->at[SPRINGS]; i++)
        demand(c, EQUAL + VELOCITY, p->along.x[i], c->r.one, "a joint moves");
    for (long j = 0; j < p->size[CONTACTS]; j++)
        contact_check(c, j);
    c->s.how->energy(c);
    sum(p->per, 1, p->K[UNIT], p->unit[ENERGY], NULL, 0);
    springs_check(c);
    if (p->level == L0) { /* without the factor alpha of z */
        mpz_mul(p->E, p->E, p->K[LOW]);
        mpz_mul(p->per, p->per, p->K[TOP]);
    } else if (!p->gives)
        stored(c);
    energy_add(c);
}
