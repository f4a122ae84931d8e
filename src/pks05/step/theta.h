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

Line by line, (16) is found here:

| line of (16) | unknown that it gives | used | asked afterwards |
|---|---|---|---|
| motion, (15) | $v'$ from $\lambda$ | `respond` | `check_motion`, the energies |
| kinematics, (15) | $q'$ from $v^\theta$ | the run, `compliant_step.c` | the same |
| slips, (8) | $s$ from $\delta'$ and $v^\theta$ | `theta_recover` | `check_compliance` |
| compliance, (5) | $\delta'$ from $\lambda$, as (17) | `theta_blocks_invert` | `check_compliance`, the energies |
| normal | $\lambda_n$ | `cone/qvi.h` | `contact`, `check_normal` |
| friction, (7) | $\lambda_{to}$ | `cone/qvi.h` | `friction`, `check_friction` |
| ends, (13) | $v^0$ | not here: `ends/shoot.h` | `ends/ends.c` |

The three lines in the middle of the table are equations, each with its own unknown, and
can be solved one behind the other; the two of contact and friction are not, and they are
all that a solver ever sees. The paper leaves open how it is to be done in practice. What
it proves of $s(\lambda)$, monotone with $\sigma_s$ and Lipschitz with $\eta_s$, uniformly
in the state, are here the extreme numbers of one matrix, and `cone/qvi_distance.h`
computes them for each step.

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

**Two supports.** Set the same ball on two such floors at once, both under the one mass. A
rigid model has $\mathbf\Gamma = (1, 1)^\top$ of rank one and cannot say how they share.
Here $\mathbf\Gamma\tilde M^{-1}\mathbf\Gamma^\top$ is a matrix of ones,

$$A = \begin{bmatrix} \frac{1011}{11000} & \frac1{1000} \\
\frac1{1000} & \frac{1011}{11000} \end{bmatrix}, \qquad
\lambda_1 = \lambda_2 = \frac{101/100}{511/5500} = \frac{5555}{511} \approx 10.87\ \text{N},$$

because $S$ is regular whatever the rank of $\mathbf\Gamma$: the compliance decides, and
the paper names this as what a compliant model is for (no assumption on the rank in (A) to
(C)).

**A sliding step by hand.** A point of 1 kg arrives with $v = (1, -1)$ m/s, tangent first,
at a floor with $\mathbf K = 100\,I$, $\mathbf C = 10\,I$, $\mu = \frac12$; $h =
\frac1{10}$ s, $\theta = 0$, $f = 0$, $\Phi = \delta = 0$. In the order n, t: $h\mathbf K +
\mathbf C = 20\,I$, $A = (\frac1{20} + \frac1{10})I = \frac3{20}I$, $b = (-1, 1)$. The
normal row closes with $\lambda_n = \frac{20}3$ N; to stick would take $\lambda_t = -\frac{20}3$
N, beyond $\mu\lambda_n$, so it slips: $\lambda_t = -\frac{10}3$ N, $s_t = 1 -
\frac3{20}\cdot\frac{10}3 = \frac12$ m/s. Behind the step $v' = (\frac23, -\frac13)$ m/s,
$\delta' = (\frac1{30}, -\frac1{60})$ m in n, t. The gap is $-\frac1{30} + \frac1{30} =
0$, the slip $\delta_t'/h + v_x' = -\frac16 + \frac23$ the same $\frac12$: a sixth of the
slip that a rigid floor would see went into the surface. This step comes back in mixed
form below and, for its energies, in `theta_check.c`.
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
    const int *at, *row; /* contacts + 1; the rows of contact c may have
                            entries in row[at[c]] to row[at[c + 1] - 1] */
} theta_pattern;

/** Contacts that $\mathbf K$ and $\mathbf C$ couple, directly or by others: the first of a
contact's block, the next one in it, or $p$, and whether the rows of a block are coupled at
all: of a contact with a number or a list both matrices are diagonal, and `full` of it is 0. */
typedef struct {
    int *first, *next;   /* p */
    unsigned char *full; /* p, at the first of a block */
} theta_blocks;

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
    const theta_pattern *pattern; /* of K and C, both zero elsewhere; or null:
                                     nothing is known of them */
    const theta_blocks *blocks;   /* of K and C; or null: not yet looked for */
} theta_data;

static inline int theta_rows(const theta_data *d)
{
    return d->p * (1 + d->slips);
}

/** The columns in which row $i$ of $\mathbf K$ and $\mathbf C$ may have something, `count` of
them, in rising order. A sum over them is the sum over all to the last bit: what is left
out adds zeros. With a hundred contacts of three rows it has 3 terms and not 300, and the
pass over a matrix 900 and not 90,000. */
static inline int theta_columns(const theta_data *d, int i)
{
    const int c = i / (1 + d->slips);
    const theta_pattern *x = d->pattern;
    return x != NULL ? x->at[c + 1] - x->at[c] : theta_rows(d);
}

