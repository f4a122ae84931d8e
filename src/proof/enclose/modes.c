#include "proof/enclose/modes.h"

#include "proof/enclose/inflate.h"

#include <math.h>
#include <string.h>

/** ## Modes as equations

When every contact is in a known mode, the complementarity problem is a system of
as many equations as unknowns, $B z = b$. Open contacts have no unknown. A closed
one has its impulse $c_n$ and the equation $n^T x = 0$. One that sticks has all its
$f_k$ and $d_k^T x = 0$. One that slides has the $f_k$ of the directions in which
friction pulls, a set $S$ with signs $\sigma_k$ of the slip: $-\sum \sigma_k f_k =
\mu c_n$, and $\sigma_k d_k^T x$ is the same for all of $S$.

What is left of the complementarity problem are strict signs: $c_n > 0$;
$\sum |f_k| < \mu c_n$ where it sticks; $-\sigma_k f_k > 0$, $\sigma_k d_k^T x > 0$
and larger than any other $|d_i^T x|$ where it slides; $n^T x > 0$ where it is
open.

Rows of [Moreau and Jean](../../gap08/step/moreau_jean.h) ask of $x - \beta v$ in the place of $x$, with a
$\beta$ for contacts, $1 - \alpha(1 + e)$, and one for joints and slips, $1 - \alpha$. $B$ is the
same, for $v$ is known; the residual of a row moves by $\rho\,(\sum|x| + |\beta|\sum|v|)$. */
static void name_modes(const modes_of *p, char *word)
{
    const step_data *d = p->d;
    const mpz_t *Z = (const mpz_t *)p->claim->Z;
    const int free = d->nv + d->m + d->s, beta = free + d->p;
    for (int j = 0; j < d->p; j++) {
        const int from = d->slip_at[j], to = d->slip_at[j + 1];
        *word++ = ' ';
        const int parts = mpz_sgn(Z[free + j]) == 0;
        const int given = p->push != NULL && p->given[d->nv + j] > 0;
        const int rubs = from < to && d->mu[j] != 0;
        if (parts)
            *word++ = 'o';
        if (parts && !(given && rubs))
            continue;
        if (!rubs)
            *word++ = 'c';
        else if (mpz_sgn(Z[beta + 2 * d->r + j]) == 0)
            *word++ = 's';
        else
            for (int k = from; k < to; k++) {
                int sign = mpz_cmp(Z[beta + 2 * k], Z[beta + 2 * k + 1]);
                *word++ = sign == 0 ? '0' : sign < 0 ? '+' : '-';
            }
    }
    *word = '\0';
}

/** ## The system in numbers

Rows and columns of $\tilde B$, and for inflate.c how far each row may be wrong. */
typedef struct {
    const modes_of *p;
    int N;               /* unknowns */
    const char **word;   /* one per contact */
    int *cn, *f;         /* p, r: their unknowns, -1: none */
    double *z;           /* N: the claimed solution */
    double *B;           /* N x N */
    double *g, *Ex, *Ez; /* N: see inflate.h */
    double *y;           /* N: how far a solution may be */
    double xs, vs, move; /* sums of |x|, |v|, |x - v| */
    double rho;          /* how far data may be off */
} frame;

static double quotient(mpz_srcptr num, mpz_srcptr den)
{
    mpq_t q = {{*num, *den}}; /* borrowed, and not in lowest terms */
    return mpz_sgn(num) == 0 ? 0 : mpq_get_d(q);
}

/* What the mode says of friction: of "os" and "o+" what is behind "o". */
static const char *ways_of(const char *word)
{
    return word[0] == 'o' && word[1] > ' ' ? word + 1 : word;
}

/* Numbers the unknowns; -1 when there are too many. */
static int number(frame *k)
{
    const step_data *d = k->p->d;
    int n = d->nv + d->m + (k->p->jump ? 0 : d->s);
    for (int j = 0; j < d->p; j++) {
        const char *w = k->word[j], *ways = ways_of(w);
        k->cn[j] = *w == 'o' ? -1 : n++;
        for (int i = d->slip_at[j]; i < d->slip_at[j + 1]; i++) {
            const char c = ways[i - d->slip_at[j]];
            int pulls = *ways == 's' ||
                        (strchr("+-0", *ways) != NULL && c != '0');
            k->f[i] = pulls ? n++ : -1;
        }
    }
    return n <= MODES_MOST ? n : -1;
}

