/**
# From $W_q$ to modes

$G$ stands in $W_q$ beside the signs of the slips: the row of a
normal is $p + j$, that of a slip forward $2p + 2k$. The largest
speed and the largest impulse tell what rounding is small against.

A slip belongs to the contact whose $\gamma$ stands in its row:
$E$ of (75b) has ones there. With two slips at a contact, as in
space, friction is a polygon with more sides than "forward" and
"backward", and its modes would be the sides and corners of it;
with more than five contacts there are more than $8^5$ modes. Such
impacts do not fit, and are left to fractions.

Joints are in $G$ already: it is formed from $M^{-1}$ with the
joints held. Nothing else of the bodies is needed, so what is true
of two impacts with the same $G$, $\mu$ and $u_0$ is true of both:
a block and its mirror image have the same modes in another order.

**Which data a list is of.** The doubles of $M$, $J$ and $v$, to the
last digit, as that of the exact search. Where contacts are redundant a last digit may decide
whether an outcome is there: a mode that the true bodies make singular, with a segment of $v'$, has in
rounded data one point of it or none. A pivot below $10^{-12}$ of the largest does not say
which of the two it is. So the rank of each set of gradients is known in fractions; a mode that is
singular in doubles and not by these ranks leaves the step to the fractions, unless
another has its $v'$. The true bodies, of which $\sqrt 3$ has more digits, may have outcomes
that neither list has.

**Digits.** A mode's number has a digit to the base 8 for each contact, the first
contact's the lowest:

| digit | normal | slip |
|---|---|---|
| 0 | apart | none |
| 1, 2, 3 | full | sticks, forward, backward |
| 4, 5, 6 | at rest | sticks, forward, backward |
| 7 | [idle](../../lcp/enumerate/mode_table.c): its bound is zero | |

Of the gait's modes 1 is "A full and sticks, B apart", $33 = 1 + 4
\cdot 8$ "A full and sticks, B at rest and sticks", 49 the same
with B slipping backward. These three are what most steps of
RAMone have, too. A contact without friction has the digits 0, 1,
4 and 7 alone, and the others are left out.

**What a mode can mean twice.** A contact that is at rest with no impulse is also apart,
one that is at rest with all it may get is also full, one that sticks with friction at its
bound also slips, at no speed. At such a point neighbouring modes have one $v'$, so the
list has it once; that is why a list is one of velocities and not of modes. The lowest
mode is no better than the others, and nothing is made of its number.

**Energy.** No outcome of (75) gains energy (Theorem 7), so $|u'|$ is bounded by what $u$
had; a mode that seemed to lead farther would be an error of ours. The exact walk asks it of
every step; here the tests do, by comparing with it.

**What a margin costs.** A number within $10^{-11}$ of its size from zero is doubtful. Bounds are random
doubles, so of $k$ numbers that are made of them a share of about $k \cdot 10^{-11}$
might be, if they were spread evenly; nobody has shown that they are. What is doubtful more often
is a structure: two speeds that are equal by symmetry, a step that ends exactly where the next mode
begins, a mode that is singular but for rounding. [The chapter](../../../doc/32-HP23-samples.md#as-a-command)
has counts. At the corners of the box contacts are idle, which is a way of its own and no tie; the others have bounds
that are equal, and ties of bodies that are mirror images. A mode and its image have one $v'$ there.

**Friction of $10^5$**, as RAMone has it, makes rows whose terms differ by five digits: $\mu
\lambda_n - f$ with a $\lambda_n$ of $10^{-6}$ N s and an $f$ of $10^{-3}$. A bar of the
largest impulse times $\mu$ would call each such row doubtful. So what a bar excludes is
only what is negative beyond all question, and the others are asked a second time, with
the terms that were really added up.

**The block**: $p = 2$, $r = 2$, so $x$ has four speeds and two bounds, and $G$ is the matrix of
[the wing's page](../README.md). `most_u` is 1 m/s there, `gain` $\frac{17}5$ 1/kg.
*/
#include "hp23/samples/contact_modes.h"

#include "number/rational.h"

#include <math.h>

int contact_modes_fit(const halm_posa *g)
{
    const int gamma = g->n - g->p;
    int fit = g->p >= 1 && g->p <= MODE_CONTACTS && g->r <= g->p;
    for (int j = 0; j < g->p && fit; j++) {
        int slips = 0;
        for (int k = 0; k < g->r; k++)
            slips += g->W[(2 * g->p + 2 * k) * g->n + gamma + j] != 0;
        fit = slips <= 1;
    }
    return fit;
}

/** ## Ranks

Of each set of gradients, in fractions, since redundant is what is so to the last digit. The
gradients of joints are held and count for nothing. A row enters an echelon form
behind those before it, and each set is the one without its last row, and this row: 1024
rows of the discs. */
typedef struct {
    const step_exact *d;
    mpq_t *row;  /* of the echelon form, nv numbers each */
    int *pivot;  /* of each row */
    int joints;  /* the rank of the joints' */
    uint8_t *of; /* sets, as bits */
} ranking;

