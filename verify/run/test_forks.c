/* Which way comes next, against a tree that is walked by recursion. */
#include "check.h"
#include "run/forks.h"

/* At place `at`, behind ways whose code is `code`, there are so many ways: a tree
   drawn by arithmetic, some of its places without a fork. */
static int ways_at(uint64_t seed, uint64_t code, long at)
{
    check_random r = {seed ^ (code * 31 + (uint64_t)at)};
    return check_integer(&r, 0, 2) == 0 ? 1 : check_integer(&r, 1, 3);
}

enum { PLACES = 5, MOST = 300 };

/* The codes of all ways, in order. */
static void walk(uint64_t seed, uint64_t code, long at, int depth, int met,
                 uint64_t *out, int *n)
{
    if (at == PLACES) {
        if (*n < MOST)
            out[*n] = code;
        ++*n;
        return;
    }
    int of = depth > 0 && met >= depth ? 1 : ways_at(seed, code, at);
    for (int k = 0; k < of; k++)
        walk(seed, code * 4 + (uint64_t)k, at + 1, depth, met + (of > 1), out,
             n);
}

/* A run as a scheme makes it: what it took at each place. */
static uint64_t one_run(uint64_t seed, forks *w)
{
    uint64_t code = 0;
    for (long at = 0; at < PLACES; at++) {
        int take = forks_chosen(w, at);
        if (take < 0 && at > forks_last(w) && forks_closed(w))
            w->beyond++;
        else if (take < 0 && at > forks_last(w)) {
            int of = ways_at(seed, code, at);
            if (of > 1)
                CHECK(forks_meet(w, at, of).code == PERP_OK, "meet");
        }
        code = code * 4 + (uint64_t)(take < 0 ? 0 : take);
    }
    return code;
}

/* Every way once, in the order of the recursion, whole trees and cut ones. */
static void every_way_once(void)
{
    const uint64_t seed = check_seed(51);
    int most = 0;
    for (int k = 0; k < 60; k++) {
        uint64_t want[MOST], at = seed + (uint64_t)k * 977;
        const int depth = k % 3;
        int n = 0, runs = 0;
        forks w;
        walk(at, 0, 0, depth, 0, want, &n);
        forks_begin(&w, depth);
        do {
            uint64_t code = one_run(at, &w);
            CHECK(runs < n && code == want[runs], "run %d of %d", runs, n);
            CHECK(depth == 0 || w.count <= depth, "%ld forks", w.count);
            runs++;
        } while (forks_next(&w) && runs <= n);
        CHECK(runs == n && w.count == 0 && forks_last(&w) == -1,
              "%d runs of %d", runs, n);
        CHECK(depth > 0 || w.beyond == 0, "beyond");
        CHECK(w.complete && w.continua == 0, "nobody said otherwise");
        most = n > most ? n : most;
        forks_free(&w);
    }
    CHECK(most > 20 && most < MOST, "%d", most);
}

static void refused_memory(void)
{
    forks w;
    forks_begin(&w, 0);
    memory_refuse(1);
    CHECK(forks_meet(&w, 0, 2).code == PERP_LIMIT && w.count == 0, "refused");
    memory_refuse(0);
    CHECK(forks_meet(&w, 0, 2).code == PERP_OK && forks_chosen(&w, 0) == 0 &&
              forks_chosen(&w, 1) == -1,
          "then not");
    forks_free(&w);
}

int main(void)
{
    RUN(every_way_once);
    RUN(refused_memory);
    DONE;
}
