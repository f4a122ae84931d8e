#include "pks05/cone/qvi_modes.h"

#include "number/rational.h"

#include <math.h>
#include <string.h>

/**
## Four modes

In the plane the disk is the interval $|\lambda_t| \le \mu\lambda_n$, and a contact is in one of
four modes:

| mode | $w_n$ | $w_t$ | $\lambda_n$ | $\lambda_t$ |
|---|---|---|---|---|
| open | $\ge 0$ | free | $0$ | $0$ |
| stick | $0$ | $0$ | $\ge 0$ | $\lvert\lambda_t\rvert \le \mu\lambda_n$ |
| slip forward | $0$ | $\ge 0$ | $\ge 0$ | $-\mu\lambda_n$ |
| slip backward | $0$ | $\le 0$ | $\ge 0$ | $\mu\lambda_n$ |

Everything is linear within a mode. The enumeration of `enumerate` goes through
the modes of all contacts, and leaves a tree that proves that nothing was
forgotten. The rows are $w_n$, both sides of the cone, and $w_t$ twice, with
either sign.

Modes overlap where two of them hold at once: $\lambda = 0$ with $w = 0$ is in all four.
So a solution may stand in several faces, and is counted once, by its coordinates
(`gather`). With $\mu = 0$ the cone is a ray, sticking is a special case of both slips,
and nothing else changes. That $x^\top Ax > 0$ makes the faces bounded is seen from a direction $d$ of
a face: it obeys the law with $b = 0$, where $d^\top Ad = d^\top w \le 0$. */
enum { ROWS = 5 };

static void fill_rows(const qvi_exact_problem *p, int i, choices_system *s)
{
    const int N = s->cols, n = 2 * i, t = n + 1, row = ROWS * i;
    for (int j = 0; j < N; j++) {
        mpq_set(s->B[row * N + j], p->A[n * N + j]);
        mpq_set(s->B[(row + 3) * N + j], p->A[t * N + j]);
        mpq_neg(s->B[(row + 4) * N + j], p->A[t * N + j]);
    }
    mpq_set(s->g[row], p->b[n]);
    mpq_set(s->g[row + 3], p->b[t]);
    mpq_neg(s->g[row + 4], p->b[t]);
    for (int k = 1; k <= 2; k++) {
        mpq_set(s->B[(row + k) * N + n], p->mu[i]);
        mpq_set_si(s->B[(row + k) * N + t], k == 1 ? -1 : 1, 1);
    }
}

/* The choices of contact i, in the order of choices_mode. */
static void fill_modes(int i, choices_system *s)
{
    const int C = s->cols, n = 2 * i, row = C + ROWS * i;
    const int below = row + 1, above = row + 2, slip = row + 3;
    s->sign[n] = CHOICES_NONNEGATIVE;
    for (int k = 0; k < 3; k++)
        s->sign[row + k] = CHOICES_NONNEGATIVE;
    choices_restriction touch = {row, CHOICES_ZERO};
    choices_alternative mode[] = {
        {3, {{n, CHOICES_ZERO}, {below, CHOICES_ZERO}, {above, CHOICES_ZERO}}},
        {3, {touch, {slip, CHOICES_ZERO}, {slip + 1, CHOICES_ZERO}}},
        {3, {touch, {above, CHOICES_ZERO}, {slip, CHOICES_NONNEGATIVE}}},
        {3, {touch, {below, CHOICES_ZERO}, {slip + 1, CHOICES_NONNEGATIVE}}}};
    for (int k = 0; k < 4; k++)
        s->of[4 * i + k] = mode[k];
}

static int same_point(int n, const mpq_t *x, const mpq_t *y)
{
    int same = 1;
    for (int i = 0; i < n && same; i++)
        same = mpq_equal(x[i], y[i]) != 0;
    return same;
}

/* The vertices of the faces, each once. A face within another is no
   continuum of its own. */
