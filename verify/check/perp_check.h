/**
# perp-check: a verdict that rests on nothing but its own arithmetic

A run of perp can leave two files: a statement, `FILE.scene`, and a proof,
`FILE`. perp-check reads both and says yes or no. It was not there when the run
was computed, shares no line with the program that computed it, and takes no
number on trust that it can recompute. doc/70-certificate.md has the grammar of
the files and the checks (C1) to (C18), (N1) to (N5), (I1) to (I4) by number;
doc/71-enclosures.md has (E1) to (E12) of level L2. The code keeps these numbers.

## Checking is easier than solving

A step of a velocity-level scheme is a complementarity problem: find velocities
and impulses such that some sums vanish, some numbers are not negative, and of
some pairs one is zero. To find them perp needs floating point, pivots, and a
ladder of precisions. To check them one multiplies the claimed solution by the
data and looks at signs. Signs of rational numbers are decidable, so nothing
here is approximate in levels L1, R and N: all numbers are whole numbers of GMP
over a common denominator, and a check is a comparison of whole numbers with 0.
No check searches, iterates or pivots, but for two places in which a wrong
result can only cost an acceptance: an inverse guessed in doubles (systems.c),
and a rank modulo a prime (rank.c).

## Why acceptance implies the claim

By induction over the records. Before a record the checker holds the state
$(q, v, t)$ and the contacts that touch. At the first these are the statement's.
A record brings the data of its problem, a solution, and the state it goes on
with. Each check is an equation or an inequality between the state held, the
data and the solution; the first that fails ends the reading by a `longjmp`, so
no later code can make good for it. What the record ends with is held for the
next one. The last line is reached only if every check of every record held;
then the records must be as many as are counted, the time must have come to the
$T$ of the statement, and not a byte may be left. So "accepted" is the
conjunction of all checks, and each head of a file says what its part of this
conjunction proves, and why.

## What has to be believed all the same

* these files, the C compiler, and GMP's arithmetic of whole numbers;
* in level L2, and in no other, that doubles are rounded to nearest as IEEE 754
  has it; check.c refuses to be compiled where they are evaluated otherwise;
* that the statement is of the scene that the reader means. Two scenes that
  differ in a radius are both true statements, and a forger will choose his
  own. perp-check prints the SHA-256 of the statement, and the reader compares.

## What an acceptance leaves to the writer

The heads of the files say what a forger would try, and which words refuse it;
test_refusals has heard each of them. What is not refused is as important.
Under a statement that is honest the writer of an accepted proof is free to
choose

* in level L1 the data of every row, and which contacts it lists when they first
  close: level L2 takes both away, but for rows that it calls undecided;
* which of several solutions a problem with redundant contacts has;
* each stored position, within the bound of (C9);
* in level L1 the rows of a projection, and of what collides (chain.c,
  project.c): level L2 takes both away;
* of P10's nodes the gaps and gradients of the first one (node.c);
* whether to prove less: a lower level, "undecided", no cones.

Each of these is counted or printed, or said under "Not proven".

## In which order to read

| chapter | file | what it refuses |
|---|---|---|
| 70, notation of the files | read.c, words.c | another spelling, a byte too many |
| 70, the digest | sha256.c | a text that was altered on its way |
| (numbers) | number.c, memory.c | nothing: arithmetic, and no verdict without memory |
| 70, the statement | statement.h, scene.c, tape.c, bindings.c | what is not a scene |
| 70, which scheme | schemes.c, and what a line of it names | records of another scheme |
| 70, the proof | proof.h, check.c, main.c | records of another sort, in another order |
| 70, C1, C2 | problem.c | (the data of a problem, and its residual) |
| 70, C18 | mass.c | a mass whose energy can be negative |
| 70, C3 to C7 | rows.c | velocities and impulses that are no solution |
| 70, C12 | ap02.c | springs that do not obey their law |
| 70, C8 to C11, C17 | chain.c | a row that does not begin where the last one ended; a collision with nothing |
| 70, C13 | project.c | a projection that the statement has not, or that is none |
| 70, C15, C16 | rebound.c | a collision that gives back another share |
| 70, nodes | node.c | steps of P10 and of Moreau that are none |
| 70, TH1 to TH5 | yield.c, deform.c | steps of contacts that yield that are none |
| 70, TH6 | reduce.c, distance.c | (how far forces are from a solution) |
| 70, C14 | cone.c, rank.c | a friction cone that is not as it is said to be |
| 70, lists | lists.c | a list of solutions with one missing |
| 70, an impact | impact.c | a velocity that a law of impact does not give |
| 70, one bit | record.h, record.c, require.c, decimal.c, ask.c | (what is printed and asked for) |
| 70, a worked example | show.h, show.c, sections.c, formula.c | (the statement for people) |
| 71, E1 | ball.h, ball.c, sine.c | (arithmetic with error bounds) |
| 71, E2, E3, E9 | dual.c, geometry.c, contacts.c | data that are not the scene's |
| 71, E4 to E6, E13 | modes.h, modes.c, system.c, systems.c, second.c | contact modes that other data would change |
| 71, E7, E8, E10 | open.c, hit.c | a listed contact that is open, a closed one that is not |

Who wants levels L1 and R alone reads down to chain.c. fuzz.c is a test.

## In this header

Numbers, the reader, and what is common to all files. A *count* is a `long`
below $2^{31}$; every other number is `mpz_t`, or `mpq_t` where a single
fraction is wanted. Functions that read end by `refuse` or have read what they
say; none returns an error.
*/
#ifndef PERP_CHECK_H
#define PERP_CHECK_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

