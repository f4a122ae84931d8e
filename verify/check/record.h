/**
# What a verdict counts, in one table

doc/70-certificate.md, One bit. Each quantity of a verdict has one word. The
record prints it under that word (record.c), and `--require` asks for it by that
word (require.c), so nothing can be asked that is not printed, and nothing be
printed that cannot be asked.

    verdict  ->  quantities  ->  judge (the words of ask.c)  ->  words, record
    check.c      record.c        require.c                  main.c

A verdict holds what was counted while the files were read. `quantities` says of
each word what is known of it, once, before anything is printed; the words are
judged by that, and the record prints that. So what is asked and what is printed
cannot differ.
*/
#ifndef PERP_CHECK_RECORD_H
#define PERP_CHECK_RECORD_H

#include "proof.h"

/* GRADE: a level; SHARE: so many of so many; BOUND: at most so much; COUNT. */
enum { GRADE, SHARE, BOUND, COUNT };

/* known: does the verdict say anything about it? of: of how many, proven: of
   how many it holds. bound: what none exceeds; of those that are proven only,
   so it is one of all when proven = of. A count is a bound, of itself. */
typedef struct {
    const char *word;
    int kind, known;
    long proven, of;
    double bound;
    char text[64]; /* of a bound */
} quantity;

enum { QUANTITIES = 29, DIGITS = 17 };

void quantities(const verdict *v, quantity *to); /* all of them */
/* asked: the words of --require; unmet: those of them that do not hold. */
void record_print(const verdict *v, const quantity *all, int words,
                  char *const *asked, const int *unmet);

/* ---- require.c */

/* The verdict's answer to one of the words: 1, 0; -1: it is no such word. why:
   400, what is wrong with the word, or how much of it there is. */
int require_word(const verdict *v, const quantity *all, const char *word,
                 char *why);
/* ---- decimal.c */

/* A decimal of 17 digits that is at least x >= 0, x finite; to: 32. */
void decimal_above(double x, char *to);
/* 0.5, 1e-9, 1/8 as the fraction; 0: it is no such text. */
int number_read(const char *text, mpq_ptr x);
/* A decimal when the number is one of at most 17 digits, p/q when both are
   short, else ~ and the shortest decimal of the nearest double. to: 64. 0: it
   is not exact. */
int number_text(mpq_srcptr x, char *to);

/* ---- ask.c */

/* What the command line asks. word: those of --require; unmet: which of them
   do not hold, why: and why. */
typedef struct {
    const char *file;
    int json, show, words, *unmet;
    char **word, (*why)[400];
} question;
void read_arguments(question *q, int argc, char **argv); /* or ends with 2 */
int written(int code); /* main.c: the code, or 6 */

/* ---- show.c */

/* The statement for people, read a second time for its names. */
void show(checker *c, FILE *statement);
#endif
