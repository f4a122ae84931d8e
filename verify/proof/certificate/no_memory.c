/** perp-check itself, its main included, with one request for memory refused: the
first, the second, and so on to the last, each in a process of its own. It ends
with 5 and one line on stderr that gives no verdict; refused none, with 0.

    no_memory FILE...                prints how many requests each has made */
#define _POSIX_C_SOURCE 200809L
#include "perp_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int perp_check_main(int argc, char **argv);

/* Sizes that no machine has, and the product of which is small: is there another
   answer than that there is no memory? */
static void overflow(int which)
{
    size_t room = 0;
    if (which == 0)
        zeros(SIZE_MAX / 8 + 2, 8);
    else
        more(NULL, NULL, SIZE_MAX / 8 + 2, &room, 8);
}

/* The exit code; what it wrote to both outputs, as far as there is room. With no
   file it is overflow(k). */
static int ends(char *file, unsigned long k, char *out, char *err, size_t room)
{
    FILE *to[2] = {tmpfile(), tmpfile()};
    char *text[2] = {out, err}, *argv[] = {"perp-check", file, NULL};
    int status = 0, code;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(to[0]), 1);
        dup2(fileno(to[1]), 2);
        if (file == NULL) {
            overflow((int)k);
            exit(0);
        }
        void *(*first)(size_t), *(*now)(size_t);
        mp_get_memory_functions(&first, NULL, NULL);
        memory_refused = k;
        code = perp_check_main(2, argv);
        mp_get_memory_functions(&now, NULL, NULL);
        exit(now == first ? 99 : code); /* GMP's requests are counted */
    }
    waitpid(child, &status, 0);
    for (int i = 0; i < 2; i++) {
        rewind(to[i]);
        text[i][fread(text[i], 1, room - 1, to[i])] = '\0';
        fclose(to[i]);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int one_file(char *file)
{
    char out[4096], err[4096];
    unsigned long k = 1;
    int code;
    for (;; k++) {
        code = ends(file, k, out, err, sizeof out);
        const char *end = strchr(err, '\n');
        if (code != 5 || out[0] != '\0' || end == NULL || end[1] != '\0' ||
            strstr(err, "no memory") == NULL || strstr(err, "refused") != NULL)
            break;
    }
    if (code == 0 && err[0] == '\0' && strncmp(out, "accepted", 8) == 0) {
        printf("%lu requests for memory: %s\n", k - 1, file);
        return 1;
    }
    printf("not true: %s, request %lu: %d\n%s%s", file, k, code, out, err);
    return 0;
}

int main(int argc, char **argv)
{
    int fine = argc > 1;
    char out[4096], err[4096];
    for (unsigned long k = 0; k < 2; k++)
        if (ends(NULL, k, out, err, sizeof out) != 5 || strstr(err, "no memory") == NULL) {
            printf("not true: overflow %lu\n%s", k, err);
            fine = 0;
        }
    for (int i = 1; i < argc; i++)
        fine &= one_file(argv[i]);
    return !fine;
}
