#include "pks05/cone/qvi_seam.h"

#include <math.h>
#include <string.h>

static const number ONE = {{1, 0}, 0}, SOME = {{0.5, 0}, 0.5};

typedef enum { FREE, INSIDE, OUTSIDE, ACROSS, AROUND_ZERO } place;

/** Every number of a contact is that of the box of $\lambda$ and $w$, whose radii `qvi_box_holds` has put
there; with a box of no size they are the point's. Five places are told apart, by conditions that hold in
the whole box or are not used: an open contact and one without friction have a disc that is a
point; inside and outside of the cone there is one piece; across it there are two, whose hull is taken;
around $z = 0$ nothing is asked of $u$.

**By hand.** $A = I$, $\mu = \frac12$, $\lambda = (1, \frac12, 0)$ and $w = 0$: $z$ is on the circle, $u = (1, 0)$ and $q = 1$.
Outside $P = \operatorname{diag}(0, 1)$ and $c = (1, 0)$, inside $P = I$ and $c = 0$: the slopes are $P = \operatorname{diag}(\frac12 \pm
\frac12, 1)$ and $c = (\frac12 \pm \frac12, 0)$. Across the slip nothing jumps.

The entries outside of it are products of numbers with radii, and the hull is $I + r(P - I)$ and not
$(1 - r)I + rP$, in which $r$ would be counted twice: for $P = \frac34I$ the one is within $\frac18$ of
$\frac78I$, the other within $\frac78$. */
/* Where (g, z) of a contact is: the disc a point or mu = 0; |z| < g; |z| > g;
   perhaps either, z not zero; anywhere. */
typedef struct {
    number s, zeta, g, z[2], zz;
    double rho_n, rho;
    place at;
} contact;

static bool less(number a, number b)
{
    return number_least(number_plus(b, number_minus(a))) > 0;
}

/* [a]_+ changes by no more than a does. */
static number positive(number a)
{
    return a.v.hi > 0 ? a : (number){{0, 0}, a.error};
}

static contact contact_at(const qvi_box *x, int i)
{
    const qvi_problem *p = x->p;
    const int k = p->slips, at = i * (1 + k);
    contact c = {.rho_n = 1 / p->A[at * (x->N + 1)], .rho = k * x->rho[i]};
    c.zeta = number_sub(x->l[at], number_of(c.rho_n), x->w[at]);
    c.s = number_least(c.zeta) > 0                 ? ONE
          : number_least(number_minus(c.zeta)) > 0 ? number_of(0)
                                                   : SOME;
    c.g = number_times(number_of(p->mu[i]), positive(c.zeta));
    c.zz = number_of(0);
    for (int j = 0; j < k; j++) {
        const int to = at + 1 + j;
        c.z[j] = number_sub(x->l[to], number_of(c.rho), x->w[to]);
        c.zz = number_add(c.zz, c.z[j], c.z[j]);
    }
    const number gg = number_times(c.g, c.g);
    c.at = p->mu[i] == 0 || number_size(c.s) < 0.5 ? FREE
           : less(c.zz, gg)                        ? INSIDE
           : less(gg, c.zz)                        ? OUTSIDE
           : number_least(c.zz) > 0                ? ACROSS
                                                   : AROUND_ZERO;
    return c;
}

/* c and P of the slip, in space; in the plane c is a sign and P = 0. */
static void outside(int k, const contact *c, number *to)
{
    to[0] = number_of(c->z[0].v.hi > 0 ? 1 : -1);
    if (k == 1)
        return;
    const number one = number_inverse(number_root(c->zz));
    const number q = number_times(c->g, one);
    to[0] = number_times(c->z[0], one);
    to[1] = number_times(c->z[1], one);
    to[2] = number_times(q, number_times(to[1], to[1]));
    to[3] = number_minus(number_times(q, number_times(to[0], to[1])));
    to[4] = number_times(q, number_times(to[0], to[0]));
}

bool qvi_seam_slopes(qvi_box *x)
{
    const int k = x->p->slips;
    bool fine = true;
    for (int i = 0; i < x->p->contacts; i++) {
        const contact c = contact_at(x, i);
        number *to = x->turn + i * QVI_TURN;
        fine = fine && c.rho > 0 && c.rho_n > 0;
        memset(to, 0, QVI_TURN * sizeof *to);
        if (c.at == OUTSIDE || c.at == ACROSS)
            outside(k, &c, to);
        if (c.at == INSIDE)
            to[2] = to[4] = ONE;
        for (int j = 0; j < QVI_TURN && c.at == ACROSS; j++)
            to[j] = j == 2 || j == 4
                        ? number_sub(ONE, SOME,
                                     number_plus(ONE, number_minus(to[j])))
                        : number_times(SOME, to[j]);
        if (c.at == AROUND_ZERO) {
            to[0] = to[1] = (number){{0, 0}, 1};
            to[2] = to[4] = SOME;
            to[3] = (number){{0, 0}, 0.5};
        }
    }
    return fine;
}

number qvi_seam_derivative(const qvi_box *x, int row, int j)
{
    const int N = x->N, k = x->p->slips, i = row / (1 + k), at = i * (1 + k);
    const int r = row - at;
    const number *B = x->B + at * N + j, *D = x->D + at * N + j;
    const number *t = x->turn + i * QVI_TURN;
    const contact c = contact_at(x, i);
    const number normal =
        number_times(c.s, number_sub(B[0], number_of(c.rho_n), D[0]));
    if (r == 0)
        return number_plus(B[0], number_minus(normal));
    const number by = number_times(number_of(x->p->mu[i]), t[r - 1]);
    number sum = number_sub(B[r * N], by, normal);
    for (int l = 1; l <= k; l++) {
        number dz = number_sub(B[l * N], number_of(c.rho), D[l * N]);
        sum = number_sub(sum, t[r + l], dz);
    }
    return sum;
}

/** **At the point** $\Pi$ is known as well as its piece is. Where rounding leaves that open,
$|\Pi(g, z) - z| = [|z| - g]_+ \le [|z|^2 - g^2]_+/g$, and where $g$ may be zero $|\Pi| \le g$. */
number qvi_seam_equation(const qvi_box *x, int row)
{
    const int k = x->p->slips, i = row / (1 + k), r = row - i * (1 + k);
    const contact c = contact_at(x, i);
    number is = x->l[row], off = c.g;
    if (r == 0)
        return number_plus(is, number_minus(positive(c.zeta)));
    if (c.at == FREE)
        return is;
    if (c.at == OUTSIDE)
        return number_sub(is, c.g, x->turn[i * QVI_TURN + r - 1]);
    const double least = number_least(c.g);
    if (c.at == INSIDE || least > 0) {
        off = number_plus(c.zz, number_minus(number_times(c.g, c.g)));
        is = number_plus(is, number_minus(c.z[r - 1]));
    }
    if (c.at != INSIDE)
        is.error =
            number_up(is.error + number_size(off) / (least > 0 ? least : 1));
    return is;
}
