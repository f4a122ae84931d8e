/**
# A verdict on a path

A function solves (39), HP23 3.2, if it is absolutely continuous and $\dot v(s) \in
D_q(v(s))$ for almost every $s$. "Almost every" cannot be asked of a function, and is
easy for a broken line: on a leg $\dot v$ is constant, and $D_q(v(s))$ changes
finitely often, so there are finitely many questions, each [a linear program](hull.c).

**One behind the other**, for the block: its knots are $(0, -1, 0)$, $(\frac3{10},
-\frac3{20}, -\frac3{10})$ and $(\frac{21}{100}, \frac{21}{200}, -\frac{21}{100})$. On
the first leg $\dot v = (\frac6{17}, 1, -\frac6{17})$, A approaches and sticks, B
approaches. No speed changes its sign, so one piece; the rate is $\frac{11}{34}$,
$\frac{23}{34}$ of A's two corners, distance 0. On the second $\dot v = (-\frac6{17},
1, \frac6{17})$ is B's, while A has begun to part, so that A's corners are not in the
set any more and are not needed. The path is a solution, of length $\frac{221}{200}$.

**A path between both.** A presses alone for half of its leg, then B until it
rests, then A:

| $s$ | $v$ | $n_A v$ | $n_B v$ |
|---|---|---|---|
| $0$ | $(0, -1, 0)$ | $-1$ | $-1$ |
| $\frac{17}{40}$ | $(\frac3{20}, -\frac{23}{40}, -\frac3{20})$ | $-\frac12$ | $-\frac{13}{20}$ |
| $\frac{391}{400}$ | $(-\frac9{200}, -\frac9{400}, \frac9{200})$ | $-\frac9{200}$ | $0$ |
| $\frac{4063}{4000}$ | $(-\frac{63}{2000}, \frac{63}{4000}, \frac{63}{2000})$ | $0$ | $\frac{63}{2000}$ |

No speed changes its sign on a leg, so each has one set all along, though two
speeds may become equal and make a cut; on the third B parts and its corners
are gone. The verdict is 0, so B may part at $\frac{63}{2000}$, between the
rest of (31) and the $\frac{21}{100}$ of two impacts in turn. The normal
impulse of every corner of the block has the same $y$, so $s$ is what $v_y$ has
gained: $1 + \frac{63}{4000}$.

**What a verdict can be wrong about: nothing,** as a statement about the fractions
that it is given. Between two cuts any point will do, and one with few digits is
taken; at a cut itself the set may be larger, never smaller in the limit, but a single
$s$ has no measure.

**Cost.** On a leg of $u$ speeds there are up to $u^2$ cuts, most of which change
nothing: the sum and difference of every two speeds matter only where two slips of one
contact are compared, or where all contacts part. Pieces with the corners of the piece
before are not asked again.
*/
#include "hp23/inclusion/path.h"

#include "hp23/inclusion/hull.h"
#include "number/rational.h"

/* Work space for one leg: from v0 at s = 0 with the constant rate, ds long. */
typedef struct {
    arena *a;
    rates *r;
    const mpq_t *v0;
    mpq_t *rate;    /* nv */
    mpq_t *whole;   /* 2 nv: the velocities at its ends, whole numbers */
    mpq_t *weight;  /* corners */
    mpq_t *y0, *y1; /* p + r: speeds at its ends, whole numbers, too */
    mpz_t unit;     /* the velocities are 1/unit of theirs */
    int *was, count_was; /* 2 corners: those of the piece before; -1: none */
    mpq_t distance;      /* of that piece */
    mpq_t *cut;          /* where one is zero, as a fraction of the leg */
    int cuts, most;
    mpq_t *all;
    size_t count;
    mpq_t ds;
    mpq_t zero;
} leg;

static perp_status leg_new(arena *a, rates *r, leg *out)
{
    const size_t nv = (size_t)r->nv, u = (size_t)(r->d->p + r->d->r);
    const size_t cuts = u * (u + 1) + 2;
    *out = (leg){.a = a, .r = r, .most = (int)cuts};
    out->count = 3 * nv + (size_t)r->most + 2 * u + cuts + 1;
    out->was = arena_take(a, 2 * (size_t)r->most + 1, sizeof *out->was);
    out->all = out->was == NULL ? NULL : rational_array(a, out->count);
    if (out->all == NULL)
        return PERP_NO_MEMORY(out->count * sizeof(mpq_t));
    out->rate = out->all;
    out->whole = out->rate + nv;
    out->weight = out->whole + 2 * nv;
    out->y0 = out->weight + r->most + 1;
    out->y1 = out->y0 + u;
    out->cut = out->y1 + u;
    mpq_inits(out->ds, out->distance, out->zero, NULL);
    mpz_init(out->unit);
    return PERP_SUCCESS;
}

