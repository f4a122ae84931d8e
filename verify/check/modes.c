/**
# Contact modes: do other data have the same? (E4), (E6)

doc/71-enclosures.md, E4 and E6. A solution has at each contact a *mode*: `o`
open, `c` closed without friction, `s` sticks, or it slides, with `+`, `-` or
0 for each slip. The claim: *every* set of data within $\rho$ of the stored
ones, the scene's own among them, has a solution with these modes. It takes
three steps.

1. The exact solution of level L1 is in these modes, by signs and zeros of whole
   numbers (`in_modes`).
2. With the modes fixed, the complementarity problem is as many equations as
   unknowns (`frame_fill`, system.c); if a bound holds, the equations of all
   data in the box have one solution each, no farther than y from the known
   one (systems.c).
3. At each of these solutions every inequality of the mode holds strictly
   (`strict`). Equations and inequalities together are (C1) to (C5) and (C12).

The equations (E4), and the inequalities (E6):

* `o`: $c_n = 0$ and $f = 0$, so they are not among the unknowns; $n^T x > 0$.
* `c`: $n^T x = 0$, and there are no slips, or $\mu = 0$ and $f = 0$; $c_n > 0$.
* `s`: $n^T x = 0$, $d_k^T x = 0$; $c_n > 0$, $\sum |f_k| < \mu c_n$.
* It slides along $k \in S$ with signs $\sigma_k$: $n^T x = 0$,
  $-\sum_S \sigma_k f_k = \mu c_n$, the $\sigma_k d_k^T x$ all equal;
  $c_n > 0$, $-\sigma_k f_k > 0$, $\sigma_k d_k^T x > 0$ and more than every
  other $|d_i^T x|$.

Strict, because a sign that is zero in the middle is open in the box. A block
that is pushed with exactly $\mu c_n$ sticks, and slides for data a hair away:
"undecided" is the true answer, and a proof that states `s` is refused. Open
contacts have $c_n = 0$ by definition; whether they are listed or not makes no
difference to the equations.

Signs with errors: $z_i$ is known as a double, within `small` times its size,
and moves by y; a speed $d^T x$ moves with x and with d, by `far`
(`frame_along`). So $f > 0$ for all data is asked as
$f(1 - \text{small}) > y$.

Why L1 comes first: it leaves a solution of the middle system without a
residual. A solver in doubles would leave one, and its size would have to be a
part of g.

What is *not* in the claim: that other modes have no solution for the same data.
Where a problem has two solutions in two modes, each with strict signs, a proof
of one of them is accepted, and true.

An example, in test_strict: h = 1/4, mass 1, a block pressed by 1 N,
$\mu = \frac12$, pushed by p. It sticks up to p = 1/2. At p = 1/2 the solution
is in the mode s, exactly; $\sum|f| = \mu c_n$, and the answer is "contact 0
is not in the mode 's' for all data". At p = 1/2 - 2^-20 perp states
the mode, and it is accepted.

| a forger writes | words |
|---|---|
| a word that is no mode, or of another length | a contact mode expected |
| a mode in which the solution is not | contact N is not in the mode |
| one whose signs hold in the middle only | contact N is not in the mode ... for all data |
| modes of redundant contacts | the contact modes are not proven: the bound is not below 1 |

**Rows of Moreau and Jean** (MJ2) ask of $\alpha v^{l+1} = x - (1-\alpha) v^l$ and of
$\alpha (v^{l+1} + e v^l) = x - (1 - \alpha(1+e))\,v^l$, so each speed $r^T x$ above is $r^T (x -
\beta v)$ there, with a $\beta$ for contacts and another one for joints and slips. `along` has
these speeds already (moreau_jean.c); in doubles they are formed by `frame_along`. The
matrix is that of the family, since $v$ is known; only what is on the right moves more: by
$\rho\,|\beta| \sum |v|$. For the ball of moreau_jean.c, $\alpha = e = \frac12$, $\beta = \frac14$ at
the floor, $x = -\frac12$, $v = -2$: $x - \beta v = 0$, it is closed; without $\beta v$ the row
would be $-\frac12$, in no mode.

**The distance that is printed** is of
$v^{l+1} = (x - (1 - \alpha) v^l) / \alpha$, which moves by y / $\alpha$. It
bounds how far the step of the real numbers that the formulas mean is from the
exact solution of level L1; the stored velocity is that one truncated.
*/
#include "modes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* x / den in a double: both cut to 53 bits, a quotient rounded, so wrong by at
   most three units in the last place; exponents beyond the doubles become inf
   or 0. */
