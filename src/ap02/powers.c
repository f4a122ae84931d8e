#include "ap02/powers.h"
#include "number/rational.h"

void stiff_powers_init(stiff_powers *p)
{
    mpq_inits(p->quadratic, p->joints, p->contacts, p->force, p->old,
              p->kinetic, p->stretch, p->damped, p->pull, p->applied,
              p->inside, p->change, p->elastic, NULL);
}

void stiff_powers_clear(stiff_powers *p)
{
    mpq_clears(p->quadratic, p->joints, p->contacts, p->force, p->old,
               p->kinetic, p->stretch, p->damped, p->pull, p->applied,
               p->inside, p->change, p->elastic, NULL);
}

typedef struct {
    const step_exact *d;
    mpq_srcptr h;
    const mpq_t *x;
    mpq_t *Mhat, *khat, t, u;
} forming;

/* out = x'A y */
static void form(forming *f, const mpq_t *A, const mpq_t *y, mpq_ptr out)
{
    const int n = f->d->nv;
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mpq_mul(f->t, A[i * n + j], y[j]);
            mpq_mul(f->t, f->t, f->x[i]);
            mpq_add(out, out, f->t);
        }
}

/* out = x'a */
static void dot(forming *f, const mpq_t *a, mpq_ptr out)
{
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < f->d->nv; i++) {
        mpq_mul(f->t, f->x[i], a[i]);
        mpq_add(out, out, f->t);
    }
}

/* out += rows of x'row, each times its number */
static void add_rows(forming *f, int rows, const mpq_t *row, const mpq_t *c,
                     mpq_ptr out)
{
    for (int k = 0; k < rows; k++) {
        dot(f, row + k * f->d->nv, f->u);
        mpq_mul(f->u, f->u, c[k]);
        mpq_add(out, out, f->u);
    }
}

/** ## $\hat M$ and $\hat k$

$\hat M = M - hF - h^2\tilde k_{1q} - h\tilde k_{1v} + \sum(h^2\gamma + h\delta)\,aa^T$,
(32) with (10), $F = -K_c$; and $h\hat k = h(k_1 - \tilde k_{1v}v^l) - \sum
h\gamma\varphi\,a$, (33) with (11). Entry by entry: the row of `spring.c` says the same with
one unknown more, and whoever mistakes $h\delta + h^2\gamma$ for the printed $h(\bar\gamma +
h\bar\delta)$ (erratum 1-9) finds (41) false. */
static void set_matrix(forming *f)
{
    const step_exact *d = f->d;
    for (int i = 0; i < d->nv * d->nv; i++) {
        mpq_mul(f->t, f->h, d->kq[i]);
        mpq_add(f->t, f->t, d->kv[i]);
        mpq_add(f->t, f->t, d->F[i]);
        mpq_mul(f->t, f->t, f->h);
        mpq_sub(f->Mhat[i], d->M[i], f->t);
    }
    for (int k = 0; k < d->s; k++) {
        mpq_mul(f->u, f->h, d->stiffness[k]);
        mpq_add(f->u, f->u, d->damping[k]);
        mpq_mul(f->u, f->u, f->h);
        for (int i = 0; i < d->nv; i++)
            for (int j = 0; j < d->nv; j++) {
                mpq_mul(f->t, d->a[k * d->nv + i], d->a[k * d->nv + j]);
                mpq_mul(f->t, f->t, f->u);
                mpq_add(f->Mhat[i * d->nv + j], f->Mhat[i * d->nv + j], f->t);
            }
    }
}

static void set_force(forming *f)
{
    const step_exact *d = f->d;
    for (int i = 0; i < d->nv; i++) {
        mpq_set(f->khat[i], d->k0[i]);
        for (int j = 0; j < d->nv; j++) {
            mpq_mul(f->t, d->kv[i * d->nv + j], d->v[j]);
            mpq_sub(f->khat[i], f->khat[i], f->t);
        }
        for (int k = 0; k < d->s; k++) {
            mpq_mul(f->t, d->stiffness[k], d->phi[k]);
            mpq_mul(f->t, f->t, d->a[k * d->nv + i]);
            mpq_sub(f->khat[i], f->khat[i], f->t);
        }
    }
}

/** ## What stands on the other sides

The squares and products of single springs, from $a^Tx$ and not from $\hat M$. */
static void of_springs(forming *f, stiff_powers *p)
{
    const step_exact *d = f->d;
    for (int k = 0; k < d->s; k++) {
        dot(f, (const mpq_t *)d->a + k * d->nv, f->u);
        mpq_mul(f->t, f->u, f->u);
        mpq_mul(f->t, f->t, d->damping[k]);
        mpq_mul(f->t, f->t, f->h);
        mpq_add(p->damped, p->damped, f->t);
        mpq_mul(f->u, f->u, f->h); /* h a'x */
        mpq_mul(f->t, d->stiffness[k], d->phi[k]);
        mpq_mul(f->t, f->t, f->u);
        mpq_add(p->pull, p->pull, f->t);
        mpq_mul(f->u, f->u, f->u);
        mpq_mul(f->t, f->u, d->stiffness[k]);
        mpq_add(p->stretch, p->stretch, f->t);
        mpq_mul(f->t, d->phi[k], d->phi[k]);
        mpq_mul(f->t, f->t, d->stiffness[k]);
        mpq_add(p->elastic, p->elastic, f->t);
    }
}

