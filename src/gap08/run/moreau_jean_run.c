/**
# Runs by the step of Moreau and Jean

Nobody looks for the time of a collision here. Each row of the table is a step of h, and the impact
law stands in its rows; what a run decides by itself is which contacts take part, and it decides that
before it knows the new velocity. With

$$q_m = q^l + \tfrac h2\,\Gamma(q^l)\,v^l$$

a contact takes part if and only if $\Phi(q_m) \le 0$: Moreau's own rule, and that of the [scheme
`moreau`](../../p10/moreau.c). For a linear gap it is $\Phi + \frac h2 n^T v^l \le 0$; for a curved one
the two differ by $O(h^2)$, and the gap needs no gradient where nothing happens. There is no tolerance.
All data are those at $q^l$, $v^l$, as in the family.

A row, in this order: the gaps at $q_m$; the data of the contacts that are closed there; (4.7) with
the rows of `gap08/step/moreau_jean.h`; position and velocity.

*A ball* falls from $\frac12$ m with $-2$ m/s, $h = \frac14$, $e = \frac12$, $\alpha = \gamma =
\frac12$, no force:

| row | $q_m$ of its step | q | v | cn |
|---|---|---|---|---|
| 0 | | 1/2 | -2 | |
| 1 | 1/4 | 0 | -2 | 0 |
| 2 | -1/4 | -1/8 | 1 | 3 |
| 3 | 0 | 1/8 | 1 | 0 |

In row 2 the position moves with the mean of both velocities, to $-\frac18$: what is met within a step
is noticed up to $\frac h2 |v|$ inside. In row 3 the floor takes part again, $q_m = 0$, and has nothing
to do: $n^T(v^{l+1} + e v^l) = \frac32 > 0$.

*A ball that comes to rest.* Of 1 kg, from $\frac12$ m at rest with $g = 8$, the same $h$, $e$ and
weights; $h g = 2$ m/s a step. E is $\frac12 v^2 + g q$:

| row | $q_m$ of its step | q | v | cn | E |
|---|---|---|---|---|---|
| 1 | 1/2 | 1/4 | -2 | 0 | 4 |
| 2 | 0 | 1/8 | 1 | 5 | 3/2 |
| 3 | 1/4 | 1/8 | -1 | 0 | 3/2 |
| 4 | 0 | 1/16 | 1/2 | 7/2 | 5/8 |
| 5 | 1/8 | -1/16 | -3/2 | 0 | 5/8 |
| 6 | -1/4 | -5/32 | 3/4 | 17/4 | -31/32 |
| 7 | -1/16 | -7/64 | -3/8 | 7/8 | -103/128 |
| 8 | -5/32 | -17/128 | 3/16 | 41/16 | -535/512 |

In row 2 the floor gives 3 N s for the impact and 2 against the weight of this step: $v^{l+1} = 1 =
-e v^l$, whatever the force is while the floor pushes. In flight E is kept, as $\alpha = \gamma =
\frac12$ do. In row 7 the ball goes up with $\frac34$ below the floor, and still takes part; the floor
holds it to $-e v^l$ downwards, for the law compares velocities and knows of no direction. From row 6
on no step is without the floor, and $v$ halves and turns from row to row; $cn$ goes to $m g h = 2$
and the position to $-\frac18$, from both sides. Nothing takes that back, since the scheme has no
projection. With $h = \frac18$ the same ball comes to rest at $-\frac1{48}$, with $h = \frac1{16}$ at
$-\frac1{128}$.
*/
#include "gap08/run/moreau_jean_run.h"
#include "gap08/run/family.h"
#include "gap08/step/moreau_jean.h"

static const mpq_t *rate_exact(const run_state *r, int i)
{
    return (const mpq_t *)r->exact.G + (size_t)i * (size_t)r->e->sys->nv;
}

/** $q_m = q^l + \frac h2\Gamma(q^l)v^l$ into `q_to_exact`. The rate of the beginning goes half
the step, so that $q_m$ is known before anything is solved: the set of contacts that take part
cannot depend on the velocity that they make. Without $\Gamma$ the rate is $v^l$ itself. Halving
only shortens or lengthens a denominator by a factor 2, and $q_m$ is exact like $q^l$. */
static perp_status middle_exact(run_state *r)
{
    const perp_system *s = r->e->sys;
    if (s->has_G)
        PERP_TRY(assemble_mass_exact(s, &r->work, (const mpq_t *)r->q_exact,
                                     (const mpq_t *)r->v_exact, &r->exact));
    for (int i = 0; i < s->nq; i++) {
        mpq_set(r->t1, s->has_G ? r->zero : r->v_exact[i]);
        for (int j = 0; s->has_G && j < s->nv; j++) {
            mpq_mul(r->t0, rate_exact(r, i)[j], r->v_exact[j]);
            mpq_add(r->t1, r->t1, r->t0);
        }
        mpq_mul(r->t1, r->t1, r->e->h);
        mpq_div_2exp(r->t1, r->t1, 1);
        mpq_add(r->q_to_exact[i], r->q_exact[i], r->t1);
    }
    return assemble_gaps_exact(s, &r->work, (const mpq_t *)r->q_to_exact);
}