double quotient(mpz_srcptr x, mpz_srcptr den)
{
    long a, b;
    double top = mpz_get_d_2exp(&a, x), low = mpz_get_d_2exp(&b, den);
    a -= b;
    return ldexp(top / low, (int)(a > 4000 ? 4000 : a < -4000 ? -4000 : a));
}

double ratio_double(mpq_srcptr x)
{
    return quotient(mpq_numref(x), mpq_denref(x));
}

/* "o" open, "c" closed without friction, "s" sticks; or + - 0 for each slip; of a
   rebound "o" before "s" and before these, too; or "undecided" alone. */
static void read_words(checker *c)
{
    level2 *e = c->two;
    const problem *p = &c->p;
    e->word = more(&c->r, e->word, (size_t)p->size[CONTACTS] + 1, &e->words,
                   sizeof *e->word);
    for (long j = 0; j < p->size[CONTACTS]; j++) {
        const long slips = p->slip_at[j + 1] - p->slip_at[j];
        read_text(&c->r, " ");
        const char *word = read_word(&c->r);
        const char *ways = modes_second(c) ? ways_of(word) : word;
        const size_t n = strlen(ways);
        if (j == 0 && strcmp(word, "undecided") == 0) {
            e->moded = 0;
            return;
        }
        int one_of = n == 1 && strchr(ways == word ? "ocs" : "s", *ways) != NULL;
        if (!one_of && ((long)n != slips || n == 0 || strspn(ways, "+-0") != n ||
                        strspn(ways, "0") == n))
            refuse(&c->r, "a contact mode expected, not '%.20s'", word);
        memcpy(e->word[j], word, strlen(word) + 1);
    }
}

void modes_read(checker *c)
{
    level2 *e = c->two;
    read_text(&c->r, "modes");
    e->moded = 1;
    if (c->p.size[CONTACTS] > 0)
        read_words(c);
    else if (peek(&c->r) != '\n') {
        read_text(&c->r, " undecided");
        e->moded = 0;
    }
    read_text(&c->r, "\n");
}

/* Of one slip: the impulse f and the speed y have the signs of the mode. Where
   it slides, against each other; a slip marked 0 has no impulse, and any speed
   that is less than the others (`slides`). */
static int slip_fits(char way, mpz_srcptr f, mpz_srcptr y)
{
    if (way == 's')
        return mpz_sgn(y) == 0;
    if (way == '+' || way == '-')
        return mpz_sgn(y) == (way == '+' ? 1 : -1) && mpz_sgn(f) == -mpz_sgn(y);
    return mpz_sgn(f) == 0;
}

/* The solution is in these modes, exactly; the speeds marked + and - are of one
   size. That it uses all friction where it slides, sum |f| = mu c_n, need not be
   asked: a speed is not 0 then, and (C5) has asked zeta lambda = 0. */
