/**
# Collisions that give something back (C15), (C16)

doc/70-certificate.md, C15 and C16; [AP02, Poisson's
hypothesis](../../doc/15-AP02.md#partly-elastic-collisions). A collision has
two phases. The *compression* is the JUMP: an inelastic problem, from $v^-$ to
$v^c$ with normal impulses $z_n$. The *decompression* is a second problem with
the same rows, from $v^c$ to $v^+$, in which each contact gives back $e z_n$,
whatever happens. Since that may leave contacts that approach, it may push by
$z'_n$ more, at contacts that do not part; friction may use the whole of it.

With $p = e z_n + z'_n$:

$$M(x' - v^c) = \nu z'_\nu + n p + d z'_f, \quad \nu^T x' = 0, \quad
0 \le z'_n \perp n^T x' \ge 0, \quad \text{(C5) with } p, z'_f, x'.$$

    jump 0 1 ...           z: x = v^c, impulses; no v in levels L1 and R
    rebound ...            x', z'_nu, z'_n, z'_f; z'_n beyond what is given
    v ...                  v+, truncated (C7)

The code is that of any other problem, rows.c, with `x` holding $p$ in the
places of normal impulses, and `beyond` giving back $z'_n = p - e z_n$ where
(C3), (C4) ask for it. The share $e$ is the statement's. In levels L1 and R
$v^c$ is not rounded between the phases: there is nothing stored in between.

**When.** A REBOUND stands behind a JUMP if $e > 0$ and some $z_n > 0$, and
else none. This is decided by numbers of the record itself, so it cannot be
left out or be said twice: where it is due, "'rebound' expected"; where not,
the next line is no record.

**An example.** A ball of mass 1 meets the ground with $v^- = -4$,
$e = \frac12$. Compression: $z_n = 4$, $v^c = 0$. Decompression:
$p = 2 + z'_n$, $x' = p$; $z'_n x' = 0$ with $x' \ge 2$ leaves $z'_n = 0$,
$v^+ = 2$. A forger who wants $v^+ = 3$ needs $z'_n = 1$ for (C1), and
$z'_n\,n^T x' = 3$ is not 0: "not a solution: c_n >= 0, rho >= 0, c_n rho =
0".

## Energy (C16)

With $w = v^c - v^-$, and for a moment only the kinetic energy: multiplying the
motion above by $x'$ gives, as in (C6) with $\alpha = 1$,

$$\tfrac12|x'|^2 - \tfrac12|v^c|^2 + \tfrac12|x' - v^c|^2 = x'^T M (x' - v^c).$$

On the right stand the impulses' works with $x'$, among them
$e z_n\,n^T x' \ge 0$, a gain. It is bounded by completing a square:
$\frac12|x' - v^c - e w|^2 = \frac12|x' - v^c|^2 - e\,(x' - v^c)^T M w +
\frac{e^2}2|w|^2$. With it the gain of the whole is the chapter's right-hand
side, which in levels L1 and R is
$z'_n n^T x' + (z'_f - e z_f) d^T x' + e\,v^{cT} M w \le 0$: the first is 0,
the second not positive by (C5) of both phases, the third by (C6) of the
compression. If $M$ is positive semidefinite, the square may be left out, and

$$|v^+|_M^2 \le |v^-|_M^2 - (1 - e^2)\,|v^c - v^-|_M^2 - 2 (1 + e) \sum \lambda |z_f|.$$

M is, by (C18), mass.c. With an M that has a negative eigenvalue all of C15 can
hold while $|x'|_M^2$ grows.
*/
#include "proof.h"

/* Is there a second problem? Asked when z has been read, for the record goes
   on accordingly: where there is one, v^c is stated in level L0 only, and 1
   says that the v of this problem is absent. */
int rebound_ahead(checker *c)
{
    problem *p = &c->p;
    const array *z = &p->data[Z];
    p->back.n = 0;
    p->gives = 0;
    mpz_set_ui(p->E, 0); /* nothing is truncated in this one */
    for (long k = 0; k < z->n; k++)
        p->gives |= p->jump && mpq_sgn(c->s.restitution) > 0 &&
                    z->at[k] >= p->at[CONTACTS] && z->at[k] < p->at[SLIPS] &&
                    mpz_sgn(z->x[k]) > 0;
    return p->gives && p->level != L0;
}

