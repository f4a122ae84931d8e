/**
# From problem to problem (C8) to (C11), (C17)

doc/70-certificate.md, C8 to C11, C17 and Chaining. A run is more than a heap of
solved problems: each starts from where the one before ended. Nothing of the
start is written in a row, so a forger cannot write it wrongly. $v^l$ and
$q^l$ are what the checker holds, the velocity and position stored last.

## One row

    row N
    step ...        a problem from (q, v, t), and v+           (C1) to (C8)
    q ...           the position behind it                     (C9)

or, when something is hit at the fraction S of the step,

    row N
    step ...        a problem from (q, v, t), and v+: where it would have gone
    hit S
    q ...           the position at S                          (C10)
    v ...           the velocity there, before the collision   (C10)
    jump ...        a problem with h = 0, from this q and v; its v goes on

or a collision where the run stands: `jump ...` alone.

## Position (C9) and the cubic of a step (C10)

$q^{l+1} = q^l + h\,\Gamma((1-\gamma) v^l + \gamma v^{l+1})$. Between the two
ends the run is at $q^l + h\,\Gamma y(S)$ where $y$ is the cubic with

$$y(0) = 0, \quad y'(0) = v^l, \quad y(1) = (1-\gamma) v^l + \gamma v^{l+1}, \quad y'(1) = v^{l+1}:$$
$$y(S) = (S - W) v^l + W v^{l+1}, \qquad W(S) = S^2 (3\gamma - 1 + (1 - 2\gamma) S).$$

One sees it by inserting: $W(0) = W'(0) = 0$, $W(1) = \gamma$,
$W'(1) = 2(3\gamma - 1) + 3 (1 - 2\gamma) = 1$. For $\gamma = \frac12$ it is
the parabola $W = S^2/2$. The velocity at $S$ is
$y'(S) = (1 - W') v^l + W' v^{l+1}$. `between` forms both over one
denominator; (C9) is the case $S = 1$.

## Why a bound, and which

perp computes positions in doubles, in an order of its own, so the stored
position is not exact (but in level R). It may differ from the formula,
evaluated exactly at the stored numbers, by $(n_v + 8) 2^{-50}$ times the sum
of the sizes of all terms, and $2^{-1000}$. A sum of $n$ products in doubles,
in any order and with or without contraction, errs by at most about
$(n + 2) 2^{-53}$ times that; the bound is eight times as large. It is the
forger's freedom, once per row, and the sum over a run may grow like the
number of rows.

Example: $q = 1$, $v^l = v^{l+1} = 1$, $h = \frac1{64}$, $n_v = 1$: the bound
is $9 \cdot 2^{-50} (1 + \frac2{64})$, about $8.2 \cdot 10^{-15}$.

## A collision in numbers

A ball of mass 1 at $q = \frac12$ with $v^l = 0$, the force $-4$, $h = 1$,
$\alpha = 1$, $\gamma = \frac12$. The step without the ground gives
$v^{l+1} = -4$, and the cubic is the parabola $q + y(S) = \frac12 - 2 S^2$. It
meets the ground at $S = \frac12$, with $y' = -4 S = -2$. So the row is

    step                    ... z 0:-4, v 0:-4
    hit 1/2
    q                       1/2 - 2/4 = 0, a zero is not written
    v 0:-2
    jump 0                  n 0:1, z 1:2: x = 0, c_n = 2
    v

and the next row starts from $q = 0$, $v = 0$ and the time $\frac12$ (in a
clock of steps 1), with contact 0 in its list, since $n^T x = 0$.

## Touching contacts (C8)

The set of active contacts is the writer's choice, and leaving one out is the
easiest forgery there is: without the ground in the list a body falls through
the floor, and every condition of the problem so posed holds. Levels L1 and R
take away half of this freedom: a contact that was listed and did not leave,
$n^T x \le 0$, must be listed in the next problem, unless the statement says
`active sharp`, where the gap decides. That a contact is listed when it first
closes is asked by level L2 alone (open.c). In level L0 nothing is asked, for
there the sign of $n^T x$ is that of a rounding.

## The clock (C11)

Time in steps is a sum of fractions: 1, or S. A row needs a time less than
$T/h$, the end one of at least $T/h - 2^{-28}$; the slack is for an $h$ that
is the double nearest to $T/n$. So the run cannot stop early, nor go on.

| a forger | words |
|---|---|
| leaves out a row, and renumbers | the equation of motion, or q is not what follows |
| moves a body by more than roundings | q is not what follows from the step |
| makes a collision slower | v is not what follows from the step |
| drops a contact that rests | contact N was touching and is missing |
| stops early, or goes on | the proof is not at its end; a row behind the end |
| lets a collision be at S = 0 or beyond 1 | a collision happens at a fraction in (0, 1] |
| lets nothing collide in a step | no contact closes where the step is hit |
| lets nothing collide at rest | no contact approaches where the run stands |
| stays where he is by collisions | a collision at rest stands behind a collision |

## Collisions with nothing (C17)

A collision takes time and gives none of it to a force. Rows that are only
`jump`, with nothing listed, keep a ball in the air: with `clock uniform` each
takes a whole step. `hit 1/64` and an empty JUMP go on with the velocity
$y'(S)$ of the cubic, which is no velocity of the scheme; by thirty of them a
ball falls four times as fast: with $\gamma = 1$, $W'(\frac1{64}) = \frac{4}{64} -
\frac{3}{4096} = \frac{253}{4096}$ of a step's change of velocity in $\frac{64}{4096}$
of its time, and the next STEP begins again with this slope, which a whole step
would even out. So a statement says which collisions there are;
behind a `hit` the JUMP lists a contact that the step did not; and at rest it
lists one that did not touch and approaches, $n^T v < 0$, and stands behind no
other collision, because nothing has moved since.

**What is not asked.** In level L1 the row n is the writer's, and so is whether
there is anything to hit; level L2 asks for the gap of what is listed where the
collision is (contacts.c), and prints how many have a bracket (hit.c). That
$n^T v < 0$ behind a `hit`: a grazing contact, or one whose gap jumps, closes
without it.
*/
#include "proof.h"

