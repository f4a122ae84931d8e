#include "certify/certificate.h"

/** What a compression does not depend on is not written: with $h = 0$ neither
force nor Jacobian has a place in (4.5), and springs have no impulse. */
static void write_data(ink *i, const certificate_problem *p, int nq)
{
    const step_data *d = p->d;
    const long nv = d->nv;
    ink_text(i, p->jump ? "jump" : "step");
    for (int j = 0; j < d->p; j++)
        ink_text(i, " %d", p->id[j]);
    ink_text(i, "\n");
    ink_upper(i, "M", d->nv, d->M);
    if (!p->jump) {
        ink_array(i, "F", nv * nv, d->F);
        ink_array(i, "kq", nv * nv, d->kq);
        ink_array(i, "kv", nv * nv, d->kv);
        ink_array(i, "k0", nv, d->k0);
        ink_array(i, "k1", nv, d->k1);
        ink_array(i, "G", d->G == NULL ? 0 : nq * nv, d->G);
    }
    ink_array(i, "nu", d->m * nv, d->nu);
    if (!p->jump) {
        ink_array(i, "phi", d->s, d->phi);
        ink_array(i, "a", d->s * nv, d->a);
    }
    ink_array(i, "n", d->p * nv, d->n);
    ink_array(i, "d", d->r * nv, d->d);
}

/** ## The solution

Of the unknowns $x, \alpha c_\nu, \alpha c_s, \alpha c_n, \alpha\beta, \lambda$ the
record holds all but the last two, and for each slip $\alpha(\beta_+ -
\beta_-)$. The rest follows: of a pair $\beta_\pm$ with the same difference, the
one with a zero in it leaves the largest $\zeta$; and $\lambda = \max_k |d_k^T
x|$ is the smallest that (4.4e) allows, and the only one when the contact
slides. */
static void write_exact(ink *i, const certificate_problem *p)
{
    const step_data *d = p->d;
    const lcp_claim *c = p->claim;
    const mpz_t *Z = (const mpz_t *)c->Z;
    const int free = d->nv + d->m + d->s, beta = free + d->p;
    mpz_t f;
    mpz_init(f);
    ink_text(i, "den ");
    ink_integer(i, c->den);
    ink_text(i, "\n");
    ink_integers(i, "x", d->nv, Z);
    ink_integers(i, "cnu", d->m, Z + d->nv);
    if (!p->jump)
        ink_integers(i, "cs", d->s, Z + d->nv + d->m);
    ink_integers(i, "cn", d->p, Z + free);
    ink_text(i, "f");
    for (int k = 0; k < d->r; k++) {
        mpz_sub(f, Z[beta + 2 * k], Z[beta + 2 * k + 1]);
        if (mpz_sgn(f) == 0)
            continue;
        ink_text(i, " %d:", k);
        ink_integer(i, f);
    }
    ink_text(i, "\n");
    mpz_clear(f);
}

static void write_doubles(ink *i, const certificate_problem *p)
{
    ink_array(i, "cnu", p->d->m, p->y->cnu);
    if (!p->jump)
        ink_array(i, "cs", p->d->s, p->y->cs);
    ink_array(i, "cn", p->d->p, p->y->cn);
    ink_array(i, "f", p->d->r, p->y->f);
}

void certificate_solve(certificate *c, const certificate_problem *p)
{
    if (c == NULL)
        return;
    write_data(&c->out, p, c->nq);
    if (c->level == CERTIFICATE_L1)
        write_exact(&c->out, p);
    else
        write_doubles(&c->out, p);
    ink_array(&c->out, "v", p->d->nv, p->y->v);
}

void certificate_row(certificate *c)
{
    if (c == NULL)
        return;
    c->rows++;
    ink_text(&c->out, "row %ld\n", c->rows);
}

void certificate_move(certificate *c, const double *q)
{
    if (c != NULL)
        ink_array(&c->out, "q", c->nq, q);
}

void certificate_hit(certificate *c, double s, const double *q, const double *v,
                     int nv)
{
    if (c == NULL)
        return;
    ink_text(&c->out, "hit ");
    ink_double(&c->out, s);
    ink_text(&c->out, "\n");
    ink_array(&c->out, "q", c->nq, q);
    ink_array(&c->out, "v", nv, v);
}

perp_status certificate_begin(certificate *c, const char *path,
                              certificate_level level, int nq,
                              const char *scene)
{
    *c = (certificate){.level = level, .nq = nq};
    PERP_TRY(ink_open(&c->out, path));
    ink_text(&c->out, "perp proof 1\nlevel L%d\nscene %s\n",
             level == CERTIFICATE_L1, scene);
    return PERP_SUCCESS;
}

perp_status certificate_end(certificate *c, int whole)
{
    char digest[65];
    if (whole) {
        ink_text(&c->out, "end %ld\n", c->rows);
        ink_digest(&c->out, digest);
        ink_text(&c->out, "sha256 %s\n", digest);
    }
    return ink_close(&c->out);
}
