#include "base/pack.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** ## Letters

Three bytes are four letters of six bits. Deflate counts bits from the lowest up. */
typedef struct {
    FILE *to;
    uint32_t bits, three; /* bits that wait; bytes that wait */
    int waiting, bytes, column;
} letters;

static void letter(letters *l, uint32_t six)
{
    static const char *const name = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "abcdefghijklmnopqrstuvwxyz0123456789+/=";
    fputc(name[six], l->to);
    if (++l->column % 76 == 0)
        fputc('\n', l->to);
}

static void byte(letters *l, uint32_t b)
{
    l->three = l->three << 8 | b;
    if (++l->bytes < 3)
        return;
    for (int shift = 18; shift >= 0; shift -= 6)
        letter(l, l->three >> shift & 63);
    l->three = 0;
    l->bytes = 0;
}

static void put_bits(letters *l, uint32_t x, int n)
{
    l->bits |= x << l->waiting;
    for (l->waiting += n; l->waiting >= 8; l->waiting -= 8) {
        byte(l, l->bits & 255);
        l->bits >>= 8;
    }
}

static void end(letters *l)
{
    if (l->waiting > 0)
        byte(l, l->bits & 255);
    const int have = l->bytes;
    while (l->bytes > 0 && l->bytes < 2)
        byte(l, 0);
    if (have > 0) {
        const uint32_t x = l->three << 8;
        for (int i = 0; i < 4; i++)
            letter(l, i <= have ? x >> (18 - 6 * i) & 63 : 64);
    }
    fputc('\n', l->to);
}

/** ## Codes

Huffman's lengths, at most `most` bits: leaves are sorted by how often they occur,
two queues give the two rarest trees, and a length that is too long is cut. Kraft's sum
$\sum 2^{-l}$ must be 1, no more and, for many readers, no less. A cut makes it
larger; making codes longer that are still shorter than `most`, the longest first, brings it to 1
or below, and making codes shorter where that fits brings it to 1. The second ends: without a code
of the greatest length the sum is even in units of $2^{-most}$, and so on up. */
enum { LITERALS = 286, DISTANCES = 30, SYMBOLS = 288, LENGTHS = 19 };

typedef struct {
    uint32_t count;
    int symbol;
} leaf;

static int by_count(const void *a, const void *b)
{
    const leaf *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? -1 : 1)
                                : x->symbol - y->symbol;
}

static void depths(const leaf *leaves, int n, int most, uint8_t *length)
{
    uint32_t sum[2 * SYMBOLS];
    int parent[2 * SYMBOLS], depth[2 * SYMBOLS];
    int next = 0, tree = n, made = n;
    for (int i = 0; i < n; i++)
        sum[i] = leaves[i].count;
    for (; made < 2 * n - 1; made++) {
        sum[made] = 0;
        for (int k = 0; k < 2; k++) {
            const int from_leaf =
                next < n && (tree == made || sum[next] <= sum[tree]);
            const int i = from_leaf ? next++ : tree++;
            sum[made] += sum[i];
            parent[i] = made;
        }
    }
    depth[made - 1] = 0;
    uint32_t kraft = 0;
    for (int i = made - 2; i >= 0; i--) {
        depth[i] = depth[parent[i]] + 1;
        if (i < n) {
            length[i] = (uint8_t)(depth[i] < most ? depth[i] : most);
            kraft += 1u << (most - length[i]);
        }
    }
    for (int l = most - 1; kraft > 1u << most; l--)
        for (int i = 0; i < n && kraft > 1u << most; i++)
            if (length[i] == l) {
                kraft -= 1u << (most - l - 1);
                length[i]++;
            }
    while (kraft < 1u << most)
        for (int i = n - 1; i >= 0; i--)
            if (kraft + (1u << (most - length[i])) <= 1u << most) {
                kraft += 1u << (most - length[i]);
                length[i]--;
            }
}

