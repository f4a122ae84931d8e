/**
# What the targets of the fuzzer share

A target is one function of any bytes. It ends, and says nothing, unless what it was
given shows a mistake of perp: then `MUST` prints why and aborts, which libFuzzer keeps
as a crash. The same function runs without libFuzzer in the default tests (alone.c).
*/
#pragma once

#include <stdint.h>
#include <stdio.h> /* before gmp.h, which then declares what prints */
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* CPU time for one input. */
#ifndef FUZZ_SECONDS
#define FUZZ_SECONDS 1
#endif

static inline double fuzz_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define FUZZ_TARGET(any_bytes)                                                 \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)               \
    {                                                                          \
        const double since = fuzz_now();                                       \
        any_bytes(data, size);                                                 \
        MUST(fuzz_now() - since < FUZZ_SECONDS, "%g s", fuzz_now() - since);   \
        return 0;                                                              \
    }

#define MUST(condition, ...)                                                   \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);    \
            fprintf(stderr, __VA_ARGS__);                                      \
            fputc('\n', stderr);                                               \
            abort();                                                           \
        }                                                                      \
    } while (0)

/* Choices are made by bytes; behind the last one all are 0. */
typedef struct {
    const uint8_t *at;
    size_t left;
} fuzz_bytes;

static inline unsigned fuzz_byte(fuzz_bytes *b)
{
    if (b->left == 0)
        return 0;
    b->left--;
    return *b->at++;
}

static inline int fuzz_below(fuzz_bytes *b, int n)
{
    return (int)(fuzz_byte(b) % (unsigned)n);
}

/* An error is one line, of one of the kinds that an exit code has. */
#define FUZZ_ONE_LINE(s)                                                       \
    MUST((s).code == PERP_OK ||                                                \
             ((s).message != NULL && strchr((s).message, '\n') == NULL),       \
         "no line: %s", (s).message)
