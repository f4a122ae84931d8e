#include "cli/command.h"
#include "base/file.h"
#include "base/memory.h"
#include "cli/caret.h"
#include "cli/subcommand.h"
#include "lcp/kernel/tableau_f64.h"
#include "number/sincos.h"
#include "scene/bind/bind.h"

#include <fcntl.h>
#include <gmp.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const subcommand *const subcommand_list[] = {
    &subcommand_run,        &subcommand_params,     &subcommand_solve,
    &subcommand_cone,       &subcommand_estimates,  &subcommand_converge,
    &subcommand_compare,    &subcommand_hypotheses, &subcommand_impact,
    &subcommand_inclusion,  &subcommand_reach,      &subcommand_merge,
    &subcommand_cover,      &subcommand_bench,      &subcommand_judge,
    &subcommand_movie,      &subcommand_eq,         &subcommand_new,
    &subcommand_explain,    &subcommand_help,
    NULL,
};

/** What could make two tables differ: the source, and the libraries that round and
solve for it. */
static void versions(void)
{
    printf("perp %s (%s)\n%s, GMP %s, MPFR %s\n", PERP_VERSION, PERP_COMMIT,
           bind_lua(), gmp_version, mpfr_get_version());
}

static perp_status dispatch(int argc, char **argv)
{
    if (argc < 2) {
        subcommand_overview(stderr);
        return PERP_FAIL(PERP_USAGE, "a subcommand is missing");
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        subcommand_overview(stdout);
        return PERP_SUCCESS;
    }
    if (strcmp(argv[1], "--version") == 0) {
        versions();
        return PERP_SUCCESS;
    }
    PERP_TRY(f64_named());
    const subcommand *c = NULL;
    PERP_TRY(subcommand_named(argv[1], &c));
    return subcommand_act(c, argc - 2, argv + 2);
}

/** A file that is opened gets the first number that is free. With standard output
closed (`>&-`) that would be 1, and what is printed would go into that file. */
static void fill_closed(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            open("/dev/null", O_RDONLY); /* a write to it fails */
}

/** One line, for a program as for a person; who sits at a terminal is shown the line
of the file, too. */
static int tell(perp_status s)
{
    if (s.code != PERP_OK)
        fprintf(stderr, "perp: %s\n", s.message);
    if (s.code != PERP_OK && isatty(STDERR_FILENO))
        caret_show(s.message, stderr);
    return (int)s.code;
}

/** Output that did not arrive outranks every verdict: whoever asked for it has
not got it. */
int command_main(int argc, char **argv)
{
    memory_adopt_gmp();
    fill_closed();
    file_guard();
    perp_status s = dispatch(argc, argv);
    int code = tell(s);
    file_abandon(); /* of a command that has failed */
    if (s.code != PERP_IO)
        s = file_written(stdout, "standard output");
    sincos_free();
    return s.code == PERP_IO && code != PERP_IO ? tell(s) : code;
}