/* The k-th of them: of the rows of contact c, and of row i. */
static inline int theta_coupled(const theta_data *d, int c, int k)
{
    const theta_pattern *x = d->pattern;
    return x != NULL ? x->row[x->at[c] + k] : k;
}

static inline int theta_column(const theta_data *d, int i, int k)
{
    return theta_coupled(d, i / (1 + d->slips), k);
}

/* Row i of A, which is K or C, times x. */
static inline double theta_row_times(const theta_data *d, const double *A,
                                     int i, const double *x)
{
    const double *row = A + (size_t)i * (size_t)theta_rows(d);
    const int c = i / (1 + d->slips);
    double sum = 0;
    for (int k = 0, n = theta_columns(d, i); k < n; k++)
        sum += row[theta_coupled(d, c, k)] * x[theta_coupled(d, c, k)];
    return sum;
}

/* x' A y / 2 with A = K or C. */
double theta_energy(const theta_data *d, const double *A, const double *x);

/** The step as a problem for $\lambda$, and what is needed on the way back. The
unit of $A$ is m/(N s), a velocity for a force: its first part, $S$, is what the
contact yields, its second what the bodies do. $A$ is positive definite when $\mathbf
K + \mathbf C/h$ is and the force is not too steep, symmetric when $J$ is.

What a row of it says: $A_{ij}$ is how much faster the surfaces of row $i$ move against
each other when the force of row $j$ is one newton more. The diagonal entry of a soft
contact under a heavy body is nearly all $S$ (the ball: 0.0909 of 0.0919), that of a stiff
one under a light body nearly all $(1-\theta)h/m$. Their ratio is why $A$ can be ill
conditioned where neither part is. An entry between a normal and a tangential row of one
contact is what makes friction hard: with $a_{nn}$, $a_{nt}$ of one planar contact there
is one solution for each $b$ if and only if $\mu < a_{nn}/|a_{nt}|$ (erratum 3.32). When
$\mathbf K$ and $\mathbf C$ are decoupled only the second part has such entries, and it
goes to zero with $h$. */
typedef struct {
    double *A, *b; /* R x R; R: s = A lambda + b, m/s, and in the rows n
                       (Phi + delta_n) / h is in b */
    double *S;     /* R x R: (hK + C)^{-1} */
    double *W;     /* nv x (R + 1): Mt^{-1} (rows', f) */
} theta_posed;

/** Where a step ends; the positions follow from `mean`. `s` is formed anew from `mean`
and $\delta'$ by (8), and not as $A\lambda + b$: so that who looks at the end of a step
sees the rounding of $A$ and $b$ in it. Its rows n are the paper's discrete normal slip of
section 4, $(\delta_n' - \delta_n)/h + \mathbf\Gamma_nv^\theta$; the gap behind the step
is $\Phi + \delta_n + hs_n$, so a contact that stays closed has $s_n = 0$ and one that
closes in the step $s_n = -(\Phi + \delta_n)/h$. */
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
perp_status theta_definite_mass(const theta_data *d, arena *scratch); /* M */
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

/** How far a step is from (16), in doubles. All are pure numbers but the energies: a
fault is divided by what it is the difference of, so that rounding alone leaves some
$10^{-16}$, whatever the units of the scene. `contact` and `friction` are the worst over
the contacts. $E = \frac12 v^\top Mv + \frac12\delta^\top\mathbf K\delta$ with the $M$ and
$\mathbf K$ of the step's beginning at both ends: the `elastic` and `kinetic` of two rows
of a table may differ from it, since the next row has the next $M$ and $\mathbf K$. A run
keeps the largest of each over its steps. */
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
$(\lambda_n, \beta_1, \beta_2, \gamma)$.

The sliding step from above is then, with the unknowns $(x_x, x_y, d_n, d_t;\ \lambda_n,
\beta_1, \beta_2, \gamma)$ and all zeros left blank,

$$\begin{bmatrix} 1 & & & & & -\frac1{10} & \frac1{10} & \\ & 1 & & & -\frac1{10} & & & \\
& & 20 & & -1 & & & \\ & & & 20 & & -1 & 1 & \\ & 1 & 1 & & & & & \\ 1 & & & 1 & & & & 1
\\ -1 & & & -1 & & & & 1 \\ & & & & \frac12 & -1 & -1 & \end{bmatrix} z + \begin{bmatrix}
0 \\ 0 \\ 0 \\ 0 \\ -1 \\ 1 \\ -1 \\ 0 \end{bmatrix} = w, \qquad z = (-\tfrac13, \tfrac23,
\tfrac13, -\tfrac16;\ \tfrac{20}3, 0, \tfrac{10}3, \tfrac12).$$

Behind the four equations $w = (0, 1, 0, 0)$: the contact is closed, the corner $D_1 = 1$
is uphill by $s + \gamma = 1$ m/s, $D_2 = -1$ is the one that pushes, and all of
$\mu\lambda_n$ is used. $\gamma = |s_t|$, the speed of the slip. */

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
