/**
# From $W_q$ to modes

$G$ stands in $W_q$ beside the signs of the slips: the row of a
normal is $p + j$, that of a slip forward $2p + 2k$. The largest
speed and the largest impulse tell what rounding is small against.

A slip belongs to the contact whose $\gamma$ stands in its row:
$E$ of (75b) has ones there. With two slips at a contact, as in
space, friction is a polygon with more sides than "forward" and
"backward", and its modes would be the sides and corners of it;
with more than five contacts there are more than $7^5$ modes. Such
impacts do not fit, and are left to fractions.

Joints are in $G$ already: it is formed from $M^{-1}$ with the
joints held. Nothing else of the bodies is needed, so what is true
of two impacts with the same $G$, $\mu$ and $u_0$ is true of both:
a block and its mirror image have the same modes in another order.

**Which data a list is of.** The exact search is about the doubles of $M$, $J$ and $v$, to the
last digit. Where contacts are redundant a last digit may decide whether an outcome is
there, and the digits of $\sqrt 3$ are rounding and no property of discs. The modes
see something else. A pivot below $10^{-12}$ of the largest is none, so a mode that the
true bodies make singular is singular here, whatever its last digits; equations that
are left over and hold for all speeds of a velocity are dropped; and a number that
nothing was added up in is zero. So for bodies with redundant contacts a list by modes
may have an outcome that the list of the rounded data lacks, and that is the one of the
bodies. The tests hold the two against each other where no contact is redundant, or where
the data are short fractions and nothing is rounded; there they agree.

**Digits.** A mode's number has a digit to the base 7 for each contact, the first
contact's the lowest:

| digit | normal | slip |
|---|---|---|
| 0 | apart | none |
| 1, 2, 3 | full | sticks, forward, backward |
| 4, 5, 6 | at rest | sticks, forward, backward |

Of the gait's modes 1 is "A full and sticks, B apart", $29 = 1 + 4
\cdot 7$ "A full and sticks, B at rest and sticks", 43 the same
with B slipping backward. These three are what most steps of
RAMone have, too. A contact without friction has the digits 0, 1
and 4 alone, and the others are left out.

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
is: of the discs with some $2 \cdot 10^5$ rows a step in half a million, of the gait
none in $10^8$. What is doubtful more often is a structure: two speeds that are equal by
symmetry, or a step that ends exactly where the next mode begins. The corners of
`--draw corners` make such ties on purpose, since a contact at rest with the bound zero
is full, at rest and apart at once; the numbers in which these differ are sums of
nothing, and count as zero.

**Friction of $10^5$**, as RAMone has it, makes rows whose terms differ by five digits: $\mu
\lambda_n - f$ with a $\lambda_n$ of $10^{-6}$ N s and an $f$ of $10^{-3}$. A bar of the
largest impulse times $\mu$ would call each such row doubtful. So what a bar excludes is
only what is negative beyond all question, and the others are asked a second time, with
the terms that were really added up: of 20000 samples 64 were doubtful with one bar, and
none with two; of $10^5$ two or three are.

**The block**: $p = 2$, $r = 2$, so $x$ has four speeds and two bounds, and $G$ is the matrix of
[the wing's page](../README.md). `most_u` is 1 m/s there, `gain` $\frac{17}5$ 1/kg.
*/
#include "hp23/samples/contact_modes.h"

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

perp_status contact_modes_new(arena *a, const halm_posa *g, double h,
                              modes *out)
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
    return step_modes_new(a, &of, out);
}
