#include "run/tally.h"
#include "base/memory.h"
#include "number/literal.h"

#include <math.h>
#include <stdio.h>

void variation_init(variation *s, int rational)
{
    s->sum = 0;
    s->rational = rational;
    mpq_inits(s->exact, s->jump, s->t, NULL);
}

void variation_clear(variation *s)
{
    mpq_clears(s->exact, s->jump, s->t, NULL);
}

/** The velocity function of GAP08 is constant on $(t_l, t_{l+1}]$, so its total
variation is the sum of $|v^{l+1} - v^l|$ over all steps; the jump at $t = 0$,
from the initial velocity to the first, counts. The square of a jump may be no
double where the jump is one: it is scaled by a power of two, which rounds
nothing. */
void variation_add(variation *s, int n, const double *from, const double *to)
{
    double largest = 0, square = 0;
    int e = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(to[i] - from[i]));
    if (isfinite(largest))
        frexp(largest, &e);
    for (int i = 0; i < n; i++) {
        const double x = ldexp(to[i] - from[i], -e);
        square += x * x;
    }
    s->sum += ldexp(sqrt(square), e);
}

/* x, or its root, as a double; infinite where it is none. x is lost. */
static double rounded(mpq_ptr x, int root)
{
    const long e = ((long)mpz_sizeinbase(mpq_numref(x), 2) -
                    (long)mpz_sizeinbase(mpq_denref(x), 2)) /
                   2;
    if (e > 0)
        mpq_div_2exp(x, x, (mp_bitcnt_t)(2 * e));
    else
        mpq_mul_2exp(x, x, (mp_bitcnt_t)(-2 * e));
    const double near = mpq_get_d(x);
    return root ? ldexp(sqrt(near), (int)e) : ldexp(near, (int)(2 * e));
}

/** A length is rational when numerator and denominator of its square are
squares. In one dimension it always is. */
void variation_add_exact(variation *s, int n, const mpq_t *from,
                         const mpq_t *to)
{
    mpq_set_ui(s->jump, 0, 1);
    for (int i = 0; i < n; i++) {
        mpq_sub(s->t, to[i], from[i]);
        mpq_mul(s->t, s->t, s->t);
        mpq_add(s->jump, s->jump, s->t);
    }
    if (mpz_perfect_square_p(mpq_numref(s->jump)) &&
        mpz_perfect_square_p(mpq_denref(s->jump))) {
        mpz_sqrt(mpq_numref(s->jump), mpq_numref(s->jump));
        mpz_sqrt(mpq_denref(s->jump), mpq_denref(s->jump));
        mpq_add(s->exact, s->exact, s->jump);
        s->sum += rounded(s->jump, 0);
    } else {
        s->rational = 0;
        s->sum += rounded(s->jump, 1);
    }
}

char *tally_text(mpq_srcptr x, int *ok)
{
    size_t digits = mpz_sizeinbase(mpq_numref(x), 10) +
                    mpz_sizeinbase(mpq_denref(x), 10) + 3;
    char *text = memory_new(digits, 1);
    *ok = text != NULL;
    return text == NULL ? NULL : mpq_get_str(text, 10, x);
}

static perp_status total(const variation *s, const char *of, double *sum,
                         char **exact)
{
    int ok = 1;
    *sum = s->sum;
    *exact = s->rational ? tally_text(s->exact, &ok) : NULL;
    if (!s->rational && !isfinite(s->sum))
        return PERP_FAIL(PERP_LIMIT,
                         "the total variation of %s overflows; take units in "
                         "which it is smaller, or a smaller h",
                         of);
    return ok ? PERP_SUCCESS : PERP_NO_MEMORY(0);
}

perp_status tally_totals(const variation *v, const variation *va, summary *sum)
{
    PERP_TRY(total(v, "v", &sum->tv_v, &sum->tv_v_exact));
    return total(va, "va", &sum->tv_va, &sum->tv_va_exact);
}

perp_status tally_energy(const trace *t, size_t at, double *x, char **exact)
{
    int ok = 1;
    *x = t->cell[at];
    if (t->exact != NULL)
        *exact = tally_text(t->exact[at], &ok);
    return ok ? PERP_SUCCESS : PERP_NO_MEMORY(0);
}

double tally_kinetic(const sparse_rows *at, const double *M, const double *v)
{
    double T = 0;
    for (int i = 0; i < at->rows; i++)
        for (int k = at->first[i]; k < at->first[i + 1]; k++) {
            const int j = at->column[k];
            T += v[i] * M[i * at->rows + j] * v[j];
        }
    return 0.5 * T;
}

void tally_kinetic_exact(int n, const mpq_t *M, const mpq_t *v, mpq_t out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mpq_mul(t, v[i], M[i * n + j]);
            mpq_mul(t, t, v[j]);
            mpq_add(out, out, t);
        }
    mpq_div_2exp(out, out, 1);
    mpq_clear(t);
}

