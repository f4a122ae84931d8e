/** Files that HDF5's own library wrote: what stands in them, and that a file that is
cut or bent does no harm. */
#include "base/text.h"
#include "check.h"
#include "lcp/formats/foreign.h"
#include "lcp/formats/hdf5.h"

enum { ROOM = 1 << 14 };

typedef struct {
    unsigned char at[ROOM];
    size_t len;
} bytes;

/* The file of that name in kept_hdf5.txt: hexadecimal, (N) for N zeros. */
static void kept(const char *name, bytes *out)
{
    char path[512], line[256], head[64];
    const char *root = getenv("PERP_SOURCE");
    int here = 0;
    snprintf(path, sizeof path, "%s/verify/lcp/formats/kept_hdf5.txt",
             root != NULL ? root : ".");
    snprintf(head, sizeof head, "file %s\n", name);
    FILE *f = fopen(path, "r");
    growing_text text = {0};
    CHECK(f != NULL, "%s", path);
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        if (strncmp(line, "file ", 5) == 0)
            here = strcmp(line, head) == 0;
        else if (here)
            text_add(&text, "%.*s", (int)strcspn(line, "\n"), line);
    }
    if (f != NULL)
        fclose(f);
    out->len = 0;
    for (const char *p = text.text; p != NULL && *p != '\0';) {
        char *end, pair[3] = {p[0], p[1], '\0'};
        unsigned long n = 1, v = 0;
        if (*p == '(') {
            n = strtoul(p + 1, &end, 10);
            p = end + 1;
        } else {
            v = strtoul(pair, NULL, 16);
            p += 2;
        }
        CHECK(out->len + n <= ROOM, "%s is long", name);
        while (n-- > 0 && out->len < ROOM)
            out->at[out->len++] = (unsigned char)v;
    }
    text_free(&text);
}

static lcp_text text_of(const bytes *b)
{
    return lcp_text_of("text", (const char *)b->at, b->len);
}

static const char *const names[] = {"old", "new"};

/** Each array as it was asked of the library: kinds, counts, numbers, in four types
and both orders of bytes; and the names of nothing. */
static void arrays_stand(void)
{
    static const struct {
        const char *path;
        hdf5_kind kind;
        uint64_t count;
        double v[5];
    } want[] = {{"/fclib_local/spacedim", HDF5_WHOLE, 1, {3}},
                {"/fclib_local/W/nz", HDF5_WHOLE, 1, {-1}},
                {"/fclib_local/W/p", HDF5_WHOLE, 4, {0, 2, 3, 5}},
                {"/fclib_local/W/i", HDF5_WHOLE, 5, {0, 2, 1, 0, 2}},
                {"/fclib_local/W/x", HDF5_REAL, 5, {2, 0.1, 3, 0.1, 1.5}},
                {"/fclib_local/vectors/q", HDF5_REAL, 3, {-1, 0.3, 0}},
                {"/fclib_local/vectors/mu", HDF5_REAL, 1, {(double)0.7f}},
                {"/solution/r", HDF5_REAL, 3, {0.5, -0.1, 0}},
                {"/solution", HDF5_GROUP, 0, {0}},
                {"/solution/", HDF5_NONE, 0, {0}},
                {"/solution/rr", HDF5_NONE, 0, {0}},
                {"/solutio", HDF5_NONE, 0, {0}},
                {"/fclib_local/W/x/y", HDF5_NONE, 0, {0}}};
    for (int n = 0; n < 2; n++) {
        bytes b;
        hdf5_file f;
        kept(names[n], &b);
        lcp_text t = text_of(&b);
        perp_status s = hdf5_open(&t, &f);
        CHECK(s.code == PERP_OK, "%s: %s", names[n], s.message);
        for (size_t k = 0; k < sizeof want / sizeof *want; k++) {
            hdf5_data d;
            s = hdf5_find(&f, want[k].path, &d);
            CHECK(s.code == PERP_OK && d.kind == want[k].kind &&
                      d.count == want[k].count,
                  "%s: %s: kind %d, %d numbers: %s", names[n], want[k].path,
                  (int)d.kind, (int)d.count, s.message);
            for (uint64_t i = 0; i < d.count && i < want[k].count; i++) {
                double v = d.kind == HDF5_WHOLE ? (double)hdf5_whole(&d, i)
                                                : hdf5_real(&d, i);
                CHECK(v == want[k].v[i], "%s: %s[%d] = %g", names[n],
                      want[k].path, (int)i, v);
            }
        }
    }
}

