#include "cli/subcommand.h"

#include <stdio.h>
#include <string.h>

/** An exit code is the status of the first thing that went wrong. Scripts branch on
it, so each has one meaning in every subcommand. */
typedef struct {
    int code;
    const char *word, *text;
} meaning;

static const meaning meanings[] = {
    {PERP_OK, "ok",
     "All that was asked was done, and every claim that was to be checked "
     "holds.\nWarnings on standard error do not change this code; --json has "
     "them."},
    {PERP_REFUTED, "refuted",
     "A claim was checked and is false: a step that is not proven in a mode "
     "that\nproves, a given answer that does not solve its problem. Outputs "
     "are written; they\nshow what is false and where."},
    {PERP_USAGE, "usage",
     "The command line is wrong. The message names the word and, where one is "
     "near,\nthe word that may be meant. Nothing was read, nothing written."},
    {PERP_INPUT, "input",
     "A scene or a file is wrong: file, line, value and remedy stand in the "
     "message.\nNothing was written."},
    {PERP_NO_SOLUTION, "no solution",
     "A problem has no solution, which its certificate proves; or a claim "
     "could not be\ndecided. `perp solve FILE --all` says which of both of a "
     "problem."},
    {PERP_LIMIT, "limit",
     "A limit was reached: --bits, --seconds, the scene's time or memory, the "
     "most\ncollisions of a run. Raise it, or pose less. The message says how "
     "far it came."},
    {PERP_IO, "input or output",
     "A file could not be read or written to its end. It outranks every "
     "verdict: who\nasked for the output has not got it."},
    {PERP_BUG, "a mistake of perp",
     "perp found itself to be wrong and stopped before it said anything "
     "false. Please\nreport the command, the scene and the message."},
};

enum { MEANINGS = sizeof meanings / sizeof *meanings };

static void print(const meaning *m)
{
    printf("%d: %s\n%s\n", m->code, m->word, m->text);
}

static perp_status explain(const options_table *t, const option *o)
{
    (void)o;
    for (int i = 0; t->word_count == 0 && i < MEANINGS; i++) {
        print(&meanings[i]);
    }
    if (t->word_count == 0)
        return PERP_SUCCESS;
    for (int i = 0; i < MEANINGS; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", meanings[i].code);
        if (strcmp(t->words[0], number) == 0) {
            print(&meanings[i]);
            return PERP_SUCCESS;
        }
    }
    return PERP_FAIL(PERP_USAGE,
                     "'%.60s' is no exit code of perp; there are 0 to 6 and "
                     "70 (perp explain lists them)",
                     t->words[0]);
}

const subcommand subcommand_explain = {
    .name = "explain",
    .line = "what does this exit code mean?",
    .words = "[CODE]",
    .summary = "Says what an exit code of perp means, and what to do; without "
               "CODE, of all.",
    .least = 0,
    .most = 1,
    .act = explain};
