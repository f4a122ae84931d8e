#include "base/pack.h"
#include "check.h"

#include <stdlib.h>

/* What was packed, unpacked by a reader written from RFC 1951 and 4648 alone: of
   deflate the blocks with codes of their own, bit by bit. */
typedef struct {
    unsigned char *in;
    size_t n, at; /* at: bits */
} reader;

static unsigned bit(reader *r)
{
    if (r->at / 8 >= r->n) {
        printf("the text ends too early\n");
        exit(1);
    }
    const unsigned b = r->in[r->at / 8] >> r->at % 8 & 1;
    r->at++;
    return b;
}

static unsigned bits(reader *r, int n)
{
    unsigned x = 0;
    for (int i = 0; i < n; i++)
        x |= bit(r) << i;
    return x;
}

typedef struct {
    int count[16], symbol[288];
} code;

static void read_code(const int *length, int n, code *c)
{
    int k = 0;
    memset(c, 0, sizeof *c);
    for (int l = 1; l < 16; l++)
        for (int i = 0; i < n; i++)
            if (length[i] == l) {
                c->count[l]++;
                c->symbol[k++] = i;
            }
}

/* Kraft's sum in units of 2^-15: a whole code has 2^15. */
static int kraft(const code *c)
{
    int sum = 0;
    for (int l = 1; l < 16; l++)
        sum += c->count[l] << (15 - l);
    return sum;
}

static int symbol(reader *r, const code *c)
{
    int word = 0, first = 0, index = 0;
    for (int l = 1; l < 16; l++) {
        word |= (int)bit(r);
        if (word - first < c->count[l])
            return c->symbol[index + word - first];
        index += c->count[l];
        first = (first + c->count[l]) << 1;
        word <<= 1;
    }
    printf("no such word\n");
    exit(1);
}

static void read_codes(reader *r, code *literal, code *distance)
{
    static const int order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                  11, 4,  12, 3, 13, 2, 14, 1, 15};
    const int n = (int)bits(r, 5) + 257, m = (int)bits(r, 5) + 1;
    const int k = (int)bits(r, 4) + 4;
    int length[320] = {0};
    code c;
    for (int i = 0; i < k; i++)
        length[order[i]] = (int)bits(r, 3);
    read_code(length, 19, &c);
    CHECK(kraft(&c) == 1 << 15, "lengths");
    for (int i = 0; i < n + m; i++) {
        length[i] = symbol(r, &c);
        CHECK(length[i] < 16, "a run of lengths: not written here");
    }
    read_code(length, n, literal);
    read_code(length + n, m, distance);
    CHECK(kraft(literal) == 1 << 15 && kraft(distance) == 1 << 15,
          "a code that is not whole");
}

