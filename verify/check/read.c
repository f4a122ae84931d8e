#include "perp_check.h"

#include <stdarg.h>
#include <string.h>

void refuse(reader *r, const char *form, ...)
{
    va_list list;
    int n = snprintf(r->why, 200, "%.150s:%ld: ", r->name, r->line);
    va_start(list, form);
    vsnprintf(r->why + n, 200, form, list);
    va_end(list);
    longjmp(*r->out, 1);
}

void read_begin(reader *r, FILE *f, const char *name)
{
    r->f = f;
    r->name = name;
    r->line = 1;
    r->at = r->have = r->summed = 0;
    digest_begin(&r->sum);
}

int read_block(reader *r)
{
    digest_add(&r->sum, r->block + r->summed, r->have - r->summed);
    r->have = fread(r->block, 1, sizeof r->block, r->f);
    r->at = r->summed = 0;
    return r->have > 0 ? r->block[0] : EOF;
}

void read_text(reader *r, const char *text)
{
    for (const char *p = text; *p != '\0'; p++, r->at++) {
        if (peek(r) != (unsigned char)*p)
            refuse(r, "'%.*s' expected", (int)strcspn(text, "\n"), text);
        r->line += *p == '\n';
    }
}

/* Bytes up to a blank, a colon, a slash or a line's end, which stays. */
const char *read_word(reader *r)
{
    size_t n = 0;
    for (int c; (c = peek(r)) > ' ' && c < 127 && c != ':' && c != '/'; r->at++) {
        if (n == MOST_DIGITS + 4)
            refuse(r, "a number of more than %d digits", MOST_DIGITS);
        r->word[n++] = (char)c;
    }
    r->word[n] = '\0';
    return r->word;
}

long read_count(reader *r, long most)
{
    const char *p = read_word(r), *end = p;
    long n = 0;
    for (; *end >= '0' && *end <= '9' && n <= most; end++)
        n = 10 * n + (*end - '0');
    if (n > most)
        refuse(r, "a count is larger than %ld", most);
    if (end == p || *end != '\0' || (*p == '0' && end > p + 1))
        refuse(r, "a count expected, not '%.20s'", p);
    return n;
}

/* 0, or [-] and hexadecimal digits, the first of them not 0. */
void read_whole(reader *r, mpz_ptr x)
{
    const char *p = r->word + (*read_word(r) == '-');
    const size_t n = strspn(p, "0123456789abcdef");
    if (n == 0 || n > MOST_DIGITS || p[n] != '\0' ||
        (*p == '0' && strcmp(r->word, "0") != 0))
        refuse(r, "a whole number of at most %d digits expected", MOST_DIGITS);
    mpz_set_str(x, r->word, 16);
}

/* Behind a number its denominator: more than 1, not written when it is 1. */
void read_over(reader *r, mpz_ptr den)
{
    mpz_set_ui(den, 1);
    if (peek(r) != '/')
        return;
    read_text(r, "/");
    read_whole(r, den);
    if (mpz_cmp_ui(den, 1) <= 0)
        refuse(r, "a denominator is more than 1");
}

/* TAG[/DEN] INDEX:WHOLE ...: indices grow, no number is 0. */
void read_array(reader *r, const char *tag, long n, array *a)
{
    array_room(r, a, 0);
    read_text(r, tag);
    read_over(r, a->den);
    for (a->n = 0; peek(r) != '\n'; a->n++) {
        array_room(r, a, a->n);
        read_text(r, " ");
        a->at[a->n] = read_count(r, n - 1);
        read_text(r, ":");
        read_whole(r, a->x[a->n]);
        if (mpz_sgn(a->x[a->n]) == 0 ||
            (a->n > 0 && a->at[a->n] <= a->at[a->n - 1]))
            refuse(r, "indices grow, and a zero is not written");
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
