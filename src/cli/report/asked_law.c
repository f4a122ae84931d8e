#include "cli/report/asked_law.h"

#include "hp23/impact/restitution.h"
#include "number/rational.h"

const char *const asked_law_name[ASKED_LAWS] = {
    "simultaneous", "sequential", "routh", "poisson", "interleaved", "newton"};

int asked_in_turn(asked_law l)
{
    return l == ASKED_SEQUENTIAL || l == ASKED_ROUTH;
}

/* What the sequence comes to that LIMIT has ended, where no impact gains
   energy: not by Newton's hypothesis with friction. */
static perp_status look_ahead(const asked *ask, situation *x, const sequence *q,
                              listing *l)
{
    const int back = mpq_sgn(ask->e) > 0;
    step_exact now = x->exact;
    int rubs = 0;
    for (int j = 0; j < now.p; j++)
        rubs |= now.slip_at[j + 1] > now.slip_at[j] && mpq_sgn(now.mu[j]) != 0;
    if (back && rubs && ask->law != ASKED_ROUTH)
        return PERP_SUCCESS;
    now.v = q->left->v;
    l->left_in = ask->turns;
    l->left_orders = q->orders;
    PERP_TRY(reached_find(&x->a, &now, q->order, q->orders, q->left->moves,
                          !back, &l->ahead));
    l->left_known = 1;
    return PERP_SUCCESS;
}

/* One order: that of --order, or the scene's. */
static perp_status in_order(asked *ask, situation *x, sequence *q,
                            outcomes *out, listing *l)
{
    outcome left = {.v = rational_array(&x->a, (size_t)x->exact.nv)};
    int *order = arena_take(&x->a, (size_t)x->set.n + 1, sizeof *order);
    if (order == NULL || left.v == NULL)
        return PERP_NO_MEMORY(x->set.n);
    for (int j = 0; j < x->set.n; j++)
        order[j] = j;
    q->order = order;
    q->orders = x->set.n;
    q->left = &left;
    ask->turns = order;
    perp_status s = PERP_SUCCESS;
    if (ask->order != NULL)
        s = situation_order(x, ask->order, order, &q->orders);
    if (s.code == PERP_OK) {
        s = algebraic_sequential(&x->a, &x->exact, q, out);
        l->tally = (orders_tally){q->orders, 1, s.code == PERP_LIMIT};
        ask->turn_count = q->orders;
        perp_status marked = orders_mark(&x->a, q->orders, order, out);
        if (marked.code == PERP_OK && s.code == PERP_LIMIT)
            marked = look_ahead(ask, x, q, l);
        s = marked.code == PERP_OK ? s : marked;
    }
    rational_clear(left.v, (size_t)x->exact.nv);
    return s;
}

static perp_status in_turn(asked *ask, situation *x, outcomes_search *all,
                           outcomes *out, listing *l)
{
    sequence q = {.law =
                      ask->law == ASKED_ROUTH ? SINGLE_ROUTH : SINGLE_ALGEBRAIC,
                  .impacts = ask->impacts,
                  .tolerance = ask->tolerance,
                  .e = ask->e,
                  .all = all};
    l->in = &l->tally;
    return ask->all && ask->order == NULL
               ? orders_all(&x->a, &x->exact, &q, out, &l->tally)
               : in_order(ask, x, &q, out, l);
}

perp_status asked_apply(asked *ask, situation *x, outcomes_search *s,
                        outcomes *out, listing *l)
{
    outcomes_search *all = ask->all || ask->cert != NULL ? s : NULL;
    const step_exact *d = &x->exact;
    int many = 0;
    perp_status st;
    l->whole = 1;
    if (asked_in_turn(ask->law))
        return in_turn(ask, x, all, out, l);
    if (ask->law == ASKED_INTERLEAVED) {
        const interleaving q = {.e = ask->e,
                                .moves = ask->impacts,
                                .passive = ask->passive,
                                .how = s};
        l->whole = 0;
        l->moves = &l->searched;
        return interleaved_find(&x->a, d, &q, out, &l->searched);
    }
    if (impact_colliding(d, (const mpq_t *)d->v, ask->tolerance) < 0)
        return outcomes_add(&x->a, out, (const mpq_t *)d->v, 0);
    if (ask->law == ASKED_POISSON) {
        st = restitution_poisson(&x->a, d, ask->e, all, out, &many);
        l->whole = !many;
        return st;
    }
    if (mpq_sgn(ask->e) > 0)
        return restitution_newton(&x->a, d, ask->e, 1, all, out);
    return algebraic_simultaneous(&x->a, d, ask->tolerance, all, out);
}
