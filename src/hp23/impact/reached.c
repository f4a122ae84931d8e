/**
# A limit without its sequence

**A ball around it.** Let $I$ be the contacts that may still be hit and $J_I$
all their rows. Impulses at $I$ move $v$ within $R = M^{-1} \operatorname{im}
J_I^\top$. With $v = P + Q$, $Q \in R$ and $P \perp_M R$, an impact changes $Q$
and never $P$, and since it gains no energy

$$|P|_M^2 + |Q'|_M^2 = |v'|_M^2 \le |v|_M^2 = |P|_M^2 + |Q|_M^2 .$$

So $|Q'|_M \le |Q|_M$ for ever: all later velocities are in the ball of radius
$|Q|_M$ around $P$. It remains to see that nobody outside $I$ is hit. The speed
of contact $j$ is $n_j^\top P + n_j^\top Q'$, and

$$|n_j^\top Q'| \le |Q|_M \sqrt{n_j^\top M^{-1} n_j},$$

so $n_j^\top P > 0$ and $(n_j^\top P)^2 > |Q|_M^2\, n_j^\top M^{-1} n_j$
suffice; a contact that fails is put into $I$, and all begins again. At the
latest $I$ is everybody. What is needed of the law is that each single impact
gains no energy: true of (31) and of Routh's path without restitution, and of
Newton's restitution without friction.

**The limit itself.** Let contacts have no friction, $e = 0$, and $G = J_{n,I}
M^{-1} J_{n,I}^\top$ be regular with $G_{ij} \le 0$ for $i \ne j$: a push at one
contact never lifts another, as in a row of balls. Let $D \ge 0$ solve $G D =
-J_{n,I} v$; these are the impulses that bring all of $I$ to rest at once, (31).
An impact at $i$ adds $\Lambda_i = -u_i/G_{ii}$ if $u_i = -(GD)_i < 0$ and takes
as much from $D_i$: then $D_i' = -\sum_{j \ne i} G_{ij} D_j / G_{ii} \ge 0$. So
$D \ge 0$ remains, each contact's impulses add up to at most $D_i$, and the
sequence has a limit; in it nothing approaches any more, $G D_\infty \le 0$,
$D_\infty^\top G D_\infty \le 0$, hence $D_\infty = 0$. The limit is $P$, the
outcome of (31), in whatever order.

**How fast.** If $i$ does not approach at its turn it is passed over, and $D_i'
= D_i \le -\sum_{j \ne i} G_{ij} D_j / G_{ii}$. So one turn of all contacts
leaves at most $T D$, with $T$ the product of these nonnegative matrices, a
sweep of Gauss and Seidel; and if $T D \le \varrho D$, then $T^k D \le \varrho^k
D$ for all $k$, by monotony. $\varrho = \max_i (T D)_i / D_i$ is the least such
number that this $D$ proves, and is told if it is below 1. */
#include "hp23/impact/reached.h"

#include "number/linear/jordan.h"
#include "number/rational.h"

