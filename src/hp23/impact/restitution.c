/**
# What a phase gives back

Whether energy can appear is decided by one product. With impulses $\Lambda$,
speeds $u = Jv$ of the contacts and $G = J M^{-1} J^\top$,

$$2 (K^+ - K^-) = (v^+ - v^-)^\top M (v^+ + v^-) = \Lambda^\top (u^+ + u^-)
= 2 \Lambda^\top u^+ - \Lambda^\top G \Lambda .$$

**Newton.** Where $\Lambda_{n,i} > 0$ the normal speed behind is its target. If
contact $i$ approached that is $-e u_{n,i}^-$, and its term is $(1 - e)
\Lambda_{n,i} u_{n,i}^- \le 0$. So *without friction, and when no contact parts
before the impact, no energy is gained*. Neither can be left out.

* A contact that parts at $w > 0$ and is hit by others has the target 0, and its
  term is $\Lambda w$: $M = I$, walls with the normals $(1, 0)$ and $(-\frac35,
  \frac45)$, $v^- = (-\frac35, -\frac15)$, $e = 1$. The second parts at
  $\frac15$; $v^+ = (\frac35, \frac9{20})$, and $2K$ goes from $\frac25$ to
  $\frac9{16}$.
* With friction there is $\Lambda_t u_t^-$ beside $\Lambda_t u_t^+ \le 0$: a
  slip that ends may have been pushed along its way. $G = (1, 2; 2, 5)$, $\mu =
  \frac32$, $u^- = (-1, -3)$, $e = 1$: the contact sticks, $u^+ = (1, 0)$, with
  $\Lambda = (4, -1)$, and $K$ goes from 1 J to $\frac52$ J.

**Poisson.** *No energy is gained, with friction or without, whoever parted
before.* In the first phase $2\Delta K_1 = 2\Lambda^{c\top} u^c -
|\Lambda^c|_G^2$, and (31) has $\Lambda^{c\top} u^c = \Lambda_t^{c\top} u_t^c
\le 0$. In the second, with $\Lambda$ and $u^+$, the impulses $e\Lambda^c$ were
possible, too: their normal part is what is given, and their friction is within
the bound of less normal impulse. Of all that is within its bound friction takes
most, and $\rho \perp u_n^+$, so $(e\Lambda^c - \Lambda)^\top u^+ \ge 0$, and
with $u^+ = u^c + G\Lambda$

$$2\Delta K_2 = 2\Lambda^\top u^+ - |\Lambda|_G^2 \le 2 e \Lambda^{c\top} (u^c + G \Lambda) - |\Lambda|_G^2 =
2 e \Lambda^{c\top} u^c + e^2 |\Lambda^c|_G^2 - |e\Lambda^c - \Lambda|_G^2 .$$

Both together are at most $2 (1 + e) \Lambda^{c\top} u^c - (1 - e^2)
|\Lambda^c|_G^2 \le 0$. The one $e$ of all contacts is used in the last line.

A compression by the inclusion (39) has no $\Lambda_n^{c\top} u_n^c = 0$: a
contact that has pressed may have been lifted by another since, and then
$4\Lambda_n^{c\top} u_n^c > 0$ is what $e = 1$ gains;
[interleaved.c](../inclusion/interleaved.c) has such paths. */
#include "hp23/impact/restitution.h"

#include "hp23/impact/algebraic.h"
#include "hp23/impact/impact_record.h"
#include "hp23/impact/routh.h"
#include "lcp/solve/ladder.h"
#include "number/rational.h"

