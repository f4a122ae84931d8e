/**
# The inclusion of section 8, for two rows

Theorem 8.4 says that limits of runs solve the inclusion (6.11). Its proof goes through a reduced
velocity $w$, $v = \nu u + \nu_\perp w$, because only across the joints is the cone of contacts
pointed in the plain sense (Remark 3.6). A limit cannot be computed. What can is the equation that
the limit is taken of: (8.21), for two consecutive rows without a collision, with all that the
paper hides in $O(h)$ left out. Its defect, divided by what it should be of the order of, stays
bounded when $h$ is halved, or the derivation is wrong: (8.19) is, as printed.

*(8.19) on a circle.* One joint, $\nu = (\cos\theta, \sin\theta)$, $\nu_\perp = (-\sin\theta,
\cos\theta)$, $w = w^- = 1$, from $\theta$ to $\theta + \delta$. $\nu_\perp - \nu_\perp^-$ is
$(1-\cos\delta)\nu_\perp - \sin\delta\,\nu$, the turning is $-\sin\delta\,\nu$. With the plus sign
the defect is $1 - \cos\delta$, with the printed minus about $2\sin\delta$: for $\delta = 0.01$
that is $5.0\cdot10^{-5}$ and $2.0\cdot10^{-2}$, of second order and of first.

*(8.10) with an $F$ that is no linear function.* One number, $F(v) = v^2$, $\alpha = \frac12$,
$v^l = 1$, $v^{l-1} = 3$, so $x = 2$: $\frac12F(3) = \frac92$ stands where $F(2) - \frac12F(1) =
\frac72$ should. With $F(v) = v$ both are $\frac32$.
*/
#include "gap08/bounds/inclusion.h"

#include "cone/range.h"
#include "number/dense.h"

#include <math.h>
#include <string.h>

/* to += c A x */
static void add_image(int n, mpq_srcptr c, const mpq_t *A, const mpq_t *x,
                      mpq_t *to)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (mpq_sgn(A[i * n + j]) == 0 || mpq_sgn(x[j]) == 0)
                continue;
            mpq_mul(t, A[i * n + j], x[j]);
            mpq_mul(t, t, c);
            mpq_add(to[i], to[i], t);
        }
    mpq_clear(t);
}

/** ## The Coriolis terms, (8.10)

The Coriolis terms of two steps, weighted, are the one at the weighted
velocity and a rest that vanishes with $h$:

$$\alpha F(v^l) v^{l+1,\alpha} + (1-\alpha) F(v^{l-1}) v^{l,\alpha}
= F(v^{l,\alpha}) v^{l,\alpha} + \alpha F(v^l)(v^{l+1,\alpha} - v^{l,\alpha}),$$

because $F$ is linear: $(1-\alpha) F(v^{l-1}) = F(v^{l,\alpha}) - \alpha F(v^l)$.
With an $F$ that is not, the defect says so.

What it is good for: $F(v^{l,\alpha})v^{l,\alpha}$ has the same velocity twice, and that
velocity converges; $F(v^l)v^{l+1,\alpha}$ has the plain one in it, which for $\alpha =
\frac12$ may swing for ever. The last term has $v^l$ too, times a difference whose sum is
bounded (Theorem 7.1), so after multiplication with $h$ nothing of it is left. 
Implements GAP08 (8.10). */
void coriolis_defect(const coriolis_pair *p, mpq_t *out)
{
    const int n = p->nv;
    mpq_t c;
    mpq_init(c);
    for (int i = 0; i < n; i++)
        mpq_set_ui(out[i], 0, 1);
    add_image(n, p->alpha, p->F, p->x_next, out);
    mpq_set_ui(c, 1, 1);
    mpq_sub(c, c, p->alpha);
    add_image(n, c, p->F_before, p->x, out);
    mpq_set_si(c, -1, 1);
    add_image(n, c, p->G, p->x, out);
    add_image(n, p->alpha, p->F, p->x, out);
    mpq_neg(c, p->alpha);
    add_image(n, c, p->F, p->x_next, out);
    mpq_clear(c);
}

