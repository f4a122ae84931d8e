/**
# The nearest impulse that contacts and joints can give

An interval asks for the impulse $J$. What joints and closed contacts can give is the
polyhedral cone $z = \nu y + Gc$, $c \ge 0$, with the edges $g = n \pm \mu d$ of each
contact's friction polygon. How far $J$ is from it is the quadratic program

$$\min\ \tfrac12 |J - z|^2_{M^{-1}}, \qquad u = M^{-1}(J - z) \qquad (\mathrm J).$$

$u$ is the velocity that nothing explains. Among all impulses that give $z$ there may
be better and worse ones; with a price $\kappa \ge 0$ for each edge the best is a
linear program, $\min \kappa^Tc$.

**Duals.** For *any* $u$ with $\nu^Tu = 0$ and $g^Tu \le 0$ for every edge, and any $z$ of
the cone, $u^Tz \le 0$, and so

$$\tfrac12|J - z|^2_{M^{-1}} \ \ge\ u^T(J - z) - \tfrac12u^TMu \ \ge\ u^TJ - \tfrac12u^TMu .$$

It needs no trust in how $u$ was found: signs and sums of fractions are all. With
prices, $g^Tp \le \kappa$ instead, and $\kappa^Tc \ge p^TGc = p^Tz$.

**Limits.** Two corners that push a body apart from inside give nothing together; of
sines that are rounded, what is left of $n_1 + n_2$ is the rounding, and $10^{18}$ N s
of both explain whatever is asked. So where the nearest impulse is made of weights that
sum up to more than $C = 2^{20}$ times the largest term of $J$ (`push`), it is asked for again
with a price on the sum,

$$\min\ \tfrac12 |J - z|^2_{M^{-1}} + \tfrac t2\Bigl(\sum c + \sum|y|\Bigr)^2, \qquad
t = 2^{-48}/\min_i M_{ii} .$$

That keeps what rounding makes, $2^{-53}|g|$ N s for each, from being used. Its $u$ lets
edges have a little of $g^Tu > 0$; with the largest of it and of $\lvert\nu^Tu\rvert$,
$\varepsilon$, every $z$ of weights with the sum $C$ at most has $u^Tz \le \varepsilon C$, and

$$\tfrac12|J - z|^2_{M^{-1}} \ \ge\ u^TJ - \tfrac12u^TMu - \varepsilon C .$$

**Discs.** Where friction is a disc, its cone lies in that of a polygon around it. What is
proven of the larger cone holds for the smaller one: no impulses of the disc do better.
*/
#pragma once

#include "cone/closest.h"
#include "judge/stretch.h"

/* In doubles. The arrays live in the interval's arena; x is borrowed. */
typedef struct {
    const stretch *x;
    const double *asked; /* nv: the impulse, J or another */
    int count;           /* edges */
    int *contact;        /* count: of the closed contacts */
    int *slip;           /* count: the first one that the edge moves along, */
    double *b;           /* count x 2: along it and the next; 0: none */
    double *g;           /* count x nv */
    double *c;           /* count: weights, N s */
    double *y;           /* m, N s */
    double *u, *z;       /* nv */
    double distance;     /* J */
    int limited;         /* of weights that have a price on their sum */
} explained;

/* C above, N s. */
static inline double explain_limit(const stretch *x)
{
    return 0x1p20 * x->push;
}

/* What explains the impulse `asked` (nv; borrowed) in the interval that was
   looked at: joints and closed contacts, or joints alone. LIMIT. */
perp_status explain_find(const stretch *x, const double *asked, int contacts,
                         explained *out);

/* The least price of impulses that give x->z: `price` per edge, all >= 0, or,
   of discs, a little less; 0 is taken where there is no least one. */
perp_status explain_priced(explained *n, const double *price, double *value);

/* Over the rationals. */
typedef struct {
    stretch_exact *x;
    const mpq_t *asked;
    cone c; /* borrows the interval's data */
    cone_rays rays;
    closest_answer answer; /* y and c */
    mpq_t *u, *z;          /* nv */
    mpq_t distance, bound; /* of z; of all: the same but with a limit */
    int limited;           /* of weights that sum up to `limit` at most */
    mpq_t limit;           /* N s: explain_limit */
    mpq_t *all;
    size_t count;
} explained_exact;

/* Solves exactly, and checks the answer by its dual. Ends with
   explain_exact_clear in every case. LIMIT; BUG: the check fails. */
perp_status explain_exact_find(stretch_exact *x, const mpq_t *asked,
                               int contacts, explained_exact *out);
void explain_exact_clear(explained_exact *n);

/* What explains J in some intervals, found before: see explain_exact.c. {0} has
   none; ends with explain_forget. Of one stretch_exact. */
enum { EXPLAIN_KNOWN = 16 };
typedef struct {
    struct {
        int row, limited; /* row 0: none */
        arena a;
        mpq_t *all;
        size_t count;
    } one[EXPLAIN_KNOWN];
    int oldest;
} explain_memory;

/* explain_exact_find of J and the contacts of the interval that x stands at, or
   the same numbers from memory. */
perp_status explain_exact_again(stretch_exact *x, explain_memory *known,
                                explained_exact *out);
void explain_forget(explain_memory *known);

/* A proven lower bound of the least price, which is the least price itself but
   for a part of 2^-60 of the energy of the velocities in it. */
perp_status explain_exact_priced(explained_exact *n, const mpq_t *price,
                                 mpq_t value);

/* A velocity u, and what it is to bound: |z - cone|^2 / 2 in the norm of M^-1,
   or, with M null, the least cost of z at these prices (null: zeros). */
typedef struct {
    const cone_rays *rays;
    const mpq_t *z, *M, *price, *u;
    mpq_srcptr limit; /* of weights with this sum at most; null: of all */
} explain_claim;

/* u'z - u'Mu / 2 (M null: u'z), the bound above. REFUTED unless nu'u = 0 and
   g'u <= price on every edge; with a limit, less by it times the most by
   which one of these fails. */
perp_status explain_dual(const explain_claim *w, mpq_t out);
