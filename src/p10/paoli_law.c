/**
# Newton's law of impact, and the angle condition

The slides under "Description of the dynamics", from the cones to the energy,
and the slide with the angle condition. They come before the scheme, and no step
asks for the law: in P10 it is what the limit $h \to 0$ has, under the angle
condition, not what a step is told. It is here for whoever asks for the law
itself: `perp impact --law newton`, and the tests. The angle condition, at the
end, is what steps look at.

## From the inclusion to the law

At an instant the force $g$ has no weight, and (MDI) leaves

$$M(q)(\dot q^+ - \dot q^-) = \sum_{a \in J(q)} r_a \nabla f_a, \quad r_a \ge 0,
\qquad \dot q^+ \in T_K(q), \quad \dot q^- \in -T_K(q).$$

Two signs are printed otherwise. The jump is said to lie in $N_K$, but $N_K$ has
the outward directions $-\nabla f_a$: on the line with $f = q$, $M = 1$ a
rebound from $-1$ to $\frac12$ is the jump $\frac32$, and as printed the floor
would pull (erratum 4.2). And $\dot q^-$ is said to lie in $T_K$; a motion that
was in $K$ before $t$ arrives with $(\nabla f_a, \dot q^-) \le 0$ (erratum 4.1).

With one constraint the jump has one unknown, $r$. Newton's $e$ is *defined* by
$(\nabla f, \dot q^+) = -e\,(\nabla f, \dot q^-)$, so

$$r = -(1+e)\frac{(\nabla f, \dot q^-)}{(\nabla f, M^{-1}\nabla f)}, \qquad
\dot q^+ = \dot q^- + M^{-1}\nabla f\, r .$$

The slides print the fraction without the vector $M^{-1} \nabla f$ behind it.

With several constraints a number is not enough, and the slides choose a law.
$T_K$ and $N_K^* = M^{-1}N_K$ (written but not defined there, erratum 4.9) are
polar cones in the metric: for $w \in T_K$ and $x = -M^{-1}\sum\lambda_a \nabla
f_a$ is $(w, x)_M = -\sum\lambda_a(\nabla f_a, w) \le 0$. So by Moreau each
velocity is the sum $\dot q^- = T + N$ of its two projections, with $(T, N)_M =
0$, and the law reverses the part that the constraints do not allow:

$$\dot q^+ = T - eN = -e\dot q^- + (1+e)T .$$

The middle is (Newton), the right side (1) and (P5).

## What is computed

One projection. $T$ minimises $|u - \dot q^-|_M$ over $\{n u \ge 0\}$, which is
the complementarity problem

$$T = \dot q^- + M^{-1}n^T\lambda, \qquad
0 \le \lambda \perp n M^{-1} n^T \lambda + n \dot q^- \ge 0 .$$

Then $N = \dot q^- - T$, and $\dot q^+ = \dot q^- + (1+e) M^{-1}n^T\lambda$, so
the impulses are $r = (1+e)\lambda$. The problem always has a solution: 0 lies
in $T_K$, so there is a nearest point, and linear constraints need no more for
multipliers. Gradients may depend on each other, as they do for a wall that is
given twice; then $\lambda$ is one of many, while $T$ is still one point. All is
in fractions; for $p$ constraints and $v$ velocities $p$ solutions with the
factors of $M$, $p^2v/2$ products and one Lemke.

## One constraint

The pair of the case `clearance`: masses 2 and 1 on a line, $f = 1 + q_1 - q_2$,
so $\nabla f = (1, -1)$, and $\dot q^- = (0, 1)$. Then $n\dot q^- = -1$,
$nM^{-1}n^T = \frac12 + 1 = \frac32$, $\lambda = \frac23$, and

$$T = (0, 1) + \tfrac23(\tfrac12, -1) = (\tfrac13, \tfrac13), \qquad
N = (-\tfrac13, \tfrac23), \qquad (T, N)_M = -\tfrac29 + \tfrac29 = 0 .$$

$T$ is the common velocity, and $\dot q^+ = (\frac13, \frac13) - e(-\frac13,
\frac23)$: for $e = 1$ it is $(\frac23, -\frac13)$, with the momentum $\frac43 -
\frac13 = 1$ and the energy $\frac12$ of before. $|T|_M^2 = \frac13$ and
$|N|_M^2 = \frac23$ are the energies of the common and of the relative motion,
twice; restitution acts on the second. The vector $M^{-1}\nabla f$ that the
slides leave out is $(\frac12, -1)$: without it there is no momentum to speak
of.

## An example, and why there is an angle condition

The obtuse corner of the case `corner`: $M = I$, $\nabla f_1 = (0, 1)$, $\nabla
f_2 = (\frac45, \frac35)$, $\dot q^- = (-1, -2)$, $e = 1$. Then

$$A = \begin{bmatrix} 1 & \frac35 \\ \frac35 & 1 \end{bmatrix}, \quad
b = \begin{bmatrix} -2 \\ -2 \end{bmatrix}, \quad
\lambda = \begin{bmatrix} \frac54 \\ \frac54 \end{bmatrix}, \quad
T = \dot q^- + \tfrac54 (0, 1) + \tfrac54 (\tfrac45, \tfrac35) = 0 ,$$

so $N = \dot q^-$ and $\dot q^+ = (1, 2)$. Who meets the floor an instant
earlier has $(-1, 2)$ behind it, and that parts from the wall, since $-\frac45 +
\frac65 > 0$: no second impact. Who meets the wall earlier has $\dot q^- +
4(\frac45, \frac35) = (\frac{11}5, \frac25)$, which parts from the floor. Three
outcomes of the same energy, $|\dot q^+|^2 = 5$, from positions as near as one
likes: no continuity.

The cause is $A_{12} \ne 0$: a push at one wall changes the speed at the other.
When the angle condition asks for $A_{ab} = 0$, the problem falls into $p$
problems of one number, $\lambda_a = \max(0, -b_a)/A_{aa}$; then it does not
matter which wall is first. For $e = 0$ the sign $A_{ab} \le 0$ is enough: a
push at $a$ never takes away the approach to $b$. $A$ is made for every step
with two constraints anyway, so a run can look at it for nothing.
*/
#include "number/rational.h"
#include "p10/paoli.h"
#include "lcp/solve/mlcp.h"