static void of_motion(forming *f, stiff_powers *p)
{
    const step_exact *d = f->d;
    form(f, (const mpq_t *)f->Mhat, f->x, p->quadratic);
    form(f, (const mpq_t *)d->M, f->x, p->kinetic);
    form(f, (const mpq_t *)d->M, (const mpq_t *)d->v, p->old);
    dot(f, (const mpq_t *)f->khat, p->force);
    mpq_mul(p->force, p->force, f->h);
    dot(f, (const mpq_t *)d->k0, p->applied);
    mpq_mul(p->applied, p->applied, f->h);
    form(f, (const mpq_t *)d->kv, (const mpq_t *)d->v, p->change);
    mpq_mul(p->change, p->change, f->h);
    mpq_neg(p->change, p->change);
    form(f, (const mpq_t *)d->kq, f->x, p->inside);
    mpq_mul(p->inside, p->inside, f->h);
    form(f, (const mpq_t *)d->kv, f->x, f->u);
    mpq_add(p->inside, p->inside, f->u);
    form(f, (const mpq_t *)d->F, f->x, f->u);
    mpq_add(p->inside, p->inside, f->u);
    mpq_mul(p->inside, p->inside, f->h);
    mpq_neg(p->inside, p->inside);
}

static void set_zero(stiff_powers *p)
{
    mpq_ptr const all[] = {p->joints, p->contacts, p->stretch,
                           p->damped, p->pull,     p->elastic};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        mpq_set_ui(all[i], 0, 1);
}

perp_status stiff_powers_of(const alpha_gamma_exact *s, const step_exact *d,
                            const step_result_exact *y, stiff_powers *p)
{
    arena a = {0};
    const size_t n = (size_t)d->nv, count = n * n + n;
    mpq_t *all = rational_array(&a, count);
    forming f = {.d = d, .h = s->h, .x = (const mpq_t *)y->x, .Mhat = all};
    if (all == NULL)
        return PERP_NO_MEMORY(count * sizeof *all);
    f.khat = all + n * n;
    mpq_inits(f.t, f.u, NULL);
    set_zero(p);
    set_matrix(&f);
    set_force(&f);
    of_motion(&f, p);
    of_springs(&f, p);
    add_rows(&f, d->m, (const mpq_t *)d->nu, (const mpq_t *)y->cnu, p->joints);
    add_rows(&f, d->p, (const mpq_t *)d->n, (const mpq_t *)y->cn, p->contacts);
    add_rows(&f, d->r, (const mpq_t *)d->d, (const mpq_t *)y->f, p->contacts);
    mpq_clears(f.t, f.u, NULL);
    rational_clear(all, count);
    arena_free(&a);
    return PERP_SUCCESS;
}

/* The sign of the first four less the others; null: zero. */
typedef const mpq_srcptr terms[4];

static int compared(terms left, terms right)
{
    mpq_t sum;
    mpq_init(sum);
    for (int i = 0; i < 4; i++) {
        if (left[i] != NULL)
            mpq_add(sum, sum, left[i]);
        if (right[i] != NULL)
            mpq_sub(sum, sum, right[i]);
    }
    const int sign = mpq_sgn(sum);
    mpq_clear(sum);
    return sign;
}

/** ## The five lines

(40) and (43) carry what Jacobians do: with `inside` and `change` they are the printed ones
where there are none. In (40) `pull` is on the left twice and on the right once, of
$(\varphi + ha^Tx)^2$ and $\varphi(\varphi + ha^Tx)$, and $\sum\gamma\varphi^2$ on both
sides: what is compared is $|x|_M^2 + \sum\gamma(ha^Tx)^2 + \sum\gamma\varphi ha^Tx$ with
$x^TMv^l + hx^Tk_1$, the `elastic` energy on both sides left where the paper has it.

Implements AP02 (40), (41), (42), (43), (44). */
const char *stiff_powers_false(const stiff_powers *p)
{
    mpq_t some, all, whole;
    mpq_inits(some, all, whole, NULL);
    mpq_sub(some, p->applied, p->pull);
    mpq_add(all, p->kinetic, p->stretch); /* sum gamma (phi + h a'x)^2 in it */
    mpq_add(all, all, p->pull);
    mpq_add(all, all, p->pull);
    mpq_add(whole, p->old, p->applied); /* sum gamma phi (phi + h a'x) in it */
    mpq_add(whole, whole, p->pull);
    const char *what =
        compared((terms){p->quadratic},
                 (terms){p->joints, p->contacts, p->force, p->old}) != 0
            ? "(41)"
        : compared((terms){all, p->elastic, p->inside},
                   (terms){whole, p->elastic, p->change}) > 0
            ? "(40)"
        : compared((terms){p->quadratic}, (terms){p->force, p->old}) > 0
            ? "(42)"
        : compared((terms){p->quadratic},
                   (terms){p->kinetic, p->stretch, p->inside}) < 0
            ? "(43)"
        : compared((terms){p->force}, (terms){some, p->change}) != 0 ? "(44)"
                                                                     : NULL;
    mpq_clears(some, all, whole, NULL);
    return what;
}
