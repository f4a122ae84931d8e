#include "perp_check.h"

#include <stdlib.h>
#include <string.h>

/* The coefficients over one denominator: of M; of F + kv and of kq at x; of k0
   and k1; of kq and F at v. AP02's steps take the force at t_l, and (7) knows
   neither Jacobian nor a Coriolis force at the new velocity. */
static void set_weights(weights *w, int form, const mpq_t alpha,
                        const mpq_t gamma, const mpq_t h)
{
    mpq_t c[7], t;
    mpq_init(t);
    for (int i = 0; i < 7; i++)
        mpq_init(c[i]);
    mpq_set_ui(c[0], 1, 1);
    mpq_mul(t, alpha, h);
    if (form != EXPLICIT)
        mpq_set(c[1], t);
    else
        mpq_set(c[6], t);
    if (form == FAMILY)
        mpq_mul(c[4], t, alpha);
    mpq_sub(c[3], t, c[4]);
    mpq_mul(c[2], c[1], gamma);
    mpq_mul(c[2], c[2], h);
    mpq_mul(c[5], c[1], t);
    mpq_sub(c[5], c[5], c[2]);
    mpz_inits(w->p, w->q, NULL);
    mpz_set(w->p, mpq_numref(alpha));
    mpz_set(w->q, mpq_denref(alpha));
    mpz_set_ui(mpq_numref(t), 1);
    for (int i = 0; i < 7; i++)
        mpz_lcm(mpq_numref(t), mpq_numref(t), mpq_denref(c[i]));
    for (int i = 0; i < 7; i++) {
        mpz_init(w->K[i]);
        mpz_divexact(w->K[i], mpq_numref(t), mpq_denref(c[i]));
        mpz_mul(w->K[i], w->K[i], mpq_numref(c[i]));
        mpq_clear(c[i]);
    }
    mpq_clear(t);
}

static void clear_weights(weights *w)
{
    for (int i = 0; i < 7; i++)
        mpz_clear(w->K[i]);
    mpz_clears(w->p, w->q, NULL);
}

void problem_init(reader *r, problem *p, const scene *s, int exact)
{
    const long nv = s->nv, room = nv < 3 ? 3 : nv;
    mpq_t one, none;
    p->s = s;
    p->exact = exact;
    mpq_inits(one, none, NULL);
    mpq_set_ui(one, 1, 1);
    set_weights(&p->step, s->form, s->alpha, s->gamma, s->h);
    set_weights(&p->jump, FAMILY, one, one, none);
    for (int i = 0; i < 8; i++)
        mpq_init(p->w[i]);
    mpq_init(p->worked);
    mpq_clears(one, none, NULL);
    mpz_inits(p->den, p->den2, p->t, p->u, p->one, NULL);
    mpz_set_ui(p->one, 1);
    p->ready = 1;
    p->X = whole_more(r, NULL, 0, nv);
    p->V = whole_more(r, NULL, 0, nv);
    p->row = big_more(r, NULL, 0, room);
    p->part = big_more(r, NULL, 0, room);
    p->small = big_more(r, NULL, 0, room);
    p->stored = calloc((size_t)nv, sizeof *p->stored);
    p->ulp = calloc((size_t)nv, sizeof *p->ulp);
    if (p->stored == NULL || p->ulp == NULL)
        refuse(r, "no memory");
}

void problem_free(problem *p)
{
    array *all[] = {&p->M, &p->F,    &p->kq,  &p->kv,   &p->k0,   &p->k1,
                    &p->G, &p->nu,   &p->phi, &p->a,    &p->n,    &p->d,
                    &p->v, &p->next, p->c,    p->c + 1, p->c + 2, p->c + 3};
    for (int i = 0; i < 18; i++)
        free(all[i]->x);
    if (!p->ready)
        return;
    const long nv = p->s->nv, room = nv < 3 ? 3 : nv;
    clear_weights(&p->step);
    clear_weights(&p->jump);
    for (int i = 0; i < 8; i++)
        mpq_clear(p->w[i]);
    mpq_clear(p->worked);
    mpz_clears(p->den, p->den2, p->t, p->u, p->one, NULL);
    whole_free(p->X, nv);
    whole_free(p->V, nv);
    whole_free(p->Z, p->room);
    big_free(p->row, room);
    big_free(p->part, room);
    big_free(p->small, room);
    big_free(p->along, p->room);
    free(p->stored);
    free(p->ulp);
}

/* The active contacts: ascending, and in a run that keeps contacts all that the
   problem before left touching (C8). */
