#include "pks05/run/compliant.h"
#include "pks05/run/compliant_springs.h"
#include "pks05/run/compliant_weak.h"
#include "run/tally.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** ## The scheme of PKS05

Behind the columns that every run has come those of the deformation: elastic (J),
then delta.CONTACT.n, .t, .o (m) and lam.CONTACT.n, .t, .o (N), and last `solution`, what is
proven of the step's: 2, that there is one; 1, that there is one near by, perhaps among
others; 0, nothing. The forces are PKS05's unknowns, N; the columns of the other schemes, `cn` and `ft`, are impulses, N s, and
have $h\lambda$, so that a run can be put beside one of GAP08. Row 0 has no force: (14)
begins with $\lambda^{h,1}$.

What of (14) stands where, $j = 0, \dots, N_h + 1$:

| (14) | columns | in row $j$ |
|---|---|---|
| $q^{h,j}$, $\nu^{h,j}$ | `q.*`, `v.*` | at $t_j$ |
| $\nu^{h,\theta_{j-1}}$ | `va.*` | of the step that ends here; in row 0 $v^0$ |
| $\delta^{h,j}$ | `delta.*.n`, `.t`, `.o` | at $t_j$ |
| $\lambda^{h,j}$ | `lam.*.n`, `.t`, `.o` | of the step that ends here; in row 0 zero |
| $s^{h,j}$ | none | from the others, by (8) |

The slip is left out because it is no state and can be had from the rest; a column of it
would invite to read it as the velocity of a body, which it is not while the surface
moves. In a contact that sticks with a growing load it is zero and $v$ is not.

With springs the usual columns have `elastic` and `cs.*` already, and `elastic` is one column: the energy of
the springs and of the surfaces. */
static int elastic(const loop *l)
{
    return l->at.elastic >= 0 ? l->at.elastic : l->at.count;
}

int compliant_delta(const loop *l)
{
    return l->at.count + (l->at.elastic < 0);
}

static int lam(const loop *l)
{
    return compliant_delta(l) + ((const compliant_state *)l->own)->own;
}

/* A vector with one entry for each of all rows into the system's own. */
static void put_rows(loop *l, int row, int col, const double *x,
                     const mpq_t *exact)
{
    const compliant_state *s = l->own;
    for (int i = 0; i < s->rows; i++)
        if (s->own_of[i] >= 0 && exact != NULL)
            loop_put_exact(l, row, col + s->own_of[i], exact + i, 1);
        else if (s->own_of[i] >= 0)
            loop_put(l, row, col + s->own_of[i], x + i, 1);
}

/** Row $j$ holds $x^j = (q^j, v^j, \delta^j)$, and in row $j + 1$ stand the $v^\theta$ and the
$\lambda^{j+1}$ of the step between them. */
static void put_state(loop *l, int row)
{
    const compliant_state *s = l->own;
    const int nq = s->sys->nq, nv = s->sys->nv;
    loop_put_time(l, row, s->h);
    if (compliant_rational(s)) {
        const mpq_t *v = (const mpq_t *)s->exact.v;
        const mpq_t *mean = (const mpq_t *)s->end_exact.mean;
        loop_put_exact(l, row, l->at.q, (const mpq_t *)s->q_exact, nq);
        loop_put_exact(l, row, l->at.v, v, nv);
        loop_put_exact(l, row, l->at.va, row == 0 ? v : mean, nv);
        put_rows(l, row, compliant_delta(l), NULL,
                 (const mpq_t *)s->exact.delta);
        return;
    }
    loop_put(l, row, l->at.q, s->q, nq);
    loop_put(l, row, l->at.v, s->v, nv);
    loop_put(l, row, l->at.va, row == 0 ? s->v : s->end.mean, nv);
    put_rows(l, row, compliant_delta(l), s->delta, NULL);
}

/** The forces of the step that ends in this row, and their impulses $h\lambda$, in
fractions a product of fractions. A contact's tangential impulses stand in the columns
of its slips. */
static void put_forces(loop *l, int row)
{
    const compliant_state *s = l->own;
    const int exact = compliant_rational(s);
    mpq_t x;
    mpq_init(x);
    put_rows(l, row, lam(l), s->lambda,
             exact ? (const mpq_t *)s->end_exact.lambda : NULL);
    for (int i = 0; l->at.cn >= 0 && i < s->rows; i++) {
        int c = i / (1 + s->d.slips), k = i % (1 + s->d.slips);
        int col = k == 0 ? l->at.cn + c : l->at.ft + l->at.ft_at[c] + k - 1;
        if (s->own_of[i] < 0)
            continue;
        double impulse = s->h * s->lambda[i];
        if (exact) {
            mpq_mul(x, l->e.h, s->end_exact.lambda[i]);
            loop_put_exact(l, row, col, (const mpq_t *)&x, 1);
        } else
            loop_put(l, row, col, &impulse, 1);
    }
    mpq_clear(x);
}

static int solution(const loop *l)
{
    return lam(l) + ((const compliant_state *)l->own)->own;
}

