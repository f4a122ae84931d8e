/**
# The test harness: one header

A test program is a list of `CASE` functions run by `RUN`. A `CHECK` that
fails prints the place, the expression and a formatted remark, and the program
ends with 1 after the remaining cases. A case that verifies an equation says so
in the sentence above it, and passes the same tags to `VERIFIES`, which prints
them when the case has really run to its end without a failure; the ledger
compares.
*/
#pragma once

#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures __attribute__((unused));

#define CHECK(condition, ...)                                                  \
    do {                                                                       \
        if (!(condition)) {                                                    \
            printf("%s:%d: not true: %s; ", __FILE__, __LINE__, #condition);   \
            printf(__VA_ARGS__);                                               \
            printf("\n");                                                      \
            if (++check_failures > 20)                                         \
                exit(1);                                                       \
        }                                                                      \
    } while (0)

#define RUN(function)                                                          \
    do {                                                                       \
        int before_ = check_failures;                                          \
        function();                                                            \
        printf("%s %s\n", check_failures == before_ ? "ok" : "FAILED",         \
               #function);                                                     \
        fflush(stdout);                                                        \
    } while (0)

/* Successful allocations and growths of this thread so far; and: the k-th
   request from now is refused, 0 switches off. */
static inline size_t memory_count(void)
{
    return memory_now.granted;
}

static inline void memory_refuse(size_t k)
{
    memory_now.refuse = k;
}

/* Prints `verifies TAG...` when no check failed since the case began; stands
   at the end of the case. */
#define VERIFIES(tags)                                                         \
    do {                                                                       \
        if (check_failures == 0)                                               \
            printf("verifies %s\n", tags);                                     \
    } while (0)

#define DONE return check_failures == 0 ? 0 : 1

/* SplitMix64: a test's own generator, seeded by the test, printed by it. */
typedef struct {
    uint64_t state;
} check_random;

static inline uint64_t check_bits(check_random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in [lo, hi), and an integer in [lo, hi]. */
static inline double check_uniform(check_random *r, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(check_bits(r) >> 11) * 0x1p-53);
}

static inline int check_integer(check_random *r, int lo, int hi)
{
    return lo + (int)(check_bits(r) % (uint64_t)(hi - lo + 1));
}

/* How many of so many cases a test takes: with PERP_LONG all of them, else a fourth.
   A test that asks has a twin with PERP_LONG under the label long. */
static inline int check_times(int all)
{
    return getenv("PERP_LONG") != NULL ? all : (all + 3) / 4;
}

/* The seed of this run: PERP_SEED when set, else the test's own. */
static inline uint64_t check_seed(uint64_t own)
{
    const char *s = getenv("PERP_SEED");
    uint64_t seed = s != NULL ? strtoull(s, NULL, 0) : own;
    printf("seed %llu\n", (unsigned long long)seed);
    return seed;
}