static size_t unpack(reader *r, unsigned char *to, size_t room)
{
    static const int base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                 15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const int more[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    size_t n = 0;
    code literal, distance;
    for (unsigned last = 0; !last;) {
        last = bit(r);
        CHECK(bits(r, 2) == 2, "another kind of block");
        read_codes(r, &literal, &distance);
        for (int s; (s = symbol(r, &literal)) != 256;) {
            if (s < 256 && n < room) {
                to[n++] = (unsigned char)s;
                continue;
            }
            const int l = base[s - 257] + (int)bits(r, more[s - 257]);
            const int d = symbol(r, &distance), e = d < 4 ? 0 : d / 2 - 1;
            const size_t far =
                (size_t)((d < 4 ? d : (2 + d % 2) << e) + 1) + bits(r, e);
            CHECK(far <= n && n + (size_t)l <= room, "beyond what there is");
            for (int i = 0; far <= n && n < room && i < l; i++, n++)
                to[n] = to[n - far];
        }
    }
    return n;
}

static size_t letters(char *text, size_t n)
{
    static const char name[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t out = 0, used = 0;
    unsigned x = 0;
    for (size_t i = 0; i < n; i++) {
        const char *at = strchr(name, text[i]);
        if (text[i] == '\n' || text[i] == '=' || at == NULL)
            continue;
        x = x << 6 | (unsigned)(at - name);
        if (++used % 4 != 1)
            text[out++] = (char)(x >> (6 - 2 * ((used - 1) % 4)) & 255);
    }
    return out;
}

static size_t round_trip(const unsigned char *bytes, size_t n)
{
    const size_t room = 2 * n + 4096;
    char *text = memory_new(room, 1);
    unsigned char *back = memory_new(n + 1, 1);
    FILE *f = tmpfile();
    CHECK(pack_put(f, bytes, n).code == PERP_OK, "refused");
    rewind(f);
    const size_t written = fread(text, 1, room, f);
    CHECK(written % 77 == 0 || text[written - 1] == '\n', "lines");
    reader r = {.in = (unsigned char *)text, .n = letters(text, written)};
    const size_t got = unpack(&r, back, n);
    CHECK(got == n && memcmp(back, bytes, n) == 0, "%zu bytes, of %zu", got, n);
    CHECK((r.at + 7) / 8 == r.n, "%zu bytes behind the end", r.n);
    fclose(f);
    memory_free(text);
    memory_free(back);
    return written;
}

enum { MOST = 150000 };
static unsigned char bytes[MOST];

/** Nothing, a byte, two, three: what base 64 fills up. Bytes of a few sorts with
repetitions near and far, longer than a block and than the window. */
static void random_bytes(void)
{
    check_random r = {check_seed(8)};
    for (int round = 0; round < 60; round++) {
        const int n = round < 12 ? round
                                 : check_integer(&r, 1, 2000) *
                                       (round % 20 == 0 ? 75 : 1);
        const int sorts = check_integer(&r, 1, round % 3 == 0 ? 256 : 20);
        for (int i = 0; i < n;) {
            int length = check_integer(&r, 1, 40);
            const int far = check_integer(&r, 1, i + 1);
            const int again = i > 0 && check_integer(&r, 0, 3) == 0;
            for (; length > 0 && i < n; length--, i++)
                bytes[i] = again && far <= i
                               ? bytes[i - far]
                               : (unsigned char)check_integer(&r, 1, sorts);
        }
        round_trip(bytes, (size_t)n);
    }
}

/** Counts like Fibonacci's numbers want codes longer than fifteen bits: they are
cut, and the code stays whole. */
static void long_codes(void)
{
    check_random r = {check_seed(9)};
    int n = 0;
    for (int i = 0, a = 1, b = 1; i < 23; i++) {
        for (int k = 0; k < a; k++)
            bytes[n++] = (unsigned char)(i * 7);
        const int c = a + b;
        a = b;
        b = c;
    }
    for (int i = n - 1; i > 0; i--) { /* shuffled: hardly a repetition */
        const int k = check_integer(&r, 0, i);
        const unsigned char x = bytes[i];
        bytes[i] = bytes[k];
        bytes[k] = x;
    }
    round_trip(bytes, (size_t)n);
}

/** What repeats is small, what does not is a third larger, by its letters. */
static void sizes(void)
{
    check_random r = {check_seed(10)};
    memset(bytes, 'x', MOST);
    CHECK(round_trip(bytes, MOST) < 2000, "what repeats is not small");
    for (int i = 0; i < 30000; i++)
        bytes[i] = (unsigned char)check_integer(&r, 0, 255);
    CHECK(round_trip(bytes, 30000) < 30000 * 1.4, "too large");
}

static void no_memory(void)
{
    for (size_t k = 1; k <= 3; k++) {
        FILE *f = tmpfile();
        memory_refuse(k);
        CHECK(pack_put(f, bytes, 100).code == PERP_LIMIT, "request %zu", k);
        memory_refuse(0);
        fclose(f);
    }
}

int main(void)
{
    RUN(random_bytes);
    RUN(long_codes);
    RUN(sizes);
    RUN(no_memory);
    return check_failures > 0;
}
