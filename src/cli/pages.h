/**
# Pages made of the table of options

Help, man pages and completion say the same, because they are printed from the tables
that the command line is read with.
*/
#pragma once

#include "cli/subcommand.h"

/* perp(1), or with c perp-NAME(1), in roff. */
void page_man(const subcommand *c, FILE *out);

/* What a shell reads to complete the words behind perp: "bash", "zsh", "fish".
   USAGE: another. */
perp_status page_completion(const char *shell, FILE *out);