static void read_solution(frame *k)
{
    const step_data *d = k->p->d;
    const mpz_t *Z = (const mpz_t *)k->p->claim->Z;
    const int free = d->nv + d->m + d->s, beta = free + d->p;
    const int links = d->m + (k->p->jump ? 0 : d->s);
    mpz_t f;
    mpz_init(f);
    for (int i = 0; i < d->nv + links; i++)
        k->z[i] = quotient(Z[i], k->p->claim->den);
    for (int j = 0; j < d->p; j++)
        if (k->cn[j] >= 0)
            k->z[k->cn[j]] = quotient(Z[free + j], k->p->claim->den);
    for (int i = 0; i < d->r; i++) {
        if (k->f[i] < 0)
            continue;
        mpz_sub(f, Z[beta + 2 * i], Z[beta + 2 * i + 1]);
        k->z[k->f[i]] = quotient(f, k->p->claim->den);
    }
    mpz_clear(f);
    for (int i = 0; i < d->nv; i++) {
        k->xs += fabs(k->z[i]);
        k->vs += fabs(d->v[i]);
        k->move += fabs(k->z[i] - d->v[i]);
    }
}

static void column(frame *k, int at, const double *g)
{
    for (int i = 0; i < k->p->d->nv; i++)
        k->B[i * k->N + at] = -g[i];
}

/* The row g'(x - back v) times c. */
static void row(frame *k, int at, double c, const double *g, double back)
{
    for (int i = 0; i < k->p->d->nv; i++)
        k->B[at * k->N + i] += c * g[i];
    k->Ex[at] += k->rho * fabs(c);
    k->g[at] += k->rho * fabs(c) * (k->xs + fabs(back) * k->vs);
}

/** The equation of motion, (4.18): its residual moves with each datum, times what
that is multiplied with. */
static void motion(frame *k)
{
    const double rho = k->rho;
    const alpha_gamma *s = k->p->scheme;
    const step_data *d = k->p->d;
    const double h = k->p->jump ? 0 : s->h, a = k->p->jump ? 1 : s->alpha;
    const double g = k->p->jump ? 1 : s->gamma;
    const double w1 = s->form == STEP_EXPLICIT ? 0 : a * h, w2 = w1 * g * h;
    double impulses = 0, size = 0;
    for (int i = d->nv; i < k->N; i++)
        impulses += fabs(k->z[i]);
    for (int i = 0; i < d->nv; i++)
        for (int j = 0, ij = i * d->nv; j < d->nv; j++, ij++) {
            double turn = k->p->jump ? 0 : w1 * (d->F[ij] + d->kv[ij]);
            double fall = k->p->jump ? 0 : w2 * d->kq[ij];
            double all = fabs(d->M[ij]) + fabs(turn) + fabs(fall);
            size = all > size ? all : size;
            k->B[i * k->N + j] = d->M[ij] - turn - fall;
        }
    for (int i = 0; i < d->nv; i++) {
        k->Ex[i] = rho * (1 + 2 * w1 + w2) + 0x1p-49 * size;
        k->Ez[i] = rho;
        k->g[i] = rho * (k->move + w1 * (k->xs + k->move) + w2 * k->xs +
                         (w1 * a * h + w2) * k->vs + a * h * (1 + k->vs) +
                         impulses);
    }
}

static void spring_law(frame *k, int i)
{
    const double rho = k->rho;
    const alpha_gamma *s = k->p->scheme;
    const step_data *d = k->p->d;
    const int at = d->nv + d->m + i;
    const double stiff = d->stiffness[i], damp = d->damping[i], h = s->h;
    const double ah = s->alpha * h;
    double K = ah * (damp + s->gamma * h * stiff);
    double over = K > 1 ? K : 1;
    if (s->form == STEP_LIMIT && stiff + damp > 0) {
        row(k, at, 1, d->a + i * d->nv, 0);
        return;
    }
    if (s->form == STEP_EXPLICIT) {
        k->g[at] += rho * ah * (stiff + damp * k->vs);
        over = 1;
    } else {
        row(k, at, K / over, d->a + i * d->nv, 0);
        k->g[at] += rho * ah * stiff / over *
                    (1 + h * fabs(s->alpha - s->gamma) * k->vs);
        for (int j = 0; j < d->nv; j++)
            k->Ex[at] += 0x1p-49 * K / over * fabs(d->a[i * d->nv + j]);
    }
    k->B[at * k->N + at] = 1 / over;
    k->Ez[at] = 0x1p-49 / over;
}

