#include "cli/command.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "cli/subcommand.h"
#include "lcp/kernel/tableau_f64.h"
#include "number/sincos.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static const subcommand *const subcommands[] = {
    &subcommand_run,        &subcommand_params,    &subcommand_solve,
    &subcommand_cone,       &subcommand_estimates, &subcommand_converge,
    &subcommand_hypotheses, &subcommand_impact,    &subcommand_inclusion,
    &subcommand_reach,      &subcommand_merge,     &subcommand_cover,
    &subcommand_bench,
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static void help(FILE *out)
{
    fprintf(out, "usage: perp SUBCOMMAND [OPTION]... [FILE]\n\n"
                 "Rigid bodies with contact and friction, one linear "
                 "complementarity problem per\nstep, every step provable.\n\n");
    for (int i = 0; i < SUBCOMMANDS; i++)
        fprintf(out, "  %-10s %s\n", subcommands[i]->name,
                subcommands[i]->line);
    fprintf(out,
            "\nperp SUBCOMMAND --help says more.\n\n"
            "PERP_KERNEL=scalar|avx2|avx512 in the environment: registers no "
            "wider than these;\nresults are the same bits.\n\n"
            "exit code: 0 ok; 1 a claim is refuted; 2 usage; 3 the input is "
            "wrong; 4 no\nsolution, with its certificate; 5 a limit was "
            "reached; 6 input or output failed;\n70 a mistake of perp\n");
}

static perp_status unknown(const char *word)
{
    const char *names[SUBCOMMANDS];
    for (int i = 0; i < SUBCOMMANDS; i++)
        names[i] = subcommands[i]->name;
    int near = nearest_word(word, names, SUBCOMMANDS);
    if (near >= 0)
        return PERP_FAIL(PERP_USAGE,
                         "unknown subcommand '%s' (did you mean '%s'?)", word,
                         names[near]);
    return PERP_FAIL(PERP_USAGE,
                     "unknown subcommand '%s'; perp --help lists them", word);
}

static perp_status dispatch(int argc, char **argv)
{
    if (argc < 2) {
        help(stderr);
        return PERP_FAIL(PERP_USAGE, "a subcommand is missing");
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        help(stdout);
        return PERP_SUCCESS;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("perp %s\n", PERP_VERSION);
        return PERP_SUCCESS;
    }
    PERP_TRY(f64_named());
    for (int i = 0; i < SUBCOMMANDS; i++)
        if (strcmp(argv[1], subcommands[i]->name) == 0)
            return subcommand_act(subcommands[i], argc - 2, argv + 2);
    return unknown(argv[1]);
}

/** A file that is opened gets the first number that is free. With standard output
closed (`>&-`) that would be 1, and what is printed would go into that file. */
static void fill_closed(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            open("/dev/null", O_RDONLY); /* a write to it fails */
}

static int tell(perp_status s)
{
    if (s.code != PERP_OK)
        fprintf(stderr, "perp: %s\n", s.message);
    return (int)s.code;
}

/** Output that did not arrive outranks every verdict: whoever asked for it has
not got it. */
int command_main(int argc, char **argv)
{
    memory_adopt_gmp();
    fill_closed();
    perp_status s = dispatch(argc, argv);
    int code = tell(s);
    if (s.code != PERP_IO)
        s = file_written(stdout, "standard output");
    sincos_free();
    return s.code == PERP_IO && code != PERP_IO ? tell(s) : code;
}