static void in_modes(checker *c, long j)
{
    const problem *p = &c->p;
    const char *w = c->two->word[j], *ways = ways_of(w);
    const mpz_t *f = (const mpz_t *)p->x.x + p->at[SLIPS];
    const mpz_t *y = (const mpz_t *)p->along.x + p->at[SLIPS];
    mpz_srcptr cn = beyond(c, j);
    mpz_srcptr up = p->along.x[p->at[CONTACTS] + j], first = NULL;
    mpq_srcptr mu = scene_contact(&c->s, p->id[j])->mu;
    const long from = p->slip_at[j], to = p->slip_at[j + 1];
    const int word = strchr("ocs", *ways) != NULL;
    const int pushed = modes_second(c) && mpz_sgn(p->back.x[c->s.nv + j]) != 0;
    int fine = mpz_sgn(*w == 'o' ? cn : up) == 0;
    if (*ways == 'c' || (*ways == 'o' && pushed))
        fine &= from == to || mpq_sgn(mu) == 0;
    fine &= *ways != 's' || from < to;
    for (long k = from; k < to; k++) {
        const char way = word ? *ways : ways[k - from];
        fine &= slip_fits(way, f[k], y[k]);
        if (way != '+' && way != '-')
            continue;
        first = first == NULL ? y[k] : first;
        fine &= mpz_cmpabs(first, y[k]) == 0;
    }
    if (!fine)
        refuse(&c->r, "contact %ld is not in the mode '%s'", p->id[j], w);
}

/* Numbers the unknowns that the modes have. */
static long unknowns(frame *k)
{
    const problem *p = &k->c->p;
    long n = p->at[CONTACTS];
    for (long j = 0; j < p->size[CONTACTS]; j++) {
        const char *w = k->c->two->word[j], *ways = ways_of(w);
        k->cn[j] = *w == 'o' ? -1 : n++;
        for (long i = p->slip_at[j]; i < p->slip_at[j + 1]; i++) {
            int pulls = *ways == 's' ||
                        (strchr("ocs", *ways) == NULL &&
                         ways[i - p->slip_at[j]] != '0');
            k->f[i] = pulls ? n++ : -1;
        }
    }
    return n;
}

/* The known solution in doubles, and sums over its velocities, rounded up,
   which say how far a row can move its product with x. */
static void solution(frame *k)
{
    const problem *p = &k->c->p;
    const long nv = k->c->s.nv;
    for (long i = 0; i < p->at[CONTACTS]; i++)
        k->z[i] = quotient(p->x.x[i], p->x.den);
    for (long j = 0; j < p->size[CONTACTS]; j++)
        if (k->cn[j] >= 0)
            k->z[k->cn[j]] = quotient(beyond(k->c, j), p->x.den);
    for (long i = 0; i < p->size[SLIPS]; i++)
        if (k->f[i] >= 0)
            k->z[k->f[i]] = quotient(p->x.x[p->at[SLIPS] + i], p->x.den);
    for (long j = 0; j < nv; j++) {
        const double v = quotient(p->v.x[j], p->v.den), x = k->z[j];
        k->x += fabs(x) * (1 + small);
        k->v += fabs(v) * (1 + small);
        k->move += fabs(x - v) + small * (fabs(x) + fabs(v));
    }
    k->x *= 1 + (double)nv * small;
    k->v *= 1 + (double)nv * small;
    k->move *= 1 + (double)nv * small;
}

/* Friction against the motion, for the whole box, and all slips of the mode
   faster than all others. */
static int slides(const frame *k, long j)
{
    const problem *p = &k->c->p;
    const char *w = ways_of(k->c->two->word[j]);
    double least = HUGE_VAL, most = 0, far;
    for (long i = p->slip_at[j]; i < p->slip_at[j + 1]; i++) {
        double v = frame_along(k, &p->data[D], i, &far);
        if (k->f[i] < 0) {
            most = fabs(v) + far > most ? fabs(v) + far : most;
            continue;
        }
        const double way = w[i - p->slip_at[j]] == '+' ? 1 : -1;
        const double f = -way * k->z[k->f[i]];
        if (!(f * (1 - small) > k->s.y[k->f[i]]))
            return 0;
        least = way * v - far < least ? way * v - far : least;
    }
    return least * (1 - small) > 0 && least * (1 - small) > most;
}

/* The inequalities of the mode of contact j for the whole box. A comparison
   with what is no number is false, and refuses. */