static void leg_clear(leg *l)
{
    if (l->all == NULL)
        return;
    rational_clear(l->all, l->count);
    mpq_clears(l->ds, l->distance, l->zero, NULL);
    mpz_clear(l->unit);
}

/* u^2 cuts at most, beside the two ends: u zeros, and two for each pair. */
/* A cut where x0 + f (x1 - x0) = 0 with 0 < f < 1. */
static void add_cut(leg *l, mpq_srcptr x0, mpq_srcptr x1)
{
    if (mpq_sgn(x0) * mpq_sgn(x1) >= 0)
        return;
    mpq_ptr f = l->cut[l->cuts++];
    mpq_sub(f, x0, x1);
    mpq_div(f, x0, f);
    for (int k = l->cuts - 1; k > 0 && mpq_cmp(l->cut[k], l->cut[k - 1]) < 0;
         k--)
        mpq_swap(l->cut[k], l->cut[k - 1]);
}

/** **Where the set changes.** On a straight leg every speed is linear in $s$. The
set $D_q(v)$ depends on the signs of normal speeds and slips, on which slip of a
contact is the largest and, where all contacts part, on which of them parts
slowest. So it is the same in the whole of each open interval between the zeros of
all speeds and of the sums and differences of every two: one point of each
decides, exactly. */
static void find_cuts(leg *l)
{
    const int u = l->r->d->p + l->r->d->r;
    mpq_t x0, x1;
    mpq_inits(x0, x1, NULL);
    l->cuts = 0;
    mpq_set_ui(l->cut[l->cuts++], 0, 1);
    for (int i = 0; i < u; i++) {
        add_cut(l, l->y0[i], l->y1[i]);
        for (int k = 0; k < i; k++) {
            mpq_sub(x0, l->y0[i], l->y0[k]);
            mpq_sub(x1, l->y1[i], l->y1[k]);
            add_cut(l, x0, x1);
            mpq_add(x0, l->y0[i], l->y0[k]);
            mpq_add(x1, l->y1[i], l->y1[k]);
            add_cut(l, x0, x1);
        }
    }
    mpq_set_ui(l->cut[l->cuts++], 1, 1);
    mpq_clears(x0, x1, NULL);
}

/** **Whole numbers.** A velocity far along a solution is a fraction of thousands of
digits, and most of the time would go into common divisors. So the speeds at both
ends of a leg are brought to one denominator, once, and where between them, with
$f = a/b$, a speed is $b y_0 + a (y_1 - y_0)$ in a unit that does not matter for
signs: no fraction is left. */
static void to_whole_numbers(leg *l, const mpq_t *v1)
{
    const int u = l->r->d->p + l->r->d->r, nv = l->r->nv;
    mpz_t end[2];
    mpq_t unit;
    mpq_init(unit);
    mpz_inits(end[0], end[1], NULL);
    rates_speeds(l->r, l->v0, end[0], l->whole, l->y0);
    rates_speeds(l->r, v1, end[1], l->whole + nv, l->y1);
    mpz_lcm(l->unit, end[0], end[1]);
    for (int k = 0; k < 2; k++) {
        mpz_divexact(mpq_numref(unit), l->unit, end[k]);
        for (int i = 0; i < u; i++)
            mpq_mul(l->y0[k * u + i], l->y0[k * u + i], unit);
        for (int i = 0; i < nv; i++)
            mpq_mul(l->whole[k * nv + i], l->whole[k * nv + i], unit);
    }
    mpz_set_ui(mpq_numref(unit), 1);
    for (int i = 0; i < 2 * u; i++) /* y1 follows y0 */
        rational_cover(mpq_numref(unit), l->y0[i]);
    for (int i = 0; i < 2 * u; i++)
        mpq_mul(l->y0[i], l->y0[i], unit);
    mpz_clears(end[0], end[1], NULL);
    mpq_clear(unit);
}

/* The rate, with one common divisor for each component. */
static void find_rate(leg *l)
{
    const int nv = l->r->nv;
    for (int i = 0; i < nv; i++) {
        mpq_ptr x = l->rate[i];
        mpz_sub(mpq_numref(x), mpq_numref(l->whole[nv + i]),
                mpq_numref(l->whole[i]));
        mpz_mul(mpq_numref(x), mpq_numref(x), mpq_denref(l->ds));
        mpz_mul(mpq_denref(x), l->unit, mpq_numref(l->ds));
        mpq_canonicalize(x);
    }
}

/** The rate of a leg is the difference of its ends over $\Delta s$, in lowest terms:
it is compared with corners, which have few digits, and the linear program would carry
every common factor along.

**One point decides**, whichever it is: the middle in doubles, if that does not
round to an end. It has few digits, and so has what is multiplied by it. */
static void point_between(mpq_srcptr x, mpq_srcptr y, mpq_ptr out)
{
    mpq_set_d(out, (mpq_get_d(x) + mpq_get_d(y)) / 2);
    if (mpq_cmp(out, x) > 0 && mpq_cmp(out, y) < 0)
        return;
    mpq_add(out, x, y);
    mpq_div_2exp(out, out, 1);
}

