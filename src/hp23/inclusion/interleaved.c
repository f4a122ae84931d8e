/**
# What may be given back, and when

**Energy.** (41) says $\dot K = (Jv)^\top \lambda$. Friction never has a
positive part in it, so of the work only the normal one can be positive,
$J_{n,i} v\,\lambda_{n,i}$ of a contact that gives back. With $C_i \ge 0$ the
work that was done on contact $i$ while it pressed, and $R_i \ge 0$ the work
that it did since,

$$K^+ - K^- \le \sum_i (R_i - C_i).$$

* **One contact that nobody else pushes, without friction**: $C = \Lambda^2 G/2$
  and $R = e^2\Lambda^2 G/2$. Nothing is gained.
* **Impulses are no energies.** $S_i$ counts impulses. A contact that is held at
  rest by others stores $e \Lambda_i$ and takes no work; later it gives that
  back at speed. So energy can appear, with frictionless balls in a row already.
  Three of 1 kg, $v = (1, 0, 0)$, $e = 1$: both contacts press in the proportion
  $2 : 1$ until $v = (\frac13, \frac13, \frac13)$, the second at rest all the
  time; $S = (\frac23, \frac13)$. The second gives back: $(\frac13, 0,
  \frac23)$. The first approaches and presses: $(\frac16, \frac16, \frac23)$,
  $S_1 = \frac56$. It gives back: $(-\frac23, 1, \frac23)$, and when the second
  has pressed $\frac16$ again nothing approaches, at $(-\frac23, \frac56,
  \frac56)$ with $2K = \frac{11}6$, where it was 1. Nor does one global phase
  behind (39) help: of the block's corners without friction A presses, then B,
  whose impulse lifts A, and what both give back then is more than what was done
  on them.
* **`passive`** bounds what is wrong: $R_i \le C_i$ for each contact, at every
  moment of giving back. Then $K^+ \le K^-$ by the line above, with friction,
  any $G$ and any $e$. Both outcomes of the cradle that are asked for first keep
  it.

**One in, one out.** $(1, 0, 0)$, $e = 1$: the first contact presses alone to
$(\frac12, \frac12, 0)$ with the second idle, though it approaches: (39) lets
it. It gives back, $(0, 1, 0)$; then the second presses and gives back, $(0, 0,
1)$. $R_i = C_i = \frac14$. And all at once: (31) on a straight line, $\Lambda =
(\frac23, \frac13)$, then both give back in this proportion, with the second at
rest: $(-\frac13, \frac23, \frac23)$, $R = C = (\frac13, 0)$.

With numbers, for the block of the [wing's page](../README.md) without friction:
$u = (-1, -1)$, and of $G$ the normal part $\frac15 (8, 2; 2, 8)$. A presses
alone with $\frac58$ N s, $u = (0, -\frac34)$; B with $\frac{15}{32}$, $u =
(\frac3{16}, 0)$: A has been lifted. Both give back all at once, in one phase,
and the energy that is gained is $2 \Lambda_A u_A = 2 \cdot \frac58 \cdot
\frac3{16} = \frac{15}{64}$ J, half of what the block came with. `passive`
forbids it: on A were done $C_A = \frac12 \cdot \frac58 = \frac5{16}$ J, and it
would do $\frac58 (\frac3{16} + \frac{19}{16})/2 = \frac{55}{128}$ J.

**What a path costs.** A state is $v$, $S$, what is left of the works, and the
sums that are told: 3 + 2 + 2 + 2 + 2 numbers for three balls, $n_v + 4p + 2r$
in general. Paths that come to the same $(v, S)$ are one from there on, but for
the sums; the sums told are those of the shortest path, and of paths as short of
the first. With `passive` $C - R$ belongs to what tells states apart, because it
decides which moves are open. Contacts that do not feel each other may move in
any order, and all orders end in one state:

| balls | moves | states | ends | with `passive` | ends |
|---|---|---|---|---|---|
| 3 | 8 | 40 | 18 | 25 | 5 |
| 5 | 8 | 2394 | 273 | 374 | 15 |
| 7 | 12 | more than 20000 | | 19108 | 37 |

**What is searched.** Paths of moves, breadth first, each $(v, S)$ once. They
are paths of the law above, each leg with constant rates: an inner description
of its set, and no more; mixtures of moves are not tried. */
#include "hp23/inclusion/interleaved.h"