perp_status frame_new(arena *a, int nv, int m, frame *out)
{
    size_t n = (size_t)nv;
    double *x = arena_take(a, n * n + 1, sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *x);
    *out = (frame){nv, m, x, x + m * nv};
    return PERP_SUCCESS;
}

/** $x$ made orthogonal to `rows` orthonormal rows, twice for the last bits, and of length
one. Once leaves a part of the size of rounding over what is left of $x$; when $\nu$ has a
joint that nearly depends on the others, that is all of it, and a second time mends it. */
static void straighten(int n, int rows, const double *row, double *x)
{
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < rows; k++) {
            double c = dense_dot(n, row + k * n, x);
            for (int i = 0; i < n; i++)
                x[i] -= c * row[k * n + i];
        }
    double length = sqrt(dense_dot(n, x, x));
    for (int i = 0; i < n && length > 0; i++)
        x[i] /= length;
}

/* `along`, in front of `across`, is an orthonormal basis of the joints. */
static void set_along(const double *nu, frame *f)
{
    const int n = f->nv;
    memcpy(f->along, nu, (size_t)(f->m * n) * sizeof *nu);
    for (int k = 0; k < f->m; k++)
        straighten(n, k, f->along, f->along + k * n);
}

void frame_begin(const double *nu, double *work, frame *out)
{
    set_along(nu, out);
    range_perp(out->nv, out->m, nu, out->across, work);
}

/** ## Frames

The paper takes a smooth $\tilde\nu_\perp(q)$ for granted; over all of a sphere
there is none (erratum 0-48). Along a run one is enough: each frame is the one
before, made orthogonal to the new joints and orthonormal again. What
Gram and Schmidt change beyond the projection is of second order.

For the spherical pendulum $\nu$ is the unit vector of the string, and $\nu_\perp$ two
tangent vectors of the sphere: a smooth choice of them everywhere would be a field of
directions without a zero, and the sphere has none. A path has: what is carried along is
the parallel transport of the two, and a pendulum that comes back to where it was has its
frame turned by the area that it went around. Nothing here compares frames of different
rounds, only neighbours.

The projection takes from each old vector $a$ its part $\nu\nu^Ta$ (unit $\nu$), first
order in the turn $\delta$; the lengths are then short by $\delta^2/2$, and the products
of two of them wrong by $\delta^2$, which is what is mended. */
void frame_carry(const frame *from, const double *nu, frame *out)
{
    const int n = from->nv;
    set_along(nu, out);
    memcpy(out->across, from->across, (size_t)((n - from->m) * n) * sizeof *nu);
    for (int k = from->m; k < n; k++) /* along and across are one array */
        straighten(n, k, out->along, out->along + k * n);
}

/** $v = \nu u + \nu_\perp w$, so $w = \nu_\perp^T v$.

Implements GAP08 (3.6), (8.1). */
void frame_part(const frame *f, const double *x, double *w)
{
    for (int k = 0; k < f->nv - f->m; k++)
        w[k] = dense_dot(f->nv, f->across + k * f->nv, x);
}

void frame_vector(const frame *f, const double *w, double *out)
{
    for (int i = 0; i < f->nv; i++) {
        out[i] = 0;
        for (int k = 0; k < f->nv - f->m; k++)
            out[i] += w[k] * f->across[k * f->nv + i];
    }
}