static void read_active(reader *r, problem *p)
{
    long last = -1, held = 0;
    p->p = p->r = 0;
    while (peek(r) != '\n') {
        read_text(r, " ");
        long id = read_count(r, p->s->contacts - 1);
        if (id <= last || p->p == MOST_ACTIVE)
            refuse(r, "active contacts must grow, and be %d at most",
                   MOST_ACTIVE);
        if (held < p->kepts && p->kept[held] == id)
            held++;
        p->slip_at[p->p] = p->r;
        p->id[p->p++] = last = id;
        p->r += scene_contact(p->s, id).slips;
    }
    p->slip_at[p->p] = p->r;
    if (p->exact && !p->s->sharp && held < p->kepts)
        refuse(r, "contact %ld was touching and is missing", p->kept[held]);
    read_text(r, "\n");
}

static void read_data(reader *r, problem *p, int jump)
{
    const long nv = p->s->nv;
    read_text(r, jump ? "jump" : "step");
    read_active(r, p);
    read_array(r, "M", nv * nv, &p->M);
    for (size_t k = 0; k < p->M.n; k++)
        if (p->M.x[k].at / nv > p->M.x[k].at % nv)
            refuse(r, "M is given by its upper half");
    array *all[] = {&p->F, &p->kq, &p->kv, &p->k0, &p->k1, &p->G};
    const char *tag[] = {"F", "kq", "kv", "k0", "k1", "G"};
    for (int i = 0; i < 6; i++) {
        long n = i < 3 ? nv * nv : i < 5 ? nv : p->s->has_G * p->s->nq * nv;
        all[i]->n = jump && i < 5 ? 0 : all[i]->n;
        if (!jump)
            read_array(r, tag[i], n, all[i]);
    }
    read_array(r, "nu", p->s->joints * nv, &p->nu);
    p->phi.n = p->a.n = 0;
    if (!jump) {
        read_array(r, "phi", p->s->springs, &p->phi);
        read_array(r, "a", p->s->springs * nv, &p->a);
    }
    read_array(r, "n", p->p * nv, &p->n);
    read_array(r, "d", p->r * nv, &p->d);
}

/* to = c (x + y c') 2^shift, added over an array. */
static void put(const array *a, mpz_srcptr c, long shift, mpz_t *to, mpz_ptr t)
{
    for (size_t k = 0; k < a->n; k++) {
        mpz_mul_si(t, c, a->x[k].m);
        mpz_mul_2exp(t, t, (mp_bitcnt_t)(shift + a->x[k].e));
        mpz_add(to[a->x[k].at], to[a->x[k].at], t);
    }
}

static long lowest(const array *a, long least)
{
    for (size_t k = 0; k < a->n; k++)
        least = a->x[k].e < least ? a->x[k].e : least;
    return least;
}

/* Level L0: x = (p v+ + (q - p) v) / q and z = alpha c over q 2^shift. */
static void make_whole(problem *p, const weights *w)
{
    const long at[] = {0, p->s->joints, p->first, p->first + p->p};
    long least = lowest(&p->v, lowest(&p->next, 0));
    for (int i = 0; i < 4; i++)
        least = lowest(&p->c[i], least);
    for (long i = 0; i < p->s->nv; i++)
        mpz_set_ui(p->X[i], 0);
    for (long i = 0; i < p->nz; i++)
        mpz_set_ui(p->Z[i], 0);
    mpz_mul_2exp(p->den, w->q, (mp_bitcnt_t)-least);
    mpz_sub(p->u, w->q, w->p);
    put(&p->next, w->p, -least, p->X, p->t);
    put(&p->v, p->u, -least, p->X, p->t);
    for (int i = 0; i < 4; i++)
        put(&p->c[i], w->p, -least, p->Z + at[i], p->t);
}

void problem_read(reader *r, problem *p, int jump)
{
    const long nv = p->s->nv, m = p->s->joints;
    const char *tag[] = {"cnu", "cs", "cn", "f"};
    read_data(r, p, jump);
    p->first = m + (jump ? 0 : p->s->springs);
    p->nz = p->first + p->p + p->r;
    if (p->nz > p->room) {
        p->Z = whole_more(r, p->Z, p->room, p->nz);
        p->along = big_more(r, p->along, p->room, p->nz);
        p->room = p->nz;
    }
    const long n[] = {m, p->first - m, p->p, p->r};
    const long at[] = {0, m, p->first, p->first + p->p};
    if (p->exact) {
        read_text(r, "den ");
        read_integer(r, p->den);
        if (mpz_sgn(p->den) <= 0)
            refuse(r, "a denominator is not positive");
        read_text(r, "\n");
        read_integers(r, "x", nv, p->X);
    }
    p->c[1].n = 0;
    for (int i = 0; i < 4; i++)
        if (jump && i == 1)
            continue;
        else if (p->exact)
            read_integers(r, tag[i], n[i], p->Z + at[i]);
        else
            read_array(r, tag[i], n[i], &p->c[i]);
    read_array(r, "v", nv, &p->next);
    p->v_shift = -lowest(&p->v, 0);
    for (long i = 0; i < nv; i++)
        mpz_set_ui(p->V[i], 0);
    put(&p->v, p->one, p->v_shift, p->V, p->t);
    if (!p->exact)
        make_whole(p, jump ? &p->jump : &p->step);
}
