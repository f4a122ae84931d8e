/**
# Contact modes of a rebound, which builds on its compression (E13)

doc/71-enclosures.md, E13. A collision with restitution is two problems with one set of
rows, M, $\nu$, n, d (rebound.c). Level L2 has compared these with the scene behind the
JUMP, and the radius said there is that of both. What is new are the modes. The second
problem starts from $v^c$ and gives back $e z_n$, and both are what the first problem
makes of the *same* data: for other data within $\rho$ they are others, too. How far, the
modes of the compression have shown: $|\tilde v^c - v^c| \le y$, $|\tilde z_n - z_n| \le y$
(systems.c). So modes of a rebound stand behind proven modes of its compression, and
the y of these are kept (`second_keep`).

**Words.** A contact that stays has the words and the equations of any problem, with
$z'_n$ for $c_n$. One that parts takes nothing beyond its share, $z'_n = 0$, but friction
may use the share itself: `o` alone is a contact without slips, or with $\mu = 0$, or one
that was open in the compression and has no share; else `os` sticks while it parts,
$d_k^T x' = 0$, and `o+`, `o-0` slide, $-\sum\sigma_k f_k = \mu e z_n$. The last of these are
no modes of the compression: what has no impulse has no friction there.

**How far data move it.** The residual of the known solution, in a row of (C15),

$$M(x' - v^c) - \nu z'_\nu - n\,(e z_n + z'_n) - d z'_f,$$

moves by $\rho$ times $\sum|x' - v^c|$ and all impulses, the shares among them; and with
$v^c$ and $z_n$ by at most

$$\sum_j (|M_{ij}| + \rho)\,y_j + \sum_k (|n_{ki}| + \rho)\,e\,y_{n,k}.$$

`frame_fill` has put the first but for the shares, `second_fill` puts the rest. In the law of friction, which has
$\mu\,(e z_n + z'_n)$ on its right, it is $\mu e y_n$ (system.c). The matrix is that of a
JUMP: what is given is on the right. That $\tilde v^c$ is tied to the same
$\tilde M$ is not used; the set so covered is larger.

**Signs** (modes.c). $z'_n > 0$ where it stays, $n^T x' > 0$ where it parts, friction less
than $\mu$ times the least that $e z_n + z'_n$ can be, or against a slip that is not 0.
A contact that neither parts nor takes more than its share is on the border of two modes, and
undecided.

**An example.** A ball of mass 1, $v^- = -2$, $e = \frac12$: $z_n = 2$, $v^c = 0$, mode `c`; in
the compression $g = 2\rho + 2\rho$ in (C1), 0 in $n x = 0$ ($x = 0$), $R = (0, 1; -1, 1)$, so $e = (0,
4\rho)$ for $(x, z_n)$. In the rebound $x' = 1$, mode `o`, one unknown and one equation, $x' = 1$
with $g = \rho\,(1 + 1) + (1 + \rho)\,y_x + (1 + \rho)\frac12 y_n$, with $y = 2e$ about $(0,
8\rho)$: $6\rho$, and $y = 12\rho$ is what is printed. In fact $x' = n\,\frac12 z_n / M = 1$ for
all data: the price of letting M and n of the two problems be others.

All in doubles with roundings counted as in system.c; products that underflow are inside the $2^{-1000}$ of systems.c, what underflows in a share is
counted as $2^{-1000}$ beside it, and of an entry as $2^{-1074}$.

| a forger writes | words |
|---|---|
| modes of a rebound behind `modes undecided` | modes of a rebound, and none of its compression |
| `o` where a share has friction | contact N is not in the mode 'o' |
| `o+` in a JUMP | a contact mode expected |
*/
#include "modes.h"

#include <math.h>

/* Behind a rebound: its data are those of its compression, with that radius; modes
   it may have where the compression has some, on which it builds. */
void level2_rebound(checker *c)
{
    level2 *e = c->two;
    const int first = e->moded;
    e->sum.problems++;
    if (e->near) {
        e->sum.enclosed++;
        modes_read(c);
        if (e->moded && !first)
            refuse(&c->r, "modes of a rebound, and none of its compression");
        if (e->moded)
            modes_check(c);
        e->sum.moded += e->moded;
    }
    left_touching(c);
}

const char *ways_of(const char *word)
{
    return word[0] == 'o' && word[1] != '\0' ? word + 1 : word;
}

int modes_second(const checker *c)
{
    return c->p.back.n > 0;
}

/* How far the solution may be, of each velocity and of each contact's impulse: no
   bit where it is open. */
void second_keep(const frame *k)
{
    level2 *e = k->c->two;
    const long nv = k->c->s.nv, n = k->c->p.size[CONTACTS];
    e->given = more(&k->c->r, e->given, (size_t)(nv + n) + 1, &e->givens,
                    sizeof *e->given);
    for (long i = 0; i < nv; i++)
        e->given[i] = k->s.y[i];
    for (long j = 0; j < n; j++)
        e->given[nv + j] = k->cn[j] < 0 ? 0 : k->s.y[k->cn[j]];
}

/* e z_n of contact j in a double, and how far it may be off, rounded up, what underflows
   included. */
double second_push(const frame *k, long j, double *off)
{
    const problem *p = &k->c->p;
    const long at = k->c->s.nv + j;
    *off = ratio_double(k->c->s.restitution) * k->given[at] * (1 + 4 * small) +
           0x1p-1000;
    return quotient(p->back.x[at], p->back.den);
}

/* No more than it for any data; where nothing is given 0. */
double second_least(const frame *k, long j)
{
    double off, push;
    if (k->given == NULL)
        return 0;
    push = second_push(k, j, &off);
    return push * (1 - small) - off;
}

/* What the shares and what the first problem may be off by do to the rows of (C15). */
void second_fill(frame *k)
{
    const problem *p = &k->c->p;
    const long nv = k->c->s.nv, n = p->size[CONTACTS];
    const array *m = &p->data[M], *rows = &p->data[N];
    double all = 0, off, *g = k->s.g;
    for (long i = 0; i < nv; i++)
        all += k->given[i];
    for (long j = 0; j < n; j++) {
        const double push = second_push(k, j, &off);
        all += fabs(push) + off;
    }
    for (long i = 0; i < nv; i++)
        g[i] += k->rho * all;
    for (long l = 0; l < m->n; l++) {
        const long i = m->at[l] / nv, j = m->at[l] % nv;
        const double x = fabs(quotient(m->x[l], p->over)) + 0x1p-1074;
        g[i] += x * k->given[j];
        if (i != j)
            g[j] += x * k->given[i];
    }
    for (long l = 0; l < rows->n; l++) {
        second_push(k, rows->at[l] / nv, &off);
        const double x = fabs(quotient(rows->x[l], p->over)) + 0x1p-1074;
        g[rows->at[l] % nv] += x * off;
    }
    for (long i = 0; i < nv; i++)
        g[i] *= 1 + (double)(nv + n + 16) * small;
}
