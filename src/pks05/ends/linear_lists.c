#include "pks05/ends/linear_lists.h"

#include "number/linear/jordan.h"
#include "number/rational.h"

/** ## The equations of a list of modes

The unknowns $u = (x, d, \lambda)$, with $x = v' - v$, $d = (\delta' - \delta)/h$, have the
rows of `theta_exact_pose`: motion, compliance, and for each contact $w_n$ and $s_t$, the
row of $\beta_1$ without $\gamma$. Its matrix $H$ is constant, and only $b$ depends on the
state, so on the unknowns: $b = b_0 + s b_1 + t b_2$. For each contact two rows are those of its mode,

| | equations | inequalities |
|---|---|---|
| open | $\lambda_n = 0$, $\lambda_t = 0$ | $w_n \ge 0$ |
| stick | $w_n = 0$, $s_t = 0$ | $\mu\lambda_n \pm \lambda_t \ge 0$, $\lambda_n \ge 0$ |
| forward | $w_n = 0$, $\lambda_t = -\mu\lambda_n$ | $s_t \ge 0$, $\lambda_n \ge 0$ |
| backward | $w_n = 0$, $\lambda_t = \mu\lambda_n$ | $s_t \le 0$, $\lambda_n \ge 0$ |

and each list has an inverse, which is made once for a run. Without friction the last
three are one, $w_n = 0$ and $\lambda_t = 0$. A singular list keeps the rows of its
elimination that make zero of the left side: where they do not make zero of the right
side, too, there is no solution. */
static void equations(const linear_step *w, int list, mpq_t *E)
{
    const int N = w->N, first = w->nv + w->R;
    for (int i = 0; i < N * N; i++)
        mpq_set(E[i], w->H[i]);
    for (int c = 0; c < w->p; c++) {
        const int mode = mode_of(list, c), n = first + 2 * c;
        mpq_t *row = E + n * N, *next = row + N;
        for (int j = 0; j < N; j++) {
            if (mode == MODE_OPEN)
                mpq_set_ui(row[j], j == n, 1);
            if (mode != MODE_STICK)
                mpq_set_ui(next[j], j == n + 1, 1);
        }
        if (mode == MODE_FORWARD)
            mpq_set(next[n], w->r.exact.mu[c]);
        if (mode == MODE_BACKWARD)
            mpq_neg(next[n], w->r.exact.mu[c]);
    }
}

perp_status linear_lists_invert(linear_step *w)
{
    const int N = w->N;
    const size_t size = (size_t)(N * N);
    mpq_t *E = rational_array(&w->a, size);
    if (E == NULL)
        return PERP_NO_MEMORY(size * sizeof *E);
    for (int k = 0; k < w->lists; k++) {
        mode_list *m = &w->list[k];
        for (int c = 0; c < w->p; c++)
            m->left_out |=
                mpq_sgn(w->r.exact.mu[c]) == 0 &&
                (mode_of(k, c) == MODE_STICK || mode_of(k, c) > MODE_FORWARD);
        if (m->left_out)
            continue;
        equations(w, k, E);
        for (int i = 0; i < N * N; i++)
            mpq_set_ui(m->T[i], i % (N + 1) == 0, 1);
        m->rank = jordan_reduce(N, N, N, E, m->T, NULL);
    }
    rational_clear(E, size);
    return PERP_SUCCESS;
}

void linear_lists_times(const linear_step *w, int list, int i, const mpq_t *b,
                        mpq_t out)
{
    const int first = w->nv + w->R;
    mpq_set_ui(out, 0, 1);
    for (int j = 0; j < w->N; j++) {
        const int mode =
            j < first ? MODE_STICK : mode_of(list, (j - first) / 2);
        const int zero =
            mode == MODE_OPEN || (mode != MODE_STICK && (j - first) % 2);
        if (zero || mpq_sgn(w->list[list].T[i * w->N + j]) == 0)
            continue;
        mpq_mul(w->t[0], w->list[list].T[i * w->N + j], b[j]);
        mpq_sub(out, out, w->t[0]);
    }
}
