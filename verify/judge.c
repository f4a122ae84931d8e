/** perp-check as a judge of many: reads frames "SCENE_BYTES PROOF_BYTES\n" with
that many bytes behind them, writes a line for each: "1", or "0 " and why. With
"sweep" as its argument it tries every one-byte change, deletion, truncation and
swap of neighbours of the scene (which = 0) or the proof (1) of a frame, with the
digests as they were and put right, and writes "KEPT HOW PLACE BYTE" or "HOW PLACE
BYTE" for what is accepted, then "done TRIED". */
#define _POSIX_C_SOURCE 200809L
#include "proof.h"

#include <stdlib.h>
#include <string.h>

static FILE *stream(char *text, size_t n)
{
    static char none[1] = {0};
    return n > 0 ? fmemopen(text, n, "rb") : fmemopen(none, 1, "rb");
}

static char *take(size_t n)
{
    char *text = malloc(n + 1);
    if (text == NULL || fread(text, 1, n, stdin) != n)
        exit(6);
    text[n] = '\0';
    return text;
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

/* One text changed: b bytes of it, and its digests. The last line of a proof is
   "sha256 " and 65 bytes; the third is "scene " and as many. */
static long attempt(char *told, size_t a, char *proof, size_t b, int which,
                    const char *name)
{
    static char sealed[1 << 16];
    verdict v;
    if (b < 72 || b > sizeof sealed)
        return 0;
    if (verdict_of(told, a, proof, b, &v))
        printf("KEPT %s\n", name);
    memcpy(sealed, proof, b);
    if (which == 0)
        put_sum(strstr(sealed, "\nscene ") + 7, told, a);
    if (memcmp(sealed + b - 72, "sha256 ", 7) == 0)
        put_sum(sealed + b - 65, sealed, b - 72);
    if (verdict_of(told, a, sealed, b, &v))
        printf("%s\n", name);
    return 2;
}

static void sweep(int which, char *told, size_t a, char *proof, size_t b)
{
    char *text = which ? proof : told, name[64];
    const size_t n = which ? b - 72 : a, all = which ? b : a;
    char *work = malloc(all + 1);
    long tried = 0;
    if (work == NULL)
        exit(5);
    work[all] = '\0';
    for (size_t i = 0; i < n; i++) {
        memcpy(work, text, all);
        for (int c = 0; c < 256; c++) {
            work[i] = (char)c;
            snprintf(name, sizeof name, "byte %zu %d", i, c);
            if (work[i] != text[i])
                tried += which ? attempt(told, a, work, b, 1, name)
                               : attempt(work, a, proof, b, 0, name);
        }
        work[i] = text[i + 1 < all ? i + 1 : i];
        work[i + 1 < all ? i + 1 : i] = text[i];
        snprintf(name, sizeof name, "swapped %zu 0", i + 1);
        if (memcmp(work, text, all) != 0)
            tried += which ? attempt(told, a, work, b, 1, name)
                           : attempt(work, a, proof, b, 0, name);
        memcpy(work, text, i);
        memcpy(work + i, text + i + 1, all - i - 1);
        snprintf(name, sizeof name, "deleted %zu 0", i);
        tried += which ? attempt(told, a, work, b - 1, 1, name)
                       : attempt(work, a - 1, proof, b, 0, name);
        memcpy(work, text, all);
        if (which) /* cut, with a last line behind it */
            memcpy(work + i, text + n, 72);
        snprintf(name, sizeof name, "cut %zu 0", i);
        tried += which ? attempt(told, a, work, i + 72, 1, name)
                       : attempt(work, i, proof, b, 0, name);
    }
    printf("done %ld\n", tried);
    free(work);
}

int main(int argc, char **argv)
{
    unsigned long a, b;
    int which;
    if (argc == 2 && strcmp(argv[1], "sweep") == 0) {
        while (scanf("%d %lu %lu", &which, &a, &b) == 3 && getchar() == '\n') {
            char *told = take(a), *proof = take(b);
            sweep(which, told, a, proof, b);
            fflush(stdout);
            free(told);
            free(proof);
        }
        return 0;
    }
    while (scanf("%lu %lu", &a, &b) == 2 && getchar() == '\n') {
        char *told = take(a), *proof = take(b);
        verdict v;
        if (verdict_of(told, a, proof, b, &v))
            printf("1\n");
        else
            printf("0 %s\n", v.why);
        fflush(stdout);
        free(told);
        free(proof);
    }
    return 0;
}
