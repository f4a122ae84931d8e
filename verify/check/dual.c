/**
# A tape in balls, and its derivative in one direction (E2)

doc/71-enclosures.md, E2. A tape is evaluated once, slot by slot; then, for
each direction of its inputs that is wanted, every slot gets the derivative in
that direction by the rules of differentiation, from the derivatives of its
operands and from values that are there already. Everything is a ball, so the
derivative's ball holds the derivative at every point of the input's ball.

| slot | derivative |
|---|---|
| $a \pm b$, $-a$ | $a' \pm b'$, $-a'$ |
| $ab$ | $a b' + b a'$ |
| $x = a / b$ | $(a' - x b') / b$ |
| $x = \sqrt a$ | $a' / (2x)$ |
| $\sin a$, $\cos a$ | $\cos a\;a'$, $-\sin a\;a'$ |
| max(a, b) | $a'$ or $b'$ where one is larger for sure, else the hull of both |
| sel(a, b, c) | $a'$ or $b'$ where the sign of c is sure, else see below |

perp differentiates backwards, graphs of formulas; this goes forwards, over
numbers. The two have no line and no order of operations in common.

## What may jump has no derivative

A bound of a slope says how far a function can go between two points only if
the function is continuous. `max` is: where the branch is open, the difference
quotient lies between those of the branches, and the hull holds it. `sel`
jumps where $c = 0$ if its branches differ there, and no slope knows. Take the
gap $y - \mathrm{sel}(1, 0, x - 1)$ on the way from $(0.9, 0.2)$ to
$(1.1, 1.4)$: both branches have slope 0, both ends are open, and at $x = 1$
it is $-0.2$. So a `sel` whose condition is open over the ball, and moves in
the direction asked, has *no* derivative, `moves` = 2, and neither has
anything that is computed from it. If the condition does not move in this
direction, the branch is one and the same along it, though unknown, and the
hull is right.

## In numbers

With four places behind the point in the place of 160 (units of 1/16), the gap
$\sqrt{x^2 + y^2} - 1$ of a point and a circle at $(\frac35, \frac45)$, where
it is 0, and its derivative by $x$, which is $\frac35$ = 9.6/16:

    slot            m    r   holds      d: m    r
    x = 3/5         9    1   9.6          16    0
    y = 4/5        12    1   12.8          0    0
    x x             5    3   5.76         18    2
    y y             9    2   10.24         0    0
    sum            14    5   16           18    2
    sqrt           14    7   16           10   14
    minus 1        -2    7   0            10   14

Each m and r follows from the slots above by ball.c: $x x$ is 81/16, cut to 5,
with $\lceil (10 \cdot 1 + 9 \cdot 1)/16 \rceil = 2$ and one for the cut. The
derivative of the root is $18 / (2 \cdot 14)$ in balls,
$m = \lfloor 18 \cdot 16/28 \rfloor = 10$. The column "holds" is the true
value, in each row within r of m. With 160 places the radii are as many units
of $2^{-160}$, and 0 is inside just so.

`lost` marks slots without a value: a divisor or radicand that may be 0, too
large a number, an operand that is lost. A branch not taken may be lost:
$\mathrm{sel}(\sqrt{c}, 0, c)$ has a value for $c < 0$.

`moves` marks slots whose derivative is exactly zero (0), which most are, and
are skipped; the balls `d` of these are kept at zero, so that sums need not
ask.
*/
#include "level2.h"

#include <stdlib.h>
#include <string.h>

void sheet_init(sheet *s)
{
    memset(s, 0, sizeof *s);
    desk_init(&s->w);
    ball_init(&s->t);
    ball_init(&s->u);
}

void sheet_clear(sheet *s)
{
    for (long i = 0; i < s->room; i++) {
        ball_clear(&s->x[i]);
        ball_clear(&s->y[i]);
        ball_clear(&s->d[i]);
    }
    given_back(s->x);
    given_back(s->y);
    given_back(s->d);
    given_back(s->lost);
    given_back(s->moves);
    ball_clear(&s->t);
    ball_clear(&s->u);
    desk_clear(&s->w);
}

static void make_room(sheet *s, long n)
{
    if (n <= s->room)
        return;
    ball **all[] = {&s->x, &s->y, &s->d};
    for (int k = 0; k < 3; k++)
        *all[k] = grown(*all[k], (size_t)n * sizeof **all[k]);
    uint8_t **bytes[] = {&s->lost, &s->moves};
    for (int k = 0; k < 2; k++)
        *bytes[k] = grown(*bytes[k], (size_t)n);
    for (; s->room < n; s->room++)
        for (int k = 0; k < 3; k++)
            ball_init(&(*all[k])[s->room]);
}

/* a where c >= 0, else b; the hull of both when that is open. 0: there is no
   value. */
static int choose(sheet *s, ball *z, const uint32_t *a)
{
    const ball *c = &s->x[a[2]];
    if (s->lost[a[2]])
        return 0;
    int yes = ball_least_0(c), no = ball_negative(c);
    if ((!no && s->lost[a[0]]) || (!yes && s->lost[a[1]]))
        return 0;
    if (yes || no)
        ball_set(z, &s->x[a[yes ? 0 : 1]]);
    else
        ball_hull(&s->w, z, &s->x[a[0]], &s->x[a[1]]);
    return 1;
}

