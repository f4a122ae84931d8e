/**
# A subcommand is a value

What `perp NAME` is called, what its help says, which words and options it takes
and what it does with them stand in one constant in a file of its own; the table in
`command.c` lists them all. A new one has a file here and a line there.
*/
#pragma once

#include "cli/options.h"

/* As many words as are given; the most options that one has. */
enum { SUBCOMMAND_ANY = -1, SUBCOMMAND_OPTIONS = 48 };

typedef struct {
    const char *name;              /* the first word behind perp */
    const char *line;              /* what `perp --help` says of it */
    const char *words;             /* behind its name: "SCRIPT.lua" */
    const char *summary;           /* what its own help says */
    const option *options;         /* option_count of them, none given yet */
    int option_count, least, most; /* least to most words */
    perp_status (*act)(const options_table *t, const option *o);
} subcommand;

extern const subcommand subcommand_run, subcommand_params, subcommand_solve,
    subcommand_cone, subcommand_estimates, subcommand_converge,
    subcommand_compare, subcommand_hypotheses, subcommand_impact,
    subcommand_inclusion, subcommand_reach, subcommand_merge, subcommand_cover,
    subcommand_bench, subcommand_judge, subcommand_eq, subcommand_new,
    subcommand_explain, subcommand_movie, subcommand_help;

/* All of them, in the order of the help, ended by a null. */
extern const subcommand *const subcommand_list[];

/* The one of this name. USAGE, with the one that may be meant. */
perp_status subcommand_named(const char *word, const subcommand **out);

/* What `perp --help` prints, and what `perp NAME --help` does. */
void subcommand_overview(FILE *out);
void subcommand_page(const subcommand *c, FILE *out);

/* Reads argv[0..argc), the words behind the name, and acts on them, or prints
   the help; errors are those of options_parse and of `act`. */
perp_status subcommand_act(const subcommand *c, int argc, char **argv);
