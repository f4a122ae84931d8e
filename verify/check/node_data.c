/**
# The data of a node of Moreau's step (E12)

doc/71-enclosures.md, E12. Behind the v of a node stands

    radius RATIO            or: radius undecided

and no modes. Level L1 has solved the node for its M, g, f, n (node.c); here they are asked of the
formulas, all of them at

$$q_m = q^n + \tfrac h2 V^{n-1}, \qquad V^{n-1}, \qquad t_n,$$

as (E3) asks the data of a STEP: each entry, those that are 0 included, within one radius.

A node of Moreau's step (E12) has M, g, f, n, all of them at the middle $q_m$ of its step, which
is a ball (middle.c): so what a formula gives there is wider by what its slope makes of that
ball, some units of $2^{-160}$. For a ball of mass 1 under $-10 + 2q$ at $q = 0$ with $V = 4$, $h =
\frac14$, $q_m$ is $\frac12$, and g must be $-9$ within $\rho$; $-10$, the force at $q$, is "g is farther from
the scene's than the radius".

Which contacts take part is (E11), as for Moreau and Jean: those with $f \le 0$ in the record stand for
the listed ones, so that who states another sign of an f is told so whatever the radius, and the
printed gaps and the open ways are counted as there.

**Why no modes.** A node's problem is a projection, its data few; that all data in the box have a
solution near the stated one could be shown as in (E5), with $(1+e) M$ for $\bar M$. Nobody has
written it, so nothing is said: `modes` counts none of the nodes, and `modes=all` does not hold.

**Why not P10's nodes.** Its f and n are those of $q^n$ where the gaps are linear, and of the last
linearisation where they are not: of a place that the record does not state.

| a forger writes | words |
|---|---|
| M, g, n of $q^n$ | M (g, n) is farther from the scene's than the radius |
| f of $q^n$, or of a wall beside | a value is farther from the scene's than the radius |
| the same with `radius undecided` | contact N is open (closed) in the middle, and (not) listed |
| a force without $F V$ | g is farther from the scene's than the radius |
*/
#include "level2.h"

/* (E12): a node of Moreau's step, in the middle of it. g is the force and F v, and F
   stands behind M. Its gaps are compared as the values of a projection are, all of
   them. */
static void data(checker *c)
{
    level2 *e = c->two;
    problem *p = &c->p;
    const long nv = c->s.nv;
    long walk = 0;
    inputs_set(c, 0);
    for (long i = 0; i < c->s.nq; i++)
        ball_set(&e->in.x[i], &e->point.x[i]);
    mass_compare(c);
    ball *turn = balls_room(&c->r, &e->target, nv);
    for (long i = 0; i < nv; i++) {
        ball_zero(&turn[i]);
        for (long j = 0; j < nv * c->s.has_F; j++) {
            ball_mul(&e->s.w, &e->t, &e->in.x[c->s.nq + j],
                     value_at(c, &c->s.inertia, nv * (nv + i) + j));
            ball_add(&turn[i], &turn[i], &e->t);
        }
    }
    sheet_value(&e->s, &c->s.force, e->in.x);
    for (long i = 0; i < nv; i++) {
        ball_add(&e->u, value_at(c, &c->s.force, i), &turn[i]);
        compare(c, &p->data[K0], &walk, i, &e->u, "g");
    }
    for (long j = 0; j < c->s.contacts; j++)
        p->id[j] = j;
    p->size[CONTACTS] = c->s.contacts;
    e->placed = 1;
    e->walk = p->size[JOINTS] = p->size[SPRINGS] = 0;
    contacts_check(c);
    e->placed = 0;
}

/* Of a node all contacts are stated; those with a gap of at most 0 are the listed
   ones, of which `at` has the numbers, dense. Its data are asked, no modes. */
void level2_node(checker *c)
{
    level2 *e = c->two;
    problem *p = &c->p;
    p->jump = 0;
    p->size[CONTACTS] = 0;
    if ((c->r.over = c->s.contacts > MOST_ACTIVE))
        refuse(&c->r, "level L2 of a node with more than %d contacts", MOST_ACTIVE);
    for (long j = 0; j < c->s.contacts; j++)
        if (mpz_sgn(c->n.at.x[j]) <= 0)
            p->id[p->size[CONTACTS]++] = j;
    open_list(c);
    e->sum.problems++;
    const int enclosed = radius_read(c);
    middle_check(c, enclosed);
    if (enclosed) {
        data(c);
        e->sum.enclosed++;
    }
}