static perp_status gather(arena *a, qvi_modes *m)
{
    const int N = m->system.cols;
    size_t room = 1;
    for (int f = 0; f < m->all.faces; f++)
        room += (size_t)m->all.face[f].points.vertices;
    m->point = arena_take(a, room * (size_t)N + 1, sizeof *m->point);
    if (m->point == NULL)
        return PERP_NO_MEMORY(room * (size_t)N * sizeof *m->point);
    for (int f = 0; f < m->all.faces; f++) {
        const generators *g = &m->all.face[f].points;
        m->continua += g->dimension > 0 && m->all.face[f].within < 0;
        for (int v = 0; v < g->vertices; v++) {
            const mpq_t *x = (const mpq_t *)g->vertex + v * N;
            int known = 0;
            for (int k = 0; k < m->points && !known; k++)
                known = same_point(N, x, (const mpq_t *)m->point + k * N);
            for (int j = 0; j < N && !known; j++) {
                mpq_init(m->point[m->points * N + j]);
                mpq_set(m->point[m->points * N + j], x[j]);
            }
            m->points += !known;
        }
    }
    return PERP_SUCCESS;
}

static perp_status check_planar(const qvi_exact_problem *p)
{
    return p->slips == 1 ? PERP_SUCCESS
                         : PERP_FAIL(PERP_INPUT,
                                     "contacts with %d slips have no modes; "
                                     "only planar contacts are enumerated",
                                     p->slips);
}

perp_status qvi_modes_find(arena *a, const qvi_exact_problem *p, qvi_modes *out)
{
    const int m = p->contacts;
    *out = (qvi_modes){
        .system = {
            .cols = 2 * m, .rows = ROWS * m, .choices = m, .alternatives = 4}};
    PERP_TRY(check_planar(p));
    PERP_TRY(choices_new(a, &out->system));
    for (int i = 0; i < m; i++) {
        fill_rows(p, i, &out->system);
        fill_modes(i, &out->system);
    }
    const enumerate_options options = {0};
    PERP_TRY(enumerate_all(&out->system, &options, a, &out->all));
    return gather(a, out);
}

void qvi_modes_free(qvi_modes *m)
{
    for (int i = 0; i < m->points * m->system.cols; i++)
        mpq_clear(m->point[i]);
    m->points = 0;
    enumerate_free(&m->all);
    choices_clear(&m->system);
}

/**
## One solution for every b

For one planar contact with $A = \begin{pmatrix} a & c \\ c & d \end{pmatrix}$ there is one
solution for every $b$ exactly when $\mu < a/|c|$. For several contacts the same is
true with determinants: choose for each contact a mode, keep rows and columns n,
t of those that stick, row n and the column $A_{\cdot n} \mp \mu A_{\cdot t}$ of those that
slip, nothing of those that are open. **There is one solution for every $b$ if and
only if all these determinants are positive.**

*Proof.* The pairs $(\lambda, w)$ that satisfy the law of one contact make up four cones,
glued along their edges to a copy of the plane. So $b = w - A\lambda$ is a continuous,
piecewise linear map of $\mathbb R^{2m}$ into itself, whose determinant on a piece has
the sign of the reduced one. From $b = 0$ follows $\lambda^\top A\lambda = \lambda^\top w \le 0$, so
$\lambda = w = 0$: the map is proper, with the same degree for all $\mu$, and the degree
is one because for small $\mu$ the map is one to one. A regular value has then as
many positive preimages as negative ones and one more. If all determinants are
positive it has one preimage, and since such a map is open, so has every value.
If one is negative some value has three preimages; if one is zero a whole line of
them. $\square$

In the example of `qvi.h` the pieces have the determinants 1 (open), $\det A = 1$ (stick),
$1 - 2\mu$ and $1 + 2\mu$ (slip). For $\mu = 1$ the value $b = (1, 4)$ has three
preimages, open, stick, slip forward, with the signs $+, +, -$: two and one, as the degree
wants. For $\mu < \frac12$ all four are positive.

The determinant is affine in each $\mu_i$, so its sign at the corners is its sign for
all smaller $\mu$, too. With $\mu_i = 0$ sticking is no piece (its cone is a ray), and is
left out.

For the example, $a = 1$, $c = 2$, $d = 5$: open has the empty determinant 1, sticking
$ad - c^2 = 1$, slipping forward $a - \mu c = 1 - 2\mu$, backward $1 + 2\mu$. All are positive for
$\mu < \frac12$. At $\mu = 1$ forward is negative, and of the three solutions two have
a positive determinant and the slip a negative one: two less one is one.

Lemma 4's $\bar\mu$ is a worst case over all matrices with the same $\sigma$ and $\eta$;
for this one its proof gives 0.0147. With normal and tangent decoupled in $\mathbf K$
and $\mathbf C$, $c$ is $(1-\theta)h$ times the coupling of the bodies, and $\mu <
a/|c|$ holds for any $\mu$ when $h$ is short. */
typedef struct {
    int m, n;     /* contacts; rows of the matrix in hand */
    mpq_t *at;    /* 2m x 2m: the matrix in hand */
    mpq_t t, det; /* room; the determinant */
    uint8_t *mode;
} minors;