static void contact_rows(frame *k, int j)
{
    const step_data *d = k->p->d;
    const char *w = ways_of(k->word[j]);
    const double back = k->p->back[1];
    const int from = d->slip_at[j], to = d->slip_at[j + 1];
    int at = k->cn[j], first = -1;
    if (at >= 0) {
        column(k, at, d->n + j * d->nv);
        row(k, at, 1, d->n + j * d->nv, k->p->back[0]);
    }
    for (int i = from; i < to; i++) {
        if (k->f[i] < 0)
            continue;
        const double *g = d->d + i * d->nv;
        column(k, at = k->f[i], g);
        if (*w == 's') {
            row(k, at, 1, g, back);
            continue;
        }
        if (first >= 0) {
            row(k, at, w[i - from] == '+' ? 1 : -1, g, back);
            row(k, at, w[first - from] == '+' ? -1 : 1,
                d->d + first * d->nv, back);
            at = k->f[first];
        } else {
            first = i;
            if (k->cn[j] >= 0)
                k->B[at * k->N + k->cn[j]] = -d->mu[j];
            if (k->p->push != NULL)
                k->g[at] += d->mu[j] * k->p->share * k->p->given[d->nv + j];
        }
        k->B[at * k->N + k->f[i]] = w[i - from] == '+' ? -1 : 1;
    }
}

/** ## On top of a compression

The decompression of [AP02](../../ap02/collision.h) starts from $v^c$ and is given $\varepsilon c_n$ at
each contact. For other data both are others, by at most the $y$ that the modes of
the compression have; so its residual moves by

$$\sum_j (|M_{ij}| + \rho)\,y_j + \sum_k (|n_{ki}| + \rho)\,\varepsilon y_{n,k}$$

more, and by $\rho$ times what is given. Contacts that part may have friction of what is given: two modes more. */
static void build_on(frame *k)
{
    const step_data *d = k->p->d;
    const double *y = k->p->given, e = k->p->share;
    double all = 0;
    for (int i = 0; i < d->nv; i++)
        all += y[i];
    for (int j = 0; j < d->p; j++)
        all += k->p->push[j] + e * y[d->nv + j];
    for (int i = 0; i < d->nv; i++) {
        k->g[i] += k->rho * all;
        for (int j = 0; j < d->nv; j++)
            k->g[i] += fabs(d->M[i * d->nv + j]) * y[j];
        for (int j = 0; j < d->p; j++)
            k->g[i] += fabs(d->n[j * d->nv + i]) * e * y[d->nv + j];
    }
}

static void fill(frame *k)
{
    const step_data *d = k->p->d;
    motion(k);
    for (int i = 0; i < d->m; i++) {
        column(k, d->nv + i, d->nu + i * d->nv);
        row(k, d->nv + i, 1, d->nu + i * d->nv, k->p->back[1]);
    }
    for (int i = 0; i < d->s && !k->p->jump; i++) {
        column(k, d->nv + d->m + i, d->a + i * d->nv);
        spring_law(k, i);
    }
    for (int j = 0; j < d->p; j++)
        contact_rows(k, j);
    if (k->p->push != NULL)
        build_on(k);
}

/** ## Strict signs, for the whole box

Of $g^T (x - \beta v)$ with data within $\rho$: the claimed value, and how far it may move. */
static double along(const frame *k, const double *g, double back, double *far)
{
    double sum = 0, move = 0;
    for (int i = 0; i < k->p->d->nv; i++) {
        const double v = k->p->d->v[i];
        const double size = fabs(k->z[i]) + (back != 0) * fabs(v);
        sum += g[i] * (k->z[i] - back * v);
        move += (fabs(g[i]) + k->rho) * k->y[i] +
                (k->rho + 0x1p-49 * fabs(g[i])) * size;
    }
    *far = move;
    return sum;
}