/* What is made of bent bytes: 1 when they are still a problem. */
static int outcome(const bytes *b, int vector)
{
    arena a = {0};
    /* Behind the last byte the sanitizer stands guard. */
    char *copy = malloc(b->len + 1);
    memcpy(copy, b->at, b->len);
    char *exact = realloc(copy, b->len > 0 ? b->len : 1);
    lcp_text t = lcp_text_of("text", exact, b->len);
    perp_status s = foreign_read(&t, FOREIGN_FCLIB, NULL, vector, &a);
    CHECK(s.code == PERP_OK || s.code == PERP_INPUT, "%d: %s", s.code,
          s.message);
    CHECK(s.code == PERP_OK || (strncmp(s.message, "text: ", 6) == 0 &&
                                strchr(s.message, '\n') == NULL),
          "%s", s.message);
    if (s.code == PERP_OK && !vector) {
        contact_problem c;
        perp_status next = contact_text_next(&t, &a, &c);
        CHECK(next.code == PERP_OK || strstr(next.message, "negative") != NULL,
              "%s", next.message);
        if (next.code == PERP_OK)
            contact_problem_clear(&c);
    }
    arena_free(&a);
    free(exact);
    return s.code == PERP_OK;
}

/** Cut anywhere, the file is refused; each single bit turned, and many bytes drawn
anew, it is refused in one line or says another problem. */
static void bent_files(void)
{
    check_random r = {check_seed(23)};
    for (int n = 0; n < 2; n++) {
        bytes whole, b;
        int taken = 0, count = 0;
        kept(names[n], &whole);
        CHECK(outcome(&whole, 0) && outcome(&whole, 1), "%s", names[n]);
        for (size_t len = 0; len + 8 < whole.len; len += 41) {
            b = whole;
            b.len = len;
            taken += outcome(&b, 0) && outcome(&b, 1);
        }
        CHECK(taken == 0, "%d of the files that are cut are read", taken);
        for (; count < 1500; count++) {
            b = whole;
            for (int k = check_integer(&r, 1, 3); k > 0; k--) {
                size_t at = (size_t)check_integer(&r, 0, (int)b.len - 1);
                while (b.at[at] == 0 && check_integer(&r, 0, 3) > 0)
                    at = (at + 1) % b.len;
                int v = check_integer(&r, 0, 1)
                            ? check_integer(&r, 0, 255)
                            : b.at[at] ^ 1 << check_integer(&r, 0, 7);
                b.at[at] = (unsigned char)v;
            }
            taken += outcome(&b, check_integer(&r, 0, 3) == 0);
        }
        printf("%s: %d of %d are read\n", names[n], taken, count);
        CHECK(taken > 100 && taken < count - 100, "%d", taken);
    }
}

/** A tree whose child is the tree itself, a header whose further piece is the header:
no way leads in a circle for long. */
static void circles(void)
{
    bytes whole, b;
    for (int n = 0; n < 2; n++) {
        kept(names[n], &whole);
        for (size_t at = 8; at + 8 <= whole.len; at++)
            for (size_t back = 0; back < 2; back++) {
                /* an address of the file becomes its own, or one before it */
                uint64_t v = 0;
                for (int k = 7; k >= 0; k--)
                    v = v << 8 | whole.at[at + (size_t)k];
                if (v < 48 || v >= whole.len)
                    continue;
                b = whole;
                uint64_t to = back == 0 ? (uint64_t)(at & ~(size_t)7) : at - 8;
                for (int k = 0; k < 8; k++)
                    b.at[at + (size_t)k] = (unsigned char)(to >> 8 * k);
                outcome(&b, 0);
            }
    }
}

static void number(bytes *b, size_t at, uint64_t v)
{
    for (size_t k = 0; k < 8; k++)
        b->at[at + k] = (unsigned char)(v >> 8 * k);
}

/** A tree of six levels, each with forty ways to the same one below, is a way of 40^6
steps in four thousand bytes: it is given up. */
static void many_ways(void)
{
    enum { WAYS = 40, LEVELS = 6, NODE = 32 + 16 * WAYS };
    bytes b;
    kept("old", &b);
    size_t root = b.at[64] + 256u * b.at[65], at = (b.len + 7) & ~(size_t)7;
    CHECK(at + LEVELS * NODE + 8 <= ROOM && b.at[root + 16] == 0x11, "%zu", at);
    memset(b.at + b.len, 0, ROOM - b.len);
    number(&b, root + 24, at);
    for (int level = LEVELS - 1; level >= 0; level--, at += NODE) {
        memcpy(b.at + at, "TREE", 4);
        b.at[at + 5] = (unsigned char)level;
        b.at[at + 6] = WAYS;
        for (size_t k = 0; k < WAYS; k++)
            number(&b, at + 32 + 16 * k, at + NODE);
    }
    memcpy(b.at + at, "SNOD", 4);
    b.len = at + 8;
    lcp_text t = text_of(&b);
    hdf5_file f;
    hdf5_data d;
    perp_status s = hdf5_open(&t, &f);
    CHECK(s.code == PERP_OK, "%s", s.message);
    s = hdf5_find(&f, "/fclib_local", &d);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "circle") != NULL, "%d: %s",
          s.code, s.message);
}

int main(void)
{
    RUN(many_ways);
    RUN(arrays_stand);
    RUN(bent_files);
    RUN(circles);
    DONE;
}
