#include "cli/pages.h"

#include "scene/run/drive.h"

#include <ctype.h>
#include <string.h>

/** ## Man pages

A dash is `\-` in roff, or it becomes a hyphen that nobody can paste; a dot or an
apostrophe that begins a line would be a command. */
static void roff(const char *text, FILE *out)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    for (; *text != '\0'; text++)
        if (*text == '-' || *text == '\\')
            fprintf(out, "\\%c", *text == '-' ? '-' : 'e');
        else
            fputc(*text, out);
}

static void heading(const char *name, const char *line, FILE *out)
{
    fprintf(out, ".TH \"");
    for (const char *c = name; *c != '\0'; c++)
        fputc(toupper((unsigned char)*c), out);
    fprintf(out, "\" 1 \"\" \"perp\" \"perp\"\n.SH NAME\n");
    roff(name, out);
    fputs(" \\- ", out);
    roff(line, out);
    fputs("\n.SH SYNOPSIS\n", out);
}

static void man_option(const option *o, FILE *out)
{
    fputs(".TP\n.B ", out);
    roff("--", out);
    roff(o->name, out);
    if (o->kind != OPTION_FLAG) {
        fputs(" \\fI", out);
        roff(o->metavar, out);
        fputs("\\fR", out);
    }
    if (o->letter != 0)
        fprintf(out, ", \\fB\\-%c", o->letter);
    fputc('\n', out);
    roff(o->help, out);
    fputs(o->kind == OPTION_LIST ? " (any number of times)\n" : "\n", out);
}

static void man_of(const subcommand *c, FILE *out)
{
    char name[64];
    snprintf(name, sizeof name, "perp-%s", c->name);
    heading(name, c->line, out);
    fprintf(out, ".B perp %s\n", c->name);
    roff(c->words, out);
    fprintf(out, "\n[\\fIOPTION\\fR]...\n.SH DESCRIPTION\n");
    roff(c->summary, out);
    fprintf(out, "\n.SH OPTIONS\n");
    for (int i = 0; i < c->option_count; i++)
        man_option(&c->options[i], out);
    fprintf(out, ".TP\n.B \\-\\-help\\fR, \\fB\\-h\nprint the same as text\n"
                 ".SH SEE ALSO\n.BR perp (1)\n");
}

static void man_overview(FILE *out)
{
    heading("perp",
            "rigid bodies with contact and friction, every step "
            "provable",
            out);
    fprintf(out, ".B perp\n\\fISUBCOMMAND\\fR [\\fIOPTION\\fR]... "
                 "[\\fIFILE\\fR]\n.SH SUBCOMMANDS\n");
    for (int i = 0; subcommand_list[i] != NULL; i++) {
        fprintf(out, ".TP\n.BR perp\\-%s (1)\n", subcommand_list[i]->name);
        roff(subcommand_list[i]->line, out);
        fputc('\n', out);
    }
    fprintf(out, ".SH EXIT STATUS\n"
                 "0 ok; 1 a claim is refuted; 2 usage; 3 the input is wrong; "
                 "4 no solution, with its certificate, or undecided; 5 a "
                 "limit was reached; 6 input or output failed; 70 a mistake "
                 "of perp.\n"
                 ".SH ENVIRONMENT\n.TP\n.B PERP_KERNEL\n"
                 "scalar, avx2 or avx512: registers no wider than these; "
                 "results are the same bits.\n"
                 ".TP\n.B PERP_LUA\nthe directory of perp's own Lua.\n");
}

void page_man(const subcommand *c, FILE *out)
{
    if (c != NULL)
        man_of(c, out);
    else
        man_overview(out);
}

/** ## Completion

Behind an option stands a file, one of a few words (`L0|L1|L2|R`), a scheme, or what
nobody can guess. */
static int names_file(const char *metavar)
{
    return strstr(metavar, "FILE") != NULL || strstr(metavar, "DIR") != NULL;
}

/* The words that may stand behind an option, with spaces between, or "". */
static void choices(const option *o, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    if (strcmp(o->name, "scheme") == 0) {
        for (int i = 0; drive_schemes[i] != NULL && n < size; i++)
            n += (size_t)snprintf(text + n, size - n, "%s%s", i > 0 ? " " : "",
                                  drive_schemes[i]->name);
    } else if (o->kind != OPTION_FLAG && strchr(o->metavar, '|') != NULL) {
        snprintf(text, size, "%s", o->metavar);
        for (char *c = text; *c != '\0'; c++)
            *c = *c == '|' ? ' ' : *c;
    }
}

static void bash_values(const subcommand *c, FILE *out)
{
    char text[256];
    for (int i = 0; i < c->option_count; i++) {
        const option *o = &c->options[i];
        choices(o, text, sizeof text);
        if (text[0] != '\0')
            fprintf(out,
                    "    %s:--%s) COMPREPLY=($(compgen -W \"%s\" -- \"$at\"));"
                    " return ;;\n",
                    c->name, o->name, text);
        else if (o->kind != OPTION_FLAG && !names_file(o->metavar))
            fprintf(out, "    %s:--%s) return ;;\n", c->name, o->name);
    }
}

