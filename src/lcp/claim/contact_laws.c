#include "lcp/claim/contact_laws.h"

#include "lcp/claim/given_rows.h"
#include "number/root.h"

/* One contact: its reaction, mu, and work. */
typedef struct {
    int d;
    const mpq_t *r;
    mpq_srcptr mu;
    contact_verdict *v;
    mpq_t slip2, pull2, dot, bound, work; /* |u_t|^2, |r_t|^2, u_t . r_t */
    mpq_t slip[2], pull[2];               /* |u_t|, |r_t| */
} judging;

static void dot_product(int count, const mpq_t *x, const mpq_t *y, mpq_ptr work,
                        mpq_ptr out)
{
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < count; k++) {
        mpq_mul(work, x[k], y[k]);
        mpq_add(out, out, work);
    }
}

/* out = base + factor times the length between low and high. */
static void between(mpq_srcptr base, mpq_srcptr factor, const mpq_t *length,
                    mpq_ptr work, mpq_t *out)
{
    int down = mpq_sgn(factor) < 0;
    for (int k = 0; k < 2; k++) {
        mpq_mul(work, factor, length[k]);
        mpq_add(out[k ^ down], base, work);
    }
}

/** $x + f \ell = 0$ for a length $\ell$ of which $\ell^2$ is known: opposite signs, and
the same squares. */
static int cancels(mpq_srcptr x, mpq_srcptr f, mpq_srcptr square, mpq_ptr work)
{
    int sign = mpq_sgn(square) == 0 ? 0 : mpq_sgn(f);
    if (mpq_sgn(x) != -sign)
        return 0;
    mpq_t left;
    mpq_init(left);
    mpq_mul(left, x, x);
    mpq_mul(work, f, f);
    mpq_mul(work, work, square);
    int same = mpq_equal(left, work);
    mpq_clear(left);
    return same;
}

static void lengths(judging *j)
{
    const mpq_t *u = (const mpq_t *)j->v->u;
    dot_product(j->d - 1, u + 1, u + 1, j->work, j->slip2);
    dot_product(j->d - 1, j->r + 1, j->r + 1, j->work, j->pull2);
    dot_product(j->d - 1, u + 1, j->r + 1, j->work, j->dot);
    root_bracket(j->slip2, j->slip[0], j->slip[1]);
    root_bracket(j->pull2, j->pull[0], j->pull[1]);
}

static void signorini(judging *j)
{
    contact_verdict *v = j->v;
    mpq_mul(v->product, v->u[0], j->r[0]);
    if (mpq_sgn(v->u[0]) < 0 || mpq_sgn(j->r[0]) < 0 ||
        mpq_sgn(v->product) != 0)
        v->broken |= CONTACT_SIGNORINI;
}

static void cone(judging *j)
{
    contact_verdict *v = j->v;
    mpq_mul(j->bound, j->mu, j->r[0]);
    mpq_mul(v->squares, j->bound, j->bound);
    mpq_sub(v->squares, v->squares, j->pull2);
    for (int k = 0; k < 2; k++)
        mpq_sub(v->excess[k], j->pull[k], j->bound);
    if (mpq_sgn(j->r[0]) < 0 || mpq_sgn(v->squares) < 0)
        v->broken |= CONTACT_CONE;
}

/* j->bound = mu max(r_n, 0) from here on. */
static void dissipation(judging *j)
{
    contact_verdict *v = j->v;
    if (mpq_sgn(j->r[0]) < 0)
        mpq_set_ui(j->bound, 0, 1);
    between(j->dot, j->bound, (const mpq_t *)j->slip, j->work, v->missing);
    if (!cancels(j->dot, j->bound, j->slip2, j->work))
        v->broken |= CONTACT_DISSIPATION;
}

/** $v = u + \mu |u_t| e_n$ lies in the dual cone, $v_n \ge \mu |v_t|$, just when $u_n \ge
0$: the two roots are the same. So only $r \cdot v = r_n u_n + u_t \cdot r_t + \mu r_n
|u_t|$ has one. */
static void saxce(judging *j)
{
    contact_verdict *v = j->v;
    mpq_mul(j->bound, j->mu, j->r[0]);
    mpq_add(j->dot, j->dot, v->product);
    between(j->dot, j->bound, (const mpq_t *)j->slip, j->work, v->power);
    if (mpq_sgn(v->u[0]) < 0 || (v->broken & CONTACT_CONE) ||
        !cancels(j->dot, j->bound, j->slip2, j->work))
        v->broken |= CONTACT_SAXCE;
}

static void judge(const contact_problem *c, int i, const mpq_t *r,
                  contact_verdict *v)
{
    judging j = {.d = c->d, .r = r + i * c->d, .mu = c->mu[i], .v = v};
    mpq_inits(j.slip2, j.pull2, j.dot, j.bound, j.work, j.slip[0], j.slip[1],
              j.pull[0], j.pull[1], NULL);
    lengths(&j);
    signorini(&j);
    cone(&j);
    dissipation(&j);
    saxce(&j);
    mpq_clears(j.slip2, j.pull2, j.dot, j.bound, j.work, j.slip[0], j.slip[1],
               j.pull[0], j.pull[1], NULL);
}

static void born(contact_verdict *v)
{
    mpq_inits(v->u[0], v->u[1], v->u[2], v->product, v->squares, NULL);
    mpq_inits(v->excess[0], v->excess[1], v->missing[0], v->missing[1],
              v->power[0], v->power[1], NULL);
}

/** $u = W r + q$ has the form of rows that have been read already. */
perp_status contact_laws_find(arena *a, const contact_problem *c,
                              const mpq_t *r, contact_laws *out)
{
    given_rows rows;
    lcp_exact_problem p = {0, c->d * c->p, c->W, c->q};
    *out = (contact_laws){0};
    out->each = arena_take(a, (size_t)c->p, sizeof *out->each);
    if (out->each == NULL)
        return PERP_NO_MEMORY((size_t)c->p * sizeof *out->each);
    for (; out->p < c->p; out->p++)
        born(&out->each[out->p]);
    perp_status s = given_rows_find(a, &p, r, &rows);
    for (int i = 0; s.code == PERP_OK && i < c->p; i++) {
        for (int k = 0; k < c->d; k++)
            mpq_set(out->each[i].u[k], rows.w[i * c->d + k]);
        judge(c, i, r, &out->each[i]);
        out->broken += out->each[i].broken != 0;
    }
    given_rows_clear(&rows);
    return s;
}

void contact_laws_clear(contact_laws *l)
{
    for (int i = 0; i < l->p; i++) {
        contact_verdict *v = &l->each[i];
        mpq_clears(v->u[0], v->u[1], v->u[2], v->product, v->squares, NULL);
        mpq_clears(v->excess[0], v->excess[1], v->missing[0], v->missing[1],
                   v->power[0], v->power[1], NULL);
    }
    l->p = 0;
}
