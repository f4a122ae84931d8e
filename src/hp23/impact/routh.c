/**
# Routh's path in the plane

HP23 2.2.2: while the normal impulse $s$ grows at the rate 1, the tangential one grows
at a rate $f \in -\mu \operatorname{Unit}(J_t v)$, (16), and $\dot v = M^{-1} (n + f
d)$ until $J_n v = 0$. Nothing of $v$ matters for that but the two speeds $y = (J_n v,
J_t v)$ of the contact, and of the masses nothing but

$$G = \begin{pmatrix} G_{nn} & G_{nt} \\ G_{nt} & G_{tt} \end{pmatrix} = J M^{-1} J^\top,
\qquad \dot y = (G_{nn} + f G_{nt},\; G_{nt} + f G_{tt}),$$

so the path is one in the plane of $y$, and $v$ is put together at its end from the
impulses $(s, \int f\,ds)$.

**At most two legs.** While the contact slides $f = -\mu\operatorname{sign} J_t v$ is
constant and so is $\dot y$: a straight leg, until the impact is over or the slip is
zero. From zero slip on there are three candidates, and exactly one of them is
consistent:

| | needs | $f$ | slip | normal speed |
|---|---|---|---|---|
| sticks | $-\mu G_{tt} \le G_{nt} \le \mu G_{tt}$ | $-G_{nt}/G_{tt}$ | $0$ | $\det G/G_{tt}$ |
| leaves forward | $G_{nt} > \mu G_{tt}$ | $-\mu$ | $G_{nt} - \mu G_{tt}$ | $G_{nn} - \mu G_{nt}$ |
| leaves backward | $-G_{nt} > \mu G_{tt}$ | $\mu$ | $G_{nt} + \mu G_{tt}$ | $G_{nn} + \mu G_{nt}$ |

Where it leaves, $\mu < |G_{nt}|/G_{tt}$, so the last column is more than $G_{nn} -
G_{nt}^2/G_{tt} = \det G/G_{tt}$, too: behind the slip the approach always shrinks,
and the second leg ends the impact. In the first it may grow, $G_{nn} < \mu G_{nt}$,
friction that digs the contact in. Then $G_{nt} > G_{nn}/\mu$ and the rate of the
slip, with $\det G > 0$, is below $G_{nt} - \mu G_{nt}^2/G_{nn} < 0$: the slip ends,
and with it the digging. That is Painlevé's rod in one line, and why $s^*$ is finite
without Lemma 2.

**Numbers.** The [block](../README.md) at A: $G_{nn} = \frac85$, $G_{nt} = -\frac65$,
$G_{tt} = \frac{17}5$, $\det G = 4$. From $y = (-1, \frac12)$ with $\mu = 1$: sliding,
$\dot y = (\frac{14}5, -\frac{23}5)$; the slip is zero at $s = \frac5{46}$, where $J_n
v = -\frac{16}{23}$; then it sticks with $f = \frac6{17}$, the rate is
$\frac{20}{17}$, and $s^* = \frac7{10}$. From $y = (-1, 0)$ it sticks throughout and
$s^* = \frac{17}{20}$. With $\mu = \frac14$ it cannot stick, $\frac65 >
\frac{17}{20}$: it leaves backward, at $-\frac7{20}$, with the normal rate
$\frac{13}{10}$, and $s^* = \frac{10}{13}$ with a slip of $-\frac7{26}$ m/s behind it.

**Where (31) says something else.** From $y = (-1, \frac{41}{200})$ with $\mu =
\frac14$ it slides forward until $s = \frac1{10}$, $\dot y = (\frac{19}{10},
-\frac{41}{20})$, and cannot stick. Friction changes its sign, the slip goes on
backward, and the end is at $s^* = \frac{47}{65}$ with $\Lambda_t = \frac{17}{130}$
and the slip $-\frac{567}{2600}$. Law (31) sees that the contact slips backward
behind the impact and has all friction forward: $\Lambda = (\frac{10}{13},
\frac{5}{26})$, the slip $-\frac{167}{2600}$, less than a third of it. For a contact
that sticks at its end, as from $(-1, \frac12)$ with $\mu = 1$, both have the same:
two equations in two impulses, $\Lambda = (\frac7{10}, \frac1{10})$. */
#include "hp23/impact/routh.h"

#include "hp23/impact/routh_space.h"

#include "number/rational.h"

/* Inverse masses of the contact: what unit impulses along the normal and the
   slip do to both speeds. nn = n'W n, nt = n'W d, tt = d'W d, W = M^-1 with the
   joints held; wn = W n, wt = W d. */
typedef struct {
    int nv;
    mpq_t nn, nt, tt, mu;
    mpq_t *wn, *wt; /* nv each */
} contact_mass;