/* c_n of contact j, less what is given of it. */
/* In every other problem back is empty, and this is c_n. The result is
   scratch. */
mpz_srcptr beyond(checker *c, long j)
{
    problem *p = &c->p;
    mpz_set(p->s, p->x.x[p->at[CONTACTS] + j]);
    if (p->back.n > 0)
        mpz_sub(p->s, p->s, p->back.x[c->s.nv + j]);
    return p->s;
}

/* Before the sum of (C6): is it asked for? In level L0 it is, and E = - (v+ -
   v^c)' M e (v^c - v-), the term by which (C16) differs from it; 0 where nothing
   comes back. Here p.v is v^c. */
int rebound_energy(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv;
    mpz_set_ui(p->E, 0);
    if (p->level != L0 || p->back.n == 0)
        return p->level == L0;
    mpz_t *y = array_spread(&c->r, NULL, &p->y, nv);
    times(y, &p->data[M], nv, BOTH, (const mpz_t *)p->back.x);
    for (long i = 0; i < nv; i++) {
        mpz_addmul(p->E, p->v.x[i], y[i]);
        mpz_submul(p->E, p->x.x[i], y[i]);
    }
    return 1;
}

/* back = e (v^c - v-), then e c_n, over x.den times the denominator of e; and
   what the second problem starts from is v^c. */
static void turn(checker *c)
{
    problem *p = &c->p;
    const long nv = c->s.nv, n = nv + p->size[CONTACTS];
    mpz_t *back = array_spread(&c->r, NULL, &p->back, n), *x = p->x.x;
    array_room(&c->r, &p->before, nv);
    for (long i = 0; i < n; i++) {
        if (i < nv) {
            mpz_sub(back[i], x[i], p->v.x[i]);
            mpz_set(p->before.x[i], x[i]);
            p->before.at[i] = i;
        } else
            mpz_set(back[i], x[p->at[CONTACTS] + i - nv]);
        mpz_mul(back[i], back[i], mpq_numref(c->s.restitution));
    }
    p->before.n = nv;
    mpz_set(p->before.den, p->x.den);
    mpz_mul(p->back.den, p->x.den, mpq_denref(c->s.restitution));
}

/* The rows, and their residuals of the first phase, are still there; z and v
   are read anew, and the same checks asked. */
void rebound_check(checker *c)
{
    problem *p = &c->p;
    array *all[] = {&p->x, &p->v, &p->back};
    if (!p->gives)
        return;
    p->gives = 0;
    turn(c);
    read_array(&c->r, "rebound", p->size[UNKNOWNS], &p->data[Z]);
    read_array(&c->r, "v", c->s.nv, &p->data[V]);
    problem_unknowns(c);
    array_unify(&c->r, all, 3);
    for (long j = 0; j < p->size[CONTACTS]; j++)
        mpz_add(p->x.x[p->at[CONTACTS] + j], p->x.x[p->at[CONTACTS] + j],
                p->back.x[c->s.nv + j]);
    problem_motion(c);
    rows_check(c);
    touching_check(c);
    c->v->rebounds++;
    if (c->two != NULL)
        level2_rebound(c);
}

/* What the verdict says of collisions in two phases. */
void rebound_tell(const verdict *v)
{
    static const char *const bound[] = {
        ", but for twice the energy above.",
        " - 2 (1 + e) F with F >= 0 for what\n"
        "friction takes in the compression; v+ before it is rounded.",
        " - 2 (1 + e) F with F >= 0 for what\n"
        "friction takes in the compression."};
    if (v->rebounds == 0)
        return;
    printf("Proven of the rebounds, %ld of them%s: each\n"
           "contact gives back the stated share e of its normal impulse of the\n"
           "compression, which ends in v^c, and takes more only where it does not part;\n"
           "friction obeys its law in both. So in the norm of the stated masses, which\n"
           "are positive semidefinite%s, |v+|^2 is at most\n"
           "|v-|^2 - (1 - e^2) |v^c - v-|^2%s\n",
           v->rebounds, v->level == L0 ? ", up to the residuals above" : "",
           v->heavy > 0 ? " but for those named below" : "", bound[v->level]);
}
