/**
# Problems for everybody

    generate FAMILY COUNT [SEED]    problems in the format of perp solve
    generate                        the families

The same family, seed and number make the same bits everywhere, so a result can
be repeated, and another solver can be tried, without this program's bench.
*/
#include "generator.h"

#include <stdlib.h>

static int list(void)
{
    for (int i = 0; i < generator_count; i++)
        printf("%-12s n = %4d  %s\n", generator_families[i].name,
               generator_families[i].n, generator_families[i].text);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return list();
    int family = generator_find(argv[1]), count = atoi(argv[2]);
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 2002;
    if (family < 0) {
        fprintf(stderr, "no family %s; generate alone lists them\n", argv[1]);
        return 2;
    }
    for (int i = 0; i < count; i++) {
        generated g;
        char comment[128];
        snprintf(comment, sizeof comment, "%s, seed %llu, problem %d", argv[1],
                 (unsigned long long)seed, i);
        if (generator_make(family, seed, i, &g) != 0)
            return 5;
        int bad = generator_write(stdout, &g, comment);
        generator_free(&g);
        if (bad)
            return 6;
    }
    return 0;
}
