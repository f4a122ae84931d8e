/**
# Termination and dissipation, in numbers

HP23 3.3.3: the system is $\alpha(s)$-dissipative (Definition 6) if every solution
with $\|v(0)\|_M = 1$ that is in the closure of $\mathcal C$ up to $s$ has lost the
part $\alpha(s)$ of its $\|v\|_M$ by then. Lemma 3 makes a length of it, $s^* \le
\inf_s s/\alpha(s)$, and Theorem 3 says that such an $\alpha$ exists, by compactness:
it gives no number.

Two numbers can be had. From above: what solutions that are found have lost bounds the
best $\alpha$; `lose` takes the least of them at sixteen lengths. And from below, at
large $s$: an argument with [Lemma 6](../impact/net_force.c) shows that no solution is
longer than $2 \|r\|_{M^{-1}}$, so from there on any $\alpha$ will do, 1 for instance.

**The block** of the [wing's page](../README.md): $r = (0, 1, 0)$, $\|r\|_{M^{-1}} =
1$, the bound is 2. The longest of 100 solutions is 1.105, which is $\frac{221}{200}$,
the two impacts in turn. At a sixteenth of the bound, $s = 0.125$, the least that one
has lost is $0.1234$. (42) is why no better bound follows from the rate of loss alone:
it may be arbitrarily small, where what is pressed hardly approaches, but it does not
stay so.

**Lemma 3 with these numbers.** $s/\alpha(s)$ over the table of the block is
$0.125/0.1234 = 1.013$, $0.25/0.2427 = 1.030$ and grows from there to $1/0.7059
= 1.417$.
Were this the true $\alpha$, impacts would end by $1.013$; but the longest
solution has 1.105. The true one is of all $v(0)$ and not of this one alone, and
of all solutions and not of 100, so it is smaller at each length whose quotient
is below 1.105. The table is to be read as it is named: an upper bound.

**Checked of each**: [the verdict](path.c) says that it is a solution, with distance
zero, and $s^2 \le 4 \|r\|_{M^{-1}}^2 \|v(0)\|_M^2$, in fractions. Either failing is
an error of ours and ends everything. Roots are taken for what is printed only.
*/
#include "hp23/inclusion/followed.h"

#include "hp23/impact/net_force.h"
#include "hp23/impact/routh.h"
#include "number/rational.h"

#include <math.h>

typedef struct {
    arena *a;
    step_exact *d;
    const followed_wish *w;
    rates r;
    ways ways;
    mpq_t zero, square, energy, at, speed;
    mpq_t *v, *start; /* nv: work space; what d->v was */
    mpq_t *whole, *u; /* nv, p + r: work space of speeds_at */
    mpz_t unit;
    double *at_knot; /* p + r: the speeds there */
    followed *out;
} following;

/** $v^\top M v$ is the rate of loss at $v$ for the rate $v$, which exists already. */
/* |v|_M^2 into out. */
static void energy_of(following *f, const mpq_t *v, mpq_ptr out)
{
    rates_power(&f->r, v, v, out);
}

/** **The bound.** With the $r$ of Lemma 6 every rate of (39) has $r \cdot \dot v
\ge 1$, since its normal rates have the sum 1. And $|r \cdot v| \le \|r\|_{M^{-1}}
\|v\|_M \le \|r\|_{M^{-1}} \|v(0)\|_M$ as long as no energy is gained. So a solution
that stays in the closure of $\mathcal C$ up to $s$ has $s \le 2 \|r\|_{M^{-1}}
\|v(0)\|_M$: an $\alpha(s)$ of Theorem 3 that is 1 from there on, in numbers. square
= its square for $\|v(0)\|_M = 1$. */
static perp_status find_bound(following *f)
{
    net_force n;
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    perp_status s = net_force_find(f->a, f->d, one, &n);
    mpq_clear(one);
    PERP_TRY(s);
    if (n.pointed) {
        s = impact_response(f->a, f->d, (const mpq_t *)n.r, f->v);
        impact_dot(f->d->nv, (const mpq_t *)n.r, (const mpq_t *)f->v,
                   f->square);
        mpq_mul_2exp(f->square, f->square, 2);
        f->out->bound = sqrt(mpq_get_d(f->square));
    } else {
        s = PERP_FAIL(PERP_INPUT, "the friction cone is not pointed: nothing "
                                  "bounds a solution");
    }
    net_force_clear(&n);
    return s;
}

/** **One contact.** Then (39) is Routh's (36), and Lemma 2 has a bound of its own; it
has none without friction, or without a slip that the normal does not fix. */
static perp_status find_kappa(following *f)
{
    if (f->d->p != 1 || f->d->r != 1)
        return PERP_SUCCESS;
    perp_status s = routh_kappa(f->a, f->d, f->at);
    if (s.code == PERP_OK)
        f->out->kappa = sqrt(mpq_get_d(f->at));
    return s.code == PERP_INPUT ? PERP_SUCCESS : s;
}

