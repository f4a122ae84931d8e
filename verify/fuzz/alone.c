/**
# A target without libFuzzer

`fuzz_NAME FILE ROUNDS` gives a target each input of the file and then as many that are
made of these: a byte changed, a stretch left out, twice, or taken from another. A line of
the file is an input; in it a backslash is followed by another, by n for a newline, or by
x and two digits. PERP_SEED chooses other rounds. So what libFuzzer has found stays found,
with whatever compiler and sanitizers the default tests have.
*/
#include "target.h"

enum { ROOM = 1 << 16, MOST = 4096 };

typedef struct {
    uint8_t *byte;
    size_t size;
} input;

static input kept[MOST];
static uint64_t state;

static size_t below(size_t n)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (size_t)((z ^ (z >> 31)) % (n > 0 ? n : 1));
}

static int digit(int c)
{
    return c >= 'a' ? c - 'a' + 10 : c - '0';
}

/* The bytes of a line, in its own place. */
static size_t plain(char *line, size_t n)
{
    size_t to = 0;
    for (size_t i = 0; i < n; i++) {
        if (line[i] != '\\' || i + 1 == n) {
            line[to++] = line[i];
        } else if (line[++i] != 'x' || i + 2 >= n) {
            line[to++] = (char)(line[i] == 'n' ? '\n' : line[i]);
        } else {
            line[to++] = (char)(digit(line[i + 1]) * 16 + digit(line[i + 2]));
            i += 2;
        }
    }
    return to;
}

static size_t load(const char *path)
{
    size_t count = 0, room = 0;
    char *line = NULL;
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return 0;
    for (ssize_t n; count < MOST && (n = getline(&line, &room, f)) > 0;) {
        size_t size = plain(line, (size_t)n - (line[n - 1] == '\n'));
        uint8_t *byte = malloc(size + 1);
        if (byte == NULL)
            break;
        memcpy(byte, line, size);
        kept[count++] = (input){byte, size};
    }
    free(line);
    fclose(f);
    return count;
}

/* A stretch of p, and what is put in its place: nothing, itself twice, or a
   stretch of another input. */
static size_t spoil(uint8_t *p, size_t n, const input *other)
{
    const size_t i = below(n), k = below(n - i < 40 ? n - i : 40);
    const size_t from = below(other->size), most = other->size - from;
    const size_t take = below(most < 40 ? most + 1 : 40);
    if (below(3) == 0) {
        p[i] = (uint8_t)below(256);
        return n;
    }
    if (n - k + take > ROOM || i + k > n)
        return n;
    memmove(p + i + take, p + i + k, n - i - k);
    memcpy(p + i, other->byte + from, take);
    return n - k + take;
}

/* In memory of its own size: what is read behind its end is seen. */
static void give(const uint8_t *p, size_t n)
{
    uint8_t *copy = malloc(n > 0 ? n : 1);
    if (copy == NULL)
        exit(5);
    memcpy(copy, p, n);
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
}

int main(int argc, char **argv)
{
    static uint8_t work[ROOM + 1];
    const char *seed = getenv("PERP_SEED");
    const size_t count = argc == 3 ? load(argv[1]) : 0;
    state = seed != NULL ? strtoull(seed, NULL, 0) : 2026;
    printf("%zu inputs, seed %llu\n", count, (unsigned long long)state);
    for (size_t k = 0; k < count; k++)
        give(kept[k].byte, kept[k].size);
    for (long round = count > 0 ? atol(argv[2]) : 0; round > 0; round--) {
        const input *x = &kept[below(count)];
        size_t n = x->size < ROOM ? x->size : ROOM;
        memcpy(work, x->byte, n);
        for (size_t times = 1 + below(4); times > 0 && n > 0; times--)
            n = spoil(work, n, &kept[below(count)]);
        give(work, n);
    }
    for (size_t k = 0; k < count; k++)
        free(kept[k].byte);
    return count == 0;
}
