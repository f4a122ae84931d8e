#include "pks05/run/compliant_forks.h"

#include "number/rational.h"
#include "pks05/cone/qvi_angles.h"
#include "pks05/run/compliant_mixed.h"
#include "pks05/step/theta_all.h"

#include <math.h>

/** ## At a step

A run is the same up to its last fork each time it is made, so a step before it that is
no fork was found to have one solution, and is not asked again. At a fork itself the list
is made anew: to keep the lists of all forks of a way would spare a search for each
fork and each run, and the price is a step's arrays for each of them. The order of the
list is that of the tree, so number $k$ is the same solution each time.

Four answers, in the order in which they are looked for:

| the step's number | in doubles, with one solution by a condition | `take` |
|---|---|---|
| any | yes | $-1$, and nothing is searched |
| of a fork of the way | no | the way's |
| up to the last fork, no fork itself | no | $-1$ |
| behind it | no | $-1$ with one solution, 0 with more, which is a fork then |

$-1$ leaves the step as the solver made it, and so does a run without forks: where there is one
way the rows are those of an ordinary run to the last bit.

A list that is empty would be a step without a solution, which for $x^\top Ax > 0$ there is
not: the polygon's problem is copositive, and Lemke ends at a solution
(`cone/qvi_polygon.h`). It is asked all the same, because $x^\top Ax > 0$ is the scene's word. */
static int wanted(compliant_state *r, int *take)
{
    forks *w = r->e->forks;
    *take = forks_chosen(w, r->n);
    if (*take >= 0)
        return 1;
    if (r->n <= forks_last(w))
        return 0;
    w->beyond += forks_closed(w);
    return !forks_closed(w);
}

/* The list has `count` solutions, and there may be `more`. */
static perp_status met(compliant_state *r, int count, int more, int *take)
{
    forks *w = r->e->forks;
    if (*take >= 0)
        return PERP_SUCCESS;
    w->complete &= !more;
    if (count < 2)
        return PERP_SUCCESS;
    *take = 0;
    return forks_meet(w, r->n, count);
}

static perp_status which(compliant_state *r, const theta_exact *d,
                         const lcp_exact_problem *p, theta_all *all, int *take)
{
    const ladder_limits *l = &r->e->limits;
    const enumerate_options o = {.limit = {l->bits, ladder_until(l)}};
    if (!wanted(r, take))
        return PERP_SUCCESS;
    PERP_TRY(theta_all_find(&r->scratch, d, p, &o, all));
    if (all->count == 0)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "step %ld has no solution: it has none by the tree "
                         "of its modes",
                         r->n + 1);
    r->e->forks->continua += *take < 0 && all->continuum;
    return met(r, all->count, all->continuum, take);
}

/** The condition is the one that counts a step as `unique` (`compliant_others.c`): in doubles and
with `--exact-check` it has been asked of the step's doubles before, with `--rational` it is asked
here of the fractions. Most steps of most runs end here, at no cost: of the 400 of
`coupled_patch` every one.

Another solution than the solver's has no distance that anybody has proven: `bound` is
taken back. */
perp_status compliant_choose(compliant_state *r, const theta_exact *d,
                             const lcp_exact_problem *p, mpq_t *z, int *chosen)
{
    theta_all all = {0};
    int take = -1, one = !compliant_rational(r) && r->answer.unique;
    *chosen = 0;
    if (r->e->forks == NULL || d->p == 0)
        return PERP_SUCCESS;
    if (compliant_rational(r))
        PERP_TRY(compliant_condition(r, &one));
    if (one)
        return PERP_SUCCESS;
    perp_status s = which(r, d, p, &all, &take);
    if (s.code == PERP_OK && take >= 0) {
        for (int i = 0; i < all.size; i++)
            mpq_set(z[i], all.z[take * all.size + i]);
        *chosen = 1;
        r->answer.bound = INFINITY;
    }
    theta_all_free(&all);
    return s;
}

/** The tangent touched the force where the solver's own solution ended, and the list is that of
this tangent. For an affine force it is the tangent everywhere; else the chosen solution ends where
the force is another, by `away` of the forces, and is no step of (16). What is asked is what is
measured of any step (`force_residual`), with the limit at which the tangents of a step are taken to agree. */
perp_status compliant_fits(compliant_state *r)
{
    double away;
    if (compliant_rational(r))
        return PERP_SUCCESS;
    PERP_TRY(compliant_touch(r, &away));
    return away <= 0x1p-40
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_INPUT,
                           "step %ld has several solutions, and its force is "
                           "not affine in q and v: --branches follows them "
                           "for affine forces; take --depth to end before it",
                           r->n + 1);
}

