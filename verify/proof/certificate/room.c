/* What perp-check asks of the heap at its edges: nothing at all, more than there is, and
   sizes whose product is no number. The last two end the process with 5, unasked. */
#include "perp_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

static void is(int fine, const char *what)
{
    printf("%s %s\n", fine ? "ok" : "FAILED", what);
    failures += !fine;
}

enum { PRODUCT, DOUBLED, REFUSED, WAYS };

static void ask(int way)
{
    size_t room = 0;
    reader r = {.name = "f", .line = 3};
    if (way == PRODUCT)
        zeros(SIZE_MAX / 2, 3);
    else if (way == DOUBLED)
        more(&r, NULL, SIZE_MAX / 4, &room, 8);
    else {
        memory_refused = 1;
        more(&r, NULL, 1, &room, 8);
    }
}

int main(void)
{
    static const char *const name[WAYS] = {"a product that is no number",
                                           "a doubled size that is none",
                                           "a request that is refused"};
    char *none = zeros(0, 8), *nothing = zeros(8, 0);
    is(none != NULL && nothing != NULL, "nothing is a place, too");
    given_back(none);
    given_back(nothing);
    size_t room = 0;
    reader r = {.name = "f", .line = 3};
    long *x = more(&r, NULL, 5, &room, sizeof *x);
    is(room == 18 && more(&r, x, 18, &room, sizeof *x) == x && room == 18,
       "room is doubled once");
    given_back(x);
    for (int way = 0; way < WAYS; way++) {
        int how = 0;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            ask(way);
            exit(0);
        }
        is(waitpid(child, &how, 0) == child && WIFEXITED(how) &&
               WEXITSTATUS(how) == 5,
           name[way]);
    }
    return failures > 0;
}
