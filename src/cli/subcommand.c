#include "cli/subcommand.h"

#include <assert.h>

enum { MOST_OPTIONS = 32 };

perp_status subcommand_act(const subcommand *c, int argc, char **argv)
{
    option o[MOST_OPTIONS];
    char usage[128];
    assert(c->option_count <= MOST_OPTIONS);
    for (int i = 0; i < c->option_count; i++)
        o[i] = c->options[i];
    snprintf(usage, sizeof usage, "perp %s %s", c->name, c->words);
    options_table t = {.usage = usage,
                       .summary = c->summary,
                       .options = o,
                       .option_count = c->option_count,
                       .least = c->least,
                       .most = c->most == SUBCOMMAND_ANY ? argc + c->least
                                                         : c->most};
    return options_act(&t, argc, argv, c->act);
}