/** The matrix of (31) stays, and with it copositivity: whether Lemke's method
ends with a solution is decided by $w^\top z \ge 0$ on the solutions of
$\mathrm{LCP}(W, 0)$ (Proposition 2), which have $\bar J^\top \bar\lambda = 0$.
What is given adds $\mu_j$ times it to the rows of $\gamma \ge 0$: nothing is
lost, and the second phase of Poisson has a solution always. Targets add
$-c^\top \lambda_n$, which is negative where contacts can press against each
other with no effect. So with a cone that is not pointed targets may exclude
each other: two walls that face each other cannot both be left at a speed, and
the answer is NO_SOLUTION, by a ray or by the tree. With a pointed cone
$\bar\lambda = 0$, and there is one.

In numbers, the contact of the counterexample, $G = (1, 2; 2, 5)$, $\mu =
\frac32$, $u = (-1, -3)$. The problem of Newton's hypothesis has $-c = -1$ in
its normal row and asks for $u^+ = (1, 0)$. For Poisson's, (31) cannot let it
stick: $G\Lambda = (1, 3)$ has the solution $(-1, 1)$, a pull. It slides on,
$\Lambda^c = (\frac14, \frac38)$, $u^c = (0, -\frac58)$. Then $\frac14$ N s are
given, with a bound of $\frac38$ for their friction, of which $\frac1{40}$ is
enough to hold the slip at zero: $\Lambda = (\frac12, \frac25)$ in all, $u^+ =
(\frac3{10}, 0)$, and of 1 J there remains $\frac9{40}$. */
/* b of a normal row is -target; n given goes into the balance, and mu given
   into the bound of friction. */
static void put_rebound(const step_exact *d, const rebound *r, mpq_t *b)
{
    const impact_places at = impact_places_of(d, 0);
    mpq_t t;
    mpq_init(t);
    for (int j = 0; j < d->p; j++) {
        if (r->target != NULL)
            mpq_neg(b[at.cn + j], r->target[j]);
        if (r->given == NULL)
            continue;
        for (int i = 0; i < d->nv; i++) {
            mpq_mul(t, d->n[j * d->nv + i], r->given[j]);
            mpq_sub(b[i], b[i], t);
        }
        mpq_mul(b[at.gamma + j], d->mu[j], r->given[j]);
    }
    mpq_clear(t);
}

/* z: v' in its first nv places. */
static perp_status put_solution(arena *a, const step_exact *d, const mpq_t *z,
                                int impacts, outcomes *out)
{
    const size_t n = (size_t)(d->p + d->r) + 1;
    mpq_t *L = out->impulses > 0 ? rational_array(a, n) : NULL;
    if (out->impulses == 0)
        return outcomes_add(a, out, z, impacts);
    if (L == NULL)
        return PERP_NO_MEMORY(n * sizeof *L);
    impact_impulses(d, 0, z, L);
    perp_status s = outcomes_put(a, out, z, (const mpq_t *)L, impacts);
    rational_clear(L, n);
    return s;
}

static perp_status one_solution(arena *a, const step_exact *d,
                                const lcp_exact_problem *p, int impacts,
                                const outcomes_search *how, outcomes *out)
{
    lcp_exact_answer x;
    int fallback;
    const ladder_question q = {
        .p = p, .limits = outcomes_limits(how), .cold = 1};
    PERP_TRY(lcp_exact_answer_new(a, p->free, p->n, &x));
    perp_status s = ladder_prove(&q, a, &x, &fallback);
    if (s.code == PERP_OK && x.outcome != LCP_SOLVED)
        s = PERP_FAIL(PERP_NO_SOLUTION, "no velocity has these normal speeds "
                                        "behind the impact; is the cone "
                                        "pointed, and is e too large?");
    if (s.code == PERP_OK && how != NULL && how->record != NULL)
        s = impact_record_add(how->record, d, (const mpq_t *)x.z);
    if (s.code == PERP_OK)
        s = put_solution(a, d, (const mpq_t *)x.z, impacts, out);
    lcp_exact_answer_clear(p->free, p->n, &x);
    return s;
}

perp_status restitution_law(arena *a, const step_exact *d, const rebound *r,
                            int impacts, outcomes_search *how, outcomes *out)
{
    lcp_exact_problem p;
    PERP_TRY(impact_pose(a, d, &p));
    put_rebound(d, r, (mpq_t *)p.b);
    perp_status s;
    if (how == NULL || how->one) {
        s = one_solution(a, d, &p, impacts, how, out);
    } else {
        const int count = out->count;
        how->pairs = r->given != NULL;
        s = outcomes_of_posed(a, d, &p, impacts, how, out);
        how->pairs = 0;
        if (s.code == PERP_OK && out->count == count && count == 0)
            s = PERP_FAIL(PERP_NO_SOLUTION,
                          "no velocity has these normal speeds behind the "
                          "impact, proven; is the cone pointed?");
    }
    lcp_exact_problem_clear(&p);
    return s;
}