/** **With numbers.** Three balls of 1 kg, $v = (1, 0, 0)$, in the order A, B.
Behind four impacts, two turns of each contact, $v = (\frac38, \frac5{16},
\frac5{16})$. $I$ begins empty: $P = v$, $Q = 0$, and A, which approaches with
$\frac1{16}$, is put into it. Then $P = (\frac{11}{32}, \frac{11}{32},
\frac5{16})$, where B approaches, too. With both, $R$ is all velocities without
momentum, $P = (\frac13, \frac13, \frac13)$ and $|Q|_M^2 = \frac1{384}$: nothing
will ever be farther than 0.0511 from rest relative to each other. A fourth ball
that is ahead, at 4 m/s, is left out: $n^\top P = 4 - \frac13$, and $|Q|_M
\sqrt{n^\top M^{-1} n} = 0.0511 \sqrt2$. Were it at $\frac13 + \frac1{3000}$ m/s
it would part from $P$ and not from all of the ball around it, so $I$ becomes
everybody.

$G = (2, -1; -1, 2)$, $-u = (\frac1{16}, 0)$, $D = (\frac1{24}, \frac1{48})$. A
turn: $D_A' = D_B/2 = \frac1{96}$, then $D_B' = D_A'/2 = \frac1{192}$; both are
a quarter of what they were, so $\varrho = \frac14$, and that for ever. Five
balls have $\varrho = 0.655$ behind 100 impacts, whose limit is the largest
eigenvalue of the sweep, $\cos^2 \frac\pi5 = 0.6545$; of $n$ balls it is $\cos^2
\frac\pi n$, and $\cos^2 \frac\pi3 = \frac14$. So a long row takes its time: of
twenty balls a turn leaves 97.6 %.

With $e > 0$ the ball is all that is said. A sequence of which it is known that
contacts of $I$ go on hitting each other loses $(1 - e^2) u^2/(2 G_{ii})$ J with
each impact, so $u \to 0$ at impacts; that all of $Q$ tends to zero does not
follow from that, since the sequence may end, or one contact may be hit no more. */
/* Directions of R, each at right angles to those before it in the metric of M:
   count of them, nv numbers each. */
typedef struct {
    const step_exact *d;
    int count;
    mpq_t *b, *Mb; /* b, and M b */
    mpq_t *square; /* b'Mb */
    mpq_t *w;      /* nv */
} directions;

/* out = M x. */
static void times_mass(const step_exact *d, const mpq_t *x, mpq_t *out)
{
    for (int i = 0; i < d->nv; i++)
        impact_dot(d->nv, (const mpq_t *)d->M + i * d->nv, x, out[i]);
}

/* x -= f y. */
static void take(int n, mpq_srcptr f, const mpq_t *y, mpq_t *x)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < n; i++) {
        mpq_mul(t, f, y[i]);
        mpq_sub(x[i], x[i], t);
    }
    mpq_clear(t);
}

/* One gradient more, unless what it moves is moved already. */
static perp_status add_direction(arena *a, directions *r, const mpq_t *g)
{
    const int nv = r->d->nv;
    mpq_t f;
    PERP_TRY(impact_response(a, r->d, g, r->w));
    mpq_init(f);
    for (int k = 0; k < r->count; k++) {
        impact_dot(nv, (const mpq_t *)r->w, (const mpq_t *)r->Mb + k * nv, f);
        mpq_div(f, f, r->square[k]);
        take(nv, f, (const mpq_t *)r->b + k * nv, r->w);
    }
    mpq_t *b = r->b + r->count * nv, *Mb = r->Mb + r->count * nv;
    for (int i = 0; i < nv; i++)
        mpq_set(b[i], r->w[i]);
    times_mass(r->d, (const mpq_t *)b, Mb);
    impact_dot(nv, (const mpq_t *)b, (const mpq_t *)Mb, r->square[r->count]);
    r->count += mpq_sgn(r->square[r->count]) > 0;
    mpq_clear(f);
    return PERP_SUCCESS;
}

/* P into out->v, |Q|^2 into out->square, for the contacts with in[j] = 1. */
static perp_status split(arena *a, directions *r, const int *in, reached *out)
{
    const step_exact *d = r->d;
    const int nv = d->nv;
    mpq_t f, t;
    r->count = 0;
    for (int j = 0; j < d->p; j++) {
        if (!in[j])
            continue;
        PERP_TRY(add_direction(a, r, (const mpq_t *)d->n + j * nv));
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            PERP_TRY(add_direction(a, r, (const mpq_t *)d->d + k * nv));
    }
    mpq_inits(f, t, NULL);
    mpq_set_ui(out->square, 0, 1);
    for (int i = 0; i < nv; i++)
        mpq_set(out->v[i], d->v[i]);
    for (int k = 0; k < r->count; k++) {
        impact_dot(nv, (const mpq_t *)d->v, (const mpq_t *)r->Mb + k * nv, f);
        mpq_div(t, f, r->square[k]);
        take(nv, t, (const mpq_t *)r->b + k * nv, out->v);
        mpq_mul(t, t, f);
        mpq_add(out->square, out->square, t);
    }
    mpq_clears(f, t, NULL);
    return PERP_SUCCESS;
}