/* The value of an instruction in slot i; 0 when it has none. */
static int value_of(sheet *s, const instruction *k, long i)
{
    ball *z = &s->x[i];
    const ball *a = &s->x[k->a[0]], *b = &s->x[k->a[1]];
    if (k->op == SEL)
        return choose(s, z, k->a);
    int two = k->op <= DIV || k->op == MAX;
    if (s->lost[k->a[0]] || (two && s->lost[k->a[1]]))
        return 0;
    switch (k->op) {
    case ADD:
        ball_add(z, a, b);
        return 1;
    case SUB:
        ball_sub(z, a, b);
        return 1;
    case MUL:
        ball_mul(&s->w, z, a, b);
        return 1;
    case DIV:
        return ball_div(&s->w, z, a, b);
    case NEG:
        ball_neg(z, a);
        return 1;
    case SQRT:
        return ball_sqrt(&s->w, z, a);
    case SIN:
        return ball_sincos(&s->w, z, &s->y[i], a);
    case COS:
        return ball_sincos(&s->w, &s->y[i], z, a);
    default:
        ball_max(&s->w, z, a, b);
        return 1;
    }
}

/* Constants are balls of radius 0 or one unit. A value that is too large is
   lost. */
void sheet_value(sheet *s, const tape *t, const ball *in)
{
    const long first = t->inputs + t->consts;
    make_room(s, first + t->instrs);
    for (long i = 0; i < t->inputs; i++)
        ball_set(&s->x[i], &in[i]);
    for (long i = 0; i < t->consts; i++)
        ball_ratio(&s->x[t->inputs + i], mpq_numref(t->konst[i]),
                   mpq_denref(t->konst[i]));
    for (long i = 0; i < first; i++)
        s->lost[i] = !ball_fits(&s->x[i]);
    for (long i = 0; i < t->instrs; i++)
        s->lost[first + i] = !value_of(s, &t->code[i], first + i) ||
                             !ball_fits(&s->x[first + i]);
}

/* d = +-(b a') added to what d is, when a moves. */
static void term(sheet *s, ball *d, int sign, const ball *b, uint32_t a)
{
    if (!s->moves[a])
        return;
    ball_mul(&s->w, &s->t, b, &s->d[a]);
    (sign < 0 ? ball_sub : ball_add)(d, d, &s->t);
}

/* The derivative of one of two operands, or the hull of both. */
static void branch(sheet *s, ball *d, const uint32_t *a, int first, int second)
{
    if (first || second)
        ball_set(d, &s->d[a[first ? 0 : 1]]);
    else
        ball_hull(&s->w, d, &s->d[a[0]], &s->d[a[1]]);
}

/* The derivative of slot i, by the table above; 0 when it has none. */
static int slope_of(sheet *s, const instruction *k, long i)
{
    const uint32_t *a = k->a;
    ball *d = &s->d[i];
    const ball *x = s->x;
    ball_zero(d);
    switch (k->op) {
    case ADD:
        ball_add(d, &s->d[a[0]], &s->d[a[1]]);
        return 1;
    case SUB:
        ball_sub(d, &s->d[a[0]], &s->d[a[1]]);
        return 1;
    case MUL:
        term(s, d, 1, &x[a[0]], a[1]);
        term(s, d, 1, &x[a[1]], a[0]);
        return 1;
    case DIV: /* (a' - x b') / b */
        ball_set(d, &s->d[a[0]]);
        term(s, d, -1, &x[i], a[1]);
        return ball_div(&s->w, d, d, &x[a[1]]);
    case NEG:
        ball_neg(d, &s->d[a[0]]);
        return 1;
    case SQRT: /* a' / (2 x) */
        ball_add(&s->u, &x[i], &x[i]);
        return ball_div(&s->w, d, &s->d[a[0]], &s->u);
    case SIN:
        term(s, d, 1, &s->y[i], a[0]);
        return 1;
    case COS:
        term(s, d, -1, &s->y[i], a[0]);
        return 1;
    case MAX:
        ball_sub(&s->u, &x[a[0]], &x[a[1]]);
        branch(s, d, a, ball_least_0(&s->u), ball_negative(&s->u));
        return 1;
    default:
        branch(s, d, a, ball_least_0(&x[a[2]]), ball_negative(&x[a[2]]));
        return 1;
    }
}

/* Does an operand that counts move (1), or have no derivative (2)? Of a sel
   that is decided, the branch that is not taken does not count, nor does the
   condition. */
static int stirs(const sheet *s, const instruction *k)
{
    int most = 0, from = 0, to = k->op <= DIV || k->op >= MAX ? 2 : 1;
    if (k->op == SEL && ball_least_0(&s->x[k->a[2]]))
        to = 1;
    else if (k->op == SEL && ball_negative(&s->x[k->a[2]]))
        from = 1;
    else if (k->op == SEL && s->moves[k->a[2]])
        return 2; /* it may jump */
    for (int i = from; i < to; i++)
        most = s->moves[k->a[i]] > most ? s->moves[k->a[i]] : most;
    return most;
}

void sheet_slope(sheet *s, const tape *t, const ball *seed)
{
    const long first = t->inputs + t->consts;
    for (long i = 0; i < first; i++) {
        s->moves[i] = i < t->inputs && !ball_is_zero(&seed[i]);
        if (s->moves[i])
            ball_set(&s->d[i], &seed[i]);
        else
            ball_zero(&s->d[i]);
    }
    for (long i = 0; i < t->instrs; i++) {
        const long at = first + i;
        s->moves[at] = (uint8_t)(s->lost[at] ? 2 : stirs(s, &t->code[i]));
        if (s->moves[at] != 1)
            ball_zero(&s->d[at]);
        else if (!slope_of(s, &t->code[i], at) || !ball_fits(&s->d[at]))
            s->moves[at] = 2;
    }
}
