#include "cli/subcommand.h"

#include "base/nearest.h"

#include <assert.h>
#include <string.h>

/* The table of a command line, with a copy of the options in o. */
static options_table table_of(const subcommand *c, option *o, char *usage,
                              size_t size, int argc)
{
    assert(c->option_count <= SUBCOMMAND_OPTIONS);
    for (int i = 0; i < c->option_count; i++)
        o[i] = c->options[i];
    snprintf(usage, size, "perp %s %s", c->name, c->words);
    return (options_table){.usage = usage,
                           .summary = c->summary,
                           .options = o,
                           .option_count = c->option_count,
                           .least = c->least,
                           .most = c->most == SUBCOMMAND_ANY ? argc + c->least
                                                             : c->most};
}

perp_status subcommand_act(const subcommand *c, int argc, char **argv)
{
    option o[SUBCOMMAND_OPTIONS];
    char usage[128];
    options_table t = table_of(c, o, usage, sizeof usage, argc);
    return options_act(&t, argc, argv, c->act);
}

void subcommand_page(const subcommand *c, FILE *out)
{
    option o[SUBCOMMAND_OPTIONS];
    char usage[128];
    options_table t = table_of(c, o, usage, sizeof usage, 0);
    options_help(&t, out);
}

perp_status subcommand_named(const char *word, const subcommand **out)
{
    enum { MOST = 32 };
    const char *names[MOST];
    int n = 0;
    for (; subcommand_list[n] != NULL; n++) {
        assert(n < MOST);
        names[n] = subcommand_list[n]->name;
        if (strcmp(word, names[n]) == 0) {
            *out = subcommand_list[n];
            return PERP_SUCCESS;
        }
    }
    const int near = nearest_word(word, names, n);
    if (near >= 0)
        return PERP_FAIL(PERP_USAGE,
                         "unknown subcommand '%.60s' (did you mean '%s'?)",
                         word, names[near]);
    return PERP_FAIL(PERP_USAGE,
                     "unknown subcommand '%.60s'; perp --help lists them",
                     word);
}

void subcommand_overview(FILE *out)
{
    fprintf(out, "usage: perp SUBCOMMAND [OPTION]... [FILE]\n\n"
                 "Rigid bodies with contact and friction, one linear "
                 "complementarity problem per\nstep, every step provable.\n\n");
    for (int i = 0; subcommand_list[i] != NULL; i++)
        fprintf(out, "  %-10s %s\n", subcommand_list[i]->name,
                subcommand_list[i]->line);
    fprintf(out,
            "\nperp SUBCOMMAND --help says more.\n\n"
            "PERP_KERNEL=scalar|avx2|avx512 in the environment: registers no "
            "wider than these;\nresults are the same bits.\n\n"
            "exit code: 0 ok; 1 a claim is refuted; 2 usage; 3 the input is "
            "wrong; 4 no\nsolution, with its certificate, or undecided; 5 a "
            "limit was reached; 6 input or\noutput failed; 70 a mistake of "
            "perp; perp explain CODE says more\n");
}
