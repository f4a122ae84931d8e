/**
# perp-check: numbers, a reader, a problem, a chain

Everything is a whole number over a denominator. doc/70-certificate.md has the
grammar and the checks. Nothing here is shared with the program that wrote the
files; headers are those of C and gmp.h.
*/
#ifndef PERP_CHECK_H
#define PERP_CHECK_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

/* Limits: what exceeds them is refused, not attempted. */
enum {
    MOST_DIGITS = 1 << 18, /* hexadecimal digits of one number */
    MOST_SIZE = 10000,     /* coordinates, velocities, joints */
    MOST_ACTIVE = 4096,    /* contacts of one problem */
    MOST_SLIPS = 64,       /* of one contact */
    MOST_COUNT = 1 << 28   /* anything else that is counted */
};

typedef struct { /* sha256.c */
    uint32_t h[8];
    uint64_t bytes;
    uint8_t block[64];
} digest;
void digest_begin(digest *d);
void digest_add(digest *d, const uint8_t *p, size_t n);
void digest_end(digest *d, char out[65]);

typedef struct { /* entry k is x[k] / den, and stands at index at[k] */
    mpz_t den, *x;
    long *at, n, room;
} array;

typedef struct {
    FILE *f;
    const char *name;
    long line;
    digest sum; /* of everything consumed */
    uint8_t block[1 << 16];
    size_t at, have, summed;
    char word[MOST_DIGITS + 8], *why; /* 400: why it was refused */
    mpz_t work, none, one;            /* work, 0 and 1 */
    mpq_t ratio;                      /* work */
    jmp_buf *out;
} reader;

/* ---- memory.c ----------------------------------------------------------

All memory comes from here, GMP's too. When there is none the process ends with
code 5 and one line: a lack of memory says nothing about a proof. */

void *grown(void *block, size_t bytes); /* realloc */
void *zeros(size_t count, size_t size); /* calloc */
void given_back(void *block);           /* free */
/* A block with room for n things: grows with what is read, not with what a file
   says it will hold. */
void *more(reader *r, void *block, size_t n, size_t *room, size_t size);
_Noreturn void no_memory(const reader *r, size_t bytes); /* r: where, or null */
void memory_adopt_gmp(void);
void memory_refuse(unsigned long k); /* for tests: the k-th request from here */

/* ---- read.c ------------------------------------------------------------ */

_Noreturn void refuse(reader *r, const char *form, ...)
    __attribute__((format(printf, 2, 3)));
void read_begin(reader *r, FILE *f, const char *name);
int read_block(reader *r); /* its first byte */
static inline int peek(reader *r) /* the next byte, which stays; or EOF */
{
    return r->at < r->have ? r->block[r->at] : read_block(r);
}
void read_text(reader *r, const char *text);
const char *read_word(reader *r);
long read_count(reader *r, long most);
void read_whole(reader *r, mpz_ptr x);
void read_over(reader *r, mpz_ptr den);
void read_array(reader *r, const char *tag, long n, array *a);
void read_digest(reader *r, char out[65]); /* of all consumed so far */

/* ---- number.c ---------------------------------------------------------- */

/* to = i1 a b ... + i2 c d ...: sum(to, i1, a, b, NULL, i2, c, d, NULL, 0) */
void sum(mpz_ptr to, int sign, ...);
double above(mpz_srcptr x, mpz_srcptr unit); /* at least |x| / unit */
void array_room(reader *r, array *a, long n);
/* All n entries, to x[0] ...; null: n zeros. */
mpz_t *array_spread(reader *r, const array *from, array *to, long n);
void array_unify(array *const *all, int n); /* one denominator for all */
void array_free(array *a);
#endif