/** The second term of (8.2), $\frac{\partial}{\partial q}(\nu_\perp w)\,v\,dt$:
with constant $w$ the vector $a = \nu_\perp w$ has to stay across the joints while
they turn. From $\nu^T a = 0$ follows $\nu^T \dot a = -\dot\nu^T a$, and a frame
carried along has no other part, so $\dot a = -\nu(\nu^T\nu)^{-1}\dot\nu^T a$. In
a step $\dot\nu^T a\,h$ is $(\nu - \nu^-)^T a^- = \nu^T a^-$ up to $O(h^2)$.

On the unit circle this is the centripetal acceleration: $\nu = (\cos\theta, \sin\theta)$,
$a = w\,(-\sin\theta, \cos\theta)$, $\dot a = -w\dot\theta\,\nu$, and with $w =
\dot\theta$ its size is $w^2$. It points along the joint, so $\nu_\perp^TM\dot a = 0$ for
$M = I$, and (8.4) for one mass has nothing of it. With a mass that is different in
different directions it does, $\nu_\perp^TM\nu \ne 0$, and that is the only place where
the second term of (8.6) is seen. 
Implements GAP08 (8.2). */
void frame_turn(const frame *to, const double *vector, double *out)
{
    const int n = to->nv;
    memset(out, 0, (size_t)n * sizeof *out);
    for (int k = 0; k < to->m; k++) {
        double c = dense_dot(n, to->along + k * n, vector);
        for (int i = 0; i < n; i++)
            out[i] -= c * to->along[k * n + i];
    }
}

/** $$\nu_\perp w - \nu_\perp^- w^- = \nu_\perp (w - w^-) +
h\,\frac{\partial}{\partial q}(\nu_\perp w^-)\,v + O(h^2).$$

Line one is printed with an equals sign where the minus belongs (erratum 0-32),
lines two and three with the wrong sign and a transpose too many (0-33). The
length of the difference of both sides.

Implements GAP08 (8.19). */
double frame_defect(const reduced_pair *p, double *work)
{
    const int n = p->to->nv;
    double *w = work, *a = work + n, *t = work + 2 * n, sum = 0;
    frame_part(p->from, p->before, w);
    frame_vector(p->from, w, a); /* nu_perp- w- */
    frame_turn(p->to, a, t);
    for (int i = 0; i < n; i++)
        t[i] = -a[i] - t[i];
    frame_vector(p->to, w, a); /* nu_perp w- */
    for (int i = 0; i < n; i++)
        sum += (a[i] + t[i]) * (a[i] + t[i]);
    return sqrt(sum);
}

/** ## The same times the mass

(8.20) is $\nu_\perp^TM$ times (8.19). A defect of (8.19) that points along a joint is seen
here as far as $\nu_\perp^TM\nu$ is not zero, and one across the joints with the mass that it
has. On the circle of the page's head the defect of (8.19) is $(1 - \cos\delta)\nu_\perp w$ and
nothing along $\nu$, so (8.20) leaves $m(1 - \cos\delta)|w|$ for a point mass $m$: second order
again. The printed sign makes $2\sin\delta$ along $\nu$, which a mass like $M = I$ does not see
at all. So erratum 0-33 is decided by (8.19), and by (8.20) only where $M$ mixes.

Implements GAP08 (8.20). */
double frame_mass_defect(const reduced_pair *p, double *work)
{
    const int n = p->to->nv, k = n - p->to->m;
    double *w = work, *a = work + n, *t = work + 2 * n, *z = work + 3 * n;
    double sum = 0;
    frame_part(p->from, p->before, w);
    frame_vector(p->from, w, a);
    frame_turn(p->to, a, t);
    frame_vector(p->to, w, z);
    for (int i = 0; i < n; i++)
        t[i] = z[i] - a[i] - t[i];
    for (int i = 0; i < n; i++)
        z[i] = dense_dot(n, p->M + i * n, t);
    frame_part(p->to, z, w);
    for (int i = 0; i < k; i++)
        sum += w[i] * w[i];
    return sqrt(sum);
}

