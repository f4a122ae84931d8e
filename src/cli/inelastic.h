/**
# Questions of an inelastic law

What HP23 samples and what its inclusion (39) has as solutions gives nothing back. A
coefficient of restitution means nothing there, and to leave it out without a word
would be an answer to another question: of a ball that falls with 1 m/s on the floor the
set is $\{0\}$, whatever $e$ the scene says. So who has said one is told, and says
`--restitution 0` when the inelastic set is what he wants to see.
*/
#pragma once

#include "cli/options.h"
#include "run/experiment.h"

/* The line of a table of options. */
#define INELASTIC_OPTION                  \
    {"restitution", 0, OPTION_VALUE, "E", \
     "only 0: of the inelastic law, whatever e the scene has"}

/* USAGE: `o` has a number above 0, or none from 0 to 1. `who`: the command. */
perp_status inelastic_asked(const option *o, const char *who);

/* INPUT: the scene has e > 0, and told is 0. */
perp_status inelastic_scene(const experiment *e, int told, const char *who);