static void mass_clear(contact_mass *c)
{
    mpq_clears(c->nn, c->nt, c->tt, c->mu, NULL);
    rational_clear(c->wn, 2 * (size_t)c->nv);
}

static perp_status mass_responses(arena *a, const step_exact *d,
                                  contact_mass *c)
{
    PERP_TRY(impact_response(a, d, (const mpq_t *)d->n, c->wn));
    if (d->r > 0)
        PERP_TRY(impact_response(a, d, (const mpq_t *)d->d, c->wt));
    impact_normal(d, 0, (const mpq_t *)c->wn, c->nn);
    impact_normal(d, 0, (const mpq_t *)c->wt, c->nt);
    if (d->r > 0)
        impact_slip(d, 0, (const mpq_t *)c->wt, c->tt);
    if (mpq_sgn(c->nn) == 0)
        return PERP_FAIL(PERP_INPUT, "no impulse moves this contact: the "
                                     "joints hold it");
    return PERP_SUCCESS;
}

static perp_status mass_new(arena *a, const step_exact *d, contact_mass *c)
{
    if (d->r > 1)
        return PERP_FAIL(PERP_INPUT,
                         "a contact with %d slips is not planar; "
                         "Routh's path is exact in the plane only",
                         d->r);
    *c =
        (contact_mass){.nv = d->nv, .wn = rational_array(a, 2 * (size_t)d->nv)};
    if (c->wn == NULL)
        return PERP_NO_MEMORY(2 * (size_t)d->nv * sizeof(mpq_t));
    c->wt = c->wn + d->nv;
    mpq_inits(c->nn, c->nt, c->tt, c->mu, NULL);
    mpq_set(c->mu, d->mu[0]);
    perp_status s = mass_responses(a, d, c);
    if (s.code != PERP_OK)
        mass_clear(c);
    return s;
}

/* The rates along s while the tangential impulse grows as f: of the normal
   speed, nn + f nt, and of the slip, nt + f tt. */
typedef struct {
    mpq_t f, normal, slip; /* 1; 1/kg */
} rates;

static void rates_at(const contact_mass *c, rates *r)
{
    mpq_mul(r->normal, r->f, c->nt);
    mpq_add(r->normal, r->normal, c->nn);
    mpq_mul(r->slip, r->f, c->tt);
    mpq_add(r->slip, r->slip, c->nt);
}

/** What friction does at a slip of the given sign. While the contact slides it is
$-\mu$ times the direction. At zero slip it holds the slip there when it can,
$|G_{nt}| \le \mu G_{tt}$; if it can not, the contact goes on in the only direction in
which sliding leads away from zero, $\operatorname{sign} G_{nt}$. A contact whose slip
no impulse moves, $G_{tt} = 0$, keeps what slip it has; at zero it has no friction,
and needs none, since then $G_{nt} = 0$ as well.

Implements HP23 (16)-(17), (36). */
static void choose_friction(const contact_mass *c, int sign, rates *r)
{
    if (sign == 0 && mpq_sgn(c->tt) > 0) {
        mpq_div(r->f, c->nt, c->tt);
        mpq_neg(r->f, r->f);
        mpq_t size;
        mpq_init(size);
        mpq_abs(size, r->f);
        int sticks = mpq_cmp(size, c->mu) <= 0;
        mpq_clear(size);
        if (sticks) {
            rates_at(c, r);
            return;
        }
        sign = mpq_sgn(c->nt);
    }
    mpq_set(r->f, c->mu);
    if (sign > 0)
        mpq_neg(r->f, r->f);
    if (sign == 0)
        mpq_set_ui(r->f, 0, 1);
    rates_at(c, r);
}

/* How much longer until `value` is zero at this rate; 0: never. One that is
   zero already has no such time: it stays, or leaves. */
static int time_left(mpq_srcptr value, mpq_srcptr rate, mpq_ptr out)
{
    if (mpq_sgn(value) * mpq_sgn(rate) >= 0)
        return 0;
    mpq_div(out, value, rate);
    mpq_neg(out, out);
    return 1;
}

static void knot_init(routh_knot *k)
{
    mpq_inits(k->s, k->normal, k->slip, k->Ln, k->Lt, NULL);
}

static void add_scaled(mpq_ptr out, mpq_srcptr x, mpq_srcptr ds)
{
    mpq_t t;
    mpq_init(t);
    mpq_mul(t, x, ds);
    mpq_add(out, out, t);
    mpq_clear(t);
}

/* The knot behind a leg of length ds. */
static void next_knot(const routh_knot *from, const rates *r, mpq_srcptr ds,
                      routh_knot *to)
{
    mpq_set(to->normal, from->normal);
    mpq_set(to->slip, from->slip);
    mpq_set(to->Lt, from->Lt);
    add_scaled(to->normal, r->normal, ds);
    add_scaled(to->slip, r->slip, ds);
    add_scaled(to->Lt, r->f, ds);
    mpq_add(to->s, from->s, ds);
    mpq_add(to->Ln, from->Ln, ds);
}

