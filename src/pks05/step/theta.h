/**
# The scheme with compliant contact, PKS05

One step of (16), from $q, v, \delta$ to $v', \delta'$ and the forces $\lambda$ between
them. Everything that depends on the position is frozen at the step's beginning;
the force is given by its tangent, which is the force itself when it is affine.
A step is posed either as a problem for $\lambda$ alone, in doubles, or over the
rationals in the mixed form.

**The order.** Section 3 of the paper ends with (16), section 4 begins by taking it
apart, and so does this room:

1. (15) says what a force does to the velocity: $v' - v = h \tilde M^{-1}(f +
   \mathbf\Gamma^\top\lambda)$ on the tangent of the force. Proposition 3 calls this
   $v^h(e)$ with $e = \mathbf\Gamma^\top\lambda$ and proves that it exists for small $h$; here
   $\tilde M$ is factored, and a step that is too long for its force is one with a
   singular $\tilde M$.
2. (17) says what it does to the deformation: $\delta' - \delta = h S(\lambda - \mathbf
   K\delta)$, $S = (h\mathbf K + \mathbf C)^{-1}$.
3. Both together make the slip a function $s(\lambda) = A\lambda + b$ of the force, and
   what is left of (16) is contact and friction between $\lambda$ and $s$: the problem of
   Lemma 4, for which `cone/qvi.h` is. `theta_pose` goes to it and `theta_recover`
   comes back.
4. What came back is put into (16) as it is printed (`theta_look`,
   `theta_exact_check`), by code that knows nothing of $A$ and $b$.

The positions are not in it: $q' = q + h\Gamma v^\theta$ is known when $v'$ is.

**What is frozen.** $M$, $\Gamma$, $\mathbf\Gamma$, $\Phi$, $\mathbf K$, $\mathbf C$ are
those of $q^j$; only the force is taken at $\theta$. The paper gives the reason after
(16): with $\theta$ in them the step would not be linear up to contact and friction. The
prices are three. The gap of the step is $\Phi(q^j) + h\mathbf\Gamma_nv^\theta$ and not
$\Phi(q^{j+1})$, so the surface may sink in by the curvature of $\Phi$, $c_qh$ a step in
(23), and the next step takes it back. The energy of the identity in `theta_check.c` is
that of the frozen $M$ and $\mathbf K$. And $\theta = \frac12$ is of second order only
where no contact and no frozen matrix spoils it; with contacts it is one.

**The weight.** $\theta$ weights the old value (erratum 3.1). $\theta = 0$ is the implicit end,
$\theta = 1$ the explicit one. Then $1 - \theta = 0$, $\tilde M = M$ and $A = S$: the slip of
the step does not see what the force does to the velocity, and without the
compliance in $S$ the force would be undetermined.

**One step by hand.** `cases/PKS05/ball.lua`: $m = 1$ kg falls with 1 m/s on a floor of
1000 N/m and 10 N s/m, $f = -10$ N, $h = 10^{-3}$ s, $\theta = 0$, $\Phi = \delta = 0$. So
$h\mathbf K + \mathbf C = 11$ and

$$A = \tfrac1{11} + \tfrac1{1000} = \tfrac{1011}{11000}, \qquad
b = -1 - \tfrac1{100} = -\tfrac{101}{100}, \qquad
\lambda = -\frac bA = \tfrac{11110}{1011} \approx 10.99\ \text{N}.$$

Back: $v' = v + h(f + \lambda) = -\frac{1010}{1011}$, $\delta' = h\lambda/11 = \frac{101}{101100}$,
and the surface has followed the ball, $\delta' + hv' = 0$.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>
#include <stddef.h>

/** What a step is posed from. Contacts have the rows n, t (slips = 1) or n, t, o
(slips = 2), each contact's together; $R = p\,(1 + \text{slips})$. The paper orders the
other way, all normal rows before all tangential ones, so that its blocks $K_{nn}$,
$K_{nt}$ are every $(1 + \text{slips})$-th row and column here. Matrices by rows,
borrowed. On the tangent the force at $v^\theta$ is $f + J(v^\theta - v)$: f is the value
at the old velocity, J the whole change with $v^\theta$, that of $q^\theta$ included. A
force of the kind $f_0(t) - D v$ has $J = -D$ and $f = f_0(t_{j+1}) - Dv$.

A contact along an angle has N m for N and rad for m in its rows; the sums of the
room do not mix rows but in norms. `theta_pose` and `theta_recover` trust the
shapes and that numbers are finite; `theta_definite` asks for (C) and (D). */
typedef struct {
    int nv, p, slips;
    double h, theta;         /* s; [0, 1]: the weight of the old value */
    const double *M, *J;     /* nv x nv; J = F_v + (1 - theta) h F_q Gamma */
    const double *f;         /* nv, N */
    const double *rows;      /* R x nv: Gamma of PKS05 */
    const double *K, *C;     /* R x R: N/m, N s/m */
    const double *gap;       /* p: Phi, m */
    const double *mu;        /* p */
    const double *v, *delta; /* nv; R, m */
} theta_data;

