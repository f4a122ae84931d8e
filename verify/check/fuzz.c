/**
# perp-check on any bytes

A checker reads what strangers write. Whatever they write, it must end with a
verdict: no read outside of an array, no overflow of a count, no endless loop,
no number without a value. This is a test, not a part of the checker.

An input is a scene, a zero byte, and a proof. With libFuzzer, which chooses
them by what they reach, this file is its target; without, every file of a
corpus is read, and then spoilt at random: `fuzz_check DIR ROUNDS`, a byte, a
stretch left out, a stretch twice, digits, words of the grammar. Sanitizers
watch.

A digest that does not fit would end nearly every attempt at its last line,
and one in the second line at once, before anything was read. So both are put
right before the checker sees them (`seal`). What is accepted then need not be
false: a name or a datum that nothing touches may have been changed. That is
counted and not judged here; forge.py judges it.
*/
#define _POSIX_C_SOURCE 200809L
#include "proof.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static FILE *stream(const uint8_t *p, size_t n)
{
    static char none[1];
    FILE *f =
        fmemopen(n > 0 ? (void *)(uintptr_t)p : none, n > 0 ? n : 1, "rb");
    if (f == NULL)
        exit(6);
    if (n == 0)
        (void)getc(f);
    return f;
}

/* 64 digits behind the last `tag` of the text, when they are there. */
static void put_sum(uint8_t *p, size_t n, const char *tag, const char *sum)
{
    const size_t t = strlen(tag);
    for (size_t i = n; i-- > 0;)
        if (i + t + 64 <= n && memcmp(p + i, tag, t) == 0) {
            memcpy(p + i + t, sum, 64);
            return;
        }
}

static void seal(const uint8_t *told, size_t a, uint8_t *proof, size_t b)
{
    digest d;
    char sum[65];
    size_t end = b;
    digest_begin(&d);
    digest_add(&d, told, a);
    digest_end(&d, sum);
    put_sum(proof, b < 200 ? b : 200, "scene ", sum);
    while (end > 0 && (b - end < 7 || memcmp(proof + end, "sha256 ", 7) != 0))
        end--;
    digest_begin(&d);
    digest_add(&d, proof, end);
    digest_end(&d, sum);
    put_sum(proof, b, "sha256 ", sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static long accepted;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero_ = memchr(data, 0, size);
    const size_t a = zero_ == NULL ? size : (size_t)(zero_ - data);
    const size_t b = zero_ == NULL ? 0 : size - a - 1;
    uint8_t *proof = malloc(b + 1);
    if (proof == NULL)
        return 0;
    memcpy(proof, data + size - b, b);
    seal(data, a, proof, b);
    verdict v;
    FILE *s = stream(data, a), *p = stream(proof, b);
    accepted += check(s, p, &v);
    fclose(s);
    fclose(p);
    free(proof);
    return 0;
}

#ifndef PERP_LIBFUZZER
static uint64_t state = 20260722;

static size_t below(size_t n)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (size_t)((z ^ (z >> 31)) % (n > 0 ? n : 1));
}

/* A byte, a stretch out, a stretch twice, a huge number. */
static size_t spoil(uint8_t *p, size_t n, size_t room)
{
    static const char word[] = "0123456789abcdefp-:/ \nwMFvqxjsk";
    size_t i = below(n), k = below(n - i < 40 ? n - i : 40);
    switch (below(5)) {
    case 0:
        p[i] = (uint8_t)below(256);
        return n;
    case 1:
        memmove(p + i, p + i + k, n - i - k);
        return n - k;
    case 2:
        if (n + k > room)
            return n;
        memmove(p + i + k, p + i, n - i);
        return n + k;
    case 3:
        for (size_t j = i; j < i + k; j++)
            p[j] = (uint8_t)word[below(10)];
        return n;
    default:
        p[i] = (uint8_t)word[below(sizeof word - 1)];
        return n;
    }
}

static size_t load(const char *dir, const char *name, uint8_t *to, size_t room)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "rb");
    size_t n = f == NULL ? 0 : fread(to, 1, room, f);
    if (f != NULL)
        fclose(f);
    return n;
}

int main(int argc, char **argv)
{
    enum { ROOM = 1 << 16, FILES = 128 };
    static uint8_t text[FILES][ROOM], work[ROOM];
    size_t size[FILES], files = 0;
    const char *seed = getenv("PERP_SEED");
    DIR *d = argc == 3 ? opendir(argv[1]) : NULL;
    if (d == NULL)
        return 2;
    state = seed != NULL ? strtoull(seed, NULL, 0) : state;
    for (struct dirent *e; (e = readdir(d)) != NULL && files < FILES;)
        if (e->d_name[0] != '.' &&
            (size[files] = load(argv[1], e->d_name, text[files], ROOM)) > 0) {
            LLVMFuzzerTestOneInput(text[files], size[files]);
            files++;
        }
    closedir(d);
    printf("%zu files, %ld of them accepted\n", files, accepted);
    if (files == 0 || accepted == 0)
        return 1;
    for (long round = atol(argv[2]); round > 0; round--) {
        size_t f = below(files), n = size[f];
        memcpy(work, text[f], n);
        for (size_t times = 1 + below(4); times > 0 && n > 1; times--)
            n = spoil(work, n, ROOM);
        LLVMFuzzerTestOneInput(work, n);
    }
    printf("%ld of %s spoilt ones are accepted: their digests were put right\n",
           accepted, argv[2]);
    return 0;
}
#endif