#include <string.h>

/* What was read becomes what is held, without copying numbers. */
void array_swap(array *a, array *b)
{
    const array t = *a;
    *a = *b;
    *b = t;
}

/* The state of the statement, before the first row; the time is 0, nothing
   touches. */
void chain_init(checker *c)
{
    chain *x = &c->c;
    array_spread(&c->r, &c->s.q, &x->q, c->s.nq);
    array_swap(&c->s.v, &c->p.before);
    for (long i = 0; i < c->s.nv; i++) {
        array_room(&c->r, &x->identity, i);
        mpz_set_ui(x->identity.x[i], 1);
        x->identity.at[x->identity.n++] = i * c->s.nv + i;
    }
}

/* (C11): is T / h more than the time and 2^-28 `slacks`? Multiplied by h >
   0. */
int chain_ahead(checker *c, unsigned long slacks)
{
    mpq_ptr t = c->r.ratio;
    mpq_set_ui(t, slacks, 1ul << 28);
    mpq_add(t, t, c->c.time);
    mpq_mul(t, t, c->s.h);
    return mpq_cmp(c->s.T, t) > 0;
}

/* (C8): all that the problem before left touching are active, by one walk
   along two lists that grow; and which ones this problem leaves so, in the
   same place, for fewer are kept than were looked at. */
void touching_check(checker *c)
{
    problem *p = &c->p;
    const long n = p->level == L0 ? 0 : p->size[CONTACTS];
    long held = 0, kepts = 0;
    for (long i = 0; i < n; i++)
        held += held < p->kepts && p->kept[held] == p->id[i];
    if (held < p->kepts && !c->s.sharp)
        refuse(&c->r, "contact %ld was touching and is missing", p->kept[held]);
    for (long i = 0; i < n; i++)
        if (mpz_sgn(p->along.x[p->at[CONTACTS] + i]) <= 0)
            p->kept[kepts++] = p->id[i];
    p->kepts = kepts;
}

/* The next of a list that grows, walked beside another one. */
static int among(const long *list, long n, long *at, long id)
{
    while (*at < n && list[*at] < id)
        ++*at;
    return *at < n && list[*at] == id;
}

/* (C17): a collision is one of something. In a step, of a contact that the step
   does not list; at rest, of one that did not touch before and approaches,
   n'v < 0. */
void collision_check(checker *c)
{
    problem *p = &c->p;
    const int step = c->c.struck;
    const long *list = step ? c->c.listed : p->kept;
    const long n = step ? c->c.listeds : p->kepts, all = p->size[CONTACTS];
    long at = 0, found = 0;
    mpz_t *speed = array_spread(&c->r, NULL, &p->y, all);
    times(speed, &p->data[N], c->s.nv, AHEAD, (const mpz_t *)p->v.x);
    for (long j = 0; j < all; j++)
        found += !among(list, n, &at, p->id[j]) &&
                 (step || mpz_sgn(speed[j]) < 0);
    if (found == 0 && step)
        refuse(&c->r, "no contact closes where the step is hit");
    if (found == 0)
        refuse(&c->r, "no contact approaches where the run stands");
    if (step)
        hand_check(c, p->id, all);
}

