#include "gap08/run/steps.h"
#include "lcp/solve/offered.h"

#include <string.h>

/** ## Whose rows they are

The pairs of (4.7) stand by kinds: all $c_n$, then of each slip $\beta_+$ and $\beta_-$, then all
$\lambda$. When a second contact joins, $\lambda$ of the first moves from the fourth place to the
eighth. So numbers of rows mean nothing in another step, and what is kept is kept by contact, in
the order of the system, with zeros where a contact took no part.

| contact | in the step before | is offered |
|---|---|---|
| there again | any | what it had |
| new | none | nothing basic: no impulse, $\lambda = 0$ |
| gone | any | forgotten |

*A block of 1 kg* comes down on two corners, 1 first, one slip each; behind the first step of both it
rests, by $c_1$, $c_2$ and what friction has left of both. The rows of each step are

| step | rows | basic | is offered |
|---|---|---|---|
| lands on 1 | $c_1, \beta_{1+}, \beta_{1-}, \lambda_1$ | $c_1$ | nothing |
| on both | $c_1, c_2, \beta_{1+}, \beta_{1-}, \beta_{2+}, \beta_{2-}, \lambda_1, \lambda_2$ | $c_1$, $c_2$ | $c_1$: refused, $n_2^Tx < 0$ |
| rests | the same | $c_1$, $c_2$ | $c_1$, $c_2$: taken |

A new contact that has to push is offered no push, so that its normal velocity comes out below
zero and the offer is refused. That is the one row of a landing; the next one has seen it. A
block that sticks and begins to slide, or turns round, is refused once in the same way.

**Two of them.** With $\alpha = \frac12$ a contact that sticks turns its slip velocity round in each
step. The block of `step/alpha_gamma.c` that is pushed with 1 N and held has friction of
$-\frac12$, $\frac3{10}$, $-\frac12$, ... N s, and $\beta_-$, $\beta_+$, $\beta_-$ basic in turn: what step $l$
had is wrong for $l + 1$ and right for $l + 2$. So two bases are kept, and the older one is
offered where the newer one was refused. Problems of a run of fifty that are answered so, six
boxes that slide with 0.3 m/s and stand from row 6 on (`box_stack`):

| | the last | the last two |
|---|---|---|
| $\mu = \frac12$ | 5 | 47 |
| $\mu = \frac15$ | 14 | 43 |
| of 1000 of Figure 9.1 | 941 | 988 |

## Part of the state

Which of several solutions a step takes may depend on the offer. So a run that goes on from a
trace needs it, and has it among the words of a state. The bases are those of the last steps that
were solved, one that a collision took back included. A collision has a problem of its own, with
other contacts and other impulses; it is offered nothing and leaves nothing. */
perp_status kept_basis_new(arena *a, const perp_system *s, kept_basis *out)
{
    const size_t contacts = (size_t)s->contacts;
    *out = (kept_basis){.at = arena_take(a, contacts + 1, sizeof *out->at)};
    if (out->at == NULL)
        return PERP_NO_MEMORY(contacts * sizeof *out->at);
    for (int j = 0; j < s->contacts; j++)
        out->at[j + 1] = out->at[j] + 2 + 2 * s->slips[j];
    for (int i = 0; i < KEPT; i++) {
        out->basic[i] = arena_take(a, (size_t)out->at[contacts] + 1, 1);
        if (out->basic[i] == NULL)
            return PERP_NO_MEMORY(out->at[contacts]);
    }
    return PERP_SUCCESS;
}

/* The row, among the pairs, of byte i of contact j of a step. */
static int pair_of(const step_data *d, int j, int i)
{
    return i == 0   ? j
           : i == 1 ? d->p + 2 * d->r + j
                    : d->p + 2 * d->slip_at[j] + i - 2;
}

int kept_basis_give(const kept_basis *k, int which, const step_data *d,
                    const int *id, uint8_t *basis)
{
    int some = 0;
    for (int j = 0; j < d->p; j++) {
        const uint8_t *own = k->basic[which] + k->at[id[j]];
        const int count = k->at[id[j] + 1] - k->at[id[j]];
        for (int i = 0; i < count; i++) {
            basis[pair_of(d, j, i)] = own[i];
            some |= own[i];
        }
    }
    return some;
}

void kept_basis_take(kept_basis *k, const perp_system *s, const step_data *d,
                     const int *id, const uint8_t *basis)
{
    uint8_t *last = k->basic[KEPT - 1];
    memmove(k->basic + 1, k->basic, (KEPT - 1) * sizeof *k->basic);
    k->basic[0] = last;
    memset(last, 0, (size_t)k->at[s->contacts]);
    for (int j = 0; j < d->p; j++) {
        uint8_t *own = last + k->at[id[j]];
        const int count = k->at[id[j] + 1] - k->at[id[j]];
        for (int i = 0; i < count; i++)
            own[i] = basis[pair_of(d, j, i)];
    }
}

void kept_basis_freeze(kept_basis *k, const perp_system *s, frozen *x)
{
    if (k->at == NULL)
        return;
    for (int i = 0; i < KEPT; i++)
        frozen_bits(x, k->at[s->contacts], k->basic[i]);
    frozen_count(x, &k->taken);
}

void kept_basis_say(const kept_basis *k, summary *s)
{
    if (k->at != NULL)
        summary_own(s, "kept_bases", (double)k->taken);
}

/** ## In a step

`lcp/solve/offered.c` says why it is enough that the residual accepts. In the exact modes the
offer is made to the doubles first, which cost little and refuse most of what is wrong; what they
take is a basis like any that doubles propose, and fractions prove it, or exact rungs go on
without. A scheme whose rows ask something else than (4.4c) to (4.4e) is offered nothing. */
static int asks(const run_state *r)
{
    return r->basis.at != NULL && !r->collided && r->rows == NULL;
}

perp_status run_offer(run_state *r, const lcp_problem *p, lcp_answer *x,
                      int *taken)
{
    *taken = 0;
    if (!asks(r))
        return PERP_SUCCESS;
    uint8_t *basis = arena_take(&r->scratch, (size_t)p->n + 1, 1);
    if (basis == NULL)
        return PERP_NO_MEMORY(p->n);
    for (int i = 0; i < KEPT && !*taken; i++)
        if (kept_basis_give(&r->basis, i, &r->data, r->set.id, basis))
            PERP_TRY(
                offered_solve(p, basis, &mlcp_defaults, &r->scratch, x, taken));
    return PERP_SUCCESS;
}

void run_keep(run_state *r, const uint8_t *basis, int taken)
{
    if (!asks(r))
        return;
    r->basis.taken += taken;
    kept_basis_take(&r->basis, r->e->sys, &r->data, r->set.id, basis);
}