/** ## What joints turn by along the motion

(8.16) is Taylor's formula for $\nu^Tx$ along the step, and (8.17) the same where $\nu^Tx = 0$
at its beginning: the component of the weighted velocity along the joints of the *next* row
is $h\,x^T\Theta''x + O(h^2)$, and so $u = O(h)$. The second derivative is not at hand, but
$\Theta$ is, at both ends: with $q^{l+1} = q^l + hx$

$$\Theta^{l+1} - \Theta^l = h\,\nu^Tx + \tfrac12h^2\,x^T\Theta''x + O(h^3), \qquad
h\,x^T\Theta''x = 2\Bigl(\frac{\Theta^{l+1} - \Theta^l}h - \nu^Tx\Bigr) + O(h^2).$$

So the formula is asked of four numbers of a run, and what it leaves is a sixth of the third
derivative along $x$, $\frac{h^2}6D^3\Theta[x, x, x]$: nothing for a joint that is a quadratic
function, like a string; $h^2x^3$ for $\Theta = q^3$, without a remainder. The rounding of
$\Theta$ is divided by $h$ here, and by $h^3$ where the defect is reported.

Implements GAP08 (8.16), (8.17). */
double joints_bend_defect(const joints_bend *p)
{
    double most = 0;
    for (int k = 0; k < p->m; k++) {
        const double before = dense_dot(p->nv, p->nu_before + k * p->nv, p->x);
        const double after = dense_dot(p->nv, p->nu + k * p->nv, p->x);
        const double rise = (p->theta[k] - p->theta_before[k]) / p->h;
        most = fmax(most, fabs(after - before - 2 * (rise - before)));
    }
    return most;
}

/** ## The reduced equation

The inclusion of Definition 8.1 for a pair of steps, in the form of (8.21):

$$(\nu_\perp^T M \nu_\perp)(w - w^-) - h k_{w,\perp} - \nu_\perp^T z, \qquad
k_{w,\perp} = \nu_\perp^T\left(k - M \tfrac{\partial}{\partial q}(\nu_\perp w)\,
\nu_\perp w\right),$$

with the weighted impulse $z$ of the two steps, which lies in the cone up to
$O(h)$ times itself (erratum 0-31). Its length is $O(h^2) + O(h |v - v^-|)$:
divided by $h$ it goes to zero where the velocity does not jump: that is (8.21), whose
$O(|v - v^-|) + O(h)$ is this defect over $h$, and in which $\hat k_{w,\perp}$ of (8.22) is
the force of the two steps less what the frame turns by. (8.20) and (8.22) carry the
transpose of erratum 0-33.

The code does not form $\nu_\perp^TM\nu_\perp$. With $a = \nu_\perp(w - w^-)$ and the turning $t =
h\frac\partial{\partial q}(\nu_\perp w^-)v$ it takes $\nu_\perp^T(M(a + t) - e - z)$, $e$ the
weighted impulse of the forces: the same, with $k_w$ of (8.6) split into its two terms. That
$M(\nu u - \nu^-u^-)$ may be left out is (8.18).

The bead on a circle of radius 1 by hand: $\nu_\perp = (-\sin\theta, \cos\theta)$, $M =
I$, so that $\nu_\perp^TM\nu_\perp = 1$, $w$ is the angular velocity and $k_w$ along
$\nu_\perp$ is the tangential force: (8.4) is $\dot w = -g\cos\theta$, the pendulum (with
$\theta$ from the horizontal), and the string is gone. With a wall the cone $FC_r$ is the
half-line that the wall's normal makes along $\nu_\perp$, or both of them with friction.
For two rows the defect is what the direction of $k$ changes on the way, $gh\cdot
h\dot\theta$ and the like: divided by $h^2$ it is a number like $g\,\dot\theta$ times a
weight, and not one that $h$ changes. 
Implements GAP08 (8.4), (8.5), (8.6), (8.18), (8.21), (8.22). */
double reduced_defect(const reduced_pair *p, double *work)
{
    const int n = p->to->nv, k = n - p->to->m;
    double *w = work, *v = work + n, *a = work + 2 * n, *t = work + 3 * n;
    double sum = 0;
    frame_part(p->from, p->before, v);
    frame_vector(p->from, v, a);
    frame_turn(p->to, a, t);
    frame_part(p->to, p->after, w);
    for (int i = 0; i < k; i++)
        w[i] -= v[i];
    frame_vector(p->to, w, a);
    for (int i = 0; i < n; i++)
        a[i] += t[i]; /* nu_perp (w - w-) + turn */
    for (int i = 0; i < n; i++)
        t[i] = dense_dot(n, p->M + i * n, a) - p->force[i] - p->impulse[i];
    frame_part(p->to, t, w);
    for (int i = 0; i < k; i++)
        sum += w[i] * w[i];
    return sqrt(sum);
}
