#include "lcp/formats/hdf5.h"

#include <string.h>

/** The bytes are walked with one hand on the wall. A walk keeps the first thing
that was wrong and its place; from then on it reads zeros, and every loop ends. So
what reads need not ask after each number, and nothing outside of the file is ever
touched. Addresses of a bent file may lead in circles: the steps are counted, and a
walk of more than STEPS is wrong, too. */
typedef struct {
    const hdf5_file *f;
    uint64_t at;     /* of what is wrong */
    const char *why; /* or null */
    int steps;
} walk;

enum { STEPS = 1 << 20, PIECES = 64 };

static void wrong(walk *w, uint64_t at, const char *why)
{
    if (w->why != NULL)
        return;
    w->at = at;
    w->why = why;
}

static int inside(walk *w, uint64_t at, uint64_t bytes)
{
    if (w->why == NULL && ++w->steps > STEPS)
        wrong(w, at, "is on a way that leads in a circle");
    if (at > w->f->len || bytes > w->f->len - at)
        wrong(w, at, "lies outside of the file, which is cut or bent");
    return w->why == NULL;
}

/* A whole number of so many bytes, the lowest first. */
static uint64_t get(walk *w, uint64_t at, int bytes)
{
    uint64_t v = 0;
    if (!inside(w, at, (uint64_t)bytes))
        return 0;
    for (int k = bytes - 1; k >= 0; k--)
        v = v << 8 | w->f->at[at + (uint64_t)k];
    return v;
}

static int is(walk *w, uint64_t at, const char *mark)
{
    return inside(w, at, 4) && memcmp(w->f->at + at, mark, 4) == 0;
}

static perp_status ended(const walk *w, const char *path)
{
    if (w->why == NULL)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT, "%s: %s: what stands at byte %llu %s",
                     w->f->name, path, (unsigned long long)w->at, w->why);
}

static const unsigned char mark[8] = {0x89, 'H',  'D',  'F',
                                      '\r', '\n', 0x1a, '\n'};

int hdf5_begins(const lcp_text *t)
{
    return t->len >= sizeof mark && memcmp(t->text, mark, sizeof mark) == 0;
}

/** The superblock: version 0 and 1 end with an entry of a symbol table, whose second
number is the address of the root's header; 2 and 3 have that address itself. Addresses
and lengths have eight bytes, as the library makes them on all machines of today, and
count from the first byte of the file. */
perp_status hdf5_open(const lcp_text *t, hdf5_file *out)
{
    static const char sizes[] = "is no eight: addresses and lengths of other "
                                "sizes are not read; h5repack "
                                "writes the file anew",
                      front[] = "is not zero: a file behind a block of the "
                                "user's own is not read; h5unjam takes it off",
                      newer[] =
                          "is a version of HDF5 that is not read; h5repack "
                          "--high=2 writes an older one";
    *out = (hdf5_file){
        .name = t->name, .at = (const unsigned char *)t->text, .len = t->len};
    walk w = {.f = out};
    if (!hdf5_begins(t))
        wrong(&w, 0, "is not the beginning of an HDF5 file");
    uint64_t version = get(&w, 8, 1), at = version < 2 ? 13 : 9;
    uint64_t base = version == 0 ? 24 : version == 1 ? 28 : 12;
    if (version > 3)
        wrong(&w, 8, newer);
    if (get(&w, at, 1) != 8 || get(&w, at + 1, 1) != 8)
        wrong(&w, at, sizes);
    if (get(&w, base, 8) != 0)
        wrong(&w, base, front);
    if (get(&w, version < 2 ? base + 16 : 28, 8) > out->len)
        wrong(&w, out->len,
              "is missing: the file says that it is longer, and is "
              "cut");
    out->root = get(&w, version < 2 ? base + 40 : 36, 8);
    return ended(&w, "the file");
}

/* One message of an object's header. */
typedef struct {
    uint64_t type, at, size;
    int shared;
} message;

/** A header is a list of messages in pieces; a message may name a further piece. Of
version 1 a message has eight bytes before its data, of version 2 four, or six where
the order of creation is kept; the pieces of version 2 end with a checksum, which
is not looked at, and may have a gap before it that is too short for a message. */
typedef struct {
    uint64_t begin[PIECES], end[PIECES], at;
    int count, piece, head, newer;
} header;

static void piece(walk *w, header *h, uint64_t at, uint64_t size)
{
    if (h->newer && h->count > 0) {
        if (!is(w, at, "OCHK") || size < 8)
            wrong(w, at, "is not the further piece of a header");
        at += 4;
        size -= 8;
    }
    if (!inside(w, at, size))
        return;
    if (h->count == PIECES) {
        wrong(w, at, "is one piece of a header too many");
        return;
    }
    h->begin[h->count] = at;
    h->end[h->count++] = at + size;
}