perp_status restitution_newton(arena *a, const step_exact *d, mpq_srcptr e,
                               int impacts, outcomes_search *how, outcomes *out)
{
    const size_t p = (size_t)d->p;
    mpq_t *c = rational_array(a, p + 1);
    if (c == NULL)
        return PERP_NO_MEMORY(p * sizeof *c);
    for (int j = 0; j < d->p; j++) {
        impact_normal(d, j, (const mpq_t *)d->v, c[j]);
        mpq_mul(c[j], c[j], e);
        mpq_neg(c[j], c[j]);
        if (mpq_sgn(c[j]) < 0)
            mpq_set_ui(c[j], 0, 1);
    }
    const rebound r = {.target = (const mpq_t *)c};
    perp_status s = restitution_law(a, d, &r, impacts, how, out);
    rational_clear(c, p + 1);
    return s;
}

/** When is $\Lambda^c$ known from $v^c$? $J^\top \Lambda = M (v^c - v^-)$, with
the joints' rows among those of $J$, has one solution when these rows are
linearly independent. The rows of the block's corners are not, four in three
dimensions: its corners may push against each other along the floor, $f = (t,
-t)$, with no effect on $v^c$; and though only normal impulses are given back,
$n_A$ and $n_B$ being independent of each other, nothing here looks closer. Four
wheels on a plane have three velocities that their normals can change and four
normal impulses, and then what is given back does depend on which of them were
taken. */
/* Are the gradients of all contacts independent, joints aside? Then J' Lambda =
   M (v' - v) has one Lambda. By elimination. */
static perp_status independent(arena *a, const step_exact *d, int *out)
{
    const int rows = d->p + d->r + d->m, nv = d->nv;
    const size_t count = (size_t)(rows * nv) + 1;
    mpq_t *A = rational_array(a, count), t;
    int rank = 0;
    if (A == NULL)
        return PERP_NO_MEMORY(count * sizeof *A);
    for (int i = 0; i < rows * nv; i++)
        mpq_set(A[i], i < d->p * nv            ? d->n[i]
                      : i < (d->p + d->r) * nv ? d->d[i - d->p * nv]
                                               : d->nu[i - (d->p + d->r) * nv]);
    mpq_init(t);
    for (int c = 0; c < nv; c++) {
        int at = rank;
        while (at < rows && mpq_sgn(A[at * nv + c]) == 0)
            at++;
        if (at == rows)
            continue;
        for (int k = 0; k < nv; k++)
            mpq_swap(A[at * nv + k], A[rank * nv + k]);
        for (int i = rank + 1; i < rows; i++) {
            if (mpq_sgn(A[i * nv + c]) == 0)
                continue;
            mpq_t f;
            mpq_init(f);
            mpq_div(f, A[i * nv + c], A[rank * nv + c]);
            for (int k = c; k < nv; k++) {
                mpq_mul(t, f, A[rank * nv + k]);
                mpq_sub(A[i * nv + k], A[i * nv + k], t);
            }
            mpq_clear(f);
        }
        rank++;
    }
    mpq_clear(t);
    rational_clear(A, count);
    *out = rank == rows;
    return PERP_SUCCESS;
}

/** The works of the two phases are added up as those of single impacts are:
each phase is taken as straight. By hand, 1 kg falls with 2 m/s, $e = \frac12$:
2 N s with the work $\frac12(-2 + 0) 2 = -2$ J, then 1 N s with $\frac12 (0 + 1)
1 = \frac12$ J; of 2 J there remain $\frac12$, which is $e^2$ of them. */
/* Both phases: impulses c + given + L, and their works, phase by phase. */
static perp_status put_both(arena *a, const step_exact *d, const outcome *c,
                            const mpq_t *given, const outcome *k, outcomes *out)
{
    const int n = d->p + d->r;
    const size_t count = 2 * (size_t)n + 2;
    mpq_t *L = rational_array(a, count), second, w;
    if (L == NULL)
        return PERP_NO_MEMORY(count * sizeof *L);
    mpq_inits(second, w, NULL);
    for (int i = 0; i < n; i++) {
        mpq_set(second, k->L[i]);
        if (i < d->p)
            mpq_add(second, second, given[i]);
        mpq_add(L[i], c->L[i], second);
        algebraic_work(d, i, (const mpq_t *)d->v, (const mpq_t *)c->v, c->L[i],
                       L[n + i]);
        algebraic_work(d, i, (const mpq_t *)c->v, (const mpq_t *)k->v, second,
                       w);
        mpq_add(L[n + i], L[n + i], w);
    }
    perp_status s =
        outcomes_put(a, out, (const mpq_t *)k->v, (const mpq_t *)L, 1);
    mpq_clears(second, w, NULL);
    rational_clear(L, count);
    return s;
}