static int strict(const frame *k, long j)
{
    const problem *p = &k->c->p;
    const char *w = k->c->two->word[j], *ways = ways_of(w);
    double far, sum = 0, cn = 0;
    if (*w == 'o') {
        double v = frame_along(k, &p->data[N], j, &far);
        if (!(v * (1 - small) > far) || ways == w)
            return v * (1 - small) > far;
    } else
        cn = k->z[k->cn[j]] * (1 - small) - k->s.y[k->cn[j]];
    if (*w != 'o' && (!(cn > 0) || *w == 'c'))
        return cn > 0;
    if (*ways != 's')
        return slides(k, j);
    cn += second_least(k, j); /* friction may use what is given, too */
    for (long i = p->slip_at[j]; i < p->slip_at[j + 1]; i++)
        sum += fabs(k->z[k->f[i]]) * (1 + small) + k->s.y[k->f[i]];
    const double mu = ratio_double(scene_contact(&k->c->s, p->id[j])->mu);
    return sum * (1 + (double)(k->s.n + 8) * small) < mu * cn * (1 - small) &&
           frame_moderate(k, j);
}

/* (MJ2): 1 - alpha of joints and slips, 1 - alpha (1 + e) of contacts; in the
   other schemes rows ask of x alone. */
static void look_back(frame *k)
{
    problem *p = &k->c->p;
    const mpz_t *K = (const mpz_t *)p->K;
    mpz_srcptr e = mpq_numref(k->c->s.restitution);
    mpz_srcptr d = mpq_denref(k->c->s.restitution);
    if (!k->c->s.how->middle)
        return;
    k->back[1] = quotient(K[REST], K[LOW]);
    sum(p->s, 1, K[REST], d, NULL, -1, K[TOP], e, NULL, 0);
    sum(p->t, 1, K[LOW], d, NULL, 0);
    k->back[0] = quotient(p->s, p->t);
}

static void make_room(frame *k)
{
    level2 *e = k->c->two;
    const problem *p = &k->c->p;
    const size_t n = (size_t)p->size[UNKNOWNS];
    const size_t all = n * (3 * n + 8) + (size_t)p->size[SLIPS] + 8;
    if ((k->c->r.over = n > MOST_MODES))
        refuse(&k->c->r, "contact modes of more than %d unknowns", MOST_MODES);
    e->A = more(&k->c->r, e->A, all, &e->room, sizeof *e->A);
    e->place = more(&k->c->r, e->place, n + 1, &e->places, sizeof *e->place);
    k->cn = e->place;
    k->f = e->place + p->size[CONTACTS];
    memset(e->A, 0, all * sizeof *e->A);
}

void modes_check(checker *c)
{
    frame k = {.c = c, .rho = 0};
    level2 *e = c->two;
    const problem *p = &c->p;
    double far = 0;
    for (long j = 0; j < p->size[CONTACTS]; j++)
        in_modes(c, j);
    make_room(&k);
    const size_t n = (size_t)unknowns(&k);
    double *all[6];
    for (size_t i = 0; i < 6; i++)
        all[i] = e->A + n * (n + i);
    k.given = modes_second(c) ? e->given : NULL;
    k.s = (systems){.n = (int)n, .nx = (int)c->s.nv, .B = e->A, .g = all[0],
                    .Ex = all[1], .Ez = all[2], .y = all[3],
                    .room = e->A + n * (n + 5)};
    k.z = all[4];
    k.rho = above(mpq_numref(e->rho), mpq_denref(e->rho));
    solution(&k);
    look_back(&k);
    frame_fill(&k);
    if (!systems_near(&k.s))
        refuse(&c->r, "the contact modes are not proven: the bound is not "
                      "below 1");
    for (long j = 0; j < p->size[CONTACTS]; j++)
        if (!strict(&k, j))
            refuse(&c->r, "contact %ld is not in the mode '%s' for all data",
                   p->id[j], e->word[j]);
    for (long i = 0; i < c->s.nv; i++)
        far = k.s.y[i] > far ? k.s.y[i] : far;
    far *= quotient(p->K[LOW], p->K[TOP]) * (1 + small); /* v+ moves by y / alpha */
    e->sum.moved = far > e->sum.moved ? far : e->sum.moved;
    if (p->gives)
        second_keep(&k);
}
