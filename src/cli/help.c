#include "cli/pages.h"

enum { MAN, COMPLETION, COUNT };

/** `perp help`, `perp help run`: the same texts as with --help. The installed man
pages and the completion are what `--man` and `--completion` print. */
static perp_status help(const options_table *t, const option *o)
{
    const subcommand *c = NULL;
    if (o[MAN].count > 0 && o[COMPLETION].count > 0)
        return PERP_FAIL(PERP_USAGE, "--man and --completion are two pages; "
                                     "ask for one at a time");
    if (o[COMPLETION].count > 0 && t->word_count > 0)
        return PERP_FAIL(PERP_USAGE,
                         "--completion is of all subcommands; leave out "
                         "'%.60s'",
                         t->words[0]);
    if (t->word_count > 0)
        PERP_TRY(subcommand_named(t->words[0], &c));
    if (o[COMPLETION].count > 0)
        return page_completion(o[COMPLETION].value, stdout);
    if (o[MAN].count > 0)
        page_man(c, stdout);
    else if (c != NULL)
        subcommand_page(c, stdout);
    else
        subcommand_overview(stdout);
    return PERP_SUCCESS;
}

static const option help_options[COUNT] = {
    [MAN] = {"man", 0, OPTION_FLAG, 0, "as a page for man, in roff"},
    [COMPLETION] = {"completion", 0, OPTION_VALUE, "bash|zsh|fish",
                    "what this shell reads to fill in words behind perp"}};

const subcommand subcommand_help = {
    .name = "help",
    .line = "help of a subcommand; man pages; completion",
    .words = "[SUBCOMMAND]",
    .summary = "Prints the help of a subcommand, or of perp.",
    .options = help_options,
    .option_count = COUNT,
    .least = 0,
    .most = 1,
    .act = help};