/* From the end of one compression on. */
static perp_status decompress(arena *a, const step_exact *d, mpq_srcptr e,
                              const outcome *c, outcomes_search *how,
                              outcomes *out)
{
    step_exact now = *d;
    outcomes end = {.nv = d->nv, .impulses = d->p + d->r};
    mpq_t *given = rational_array(a, (size_t)d->p + 1);
    if (given == NULL)
        return PERP_NO_MEMORY(d->p);
    now.v = c->v;
    for (int j = 0; j < d->p; j++)
        mpq_mul(given[j], c->L[j], e);
    const rebound r = {.given = (const mpq_t *)given};
    perp_status s = restitution_law(a, &now, &r, 1, how, &end);
    out->spread |= end.spread;
    for (const outcome *k = end.first; k != NULL && s.code == PERP_OK;
         k = k->next)
        s = put_both(a, d, c, (const mpq_t *)given, k, out);
    outcomes_clear(&end);
    rational_clear(given, (size_t)d->p + 1);
    return s;
}

/** Each $v^c$ of the list goes on with its own impulses. Where the gradients of
the contacts are independent there is one $\Lambda^c$ for a $v^c$, and the list
of both phases is whole; else another $\Lambda^c$ may be given back, and
`several` says that nothing is claimed. */
perp_status restitution_poisson(arena *a, const step_exact *d, mpq_srcptr e,
                                outcomes_search *how, outcomes *out,
                                int *several)
{
    int alone = 0;
    outcomes first = {.nv = d->nv, .impulses = d->p + d->r};
    PERP_TRY(independent(a, d, &alone));
    perp_status s = restitution_law(a, d, &(rebound){0}, 1, how, &first);
    out->spread |= first.spread;
    *several = !alone && mpq_sgn(e) > 0;
    for (const outcome *c = first.first; c != NULL && s.code == PERP_OK;
         c = c->next)
        s = decompress(a, d, e, c, how, out);
    outcomes_clear(&first);
    return s;
}

/** **Poisson's hypothesis on the path**: when the approach is over at $s^*$,
the contact gives $e s^*$ more. Without friction it leaves with $e$ times its
approach, as by Newton's.

*No energy is gained.* $K'(s) = u_n - \mu |u_t|$ is continuous, and while $f$ is
constant $K'' = (1, f) G (1, f)^\top \ge 0$. From leg to leg $f$ comes nearer to
$-G_{nt}/G_{tt}$, where this is least: it gets there when the contact sticks,
and reverses toward it else. So $K'$ is concave, $K'(s^* + t) + K'(s^* - t) \le
2 K'(s^*) \le 0$, and over $0 \le t \le e s^*$: $K((1 + e) s^*) \le K((1 - e)
s^*) \le K(0)$. */
perp_status restitution_routh(arena *a, const step_exact *d, mpq_srcptr e,
                              int impacts, outcomes *out)
{
    const size_t nv = (size_t)d->nv;
    routh_path p;
    step_exact on = *d;
    PERP_TRY(routh_path_find(a, d, &p));
    mpq_t *v = rational_array(a, 2 * (nv + 2));
    mpq_t *w = v == NULL ? NULL : v + nv + 2;
    perp_status s = v == NULL ? PERP_NO_MEMORY(nv * sizeof *v)
                              : routh_path_end(a, d, &p, v);
    routh_path_clear(&p);
    if (s.code == PERP_OK) {
        on.v = v;
        mpq_mul(w[nv], v[nv], e);
        s = routh_push(a, &on, w[nv], &p);
        if (s.code == PERP_OK)
            s = routh_path_end(a, &on, &p, w);
        routh_path_clear(&p);
    }
    if (s.code == PERP_OK) {
        mpq_add(w[nv], w[nv], v[nv]);
        mpq_add(w[nv + 1], w[nv + 1], v[nv + 1]);
        s = outcomes_put(a, out, (const mpq_t *)w, (const mpq_t *)w + nv,
                         impacts);
    }
    rational_clear(v, 2 * (nv + 2));
    return s;
}