/** Where both come at once the impact is over, and the knot has both speeds zero,
exactly: the two times are fractions of the same number, and rounding does not part
them. */

/* One leg: to J_n v = 0, to the end of the slip, or of the impulse `most` when
   it is not null, whichever is first. 0: none ever comes. */
static int one_leg(const contact_mass *c, mpq_srcptr most,
                   const routh_knot *from, routh_knot *to)
{
    rates r;
    mpq_t end, stop;
    mpq_inits(r.f, r.normal, r.slip, end, stop, NULL);
    choose_friction(c, mpq_sgn(from->slip), &r);
    int ends = time_left(from->normal, r.normal, end);
    int stops = time_left(from->slip, r.slip, stop);
    if (stops && (!ends || mpq_cmp(stop, end) < 0))
        mpq_swap(end, stop);
    if (most != NULL) {
        mpq_sub(stop, most, from->s);
        if (!(ends || stops) || mpq_cmp(stop, end) < 0)
            mpq_swap(end, stop);
        ends = 1;
        if (mpq_sgn(from->normal) == 0 && mpq_sgn(r.normal) < 0)
            mpq_set_ui(end, 0, 1);
    }
    if (ends || stops)
        next_knot(from, &r, end, to);
    mpq_clears(r.f, r.normal, r.slip, end, stop, NULL);
    return ends || stops;
}

/** Legs until the approach is over. A third one can only come from a $G$ that is not
positive, that is from data that are none, and is an error of ours. */
static perp_status follow(const contact_mass *c, routh_path *p)
{
    while (mpq_sgn(p->knot[p->knots - 1].normal) < 0) {
        if (p->knots == ROUTH_KNOTS)
            return PERP_FAIL(PERP_BUG, "a planar path with a fourth leg");
        knot_init(&p->knot[p->knots++]);
        if (!one_leg(c, NULL, &p->knot[p->knots - 2], &p->knot[p->knots - 1]))
            return PERP_FAIL(PERP_BUG, "the impact does not end, against "
                                       "Lemma 2; is the mass positive?");
    }
    return PERP_SUCCESS;
}

static perp_status start(arena *a, const step_exact *d, contact_mass *c,
                         routh_path *out)
{
    *out = (routh_path){.knots = 0};
    PERP_TRY(mass_new(a, d, c));
    routh_knot *first = &out->knot[out->knots++];
    knot_init(first);
    impact_normal(d, 0, (const mpq_t *)d->v, first->normal);
    if (d->r > 0)
        impact_slip(d, 0, (const mpq_t *)d->v, first->slip);
    return PERP_SUCCESS;
}

/** **Routh's path.** The normal impulse grows at the rate 1, the tangential one obeys
Coulomb's law at the velocity on the way. In the plane both speeds are linear in $s$
until the slip reaches zero, once at most: then the contact sticks or reverses, for
good. So there are at most two knots behind the start, and with rational data they are
rational. An impact that sticks throughout is the solution of (66): the one of the
Zeno block, which leaves it with the rate (68).

Implements HP23 (36), (66), (68). */
perp_status routh_path_find(arena *a, const step_exact *d, routh_path *out)
{
    contact_mass c;
    PERP_TRY(start(a, d, &c, out));
    perp_status s = follow(&c, out);
    mass_clear(&c);
    if (s.code != PERP_OK)
        routh_path_clear(out);
    return s;
}

/** **Behind the compression.** A contact that gives back what it has stored presses
while it parts, and Coulomb's law holds on that way, too: the same legs, to a given
impulse. They end before it where friction has dug the contact in again, $J_n v = 0$
with a negative rate; then it approaches, and nothing more is given back.

With $G = (1, 2; 2, 5)$ and $\mu = \frac32$, 1 N s to give: from $y = (1, 1)$ it slides with $\dot y = (-2,
-\frac{11}2)$ until $s = \frac2{11}$, sticks, and ends at $(\frac45, 0)$. From $(1, 10)$ it is at $(0,
\frac{29}4)$ behind half of it, dug in. */
perp_status routh_push(arena *a, const step_exact *d, mpq_srcptr most,
                       routh_path *out)
{
    contact_mass c;
    PERP_TRY(start(a, d, &c, out));
    int goes = mpq_sgn(most) > 0;
    while (goes && out->knots < ROUTH_KNOTS) {
        const routh_knot *from = &out->knot[out->knots - 1];
        knot_init(&out->knot[out->knots++]);
        routh_knot *to = &out->knot[out->knots - 1];
        one_leg(&c, most, from, to);
        goes = mpq_cmp(to->s, from->s) > 0 && mpq_cmp(to->s, most) < 0;
    }
    mass_clear(&c);
    return PERP_SUCCESS;
}

