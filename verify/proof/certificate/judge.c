/** perp-check as a judge of many: reads frames "SCENE_BYTES PROOF_BYTES\n" with
that many bytes behind them, writes a line for each: "1" and what it prints (largest
residuals in N s, m/s, J; energy gained; residual of projections; how far level L2
lets velocities move; how many faces of level N are single points), or "0 " and why.

With "count" as its argument it writes how many requests for memory each has made
instead, GMP's included. With "codes" the line is perp-check's exit code; with
"decimals" it reads doubles and writes them as the record does. With "sweep" as its argument frames are "WHICH SHARE SEED SCENE_BYTES
PROOF_BYTES\n": it tries one-byte changes, deletions, truncations and swaps of
neighbours of the scene (WHICH = 0) or the proof (1), each with the probability
SHARE, all when it is 1, with the digests as they were and put right. It writes
"KEPT HOW PLACE BYTE" or "HOW PLACE BYTE" for what is accepted, "NO HOW PLACE BYTE" for one of 256 that are refused
with their digests put right, then "done KEPT RIGHT SPARED".

A check that ends before it comes to the digest has read nothing that depends on
it: with the digest put right the same bytes are refused at the same place. Such
checks are spared, all but one of 64, which are made and must end alike. */
#define _POSIX_C_SOURCE 200809L
#include "record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static FILE *stream(char *text, size_t n)
{
    static char none[1] = {0};
    return n > 0 ? fmemopen(text, n, "rb") : fmemopen(none, 1, "rb");
}

typedef struct {
    char *p;
    size_t n;
} text;

static text take(size_t n)
{
    text t = {malloc(n + 1), n};
    if (t.p == NULL || fread(t.p, 1, n, stdin) != n)
        exit(6);
    t.p[n] = '\0';
    return t;
}

static int verdict_of(char *told, size_t a, char *proof, size_t b, verdict *v)
{
    FILE *s = stream(told, a), *p = stream(proof, b);
    if (s == NULL || p == NULL)
        exit(6);
    if (b == 0)
        (void)getc(p);
    if (a == 0)
        (void)getc(s);
    int fine = check(s, p, v);
    fclose(s);
    fclose(p);
    return fine;
}

static void put_sum(char *to, const char *text, size_t n)
{
    digest d;
    char sum[65];
    digest_begin(&d);
    digest_add(&d, (const uint8_t *)text, n);
    digest_end(&d, sum);
    memcpy(to, sum, 64);
}

typedef struct {
    uint64_t share, state; /* of 2^32 */
    long kept, right, spared;
} tally;