/* y / per = h ((S - W) v + W v+), and size / per = h (|v| + |v+|), the measure
   of the bound (the weights are at most 1 in size, those of the velocity 4 /
   3); or the velocity y' = (1 - W') v + W' v+, with h = 1. With S = s / d and
   gamma = p / g, over g d^3:

      W    = s^2 d (3 p - g) + s^3 (g - 2 p),
      W' = 2 s d^2 (3 p - g) + 3 s^2 d (g - 2 p). */
void between(checker *c, mpq_srcptr S, int velocity)
{
    array *v = &c->p.v, *to = &c->c.v, *both[] = {v, to};
    mpz_srcptr s = mpq_numref(S), d = mpq_denref(S);
    mpz_srcptr p = mpq_numref(c->s.gamma), g = mpq_denref(c->s.gamma);
    mpz_srcptr h = velocity ? c->r.one : mpq_numref(c->s.h);
    mpz_srcptr over = velocity ? c->r.one : mpq_denref(c->s.h);
    mpz_srcptr u = velocity ? d : s;
    mpz_ptr two = c->p.s, three = c->p.t; /* powers of S in W */
    mpz_t *W = c->c.weight;
    array_spread(&c->r, &c->p.before, v, c->s.nv);
    array_spread(&c->r, &c->p.data[V], to, c->s.nv);
    array_unify(&c->r, both, 2);
    sum(two, 3, p, NULL, -1, g, NULL, 0);
    sum(three, 1, g, NULL, -2, p, NULL, 0);
    sum(W[1], 1 + velocity, h, s, u, two, d, NULL, 1 + 2 * velocity, h, s, u,
        three, s, NULL, 0);
    sum(W[0], 1, h, u, g, d, d, NULL, -1, W[1], NULL, 0);
    sum(c->c.all, 1, h, g, d, d, d, NULL, 0);
    sum(c->p.per, 1, over, g, d, d, d, v->den, NULL, 0);
    mpz_t *y = array_spread(&c->r, NULL, &c->c.y, c->s.nv);
    mpz_t *size = array_spread(&c->r, NULL, &c->c.size, c->s.nv);
    for (long j = 0; j < c->s.nv; j++) {
        mpz_mul(y[j], W[0], v->x[j]);
        mpz_addmul(y[j], W[1], to->x[j]);
        mpz_abs(size[j], v->x[j]);
        (mpz_sgn(to->x[j]) < 0 ? mpz_sub : mpz_add)(size[j], size[j], to->x[j]);
        mpz_mul(size[j], size[j], c->c.all);
    }
}

/* Reads n numbers. Number i must be that of `from` plus row i of J times y /
   per, but for (nv + 8) 2^-50 of the sizes and 2^-1000, or exactly in level R.
   They become `from`. Everything over per and the denominators of J, from and
   to; the comparison times 2^1000. */
void follow(checker *c, const char *tag, long n, array *from, const array *J)
{
    array *to = &c->c.to, *both[] = {from, to};
    mpz_ptr move = c->p.s, size = c->r.work, part = c->p.t, per = c->p.per;
    read_array(&c->r, tag, n, &c->c.read);
    array_spread(&c->r, &c->c.read, to, n);
    array_unify(&c->r, both, 2);
    mpz_mul(per, per, J->den);
    for (long i = 0, k = 0; i < n; i++) {
        mpz_set_ui(move, 0);
        mpz_set_ui(size, 0);
        for (; k < J->n && J->at[k] / c->s.nv == i; k++) {
            mpz_addmul(move, J->x[k], c->c.y.x[J->at[k] % c->s.nv]);
            mpz_mul(part, J->x[k], c->c.size.x[J->at[k] % c->s.nv]);
            (mpz_sgn(part) < 0 ? mpz_sub : mpz_add)(size, size, part);
        }
        sum(move, 1, move, to->den, NULL, 1, from->x[i], per, NULL, -1,
            to->x[i], per, NULL, 0);
        sum(size, 1, size, to->den, NULL, mpz_sgn(from->x[i]) < 0 ? -1 : 1,
            from->x[i], per, NULL, 0);
        mpz_mul_si(size, size, c->s.nv + 8);
        mpz_mul_2exp(size, size, 950);
        mpz_addmul(size, per, to->den);
        mpz_mul_2exp(move, move, 1000);
        if (c->p.level == R ? mpz_sgn(move) != 0 : mpz_cmpabs(move, size) > 0)
            refuse(&c->r, "%s is not what follows from the step", tag);
    }
    array_spread(&c->r, &c->c.read, from, n);
}

