/**
# The problems that a run leaves

`--lcp K FILE` writes one, `--lcps DIR` each into a file of its own. Until everything
has succeeded they wait in a file without a name; when it has not, nothing is left.
*/
#pragma once

#include "scene/bind/inside.h"

enum { PROBLEMS_MOST = 100000 }; /* files of --lcps */

/* Is this a place for the files of `option`, --lcps or --vtk? USAGE, IO: there
   is something in the directory, or it can not be made. */
perp_status problems_place(const char *option, const char *dir);

/* Before the scene runs. IO. */
perp_status problems_begin(bind_call *c);

/* After it: there are problems to write. USAGE. */
perp_status problems_met(const bind_call *c);

/* Writes them; they appear with the files of the command (base/file.h), which
   problems_tell names then. IO. */
perp_status problems_put(const bind_call *c);
void problems_tell(const bind_call *c);

/* In every case. */
void problems_end(bind_call *c);
