/**
# The examples of HP23, as numbers

`HP23_models.json` holds matrices at the impact configurations that were
computed by another program. This reads one of them, for the tests of laws; the
scenes under `cases/HP23` are compared with the same file.
*/
#pragma once

#include "base/memory.h"
#include "check.h"
#include "hp23/impact/impact.h"
#include "number/rational.h"

typedef struct {
    arena a;
    step_data d;
    step_exact x;
    double h;
    long N;
} hp23;

static inline char *hp23_file(void)
{
    char path[1024];
    const char *source = getenv("PERP_SOURCE");
    snprintf(path, sizeof path, "%s/verify/hp23/HP23_models.json",
             source != NULL ? source : ".");
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        printf("cannot read %s\n", path);
        exit(1);
    }
    char *text = calloc(1, 1 << 17);
    size_t n = fread(text, 1, (1 << 17) - 1, f);
    fclose(f);
    text[n] = 0;
    return text;
}

/* The numbers behind "key" of the model, however they are nested. */
static inline int hp23_numbers(const char *text, const char *model,
                               const char *key, double *out)
{
    char word[64];
    snprintf(word, sizeof word, "\"%s\"", model);
    const char *at = strstr(text, word);
    snprintf(word, sizeof word, "\"%s\":", key);
    at = at == NULL ? NULL : strstr(at, word);
    int depth = 0, count = 0;
    for (at = at == NULL ? "" : at + strlen(word); *at != 0; at++) {
        char *end;
        if (*at == '[')
            depth++;
        if (*at == ']' && --depth == 0)
            break;
        if (*at != '-' && (*at < '0' || *at > '9'))
            continue;
        out[count++] = strtod(at, &end);
        at = end - 1;
        if (depth == 0)
            break;
    }
    return count;
}

/* The rationals that the doubles are. */
static inline void hp23_exact(hp23 *m)
{
    step_data *d = &m->d;
    const double *from[] = {d->M, d->n, d->d, d->mu, d->v, d->nu};
    mpq_t **to[] = {&m->x.M, &m->x.n, &m->x.d, &m->x.mu, &m->x.v, &m->x.nu};
    size_t nv = (size_t)d->nv, p = (size_t)d->p, r = (size_t)d->r;
    size_t size[] = {nv * nv, p * nv, r * nv, p, nv, (size_t)d->m * nv};
    m->x = (step_exact){
        .nv = d->nv, .m = d->m, .p = d->p, .r = d->r, .slip_at = d->slip_at};
    for (int i = 0; i < 6; i++)
        m->x.count += size[i];
    mpq_t *at = m->x.all = rational_array(&m->a, m->x.count);
    for (int i = 0; i < 6; at += size[i++]) {
        *to[i] = at;
        rational_of_doubles(size[i], from[i], at);
    }
}

/* Room for a planar impact with one slip a contact, all zero. */
static inline void hp23_new(hp23 *m, int nv, int p)
{
    memset(m, 0, sizeof *m);
    size_t n = (size_t)nv, c = (size_t)p;
    double *at = arena_take(&m->a, n * n + 2 * c * n + c + n, sizeof *at);
    m->d = (step_data){.nv = nv, .p = p, .r = p, .M = at};
    m->d.n = at + n * n;
    m->d.d = m->d.n + c * n;
    m->d.mu = m->d.d + c * n;
    m->d.v = m->d.mu + c;
    m->d.nu = at;
    m->d.slip_at = arena_take(&m->a, c + 1, sizeof(int));
    for (int j = 0; j <= p; j++)
        m->d.slip_at[j] = j;
}

static inline void hp23_load(hp23 *m, const char *model)
{
    char *text = hp23_file();
    double v[64], N;
    int nv = hp23_numbers(text, model, "v0", v);
    int p = hp23_numbers(text, model, "mu", v);
    hp23_new(m, nv, p);
    hp23_numbers(text, model, "M", m->d.M);
    hp23_numbers(text, model, "Jn", m->d.n);
    hp23_numbers(text, model, "Jt", m->d.d);
    hp23_numbers(text, model, "mu", m->d.mu);
    hp23_numbers(text, model, "v0", m->d.v);
    hp23_numbers(text, model, "h", &m->h);
    hp23_numbers(text, model, "N", &N);
    m->N = (long)N;
    free(text);
    hp23_exact(m);
}

static inline void hp23_clear(hp23 *m)
{
    rational_clear(m->x.all, m->x.count);
    arena_free(&m->a);
}

/* A random impact in short numbers: bodies that hit something in p places. */
static inline void hp23_random(check_random *r, int nv, int p, hp23 *m)
{
    hp23_new(m, nv, p);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j <= i; j++) {
            double x = i == j ? check_integer(r, 8, 24) / 8.0
                              : check_integer(r, -6, 6) / (8.0 * nv);
            m->d.M[i * nv + j] = m->d.M[j * nv + i] = x;
        }
    for (int k = 0; k < p * nv; k++) {
        m->d.n[k] = check_integer(r, -8, 8) / 8.0;
        m->d.d[k] = check_integer(r, -8, 8) / 8.0;
    }
    for (int j = 0; j < p; j++) {
        m->d.mu[j] = check_integer(r, 0, 24) / 8.0;
        m->d.n[j * nv + j % nv] = 1 + check_integer(r, 0, 4) / 8.0;
    }
    for (int i = 0; i < nv; i++)
        m->d.v[i] = check_integer(r, -12, 4) / 8.0;
    hp23_exact(m);
}

static const char *const hp23_models[] = {
    "rocking_block", "compass_gait",    "box_wall",
    "ramone",        "disk_stack_code", "disk_stack_paper"};
enum { HP23_MODELS = sizeof hp23_models / sizeof *hp23_models };