static int slides(const frame *k, int j)
{
    const step_data *d = k->p->d;
    const char *w = ways_of(k->word[j]);
    const int from = d->slip_at[j], to = d->slip_at[j + 1];
    double least = HUGE_VAL, most = 0, far;
    for (int i = from; i < to; i++) {
        double v = along(k, d->d + i * d->nv, k->p->back[1], &far);
        if (k->f[i] < 0) {
            most = fabs(v) + far > most ? fabs(v) + far : most;
            continue;
        }
        double sign = w[i - from] == '+' ? 1 : -1;
        double f = -sign * k->z[k->f[i]] - 2 * k->y[k->f[i]];
        if (!(f > 0))
            return 0;
        least = sign * v - far < least ? sign * v - far : least;
    }
    return least > 0 && least > most;
}

static int strict(const frame *k, int j)
{
    const step_data *d = k->p->d;
    const char *w = k->word[j], *ways = ways_of(w);
    double far, v, cn = 0;
    if (*w == 'o') {
        v = along(k, d->n + j * d->nv, k->p->back[0], &far);
        if (!(v > far) || ways == w)
            return v > far;
    } else {
        cn = k->z[k->cn[j]] * (1 - 0x1p-50) - 2 * k->y[k->cn[j]];
        if (!(cn > 0) || *w == 'c')
            return cn > 0;
    }
    if (*ways != 's')
        return slides(k, j);
    double sum = 0;
    if (k->p->push != NULL)
        cn += k->p->push[j] * (1 - 0x1p-50) -
              2 * k->p->share * k->p->given[d->nv + j];
    for (int i = d->slip_at[j]; i < d->slip_at[j + 1]; i++)
        sum += fabs(k->z[k->f[i]]) * (1 + 0x1p-50) + 2 * k->y[k->f[i]];
    return sum < d->mu[j] * cn && d->mu[j] > 0x1p-999 && d->mu[j] < 0x1p999;
}

static perp_status prove(arena *a, frame *k, int *decided)
{
    fill(k);
    const inflation of = {.n = k->N, .nx = k->p->d->nv, .B = k->B, .g = k->g,
                          .Ex = k->Ex, .Ez = k->Ez};
    PERP_TRY(inflate_box(a, &of, k->y, decided));
    for (int j = 0; j < k->p->d->p && *decided; j++)
        *decided = strict(k, j);
    return PERP_SUCCESS;
}

static perp_status take(arena *a, frame *k)
{
    const size_t n = (size_t)k->N;
    double *x = arena_take(a, n * (n + 5), sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(n * (n + 5) * sizeof *x);
    k->B = x;
    double **all[] = {&k->z, &k->g, &k->Ex, &k->Ez, &k->y};
    for (size_t i = 0; i < 5; i++)
        *all[i] = x + (n + i) * n;
    return PERP_SUCCESS;
}

/** The radius is doubled: whoever checks this has roundings of his own, and must
not come to another verdict for one of them. */
perp_status modes_find(arena *a, const modes_of *p, char *word, int *decided,
                       double *moved)
{
    const step_data *d = p->d;
    frame k = {.p = p};
    *decided = 0;
    name_modes(p, word);
    k.word = arena_take(a, (size_t)d->p + 1, sizeof *k.word);
    k.cn = arena_take(a, (size_t)(d->p + d->r) + 1, sizeof *k.cn);
    if (k.word == NULL || k.cn == NULL)
        return PERP_NO_MEMORY((size_t)d->p * sizeof *k.word);
    k.f = k.cn + d->p;
    for (int j = 0, at = 0; j < d->p; j++) {
        while (word[at] != ' ')
            at++;
        k.word[j] = word + ++at;
    }
    k.N = number(&k);
    if (k.N < 0)
        return PERP_SUCCESS;
    PERP_TRY(take(a, &k));
    read_solution(&k);
    k.rho = 2 * p->radius;
    PERP_TRY(prove(a, &k, decided));
    *moved = 0;
    for (int i = 0; i < d->nv && *decided; i++)
        *moved = k.y[i] > *moved ? k.y[i] : *moved;
    for (int j = 0; j < d->nv + d->p && p->far != NULL; j++)
        p->far[j] = j >= d->nv && k.cn[j - d->nv] < 0
                        ? 0 : k.y[j < d->nv ? j : k.cn[j - d->nv]];
    return PERP_SUCCESS;
}
