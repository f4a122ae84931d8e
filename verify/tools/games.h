/**
# Enumerations for tests
*/
#pragma once

#include "base/memory.h"
#include "check.h"
#include "lcp/enumerate/enumerate_text.h"

/* A problem in whole numbers, over the rationals. */
typedef struct {
    lcp_exact_problem p;
    mpq_t *q;
} whole_problem;

static inline whole_problem whole_new(int f, int n, const int *A, const int *b)
{
    int all = f + n;
    mpq_t *q = memory_new((size_t)(all * all + all + 1), sizeof *q);
    for (int k = 0; k < all * all + all; k++) {
        mpq_init(q[k]);
        mpq_set_si(q[k], k < all * all ? A[k] : b[k - all * all], 1);
    }
    return (whole_problem){
        {f, n, (const mpq_t *)q, (const mpq_t *)(q + all * all)}, q};
}

static inline void whole_free(whole_problem *w)
{
    int all = w->p.free + w->p.n;
    for (int k = 0; k < all * all + all; k++)
        mpq_clear(w->q[k]);
    memory_free(w->q);
}

/* The proof as text, to be freed with free(). */
static inline char *proof_text(const choices_system *s, const enumeration *e,
                               size_t *len)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, len);
    CHECK(enumerate_write(s, e, file).code == PERP_OK, "write");
    fclose(file);
    return text;
}

/* Writes the proof and checks it. */
static inline void check_proof(const choices_system *s, const enumeration *e)
{
    size_t len;
    char *text = proof_text(s, e, &len);
    perp_status status = enumerate_check(s, text, len);
    CHECK(status.code == PERP_OK, "%s\n%s", status.message, text);
    free(text);
}