typedef struct {
    uint8_t length[SYMBOLS];
    uint16_t word[SYMBOLS]; /* first bit lowest */
} code;

static uint16_t turned(uint32_t x, int n)
{
    uint32_t y = 0;
    for (int i = 0; i < n; i++)
        y |= (x >> i & 1) << (n - 1 - i);
    return (uint16_t)y;
}

/* The canonical words: by length, then by symbol. */
static void name_words(code *c, int n)
{
    uint32_t word = 0;
    for (int l = 1; l <= 15; l++, word <<= 1)
        for (int i = 0; i < n; i++)
            if (c->length[i] == l)
                c->word[i] = turned(word++, l);
}

static void make_code(const uint32_t *count, int n, int most, code *out)
{
    leaf leaves[SYMBOLS];
    uint8_t length[SYMBOLS];
    int used = 0;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n; i++)
        if (count[i] > 0)
            leaves[used++] = (leaf){count[i], i};
    for (int i = 0; used < 2; i++) /* a code has two words at least */
        if (count[i] == 0)
            leaves[used++] = (leaf){0, i};
    qsort(leaves, (size_t)used, sizeof *leaves, by_count);
    depths(leaves, used, most, length);
    for (int i = 0; i < used; i++)
        out->length[leaves[i].symbol] = length[i];
    name_words(out, n);
}

/** ## Repetitions

A length of 3 to 258 bytes at a distance up to 32768 is a symbol and some bits. */
static int symbol_of(uint32_t x, int per, uint32_t *extra, int *bits)
{
    int b = 0;
    while (x >> b >= (uint32_t)(2 * per))
        b++;
    *bits = b;
    *extra = x & ((1u << b) - 1);
    return b * per + (int)(x >> b);
}

typedef struct {
    uint16_t length, distance; /* 0, a byte; or a repetition */
} item;

typedef struct {
    const uint8_t *in;
    size_t n;
    item *items;
    int32_t *last,
        *before; /* of a hash: its last place; of a place, by 32768 */
} window;

enum {
    ITEMS = 1 << 16,
    HASHES = 1 << 15,
    REACH = 1 << 15,
    CHAIN = 48,
    LONGEST = 258
};

static uint32_t hash(const uint8_t *at)
{
    const uint32_t x = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    return x * 2654435761u >> 17;
}

static void enter(window *w, size_t at)
{
    if (at + 3 > w->n)
        return;
    const uint32_t h = hash(w->in + at);
    w->before[at % REACH] = w->last[h];
    w->last[h] = (int32_t)at;
}

/* The longest repetition that begins here, of the first CHAIN ones. */
static item longest(const window *w, size_t at)
{
    item best = {0, 0};
    const size_t room = w->n - at;
    const int most = room < LONGEST ? (int)room : LONGEST;
    int32_t from = most < 3 ? -1 : w->last[hash(w->in + at)];
    for (int k = 0; k < CHAIN && from >= 0; k++) {
        const size_t distance = at - (size_t)from;
        if (distance > REACH - 1 || best.length == most)
            break;
        const uint8_t *a = w->in + from, *b = w->in + at;
        int n = 0;
        while (n < most && a[n] == b[n])
            n++;
        if (n >= 3 && n > best.length)
            best = (item){(uint16_t)n, (uint16_t)distance};
        from = w->before[(size_t)from % REACH];
    }
    return best;
}

/* At most ITEMS items from *at on, which moves behind them. A repetition waits
   when the next byte begins a longer one. */
static int collect(window *w, size_t *at)
{
    int n = 0;
    while (n < ITEMS && *at < w->n) {
        item it = longest(w, *at);
        enter(w, *at);
        if (it.length > 0 && it.length < 64 &&
            longest(w, *at + 1).length > it.length)
            it.length = 0;
        if (it.length == 0)
            it = (item){0, w->in[*at]};
        for (int k = 1; k < it.length; k++)
            enter(w, *at + (size_t)k);
        *at += it.length > 0 ? it.length : 1;
        w->items[n++] = it;
    }
    return n;
}

