/**
# Contacts that a step can do without

A contact 5 m above a floor is no part of a step of a millisecond, and yet
it has its rows in $A$: a hundred of them make every factorisation a million
times that of one. Who is open *whatever* the solution is, `theta_open.h`
says before the step is posed; the others are a step of their own, in the
same words.

**The same solutions.** Let $H$ be the rest, and with it every contact that
$\mathbf K$ or $\mathbf C$ couples to one of $H$. Then $h\mathbf K + \mathbf
C$ has no entry between $H$ and those left out, and the rows of $H$ in
$A\lambda + b$ are, for $\lambda = (\lambda_H, 0)$, those of the step that
has only the contacts of $H$. So each solution of the whole is one of that
step, with zeros; and each $\lambda_H$ obeys $|\lambda_H| \le \varrho$ by
the same lines, so that $w_{kn} > 0$ for those left out, and $(\lambda_H,
0)$ solves the whole. Nothing is lost and nothing gained: none, one,
several, a distance and a count are the same of both. Only a statement *for
every $b$* is one for every $b_H$, as those with other gaps may close.

**Why coupled contacts come along.** Let $h\mathbf K + \mathbf C =
\begin{pmatrix} 5 & -2 \\ -2 & 1 \end{pmatrix}$ for the normal rows of two
contacts of one patch, the second of them without a force. Its surface moves
all the same: with $\lambda = (1, 0)$ the rates are $(1, 2)$, the first
column of the inverse $\begin{pmatrix} 1 & 2 \\ 2 & 5 \end{pmatrix}$. The
step of the first contact alone would have the rate $\frac15$ under the same
force, a floor five times as stiff as the one that is there. What a contact
is left out of is the law of contact and friction, not the compliance; so
only a block of which *no* contact can close is left out, and then it moves
by itself, with $\lambda = 0$.

**An example of both.** Four feet stand on a patch of four elements that are
all coupled, and a hundred elements of other patches are a metre below: the
step has four contacts. Two of the feet hang in the air, out of reach: it
has four contacts still, and the solver finds two of them open. With a
diagonal $\mathbf K$ and $\mathbf C$ it has two. */
#pragma once

#include "pks05/step/theta_open.h"

/** Less than this many are not left out: the whole problem is cheap then, and
$\sigma$ and $\eta$ are those of its matrix and not of the bounds of
`theta_open.h`. */
enum { THETA_NEAR_WORTH = 8 };

/** The step of the contacts in hand. With `left` = 0 it is the whole step; else
`known` has the constants of the whole $A^*$. */
typedef struct {
    theta_data d; /* borrows the whole's but for the rows */
    const theta_data *whole;
    int left;
    int *contact;     /* d.p: which of the whole's */
    theta_open known; /* of the whole; zeroed when nobody was asked */
} theta_near;

/* Arrays in the arena, which must live as long as *out is used. Finite data.
   LIMIT (memory). */
perp_status theta_near_find(const theta_data *whole, arena *a, theta_near *out);

/* Rows of the whole, R numbers, to those in hand; and back, with zeros. */
void theta_near_take(const theta_near *x, const double *from, double *to);
void theta_near_give(const theta_near *x, const double *from, double *to);

/* As theta_recover, for the whole step: posed is that of x->d, lambda has the
   forces in hand; who is left out creeps back without one. INPUT: hK + C is not
   positive definite. Leaves scratch as it was. */
perp_status theta_near_recover(const theta_near *x, const theta_posed *posed,
                               const double *lambda, arena *scratch,
                               theta_end *out);