/** The block has four gradients, $n_A = (0, 1, -\frac12)$, $n_B = (0, 1, \frac12)$ and
$(1, 0, 1)$ twice; as bits 1, 2, 4 and 8. The form of the set 7 is: $n_A$ has its first number at the second
place and stays; $n_B - n_A = (0, 0, 1)$; $(1, 0, 1) - (0, 0, 1) = (1, 0, 0)$. The fourth
leaves 0 behind these, so the set 15 has rank 3. Of the 16 sets the four with both slips, 12
to 15, have a rank that is one less than they have rows; the modes that stick at both
corners are singular by these ranks, and not by rounding alone.

Takes rows 0 .. count - 1 out of row `count`, each with the number one at
its pivot; its own pivot, or -1. */
static int reduce(mpq_t *row, const int *pivot, int count, int nv)
{
    mpq_t *x = row + count * nv, t, f;
    int own = -1;
    mpq_inits(t, f, NULL);
    for (int k = 0; k < count; k++) {
        mpq_set(f, x[pivot[k]]);
        for (int i = 0; i < nv && mpq_sgn(f) != 0; i++) {
            mpq_mul(t, f, row[k * nv + i]);
            mpq_sub(x[i], x[i], t);
        }
    }
    for (int i = 0; i < nv && own < 0; i++)
        own = mpq_sgn(x[i]) != 0 ? i : -1;
    if (own >= 0)
        mpq_set(f, x[own]);
    for (int i = 0; i < nv && own >= 0; i++)
        mpq_div(x[i], x[i], f);
    mpq_clears(t, f, NULL);
    return own;
}

/** Does this gradient enlarge the form of `count` rows? */
static int enlarges(ranking *k, const mpq_t *gradient, int count)
{
    const int nv = k->d->nv;
    for (int i = 0; i < nv; i++)
        mpq_set(k->row[count * nv + i], gradient[i]);
    k->pivot[count] = reduce(k->row, k->pivot, count, nv);
    return k->pivot[count] >= 0;
}

/** All sets that are `set` and gradients from `next` on. The form of `set` is in the rows below
`count` and stays there while its supersets are gone through, each of which writes the row
`count` anew; so a set costs one row and not one elimination. A gradient that enlarges
nothing leaves `count` as it is, and the next is written over it. */
static void sets_from(ranking *k, unsigned set, int next, int count)
{
    const step_exact *d = k->d;
    k->of[set] = (uint8_t)(count - k->joints);
    for (int i = next; i < d->p + d->r; i++) {
        const mpq_t *x = i < d->p ? (const mpq_t *)d->n + i * d->nv
                                  : (const mpq_t *)d->d + (i - d->p) * d->nv;
        sets_from(k, set | 1u << i, i + 1, count + enlarges(k, x, count));
    }
}

static perp_status ranks(arena *a, const step_exact *d, const uint8_t **out)
{
    const size_t s = (size_t)(d->p + d->r), rows = s + (size_t)d->m + 1;
    ranking k = {.d = d, .of = arena_take(a, (size_t)1 << s, 1)};
    k.pivot = arena_take(a, rows, sizeof *k.pivot);
    if (k.of != NULL && k.pivot != NULL)
        k.row = rational_array(a, rows * (size_t)d->nv);
    if (k.row == NULL)
        return PERP_NO_MEMORY(rows);
    for (int i = 0; i < d->m; i++)
        k.joints += enlarges(&k, (const mpq_t *)d->nu + i * d->nv, k.joints);
    sets_from(&k, 0, 0, k.joints);
    rational_clear(k.row, rows * (size_t)d->nv);
    *out = k.of;
    return PERP_SUCCESS;
}

/** Where the numbers stand in $W_q$, for the block, $p = r = 2$ and $n = 3p + 2r = 10$: the rows
are $\beta$ 0 and 1, $\lambda_n$ 2 and 3, the slips of A 4 and 5, of B 6 and 7, $\gamma$ 8 and
9. $G$ is rows and columns 2, 3, 4, 6. $\mu_A$ is at row 8, column 2, where $\gamma_A$'s
$\mu\lambda_n$ stands; that the slip in row 4 is A's says the 1 in column 8. `most_n` is $h$,
the largest bound that a step may draw. */
perp_status contact_modes_new(arena *a, const step_exact *d, const halm_posa *g,
                              double h, modes *out)
{
    const int gamma = g->n - g->p, s = g->p + g->r;
    mode_impact of = {.p = g->p, .s = s, .numbers = s + g->p}, *m = &of;
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            int r = i < g->p ? g->p + i : 2 * i;
            int c = j < g->p ? g->p + j : 2 * j;
            m->G[i * s + j] = g->W[r * g->n + c];
            m->gain = fmax(m->gain, fabs(m->G[i * s + j]));
        }
    for (int j = 0; j < g->p; j++) {
        m->mu[j] = g->W[(gamma + j) * g->n + g->p + j];
        m->slip[j] = -1;
        for (int k = 0; k < g->r; k++)
            if (g->W[(2 * g->p + 2 * k) * g->n + gamma + j] != 0)
                m->slip[j] = k;
    }
    for (int i = 0; i < s; i++)
        m->most_u = fmax(m->most_u, fabs(g->u0[i]));
    m->most_n = h;
    PERP_TRY(ranks(a, d, &m->rank));
    return mode_table_new(a, &of, out);
}