static void set_at(leg *l, mpq_srcptr f)
{
    const int u = l->r->d->p + l->r->d->r;
    mpq_t a, b, t;
    mpq_inits(a, b, t, NULL);
    mpq_set_z(a, mpq_numref(f));
    mpq_set_z(b, mpq_denref(f));
    for (int i = 0; i < u; i++) {
        mpq_sub(t, l->y1[i], l->y0[i]);
        mpq_mul(t, t, a);
        mpq_mul(l->r->u[i], l->y0[i], b);
        mpq_add(l->r->u[i], l->r->u[i], t);
    }
    rates_of_speeds(l->r, l->zero);
    mpq_clears(a, b, t, NULL);
}

/* Are these the corners of the piece before? They are now. */
static int same_corners(leg *l)
{
    const rates *r = l->r;
    int same = l->count_was == r->count;
    for (int c = 0; c < r->count; c++) {
        same = same && l->was[2 * c] == r->contact[c] &&
               l->was[2 * c + 1] == r->side[c];
        l->was[2 * c] = r->contact[c];
        l->was[2 * c + 1] = r->side[c];
    }
    l->count_was = r->count;
    return same;
}

/** What a path that is no solution is told: the part of its length where it is one,
the largest distance, and the integral of the distance, in m/s: by so much $v^+$ may
be off. The integral is what shrinks with the step (75) of a sample. */
/* The piece between two cuts is beside the inclusion. */
static void count_outside(leg *l, int k, path_verdict *out)
{
    mpq_t t;
    mpq_init(t);
    mpq_sub(t, l->cut[k + 1], l->cut[k]);
    mpq_mul(t, t, l->ds);
    mpq_sub(out->inside, out->inside, t);
    mpq_mul(t, t, l->distance);
    mpq_add(out->integral, out->integral, t);
    mpq_clear(t);
}

/** A piece is judged by the corners at one of its points and the leg's rate. The
rate is the leg's, so with the corners of the piece before the distance is, too. */
/* The piece between two cuts, judged at one point. Where nothing has changed
   but a sum or a difference that did not matter, the distance is known. */
static perp_status judge_piece(leg *l, int k, path_verdict *out)
{
    mpq_t f;
    mpq_init(f);
    point_between(l->cut[k], l->cut[k + 1], f);
    set_at(l, f);
    mpq_clear(f);
    hull_exact h = {l->r->nv, l->r->count, (const mpq_t *)l->r->corner,
                    (const mpq_t *)l->rate};
    if (!same_corners(l))
        PERP_TRY(hull_distance(l->a, &h, l->distance, l->weight));
    out->pieces++;
    if (mpq_sgn(l->distance) != 0)
        count_outside(l, k, out);
    return PERP_SUCCESS;
}

static perp_status judge_leg(leg *l, const velocity_path *p, int k,
                             path_verdict *out)
{
    const int nv = l->r->nv;
    l->v0 = p->v + k * nv;
    mpq_sub(l->ds, p->s[k + 1], p->s[k]);
    if (mpq_sgn(l->ds) <= 0)
        return PERP_FAIL(PERP_INPUT, "leg %d of the path: s does not grow", k);
    to_whole_numbers(l, p->v + (k + 1) * nv);
    find_rate(l);
    find_cuts(l);
    l->count_was = -1;
    for (int i = 0; i + 1 < l->cuts; i++) {
        if (mpq_equal(l->cut[i], l->cut[i + 1]))
            continue;
        PERP_TRY(judge_piece(l, i, out));
        if (mpq_cmp(l->distance, out->worst) > 0) {
            mpq_set(out->worst, l->distance);
            out->leg = k;
        }
    }
    return PERP_SUCCESS;
}

/** **The inclusion (39), decided.** $\dot v \in D_q(v)$ almost everywhere: in every
piece, since there are finitely many. Nothing is said about the knots, where a
solution has no derivative.

Implements HP23 (39). */
perp_status path_check(arena *a, rates *r, const velocity_path *p,
                       path_verdict *out)
{
    leg l;
    *out = (path_verdict){.leg = -1};
    mpq_inits(out->length, out->inside, out->worst, out->integral, NULL);
    if (p->knots > 1)
        mpq_sub(out->length, p->s[p->knots - 1], p->s[0]);
    mpq_set(out->inside, out->length);
    perp_status s = leg_new(a, r, &l);
    for (int k = 0; k + 1 < p->knots && s.code == PERP_OK; k++)
        s = judge_leg(&l, p, k, out);
    leg_clear(&l);
    return s;
}

void path_verdict_clear(path_verdict *v)
{
    mpq_clears(v->length, v->inside, v->worst, v->integral, NULL);
}
