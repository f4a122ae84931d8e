#include "base/file.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "cli/subcommand.h"
#include "scene/bind/bind.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/** An equation of a paper in one call: its formula, the chapter that derives it, the
function that computes it, the test that would fail, the case that shows it. All of it
is read from an index that the build makes of the chapters and the claims in sources
(lua/weave/index.lua), so what is printed is what the ledger has checked. */

enum { PATH = 4096, LINE = 2048, TAG = 64, MOST_TAGS = 1024 };

/* What is asked for: a paper's key or "", a tag without brackets or "". */
typedef struct {
    char key[TAG], tag[TAG];
} wanted;

/** Beside the program in its build tree, below the prefix when it is installed. */
static perp_status open_index(FILE **in)
{
    char own[PATH - 64], path[2][PATH];
    bind_own_directory(own, sizeof own);
    snprintf(path[0], PATH, "%s/equations.txt", own);
    snprintf(path[1], PATH, "%s/../share/perp/equations.txt", own);
    for (int i = 0; i < 2; i++)
        if ((*in = fopen(path[i], "r")) != NULL)
            return PERP_SUCCESS;
    return PERP_FAIL(PERP_IO,
                     "the index of equations is not there: %s: %s; it is built "
                     "where lua5.4 is found",
                     path[0], strerror(errno));
}

/* "= GAP08 (4.4c)" or another line: is it a head, and which? */
static int head_of(const char *line, wanted *at)
{
    return sscanf(line, "= %63s (%63[^)])", at->key, at->tag) == 2;
}

static int same(const char *a, const char *b)
{
    while (*a != '\0' &&
           tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static int asked(const wanted *w, const wanted *at)
{
    return (w->key[0] == '\0' || same(w->key, at->key)) &&
           (w->tag[0] == '\0' || same(w->tag, at->tag));
}

/** One line of a record, in the order of the index. */
static void print(const char *line)
{
    static const char *const word[][2] = {{"built ", "built by"},
                                          {"verified ", "verified by"},
                                          {"shown ", "shown by"},
                                          {"reason ", "not built"}};
    char place[LINE], name[LINE];
    if (strncmp(line, "at ", 3) == 0)
        printf("  %-12s %s\n", "chapter", line + 3);
    else if (strncmp(line, "say ", 4) == 0)
        printf("    %s\n", line + 4);
    for (int i = 0; i < 4; i++) {
        const size_t n = strlen(word[i][0]);
        if (strncmp(line, word[i][0], n) != 0)
            continue;
        if (i < 2 && sscanf(line + n, "%s %s", place, name) == 2)
            printf("  %-12s %s, %s\n", word[i][1], name, place);
        else
            printf("  %-12s %s\n", word[i][1], line + n);
    }
}

/* Prints what is asked for, or with `brief` the heads alone; how many. */
static int search(FILE *in, const wanted *w, int brief)
{
    char line[LINE];
    int found = 0, on = 0;
    wanted at;
    rewind(in);
    while (fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (head_of(line, &at)) {
            on = asked(w, &at);
            if (on)
                printf("%s%s (%s)\n", found++ > 0 && !brief ? "\n" : "", at.key,
                       at.tag);
        } else if (on && !brief) {
            print(line);
        }
    }
    return found;
}

/** What may be meant: the nearest tag of that paper, or of any. */
static perp_status nothing(FILE *in, const wanted *w)
{
    char(*tags)[TAG] = memory_new(MOST_TAGS, TAG), line[LINE];
    const char **names = memory_new(MOST_TAGS, sizeof *names);
    wanted in_paper = *w, at;
    int n = 0, near = -1;
    in_paper.tag[0] = '\0';
    rewind(in);
    while (tags != NULL && names != NULL && n < MOST_TAGS &&
           fgets(line, sizeof line, in) != NULL)
        if (head_of(line, &at) && asked(&in_paper, &at)) {
            memcpy(tags[n], at.tag, TAG);
            names[n] = tags[n];
            n++;
        }
    if (n > 0)
        near = nearest_word(w->tag, names, n);
    char guess[TAG + 24] = "";
    if (near >= 0)
        snprintf(guess, sizeof guess, " (did you mean (%s)?)", names[near]);
    memory_free(tags);
    memory_free(names);
    return PERP_FAIL(PERP_USAGE,
                     "no equation is called '%s%s(%s)'%s; perp eq KEY lists "
                     "those of a paper: AP02, GAP08, HP23, PKS05, P10",
                     w->key, w->key[0] != '\0' ? " " : "", w->tag, guess);
}

/** `GAP08 (4.4c)` in one word or in two, with brackets or without; a tag alone is
looked for in all papers, a key alone lists them. */
static perp_status read_wanted(const options_table *t, wanted *w)
{
    char all[2 * TAG] = "", *rest = all;
    for (int i = 0; i < t->word_count; i++) {
        if (strlen(all) + strlen(t->words[i]) + 2 > sizeof all)
            return PERP_FAIL(PERP_USAGE, "'%.60s' is too long for an equation",
                             t->words[i]);
        strcat(all, i > 0 ? " " : "");
        strcat(all, t->words[i]);
    }
    *w = (wanted){.key = ""};
    static const char *const keys[] = {"AP02", "GAP08", "HP23", "PKS05", "P10"};
    for (int i = 0; i < 5; i++) {
        const size_t n = strlen(keys[i]);
        char start[TAG];
        snprintf(start, sizeof start, "%.*s", (int)n, all);
        if (same(start, keys[i]) && strchr(" (", all[n]) != NULL) {
            snprintf(w->key, TAG, "%s", keys[i]);
            rest = all + n;
        }
    }
    size_t n = 0;
    for (; *rest != '\0' && n + 1 < TAG; rest++)
        if (strchr(" ()", *rest) == NULL)
            w->tag[n++] = *rest;
    return w->key[0] != '\0' || n > 0
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_USAGE, "which equation? e.g. GAP08 4.4c");
}

static perp_status eq(const options_table *t, const option *o)
{
    (void)o;
    wanted w;
    FILE *in = NULL;
    PERP_TRY(read_wanted(t, &w));
    PERP_TRY(open_index(&in));
    perp_status s = PERP_SUCCESS;
    if (search(in, &w, w.tag[0] == '\0') == 0)
        s = nothing(in, &w);
    fclose(in);
    return s;
}

const subcommand subcommand_eq = {
    .name = "eq",
    .line = "an equation of a paper: formula, code, test, case",
    .words = "KEY TAG",
    .summary = "Prints an equation of a paper, e.g. GAP08 4.4c, and where it "
               "is built,\nverified and shown; KEY alone lists a paper's, TAG "
               "alone is looked for in all.",
    .least = 1,
    .most = 2,
    .act = eq};