void routh_path_clear(routh_path *p)
{
    for (int i = 0; i < p->knots; i++)
        mpq_clears(p->knot[i].s, p->knot[i].normal, p->knot[i].slip,
                   p->knot[i].Ln, p->knot[i].Lt, NULL);
    p->knots = 0;
}

/** The whole velocity, from the impulses at a knot: $v + W n\,\Lambda_n + W
d\,\Lambda_t$. */
/* v + wn Ln + wt Lt. */
static void put_velocity(const step_exact *d, const contact_mass *c,
                         const routh_knot *k, mpq_t *v)
{
    for (int i = 0; i < d->nv; i++) {
        mpq_set(v[i], d->v[i]);
        add_scaled(v[i], c->wn[i], k->Ln);
        add_scaled(v[i], c->wt[i], k->Lt);
    }
}

/* What a path leaves behind, from d->v on: velocity, and impulses behind it. */
perp_status routh_path_end(arena *a, const step_exact *d, const routh_path *p,
                           mpq_t *v)
{
    contact_mass c;
    const routh_knot *end = &p->knot[p->knots - 1];
    PERP_TRY(mass_new(a, d, &c));
    put_velocity(d, &c, end, v);
    mpq_set(v[d->nv], end->Ln);
    mpq_set(v[d->nv + 1], end->Lt);
    mass_clear(&c);
    return PERP_SUCCESS;
}

perp_status routh_outcome(arena *a, const step_exact *d, int impacts,
                          outcomes *out)
{
    const size_t nv = (size_t)d->nv;
    routh_path p;
    if (d->r > 1)
        return routh_space_outcome(a, d, impacts, out);
    PERP_TRY(routh_path_find(a, d, &p));
    mpq_t *v = rational_array(a, nv + 2);
    perp_status s = v == NULL ? PERP_NO_MEMORY(nv * sizeof *v)
                              : routh_path_end(a, d, &p, v);
    if (s.code == PERP_OK)
        s = outcomes_put(a, out, (const mpq_t *)v, (const mpq_t *)v + nv,
                         impacts);
    rational_clear(v, nv + 2);
    routh_path_clear(&p);
    return s;
}

/** **Lemma 2** promises $s^* \le \kappa \|v(0)\|$ for every solution of (36). Its
proof works in coordinates in which $M = I$, where $\|v\|$ is $\|v\|_M$, with any
$\varepsilon$ such that $|J_n v| + \|J_t v\| \ge \varepsilon \|R^\top v\|$. In the plane
the best one is known. With $y = (J_n v, J_t v)$ and the inverse mass $G = J M^{-1}
J^\top$ of the contact, $\|R^\top v\|^2 = y^\top G^{-1} y$, which is convex: on the
diamond $|y_1| + |y_2| \le 1$ it is largest at a corner, where it is a diagonal
element of $G^{-1}$. So

$$\kappa^2 = \frac{1}{\varepsilon^2 \min(\mu, 1)^2} =
\frac{\max(G_{nn}, G_{tt})}{\det G \, \min(\mu, 1)^2}$$

is rational, and $s^{*2} \le \kappa^2 \|v(0)\|_M^2$ can be tested without a root.

The block at A with $\mu = 1$: $\kappa^2 = \frac{17/5}4 = \frac{17}{20}$. From the
fall $v = (0, -1, 0)$, $\|v\|_M = 1$, the bound is $0.922$ and $s^* = 0.85$. The proof
of the Lemma goes by $V = \|R^\top v\|^2$, (94) to (103), and loses where it puts
$\min(\mu, 1)$ for two different factors; without friction its $\kappa$ is infinite
although the path is not. */
perp_status routh_kappa(arena *a, const step_exact *d, mpq_ptr square)
{
    contact_mass c;
    mpq_t det, t;
    PERP_TRY(mass_new(a, d, &c));
    mpq_inits(det, t, NULL);
    mpq_mul(det, c.nn, c.tt);
    mpq_mul(t, c.nt, c.nt);
    mpq_sub(det, det, t);
    int fine = mpq_sgn(det) > 0 && mpq_sgn(c.mu) > 0;
    if (fine) {
        mpq_set(square, mpq_cmp(c.nn, c.tt) > 0 ? c.nn : c.tt);
        mpq_div(square, square, det);
        if (mpq_cmp_ui(c.mu, 1, 1) < 0) {
            mpq_mul(t, c.mu, c.mu);
            mpq_div(square, square, t);
        }
    }
    mpq_clears(det, t, NULL);
    mass_clear(&c);
    if (!fine)
        return PERP_FAIL(PERP_INPUT, "Lemma 2 has no kappa without friction "
                                     "or without a slip of its own");
    return PERP_SUCCESS;
}