/* May contact j be hit within the ball? *hit. */
static perp_status within_ball(arena *a, directions *r, int j, const reached *x,
                               int *hit)
{
    const step_exact *d = r->d;
    mpq_t u, most;
    PERP_TRY(impact_response(a, d, (const mpq_t *)d->n + j * d->nv, r->w));
    mpq_inits(u, most, NULL);
    impact_normal(d, j, (const mpq_t *)r->w, most);
    mpq_mul(most, most, x->square);
    impact_normal(d, j, (const mpq_t *)x->v, u);
    *hit = mpq_sgn(u) <= 0;
    mpq_mul(u, u, u);
    *hit |= mpq_cmp(u, most) <= 0;
    mpq_clears(u, most, NULL);
    return PERP_SUCCESS;
}

static perp_status find_ball(arena *a, directions *r, int *in, reached *out)
{
    const step_exact *d = r->d;
    int grows = 1;
    while (grows) {
        grows = 0;
        PERP_TRY(split(a, r, in, out));
        for (int j = 0; j < d->p && !grows; j++) {
            int hit = 0;
            if (!in[j])
                PERP_TRY(within_ball(a, r, j, out, &hit));
            grows |= hit;
            in[j] |= hit;
        }
    }
    return PERP_SUCCESS;
}

/** Contacts outside of $I$ have no turn in the sweep, for they are never hit;
and a sweep begins with the contact whose turn it is, not with the first of the
order. For two contacts the beginning does not matter to $\varrho$, for more it
does a little: $D$ is not yet along the eigenvector that it tends to, and the
ratio that is told is that of its slowest part. */
/* The sweep from `turn` on over the contacts of I, `at` their numbers in G. */
static void sweep(int k, const mpq_t *G, const int order[], int orders,
                  int turn, const int *at, mpq_t *D)
{
    mpq_t f;
    mpq_init(f);
    for (int n = 0; n < orders; n++) {
        const int i = at[order[(turn + n) % orders]];
        if (i < 0)
            continue;
        impact_dot(k, G + i * k, (const mpq_t *)D, f);
        mpq_div(f, f, G[i * k + i]);
        mpq_sub(D[i], D[i], f);
    }
    mpq_clear(f);
}

/* ratio = max TD_i / D_i; 0: none, or not below 1. */
static int find_ratio(int k, const mpq_t *D, const mpq_t *TD, mpq_ptr ratio)
{
    mpq_t x;
    int fine = 1;
    mpq_init(x);
    mpq_set_ui(ratio, 0, 1);
    for (int i = 0; i < k && fine; i++) {
        if (mpq_sgn(D[i]) == 0) {
            fine = mpq_sgn(TD[i]) == 0;
            continue;
        }
        mpq_div(x, TD[i], D[i]);
        if (mpq_cmp(x, ratio) > 0)
            mpq_set(ratio, x);
    }
    mpq_clear(x);
    return fine && mpq_cmp_ui(ratio, 1, 1) < 0;
}

/* G, k x k, behind it the same once more, and in D -u; TD behind that, k
   each. */
static perp_status put_row_masses(arena *a, const step_exact *d, const int *at,
                                  int k, mpq_t *w, mpq_t *G)
{
    mpq_t *A = G + k * k, *D = A + k * k;
    for (int j = 0; j < d->p; j++) {
        if (at[j] < 0)
            continue;
        PERP_TRY(impact_response(a, d, (const mpq_t *)d->n + j * d->nv, w));
        for (int i = 0; i < d->p; i++)
            if (at[i] >= 0) {
                impact_normal(d, i, (const mpq_t *)w, G[at[i] * k + at[j]]);
                mpq_set(A[at[i] * k + at[j]], G[at[i] * k + at[j]]);
            }
        impact_normal(d, j, (const mpq_t *)d->v, D[at[j]]);
        mpq_neg(D[at[j]], D[at[j]]);
    }
    return PERP_SUCCESS;
}