static void header_open(walk *w, uint64_t at, header *h)
{
    *h = (header){.head = 8};
    h->newer = is(w, at, "OHDR");
    if (!h->newer) {
        if (get(w, at, 1) != 1)
            wrong(w, at, "is not the header of a group or an array");
        piece(w, h, at + 16, get(w, at + 8, 4));
    } else {
        uint64_t flags = get(w, at + 5, 1);
        uint64_t size =
            at + 6 + (flags & 0x20 ? 16u : 0u) + (flags & 0x10 ? 4u : 0u);
        int width = 1 << (flags & 3);
        h->head = flags & 4 ? 6 : 4;
        piece(w, h, size + (uint64_t)width, get(w, size, width));
    }
    h->at = h->begin[0];
}

static int header_next(walk *w, header *h, message *m)
{
    while (w->why == NULL && h->piece < h->count) {
        const uint64_t at = h->at, end = h->end[h->piece];
        const uint64_t head = (uint64_t)h->head;
        if (at > end || end - at < head) {
            if (++h->piece < h->count)
                h->at = h->begin[h->piece];
            continue;
        }
        m->type = get(w, at, h->newer ? 1 : 2);
        m->size = get(w, at + (h->newer ? 1 : 2), 2);
        m->shared = (get(w, at + (h->newer ? 3 : 4), 1) & 2) != 0;
        m->at = at + head;
        h->at = m->at + m->size;
        if (m->size > end - m->at)
            wrong(w, at, "is a message that is longer than its header");
        else if (m->type == 0x10)
            piece(w, h, get(w, m->at, 8), get(w, m->at + 8, 8));
        else
            return w->why == NULL;
    }
    return 0;
}

/* The next part of a path. */
typedef struct {
    const char *at;
    size_t len;
} name;

static int named(walk *w, uint64_t at, uint64_t len, name n)
{
    return len == n.len && inside(w, at, len) &&
           memcmp(w->f->at + at, n.at, n.len) == 0;
}

/** A symbol table: a tree (TREE) whose leaves are lists (SNOD) of names and
addresses, the names in a heap. It is searched from its first leaf to its last: the
order of the names, which would be quicker, is the writer's word. */
static uint64_t in_list(walk *w, uint64_t at, uint64_t names, name n)
{
    if (!is(w, at, "SNOD")) {
        wrong(w, at, "is not a list of a group's members");
        return 0;
    }
    uint64_t count = get(w, at + 6, 2);
    for (uint64_t k = 0; k < count && w->why == NULL; k++) {
        uint64_t entry = at + 8 + 40 * k;
        uint64_t text = names + get(w, entry, 8);
        if (named(w, text, n.len, n) && get(w, text + n.len, 1) == 0)
            return get(w, entry + 8, 8);
    }
    return 0;
}

static uint64_t in_tree(walk *w, uint64_t at, uint64_t names, name n,
                        uint64_t above)
{
    uint64_t level = get(w, at + 5, 1), count = get(w, at + 6, 2), found = 0;
    if (!is(w, at, "TREE") || get(w, at + 4, 1) != 0 || level >= above)
        wrong(w, at, "is not a tree of a group's members");
    for (uint64_t k = 0; k < count && found == 0 && w->why == NULL; k++) {
        uint64_t child = get(w, at + 32 + 16 * k, 8);
        found = level == 0 ? in_list(w, child, names, n)
                           : in_tree(w, child, names, n, level);
    }
    return found;
}

static uint64_t in_table(walk *w, const message *m, name n)
{
    uint64_t heap = get(w, m->at + 8, 8);
    if (!is(w, heap, "HEAP"))
        wrong(w, heap, "is not a heap of names");
    return in_tree(w, get(w, m->at, 8), get(w, heap + 24, 8), n, 256);
}

/* A link of its own: the address when it has this name, else 0. */
static uint64_t in_link(walk *w, const message *m, name n)
{
    uint64_t flags = get(w, m->at + 1, 1), at = m->at + 2;
    int width = 1 << (flags & 3), kind = 0;
    if (flags & 8)
        kind = (int)get(w, at++, 1);
    at += (flags & 4 ? 8u : 0u) + (flags & 16 ? 1u : 0u);
    uint64_t len = get(w, at, width);
    at += (uint64_t)width;
    if (!named(w, at, len, n))
        return 0;
    if (kind != 0)
        wrong(w, m->at, "is a link to a path or a file, which is not followed");
    return get(w, at + len, 8);
}

/* A message that says where links are when they are too many for a header. */
static void in_heap(walk *w, const message *m)
{
    uint64_t at = m->at + 2 + (get(w, m->at + 1, 1) & 1 ? 8 : 0);
    if (get(w, at, 8) != UINT64_MAX)
        wrong(
            w, m->at,
            "is a group whose members are in a heap; h5repack --low=0 --high=0 "
            "writes a group that is read");
}

