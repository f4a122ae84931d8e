/**
# The command line

    perp-check FILE [--require WORD,...] [--json]
    perp-check --show FILE
    perp-check --version

Nothing is opened before every word is understood: a slip is told at once, and
a list with a slip in it is never half asked. Several `--require` add up.

| written | answered |
|---|---|
| `perp-check` | no file |
| `perp-check a b` | b is a second file |
| `perp-check a --requires l1` | --requires is no option |
| `perp-check a --require` | --require wants a list |
| `perp-check a --require l1,` | there is no '' |
| `perp-check a --show --json` | --show goes alone, it gives no verdict |

each in one line on stderr, with code 2 and nothing on standard output. An empty
word is a slip, too: a list that a script has put together from an empty variable
must not be one that asks nothing.

The words are asked of an empty verdict here, only to see whether they are words;
what they answer is not looked at.

There is no option that weakens a check, and none that chooses what is checked:
the file says its level, and the whole of it is judged. `--require` only turns a
yes into a no, `--json` only leaves out the sentences.

So these are the same:

    perp-check a --require l1,open=all
    perp-check --require l1 a --require=open=all

A list is cut at its commas, in place, and its words stay where the system put
them; no word is copied, and none is too long to be looked at. `<` is a sign of
the shell, and a list with a bound stands in quotes: without them the shell would
read a file of the name `=1e-9`, and this program would find a word `energy` that
stands alone, and say that it is required by <=X.

`--json` with a proof that is refused prints a record all the same: "why" has
the line, and a script needs no other answer.
*/
#include "record.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

/** Which source this is, and which library multiplied: with a verdict that somebody
else shall believe, both are worth a line. Who compiles the files by hand has no
version. */
#ifndef CHECK_VERSION
#define CHECK_VERSION "of no version"
#endif

static const char usage[] =
    "usage: perp-check FILE [--require WORD,...] [--json]\n"
    "                              reads FILE and FILE.scene, and judges\n"
    "       perp-check --show FILE  prints what FILE.scene says\n"
    "       perp-check --version    this source, and the library of numbers\n"
    "\n"
    "--require: l0, l1, r, n; l2, modes, open, brackets, cones, masses,\n"
    "placed, solved or points=all; residual, energy, projection, moved, radius,\n"
    "depth, height, joints, velocity, width, rows, steps, hits, stills,\n"
    "projections or rebounds<=X; scene=DIGEST. The last line of a verdict is a record, with --json the\n"
    "only one.\n"
    "\n"
    "exit code 0: accepted, and all holds that is required; 1: refused;\n"
    "2: usage; 4: accepted, but not all holds that is required; 5: no memory,\n"
    "or beyond a limit; 6: a file cannot be read, or the verdict not be\n"
    "written; 7: the proof ends before its last line\n";

/* One line: what was written, what is wrong with it, where more stands. */
_Noreturn static void misused(const char *what, const char *why)
{
    fprintf(stderr, "perp-check: %s%s; perp-check --help has the usage\n", what,
            why);
    exit(USAGE);
}

/* The list is cut at its commas, in place; a word that is none ends here,
   before anything is read. */
static void read_words(question *q, char *list)
{
    static const verdict none = {.code = REFUTED};
    quantity all[QUANTITIES];
    char why[400];
    quantities(&none, all);
    for (char *next; list != NULL; list = next) {
        if ((next = strchr(list, ',')) != NULL)
            *next++ = '\0';
        if (require_word(&none, all, list, why) < 0)
            misused("--require ", why);
        const size_t n = (size_t)q->words++ + 1;
        q->word = grown(q->word, n * sizeof *q->word);
        q->unmet = grown(q->unmet, n * sizeof *q->unmet);
        q->why = grown(q->why, n * sizeof *q->why);
        q->word[n - 1] = list;
        q->unmet[n - 1] = 0;
    }
}

void read_arguments(question *q, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 && argc == 2) {
            fputs(usage, stdout);
            exit(written(0));
        } else if (strcmp(argv[i], "--version") == 0 && argc == 2) {
            printf("perp-check %s\nGMP %s\n", CHECK_VERSION, gmp_version);
            exit(written(0));
        } else if (strcmp(argv[i], "--json") == 0)
            q->json = 1;
        else if (strcmp(argv[i], "--show") == 0)
            q->show = 1;
        else if (strcmp(argv[i], "--require") == 0 && i + 1 < argc)
            read_words(q, argv[++i]);
        else if (strncmp(argv[i], "--require=", 10) == 0)
            read_words(q, argv[i] + 10);
        else if (strcmp(argv[i], "--require") == 0)
            misused(argv[i], " wants a list");
        else if (argv[i][0] == '-')
            misused(argv[i], " is no option");
        else if (q->file != NULL)
            misused(argv[i], " is a second file");
        else
            q->file = argv[i];
    }
    if (q->file == NULL)
        misused("no file", "");
    if (q->show && (q->json || q->words > 0))
        misused("--show", " goes alone, it gives no verdict");
}
