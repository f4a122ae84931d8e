#include "cli/subcommand.h"
#include "scene/bind/bind.h"

/** Traces are read where scenes run, with the clock and the memory of a scene: what is
in them is somebody's. */

enum { MOVIE, QUIET, SECONDS, MEGABYTES, COUNT };

static const option movie_options[COUNT] = {
    [MOVIE] = {"movie", 0, OPTION_VALUE, "FILE", "the page that is written"},
    [QUIET] = {"quiet", 'q', OPTION_FLAG, 0, "say nothing that is not asked"},
    [SECONDS] = {"scene-seconds", 0, OPTION_VALUE, "S",
                 "CPU time for drawing (10)"},
    [MEGABYTES] = {"scene-megabytes", 0, OPTION_VALUE, "N",
                   "memory for drawing (1024)"},
};

static perp_status act(const options_table *t, const option *o)
{
    double seconds = 0, megabytes = 0;
    PERP_TRY(options_positive(&o[SECONDS], 1e6, &seconds));
    PERP_TRY(options_positive(&o[MEGABYTES], 1e6, &megabytes));
    if (o[MOVIE].count == 0)
        return PERP_FAIL(PERP_USAGE, "perp movie writes a page; say where: "
                                     "--movie FILE");
    bind_options b = {.script = t->words[0],
                      .text = "",
                      .traces = t->words,
                      .trace_count = t->word_count,
                      .movie = o[MOVIE].value,
                      .quiet = o[QUIET].count > 0,
                      .seconds = seconds,
                      .megabytes = megabytes < 1 ? 0 : (long)megabytes};
    return bind_run(&b);
}

const subcommand subcommand_movie = {
    .name = "movie",
    .line = "a replay page of traces of runs, each with its shapes",
    .words = "TRACE...",
    .summary = "Draws runs from the traces that perp run has written with "
               "--trace and --shapes.",
    .options = movie_options,
    .option_count = COUNT,
    .least = 1,
    .most = SUBCOMMAND_ANY,
    .act = act};
