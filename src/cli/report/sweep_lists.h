/**
# Which values of --set are lists
*/
#pragma once

#include "scene/bind/bind.h"

/* is_text[k], for each of b->set: its value is one, whatever it holds. The
   scene is asked when one could be a list, or `always`, and with that the
   command line is checked. Errors of that. */
perp_status sweep_lists(const bind_options *b, int always, char *is_text);
