/**
# The words of a command line

Every subcommand describes its options in a table; one reader serves all, and
prints the help from the same table.
*/
#pragma once

#include "base/status.h"

#include <stdio.h>

typedef enum {
    OPTION_FLAG,  /* given or not */
    OPTION_VALUE, /* at most once, with a value */
    OPTION_LIST,  /* any number of times, each with a value */
    OPTION_PAIR   /* at most once, with a value and one word behind it */
} option_kind;

/* One option. `name` is the long name without dashes; `letter` a short form
   ("-q") or 0; `metavar` stands for the value in the help. The last four are
   filled by options_parse; start with them zero. `values` is owned by the
   table and given back by options_free; the texts are those of argv. */
typedef struct {
    const char *name;
    char letter;
    option_kind kind;
    const char *metavar, *help;
    int count;           /* how often it was given */
    const char *value;   /* of OPTION_VALUE and OPTION_PAIR, or null */
    const char *second;  /* of OPTION_PAIR, or null */
    const char **values; /* of OPTION_LIST: count texts, in order */
} option;

/* A subcommand's command line: `usage` names it with its positional words
   ("perp run SCRIPT.lua"), at least `least` and at most `most` of them. */
typedef struct {
    const char *usage, *summary;
    option *options;
    int option_count, least, most;
    int word_count;     /* positional words found */
    const char **words; /* owned; texts of argv */
    int help;           /* --help or -h was given */
} options_table;

/* Reads argv[0..argc), the words after the subcommand. `--name value` and
   `--name=value` are the same; "--" ends the options; a lone "-" is a
   positional word; a value of its own word may begin with one dash ("-0.5") but
   not with two (write --name=--value). With --help nothing else is
   asked for: the remaining words are not read and the counts of positional
   words are not checked.
   USAGE error: an unknown option (with the one that may be meant), a missing
   or superfluous value, an option given twice that is no list, too few or too
   many words. The table must be freed in every case. */
perp_status options_parse(options_table *table, int argc, char *const *argv);

/* The positive number that an option was given, at most `most`; *out is left
   alone when it was not given. USAGE error otherwise. */
perp_status options_positive(const option *o, double most, double *out);

/* The share i/n that --shard was given, 1 <= i <= n <= most; 1/1 when it was
   not. USAGE error otherwise. */
perp_status options_share(const option *o, int most, int *i, int *n);

/* Prints usage, summary and one line for each option. */
void options_help(const options_table *table, FILE *out);

/* A whole subcommand: parses, prints the help when that was asked for or else
   acts on what was found, and frees the table. */
perp_status options_act(options_table *table, int argc, char *const *argv,
                        perp_status (*act)(const options_table *table,
                                           const option *options));

/* Gives back what parsing made; the table can be parsed again. */
void options_free(options_table *table);