static inline int theta_rows(const theta_data *d)
{
    return d->p * (1 + d->slips);
}

/* The step as a problem for lambda, and what is needed on the way back. The
   unit of A is m/(N s), a velocity for a force: its first part, S, is what the
   contact yields, its second what the bodies do. A is positive definite when K
   + C / h is and the force is not too steep, symmetric when J is. */
typedef struct {
    double *A, *b; /* R x R; R: s = A lambda + b, m/s, and in the rows n
                       (Phi + delta_n) / h is in b */
    double *S;     /* R x R: (hK + C)^{-1} */
    double *W;     /* nv x (R + 1): Mt^{-1} (rows', f) */
} theta_posed;

/* Where a step ends; the positions follow from mean. s is formed anew from mean
   and delta' by (8), and not as A lambda + b: so that who looks at the end of a
   step sees the rounding of A and b in it. */
typedef struct {
    double *v, *delta; /* nv; R, m */
    double *mean;      /* nv: v^theta */
    double *s; /* R: the slip, m/s, by (8); its rows n without the gap */
} theta_end;

/* Arrays in the arena. */
perp_status theta_posed_new(arena *a, int nv, int rows, theta_posed *out);
perp_status theta_end_new(arena *a, int nv, int rows, theta_end *out);

/* INPUT when K or C is not symmetric (1e-9, relative) and positive definite or
   M is not; LIMIT when Mt = M - h (1 - theta) J is singular: h is too long.
   Leaves scratch as it was.

   theta_pose costs about R^3 / 6 + R^3 multiplications for S, nv^2 (nv + R) for
   W and R^2 nv for A; theta_recover R (R + nv) times a few. Without contacts (p
   = 0) both are the implicit step of an ODE. */
perp_status theta_definite(const theta_data *d, arena *scratch);
perp_status theta_pose(const theta_data *d, arena *scratch, theta_posed *out);
void theta_recover(const theta_data *d, const theta_posed *x,
                   const double *lambda, theta_end *out);

/* A = L D L' in place, D on the diagonal; returns the first pivot that is not
   positive, plus 1, or 0. And x = A^{-1} x from these factors. */
int theta_factor(int n, double *A);
void theta_solve(int n, const double *A, double *x);

/* Gauss with partial pivoting: B = A^{-1} B, n x m; A is destroyed. 0: A is
   singular. */
int theta_eliminate(int n, int m, double *A, double *B);

/* How far a step is from (16), in doubles. All are pure numbers but the
   energies: a fault is divided by what it is the difference of, so that
   rounding alone leaves some 1e-16, whatever the units of the scene. contact
   and friction are the worst over the contacts. E = v.Mv/2 + delta.K delta/2
   with the M and K of the step's beginning at both ends. */
typedef struct {
    double contact;  /* largest |min(lambda_n, gap')|, each over its scale */
    double friction; /* (7), without a square root; see theta_check.c */
    double identity; /* the energy identity, over the sum of its terms */
    double gained;   /* E' - E, J */
    double work;     /* h v^theta . f, J: of the applied force */
} theta_residual;

/* force: f at (t_{j+1}, q^theta, v^theta), N, from the scene's formula: what
   its tangent missed is in `identity`. */
