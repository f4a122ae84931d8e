#include "base/memory.h"
#include "check.h"

#include <gmp.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void counts_and_zeroes(void)
{
    size_t before = memory_count();
    unsigned char *p = memory_new(1000, 3);
    for (int i = 0; p != NULL && i < 3000; i++)
        CHECK(p[i] == 0, "byte %d is %d", i, p[i]);
    p = memory_resize(p, 6000);
    memory_free(p);
    CHECK(memory_count() == before + 2, "%zu", memory_count() - before);
}

/* Sizes whose product overflows are refused, not wrapped. */
static void overflow(void)
{
    volatile size_t huge = (size_t)1 << 60;
    CHECK(memory_new(huge, 32) == NULL, "granted");
    CHECK(memory_new(3, (size_t)-1 / 2) == NULL, "granted");
}

static void refuses_the_kth(void)
{
    memory_refuse(2);
    void *a = memory_new(1, 1), *b = memory_new(1, 1), *c = memory_new(1, 1);
    CHECK(a != NULL && b == NULL && c != NULL, "%p %p %p", a, b, c);
    memory_free(a);
    memory_free(c);
    memory_refuse(0);
}

/* GMP passes the same door and is never refused by a test. */
static void gmp_is_counted(void)
{
    memory_adopt_gmp();
    size_t before = memory_count();
    memory_refuse(1);
    mpz_t z;
    mpz_init2(z, 100000);
    mpz_clear(z);
    memory_refuse(0);
    CHECK(memory_count() > before, "not counted");
}

/* What GMP asks for and there is not ends the program: code 5, one line. */
static void gmp_without_memory(void)
{
    void *(*grow)(size_t);
    char said[300];
    int how = 0;
    memory_adopt_gmp();
    mp_get_memory_functions(&grow, NULL, NULL);
    FILE *err = tmpfile();
    CHECK(err != NULL, "file");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(err), 2);
        grow((size_t)PTRDIFF_MAX + 1);
        exit(0);
    }
    CHECK(waitpid(child, &how, 0) == child && WIFEXITED(how) &&
              WEXITSTATUS(how) == 5,
          "%x", (unsigned)how);
    rewind(err);
    said[fread(said, 1, sizeof said - 1, err)] = '\0';
    fclose(err);
    const char *end = strchr(said, '\n');
    CHECK(strstr(said, "perp: out of memory in exact arithmetic (9223372036854775808 "
                       "bytes asked for)") == said && end != NULL && end[1] == '\0',
          "%s", said);
}

int main(void)
{
    RUN(counts_and_zeroes);
    RUN(overflow);
    RUN(refuses_the_kth);
    RUN(gmp_is_counted);
    RUN(gmp_without_memory);
    DONE;
}
