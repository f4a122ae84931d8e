#include "proof/certificate/certificate.h"

#include "base/memory.h"

#include <errno.h>
#include <string.h>

static ink_list doubles_or(const certificate_problem *p, long n,
                           const double *d, const mpq_t *q)
{
    return (ink_list){
        .n = n, .d = p->x == NULL ? d : NULL, .q = p->x == NULL ? NULL : q};
}

/** What a compression does not depend on is not written: with $h = 0$ neither
force nor Jacobian has a place in (4.5), and springs have no impulse. */
static void write_data(ink *i, const certificate_problem *p, int nq)
{
    const step_data *d = p->d;
    const step_exact *x = p->x;
    const long nv = d->nv, vv = nv * nv, G = d->G == NULL ? 0 : nq * nv;
    const struct {
        const char *tag;
        long n;
        const double *d;
        const mpq_t *q;
        int jump;
    } all[] = {{"M", vv, d->M, (const mpq_t *)(x ? x->M : NULL), 1},
               {"F", vv, d->F, (const mpq_t *)(x ? x->F : NULL), 0},
               {"kv", vv, d->kv, (const mpq_t *)(x ? x->kv : NULL), 0},
               {"kq", vv, d->kq, (const mpq_t *)(x ? x->kq : NULL), 0},
               {"k0", nv, d->k0, (const mpq_t *)(x ? x->k0 : NULL), 0},
               {"k1", nv, d->k1, (const mpq_t *)(x ? x->k1 : NULL), 0},
               {"G", G, d->G, (const mpq_t *)(x ? x->G : NULL), 0},
               {"phi", d->s, d->phi, (const mpq_t *)(x ? x->phi : NULL), 0},
               {"nu", d->m * nv, d->nu, (const mpq_t *)(x ? x->nu : NULL), 1},
               {"a", d->s * nv, d->a, (const mpq_t *)(x ? x->a : NULL), 0},
               {"n", d->p * nv, d->n, (const mpq_t *)(x ? x->n : NULL), 1},
               {"d", d->r * nv, d->d, (const mpq_t *)(x ? x->d : NULL), 1}};
    const int jump = p->kind != CERTIFICATE_STEP;
    ink_text(i, jump ? "jump" : "step");
    for (int j = 0; j < d->p; j++)
        ink_text(i, " %d", p->id[j]);
    ink_text(i, "\n");
    for (int k = 0; k < 12; k++) {
        ink_list list = doubles_or(p, all[k].n, all[k].d, all[k].q);
        list.columns = k == 0 ? d->nv : 0;
        if (!jump || all[k].jump)
            ink_array(i, all[k].tag, list);
    }
}

static const char *tag_of(const certificate_problem *p)
{
    return p->kind == CERTIFICATE_REBOUND ? "rebound" : "z";
}

/** ## The solution

Of the unknowns $x, \alpha c_\nu, \alpha c_s, \alpha c_n, \alpha\beta, \lambda$ the
record holds all but the last two, and for each slip $\alpha(\beta_+ -
\beta_-)$, in one array. The rest follows: of a pair $\beta_\pm$ with the same
difference, the one with a zero in it leaves the largest $\zeta$; and $\lambda =
\max_k |d_k^T x|$ is the smallest that (4.4e) allows, and the only one when the
contact slides. */
/* Number k of the record, over the denominator of the claim. */
static void unknown(const certificate_problem *p, int k, mpz_ptr x)
{
    const step_data *d = p->d;
    const int beta = d->nv + d->m + d->s + d->p, slip = k - beta;
    if (slip < 0)
        mpz_set(x, p->claim->Z[k]);
    else
        mpz_sub(x, p->claim->Z[beta + 2 * slip],
                p->claim->Z[beta + 2 * slip + 1]);
}

/** An array has one spelling: no factor is in the denominator and in all numbers. */
static void write_exact(ink *i, const certificate_problem *p)
{
    const step_data *d = p->d;
    const int from = d->nv + d->m, free = from + d->s, beta = free + d->p;
    const int left_out = p->kind != CERTIFICATE_STEP ? d->s : 0;
    mpz_t f, by;
    mpz_init(f);
    mpz_init_set(by, p->claim->den);
    for (int k = 0; k < beta + d->r && mpz_cmp_ui(by, 1) != 0; k++)
        if (k < from || k >= from + left_out) {
            unknown(p, k, f);
            mpz_gcd(by, by, f);
        }
    mpz_divexact(f, p->claim->den, by);
    ink_over(i, tag_of(p), f);
    for (int k = 0; k < beta + d->r; k++)
        if (k < from || k >= from + left_out) {
            unknown(p, k, f);
            mpz_divexact(f, f, by);
            ink_entry(i, k < from ? k : k - left_out, f);
        }
    ink_text(i, "\n");
    mpz_clears(f, by, NULL);
}