static void reduced(const qvi_exact_problem *p, minors *x)
{
    const int N = 2 * x->m;
    int row[2 * QVI_PLANAR_CONTACTS], n = 0;
    for (int i = 0; i < x->m; i++) {
        if (x->mode[i] != CHOICES_SEPARATE)
            row[n++] = 2 * i;
        if (x->mode[i] == CHOICES_STICK)
            row[n++] = 2 * i + 1;
    }
    x->n = n;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            mpq_ptr to = x->at[r * N + c];
            int j = row[c], slip = x->mode[j / 2];
            mpq_set(to, p->A[row[r] * N + j]);
            if (slip == CHOICES_STICK)
                continue;
            mpq_mul(x->t, p->mu[j / 2], p->A[row[r] * N + j + 1]);
            if (slip == CHOICES_FORWARD)
                mpq_sub(to, to, x->t);
            else
                mpq_add(to, to, x->t);
        }
}

static int swap_pivot(minors *x, int k)
{
    const int N = 2 * x->m;
    int p = k;
    while (p < x->n && mpq_sgn(x->at[p * N + k]) == 0)
        p++;
    for (int c = 0; c < x->n && p < x->n && p != k; c++)
        mpq_swap(x->at[p * N + c], x->at[k * N + c]);
    return p == x->n ? 0 : p == k ? 1 : -1;
}

/* The sign of the determinant, which is destroyed. */
static int determinant_sign(minors *x)
{
    const int N = 2 * x->m;
    int sign = 1;
    for (int k = 0; k < x->n && sign != 0; k++) {
        sign *= swap_pivot(x, k);
        if (sign == 0)
            break;
        sign *= mpq_sgn(x->at[k * N + k]);
        for (int r = k + 1; r < x->n; r++) {
            if (mpq_sgn(x->at[r * N + k]) == 0)
                continue;
            mpq_div(x->det, x->at[r * N + k], x->at[k * N + k]);
            for (int c = k + 1; c < x->n; c++) {
                mpq_mul(x->t, x->det, x->at[k * N + c]);
                mpq_sub(x->at[r * N + c], x->at[r * N + c], x->t);
            }
        }
    }
    return sign;
}

/* A symmetric matrix is positive definite exactly when all leading minors are
   positive; here of the symmetric part, doubled. */
static int definite(const qvi_exact_problem *p, minors *x)
{
    const int N = 2 * x->m;
    int yes = 1;
    for (x->n = 1; x->n <= N && yes; x->n++) {
        for (int r = 0; r < x->n; r++)
            for (int c = 0; c < x->n; c++)
                mpq_add(x->at[r * N + c], p->A[r * N + c], p->A[c * N + r]);
        yes = determinant_sign(x) > 0;
    }
    return yes;
}

static qvi_verdict all_modes(const qvi_exact_problem *p, minors *x)
{
    long count = 1;
    for (int i = 0; i < x->m; i++)
        count *= 4;
    for (long k = 0; k < count; k++) {
        int piece = 1;
        for (int i = 0; i < x->m; i++) {
            x->mode[i] = (uint8_t)(k >> (2 * i) & 3);
            piece &= x->mode[i] != CHOICES_STICK || mpq_sgn(p->mu[i]) != 0;
        }
        reduced(p, x);
        if (piece && determinant_sign(x) <= 0)
            return QVI_FAILS;
    }
    return QVI_HOLDS;
}

