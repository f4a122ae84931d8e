/**
# The equations of contact modes, and how far data move them (E4), (E5)

doc/71-enclosures.md, E4 and E5. The rows of $B z = b$ are

* (C1), $n_v$ rows: the table of problem.c at x, minus the rows of
  constraints, transposed, at impulses;
* (C2) for joints, $\nu^T x = 0$;
* (C12) for springs, divided by $\max(1, \kappa)$,
  $\kappa = \alpha h (\delta + \gamma h k)$, so that a stiff spring has
  entries of the size of 1: $\kappa\,a^T x + z_s = \dots$;
* for each contact that is not open $n^T x = 0$, in the row of $c_n$;
* for each free $f_k$: where it sticks $d_k^T x = 0$; where it slides the
  first has $-\sum \sigma f = \mu c_n$, each other one
  $\sigma_k d_k^T x = \sigma_1 d_1^T x$.

The matrix is of the *stored* data in doubles. b is not needed: with the known
exact solution z*, the systems of the box differ from the middle one by their
residual at z*, and that is what g bounds.

## How far, E and g

Each datum may move by $\rho$, independently of all others: that is a larger
set than what the formulas can do, and so the statement is stronger than
needed. (C1) is linear in each datum, so the residual at z* moves by $\rho$
times the sum of what the data are multiplied with:

* M with $x - v$: $\rho \sum_j |x_j - v_j|$ in each row;
* F, kv, kq with $K x + K' v$: $\rho\,(|K| \sum |x| + |K'| \sum |v|)$;
* k0, k1 with a number: $\rho\,|K|$;
* n, d, nu, a with impulses: $\rho \sum |z_i|$;

and a row of constraints by $\rho \sum |x_j|$ times its factor (of Moreau and Jean
$\rho\,(\sum |x_j| + |\beta| \sum |v_j|)$, modes.c), a spring's by
$\rho$ times what its elongation and $a^T v$ are multiplied with. The matrix
itself moves by at most $E$: in the columns of x by Ex, in a row of (C1)
$\rho$ times the sum of the weights; in the columns of impulses by Ez $= \rho$
there, and by nothing but roundings in rows of constraints.

M moves with its mirror image: entry (i, j) is in rows i and j, each counts
its own.

**Rounding.** Entries of B are wrong by a few units of their last place,
against the exact data; E includes `small` times their size for that. Sums g
are rounded up by factors $1 + n\,\text{small}$. What is left out here, the
rounding of entries in columns of impulses, is inside the slack of systems.c,
which is four times what its sums need.
*/
#include "modes.h"

#include <math.h>

static double *entry(frame *k, long i, long j)
{
    return &k->s.B[i * k->s.n + j];
}

static double back_of(const frame *k, const array *list)
{
    return k->back[list != &k->c->p.data[N]];
}

/* Row i of a sparse array of the data, as the column of an impulse in (C1),
   and as a row of its own times `factor`. column, row < 0: not wanted. */
static void put(frame *k, const array *list, long i, long column, long row,
                double factor)
{
    const long nv = k->c->s.nv;
    for (long l = 0; l < list->n; l++) {
        if (list->at[l] / nv != i)
            continue;
        const long j = list->at[l] % nv;
        const double x = quotient(list->x[l], k->c->p.over);
        if (column >= 0)
            *entry(k, j, column) = -x;
        if (row >= 0) {
            *entry(k, row, j) += factor * x;
            k->s.Ex[row] += small * fabs(factor * x);
        }
    }
    if (row >= 0) {
        k->s.Ex[row] += k->rho * fabs(factor);
        k->s.g[row] += k->rho * fabs(factor) * (k->x + fabs(back_of(k, list)) * k->v) *
                       (1 + 4 * small);
    }
}

/* A coefficient of (C1), as a double. */
static double weight(const frame *k, int at)
{
    const mpz_t *K = (const mpz_t *)k->c->p.K;
    return quotient(K[at], K[UNIT]);
}

/* The rows of (C1), their E, and their g by the table above; an array is given
   by its entries that are not 0, and all may move. */
static void motion(frame *k)
{
    const problem *p = &k->c->p;
    const long nv = k->c->s.nv;
    double E = 0, g = k->move, rounding = 0;
    for (int a = M; a <= KQ; a++) {
        const array *list = &p->data[a];
        const double at_x = weight(k, 2 * a), at_v = weight(k, 2 * a + 1);
        double most = 0;
        for (long l = 0; l < list->n; l++) {
            const long i = list->at[l] / nv, j = list->at[l] % nv;
            const double x = quotient(list->x[l], k->c->p.over);
            most = fabs(x) > most ? fabs(x) : most;
            *entry(k, i, j) += at_x * x;
            if (a == M && i != j)
                *entry(k, j, i) += at_x * x;
        }
        E += fabs(at_x);
        rounding += fabs(at_x) * most;
        if (a != M)
            g += fabs(at_x) * k->x + fabs(at_v) * k->v;
    }
    for (int a = K0; a <= K1; a++)
        g += fabs(weight(k, 2 * a)) + fabs(weight(k, 2 * a + 1));
    for (long i = nv; i < k->s.n; i++)
        g += fabs(k->z[i]);
    for (long i = 0; i < nv; i++) {
        k->s.Ex[i] = (k->rho * E + small * rounding) * (1 + small);
        k->s.Ez[i] = k->rho;
        k->s.g[i] = k->rho * g * (1 + (double)k->s.n * small);
    }
}