/** Doubles stand in the places behind $x$, which follows from the velocities. */
static void write_doubles(certificate *c, const certificate_problem *p)
{
    const step_data *d = p->d;
    const int springs = p->kind == CERTIFICATE_STEP ? d->s : 0;
    const int parts[] = {d->m, springs, d->p, d->r};
    const double *part[] = {p->y->cnu, p->y->cs, p->y->cn, p->y->f};
    const size_t wanted = (size_t)(d->nv + d->m + d->s + d->p + d->r);
    long n = d->nv;
    if (wanted > c->room) {
        memory_free(c->z);
        c->room = 0;
        c->z = memory_new(2 * wanted, sizeof *c->z);
        if (c->z == NULL) {
            c->out.failed = ENOMEM;
            return;
        }
        c->room = 2 * wanted;
    }
    for (int k = 0; k < d->nv; k++)
        c->z[k] = 0;
    for (int k = 0; k < 4; n += parts[k++])
        if (parts[k] > 0)
            memcpy(c->z + n, part[k], (size_t)parts[k] * sizeof *c->z);
    ink_array(&c->out, tag_of(p), (ink_list){.n = n, .d = c->z});
}

void certificate_solve(certificate *c, const certificate_problem *p)
{
    if (c == NULL)
        return;
    const int second = p->kind == CERTIFICATE_REBOUND;
    if (!second)
        write_data(&c->out, p, c->nq);
    if (c->level == CERTIFICATE_L0)
        write_doubles(c, p);
    else
        write_exact(&c->out, p);
    if (c->level == CERTIFICATE_L0 || p->kind != CERTIFICATE_GIVING)
        ink_array(&c->out, "v", doubles_or(p, p->d->nv, p->y->v, p->v));
    if (c->level == CERTIFICATE_L2 &&
        level2_write(&c->two, &c->out, p->two, p->claim).code != PERP_OK)
        c->out.failed = ENOMEM;
    if (c->with_cones && !second &&
        cones_write(&c->cones, &c->out, p->a, p->d, p->x).code != PERP_OK)
        c->out.failed = ENOMEM;
}

void certificate_project(certificate *c, const certificate_projection *p)
{
    if (c == NULL)
        return;
    const step_data *d = p->at;
    const long nv = d->nv, rows = d->m + p->springs + p->contacts;
    ink *i = &c->out;
    ink_text(i, "project %d %d", p->eq, p->springs);
    for (int k = 0; k < p->contacts; k++)
        ink_text(i, " %d", p->id[k]);
    ink_text(i, "\n");
    ink_array(i, "G",
              (ink_list){.n = d->G == NULL ? 0 : c->nq * nv, .d = d->G});
    ink_array(i, "nu", (ink_list){.n = d->m * nv, .d = d->nu});
    ink_array(i, "a", (ink_list){.n = p->springs * nv, .d = p->a});
    ink_array(i, "n", (ink_list){.n = p->contacts * nv, .d = d->n});
    ink_array(i, "value", (ink_list){.n = rows, .d = p->value});
    ink_array(i, "force", (ink_list){.n = rows, .d = p->force});
    ink_array(i, "p", (ink_list){.n = c->nq, .d = p->q});
    if (c->level != CERTIFICATE_L2)
        return;
    const step_point there = {.q = p->q};
    const radius_of of = {.s = p->s, .at = &there, .id = p->id, .d = d};
    const radius_place x = {.of = of,
                            .value = p->value,
                            .gap = p->gap,
                            .target = p->target,
                            .off = p->off,
                            .from = p->from,
                            .springs = p->springs,
                            .held = p->held,
                            .a = p->a};
    if (level2_place(&c->two, i, &x).code != PERP_OK)
        c->out.failed = ENOMEM;
}

/** ## The position-level scheme

Its record holds what (L2) is stated with: $M$, the force, the constraints at
$q^n$, then $w = (Z^n - q^n)/h$ and the impulses in one array. */
static void write_node(certificate *c, const certificate_node *y)
{
    ink *i = &c->out;
    const long v = y->nv, p = y->contacts;
    mpz_t den, t;
    mpz_init_set_ui(den, 1);
    mpz_init(t);
    for (long k = 0; k < v + p && y->w != NULL; k++)
        mpz_lcm(den, den,
                mpq_denref(k < v ? y->w[k] : y->impulse_exact[k - v]));
    ink_over(i, "z", den);
    for (long k = 0; k < v + p && y->w != NULL; k++) {
        mpq_srcptr x = k < v ? y->w[k] : y->impulse_exact[k - v];
        mpz_divexact(t, den, mpq_denref(x));
        mpz_mul(t, t, mpq_numref(x));
        ink_entry(i, k, t);
    }
    ink_text(i, "\n");
    mpz_clears(den, t, NULL);
}