static uint32_t draw(tally *t)
{
    uint64_t z = t->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

/* Did the check end where a digest was compared? */
static int at_digest(const verdict *v)
{
    return strstr(v->why, "the digest is wrong") != NULL ||
           strstr(v->why, "another scene") != NULL;
}

/* What is changed: the statement, the body of a proof, or its last line, for which
   there is no other digest. */
enum { TOLD, BODY, LAST };

static void attempt(tally *t, const text *told, const text *proof, int where,
                    const char *name)
{
    static char sealed[1 << 16];
    verdict kept = {.level = 0}, right;
    const size_t b = proof->n;
    t->kept++;
    if (verdict_of(told->p, told->n, proof->p, b, &kept))
        printf("KEPT %s\n", name);
    const int apart = !at_digest(&kept);
    if (where == LAST || b > sizeof sealed)
        return;
    if (apart && draw(t) >> 26 != 0) {
        t->spared++;
        return;
    }
    memcpy(sealed, proof->p, b);
    if (where == TOLD)
        put_sum(strstr(sealed, "\nscene ") + 7, told->p, told->n);
    put_sum(sealed + b - 65, sealed, b - 72);
    t->right++;
    if (verdict_of(told->p, told->n, sealed, b, &right))
        printf("%s%s\n", apart ? "KEPT " : "", name);
    else if (apart && strcmp(kept.why, right.why) != 0)
        printf("KEPT %s\n", name);
    else if (draw(t) >> 24 == 0)
        printf("NO %s\n", name);
}

/* All changes at place i of a text; work has room for 72 bytes more. The last line
   of a proof is "sha256 " and 65 bytes. */
static void changes(tally *t, const text *told, const text *proof, int which,
                    size_t i, char *work)
{
    const text *from = which ? proof : told;
    const size_t all = from->n, n = which ? all - 72 : all;
    const int at = !which ? TOLD : i < n ? BODY : LAST;
    text made = {work, all};
    const text *a = which ? told : &made, *b = which ? &made : proof;
    char name[64];
    memcpy(work, from->p, all);
    for (int c = 0; c < 256; c++) {
        work[i] = (char)c;
        snprintf(name, sizeof name, "byte %zu %d", i, c);
        if (work[i] != from->p[i] && draw(t) < t->share)
            attempt(t, a, b, at, name);
    }
    work[i] = from->p[i];
    if (i + 1 < all && from->p[i] != from->p[i + 1] && draw(t) < t->share) {
        work[i] = from->p[i + 1];
        work[i + 1] = from->p[i];
        snprintf(name, sizeof name, "swapped %zu 0", i + 1);
        attempt(t, a, b, i + 1 == n ? LAST : at, name);
    }
    if (draw(t) < t->share) {
        memcpy(work, from->p, i);
        memcpy(work + i, from->p + i + 1, all - i - 1);
        made.n = all - 1;
        snprintf(name, sizeof name, "deleted %zu 0", i);
        attempt(t, a, b, at, name);
    }
    if (draw(t) < t->share) {
        memcpy(work, from->p, i);
        made.n = i;
        snprintf(name, sizeof name, "cut %zu 0", i);
        attempt(t, a, b, which ? LAST : TOLD, name);
        memcpy(work + i, from->p + n, all - n);
        made.n = i + 72;
        if (at == BODY) /* a last line behind it */
            attempt(t, a, b, BODY, name);
    }
}

static void sweep(tally *t, const text *told, const text *proof, int which)
{
    const text *from = which ? proof : told;
    char *work = calloc(from->n + 73, 1);
    if (work == NULL)
        exit(5);
    for (size_t i = 0; i < from->n; i++)
        changes(t, told, proof, which, i, work);
    printf("done %ld %ld %ld\n", t->kept, t->right, t->spared);
    free(work);
}

static int judge(const text *told, const text *proof, int codes)
{
    verdict v;
    if (codes) {
        verdict_of(told->p, told->n, proof->p, proof->n, &v);
        return printf("%d\n", v.code);
    }
    if (!verdict_of(told->p, told->n, proof->p, proof->n, &v))
        return printf("0 %s\n", v.why);
    return printf("1 %.17g %.17g %.17g %.17g %.17g %.17g %ld %ld\n", v.sum.most[IMPULSE],
                  v.sum.most[VELOCITY], v.sum.most[ENERGY], v.sum.gain,
                  v.sum.projection, v.two.moved, v.points, v.two.sided);
}

/* memory_refused counts down to a request that fails. */
static int count(const text *told, const text *proof)
{
    verdict v;
    memory_refused = ULONG_MAX;
    const int fine = verdict_of(told->p, told->n, proof->p, proof->n, &v);
    return printf("%d %lu %s\n", fine, ULONG_MAX - memory_refused, v.why);
}

int main(int argc, char **argv)
{
    const int sweeps = argc == 2 && strcmp(argv[1], "sweep") == 0;
    const int counts = argc == 2 && strcmp(argv[1], "count") == 0;
    const int codes = argc == 2 && strcmp(argv[1], "codes") == 0;
    unsigned long a, b, seed;
    double share;
    int which;
    char decimal[64];
    while (argc == 2 && strcmp(argv[1], "decimals") == 0 &&
           scanf("%la", &share) == 1) {
        decimal_above(share, decimal);
        puts(decimal);
    }
    while ((!sweeps || scanf("%d %lf %lu", &which, &share, &seed) == 3) &&
           scanf("%lu %lu", &a, &b) == 2 && getchar() == '\n') {
        const text told = take(a), proof = take(b);
        if (sweeps) {
            tally t = {.share = (uint64_t)(share * 4294967296.0),
                       .state = seed};
            sweep(&t, &told, &proof, which);
        } else
            counts ? count(&told, &proof) : judge(&told, &proof, codes);
        fflush(stdout);
        free(told.p);
        free(proof.p);
    }
    return 0;
}
