#include "lcp/formats/fclib.h"

#include "base/memory.h"
#include "number/literal.h"

#include <string.h>

/** The file that HDF5's library would write in its first format, every reader's: a
superblock of 96 bytes, arrays in one piece, and groups as symbol tables of one leaf,
which has room for eight members. What is pointed to is written first, so that each
address is known when it is wanted; the superblock is filled in last. The heap's first
refusal is kept, and then nothing is added. */
typedef struct {
    unsigned char *at;
    size_t used, room, refused;
} image;

static const uint64_t undefined = UINT64_MAX;

static void add(image *o, uint64_t v, int bytes)
{
    if (o->refused != 0)
        return;
    if (o->used + 8 > o->room) {
        size_t room = 2 * o->room + 4096;
        unsigned char *grown = memory_resize(o->at, room);
        o->refused = grown == NULL ? room : 0;
        if (grown == NULL)
            return;
        o->at = grown;
        o->room = room;
    }
    for (int k = 0; k < bytes; k++)
        o->at[o->used++] = (unsigned char)(v >> 8 * k);
}

static void zeros(image *o, size_t bytes)
{
    while (bytes-- > 0)
        add(o, 0, 1);
}

static void letters(image *o, const char *text, size_t len)
{
    for (size_t k = 0; k < len; k++)
        add(o, (unsigned char)text[k], 1);
}

/** Addresses are multiples of eight. */
static uint64_t here(image *o)
{
    zeros(o, (8 - o->used % 8) % 8);
    return o->used;
}

static void message(image *o, int type, int size)
{
    add(o, (uint64_t)type, 2);
    add(o, (uint64_t)size, 2);
    add(o, 0, 4);
}

static void head(image *o, int messages, int size)
{
    add(o, 1, 2);
    add(o, (uint64_t)messages, 2);
    add(o, 1, 4); /* one link leads here */
    add(o, (uint64_t)size, 4);
    add(o, 0, 4);
}

/* An array whose numbers stand at `data`: of doubles, or of whole numbers of
   four bytes. */
static uint64_t array(image *o, int real, uint64_t count, uint64_t data)
{
    const int type = real ? 24 : 16;
    uint64_t at = here(o);
    head(o, 3, 3 * 8 + 16 + type + 24);
    message(o, 1, 16); /* of what size: version 1, one dimension */
    add(o, 1 | 1 << 8, 8);
    add(o, count, 8);
    message(o, 3, type); /* of what: version 1, the lowest byte first */
    if (real) {
        add(o, 0x11 | 0x3f20 << 8,
            4); /* sign in bit 63, a hidden leading one */
        add(o, 8, 4);
        add(o, 64 << 16, 4);
        add(o, 52 | 11 << 8 | 52 << 24, 4); /* exponent, mantissa */
        add(o, 1023, 8);
    } else {
        add(o, 0x10 | 8 << 8, 4); /* with a sign */
        add(o, 4, 4);
        add(o, 32 << 16, 8);
    }
    message(o, 8, 24); /* where: version 3, in one piece */
    add(o, 3 | 1 << 8, 2);
    add(o, count > 0 ? data : undefined, 8);
    add(o, count * (real ? 8 : 4), 8);
    zeros(o, 6);
    return at;
}

static uint64_t whole(image *o, uint64_t v)
{
    uint64_t data = here(o);
    add(o, v, 4);
    return array(o, 0, 1, data);
}

static void add_double(image *o, mpq_srcptr q)
{
    double x = mpq_get_d(q);
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    add(o, bits, 8);
}

static uint64_t vector(image *o, int count, const mpq_t *q)
{
    uint64_t data = here(o);
    for (int k = 0; k < count; k++)
        add_double(o, q[k]);
    return array(o, 1, (uint64_t)count, data);
}

typedef struct {
    const char *name;
    uint64_t at;
} member;

