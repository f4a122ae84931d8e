/* A library that is loaded before all others: request number FAULT_K for memory, of
   libc, of GMP, of Lua, of perp, is refused; with FAULT_STICKY all behind it, too. How
   many there were is written to the descriptor FAULT_SAYS. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static long met, at = -1, sticky;

static long number(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? atol(text) : 0;
}

static int refused(void)
{
    if (at < 0) {
        at = number("FAULT_K");
        sticky = number("FAULT_STICKY");
    }
    met++;
    return at > 0 && (met == at || (sticky && met > at));
}

void *malloc(size_t n)
{
    return refused() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return refused() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t n)
{
    return refused() ? NULL : __libc_realloc(block, n);
}

__attribute__((destructor)) static void say(void)
{
    char text[32];
    const int n = snprintf(text, sizeof text, "malloc %ld\n", met);
    const int to = (int)number("FAULT_SAYS");
    if (to > 2 && write(to, text, (size_t)n) != n)
        _exit(99);
}