#include "hp23/impact/algebraic.h"
#include "hp23/impact/restitution.h"
#include "hp23/impact/routh.h"
#include "hp23/inclusion/given_line.h"
#include "hp23/inclusion/visited.h"
#include "number/rational.h"

/* A state: v (nv), S (p), C - R (p), impulses (p + r) and works (p + r), in one
   array; and how it was reached. */
typedef struct {
    mpq_t *v, *S, *left, *L, *work;
    int from, move, depth;
} state;

typedef struct {
    arena *a, *work; /* what stays, and what a move needs */
    const step_exact *d;
    const interleaving *q;
    visited seen;
    state *at; /* as many as are seen */
    int full;
} search;

static state state_of(const step_exact *d, mpq_t *x)
{
    mpq_t *L = x + d->nv + 2 * d->p;
    return (state){x, x + d->nv, L - d->p, L, L + d->p + d->r, -1, 0, 0};
}

/* A copy of state `from` that is reached from it by this move; -1: zeros. */
static perp_status state_new(search *s, int from, int move, state *out)
{
    mpq_t *x = rational_array(s->a, (size_t)s->seen.numbers);
    if (x == NULL)
        return PERP_NO_MEMORY(s->seen.numbers);
    for (int i = 0; i < s->seen.numbers && from >= 0; i++)
        mpq_set(x[i], s->seen.x[from][i]);
    *out = state_of(s->d, x);
    out->from = from;
    out->move = move;
    out->depth = from < 0 ? 0 : s->at[from].depth + 1;
    return PERP_SUCCESS;
}

/* Takes x over, unless a contact did more than was done on it, where that is
   asked. */
static void keep(search *s, const state *x)
{
    int fresh, fine = 1;
    for (int j = 0; j < s->d->p && s->q->passive; j++)
        fine &= mpq_sgn(x->left[j]) >= 0;
    if (!fine) {
        rational_clear(x->v, (size_t)s->seen.numbers);
        return;
    }
    const int k = visited_keep(&s->seen, x->v, &fresh);
    s->full |= k < 0;
    if (fresh)
        s->at[k] = *x;
}

/* Behind a piece of a way with constant rates: impulse L along row k, from
   `was` on. back: it is given back. */
static void count_piece(const search *s, const mpq_t *was, int k, mpq_srcptr L,
                        int back, state *x)
{
    const step_exact *d = s->d;
    mpq_t w;
    mpq_init(w);
    algebraic_work(d, k, was, (const mpq_t *)x->v, L, w);
    mpq_add(x->L[k], x->L[k], L);
    mpq_add(x->work[k], x->work[k], w);
    if (k < d->p) {
        mpq_sub(x->left[k], x->left[k], w);
        if (back)
            mpq_sub(x->S[k], x->S[k], L);
        else {
            mpq_mul(w, L, s->q->e);
            mpq_add(x->S[k], x->S[k], w);
        }
    }
    mpq_clear(w);
}

/* The sums of a path of contact j, leg by leg. Its knots have the speeds, so
   the works need no velocities: (u + u') L / 2. */
static void count_path(const search *s, int j, const routh_path *p, int back,
                       state *x)
{
    const step_exact *d = s->d;
    const int slips = d->slip_at[j + 1] - d->slip_at[j];
    mpq_t L, w;
    mpq_inits(L, w, NULL);
    for (int k = 1; k < p->knots; k++)
        for (int t = 0; t <= slips; t++) {
            const routh_knot *a = &p->knot[k - 1], *b = &p->knot[k];
            const int row = t ? d->p + d->slip_at[j] : j;
            mpq_sub(L, t ? b->Lt : b->Ln, t ? a->Lt : a->Ln);
            mpq_add(w, t ? a->slip : a->normal, t ? b->slip : b->normal);
            mpq_mul(w, w, L);
            mpq_div_2exp(w, w, 1);
            mpq_add(x->L[row], x->L[row], L);
            mpq_add(x->work[row], x->work[row], w);
            if (t)
                continue;
            mpq_sub(x->left[j], x->left[j], w);
            if (!back)
                mpq_mul(L, L, s->q->e);
            (back ? mpq_sub : mpq_add)(x->S[j], x->S[j], L);
        }
    mpq_clears(L, w, NULL);
}