double tally_elastic(int n, const double *stiffness, const double *phi)
{
    double U = 0;
    for (int i = 0; i < n; i++)
        U += stiffness[i] * phi[i] * phi[i];
    return 0.5 * U;
}

void tally_elastic_exact(int n, const mpq_t *stiffness, const mpq_t *phi,
                         mpq_t out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++) {
        mpq_mul(t, phi[i], phi[i]);
        mpq_mul(t, t, stiffness[i]);
        mpq_add(out, out, t);
    }
    mpq_div_2exp(out, out, 1);
    mpq_clear(t);
}

static void put_value(const char *key, double x, const char *exact)
{
    if (exact != NULL)
        printf(", \"%s\": \"%s\"", key, exact);
    else if (isfinite(x))
        printf(", \"%s\": %.17g", key, x);
    else
        printf(", \"%s\": null", key);
}

void tally_json(const run_header *x, const summary *s)
{
    printf("{\"run\": ");
    header_json(x, stdout);
    printf(", \"steps\": %ld, \"steps_proven\": %ld, \"lcps\": %ld, "
           "\"fallbacks\": %ld",
           s->steps, s->steps_proven, s->lcps, s->fallbacks);
    put_value("max_residual", s->max_residual, NULL);
    put_value("tv_v", s->tv_v, s->tv_v_exact);
    put_value("tv_va", s->tv_va, s->tv_va_exact);
    put_value("kinetic_first", s->kinetic_first, s->kinetic_first_exact);
    put_value("kinetic_last", s->kinetic_last, s->kinetic_last_exact);
    if (s->projections > 0)
        printf(", \"projections\": %ld, \"subproblems\": %ld, "
               "\"moved\": %.17g",
               s->projections, s->subproblems, s->moved);
    for (int i = 0; i < s->owns; i++)
        put_value(s->own[i].name, s->own[i].x, NULL);
    if (s->found != NULL)
        printf(", %s", s->found);
    if (s->proven_of != NULL)
        printf(", \"proven_of\": \"%s\"", s->proven_of);
    else
        printf(", \"proven_of\": null");
    printf(", \"limits\": [");
    for (int i = 0; i < 3 && s->limit[i] != NULL; i++)
        printf("%s\"%s\"", i > 0 ? ", " : "", s->limit[i]);
    printf("]");
    watched_json(&s->watched, stdout);
    drift_json(&s->drift, stdout);
    printf(", \"collisions\": %ld, \"rungs\": [", s->collisions);
    for (int k = 0; k < RUNGS; k++)
        printf("%s%ld", k > 0 ? ", " : "", s->rungs[k]);
    printf("]}");
}

void tally_tell(const summary *s)
{
    if (s->proven_of != NULL)
        fprintf(stderr, "  proven of %s\n", s->proven_of);
    for (int i = 0; i < 3 && s->limit[i] != NULL; i++)
        fprintf(stderr, "  not looked for: %s\n", s->limit[i]);
    fprintf(stderr,
            "  total variation %.6g (v), %.6g (va); "
            "kinetic energy %.6g J at first, %.6g J at last\n",
            s->tv_v, s->tv_va, s->kinetic_first, s->kinetic_last);
    drift_tell(&s->drift, stderr);
    watched_tell(&s->watched, stderr);
}

/** The number of steps: the first grid point at or beyond $T$, one at least. In doubles
$T/h$ is almost never whole when its author thinks it is ($10/0.01$ is
$999.99999999999998$), so what lies within $10^{-9}$ of a whole number counts as
that number. */
perp_status tally_steps(const experiment *e, long *steps)
{
    if (mpq_sgn(e->h) <= 0)
        return PERP_FAIL(PERP_INPUT, "h = %g; the step h must be positive",
                         mpq_get_d(e->h));
    if (mpq_sgn(e->T) < 0)
        return PERP_FAIL(PERP_INPUT,
                         "T = %g; the duration T must not be negative",
                         mpq_get_d(e->T));
    mpq_t n, slack;
    mpq_inits(n, slack, NULL);
    mpq_div(n, e->T, e->h);
    mpq_set_ui(slack, 1, 1000000000);
    mpq_sub(n, n, slack);
    mpz_cdiv_q(mpq_numref(n), mpq_numref(n), mpq_denref(n));
    int fits = mpz_cmp_ui(mpq_numref(n), 100000000) <= 0;
    *steps = fits ? mpz_get_si(mpq_numref(n)) : 0;
    *steps = *steps <= 0 && mpq_sgn(e->T) > 0 ? 1 : *steps;
    mpq_clears(n, slack, NULL);
    return fits ? PERP_SUCCESS
                : PERP_FAIL(PERP_LIMIT,
                            "T / h asks for more than 100000000 steps; take a "
                            "larger h or a smaller T");
}

void summary_clear(summary *s)
{
    memory_free(s->note);
    memory_free(s->tv_v_exact);
    memory_free(s->tv_va_exact);
    memory_free(s->kinetic_first_exact);
    memory_free(s->kinetic_last_exact);
    memory_free(s->found);
    several_clear(&s->several);
    *s = (summary){0};
}