/* Do the hypotheses of the limit hold? Then ratio, too. */
static perp_status find_limit(arena *a, directions *r, const int order[],
                              int orders, int turn, const int *in, reached *out)
{
    const step_exact *d = r->d;
    int k = 0, named = 0;
    int *at = arena_take(a, (size_t)d->p + 1, sizeof *at);
    if (at == NULL)
        return PERP_NO_MEMORY(d->p);
    for (int j = 0; j < d->p; j++) {
        at[j] = in[j] ? k++ : -1;
        if (in[j] && d->slip_at[j + 1] > d->slip_at[j] &&
            mpq_sgn(d->mu[j]) != 0)
            return PERP_SUCCESS;
    }
    for (int n = 0; n < orders; n++)
        named += at[order[n]] >= 0;
    if (named < k)
        return PERP_SUCCESS;
    const size_t count = (size_t)(2 * k * k + 2 * k) + 1;
    mpq_t *G = rational_array(a, count);
    if (G == NULL)
        return PERP_NO_MEMORY(count * sizeof *G);
    mpq_t *A = G + k * k, *D = A + k * k, *TD = D + k;
    perp_status s = put_row_masses(a, d, at, k, r->w, G);
    int fine = s.code == PERP_OK && jordan_reduce(k, k, 1, A, D, NULL) == k;
    for (int i = 0; i < k && fine; i++) {
        for (int j = 0; j < k; j++)
            fine &= i == j || mpq_sgn(G[i * k + j]) <= 0;
        mpq_set(TD[i], D[i]);
        fine &= mpq_sgn(D[i]) >= 0;
    }
    if (fine) {
        out->exact = 1;
        sweep(k, (const mpq_t *)G, order, orders, turn, at, TD);
        if (!find_ratio(k, (const mpq_t *)D, (const mpq_t *)TD, out->ratio))
            mpq_set_si(out->ratio, -1, 1);
    }
    rational_clear(G, count);
    return s;
}

/* Room for the directions; numbers is how many there are from r->b on. */
static perp_status room(arena *a, const step_exact *d, directions *r,
                        size_t *numbers)
{
    const size_t nv = (size_t)d->nv, most = (size_t)(d->p + d->r) + 1;
    *numbers = most * (2 * nv + 1) + nv;
    *r = (directions){.d = d, .b = rational_array(a, *numbers)};
    if (r->b == NULL)
        return PERP_NO_MEMORY(*numbers * sizeof(mpq_t));
    r->Mb = r->b + most * nv;
    r->square = r->Mb + most * nv;
    r->w = r->square + most;
    return PERP_SUCCESS;
}

perp_status reached_find(arena *a, const step_exact *d, const int order[],
                         int orders, int turn, int inelastic, reached *out)
{
    directions r;
    size_t numbers;
    int *in = arena_take(a, (size_t)d->p + 1, sizeof *in);
    *out = (reached){.numbers = (size_t)d->nv};
    if (in == NULL)
        return PERP_NO_MEMORY(d->p);
    PERP_TRY(room(a, d, &r, &numbers));
    out->v = rational_array(a, out->numbers);
    mpq_inits(out->square, out->ratio, NULL);
    mpq_set_si(out->ratio, -1, 1);
    for (int j = 0; j < d->p; j++)
        in[j] = 0;
    perp_status s =
        out->v == NULL ? PERP_NO_MEMORY(d->nv) : find_ball(a, &r, in, out);
    if (s.code == PERP_OK && inelastic)
        s = find_limit(a, &r, order, orders, turn, in, out);
    rational_clear(r.b, numbers);
    if (s.code != PERP_OK)
        reached_clear(out);
    return s;
}

void reached_clear(reached *r)
{
    if (r->v != NULL)
        rational_clear(r->v, r->numbers);
    mpq_clears(r->square, r->ratio, NULL);
    r->v = NULL;
}