void certificate_step(certificate *c, const certificate_node *y)
{
    if (c == NULL)
        return;
    const long v = y->nv, p = y->contacts;
    ink *i = &c->out;
    ink_text(i, "node %ld\n", ++c->rows);
    ink_array(i, "M", (ink_list){v * v, y->M, y->M_exact, (int)v});
    ink_array(i, "g", (ink_list){v, y->g, y->g_exact, 0});
    ink_array(i, "f", (ink_list){p, y->f, y->f_exact, 0});
    ink_array(i, "n", (ink_list){p * v, y->n, y->n_exact, 0});
    if (y->w == NULL)
        ink_array(i, "impulse", (ink_list){p, y->impulse, NULL, 0});
    else
        write_node(c, y);
    ink_array(i, "v", (ink_list){v, y->V, y->V_exact, 0});
    if (y->two != NULL && level2_node(&c->two, i, y->two).code != PERP_OK)
        c->out.failed = ENOMEM;
    ink_array(i, "q", (ink_list){v, y->q, y->q_exact, 0});
}

void certificate_row(certificate *c)
{
    if (c == NULL)
        return;
    c->rows++;
    ink_text(&c->out, "row %ld\n", c->rows);
}

void certificate_array(certificate *c, const char *tag, long n,
                       const double *x, const mpq_t *exact)
{
    if (c != NULL)
        ink_array(&c->out, tag, (ink_list){.n = n, .d = x, .q = exact});
}

void certificate_symmetric(certificate *c, const char *tag, int n,
                           const double *x, const mpq_t *exact)
{
    if (c != NULL)
        ink_array(&c->out, tag, (ink_list){(long)n * n, x, exact, n});
}

void certificate_move(certificate *c, const double *q, const mpq_t *exact)
{
    if (c != NULL)
        certificate_array(c, "q", c->nq, q, exact);
}

void certificate_hit(certificate *c, mpq_srcptr s, const certificate_state *y)
{
    if (c == NULL)
        return;
    ink_text(&c->out, "hit ");
    ink_ratio(&c->out, s);
    ink_text(&c->out, "\n");
    certificate_move(c, y->q, y->q_exact);
    ink_array(&c->out, "v", (ink_list){.n = y->nv, .d = y->v, .q = y->v_exact});
}

perp_status certificate_begin(certificate *c, const char *path,
                              certificate_level level, int nq,
                              const char *scene)
{
    PERP_TRY(certificate_wait(c, path, level, nq, scene));
    PERP_TRY(ink_open(&c->out, path));
    ink_text(&c->out, "%s", c->head);
    return PERP_SUCCESS;
}

/** ## A proof that goes on

A record is about one step, and what is in it beside the step's own data and solution is the
number of the row. So a proof is made of its beginning, which is on the disk, and of the
records that the run makes behind the state it goes on from. What the file has beyond the
place where that state was left is made again. The last line is the SHA-256 of all, so the
beginning is read once: which is also how it is known to be the one that was left. That each
record is of its step is asked by perp-check, as ever, and not here. */
perp_status certificate_wait(certificate *c, const char *path,
                             certificate_level level, int nq,
                             const char *scene)
{
    *c = (certificate){.path = path, .level = level, .nq = nq};
    snprintf(c->head, sizeof c->head, "perp proof 3\nlevel %s\nscene %s\n",
             level == CERTIFICATE_R    ? "R"
             : level == CERTIFICATE_L1 ? "L1"
             : level == CERTIFICATE_L2 ? "L2"
                                       : "L0",
             scene);
    return level2_new(&c->two);
}

perp_status certificate_go_on(certificate *c, const certificate_place *at)
{
    return ink_go_on(&c->out, c->path, c->head, at->bytes, at->digest);
}

void certificate_here(certificate *c, certificate_place *out)
{
    ink_flush(&c->out);
    out->bytes = (long)c->out.sum.bytes;
    ink_digest(&c->out, out->digest);
}

perp_status certificate_end(certificate *c, int whole)
{
    char digest[65];
    if (whole) {
        ink_text(&c->out, "end %ld\n", c->rows);
        ink_digest(&c->out, digest);
        ink_text(&c->out, "sha256 %s\n", digest);
    }
    memory_free(c->z);
    c->z = NULL;
    c->room = 0;
    level2_clear(&c->two);
    return ink_close(&c->out);
}
