#include "perp_check.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "perp-check needs doubles that are evaluated as doubles"
#endif

void refuse(reader *r, const char *form, ...)
{
    va_list list;
    int n = snprintf(r->why, 200, "%.150s:%ld: ", r->name, r->line);
    va_start(list, form);
    vsnprintf(r->why + n, 200, form, list);
    va_end(list);
    longjmp(*r->out, 1);
}

/* A block with room for n things: grows with what is read, not with what a
   file says it will hold. */
void *more(reader *r, void *block, size_t n, size_t *room, size_t size)
{
    if (n <= *room)
        return block;
    size_t wanted = 2 * n + 8;
    void *grown = realloc(block, wanted * size);
    if (grown == NULL)
        refuse(r, "no memory");
    *room = wanted;
    return grown;
}

void read_begin(reader *r, FILE *f, const char *name)
{
    r->f = f;
    r->name = name;
    r->line = 1;
    r->at = r->have = r->summed = 0;
    digest_begin(&r->sum);
}

int peek(reader *r)
{
    if (r->at == r->have) {
        digest_add(&r->sum, r->block + r->summed, r->have - r->summed);
        r->have = fread(r->block, 1, sizeof r->block, r->f);
        r->at = r->summed = 0;
    }
    return r->at < r->have ? r->block[r->at] : EOF;
}

void read_text(reader *r, const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        if (peek(r) != (unsigned char)*p)
            refuse(r, "'%.*s' expected", (int)strcspn(text, "\n"), text);
        r->at++;
        r->line += *p == '\n';
    }
}

/* Bytes up to a blank, a colon, a slash or a line's end, which stays. */
const char *read_word(reader *r)
{
    size_t n = 0;
    for (int c; (c = peek(r)) > ' ' && c < 127 && c != ':' && c != '/'; r->at++)
        if (n == MOST_DIGITS + 8)
            refuse(r, "a number of more than %d digits", MOST_DIGITS);
        else
            r->word[n++] = (char)c;
    r->word[n] = '\0';
    return r->word;
}

static long count_of(reader *r, const char *p, long most)
{
    long n = 0;
    if (p[strspn(p, "0123456789")] != '\0' || *p == '\0' ||
        (p[0] == '0' && p[1] != '\0'))
        refuse(r, "a count expected, not '%.20s'", p);
    for (; *p != '\0'; p++)
        if ((n = 10 * n + (*p - '0')) > most)
            refuse(r, "a count is larger than %ld", most);
    return n;
}

long read_count(reader *r, long most)
{
    return count_of(r, read_word(r), most);
}

static int hexadecimal(const char *p, size_t n)
{
    return n > 0 && strspn(p, "0123456789abcdef") >= n && p[0] != '0';
}

/* [-]M[p[-]E], M odd, E not 0; or 0. */
dyadic read_double(reader *r)
{
    const char *p = read_word(r);
    dyadic x = {0, 0, 0};
    if (strcmp(p, "0") == 0)
        return x;
    int minus = *p == '-', bits = 0;
    p += minus;
    size_t n = strcspn(p, "p");
    if (!hexadecimal(p, n) || n > 14)
        refuse(r, "a double is not spelt as doubles are");
    x.m = (int64_t)strtoull(p, NULL, 16);
    if (p[n] == 'p') {
        int below = p[n + 1] == '-';
        x.e = (int)count_of(r, p + n + 1 + below, 2000);
        if (x.e == 0)
            refuse(r, "an exponent 0 is not written");
        x.e = below ? -x.e : x.e;
    }
    while (x.m >> bits > 0)
        bits++;
    if (x.m % 2 == 0 || bits > 53 || bits + x.e > 1024 || x.e < -1074)
        refuse(r, "a number is no double, or not in lowest terms");
    x.m = minus ? -x.m : x.m;
    return x;
}

void read_integer(reader *r, mpz_ptr z)
{
    const char *p = read_word(r);
    size_t n = strlen(p + (*p == '-'));
    if (strcmp(p, "0") != 0 && !hexadecimal(p + (*p == '-'), n))
        refuse(r, "a hexadecimal integer expected");
    if (n > MOST_DIGITS)
        refuse(r, "an integer of more than %d digits", MOST_DIGITS);
    mpz_set_str(z, p, 16);
}

static long read_index(reader *r, long last, long n)
{
    read_text(r, " ");
    long at = read_count(r, n - 1);
    if (at <= last)
        refuse(r, "the indices of an array must grow");
    read_text(r, ":");
    return at;
}

void read_array(reader *r, const char *tag, long n, array *out)
{
    out->n = 0;
    read_text(r, tag);
    for (long last = -1; peek(r) != '\n';) {
        last = read_index(r, last, n);
        out->x = more(r, out->x, out->n + 1, &out->room, sizeof *out->x);
        out->x[out->n] = read_double(r);
        if (out->x[out->n].m == 0)
            refuse(r, "a zero is not written in an array");
        out->x[out->n++].at = last;
    }
    read_text(r, "\n");
}

void read_integers(reader *r, const char *tag, long n, mpz_t *z)
{
    for (long i = 0; i < n; i++)
        mpz_set_ui(z[i], 0);
    read_text(r, tag);
    for (long last = -1; peek(r) != '\n';) {
        last = read_index(r, last, n);
        read_integer(r, z[last]);
        if (mpz_sgn(z[last]) == 0)
            refuse(r, "a zero is not written in an array");
    }
    read_text(r, "\n");
}

void read_digest(reader *r, char out[65])
{
    digest_add(&r->sum, r->block + r->summed, r->at - r->summed);
    r->summed = r->at;
    digest copy = r->sum;
    digest_end(&copy, out);
}

double value(dyadic x)
{
    return ldexp((double)x.m, x.e);
}