static void put_proof(loop *l, int row)
{
    const compliant_state *s = l->own;
    const double proof = (double)s->proof;
    mpq_t x;
    if (!compliant_rational(s)) {
        loop_put(l, row, solution(l), &proof, 1);
        return;
    }
    mpq_init(x);
    mpq_set_si(x, (long)s->proof, 1);
    loop_put_exact(l, row, solution(l), (const mpq_t *)&x, 1);
    mpq_clear(x);
}

perp_status compliant_put(loop *l, int row)
{
    put_state(l, row);
    if (row > 0)
        put_forces(l, row);
    if (row > 0)
        PERP_TRY(compliant_springs_put(l, row));
    if (row > 0 && ((const compliant_state *)l->own)->own > 0)
        put_proof(l, row);
    return PERP_SUCCESS;
}

static void put_energies(loop *l, int row)
{
    const compliant_state *s = l->own;
    const int nv = s->sys->nv;
    if (compliant_rational(s)) {
        mpq_t E, springs;
        mpq_inits(E, springs, NULL);
        tally_kinetic_exact(nv, (const mpq_t *)s->exact.M,
                            (const mpq_t *)s->exact.v, E);
        loop_put_exact(l, row, l->at.kinetic, (const mpq_t *)&E, 1);
        tally_kinetic_exact(s->rows, (const mpq_t *)s->exact.K,
                            (const mpq_t *)s->exact.delta, E);
        compliant_springs_energy_exact(s, springs);
        mpq_add(E, E, springs);
        loop_put_exact(l, row, elastic(l), (const mpq_t *)&E, 1);
        mpq_clears(E, springs, NULL);
        return;
    }
    double T = tally_kinetic(&s->sys->mass, s->at.M, s->v);
    double U = theta_energy(&s->d, s->K, s->delta);
    U += compliant_springs_energy(s);
    loop_put(l, row, l->at.kinetic, &T, 1);
    loop_put(l, row, elastic(l), &U, 1);
}

/** Energies of a row, with $M$ and $\mathbf K$ at its position: what the next step
freezes, evaluated ahead of it. Where $M$ or $\mathbf K$ depends on $q$, the differences of this
column are not the $E' - E$ of the energy identity, which has the frozen ones at both
ends; `energy_excess` speaks of the latter. For the first step of the ball in fractions
`kinetic` goes from $\frac12$ to $\frac{510050}{1022121}$ and `elastic` from 0 to
$\frac{10201}{20442420}$; both matrices are constant there, so the two columns do add up
to the identity. */
perp_status compliant_energies(loop *l, int row, int stepped)
{
    compliant_state *s = l->own;
    (void)stepped;
    PERP_TRY(compliant_rational(s) ? compliant_evaluate_exact(s)
                                   : compliant_evaluate(s));
    put_energies(l, row);
    return PERP_SUCCESS;
}

/** All steps have the same length, so a step more is always a step less to go. There are
no events: a contact may close and open again within a step and leave no trace, which
`limits` of a summary says. */
perp_status compliant_advance(loop *l, int row)
{
    (void)row;
    PERP_TRY(compliant_step(l->own));
    l->left--;
    return PERP_SUCCESS;
}

/** delta.CONTACT.n, .t, .o and lam.CONTACT.n, .t, .o, in the paper's letters, for the rows that the
contact has. */
static perp_status name_rows(loop *l, const char *prefix, const char **name)
{
    static const char letter[] = "nto";
    const perp_system *s = l->e.sys;
    for (int j = 0, i = 0; j < s->contacts; j++)
        for (int k = 0; k <= s->slips[j]; k++, i++) {
            size_t bytes = strlen(s->contact_name[j]) + 16;
            char *text = arena_take(&l->a, bytes, 1);
            if (text == NULL)
                return PERP_NO_MEMORY(bytes);
            snprintf(text, bytes, "%s.%s.%c", prefix, s->contact_name[j],
                     letter[k]);
            name[i] = text;
        }
    return PERP_SUCCESS;
}

perp_status compliant_begin(loop *l)
{
    compliant_state *s = l->own = arena_take(&l->a, 1, sizeof *s);
    if (s == NULL)
        return PERP_NO_MEMORY(sizeof *s);
    PERP_TRY(compliant_state_new(&l->a, &l->e, l->sum, s));
    s->told = l->e.cert != NULL;
    const int first = compliant_delta(l) - l->at.count;
    l->owns = first + 2 * s->own + (s->own > 0);
    l->own_names = arena_take(&l->a, (size_t)l->owns + 1, sizeof *l->own_names);
    if (l->own_names == NULL)
        return PERP_NO_MEMORY(l->owns);
    l->own_names[0] = "elastic";
    PERP_TRY(name_rows(l, "delta", l->own_names + first));
    if (s->own > 0)
        l->own_names[l->owns - 1] = "solution";
    return name_rows(l, "lam", l->own_names + first + s->own);
}