/** A group's members in the order of their names; the tree has one leaf, and its two
keys are the heap's empty name, at 0, and the last one. A node has the room that the
superblock's numbers say, 16 and 4, whatever of it is used. */
static uint64_t group(image *o, int count, const member *m)
{
    uint64_t place[8] = {0}, size = 8, names, heap, leaf, tree, at;
    names = here(o);
    zeros(o, 8);
    for (int k = 0; k < count; k++) {
        size_t len = strlen(m[k].name) + 1;
        place[k] = size;
        letters(o, m[k].name, len);
        size = here(o) - names;
    }
    heap = here(o);
    letters(o, "HEAP", 4);
    add(o, 0, 4);
    add(o, size, 8);
    add(o, 1, 8); /* nothing is free */
    add(o, names, 8);
    leaf = here(o);
    letters(o, "SNOD", 4);
    add(o, 1 | (uint64_t)count << 16, 4);
    for (int k = 0; k < 8; k++) {
        add(o, k < count ? place[k] : 0, 8);
        add(o, k < count ? m[k].at : 0, 8);
        zeros(o, 24);
    }
    tree = here(o);
    letters(o, "TREE", 4);
    add(o, 1 << 16, 4); /* a group's, a leaf's, one entry */
    add(o, undefined, 8);
    add(o, undefined, 8);
    add(o, 0, 8);
    add(o, leaf, 8);
    add(o, place[count - 1], 8);
    zeros(o, 544 - 48);
    at = here(o);
    head(o, 1, 24);
    message(o, 0x11, 16);
    add(o, tree, 8);
    add(o, heap, 8);
    return at;
}

/** W by columns: where each begins, the row of each entry, the entry. */
static uint64_t matrix(image *o, int m, const mpq_t *W)
{
    uint64_t count = 0, p = here(o), i, x;
    add(o, 0, 4);
    for (int c = 0; c < m; c++) {
        for (int r = 0; r < m; r++)
            count += mpq_sgn(W[(size_t)r * (size_t)m + (size_t)c]) != 0;
        add(o, count, 4);
    }
    p = array(o, 0, (uint64_t)m + 1, p);
    i = here(o);
    for (int c = 0; c < m; c++)
        for (int r = 0; r < m; r++)
            if (mpq_sgn(W[(size_t)r * (size_t)m + (size_t)c]) != 0)
                add(o, (uint64_t)r, 4);
    i = array(o, 0, count, i);
    x = here(o);
    for (int c = 0; c < m; c++)
        for (int r = 0; r < m; r++)
            if (mpq_sgn(W[(size_t)r * (size_t)m + (size_t)c]) != 0)
                add_double(o, W[(size_t)r * (size_t)m + (size_t)c]);
    x = array(o, 1, count, x);
    uint64_t size = whole(o, (uint64_t)m), nz = whole(o, UINT32_MAX); /* -1 */
    const member members[] = {{"i", i},
                              {"m", size},
                              {"n", size},
                              {"nz", nz},
                              {"nzmax", whole(o, count)},
                              {"p", p},
                              {"x", x}};
    return group(o, 7, members);
}

static void superblock(image *o, uint64_t root)
{
    const size_t end = o->used;
    if (o->refused != 0)
        return;
    o->used = 0;
    letters(o, "\x89HDF\r\n\x1a\n", 8);
    add(o, 0, 5);
    add(o, 8, 1);
    add(o, 8, 2);
    add(o, 4, 2);
    add(o, 16, 6);
    add(o, 0, 8);
    add(o, undefined, 8);
    add(o, end, 8);
    add(o, undefined, 8);
    add(o, 0, 8);
    add(o, root, 8);
    zeros(o, 24);
    o->used = end;
}

static void image_of(image *o, const contact_problem *c)
{
    const int m = c->d * c->p;
    zeros(o, 96);
    const member vectors[] = {{"mu", vector(o, c->p, c->mu)},
                              {"q", vector(o, m, c->q)}};
    const member local[] = {{"W", matrix(o, m, c->W)},
                            {"spacedim", whole(o, (uint64_t)c->d)},
                            {"vectors", group(o, 2, vectors)}};
    const member root[] = {{"fclib_local", group(o, 3, local)}};
    uint64_t at = group(o, 1, root);
    here(o);
    superblock(o, at);
}

perp_status fclib_write(FILE *out, int number, const contact_problem *c)
{
    const size_t m = (size_t)c->d * (size_t)c->p,
                 all = m * m + m + (size_t)c->p;
    image o = {0};
    if (number > 1)
        return PERP_FAIL(PERP_INPUT, "problem 2: a file of FCLIB's holds one "
                                     "problem; take --export json or perp");
    for (size_t k = 0; k < all; k++) /* W, q and mu stand behind each other */
        if (!literal_is_double(c->W[k]))
            return PERP_FAIL(PERP_INPUT,
                             "problem %d has a number that is no double; take "
                             "--export json or perp, or round all with "
                             "--doubles",
                             number);
    image_of(&o, c);
    if (o.refused == 0)
        fwrite(o.at, 1, o.used, out);
    memory_free(o.at);
    return o.refused == 0 ? PERP_SUCCESS : PERP_NO_MEMORY(o.refused);
}
