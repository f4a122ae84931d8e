/**
# perp-check --show FILE: what FILE.scene says

doc/70-certificate.md, One bit. A digest says that two statements are one; it
does not say which scene they are of. This prints a statement with its names,
its numbers as decimals and its tapes as formulas, so that who wrote the scene
knows it again, and who did not can read what was proven of what:

    scheme alpha-gamma
    h = 0.5 s
    ...
    gaps
      gap of 'ground' = q.y

It gives no verdict, and reads no proof. The statement is read twice: first by
the same reader that a proof is judged with, which refuses what is not one, and
then, names being nothing that the checker keeps, a second time line by line.
The digests of the two readings are compared. A line that is none of those below
is printed as it stands, so that nothing of a statement is left out.

| in the file | shown as |
|---|---|
| a number | a decimal; with ~ when the decimal is not the number, which follows |
| q NAME, v NAME | q.NAME, v.NAME: coordinates, and the velocities that belong to them |
| tape inertia | M[a, b], F[a, b], Gamma[a, b]: the entries that are not the constant 0 |
| tape slips | the velocity of a slip, sum of d over the velocities |
| a kind's inputs | A.q1, B.v1, A.p1: coordinates, velocities, parameters of its things |

## What of it may be relied on

The numbers are those of the checker: the same reader has brought them into the
same memory. The names, the order of lines and the layout are of this file alone.
No check depends on it, and a fault here can mislead a reader, but not make a
proof accepted.

Three things keep it from misleading. Every number is exact, or has a `~` and the
number itself beside it or below the section; nothing is rounded silently. Every
section says when lines are missing: of each tape at most 200 lines are shown, of
each list at most 200 entries. And a name can hold no character that a terminal
takes for a command: words.c has refused those, and what is cut is printable.

## What a reader looks for

* `h`, `T`, `alpha`, `gamma`: the step, the duration and the scheme's weights. A
  run of one long step is a run.
* `tolerance`: a contact that is listed may have a gap as large as this.
* `restitution`, and the friction of each contact.
* the state at the start: a ball that begins under the floor has no contact.
* the mass: entries that are not the constant 0, of the symmetric matrix.
* the gaps: which walls there are, and on which side of them is outside; a wall
  that is not in this list is not in the proof.
* slips: in which direction friction acts. With a sign turned round it is the
  same friction, since both directions of a slip are allowed.

A digest says the same, once the reader has seen a statement and trusts it.

## An example

The worked example of the chapter, a block on the ground with friction, whose
statement has 36 lines and six tapes, is shown so (the chapter has it whole):

    scheme alpha-gamma
    h = 0.5 s
    alpha = 1
    T = 0.5 s
    tolerance = 1e-10 m
    coordinates at the start (m, rad)
      q.x = 0
      q.y = 0
    velocities at the start (m/s, rad/s)
      v.x = 4
      v.y = 0
    contact 'ground': number 0, 1 slips, friction 0.5
    force, where it is not 0 (N, N m)
      k[y] = -10
    gaps (m)
      gap of 'ground' = q.y
    slips (m/s)
      slip 1 of 'ground' = v.x

With h = 0.1 in the scene the line would be `h = ~0.1 (0xccccccccccccd/0x8000...)
s`: what was run is the double, and the statement says so.

Of problems alone (level N) the matrices are shown, by rows, of the first twenty
problems and where there are at most twelve unknowns.
*/
#include "show.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 300 };

/* Names, cut to 60 bytes, of each sort one behind the other. */
static struct {
    char (*of)[MOST_NAME + 1];
    size_t room;
    long n;
} names[LISTED];
static const char *const sort[LISTED] = {"q",      "v",       "joint",
                                         "spring", "contact", "kind"};

const char *name_of(int list, long i)
{
    return names[list].of[i];
}

long name_count(int list)
{
    return names[list].n;
}

static void keep_name(reader *r, int list, const char *word)
{
    names[list].of = more(r, names[list].of, (size_t)names[list].n + 1,
                          &names[list].room, sizeof *names[list].of);
    char *to = names[list].of[names[list].n++];
    if (strlen(word) > MOST_NAME)
        snprintf(to, MOST_NAME + 1, "%.*s...", MOST_NAME - 3, word);
    else
        strcpy(to, strcmp(word, "%") == 0 ? "" : word);
}

/* The rest of a line, cut. The first reading has let no other bytes pass. */
static char *rest(reader *r, char *to)
{
    size_t n = 0;
    for (int c; (c = peek(r)) >= ' '; r->at++)
        if (n < MOST_TEXT)
            to[n++] = (char)c;
    to[n] = '\0';
    if (n == MOST_TEXT)
        strcpy(to + n - 3, "...");
    read_text(r, "\n");
    return to;
}

/* A number of the file as a decimal, with the number itself where that is
   another. */
void put_number(mpq_srcptr x)
{
    char text[64];
    if (number_text(x, text))
        printf("%s", text);
    else if (mpz_sizeinbase(mpq_numref(x), 16) +
                 mpz_sizeinbase(mpq_denref(x), 16) <
             200)
        gmp_printf("%s (%#Qx)", text, x);
    else
        printf("%s (a fraction of %zu digits)", text,
               mpz_sizeinbase(mpq_numref(x), 16) +
                   mpz_sizeinbase(mpq_denref(x), 16));
}

/* Lines before `sizes`: a word, and what it is. What is a number is shown as
   one; what is not, as it stands. */
