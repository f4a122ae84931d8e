#include "drive/drive.h"

#include <string.h>

/** The table of schemes. A name that is not in it goes to the first, which says
what there is. */
static const struct {
    const char *name;
    perp_status (*run)(const experiment *, trace *, summary *);
} scheme[] = {{"alpha-gamma", experiment_run},
              {"paoli", paoli_run},
              {"moreau", paoli_run}};

perp_status drive_run(const experiment *e, trace *out, summary *sum)
{
    size_t i = sizeof scheme / sizeof *scheme - 1;
    while (i > 0 && strcmp(scheme[i].name, e->scheme) != 0)
        i--;
    return scheme[i].run(e, out, sum);
}