/* The member of this name of the group there, or 0. */
static uint64_t member(walk *w, uint64_t group, name n)
{
    header h;
    message m;
    uint64_t found = 0;
    header_open(w, group, &h);
    while (found == 0 && header_next(w, &h, &m))
        if (m.type == 0x11)
            found = in_table(w, &m, n);
        else if (m.type == 6)
            found = in_link(w, &m, n);
        else if (m.type == 2)
            in_heap(w, &m);
    return w->why == NULL ? found : 0;
}

static void space(walk *w, const message *m, hdf5_data *d)
{
    uint64_t version = get(w, m->at, 1), rank = get(w, m->at + 1, 1);
    uint64_t at = m->at + (version == 1 ? 8 : 4);
    d->count = version == 2 && get(w, m->at + 3, 1) == 2 ? 0 : 1;
    for (uint64_t k = 0; k < rank && w->why == NULL; k++) {
        uint64_t size = get(w, at + 8 * k, 8);
        if (size > 0 && d->count > UINT64_MAX / size)
            wrong(w, m->at, "says a size that no file has");
        d->count *= size;
    }
}

/* Bits of a number in IEEE's form: offset, precision, place and size of the
   exponent, of the mantissa, bias. */
static int ieee(walk *w, uint64_t at, int size)
{
    static const uint64_t forms[2][7] = {{0, 32, 23, 8, 0, 23, 127},
                                         {0, 64, 52, 11, 0, 52, 1023}};
    static const int place[] = {0, 2, 4, 5, 6, 7, 8},
                     bytes[] = {2, 2, 1, 1, 1, 1, 4};
    const uint64_t *form = forms[size == 8];
    for (int k = 0; k < 7; k++)
        if (get(w, at + (uint64_t)place[k], bytes[k]) != form[k])
            return 0;
    return 1;
}

static void type(walk *w, const message *m, hdf5_data *d)
{
    uint64_t kind = get(w, m->at, 1) & 15, bits = get(w, m->at + 1, 3);
    uint64_t size = get(w, m->at + 4, 4);
    d->kind = HDF5_OTHER;
    d->size = size <= 8 ? (int)size : 0;
    d->big = (bits & 1) != 0;
    d->sign = (bits & 8) != 0;
    if (m->shared || d->size == 0)
        return;
    if (kind == 0 && get(w, m->at + 8, 2) == 0 &&
        get(w, m->at + 10, 2) == 8 * size)
        d->kind = HDF5_WHOLE;
    if (kind == 1 && (size == 4 || size == 8) && (bits & 0x40) == 0 &&
        ieee(w, m->at + 8, d->size))
        d->kind = HDF5_REAL;
}

static void layout(walk *w, const message *m, hdf5_data *d, uint64_t *stored)
{
    uint64_t version = get(w, m->at, 1), class = get(w, m->at + 1, 1), at;
    if ((version != 3 && version != 4) || class > 1) {
        wrong(w, m->at,
              "is an array in pieces or of an old kind; h5repack -l CONTI -f "
              "NONE writes it in one piece");
        return;
    }
    at = class == 0 ? m->at + 4 : get(w, m->at + 2, 8);
    *stored = class == 0 ? get(w, m->at + 2, 2) : get(w, m->at + 10, 8);
    if (at == UINT64_MAX) /* nothing was written */
        *stored = 0;
    else if (inside(w, at, *stored))
        d->at = w->f->at + at;
}

static void describe(walk *w, uint64_t object, hdf5_data *d)
{
    header h;
    message m;
    uint64_t stored = 0;
    int group = 0, parts = 0;
    header_open(w, object, &h);
    while (header_next(w, &h, &m)) {
        group = group || m.type == 0x11 || m.type == 6 || m.type == 2;
        if (m.type == 1)
            space(w, &m, d), parts |= 1;
        else if (m.type == 3)
            type(w, &m, d), parts |= 2;
        else if (m.type == 8)
            layout(w, &m, d, &stored), parts |= 4;
    }
    if (group)
        d->kind = HDF5_GROUP;
    else if (parts != 7)
        wrong(w, object, "is neither a group nor an array");
    else if (d->kind == HDF5_OTHER)
        d->count = 0;
    else if (d->count > stored / (uint64_t)d->size)
        wrong(w, object, "is an array with fewer bytes than elements");
}

perp_status hdf5_find(const hdf5_file *f, const char *path, hdf5_data *out)
{
    walk w = {.f = f};
    uint64_t at = f->root;
    *out = (hdf5_data){0};
    for (const char *p = path; *p == '/' && at != 0 && w.why == NULL;) {
        name n = {p + 1, strcspn(p + 1, "/")};
        at = member(&w, at, n);
        p += 1 + n.len;
    }
    if (at != 0 && w.why == NULL)
        describe(&w, at, out);
    return ended(&w, path);
}