/* (C12), over max(1, K): K a'x + z = ..., K = alpha h (damping + gamma h k). */
static void spring_row(frame *k, long i)
{
    const scene *s = &k->c->s;
    const problem *p = &k->c->p;
    const long at = p->at[SPRINGS] + i;
    const double stiff = quotient(s->stiffness.x[i], s->stiffness.den);
    const double damp = quotient(s->damping.x[i], s->damping.den);
    const double h = ratio_double(s->h), alpha = ratio_double(s->alpha);
    const double gamma = ratio_double(s->gamma);
    const int acts = stiff > 0 || damp > 0;
    if (s->form == LIMIT && acts) {
        put(k, &p->data[A], i, at, at, 1);
        return;
    }
    const double law = s->form == EXPLICIT ? 0 : 1;
    const double K = law * alpha * h * (damp + gamma * h * stiff);
    const double over = K > 1 ? 1 / K : 1;
    put(k, &p->data[A], i, at, at, K * over);
    *entry(k, at, at) = over;
    k->s.Ez[at] = small * over;
    k->s.g[at] += (1 + 8 * small) * k->rho * alpha * h * over *
                  (stiff * (1 + law * h * fabs(alpha - gamma) * k->v) +
                   (1 - law) * damp * k->v);
}

/* The rows of contact j by its mode. `tied`: the slip has its direction as a
   row, because it sticks or is as fast as the first; the first of those that
   slide has the law of friction, whose coefficient is exact but for its
   rounding, Ez. */
static void contact_rows(frame *k, long j)
{
    const problem *p = &k->c->p;
    const char *w = ways_of(k->c->two->word[j]);
    const long from = p->slip_at[j], cn = k->cn[j];
    long first = -1;
    if (cn >= 0)
        put(k, &p->data[N], j, cn, cn, 1);
    for (long i = from; i < p->slip_at[j + 1]; i++) {
        const long f = k->f[i];
        if (f < 0)
            continue;
        const double way = w[0] == 's' || w[i - from] == '+' ? 1 : -1;
        const int tied = w[0] == 's' || first >= 0;
        put(k, &p->data[D], i, f, tied ? f : -1, way);
        if (w[0] == 's')
            continue;
        if (first < 0) { /* its row: sum of -way f = mu c_n */
            first = i;
            const double mu = ratio_double(scene_contact(&k->c->s, p->id[j])->mu);
            if (cn >= 0)
                *entry(k, f, cn) = -mu;
            k->s.Ez[f] = small * mu;
            if (k->given != NULL) { /* and what is given of c_n may be off */
                double off;
                second_push(k, j, &off);
                k->s.g[f] += mu * off * (1 + 4 * small);
            }
        } else /* as fast along this slip as along the first */
            put(k, &p->data[D], first, -1, f,
                w[first - from] == '+' ? -1 : 1);
        *entry(k, k->f[first], f) = -way;
    }
}

/* Rows and columns are filled in any order: (C1) puts its own entries, each
   row of a constraint its row and, transposed, its column. */
void frame_fill(frame *k)
{
    const problem *p = &k->c->p;
    motion(k);
    for (long i = 0; i < p->size[JOINTS]; i++)
        put(k, &p->data[NU], i, p->at[JOINTS] + i, p->at[JOINTS] + i, 1);
    for (long i = 0; i < p->size[SPRINGS]; i++)
        spring_row(k, i);
    for (long j = 0; j < p->size[CONTACTS]; j++)
        contact_rows(k, j);
    if (k->given != NULL)
        second_fill(k);
}

/* Is a double near the coefficient of friction, within `small`? One of 2^1024 is none,
   and its product with c_n would be more than any friction. */
int frame_moderate(const frame *k, long j)
{
    mpq_srcptr mu = scene_contact(&k->c->s, k->c->p.id[j])->mu;
    mpz_ptr t = k->c->r.work;
    mpz_mul_2exp(t, mpq_denref(mu), 1000);
    if (mpz_cmp(mpq_numref(mu), t) >= 0)
        return 0;
    mpz_mul_2exp(t, mpq_numref(mu), 1000);
    return mpz_cmp(t, mpq_denref(mu)) > 0;
}

/* Row i of an array times x - back v: as it is known, and how far it may be
   wrong; of a sum that is no number nothing is known. */
double frame_along(const frame *k, const array *list, long i, double *far)
{
    const problem *p = &k->c->p;
    const long nv = k->c->s.nv;
    const double back = back_of(k, list);
    double sum = 0, move = k->rho * (k->x + fabs(back) * k->v);
    for (long j = 0; j < nv; j++)
        move += k->rho * k->s.y[j];
    for (long l = 0; l < list->n; l++) {
        if (list->at[l] / nv != i)
            continue;
        const long j = list->at[l] % nv;
        const double x = quotient(list->x[l], p->over), z = k->z[j];
        const double v = back == 0 ? 0 : back * quotient(p->v.x[j], p->v.den);
        sum += x * (z - v);
        move += fabs(x) * (k->s.y[j] + (double)(nv + 8) * small * (fabs(z) + fabs(v)));
    }
    const int known = fabs(sum) < HUGE_VAL;
    *far = known ? move * (1 + (double)(nv + 8) * small) : HUGE_VAL;
    return known ? sum : 0;
}