/** What only this scheme knows. `bound` is the largest of the proven distances
between the computed forces of a step and the only solution, in N, of the
problem (16) with the doubles of this step's $M$, $\mathbf K$, $\mathbf C$, $\mathbf\Gamma$,
$f$ and its tangent, $\Phi$, $v$, $\delta$; null when no step has one, and `unproven` counts
the steps without. In `exists` of these a solution is proven all the same, near the computed
forces and perhaps not the only one; `exists_within` is the largest distance. Two contacts in
space whose six rows are all coupled, with $\mu = \frac12$ (`verify/pks05/run/coupled.lua`, its seventh), have
`unproven` 600, `exists` 600 and `exists_within` $2.5 \cdot 10^{-14}$ N, beside forces up to 80 N.
All of these steps are `undecided`: nothing forbids a second solution, and the search found
none. `sigma` and `eta` are null where nothing is proven. The others are
residuals of (16) and of the energy identity.

What these numbers look like, for `cases/PKS05/ball.lua`, 500 steps of $10^{-3}$ s:
`bound` $7.2 \cdot 10^{-15}$ N beside forces up to 34.7 N, `sigma` 0.0909, `eta` 0.0919,
527 linear systems, `energy_residual` $1.9 \cdot 10^{-16}$, `energy_excess` 0: with
$\theta = 0$ no step gained energy. A run in fractions has none of the residuals,
because they are zero there. Beside it the two cases with friction:

| | `rotating_push`, 1000 steps | `coupled_patch`, 400 |
|---|---|---|
| `bound`, N | $3.4 \cdot 10^{-14}$ | $1.4 \cdot 10^{-13}$ |
| of forces up to | 10.4 | 156.8 |
| `sigma`, `eta` | 0.01009, 0.01918 | 0.00453, 0.00994 |
| `friction_residual` | $3.9 \cdot 10^{-16}$ | $1.9 \cdot 10^{-14}$ |
| `energy_residual` | $2.1 \cdot 10^{-16}$ | $2.7 \cdot 10^{-16}$ |

The residuals say how well (16) is met, `bound` what that is worth: both are small here
because $\mu\eta/\sigma$ is not near one. */
static void measure(const compliant_state *s, summary *sum)
{
    const compliant_sums *x = &s->sums;
    const int posed = s->d.p > 0;
    compliant_counts(s, sum);
    if (s->e->mode != EXPERIMENT_RATIONAL) {
        sum->max_residual = fmax(sum->max_residual, x->residual);
        summary_own(sum, "bound", compliant_known(x->proven > 0, x->bound));
        summary_own(sum, "unproven", (double)x->unproven);
        summary_own(sum, "exists", (double)x->exists);
        summary_own(sum, "exists_within",
                    compliant_known(x->exists > 0, x->within));
        summary_own(sum, "iterations", (double)x->iterations);
        summary_own(sum, "in_hand", (double)x->in_hand);
        summary_own(sum, "force_residual", x->force);
        summary_own(sum, "contact_residual", x->contact);
        summary_own(sum, "friction_residual", x->friction);
        summary_own(sum, "energy_residual", x->identity);
        summary_own(sum, "sigma",
                    compliant_known(posed && x->sigma > 0, x->sigma));
        summary_own(sum, "eta", compliant_known(posed, x->eta));
    }
    summary_own(sum, "energy_excess", x->excess);
}

/** Definition 2 and (34), (35), put to the rows as they pass; in fractions they are left
out: the integrals are midpoint sums of $O(h^2)$, and nothing of that becomes truer in
fractions. A row costs a few evaluations of the tapes, less than its step did; a run whose
summary nobody reads goes without. A walk that fails ends no run before its time: what it
met is said in the end. */
perp_status compliant_look(loop *l, int row)
{
    compliant_state *s = l->own;
    if (loop_rational(l))
        return PERP_SUCCESS;
    if (row == 0)
        PERP_TRY(compliant_weak_begin(&l->a, &l->e, l->out, &s->weak));
    compliant_weak_row(s->weak, row);
    return PERP_SUCCESS;
}

static perp_status put_to(const compliant_state *s, summary *sum)
{
    compliant_weak x;
    if (s->weak == NULL)
        return PERP_SUCCESS;
    PERP_TRY(compliant_weak_end(s->weak, &x));
    summary_own(sum, "D2a_motion", x.motion);
    summary_own(sum, "D2a_rate", x.rate);
    summary_own(sum, "D2a_law", x.law);
    summary_own(sum, "D2b_inside", x.inside);
    summary_own(sum, "D2b_contact", x.contact);
    summary_own(sum, "D2c_friction", x.friction);
    summary_own(sum, "D34_leaves", x.leaves);
    summary_own(sum, "D35_force", x.force);
    return PERP_SUCCESS;
}

perp_status compliant_summarize(loop *l)
{
    const compliant_state *s = l->own;
    l->sum->claim = compliant_claim(s);
    measure(s, l->sum);
    PERP_TRY(compliant_choice(s, l->sum));
    return put_to(s, l->sum);
}

void compliant_free(loop *l)
{
    compliant_state *s = l->own;
    if (s == NULL)
        return;
    compliant_weak_free(s->weak);
    compliant_state_free(s);
}
