/**
# The reader: every byte has one meaning, or the file is refused

doc/70-certificate.md, Notation of the files. Both files are lines of ASCII. A
grammar says at each place what may follow, and there are three ways to
consume a byte: as part of a fixed text (`read_text`), of a word
(`read_word`), or not at all. Nothing is skipped; there are no comments and no
optional blanks.

This is worth a rule because a checker's input comes from the person who wants
to be believed. Where a text has several readings, the one that is proven may
not be the one that a human sees: `0x10`, `010`, ` 10` and `1e1` are one number
to some readers and four to others. Here a count is decimal, a whole number
hexadecimal, in lower case, and each has one spelling, so that who compares two
proofs byte by byte compares what they say.

| | read | refused, and with which words |
|---|---|---|
| count | `0`, `17` | `017`, `1e1`, the empty word: a count expected |
| | | one above its limit: a count is larger than |
| whole | `0`, `-a`, `4b5d` | `-0`, `0a`, `4B`, `+1`, `-`: a whole number ... expected |
| denominator | `/2` | `/1`, `/0`, `/-2`: a denominator is more than 1 |
| array | `M/4 0:3 5:-1` | `0:0`, `5:1 0:1`: indices grow, and a zero is not written |
| | | `M/8 0:6 5:-2`, `M/2`: an array is not in lowest terms |

So an array has one spelling for one value, as single fractions have (words.c),
and two proofs that differ in a byte say two things. Zero
entries are not written at all, so that a matrix of a thousand contacts costs
what is in it.

## Sizes

The number of entries of an array is never read but known: it follows from the
sizes in the statement and the contacts that a problem lists. An index is
compared with it (`read_count(r, n - 1)`), before it is used. Where n = 0 this
limit is -1, and every index is too large: an array of no entries must be
empty. All sums and products of sizes are of limited counts; see the limits in
perp_check.h.

A number may have $2^{18}$ hexadecimal digits, a million bits. Numbers of a run
in doubles have some thousand bits; those of level R grow with the steps.

## The digest

`read_digest` gives the SHA-256 of all that was consumed. The whole of the
statement is digested behind its `end`; of the proof all but the last line,
which states this digest. Since every consumed byte is one that a rule has
accepted, and every byte must be consumed, there is nothing in the files that
is neither read nor digested.

## How a reading ends

| | exit code | for example |
|---|---|---|
| a line does not hold | 1 | `q/4 0:5` where 3/4 follows from the step |
| a line is none | 1 | `modes x`, `M 0:0`, a row behind the end |
| a size or a number is beyond the limits | 5 | `sizes 10001 2 ...`, a million digits |
| the file cannot be read on | 6 | a directory, a disk that fails |
| the file ends | 7 | what a run leaves that was broken off |

The last one needs care, because a file that ends is also one in which the next
line does not stand. A *line that is not ended* refutes nothing, whatever can be
said of the part that is there: `radius 81/9` is not in lowest terms, and the
start of one that is. A *line that is ended* and does not hold is refused, though
the file ends behind it. And where all lines are ended and hold, the file is
unfinished: a byte was wanted, and there was none (`missed`).

So of an honest file every beginning is unfinished, and test_require cuts four
of them at each of their bytes; and a wrong line that is the last one of its file
is refused. Code 7 claims no more than that nothing was found wrong so far.

An index beyond its array is no limit but an error of the file: `n 9:1` in a row
of two velocities. `read_count` has the largest value that makes sense there,
`read_within` a limit of this program.
*/
#include "perp_check.h"

#include <stdarg.h>
#include <string.h>

/* A line that is not ended refutes nothing: more of it may have been to come.
   One that is ended and does not hold does, and be it the last of the file. */
static int code(reader *r)
{
    const int last = r->at > 0 ? r->block[r->at - 1] : r->last;
    const int cut = r->missed || (last != '\n' && peek(r) == EOF);
    return ferror(r->f) ? UNREADABLE
           : r->over    ? LIMITED
           : cut        ? UNFINISHED
                        : REFUTED;
}

/* The only way to say no: the place, what was expected, and back to check.c.
   It does not return, so no caller can forget to look at an error. The text
   says "line 12 of the proof" as `proof:12:`; words of the file that it quotes
   are cut at 20 bytes. */
