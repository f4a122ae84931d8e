#include "cli/caret.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 400, PATH = 400 };

static int is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the word stands in the line, as a whole; `key`: before a `=`;
   else -1. */
static int find(const char *line, const char *word, size_t n, int key)
{
    for (const char *at = line; (at = strstr(at, word)) != NULL; at++) {
        const char *behind = at + n;
        if ((at > line && is_word(at[-1]) && is_word(word[0])) ||
            (is_word(*behind) && is_word(word[n - 1])))
            continue;
        behind += strspn(behind, " ");
        if (!key || (behind[0] == '=' && behind[1] != '='))
            return (int)(at - line);
    }
    return -1;
}

/* Of a piece of the message. */
static int find_piece(const char *line, const char *from, size_t n, int key)
{
    char word[80];
    if (n == 0 || n >= sizeof word)
        return -1;
    memcpy(word, from, n);
    word[n] = '\0';
    return find(line, word, n, key);
}

/** The word is the first of those in quotes that the line has; else the first of the
message that is a key there (`mu = -1 is negative`); else where the line begins. */
static int column(const char *line, const char *text)
{
    for (const char *at = strchr(text, '\''); at != NULL;) {
        const char *end = strchr(at + 1, '\'');
        if (end == NULL)
            break;
        const int found = find_piece(line, at + 1, (size_t)(end - at - 1), 0);
        if (found >= 0)
            return found;
        at = strchr(end + 1, '\'');
    }
    for (const char *at = text; *at != '\0';) {
        size_t n = 0;
        while (is_word(at[n]))
            n++;
        const int found = find_piece(line, at, n, 1);
        if (found >= 0)
            return found;
        at += n > 0 ? n : 1;
    }
    return (int)strspn(line, " \t");
}

/* Line `wanted` of the file, without its end; 0: there is none. */
static int read_line(const char *path, long wanted, char line[LINE])
{
    FILE *f = fopen(path, "r");
    long number = 1;
    size_t n = 0;
    if (f == NULL)
        return 0;
    for (int c; number <= wanted && (c = getc(f)) != EOF;) {
        if (number == wanted && c != '\n' && n + 1 < LINE)
            line[n++] = (char)(c == '\t' ? ' ' : c);
        number += c == '\n';
    }
    fclose(f);
    line[n] = '\0';
    return n > 0 && strlen(line) == n && strspn(line, " ") < n;
}

/* What a terminal would take for a command is no line to show. */
static int printable(const char *line)
{
    for (; *line != '\0'; line++)
        if (iscntrl((unsigned char)*line))
            return 0;
    return 1;
}

void caret_show(const char *message, FILE *to)
{
    char path[PATH], line[LINE];
    const char *colon = strchr(message, ':');
    for (; colon != NULL; colon = strchr(colon + 1, ':')) {
        char *end;
        const long number = strtol(colon + 1, &end, 10);
        const size_t n = (size_t)(colon - message);
        if (number < 1 || strncmp(end, ": ", 2) != 0 || n >= sizeof path)
            continue;
        memcpy(path, message, n);
        path[n] = '\0';
        if (read_line(path, number, line) && printable(line))
            fprintf(to, "%6ld | %s\n       | %*s^\n", number, line,
                    column(line, end + 2), "");
        return;
    }
}
