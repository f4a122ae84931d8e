/**
# Signs at two ends

On the line $v + t (w - v)$, $0 \le t \le 1$, the impulse that has come is $t
L$, and each speed is $u + t (u' - u)$. So a sign at all of the line is one at
both ends:

* *who presses* has to be without a speed of parting, (38): $u \le 0$ and $u'
  \le 0$; *who gives back* without one of approach, $u, u' \ge 0$. A contact
  with $L_n = 0$ may do as it likes: it is idle, which (39) allows to who
  approaches;
* *friction* is at its bound against a slip, (16). A slip that keeps its sign
  has $L_t = -\mu L_n$ times this sign, also when it is zero at one end only,
  for on the open line it is not. A slip that is zero at both ends is zero
  throughout, and $|L_t| \le \mu L_n$ suffices. One that changes its sign would
  need friction of both signs, and there is one direction for all of the line:
  no.

What (39) asks besides is that something collides until the end. While who
presses has $u < 0$ it does; where all who press have $u = 0$ throughout the
velocity is in $\operatorname{cl} \mathcal C$, and (40) lets those press that do
not part. So a line that fits is a solution with these impulses. One that does
not fit may be a solution with others: [line.h](line.h) asks for those, with the
tree of all rates, and this module does not. What an interleaved path stores are
the impulses of its own line, so they are what has to be looked at.

By hand, a point of 1 kg that slides, $\mu = \frac12$: from $(1, -1)$ the line
to $(\frac12, 0)$ with $L = (1, -\frac12)$ fits. From $(\frac12, -1)$ to rest
with $L = (1, -\frac12)$ it does, too, friction being at its bound. From
$(\frac14, -1)$ to rest with $L_t = -\frac14$ it does not: the point slips until
the end. */
#include "hp23/inclusion/given_line.h"

static int friction_fits(const step_exact *d, int j, const mpq_t *v,
                         const mpq_t *w, const mpq_t *L)
{
    mpq_t a, b, bound;
    int fine = 1;
    mpq_inits(a, b, bound, NULL);
    mpq_mul(bound, d->mu[j], L[j]);
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1] && fine; k++) {
        impact_slip(d, k, v, a);
        impact_slip(d, k, w, b);
        const int sign = mpq_sgn(a) != 0 ? mpq_sgn(a) : mpq_sgn(b);
        fine = sign * mpq_sgn(b) >= 0;
        if (sign == 0) {
            mpq_abs(a, L[d->p + k]);
            fine = mpq_cmp(a, bound) <= 0;
        } else if (sign > 0) {
            mpq_add(a, L[d->p + k], bound);
            fine &= mpq_sgn(a) == 0;
        } else {
            fine &= mpq_equal(L[d->p + k], bound) != 0;
        }
    }
    mpq_clears(a, b, bound, NULL);
    return fine;
}

int given_line_fits(const step_exact *d, const mpq_t *v, const mpq_t *w,
                    const mpq_t *L, int back)
{
    mpq_t u; /* a speed at either end */
    int fine = 1;
    mpq_init(u);
    for (int j = 0; j < d->p && fine; j++) {
        fine = friction_fits(d, j, v, w, L);
        for (int end = 0; end < 2 && mpq_sgn(L[j]) > 0; end++) {
            impact_normal(d, j, end ? w : v, u);
            fine &= back ? mpq_sgn(u) >= 0 : mpq_sgn(u) <= 0;
        }
    }
    mpq_clear(u);
    return fine;
}
