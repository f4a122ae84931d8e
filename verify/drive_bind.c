/**
# A door to the Lua room alone

`drive_bind run|params SCENE [options]`: the options of the command line that
concern the scene, without the command line.
*/
#include "base/memory.h"
#include "bind/bind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    bind_options o = {0};
    const char *sets[64];
    memory_adopt_gmp();
    o.set = sets;
    if (argc < 3)
        return 2;
    o.script = argv[2];
    for (int i = 3; i < argc; i++) {
        const char *a = argv[i], *next = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(a, "--set") == 0)
            sets[o.sets++] = next, i++;
        else if (strcmp(a, "--csv") == 0)
            o.csv = next, i++;
        else if (strcmp(a, "--plot") == 0)
            o.plot = next, i++;
        else if (strcmp(a, "--scheme") == 0)
            o.scheme = next, i++;
        else if (strcmp(a, "--scene-seconds") == 0)
            o.seconds = atoi(next), i++;
        else if (strcmp(a, "--scene-megabytes") == 0)
            o.megabytes = atol(next), i++;
        else if (strcmp(a, "--exact-check") == 0)
            o.mode = EXPERIMENT_EXACT_CHECK;
        else if (strcmp(a, "--rational") == 0)
            o.mode = EXPERIMENT_RATIONAL;
        else if (strcmp(a, "--json") == 0)
            o.json = 1;
        else if (strcmp(a, "-q") == 0)
            o.quiet = 1;
        else
            return 2;
    }
    perp_status s =
        strcmp(argv[1], "run") == 0 ? bind_run(&o) : bind_params(&o);
    if (s.code != PERP_OK)
        fprintf(stderr, "%s\n", s.message);
    return (int)s.code;
}