static perp_status middle(run_state *r)
{
    const perp_system *s = r->e->sys;
    if (run_rational(r))
        return middle_exact(r);
    if (s->has_G)
        PERP_TRY(assemble_mass(s, &r->work, r->q, r->v, &r->data));
    for (int i = 0; i < s->nq; i++) {
        double rate = s->has_G ? 0 : r->v[i];
        for (int j = 0; s->has_G && j < s->nv; j++)
            rate += r->data.G[i * s->nv + j] * r->v[j];
        r->q_at[i] = r->q[i] + r->stepping.h / 2 * rate;
    }
    return assemble_gaps(s, &r->work, r->q_at);
}

/** Who is closed in the middle, by the numbers that the run has; the record of the row begins
with them. The comparison is $\Phi(q_m) \le 0$ without a tolerance, as printed. In fractions that is
the scheme's own set. In doubles a contact that only touches may fall on either side by the last
bit, and the two runs part there; in the examples above all numbers are binary fractions,
row 3 of the first, $q_m = 0$, included, so that both make the same rows. */
static perp_status find_closed(run_state *r)
{
    const int n = r->e->sys->contacts, exact = run_rational(r);
    PERP_TRY(middle(r));
    r->set.n = 0;
    for (int j = 0; j < n; j++)
        if (exact ? mpq_sgn(r->work.gap_exact[j]) <= 0 : r->work.gap[j] <= 0)
            r->set.id[r->set.n++] = j;
    certificate_row(r->e->cert);
    certificate_array(r->e->cert, "gap", n, exact ? NULL : r->work.gap,
                      exact ? (const mpq_t *)r->work.gap_exact : NULL);
    return PERP_SUCCESS;
}

static perp_status one_row(run_state *r, long row)
{
    PERP_TRY(find_closed(r));
    PERP_TRY(run_assemble(r));
    run_note(r, row);
    PERP_TRY(run_solve(r, row));
    run_move(r);
    run_certify_move(r);
    run_accept(r);
    return PERP_SUCCESS;
}

/** The loop counts rows and row 0 is the start: row `row` is made by the step from $t_l$, $l =
\text{row} - 1$. What a step takes of the scratch arena ends with it. */
static perp_status step(loop *l, int row)
{
    run_state *r = &((family *)l->own)->state;
    const arena_mark mark = arena_here(&r->scratch);
    r->row = row;
    perp_status s = one_row(r, row - 1);
    arena_release(&r->scratch, mark);
    l->left = r->clock.left;
    return s;
}

static void ask(const run_state *r, double *b)
{
    moreau_jean_rows(&r->scheme, r->rebound.e, &r->data, b);
}

/** The scene's $e$, or none: without it $e = 0$, and a contact that takes part is left with
$n^Tv^{l+1} \ge 0$. */
static mpq_srcptr restitution(const run_state *r)
{
    return r->e->e != NULL ? r->e->e : r->zero;
}

static void ask_exact(const run_state *r, const step_exact *d, mpq_t *b)
{
    moreau_jean_rows_exact(&r->scheme_exact, restitution(r), d, b);
}

static perp_status check(const run_state *r, const mpz_t *Z, mpz_srcptr den,
                         const step_numerators *y)
{
    return moreau_jean_check(&r->scheme_exact, restitution(r), &r->exact, Z,
                             den, y);
}

static void back(const run_state *r, double out[2])
{
    moreau_jean_back(&r->scheme, r->rebound.e, out);
}

static perp_status begin(loop *l)
{
    static const run_rows rows = {ask, ask_exact, check, back};
    PERP_TRY(family_begin(l));
    ((family *)l->own)->state.rows = &rows;
    return PERP_SUCCESS;
}

static const char *const keys[] = {"e",           "alpha", "gamma", "jacobians",
                                   "penetration", "start", "t0", NULL};
static const char *const tells[] = {"alpha", "gamma", "e", NULL};

const struct scheme scheme_moreau_jean = {.name = "moreau-jean",
                                          .paper = "GAP08",
                                          .keys = keys,
                                          .tells = tells,
                                          .most = EXPERIMENT_RATIONAL,
                                          .level2 = 1,
                                          .cones = 1,
                                          .begin = begin,
                                          .step = step,
                                          .energies = family_energies,
                                          .put = family_put,
                                          .summarize = family_summarize,
                                          .steer = family_steer,
                                          .freeze = family_freeze,
                                          .free = family_free};