void refuse(reader *r, const char *form, ...)
{
    va_list list;
    r->code = code(r);
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
    r->last = '\n';
    digest_begin(&r->sum);
}

/* A file that ends, or cannot be read any more, has no next byte: EOF, which no
   rule but the last one accepts. So a proof on a failing disk is never accepted
   up to where it was readable; whether it ended or failed, `code` asks. */
int read_block(reader *r)
{
    r->last = r->have > 0 ? r->block[r->have - 1] : r->last;
    digest_add(&r->sum, r->block + r->summed, r->have - r->summed);
    r->have = fread(r->block, 1, sizeof r->block, r->f);
    r->at = r->summed = 0;
    return r->have > 0 ? r->block[0] : EOF;
}

void read_text(reader *r, const char *text)
{
    for (const char *p = text; *p != '\0'; p++, r->at++) {
        const int c = peek(r);
        r->missed = c == EOF;
        if (c != (unsigned char)*p)
            refuse(r, "'%.*s' expected", (int)strcspn(text, "\n"), text);
        r->line += *p == '\n';
    }
}

/* Bytes up to a blank, a colon, a slash or a line's end, which stays. Bytes
   that are no ASCII end a word, too, and are then refused by whoever expects a
   blank or a line's end there. The word may be empty; all callers refuse
   that. */
const char *read_word(reader *r)
{
    size_t n = 0;
    for (int c; (c = peek(r)) > ' ' && c < 127 && c != ':' && c != '/'; r->at++) {
        if (n == MOST_DIGITS + 4) {
            r->over = 1;
            refuse(r, "a number of more than %d digits", MOST_DIGITS);
        }
        r->word[n++] = (char)c;
    }
    r->word[n] = '\0';
    r->missed = n == 0 && peek(r) == EOF;
    return r->word;
}

long read_count(reader *r, long most)
{
    const char *p = read_word(r), *end = p;
    long n = 0;
    for (; *end >= '0' && *end <= '9' && n <= most; end++) /* n <= 10 most + 9 */
        n = 10 * n + (*end - '0');
    if (n > most)
        refuse(r, "a count is larger than %ld", most);
    r->over = 0;
    if (end == p || *end != '\0' || (*p == '0' && end > p + 1))
        refuse(r, "a count expected, not '%.20s'", p);
    return n;
}

/* What is larger is beyond a limit, and not wrong. */
long read_within(reader *r, long most)
{
    r->over = 1;
    return read_count(r, most);
}

/* 0, or [-] and hexadecimal digits, the first of them not 0. */
void read_whole(reader *r, mpz_ptr x)
{
    const char *p = r->word + (*read_word(r) == '-');
    const size_t n = strspn(p, "0123456789abcdef");
    r->over = n > MOST_DIGITS && p[n] == '\0';
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

/* TAG[/DEN] INDEX:WHOLE ...: indices grow, no number is 0, and no factor is in the
   denominator and all entries. The greatest common divisor is 1 after an entry
   or two as a rule, and then it is not asked again. */
void read_array(reader *r, const char *tag, long n, array *a)
{
    array_room(r, a, 0);
    read_text(r, tag);
    read_over(r, a->den);
    mpz_set(r->common, a->den);
    for (a->n = 0; peek(r) != '\n'; a->n++) {
        array_room(r, a, a->n);
        read_text(r, " ");
        a->at[a->n] = read_count(r, n - 1);
        read_text(r, ":");
        read_whole(r, a->x[a->n]);
        if (mpz_sgn(a->x[a->n]) == 0 ||
            (a->n > 0 && a->at[a->n] <= a->at[a->n - 1]))
            refuse(r, "indices grow, and a zero is not written");
        if (mpz_cmp_ui(r->common, 1) != 0)
            mpz_gcd(r->common, r->common, a->x[a->n]);
    }
    if (mpz_cmp_ui(r->common, 1) != 0)
        refuse(r, "an array is not in lowest terms");
    read_text(r, "\n");
}

void read_digest(reader *r, char out[65])
{
    digest_add(&r->sum, r->block + r->summed, r->at - r->summed);
    r->summed = r->at;
    digest copy = r->sum;
    digest_end(&copy, out);
}