static void bash(FILE *out)
{
    fprintf(out, "_perp()\n{\n  local at=${COMP_WORDS[COMP_CWORD]}\n"
                 "  local sub=${COMP_WORDS[1]}\n"
                 "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
                 "    COMPREPLY=($(compgen -W \"");
    for (int i = 0; subcommand_list[i] != NULL; i++)
        fprintf(out, "%s ", subcommand_list[i]->name);
    fprintf(out, "--help --version\" -- \"$at\"))\n    return\n  fi\n"
                 "  case $sub:${COMP_WORDS[COMP_CWORD-1]} in\n");
    for (int i = 0; subcommand_list[i] != NULL; i++)
        bash_values(subcommand_list[i], out);
    fprintf(out, "  esac\n  case $sub:$at in\n");
    for (int i = 0; subcommand_list[i] != NULL; i++) {
        const subcommand *c = subcommand_list[i];
        fprintf(out, "    %s:-*) COMPREPLY=($(compgen -W \"", c->name);
        for (int k = 0; k < c->option_count; k++)
            fprintf(out, "--%s ", c->options[k].name);
        fprintf(out, "--help\" -- \"$at\"));;\n");
    }
    fprintf(out, "    *) COMPREPLY=($(compgen -f -- \"$at\"));;\n  esac\n}\n"
                 "complete -o filenames -F _perp perp\n");
}

/* In single quotes of a shell; brackets and colons mean something to zsh. */
static void quoted(const char *text, int zsh, FILE *out)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fprintf(out, zsh && strchr("[]:", *text) ? "\\%c" : "%c", *text);
}

static void zsh_option(const option *o, FILE *out)
{
    char text[256];
    choices(o, text, sizeof text);
    fprintf(out, "        '%s--%s[", o->kind == OPTION_LIST ? "*" : "",
            o->name);
    quoted(o->help, 1, out);
    fputc(']', out);
    if (o->kind != OPTION_FLAG) {
        fputc(':', out);
        quoted(o->metavar, 1, out);
        if (text[0] != '\0')
            fprintf(out, ":(%s)", text);
        else
            fputs(names_file(o->metavar) ? ":_files" : ":", out);
    }
    fputs("' \\\n", out);
}

static void zsh(FILE *out)
{
    fprintf(out, "#compdef perp\nlocal -a subs\nsubs=(\n");
    for (int i = 0; subcommand_list[i] != NULL; i++) {
        fprintf(out, "  '%s:", subcommand_list[i]->name);
        quoted(subcommand_list[i]->line, 0, out);
        fputs("'\n", out);
    }
    fprintf(out, ")\nif (( CURRENT == 2 )); then\n"
                 "  _describe subcommand subs\nelse\n"
                 "  local sub=$words[2]\n  shift words\n  (( CURRENT-- ))\n"
                 "  case $sub in\n");
    for (int i = 0; subcommand_list[i] != NULL; i++) {
        const subcommand *c = subcommand_list[i];
        fprintf(out, "    %s)\n      _arguments \\\n", c->name);
        for (int k = 0; k < c->option_count; k++)
            zsh_option(&c->options[k], out);
        fprintf(out, "        '--help[print the help]' '*:file:_files' ;;\n");
    }
    fprintf(out, "  esac\nfi\n");
}

static void fish(FILE *out)
{
    char text[256];
    for (int i = 0; subcommand_list[i] != NULL; i++) {
        const subcommand *c = subcommand_list[i];
        fprintf(out, "complete -c perp -n __fish_use_subcommand -f -a %s -d '",
                c->name);
        quoted(c->line, 0, out);
        fputs("'\n", out);
        for (int k = 0; k < c->option_count; k++) {
            const option *o = &c->options[k];
            choices(o, text, sizeof text);
            fprintf(out,
                    "complete -c perp -n '__fish_seen_subcommand_from %s' "
                    "-l %s%s -d '",
                    c->name, o->name,
                    o->kind == OPTION_FLAG   ? ""
                    : text[0] != '\0'        ? " -x"
                    : names_file(o->metavar) ? " -r"
                                             : " -x");
            quoted(o->help, 0, out);
            fprintf(out, text[0] != '\0' ? "' -a '%s'\n" : "'\n", text);
        }
    }
}

perp_status page_completion(const char *shell, FILE *out)
{
    if (strcmp(shell, "bash") == 0)
        bash(out);
    else if (strcmp(shell, "zsh") == 0)
        zsh(out);
    else if (strcmp(shell, "fish") == 0)
        fish(out);
    else
        return PERP_FAIL(PERP_USAGE,
                         "--completion '%.60s' is not a shell known here: "
                         "bash, zsh or fish",
                         shell);
    return PERP_SUCCESS;
}