/** What the law needs while it works: the factors of $M$, and in one array $B$
($p \times v$, the rows of $M^{-1}n^T$, m/s per N s), $A$ ($p \times p$, m/s per
N s) and $b$ ($p$, m/s). */
typedef struct {
    paoli_exact_metric m;
    lcp_exact_answer x;
    mpq_t *B, *A, *b, zero, one;
    size_t count; /* numbers in B, A and b */
    int answered;
} law;

static perp_status law_begin(arena *a, const paoli_exact_data *d, law *k)
{
    const size_t p = (size_t)d->p, v = (size_t)d->nv;
    mpq_inits(k->zero, k->one, NULL);
    mpq_set_ui(k->one, 1, 1);
    PERP_TRY(paoli_exact_metric_new(a, d->nv, &k->m));
    if ((k->B = rational_array(a, p * v + p * p + p)) == NULL)
        return PERP_NO_MEMORY(p * v * sizeof(mpq_t));
    k->count = p * v + p * p + p;
    k->A = k->B + p * v;
    k->b = k->A + p * p;
    PERP_TRY(paoli_exact_factor((const mpq_t *)d->M, &k->m));
    PERP_TRY(lcp_exact_answer_new(a, 0, d->p, &k->x));
    k->answered = 1;
    return PERP_SUCCESS;
}

static void law_end(const paoli_exact_data *d, law *k)
{
    if (k->answered)
        lcp_exact_answer_clear(0, d->p, &k->x);
    rational_clear(k->B, k->count);
    paoli_exact_metric_clear(&k->m);
    mpq_clears(k->zero, k->one, NULL);
}

/** $\operatorname{Proj}_M(T_K, \dot q^-)$ and the multipliers of the
projection. The step's own problem serves: with $f = 0$, $h = 1$, $e = 0$ it
projects a velocity on $\{n w \ge 0\}$. $h$ has no meaning here: gaps that are 0
stay 0 divided by anything. The recovered velocity, with $e = 0$ the projection
itself, goes to `after`, which the caller overwrites. */
static perp_status project(arena *a, const paoli_exact_data *d, law *k,
                           paoli_impact *out)
{
    const paoli_exact still = {k->zero, k->zero, k->one};
    int fallback;
    for (int i = 0; i < d->nv; i++)
        mpq_set(out->tangent[i], d->v[i]);
    for (int i = 0; i < d->p; i++)
        mpq_set_ui(d->f[i], 0, 1);
    paoli_pose_exact(&still, d, &k->m, (const mpq_t *)out->tangent, k->B, k->A,
                     k->b);
    lcp_exact_problem q = {0, d->p, (const mpq_t *)k->A, (const mpq_t *)k->b};
    PERP_TRY(mlcp_prove(&q, NULL, a, &k->x, &fallback));
    paoli_recover_exact(&still, d, (const mpq_t *)k->B, k->x.z, out->tangent,
                        out->after);
    return PERP_SUCCESS;
}