void theta_look(const theta_data *d, const double *lambda, const theta_end *end,
                const double *force, theta_residual *out);

/** ## Over the rationals

In fractions nothing need be made small, so nothing is eliminated: the unknowns
$v' - v$ and $(\delta' - \delta)/h$ stay in the problem beside the forces, and the step is
a mixed complementarity problem (`lcp/problem`), whose numbers are those of the
scene. The disc is a polygon with the corners $\mu\lambda_n D_k$; in the plane that is
Coulomb's interval itself. For one planar contact under a point of mass ($n_v = 2$,
$p = 1$, slips = 1, $m = 2$) there are 4 free unknowns and the 4 pairs of
$(\lambda_n, \beta_1, \beta_2, \gamma)$. */

/* The same data, shapes and units as in theta_data. `directions` of the
   tangential forces, m x slips, surround zero; m = 2 in the plane: 1, -1.
   They need not be of length one: the polygon has the corners mu lambda_n
   D_k as they are, and (7) and (9) are about that polygon. */
typedef struct {
    int nv, p, slips, m;
    mpq_t *M, *J, *f, *rows, *K, *C, *gap, *mu, *v, *delta, *directions;
    mpq_t h, theta;
    mpq_t *all; /* the arrays, `count` numbers */
    size_t count;
} theta_exact;

/* Numbers zero; ends with theta_exact_clear, which accepts a zeroed one. */
perp_status theta_exact_new(arena *a, const theta_data *shape, int m,
                            theta_exact *out);
void theta_exact_clear(theta_exact *d);

/* INPUT when M, K or C is not symmetric and positive definite. LIMIT: memory.
   Leaves the arena as it was. */
perp_status theta_exact_definite(const theta_exact *d, arena *scratch);

/* The doubles of d; h, theta and directions are left alone. */
void theta_exact_copy(const theta_data *d, theta_exact *out);

static inline int theta_exact_rows(const theta_exact *d)
{
    return d->p * (1 + d->slips);
}

/* The mixed problem: free unknowns v' - v (nv) and (delta' - delta) / h (R),
   then pairs lambda_n (p), beta (p m), gamma (p). */
static inline int theta_exact_free(const theta_exact *d)
{
    return d->nv + theta_exact_rows(d);
}

static inline int theta_exact_pairs(const theta_exact *d)
{
    return d->p * (2 + d->m);
}

/* The step as a problem for lambda alone, as in theta_posed: A (R x R) and b
   (R), initialised by the caller. INPUT when hK + C is singular, LIMIT when Mt
   is, or memory is refused. Leaves the arena as it was. */
perp_status theta_exact_reduce(const theta_exact *d, arena *scratch, mpq_t *A,
                               mpq_t *b);

/* A and b of the mixed problem, of the sizes above, all 0 on entry: A by rows,
   free + pairs each way. Rows: the equations of motion, N s; of the compliance,
   N; then what is complementary to lambda_n, beta, gamma: m/s, m/s, N. */
void theta_exact_pose(const theta_exact *d, mpq_t *A, mpq_t *b);

/* An exact step, the claim that the check is about; numbers initialised by the
   caller. beta are the shares of the corners, N. */
typedef struct {
    mpq_t *v, *delta, *mean; /* nv; R; nv */
    mpq_t *lambda, *s;       /* R each */
    mpq_t *beta;             /* p m */
    mpq_t *work;             /* nv + R: scratch of the check */
} theta_exact_end;

/* From the unknowns z of the mixed problem, as theta_exact_pose orders them.
   What z claims is not asked here: theta_exact_check does. */
void theta_exact_recover(const theta_exact *d, const mpq_t *z,
                         theta_exact_end *out);

/* REFUTED unless the step satisfies (16) and the energy identity, recomputed
   from the data; force: at (t_{j+1}, q^theta, v^theta), or null: the tangent.
   gained, work (or null): E' - E and h v^theta . f, J, known only when nothing
   before them was refuted. x->work is overwritten, the rest of x is read. */
perp_status theta_exact_check(const theta_exact *d, const theta_exact_end *x,
                              const mpq_t *force, mpq_ptr gained, mpq_ptr work);
