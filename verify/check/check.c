#include "perp_check.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    reader r;
    scene s;
    problem p;
    chain c;
    verdict *v;
} whole;

/* The initial velocity is the statement's. */
static void begin(whole *w)
{
    const scene *s = &w->s;
    for (size_t k = 0; k < s->v.n; k++) {
        array *v = &w->p.v;
        v->x = more(&w->r, v->x, v->n + 1, &v->room, sizeof *v->x);
        v->x[v->n++] = s->v.x[k];
    }
    chain_init(&w->r, &w->c, s);
}

static void read_level(reader *r, verdict *v)
{
    read_text(r, "perp proof 1\nlevel L");
    const char *level = read_word(r);
    v->exact = strcmp(level, "1") == 0;
    if (!v->exact && strcmp(level, "0") != 0)
        refuse(r, "level L0 or L1 expected");
    read_text(r, "\nscene ");
    if (strcmp(read_word(r), v->scene) != 0)
        refuse(r, "the proof is about another scene");
    read_text(r, "\n");
}

static void read_end(reader *r, whole *w)
{
    char sum[65];
    read_text(r, "end ");
    if (read_count(r, MOST_COUNT) != w->v->rows)
        refuse(r, "the number of rows is another");
    if (w->c.left > 0)
        refuse(r, "the run is not at its end");
    read_text(r, "\n");
    read_digest(r, sum);
    read_text(r, "sha256 ");
    if (strcmp(read_word(r), sum) != 0)
        refuse(r, "the digest is wrong");
    read_text(r, "\n");
    if (peek(r) != EOF)
        refuse(r, "something stands behind the end");
}

static void run(whole *w, FILE *statement, FILE *proof)
{
    reader *r = &w->r;
    read_begin(r, statement, "scene");
    scene_read(r, &w->s);
    memcpy(w->v->scene, w->s.sum, sizeof w->s.sum);
    read_begin(r, proof, "proof");
    read_level(r, w->v);
    problem_init(r, &w->p, &w->s, w->v->exact);
    begin(w);
    while (peek(r) == 'r') {
        read_text(r, "row ");
        if (read_count(r, MOST_COUNT) != ++w->v->rows)
            refuse(r, "rows are counted from 1");
        read_text(r, "\n");
        chain_row(r, &w->c, &w->s, &w->p);
    }
    read_end(r, w);
}

int check(FILE *statement, FILE *proof, verdict *out)
{
    jmp_buf env;
    memset(out, 0, sizeof *out);
    whole *w = calloc(1, sizeof *w);
    char *word = malloc(MOST_DIGITS + 16);
    volatile int fine = 0;
    if (w == NULL || word == NULL) {
        snprintf(out->why, sizeof out->why, "no memory");
        free(w);
        free(word);
        return 0;
    }
    w->v = out;
    w->r.word = word;
    w->r.out = &env;
    w->r.why = out->why;
    mpq_init(w->r.ratio);
    mpz_init(w->r.work);
    scene_init(&w->s);
    if (setjmp(env) == 0) {
        run(w, statement, proof);
        fine = 1;
    }
    out->steps = w->c.steps;
    out->hits = w->c.hits;
    out->stills = w->c.stills;
    out->time = chain_time(&w->c);
    out->sum = w->p.sum;
    chain_free(&w->c);
    problem_free(&w->p);
    scene_free(&w->s);
    mpq_clear(w->r.ratio);
    mpz_clear(w->r.work);
    free(word);
    free(w);
    return fine;
}
