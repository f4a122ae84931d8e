#include "perp_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void spread(const array *a, long n, double *to)
{
    for (long i = 0; i < n; i++)
        to[i] = 0;
    for (size_t k = 0; k < a->n; k++)
        to[a->x[k].at] = value(a->x[k]);
}

void chain_init(reader *r, chain *c, const scene *s)
{
    size_t n = (size_t)(s->nq > s->nv ? s->nq : s->nv);
    double **all[] = {&c->q, &c->v, &c->to, &c->rate[0], &c->rate[1], &c->mean};
    for (int i = 0; i < 6; i++)
        if ((*all[i] = calloc(n + 1, sizeof(double))) == NULL)
            refuse(r, "no memory");
    spread(&s->q, s->nq, c->q);
    spread(&s->v, s->nv, c->v);
    c->h = nearest(s->h);
    c->gamma = nearest(s->gamma);
    c->T = nearest(s->T);
    /* the first grid point at or beyond T, a billionth of a step forgiven */
    mpq_div(r->ratio, s->T, s->h);
    mpq_t slack;
    mpq_init(slack);
    mpq_set_ui(slack, 1, 1000000000);
    mpq_sub(r->ratio, r->ratio, slack);
    mpq_clear(slack);
    mpz_cdiv_q(r->work, mpq_numref(r->ratio), mpq_denref(r->ratio));
    if (mpz_cmp_ui(r->work, MOST_COUNT) > 0)
        refuse(r, "more than %d steps", MOST_COUNT);
    c->left = mpz_get_si(r->work);
}

void chain_free(chain *c)
{
    double *all[] = {c->q, c->v, c->to, c->rate[0], c->rate[1], c->mean};
    for (int i = 0; i < 6; i++)
        free(all[i]);
    free(c->line.x);
}

double chain_time(const chain *c)
{
    return c->base + (double)c->k * c->h;
}

/* Gamma times a velocity, in doubles, terms in order. */
static void rates(const scene *s, const array *G, const double *v, double *to)
{
    for (long i = 0; i < s->nq; i++)
        to[i] = s->has_G ? 0 : v[i];
    for (size_t k = 0; s->has_G && k < G->n; k++)
        to[G->x[k].at / s->nv] += value(G->x[k]) * v[G->x[k].at % s->nv];
}

static void same(reader *r, const array *line, long n, const double *x,
                 const char *what)
{
    size_t k = 0;
    for (long i = 0; i < n; i++) {
        double stated = 0;
        if (k < line->n && line->x[k].at == i)
            stated = value(line->x[k++]);
        if (stated != x[i])
            refuse(r, "%s is not what follows from the step", what);
    }
}

/* (C9): q + h Gamma ((1 - gamma) v + gamma v+), every operation rounded. */
static void move(chain *c, const scene *s, const problem *p)
{
    for (long j = 0; j < s->nv; j++)
        c->mean[j] = (1 - c->gamma) * c->v[j] + c->gamma * c->to[j];
    rates(s, &p->G, c->mean, c->rate[0]);
    for (long i = 0; i < s->nq; i++)
        c->q[i] = c->q[i] + c->h * c->rate[0][i];
}

static void read_position(reader *r, chain *c, const scene *s)
{
    read_array(r, "q", s->nq, &c->line);
    same(r, &c->line, s->nq, c->q, "q");
}

/* (C10): the cubic of the step at the fraction x, every operation rounded. */
static void hit(reader *r, chain *c, const scene *s, problem *p)
{
    const double g = c->gamma;
    read_text(r, "hit ");
    double x = value(read_double(r));
    if (!(x > 0 && x <= 1))
        refuse(r, "a collision happens at a fraction in (0, 1]");
    read_text(r, "\n");
    if (x == 1)
        move(c, s, p);
    else {
        double W = x * x * (3 * g - 1 + (1 - 2 * g) * x);
        rates(s, &p->G, c->v, c->rate[0]);
        rates(s, &p->G, c->to, c->rate[1]);
        for (long i = 0; i < s->nq; i++)
            c->q[i] = c->q[i] + W * (c->h * c->rate[1][i]) +
                      (x - W) * (c->h * c->rate[0][i]);
    }
    double w = x * (6 * g * (1 - x) + 3 * x - 2);
    for (long j = 0; j < s->nv; j++)
        c->v[j] = w * c->to[j] + (1 - w) * c->v[j];
    read_position(r, c, s);
    read_array(r, "v", s->nv, &p->v);
    same(r, &p->v, s->nv, c->v, "v");
    c->fraction = x;
}

/* (C11): after a collision the clock stands where it happened, or a whole step
   later. */
static void strike(chain *c, const scene *s, double x)
{
    if (s->uniform) {
        c->k++;
        c->left--;
    } else if (x > 0) {
        c->base = chain_time(c) + x * c->h;
        c->k = 0;
        double n = ceil((c->T - c->base) / c->h - 1e-9);
        c->left = n > 0 ? (long)n : 0;
    }
}

static void solve(reader *r, chain *c, const scene *s, problem *p, int jump)
{
    problem_read(r, p, jump);
    problem_check(r, p, jump);
    spread(&p->next, s->nv, c->to);
}

/* step, q | step, hit, q, v, jump | jump */
void chain_row(reader *r, chain *c, const scene *s, problem *p)
{
    if (c->left <= 0)
        refuse(r, "a row behind the end of the run");
    c->fraction = 0;
    if (peek(r) == 's') {
        solve(r, c, s, p, 0);
        c->steps++;
        if (peek(r) == 'q') {
            move(c, s, p);
            read_position(r, c, s);
            c->k++;
            c->left--;
        } else {
            hit(r, c, s, p);
            c->hits++;
        }
    } else
        c->stills++;
    if (c->fraction > 0 || peek(r) == 'j') {
        solve(r, c, s, p, 1);
        strike(c, s, c->fraction);
    }
    array old = p->v;
    p->v = p->next;
    p->next = old;
    memcpy(c->v, c->to, (size_t)s->nv * sizeof *c->v);
}