perp_status qvi_planar_unique(arena *a, const qvi_exact_problem *p,
                              qvi_verdict *out)
{
    const size_t N = (size_t)(2 * p->contacts);
    arena_mark mark = arena_here(a);
    uint8_t mode[QVI_PLANAR_CONTACTS];
    minors x = {.m = p->contacts, .mode = mode};
    *out = QVI_UNDECIDED;
    PERP_TRY(check_planar(p));
    if (p->contacts > QVI_PLANAR_CONTACTS)
        return PERP_SUCCESS;
    x.at = rational_array(a, N * N + 1);
    if (x.at == NULL)
        return PERP_NO_MEMORY(N * N * sizeof *x.at);
    mpq_inits(x.t, x.det, NULL);
    if (definite(p, &x))
        *out = all_modes(p, &x);
    mpq_clears(x.t, x.det, NULL);
    rational_clear(x.at, N * N + 1);
    arena_release(a, mark);
    return PERP_SUCCESS;
}

/**
## In space

The modes of a disk are not finitely many polyhedra, and no enumeration ends.
What is left is to look: Newton's method from many places. The places are drawn
by a generator of our own, so that a search finds the same every time. A quarter of
the contacts begin open, the others with a force of the size of $b_n/A_{nn}$ and with some
friction within a box around their disc: a start need not be admissible. What is found
twice counts once; a solution in a continuum would be found again and again, at
different places, up to `most`. */
static double draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* A force of every contact up to twice |b_n| / A_nn of the most loaded one. */
static void place(const qvi_problem *p, uint64_t *state, double *lam)
{
    const int N = qvi_rows(p), w = 1 + p->slips;
    double most = 0;
    for (int i = 0; i < N; i += w)
        most = fmax(most, fabs(p->b[i] / p->A[i * (N + 1)]));
    for (int i = 0; i < N; i++) {
        bool normal = i % w == 0, open = normal && draw(state) < 0.25;
        double r = draw(state);
        if (normal)
            lam[i] = open ? 0 : 2 * most * r;
        else
            lam[i] = p->mu[i / w] * lam[i - i % w] * (2 * r - 1);
    }
}

static bool is_new(const qvi_search *s, int N, const double *lam)
{
    bool fresh = true;
    for (int k = 0; k < s->found && fresh; k++) {
        double size = 0, way = 0;
        for (int i = 0; i < N; i++) {
            size = fmax(size, fabs(s->lam[k * N + i]));
            way = fmax(way, fabs(s->lam[k * N + i] - lam[i]));
        }
        fresh = way > 1e-8 * size;
    }
    return fresh;
}

perp_status qvi_search_all(arena *a, const qvi_problem *p, int starts, int most,
                           qvi_search *out)
{
    const int N = qvi_rows(p);
    qvi_options o = qvi_defaults;
    qvi_answer w;
    uint64_t state = 1;
    *out = (qvi_search){.starts = starts};
    out->lam = arena_take(a, (size_t)(most * N) + 1, sizeof *out->lam);
    double *start = arena_take(a, (size_t)N + 1, sizeof *start);
    if (out->lam == NULL || start == NULL)
        return PERP_NO_MEMORY((size_t)(most * N) * sizeof *start);
    PERP_TRY(qvi_answer_new(a, p, &w));
    o.bound = false;
    o.start = start;
    for (int k = 0; k <= starts && out->found < most; k++) {
        perp_status s = qvi_solve(p, &o, a, &w);
        if (s.code == PERP_INPUT)
            return s;
        if (s.code == PERP_OK && is_new(out, N, w.lam)) {
            memcpy(out->lam + out->found * N, w.lam, (size_t)N * sizeof *start);
            out->found++;
        }
        place(p, &state, start);
    }
    return PERP_SUCCESS;
}