static int collides(const following *f)
{
    return impact_colliding(f->d, (const mpq_t *)f->d->v, f->zero) >= 0;
}

/** From everywhere: velocities with short fractions, so that solutions have short
ones. The coordinates are uniform and the energy is not; solutions are scaled by
$\|v(0)\|_M$ before they are compared, which Lemma 11 allows, for the law is
homogeneous. */

/* d->v at random: a thousandth of whole numbers up to 1000, turned round when
   that does not collide. */
static void draw_velocity(following *f, uint64_t sample)
{
    const int nv = f->d->nv;
    draw_place at = {f->w->seed, sample, UINT32_MAX};
    double u;
    for (uint32_t k = 0; k < 100; k++) {
        for (int i = 0; i < nv; i++) {
            at.step = UINT32_MAX - k * (uint32_t)nv - (uint32_t)i;
            draw_uniform(&at, DRAW_CHOICE, 1, &u);
            mpq_set_si(f->d->v[i], (long)floor(2001 * u) - 1000, 1000);
            mpq_canonicalize(f->d->v[i]);
        }
        if (collides(f))
            return;
        for (int i = 0; i < nv; i++)
            mpq_neg(f->d->v[i], f->d->v[i]);
        if (collides(f))
            return;
    }
}

/** **Definition 6, measured.** $\alpha(s)$ is at most what the solutions found have
lost by then: an upper bound of the best one there is, for solutions are only drawn.

Implements HP23 (Def6). */
static void lose(following *f, const solution *x)
{
    followed *out = f->out;
    const double size = sqrt(mpq_get_d(f->energy));
    for (int k = 0; k < FOLLOWED_TIMES; k++) {
        int inside;
        mpq_set_d(f->at, out->bound * size * (k + 1) / FOLLOWED_TIMES);
        solution_at(x, f->at, f->v, &inside);
        if (!inside)
            return;
        energy_of(f, (const mpq_t *)f->v, f->speed);
        double lost = 1 - sqrt(mpq_get_d(f->speed)) / size;
        if (out->alive[k]++ == 0 || lost < out->least[k])
            out->least[k] = lost;
    }
}

/* The speeds at knot k, p + r, truncated, which takes no lowest terms. */
static void speeds_at(following *f, const solution *x, int k, double *out)
{
    rates_speeds(&f->r, (const mpq_t *)x->v + k * f->d->nv, f->unit, f->whole,
                 f->u);
    for (int i = 0; i < f->d->p + f->d->r; i++) {
        mpz_mul(mpq_denref(f->u[i]), mpq_denref(f->u[i]), f->unit);
        out[i] = mpq_get_d(f->u[i]);
    }
}

/** An end of a solution is a fraction and so is a $v^+$ of law (31): equal or not,
without a tolerance. On the block 40 of 100 end at rest, far more than went
there straight. */

/* Which of the wished ends is it? */
static void count_end(following *f, const mpq_t *v)
{
    const int nv = f->d->nv;
    long *count = f->out->at_end;
    for (const outcome *o = f->w->ends->first; o != NULL; o = o->next) {
        int i = 0;
        while (i < nv && mpq_equal(o->v[i], v[i]))
            i++;
        *count++ += i == nv;
    }
}

static void see_end(following *f, const solution *x)
{
    speeds_at(f, x, x->knots - 1, f->at_knot);
    if (f->w->ends != NULL)
        count_end(f, (const mpq_t *)x->v + (x->knots - 1) * f->d->nv);
    for (int i = 0; i < f->d->p + f->d->r; i++) {
        double u = f->at_knot[i];
        f->out->low[i] = f->out->ended == 0 ? u : fmin(f->out->low[i], u);
        f->out->high[i] = f->out->ended == 0 ? u : fmax(f->out->high[i], u);
    }
    f->out->ended++;
}

static void keep_line(following *f, const solution *x)
{
    followed *out = f->out;
    const int each = f->d->p + f->d->r, at = out->line[out->lines];
    if (out->lines == FOLLOWED_LINES || at + x->knots > FOLLOWED_KNOTS)
        return;
    for (int k = 0; k < x->knots; k++)
        speeds_at(f, x, k, out->knot + (at + k) * each);
    out->line[++out->lines] = at + x->knots;
}

static void write_rows(following *f, const solution *x, uint64_t sample)
{
    const int nv = f->d->nv;
    for (int k = 0; k < x->knots && f->w->csv != NULL; k++) {
        fprintf(f->w->csv, "%llu,%.17g", (unsigned long long)sample,
                mpq_get_d(x->s[k]));
        for (int i = 0; i < nv; i++)
            fprintf(f->w->csv, ",%.17g", mpq_get_d(x->v[k * nv + i]));
        speeds_at(f, x, k, f->at_knot);
        for (int i = 0; i < f->d->p + f->d->r; i++)
            fprintf(f->w->csv, ",%.17g", f->at_knot[i]);
        fputc('\n', f->w->csv);
    }
}

