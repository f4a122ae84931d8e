#include "number/f64_width.h"
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

/* What f64_widest says in a process of its own where PERP_KERNEL is the word, or
-1 when f64_named refuses. */
static int width_where(const char *word)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setenv("PERP_KERNEL", word, 1);
        perp_status s = f64_named();
        _exit(s.code == PERP_USAGE ? 99 : (int)f64_widest());
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child, "no child");
    CHECK(WIFEXITED(status), "%s: ended by a signal", word);
    return WEXITSTATUS(status) == 99 ? -1 : WEXITSTATUS(status);
}

/* The words name the widths; no word gives what the processor lacks. */
static void words_of_the_environment(void)
{
    static const char *word[] = {"scalar", "avx2", "avx512"},
                      *stranger[] = {"", "AVX2", "avx", "avx5120", "sse"};
    static const int width[] = {F64_BASELINE, F64_AVX2, F64_AVX512};
    for (int i = 0; i < 3; i++) {
        int got = width_where(word[i]), here = (int)f64_widest() >= width[i];
        if (here || getenv("PERP_KERNEL") == NULL)
            CHECK(got == (here ? width[i] : -1), "%s: %d", word[i], got);
    }
    for (int i = 0; i < 5; i++)
        CHECK(width_where(stranger[i]) == -1, "'%s'", stranger[i]);
}

int main(void)
{
    RUN(words_of_the_environment);
    DONE;
}