/** A contact that gives back alone ends with nothing in store, or where
friction has dug it in ([routh_push](../impact/routh.h#routh_push)): then it
keeps the rest, and approaches as soon as it presses. A move that has no length
leads to the state that was there, which is not kept again. */
/* Contact j alone presses, or gives back. */
static perp_status move_one(search *s, int from, int j, int back)
{
    int slip_at[2];
    routh_path path;
    state x;
    const int nv = s->d->nv;
    mpq_t *v = rational_array(s->work, (size_t)nv + 2);
    if (v == NULL)
        return PERP_NO_MEMORY(nv);
    PERP_TRY(state_new(s, from, back ? -(j + 1) : j + 1, &x));
    step_exact now = *s->d;
    now.v = s->at[from].v;
    const step_exact one = impact_single(&now, j, slip_at);
    perp_status st = back ? routh_push(s->work, &one, x.S[j], &path)
                          : routh_path_find(s->work, &one, &path);
    if (st.code == PERP_OK)
        st = routh_path_end(s->work, &one, &path, v);
    if (st.code == PERP_OK) {
        count_path(s, j, &path, back, &x);
        for (int i = 0; i < nv; i++)
            mpq_set(x.v[i], v[i]);
        keep(s, &x);
    } else {
        rational_clear(x.v, (size_t)s->seen.numbers);
    }
    rational_clear(v, (size_t)nv + 2);
    routh_path_clear(&path);
    return st;
}

/* The line to w with the impulses L (p + r), if it is one. */
static perp_status take_line(search *s, int from, const mpq_t *w,
                             const mpq_t *L, int back)
{
    state x;
    const mpq_t *v = (const mpq_t *)s->at[from].v;
    if (!given_line_fits(s->d, v, w, L, back))
        return PERP_SUCCESS;
    PERP_TRY(state_new(s, from, back ? -INTERLEAVED_ALL : INTERLEAVED_ALL, &x));
    for (int i = 0; i < s->d->nv; i++)
        mpq_set(x.v[i], w[i]);
    for (int k = 0; k < s->d->p + s->d->r; k++)
        count_piece(s, v, k, L[k], back, &x);
    keep(s, &x);
    return PERP_SUCCESS;
}

/* Each outcome of (31) from here. */
static perp_status press_all(search *s, int from)
{
    step_exact now = *s->d;
    outcomes end = {.nv = now.nv, .impulses = now.p + now.r};
    now.v = s->at[from].v;
    perp_status st = restitution_law(s->work, &now, &(rebound){0}, 1,
                                     now.r > 0 ? s->q->how : NULL, &end);
    for (const outcome *k = end.first; k != NULL && st.code == PERP_OK;
         k = k->next)
        st = take_line(s, from, (const mpq_t *)k->v, (const mpq_t *)k->L, 0);
    outcomes_clear(&end);
    return st;
}

/** What is given back together is fixed, its friction is not: that of a step of
(31) in which every contact presses with what it gives, and no more because the
targets are far below any speed. */
static perp_status release_all(search *s, int from, const int *may)
{
    const step_exact *d = s->d;
    const size_t p = (size_t)d->p;
    step_exact now = *d;
    outcomes end = {.nv = d->nv, .impulses = d->p + d->r};
    mpq_t *x = rational_array(s->work, 2 * p + 1);
    if (x == NULL)
        return PERP_NO_MEMORY(p);
    mpq_t *target = x + p;
    now.v = s->at[from].v;
    for (int j = 0; j < d->p; j++) {
        if (may[j])
            mpq_set(x[j], s->at[from].S[j]);
        mpq_set_si(target[j], -1, 1);
        mpq_mul_2exp(target[j], target[j], 60);
    }
    const rebound r = {.target = (const mpq_t *)target,
                       .given = (const mpq_t *)x};
    perp_status st = restitution_law(s->work, &now, &r, 1, NULL, &end);
    if (st.code == PERP_OK) {
        const outcome *k = end.first;
        int fine = 1;
        for (int j = 0; j < d->p; j++) {
            fine &= mpq_sgn(k->L[j]) == 0;
            mpq_set(k->L[j], x[j]);
        }
        if (fine)
            st =
                take_line(s, from, (const mpq_t *)k->v, (const mpq_t *)k->L, 1);
    }
    outcomes_clear(&end);
    rational_clear(x, 2 * p + 1);
    return st;
}

