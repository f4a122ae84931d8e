/**
# What a run notes of its rows

A step needs velocities; who reads a run wants to know what became of its energy, whether its joints
hold, and whether $v^{l+1}$ means anything beside $v^{l+1,\alpha}$. The first two are
read at the beginning of a row, where the data belong to $q^l$ and $v^l$,

$$T = \tfrac12 (v^l)^T M(q^l)\, v^l, \qquad U = \tfrac12 \sum_i \kappa_i \phi_i(q^l)^2, \qquad
\theta(q^l),$$

and before a collision in the row is assembled over them. The third is asked behind the row. In
fractions $T$ and $U$ are kept as they are: that energy does not grow is asked of them digit by
digit (`run/tally.h`), and doubles only print them.

*By hand.* A ball of mass 1 falls freely at $h = \frac1{10}$, $\alpha = \frac12$, $g = 10$:
from $v^l = 0$ the step finds $v^{l+1,\alpha} = -\frac12$ and $v^{l+1} = -1$. Noted are $T = 0$ of the row that
begins, and behind it $\frac12 \cdot (\frac12)^2 = \frac18$ J of the part that alternates.

Which entries of $M$ can be other than zero is known of the formulas (`model/system`), and only these
are summed up: a hundred bodies in the plane have 300 of 90,000.
*/
#include "gap08/run/second_velocity.h"
#include "run/tally.h"

/** The data at the beginning of a row. A collision is assembled a second time, where it
happens; this is asked before. */
void run_note(run_state *r, long row)
{
    const step_exact *x = &r->exact;
    const step_data *d = &r->data;
    const drift_peak at = {.row = row, .t = run_time(r)};
    for (int k = 0; k < r->e->sys->joints; k++)
        drift_joint(&r->sum->drift, r->e->sys->joint_name[k],
                    run_rational(r) ? mpq_get_d(x->theta[k]) : d->theta[k],
                    r->e->penetration + r->tolerance, at);
    if (run_rational(r)) {
        tally_kinetic_exact(x->nv, (const mpq_t *)x->M, (const mpq_t *)x->v,
                            r->kinetic_exact);
        tally_elastic_exact(x->s, (const mpq_t *)x->stiffness,
                            (const mpq_t *)x->phi, r->elastic_exact);
        return;
    }
    r->kinetic = tally_kinetic(&r->e->sys->mass, d->M, d->v);
    r->elastic = tally_elastic(d->s, d->stiffness, d->phi);
}

/* w'Mw / 2 for w = v - s x of the step's result, with M(q^l). */
static double energy(run_state *r, int s)
{
    const int nv = r->e->sys->nv;
    const sparse_rows *at = &r->e->sys->mass;
    double *w = r->mean, T = 0;
    for (int j = 0; j < nv; j++) {
        w[j] = r->result.v[j] - s * r->result.x[j];
        if (!run_rational(r))
            continue;
        mpq_set(r->t0, r->result_exact.v[j]);
        if (s != 0)
            mpq_sub(r->t0, r->t0, r->result_exact.x[j]);
        w[j] = mpq_get_d(r->t0);
    }
    for (int i = 0; i < nv; i++)
        for (int k = at->first[i]; k < at->first[i + 1]; k++) {
            const int ij = i * nv + at->column[k];
            T += w[i] * w[at->column[k]] *
                 (run_rational(r) ? mpq_get_d(r->exact.M[ij]) : r->data.M[ij]);
        }
    return 0.5 * T;
}

/* What rounding may leave of a body that stands still: $2^{-40}$ of the speed
   that the force of the step alone would give it. */
static double still(const run_state *r)
{
    const int nv = r->e->sys->nv;
    double T = 0;
    for (int j = 0; j < nv; j++) {
        const int exact = run_rational(r);
        const double k = exact ? mpq_get_d(r->exact.k0[j]) : r->data.k0[j];
        const int at = j * nv + j;
        const double M = exact ? mpq_get_d(r->exact.M[at]) : r->data.M[at];
        T += r->stepping.h * k * r->stepping.h * k / M;
    }
    return 0x1p-80 * T;
}

/** The energy of $v^{l+1} - v^{l+1,\alpha}$ in the row that has just been made.
A collision has one velocity.

$v^{l+1} - v^{l+1,\alpha} = (1-\alpha)(v^{l+1} - v^l)$. In a smooth motion that is of order $h$;
along a joint, where $v^{l+1} = -\frac{1-\alpha}\alpha v^l$ but for $O(h)$, it is all of the
velocity and moves nothing. Example 9.1 has its whole kinetic energy there. `free` says that no
contact pushes: one that sticks reverses the tangential velocity of $\alpha = \frac12$ in
each step as well, and is not meant (`run/trace/drift.h` judges). The ball in free fall
has $\frac12 \cdot (\frac12 \cdot gh)^2 = \frac18$ J of it in each row at $h =
\frac1{10}$, the 0.125 J that its run reports: smooth motion, of order $h^2$, and no
fault. Where the rows ask of something else than $x$, nothing is known to alternate. */
void run_note_part(run_state *r, long row)
{
    const drift_peak at = {.row = row, .t = run_time(r)};
    int free = !r->collided;
    if (r->stepping.alpha == 1 || r->rows != NULL)
        return;
    for (int j = 0; j < r->set.n && free; j++)
        free = !(run_rational(r) ? mpq_sgn(r->result_exact.cn[j]) > 0
                                 : r->result.cn[j] > 0);
    drift_part(&r->sum->drift, r->collided ? 0 : energy(r, 1), energy(r, 0),
               still(r), free, at);
}