/** ## A block

Its two codes, as lengths under a code of their own, then its items. The length
258 has a symbol for itself. */
typedef struct {
    int literal, literal_bits, distance, distance_bits;
    uint32_t literal_extra, distance_extra;
} parts;

static parts parts_of(item it)
{
    parts p = {.literal = it.distance, .distance = -1};
    if (it.length == 0)
        return p;
    p.literal = 285;
    if (it.length < LONGEST)
        p.literal = 257 + symbol_of((uint32_t)it.length - 3, 4,
                                    &p.literal_extra, &p.literal_bits);
    p.distance = symbol_of((uint32_t)it.distance - 1, 2, &p.distance_extra,
                           &p.distance_bits);
    return p;
}

static void put_lengths(letters *l, const code *literal, const code *distance)
{
    static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                           11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint32_t count[LENGTHS] = {0};
    code c;
    for (int i = 0; i < LITERALS; i++)
        count[literal->length[i]]++;
    for (int i = 0; i < DISTANCES; i++)
        count[distance->length[i]]++;
    make_code(count, LENGTHS, 7, &c);
    put_bits(l, LITERALS - 257, 5);
    put_bits(l, DISTANCES - 1, 5);
    put_bits(l, LENGTHS - 4, 4);
    for (int i = 0; i < LENGTHS; i++)
        put_bits(l, c.length[order[i]], 3);
    for (int i = 0; i < LITERALS; i++)
        put_bits(l, c.word[literal->length[i]], c.length[literal->length[i]]);
    for (int i = 0; i < DISTANCES; i++)
        put_bits(l, c.word[distance->length[i]], c.length[distance->length[i]]);
}

static void put_block(letters *l, const item *items, int n, int last)
{
    uint32_t count[SYMBOLS] = {0}, far[DISTANCES] = {0};
    code literal, distance;
    for (int i = 0; i < n; i++) {
        const parts p = parts_of(items[i]);
        count[p.literal]++;
        if (p.distance >= 0)
            far[p.distance]++;
    }
    count[256] = 1; /* the end */
    make_code(count, LITERALS, 15, &literal);
    make_code(far, DISTANCES, 15, &distance);
    put_bits(l, (uint32_t)last, 1);
    put_bits(l, 2, 2);
    put_lengths(l, &literal, &distance);
    for (int i = 0; i < n; i++) {
        const parts p = parts_of(items[i]);
        put_bits(l, literal.word[p.literal], literal.length[p.literal]);
        put_bits(l, p.literal_extra, p.literal_bits);
        if (p.distance < 0)
            continue;
        put_bits(l, distance.word[p.distance], distance.length[p.distance]);
        put_bits(l, p.distance_extra, p.distance_bits);
    }
    put_bits(l, literal.word[256], literal.length[256]);
}

perp_status pack_put(FILE *to, const void *bytes, size_t n)
{
    letters l = {.to = to};
    window w = {.in = bytes, .n = n};
    size_t at = 0;
    if (n > INT32_MAX)
        return PERP_FAIL(PERP_LIMIT, "%zu bytes; a page holds 2^31 at most", n);
    w.items = memory_new(ITEMS, sizeof *w.items);
    w.last = memory_new(HASHES, sizeof *w.last);
    w.before = memory_new(REACH, sizeof *w.before);
    const int fine = w.items != NULL && w.last != NULL && w.before != NULL;
    for (int i = 0; fine && i < HASHES; i++)
        w.last[i] = -1;
    do {
        const int items = fine ? collect(&w, &at) : 0;
        if (fine)
            put_block(&l, w.items, items, at == n);
    } while (fine && at < n);
    end(&l);
    memory_free(w.items);
    memory_free(w.last);
    memory_free(w.before);
    return fine ? PERP_SUCCESS : PERP_NO_MEMORY(ITEMS * sizeof *w.items);
}