/** ## In doubles

The problem is that of the contacts in hand, in the fractions that their doubles are. Of
the solution the forces go on, each rounded once; velocities and deformations follow from
them as from any forces.

Why not $v'$ and $\delta'$ themselves, which are in $z$ as well: a row of a table is then what its
forces make of the row before, by the same sums in each run, and who puts a table into (16) meets the
rounding of one recovery and not of two sorts of it. For `nonunique_step` the slip ends with
$\delta_n = -1.0000000000000011$ where fractions have $-1$: the $S = (h\mathbf K + \mathbf
C)^{-1}$ of doubles, and not the forces, which are 1 and $-1$. */
static perp_status take_forces(compliant_state *r)
{
    theta_near_give(&r->near, r->answer.lam, r->lambda);
    PERP_TRY(theta_near_recover(&r->near, &r->posed, r->answer.lam, &r->scratch,
                                &r->end));
    return compliant_fits(r);
}

static perp_status of_modes(compliant_state *r)
{
    const theta_data *d = &r->near.d;
    const size_t R = (size_t)theta_rows(d);
    compliant_mixed x;
    int chosen = 0;
    perp_status s = compliant_mixed_new(r, d, &x);
    const size_t size = (size_t)(x.p.free + x.p.n) + R;
    mpq_t *z = s.code == PERP_OK ? rational_array(&r->scratch, size) : NULL;
    if (s.code == PERP_OK && z == NULL)
        s = PERP_NO_MEMORY(size * sizeof *z);
    if (s.code == PERP_OK)
        s = compliant_choose(r, &x.d, &x.p, z, &chosen);
    if (s.code == PERP_OK && chosen) {
        mpq_t *lambda = z + (size - R);
        theta_all_forces(&x.d, (const mpq_t *)z, lambda);
        for (size_t i = 0; i < R; i++)
            r->answer.lam[i] = mpq_get_d(lambda[i]);
        s = take_forces(r);
    }
    rational_clear(z, size);
    compliant_mixed_clear(&x);
    return s;
}

/** ## With the disc

The list is that of the tree of slip angles, for the fractions that $A$ and $b$ of the step's
doubles are. Its solutions are ranges, of some $10^{-14}$ of their size, and the run goes on from the
middle. With undecided parts the list may lack some, and a step of which nothing is decided goes the
solver's way.

Why the fractions: $A$ and $b$ are products of inverses of the step's doubles, and rounded they would be those of
a neighbour, of which a list proves nothing here. `theta_exact_reduce` makes them without rounding, and the tree
begins with the doubles on both sides of each entry.

With one solution and nothing undecided the row is the solver's own, as in a run without forks: the
solver's answer and the middle of the range are the same to rounding, and one of them is
there already. The number of contacts that the tree takes, three, is that of contacts in hand, so a
scene may have a hundred of them, of which no step presses more than three; one that does, and that
no condition covers, is refused with that number, and so is one whose matrix is not seen to be positive
definite. At a fork all ways are middles, the solver's among them, so that its branch is
made by the same rule as the others. */
static perp_status angles(compliant_state *r, const theta_exact *x,
                          qvi_angles *out, int *take)
{
    const size_t R = (size_t)theta_exact_rows(x);
    const qvi_angle_options o = {0};
    mpq_t *A = rational_array(&r->scratch, R * (R + 1));
    if (A == NULL)
        return PERP_NO_MEMORY(R * R * sizeof *A);
    const qvi_exact_problem q = {x->p, 2, (const mpq_t *)A,
                                 (const mpq_t *)(A + R * R),
                                 (const mpq_t *)x->mu};
    perp_status s = theta_exact_reduce(x, &r->scratch, A, A + R * R);
    if (s.code == PERP_OK)
        s = qvi_angles_find(&q, &o, out);
    rational_clear(A, R * (R + 1));
    if (s.code == PERP_OK && *take < 0)
        r->e->forks->undecided += out->undecided;
    if (s.code == PERP_OK)
        s = met(r, out->solutions, out->undecided > 0, take);
    return s;
}

static perp_status of_angles(compliant_state *r)
{
    const theta_data *d = &r->near.d;
    qvi_angles *all = arena_take(&r->scratch, 1, sizeof *all);
    theta_exact x;
    int take;
    if (all == NULL)
        return PERP_NO_MEMORY(sizeof *all);
    if (!wanted(r, &take))
        return PERP_SUCCESS;
    perp_status s = theta_exact_new(&r->scratch, d, 1, &x);
    if (s.code == PERP_OK) {
        theta_exact_copy(d, &x);
        mpq_set_d(x.h, r->h);
        mpq_set_d(x.theta, r->theta);
        s = angles(r, &x, all, &take);
    }
    theta_exact_clear(&x);
    if (s.code != PERP_OK || take < 0)
        return s;
    for (int i = 0; i < theta_rows(d); i++)
        r->answer.lam[i] = qvi_middle(all->solution[take].lam[i]);
    r->answer.bound = INFINITY;
    return take_forces(r);
}

perp_status compliant_fork(compliant_state *r)
{
    arena_mark here = arena_here(&r->scratch);
    if (r->e->forks == NULL || r->near.d.p == 0 || r->answer.unique)
        return PERP_SUCCESS;
    perp_status s =
        r->d.slips == 2 && r->e->directions == 0 ? of_angles(r) : of_modes(r);
    arena_release(&r->scratch, here);
    return s;
}