/* The velocity before a collision is the cubic's but for its bound, and may be
   larger: half of v'M v - y'M y with the mass of the JUMP, where that is
   positive, is energy from rounding, too. */
static void hit_gain(checker *c)
{
    problem *p = &c->p;
    const array *y = &c->c.exact, *v = &c->c.v;
    array_spread(&c->r, &p->before, &c->c.v, c->s.nv);
    mass_form(c, p->s, (const mpz_t *)v->x);
    mass_form(c, p->t, (const mpz_t *)y->x);
    sum(p->E, 1, p->s, y->den, y->den, NULL, -1, p->t, v->den, v->den, NULL, 0);
    sum(p->per, 2, p->over, v->den, v->den, y->den, y->den, NULL, 0);
    energy_add(c);
}

static void read_fraction(checker *c, mpq_ptr S)
{
    read_text(&c->r, "hit ");
    read_ratio(&c->r, S);
    read_text(&c->r, "\n");
    if (mpq_sgn(S) <= 0 || mpq_cmp_ui(S, 1, 1) > 0)
        refuse(&c->r, "a collision happens at a fraction in (0, 1]");
}

/* step, q | step, hit, q, v: a problem, and the position and velocity that
   follow from it at the fraction S; then a projection may stand. 1: the jump
   is to come. */
static int row_step(checker *c, mpq_ptr S)
{
    const array *J = c->s.has_G ? &c->p.data[G] : &c->c.identity;
    problem_solve(c, 0);
    mpq_set_ui(S, 1, 1);
    const int hit = peek(&c->r) != 'q';
    if (hit)
        read_fraction(c, S);
    if (hit && c->two != NULL)
        hit_begin(c, S, J);
    between(c, S, 0);
    if (c->two != NULL && !hit)
        place_aim(c, 0);
    follow(c, "q", c->s.nq, &c->c.q, J);
    if (c->two != NULL && hit)
        place_aim(c, 1);
    if (hit) { /* the velocity before it is followed from zero */
        between(c, S, 1);
        array_spread(&c->r, NULL, &c->p.row, c->s.nv);
        follow(c, "v", c->s.nv, &c->p.row, &c->c.identity);
        array_swap(&c->c.read, &c->p.data[V]);
        array_swap(&c->c.y, &c->c.exact);
        mpz_set(c->c.exact.den, c->p.per);
    }
    array_swap(&c->p.data[V], &c->p.before);
    c->c.listeds = c->p.size[CONTACTS];
    memcpy(c->c.listed, c->p.id, (size_t)c->c.listeds * sizeof *c->p.id);
    if (c->s.project != NOWHERE)
        project_check(c);
    else if (peek(&c->r) == 'p')
        refuse(&c->r, "the statement knows no projection");
    if (!hit && c->p.level != L0)
        hand_check(c, c->p.kept, c->p.kepts);
    return hit;
}

/* Are collisions of this sort the scene's? Behind a collision nothing has
   moved, so there is none at rest. */
static void may_collide(checker *c, int step)
{
    if (step && !c->s.hits)
        refuse(&c->r, "the statement knows no collision in a step");
    if (!step && !c->s.jumps)
        refuse(&c->r, "the statement knows no collision at rest");
    if (!step && c->c.met)
        refuse(&c->r, "a collision at rest stands behind a collision");
    c->c.struck = step;
}

/* A row is a step, a step with a jump, or a jump. S is the part of a step that
   it takes by the clock: 1, that of the hit, or 0; a jump of the uniform clock
   1. */
void chain_row(checker *c)
{
    mpq_ptr S = c->c.fraction;
    if (!chain_ahead(c, 0))
        refuse(&c->r, "a row behind the end of the run");
    const int step = peek(&c->r) == 's';
    mpq_set_ui(S, 0, 1);
    const int jump = step ? row_step(c, S) : 1;
    if (jump) {
        may_collide(c, step);
        problem_solve(c, 1);
        if (step)
            hit_gain(c);
        rebound_check(c);
        array_swap(&c->p.data[V], &c->p.before);
        if (c->s.uniform)
            mpq_set_ui(S, 1, 1);
    }
    mpq_add(c->c.time, c->c.time, S);
    if (mpz_sizeinbase(mpq_denref(c->c.time), 16) > MOST_DIGITS)
        refuse(&c->r, "a time of more than %d digits", MOST_DIGITS);
    c->c.steps += step;
    c->c.hits += step && jump;
    c->c.stills += !step;
    c->c.met = jump;
}