/** What is found is believed by nobody: the solution is a list of knots, and the
verdict knows no more of it. */

/* The independent verdict, and the bound, exactly. */
static perp_status judge(following *f, const solution *x)
{
    path_verdict v;
    velocity_path p = solution_path(x);
    perp_status s = path_check(f->a, &f->r, &p, &v);
    if (s.code == PERP_OK && mpq_sgn(v.worst) != 0)
        s = PERP_FAIL(PERP_REFUTED, "leg %d is %g beside the inclusion", v.leg,
                      mpq_get_d(v.worst));
    path_verdict_clear(&v);
    PERP_TRY(s);
    mpq_mul(f->at, x->s[x->knots - 1], x->s[x->knots - 1]);
    mpq_mul(f->speed, f->square, f->energy);
    if (mpq_cmp(f->at, f->speed) > 0)
        return PERP_FAIL(PERP_REFUTED, "a solution longer than its bound");
    return PERP_SUCCESS;
}

static perp_status one(following *f, uint64_t sample)
{
    solution x;
    const solution_options o = {.seed = f->w->seed,
                                .most = f->w->most,
                                .ordered = f->w->ordered,
                                .ends = f->w->ends,
                                .limit = f->w->limit};
    const arena_mark mark = arena_here(f->a);
    if (f->w->everywhere)
        draw_velocity(f, sample);
    energy_of(f, (const mpq_t *)f->d->v, f->energy);
    perp_status s = solution_find(f->a, &f->ways, &o, sample, &x);
    if (s.code == PERP_OK)
        s = judge(f, &x);
    if (s.code == PERP_OK) {
        f->out->legs += x.knots - 1;
        f->out->longest = fmax(f->out->longest, mpq_get_d(x.s[x.knots - 1]) /
                                                    sqrt(mpq_get_d(f->energy)));
        lose(f, &x);
        keep_line(f, &x);
        write_rows(f, &x, sample);
        if (x.ended)
            see_end(f, &x);
    }
    solution_clear(&x);
    arena_release(f->a, mark);
    return s;
}

/* Each leg makes fractions longer: who has waited in vain is told what would be
   shorter. */
static perp_status numbered(perp_status s, long i, long all)
{
    if (s.code != PERP_LIMIT)
        return s;
    return PERP_FAIL(PERP_LIMIT,
                     "solution %ld of %ld: %s, or ask for fewer "
                     "--solutions or --legs",
                     i + 1, all, s.message);
}

static perp_status all(following *f)
{
    PERP_TRY(find_bound(f));
    PERP_TRY(find_kappa(f));
    if (!f->w->everywhere && !collides(f))
        return PERP_FAIL(PERP_INPUT, "nothing collides: there is no impact to "
                                     "follow");
    for (long i = 0; i < f->w->solutions; i++)
        PERP_TRY(numbered(one(f, (uint64_t)i), i, f->w->solutions));
    return PERP_SUCCESS;
}

perp_status followed_find(arena *a, step_exact *d, const followed_wish *w,
                          followed *out)
{
    const size_t nv = (size_t)d->nv, u = (size_t)(d->p + d->r);
    following f = {.a = a, .d = d, .w = w, .out = out};
    *out = (followed){.low = arena_take(a, 3 * u + 1, sizeof *out->low)};
    if (out->low == NULL)
        return PERP_NO_MEMORY(3 * u * sizeof *out->low);
    out->high = out->low + u;
    f.at_knot = out->high + u;
    out->knot = arena_take(a, FOLLOWED_KNOTS * (u + 1), sizeof *out->knot);
    if (out->knot == NULL)
        return PERP_NO_MEMORY(FOLLOWED_KNOTS * (u + 1) * sizeof *out->knot);
    if (w->ends != NULL) {
        out->at_end = arena_take(a, (size_t)w->ends->count + 1, sizeof(long));
        if (out->at_end == NULL)
            return PERP_NO_MEMORY(w->ends->count);
    }
    PERP_TRY(rates_new(a, d, &f.r));
    f.v = rational_array(a, 3 * nv + u);
    if (f.v == NULL) {
        rates_clear(&f.r);
        return PERP_NO_MEMORY((3 * nv + u) * sizeof *f.v);
    }
    ways_new(&f.r, &f.ways);
    f.start = f.v + nv;
    f.whole = f.start + nv;
    f.u = f.whole + nv;
    mpq_inits(f.zero, f.square, f.energy, f.at, f.speed, NULL);
    mpz_init(f.unit);
    for (size_t i = 0; i < nv; i++)
        mpq_set(f.start[i], d->v[i]);
    perp_status s = all(&f);
    for (size_t i = 0; i < nv; i++)
        mpq_set(d->v[i], f.start[i]);
    mpq_clears(f.zero, f.square, f.energy, f.at, f.speed, NULL);
    mpz_clear(f.unit);
    rational_clear(f.v, 3 * nv + u);
    ways_clear(&f.ways);
    rates_clear(&f.r);
    return s;
}