/** The impact law

$$\dot q^+ = -e \operatorname{Proj}_M(M^{-1}N_K, \dot q^-) +
\operatorname{Proj}_M(T_K, \dot q^-).$$

What the projection on $T_K$ takes away is the other part of Moreau's
decomposition, and $-e$ times it comes back. With $e = 0$ these are the standard
inelastic shocks; with one active constraint it is the formula with the
fraction.

| | then |
|---|---|
| $n\dot q^- \ge 0$, nothing approaches | $\lambda = 0$, $T = \dot q^-$, $\dot q^+ = \dot q^-$ |
| $e = 0$ | $\dot q^+ = T$, the nearest velocity that is allowed (standard) |
| $e = 1$ | $\dot q^+ = T - N$, a reflection: $\lvert\dot q^+\rvert_M = \lvert\dot q^-\rvert_M$ |
| $\dot q^- \in -T_K$ and the angle condition | each wall as if it were alone |

A $\dot q^-$ that parts from one wall and approaches another is outside of (2).
The law answers all the same, and where the wall that parted is reached by the
others' push its $e$ acts on a velocity that was no approach.

Implements P10 (single), (Newton), (standard), (1). */
perp_status paoli_newton(arena *a, mpq_srcptr e, const paoli_exact_data *d,
                         paoli_impact *out)
{
    arena_mark here = arena_here(a);
    law k = {0};
    perp_status s = law_begin(a, d, &k);
    if (s.code == PERP_OK)
        s = project(a, d, &k, out);
    for (int i = 0; i < d->nv && s.code == PERP_OK; i++) {
        mpq_sub(out->normal[i], d->v[i], out->tangent[i]);
        mpq_mul(out->after[i], e, out->normal[i]);
        mpq_sub(out->after[i], out->tangent[i], out->after[i]);
    }
    mpq_add(k.one, k.one, e);
    for (int i = 0; i < d->p && s.code == PERP_OK; i++)
        mpq_mul(out->impulse[i], k.one, k.x.z[i]);
    law_end(d, &k);
    arena_release(a, here);
    return s;
}

/** $x^T M y$. */
static void metric(const paoli_exact_data *d, const mpq_t *x, const mpq_t *y,
                   mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv; i++)
        for (int j = 0; j < d->nv; j++) {
            mpq_mul(t, d->M[i * d->nv + j], x[i]);
            mpq_mul(t, t, y[j]);
            mpq_add(out, out, t);
        }
    mpq_clear(t);
}

static void row_dot(const paoli_exact_data *d, int a, const mpq_t *x,
                    mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv; i++) {
        mpq_mul(t, d->n[a * d->nv + i], x[i]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/** $M(\dot q^+ - \dot q^-) = \sum_a r_a \nabla f_a$ with $r \ge 0$: the jump
lies in $-N_K$ (erratum 4.2). */
static perp_status check_jump(const paoli_exact_data *d,
                              const paoli_impact *out)
{
    mpq_t x, t;
    mpq_inits(x, t, NULL);
    int good = 1;
    for (int i = 0; i < d->nv; i++) {
        mpq_set_ui(x, 0, 1);
        for (int j = 0; j < d->nv; j++) {
            mpq_sub(t, out->after[j], d->v[j]);
            mpq_mul(t, t, d->M[i * d->nv + j]);
            mpq_add(x, x, t);
        }
        for (int a = 0; a < d->p; a++) {
            mpq_mul(t, d->n[a * d->nv + i], out->impulse[a]);
            mpq_sub(x, x, t);
            good = good && mpq_sgn(out->impulse[a]) >= 0;
        }
        good = good && mpq_sgn(x) == 0;
    }
    mpq_clears(x, t, NULL);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED, "M (q'+ - q'-) is not in -N_K");
}

/** $0 \le r_a \perp (\nabla f_a, \dot q^+ + e \dot q^-) \ge 0$: what (1)
becomes once the jump lies in $-N_K$. The slides, which write $\mu_a = -r_a$,
say that (1) "reduces" to it; it is the same. By (1) the point $T = (\dot q^+ +
e\dot q^-)/(1+e)$ is the projection of $\dot q^-$ on the cone $T_K$, and a point
is that if and only if

$$T \in T_K, \qquad \dot q^- - T \in M^{-1}N_K, \qquad (T, \dot q^- - T)_M = 0 .$$

The first is $(\nabla f_a, \dot q^+ + e\dot q^-) \ge 0$. Since $\dot q^- - T =
(\dot q^- - \dot q^+)/(1+e) = -M^{-1}\sum r_a\nabla f_a/(1+e)$, the second is $r
\ge 0$, and the third says that $\sum r_a (\nabla f_a, \dot q^+ + e\dot q^-) =
0$, a sum of numbers that are not negative: each is 0. So the jump and this one
together are sufficient, and know nothing of factors or of Lemke. In the corner
above both sides are 0: $\dot q^+ + e\dot q^- = 0$. */
static perp_status check_restitution(mpq_srcptr e, const paoli_exact_data *d,
                                     const paoli_impact *out)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    int good = 1;
    for (int a = 0; a < d->p && good; a++) {
        row_dot(d, a, (const mpq_t *)out->after, x);
        row_dot(d, a, (const mpq_t *)d->v, y);
        mpq_mul(y, y, e);
        mpq_add(x, x, y);
        good = mpq_sgn(x) >= 0 &&
               (mpq_sgn(x) == 0 || mpq_sgn(out->impulse[a]) == 0);
    }
    mpq_clears(x, y, NULL);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED,
                            "an impulse acts where q'+ + e q'- opens, or the "
                            "opening is negative");
}