/* All moves from a state. ends: nothing approaches; *open: there is a move. */
static perp_status expand(search *s, int from, int only_look, int *ends,
                          int *open)
{
    const step_exact *d = s->d;
    int *may = arena_take(s->work, (size_t)d->p + 1, sizeof *may), back = 0;
    mpq_t u;
    perp_status st = PERP_SUCCESS;
    if (may == NULL)
        return PERP_NO_MEMORY(d->p);
    mpq_init(u);
    *ends = 1;
    for (int j = 0; j < d->p && st.code == PERP_OK; j++) {
        impact_normal(d, j, (const mpq_t *)s->at[from].v, u);
        const int presses = mpq_sgn(u) < 0;
        may[j] = !presses && mpq_sgn(s->at[from].S[j]) > 0;
        back += may[j];
        *ends &= !presses;
        if (!only_look && (presses || may[j]))
            st = move_one(s, from, j, may[j]);
    }
    mpq_clear(u);
    *open = !*ends || back > 0;
    if (st.code == PERP_OK && !only_look && !*ends)
        st = press_all(s, from);
    if (st.code == PERP_OK && !only_look && back > 1)
        st = release_all(s, from, may);
    return st;
}

/** **An end may be told twice and is listed once.** Different $S$ at the same
$v$ are different states, since what is still in store decides how one may go
on; but the outcome is $v$. It is told with the path that came there first, one
of the shortest. Ends are no dead ends: from $(\frac13, \frac13, \frac13)$,
where nothing approaches, both contacts may still give back. Of what is `left`
in a tally an end counts when it could have gone on so, and a state where
something approaches always does: impacts do not stop there. */
/* The moves that led to state k, into the last outcome if it is new. */
static perp_status put_outcome(search *s, int k, outcomes *out)
{
    const state *x = &s->at[k];
    const int before = out->count;
    PERP_TRY(outcomes_put(s->a, out, (const mpq_t *)x->v, (const mpq_t *)x->L,
                          x->depth));
    if (out->count == before || x->depth == 0)
        return PERP_SUCCESS;
    int *turns = arena_take(s->a, (size_t)x->depth, sizeof *turns);
    if (turns == NULL)
        return PERP_NO_MEMORY(x->depth);
    out->last->moves = x->depth;
    out->last->turns = turns;
    for (int i = x->depth - 1; i >= 0; i--) {
        turns[i] = x->move;
        x = &s->at[x->from];
    }
    return PERP_SUCCESS;
}

static perp_status go_through(search *s, outcomes *out,
                              interleaved_tally *tally)
{
    for (int k = 0; k < s->seen.count; k++) {
        int ends = 0, open = 0;
        const int last = s->at[k].depth == s->q->moves || s->full;
        const arena_mark mark = arena_here(s->work);
        if (s->q->how != NULL)
            PERP_TRY(limit_time(&s->q->how->limits.limit));
        PERP_TRY(expand(s, k, last, &ends, &open));
        arena_release(s->work, mark);
        tally->left += last && open;
        if (ends)
            PERP_TRY(put_outcome(s, k, out));
    }
    return PERP_SUCCESS;
}

static perp_status find(search *s, outcomes *out, interleaved_tally *tally)
{
    const step_exact *d = s->d;
    const int most = s->q->states > 0 ? s->q->states : INTERLEAVED_STATES;
    const int key = d->nv + (s->q->passive ? 2 : 1) * d->p;
    state first;
    PERP_TRY(
        visited_new(s->a, d->nv + 4 * d->p + 2 * d->r, key, most, &s->seen));
    s->at = arena_take(s->a, (size_t)most, sizeof *s->at);
    if (s->at == NULL)
        return PERP_NO_MEMORY(most);
    PERP_TRY(state_new(s, -1, 0, &first));
    for (int i = 0; i < d->nv; i++)
        mpq_set(first.v[i], d->v[i]);
    keep(s, &first);
    perp_status st = go_through(s, out, tally);
    tally->states = s->seen.count;
    visited_clear(&s->seen);
    return st;
}

perp_status interleaved_find(arena *a, const step_exact *d,
                             const interleaving *q, outcomes *out,
                             interleaved_tally *tally)
{
    arena work = {0};
    search s = {.a = a, .work = &work, .d = d, .q = q};
    *tally = (interleaved_tally){.left = 0};
    for (int j = 0; j < d->p; j++)
        if (d->slip_at[j + 1] - d->slip_at[j] > 1)
            return PERP_FAIL(PERP_INPUT, "a contact with several slips has no "
                                         "path of straight legs; restitution "
                                         "contact by contact is planar");
    perp_status st = find(&s, out, tally);
    arena_free(&work);
    return st;
}