static void head_line(reader *r, const char *word)
{
    static const struct {
        const char *key, *unit;
    } number[] = {{"h", " s"},          {"T", " s"},
                  {"alpha", ""},        {"gamma", ""},
                  {"restitution", ""},  {"tolerance", " m"},
                  {"penetration", " m"}};
    enum { NUMBERS = sizeof number / sizeof *number };
    char text[MOST_TEXT + 8], key[MOST_NAME + 1];
    int k = 0;
    snprintf(key, sizeof key, "%.*s", MOST_NAME, word);
    while (k < NUMBERS && strcmp(key, number[k].key) != 0)
        k++;
    if (k == NUMBERS) {
        printf("%s%s\n", key, rest(r, text));
        return;
    }
    read_text(r, " ");
    read_ratio(r, r->ratio);
    printf("%s = ", key);
    put_number(r->ratio);
    printf("%s\n", number[k].unit);
    read_text(r, "\n");
}

/* The second reading: names are kept, heads and unknown lines printed. */
static void second_reading(checker *c)
{
    static const char *const known[] = {
        "sizes", "tape", "const", "out", "side", "thing", "binding",
        "pairs", "add",  "sub",   "mul", "div",  "neg",   "sqrt",
        "sin",   "cos",  "max",   "sel", "end"};
    reader *r = &c->r;
    char text[MOST_TEXT + 8];
    read_text(r, "perp scene ");
    rest(r, text);
    while (peek(r) != EOF) {
        const char *word = read_word(r);
        int list = 0;
        size_t k = 0;
        while (list < LISTED && strcmp(word, sort[list]) != 0)
            list++;
        while (k < sizeof known / sizeof *known && strcmp(word, known[k]) != 0)
            k++;
        if (list < LISTED) {
            read_text(r, " ");
            keep_name(r, list, read_word(r));
        } else if (k == sizeof known / sizeof *known) {
            head_line(r, word);
            continue;
        }
        rest(r, text);
    }
}

/* Entry i of a dense array. */
static void put_entry(const array *a, long i)
{
    mpq_t x;
    mpq_init(x);
    mpq_set_num(x, a->x[i]);
    mpq_set_den(x, a->den);
    mpq_canonicalize(x);
    put_number(x);
    mpq_clear(x);
}

static void show_state(const scene *s)
{
    for (int list = COORDINATE; list <= SPEED; list++) {
        const array *a = list == SPEED ? &s->v : &s->q;
        puts(list == SPEED ? "velocities at the start (m/s, rad/s)"
                           : "coordinates at the start (m, rad)");
        for (long i = 0; i < a->n && i < MOST_LINES; i++) {
            printf("  %s.%s = ", sort[list], name_of(list, i));
            put_entry(a, i);
            putchar('\n');
        }
        if (a->n > MOST_LINES)
            printf("  ... and %ld more\n", a->n - MOST_LINES);
    }
}

/* What a contact or a spring has besides its formulas. */
static void show_coefficients(const scene *s)
{
    for (long i = 0; i < s->own && i < MOST_LINES; i++) {
        printf("contact '%s': number %ld, %d slips, friction ",
               name_of(CONTACT, i), i, s->contact[i].slips);
        put_number(s->contact[i].mu);
        putchar('\n');
    }
    for (long i = 0; i < s->springs && i < MOST_LINES; i++) {
        printf("spring '%s': stiffness ", name_of(SPRING, i));
        put_entry(&s->stiffness, i);
        printf(" N/m, damping ");
        put_entry(&s->damping, i);
        puts(" N s/m");
    }
    if (s->own > MOST_LINES || s->springs > MOST_LINES)
        printf("... and more: %d of each are shown\n", MOST_LINES);
}

/* Problems alone, those of at most 12 unknowns and the first 20 of them. */
static void show_problems(checker *c)
{
    enum { WIDE = 12, MANY = 20 };
    reader *r = &c->r;
    array A_ = {.n = 0}, full = {.n = 0};
    long k = 0;
    puts(
        "problems: w = A z + b, 0 <= w, z and w z = 0, but for the first free\n"
        "unknowns, of which w = 0");
    read_text(r, "perp problems 1\n");
    for (; peek(r) == 'p'; k++) {
        read_text(r, "problem ");
        const long free_ = read_count(r, MOST_SIZE);
        read_text(r, " ");
        const long n = free_ + read_count(r, MOST_SIZE);
        const int shown = n <= WIDE && k < MANY;
        read_text(r, "\n");
        printf(k < MANY ? "problem %ld: %ld free, %ld pairs\n" : "", k + 1,
               free_, n - free_);
        for (int b = 0; b < 2; b++) {
            read_array(r, b ? "b" : "A", b ? n : n * n, &A_);
            for (long i = 0; shown && i < (b ? 1 : n); i++) {
                array_spread(r, &A_, &full, b ? n : n * n);
                printf(b ? "  b" : "  A");
                for (long j = 0; j < n; j++) {
                    putchar(' ');
                    put_entry(&full, i * n + j);
                }
                putchar('\n');
            }
        }
    }
    printf("%ld problems; shown are the first %d, and their numbers where they "
           "have at\nmost %d unknowns\n",
           k, MANY, WIDE);
    array_free(&A_);
    array_free(&full);
}

void show(checker *c, FILE *statement)
{
    char sum_[65];
    for (int i = 0; i < LISTED; i++)
        names[i].n = 0;
    printf("scene: SHA-256 %s\n", c->v->scene);
    rewind(statement);
    read_begin(&c->r, statement, "scene");
    if (c->lists != NULL) {
        show_problems(c);
        return;
    }
    if (c->impact != NULL) {
        impact_show(c);
        return;
    }
    second_reading(c);
    read_digest(&c->r, sum_);
    if (strcmp(sum_, c->v->scene) != 0)
        refuse(&c->r, "the file has changed while it was read");
    show_state(&c->s);
    show_coefficients(&c->s);
    show_formulas(c);
}