/** Moreau: the two parts are orthogonal in the metric and add up to $\dot q^-$;
so $2\mathcal E^+ = |T|^2 + e^2 |N|^2$, which is at most $2\mathcal E^- = |T|^2 +
|N|^2$ for $e \le 1$. This is the slides' mechanical consistency: it holds of the
law. A step of the scheme is not bound by it (erratum 4.14).

$\dot q^+$ and $r$ are settled by the two checks before. Of $T$ and $N$ this one
asks that they split $\dot q^-$ orthogonally, have these energies, which is
(energyplus), and are the law's: $\dot q^+ = T - eN$. With $T + N = \dot q^-$ that
leaves one $T$, so $T \in T_K$ need not be asked once more. Without it the mirror
image of $T$ beside $\dot q^-$ would do: it has the length and the right angle. */
static perp_status check_energy(mpq_srcptr e, const paoli_exact_data *d,
                                const paoli_impact *out)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    metric(d, (const mpq_t *)out->tangent, (const mpq_t *)out->normal, x);
    int good = mpq_sgn(x) == 0;
    for (int i = 0; i < d->nv; i++) {
        mpq_add(x, out->tangent[i], out->normal[i]);
        good = good && mpq_equal(x, d->v[i]);
        mpq_mul(x, out->normal[i], e);
        mpq_sub(x, out->tangent[i], x);
        good = good && mpq_equal(x, out->after[i]);
    }
    metric(d, (const mpq_t *)out->normal, (const mpq_t *)out->normal, x);
    mpq_mul(x, x, e);
    mpq_mul(x, x, e);
    metric(d, (const mpq_t *)out->tangent, (const mpq_t *)out->tangent, y);
    mpq_add(x, x, y);
    metric(d, (const mpq_t *)out->after, (const mpq_t *)out->after, y);
    good = good && mpq_equal(x, y);
    mpq_clears(x, y, NULL);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED,
                            "T and N are not the law's, or the energy after "
                            "the impact is not |T|^2/2 + e^2 |N|^2/2");
}

/** Implements P10 (energyplus), (2), (jump), (comp). */
perp_status paoli_newton_check(mpq_srcptr e, const paoli_exact_data *d,
                               const paoli_impact *out)
{
    PERP_TRY(check_jump(d, out));
    PERP_TRY(check_restitution(e, d, out));
    return check_energy(e, d, out);
}

/** $(\nabla f_a, M^{-1} \nabla f_b) \le 0$, and $= 0$ when $e \ne 0$, for all
$a \ne b$ in a step's problem: its matrix holds these numbers already. The
slides ask it of all active constraints at every $q \in \partial K$; a step sees
only the pairs that meet in its problem. So a violation that is found is one,
and none found says only that this run met none.

Implements P10 (angle). */
int paoli_angle_exact(mpq_srcptr e, int p, const mpq_t *A, int *a, int *b)
{
    for (*a = 0; *a < p; ++*a)
        for (*b = *a + 1; *b < p; ++*b) {
            int sign = mpq_sgn(A[*a * p + *b]);
            if (sign > 0 || (sign < 0 && mpq_sgn(e) != 0))
                return 0;
        }
    return 1;
}
