#include "run/trace/frozen.h"
#include "base/memory.h"
#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Words are parted by one blank. The next one, `n` bytes of it; null when there is
none. */
static const char *next(frozen *x, size_t *n)
{
    const char *word = x->from;
    *n = x->wrong ? 0 : strcspn(word, " ");
    if (*n == 0) {
        x->wrong = 1;
        return NULL;
    }
    x->from += *n + (word[*n] == ' ');
    return word;
}

void frozen_long(frozen *x, long *v, long least, long most)
{
    size_t n;
    char text[32], *end;
    if (x->to != NULL) {
        text_add(x->to, "%ld ", *v);
        return;
    }
    const char *word = next(x, &n);
    if (word == NULL)
        return;
    const long y = strtol(word, &end, 10);
    snprintf(text, sizeof text, "%ld", y);
    x->wrong = end != word + n || strlen(text) != n ||
               memcmp(text, word, n) != 0 || y < least || y > most;
    if (!x->wrong)
        *v = y;
}

void frozen_int(frozen *x, int *v, int least, int most)
{
    long y = *v;
    frozen_long(x, &y, least, most);
    *v = (int)y;
}

void frozen_count(frozen *x, long *v)
{
    frozen_long(x, v, 0, LONG_MAX);
}

void frozen_flag(frozen *x, int *v)
{
    frozen_int(x, v, 0, 1);
}

/** `%.17g` and strtod are each other's inverse on every double but NaN, the sign of
zero included. */
void frozen_reals(frozen *x, int n, double *v)
{
    size_t bytes;
    char *end;
    for (int i = 0; i < n; i++) {
        if (x->to != NULL) {
            text_add(x->to, "%.17g ", v[i]);
            continue;
        }
        const char *word = next(x, &bytes);
        if (word == NULL)
            return;
        const double y = strtod(word, &end);
        x->wrong = end != word + bytes || isnan(y);
        if (x->wrong)
            return;
        v[i] = y;
    }
}

static size_t digits_of(mpq_srcptr q)
{
    return mpz_sizeinbase(mpq_numref(q), 10) +
           mpz_sizeinbase(mpq_denref(q), 10) + 3;
}

/** GMP is given what can only be digits, and what it has made of them is written again:
a fraction that is not in lowest terms, a leading zero, a -0 are no words. */
perp_status frozen_ratio(const char *text, size_t n, mpq_ptr out)
{
    if (n == 0 || strspn(text, "-/0123456789") < n)
        return PERP_FAIL(PERP_INPUT, "a fraction is not what it has to be");
    size_t room = n + 1;
    char *copy = memory_new(room, 1);
    if (copy == NULL)
        return PERP_NO_MEMORY(room);
    memcpy(copy, text, n);
    int fine = mpq_set_str(out, copy, 10) == 0 && mpz_sgn(mpq_denref(out)) > 0;
    if (!fine)
        mpq_set_ui(out, 0, 1);
    mpq_canonicalize(out);
    memory_free(copy);
    room = digits_of(out);
    if ((copy = memory_new(room, 1)) == NULL)
        return PERP_NO_MEMORY(room);
    mpq_get_str(copy, 10, out);
    fine = fine && strlen(copy) == n && memcmp(copy, text, n) == 0;
    memory_free(copy);
    return fine ? PERP_SUCCESS
                : PERP_FAIL(PERP_INPUT, "a fraction is not what it has to be");
}

static void write_ratio(frozen *x, mpq_srcptr q)
{
    const size_t room = digits_of(q);
    char *text = memory_new(room, 1);
    if (text == NULL) {
        x->refused = room;
        return;
    }
    text_add(x->to, "%s ", mpq_get_str(text, 10, q));
    memory_free(text);
}

void frozen_ratios(frozen *x, int n, mpq_t *v)
{
    size_t bytes;
    for (int i = 0; i < n; i++) {
        if (x->to != NULL) {
            write_ratio(x, v[i]);
            continue;
        }
        const char *word = next(x, &bytes);
        if (word == NULL)
            return;
        const perp_status s = frozen_ratio(word, bytes, v[i]);
        x->refused = s.code == PERP_LIMIT ? bytes : 0;
        x->wrong = s.code != PERP_OK;
    }
}

void frozen_bits(frozen *x, int n, uint8_t *v)
{
    for (int i = 0; i < n; i++) {
        int bit = v[i] != 0;
        frozen_flag(x, &bit);
        v[i] = (uint8_t)bit;
    }
}

/* In four parts, so that no word is longer than a long of any machine. */
void frozen_hash(frozen *x, uint64_t *v)
{
    for (int k = 0; k < 64; k += 16) {
        long part = (long)(*v >> k & 0xffff);
        frozen_long(x, &part, 0, 0xffff);
        *v = (*v & ~((uint64_t)0xffff << k)) | (uint64_t)part << k;
    }
}

/** ## Texts

Names and sentences come from a scene and may hold any byte: they are in hexadecimal
behind an x, and a lone `-` is no text at all. */
static void write_text(frozen *x, const char *v)
{
    text_add(x->to, v == NULL ? "-" : "x");
    for (; v != NULL && *v != '\0'; v++)
        text_add(x->to, "%02x", (unsigned char)*v);
    text_add(x->to, " ");
}

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

/* The n bytes of a word into (n - 1) / 2 and a 0. */
static int spelt(const char *word, size_t n, char *to)
{
    if (word[0] != 'x' || n % 2 == 0)
        return 0;
    for (size_t i = 1; i < n; i += 2) {
        const int a = digit(word[i]), b = digit(word[i + 1]);
        if (a < 0 || b < 0 || a + b == 0)
            return 0;
        *to++ = (char)(unsigned char)(16 * a + b);
    }
    *to = '\0';
    return 1;
}

void frozen_name(frozen *x, char *v, size_t room)
{
    size_t n;
    if (x->to != NULL) {
        write_text(x, v);
        return;
    }
    const char *word = next(x, &n);
    if (word != NULL)
        x->wrong = (n - 1) / 2 >= room || !spelt(word, n, v);
}

void frozen_text(frozen *x, char **v)
{
    size_t n;
    if (x->to != NULL) {
        write_text(x, *v);
        return;
    }
    const char *word = next(x, &n);
    if (word == NULL)
        return;
    char *text = NULL;
    if (n != 1 || word[0] != '-') {
        if ((text = memory_new(n, 1)) == NULL) {
            x->refused = n;
            x->wrong = 1;
            return;
        }
        x->wrong = !spelt(word, n, text);
    }
    memory_free(*v);
    *v = text;
}

perp_status frozen_end(const frozen *x)
{
    if (x->refused != 0)
        return PERP_NO_MEMORY(x->refused);
    if (x->to != NULL)
        return text_end(x->to);
    return !x->wrong && *x->from == '\0'
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_INPUT, "a word is not what it has to be");
}