/* Why a reading ended, as an exit code. REFUTED: a line was read that does not
   hold, or is not shown to. The others say nothing about what was proven: not
   met (all lines hold, and less is proven than was asked for), a limit of this
   program or of the machine, a file that cannot be read, one that ends before
   its last line. */
enum {
    REFUTED = 1,
    USAGE = 2,
    NOT_MET = 4,
    LIMITED = 5,
    UNREADABLE = 6,
    UNFINISHED = 7
};

/* Limits: what exceeds them is not attempted. They are no part of the claim: a
   run beyond them may be sound, and ends with code 5 without being looked at. They are there so that products of sizes fit into a long of 64 bits (the
   entries of all rows of slips are fewer than 2^28 64 10^4 < 2^48), and that a
   file of a kilobyte cannot ask for a machine's memory. */
enum {
    MOST_DIGITS = 1 << 18, /* hexadecimal digits of one number */
    MOST_ROOM = 1 << 29,   /* of many, over one denominator: 256 megabytes */
    MOST_SIZE = 10000,     /* coordinates, velocities, joints */
    MOST_ACTIVE = 4096,    /* contacts of one problem */
    MOST_SLIPS = 64,       /* of one contact */
    MOST_COUNT = 1 << 28   /* anything else that is counted */
};

typedef struct { /* sha256.c */
    uint32_t h[8];
    uint64_t bytes;
    uint8_t block[64];
} digest;
void digest_begin(digest *d);
void digest_add(digest *d, const uint8_t *p, size_t n);
void digest_end(digest *d, char out[65]);

/* Many rational numbers over one denominator den > 0, which need not be the
   least. As it is read, sparse: entry k of n is x[k] / den and stands at the
   index at[k]; the indices grow, no x[k] is 0. Spread, dense: entry k is x[k] /
   den, and at is not used. Entries up to room are initialised, and den if room
   is not 0. A matrix is an array by rows.

   One denominator for many numbers is what makes the checks cheap: a sum of
   products is a sum of products of numerators, and its sign is that of a whole
   number. Fractions of GMP would reduce each intermediate result. */
typedef struct {
    mpz_t den, *x;
    long *at, n, room;
} array;

/* A file that is read once, from the left. block[at] is the next byte of
   `have`; what was consumed of the block before `summed` is in the digest
   already. word holds the last word, with its end. work, common and ratio are scratch
   numbers of whoever holds the reader, and survive no call; none = 0 and one =
   1 are constants. out is where `refuse` jumps to. last: the byte before the
   block; missed: a byte was wanted where the file ends; over: what is refused
   next exceeds a limit. */
typedef struct {
    FILE *f;
    const char *name;
    long line;
    digest sum; /* of everything consumed */
    uint8_t block[1 << 16];
    size_t at, have, summed;
    char word[MOST_DIGITS + 8], *why; /* 400: why it was refused */
    uint8_t last;
    int missed, over, code;            /* code: one of the codes below */
    mpz_t work, common, none, one;     /* work, work, 0 and 1 */
    mpq_t ratio;                      /* work */
    jmp_buf *out;
} reader;

/* ---- memory.c ----------------------------------------------------------

All memory comes from here, GMP's too. When there is none the process ends with
code 5 and one line: a lack of memory says nothing about a proof. */

void *grown(void *block, size_t bytes); /* realloc */
void *zeros(size_t count, size_t size); /* calloc */
void given_back(void *block);           /* free */
/* A block with room for n things: grows with what is read, not with what a file
   says it will hold. */
void *more(reader *r, void *block, size_t n, size_t *room, size_t size);
_Noreturn void no_memory(const reader *r, size_t bytes); /* r: where, or null */
void memory_adopt_gmp(void);
extern unsigned long memory_refused; /* for tests: the k-th request; 0: none */

/* ---- read.c ------------------------------------------------------------ */

_Noreturn void refuse(reader *r, const char *form, ...)
    __attribute__((format(printf, 2, 3)));
void read_begin(reader *r, FILE *f, const char *name);
int read_block(reader *r); /* its first byte */
static inline int peek(reader *r) /* the next byte, which stays; or EOF */
{
    return r->at < r->have ? r->block[r->at] : read_block(r);
}
void read_text(reader *r, const char *text);
const char *read_word(reader *r);
long read_count(reader *r, long most);
long read_within(reader *r, long most); /* a limit: beyond it code 5 */
void read_whole(reader *r, mpz_ptr x);
void read_over(reader *r, mpz_ptr den);
void read_array(reader *r, const char *tag, long n, array *a);
void read_digest(reader *r, char out[65]); /* of all consumed so far */

/* ---- number.c ---------------------------------------------------------- */

/* to = i1 a b ... + i2 c d ...: sum(to, i1, a, b, NULL, i2, c, d, NULL, 0) */
void sum(mpz_ptr to, int sign, ...);
double above(mpz_srcptr x, mpz_srcptr unit); /* at least |x| / unit */
void array_room(reader *r, array *a, long n);
/* All n entries, to x[0] ...; null: n zeros. */
mpz_t *array_spread(reader *r, const array *from, array *to, long n);
/* One denominator for all; for one array whose entries have those of `part`. */
void array_unify(reader *r, array *const *all, int n);
void array_join(reader *r, array *to, const array *part);
void array_free(array *a);
#endif
