/**
# Any text as the trace that a killed run has left

The first byte says whether its numbers are fractions, the second which words a state may
have. A row that is read is written again: the same bytes. Words of a state that are read
as what they may be are written, and read again: the same.
*/
#define _GNU_SOURCE
#include "target.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/trace/frozen.h"
#include "run/trace/lines.h"
#include "run/trace/past.h"

#include <sys/mman.h>
#include <unistd.h>

enum { COLUMNS = 5, ROWS = 4 };

/* The path of a file without a name that holds these bytes. */
static const char *file_of(const uint8_t *p, size_t n)
{
    static char path[64];
    static int fd = -1;
    if (fd == -1)
        fd = memfd_create("trace", 0);
    if (fd == -1 || ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0 ||
        write(fd, p, n) != (ssize_t)n)
        exit(6);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

static void same_row(const past *p, const trace *t, int row)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        exit(6);
    perp_status s = lines_row(out, t, row);
    fclose(out);
    MUST(s.code == PERP_OK, "read, and not written: %s", s.message);
    const char *line = p->line.text;
    MUST(size == strlen(line) + 1 && memcmp(text, line, size - 1) == 0,
         "%s\n%s", line, text);
    free(text);
}

static void rows(past *p, int exact)
{
    static const char *const name[COLUMNS] = {"step", "t", "q.x", "v.x",
                                              "kinetic"};
    trace t;
    if (trace_new(ROWS, COLUMNS, name, exact, &t).code != PERP_OK)
        exit(5);
    for (int row = 0; row < ROWS && row < p->rows; row++) {
        t.rows = row + 1;
        perp_status s = past_row(p, &t, row);
        FUZZ_ONE_LINE(s);
        if (s.code != PERP_OK)
            break;
        same_row(p, &t, row);
    }
    trace_free(&t);
}

/* Numbers of every kind, as the bits say: what is read, and written. */
typedef struct {
    long whole, count;
    int few, flag;
    double real[3];
    uint8_t bit[4];
    uint64_t hash;
    char name[12], *text;
    mpq_t ratio[2];
} state;

static void words(frozen *x, state *s, unsigned how)
{
    frozen_long(x, &s->whole, -5, 1000000);
    if (how & 1)
        frozen_count(x, &s->count);
    if (how & 2)
        frozen_reals(x, 3, s->real);
    if (how & 4)
        frozen_ratios(x, 2, s->ratio);
    if (how & 8)
        frozen_bits(x, 4, s->bit);
    if (how & 16)
        frozen_name(x, s->name, sizeof s->name);
    if (how & 32)
        frozen_text(x, &s->text);
    if (how & 64)
        frozen_hash(x, &s->hash);
    if (how & 128)
        frozen_flag(x, &s->flag);
    frozen_int(x, &s->few, 0, 7);
}

/* The state in words, the caller's. */
static growing_text written(state *s, unsigned how)
{
    growing_text to = {0};
    frozen x = {.to = &to};
    words(&x, s, how);
    MUST(text_end(&to).code == PERP_OK && to.text != NULL, "no memory");
    return to;
}

static perp_status read_words(const char *text, unsigned how, growing_text *to)
{
    state s = {0};
    frozen x = {.from = text};
    mpq_inits(s.ratio[0], s.ratio[1], NULL);
    words(&x, &s, how);
    perp_status end = frozen_end(&x);
    FUZZ_ONE_LINE(end);
    MUST(s.whole >= -5 && s.whole <= 1000000 && s.count >= 0 && s.few >= 0 &&
             s.few <= 7 && (s.flag & ~1) == 0,
         "out of its range");
    MUST(memchr(s.name, 0, sizeof s.name) != NULL, "a name without an end");
    for (int k = 0; k < 3; k++)
        MUST(s.real[k] == s.real[k], "NaN");
    if (end.code == PERP_OK)
        *to = written(&s, how);
    memory_free(s.text);
    mpq_clears(s.ratio[0], s.ratio[1], NULL);
    return end;
}

/* What was read is written, and read from there is the same. */
static void state_words(const char *text, unsigned how)
{
    growing_text once = {0}, twice = {0};
    if (read_words(text, how, &once).code != PERP_OK)
        return;
    perp_status s = read_words(once.text, how, &twice);
    MUST(s.code == PERP_OK && strcmp(once.text, twice.text) == 0,
         "'%s' '%s': %s", text, once.text, s.message);
    text_free(&once);
    text_free(&twice);
}

static void any_bytes(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, size};
    const unsigned how = fuzz_byte(&b), of = fuzz_byte(&b);
    past p = {0};
    perp_status s = past_open(file_of(b.at, b.left), &p);
    FUZZ_ONE_LINE(s);
    MUST(s.code == PERP_OK || s.code == PERP_INPUT || s.code == PERP_LIMIT,
         "%d: %s", s.code, s.message);
    if (s.code != PERP_OK)
        return;
    growing_text head = {0};
    text_add(&head, "%s\n", p.head);
    if (head.text != NULL && strlen(head.text) == strlen(p.head) + 1)
        MUST(past_same(&p, head.text).code == PERP_OK, "%s", p.head);
    if (head.text != NULL && strlen(p.head) > 2) {
        head.text[strlen(p.head) - 1] ^= 1;
        s = past_same(&p, head.text);
        MUST(s.code == PERP_INPUT, "%s", p.head);
        FUZZ_ONE_LINE(s);
    }
    text_free(&head);
    rows(&p, (int)(how & 1));
    if (p.words != NULL)
        state_words(p.words, of);
    past_free(&p);
}

FUZZ_TARGET(any_bytes)
