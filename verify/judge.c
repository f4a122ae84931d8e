/** perp-check as a judge of many: reads frames "SCENE_BYTES PROOF_BYTES\n" with
that many bytes behind them, writes a line for each: "1", or "0 " and why. */
#define _POSIX_C_SOURCE 200809L
#include "proof.h"

#include <stdlib.h>

static FILE *stream(char *text, size_t n)
{
    static char none[1] = {0};
    return n > 0 ? fmemopen(text, n, "rb") : fmemopen(none, 1, "rb");
}

static char *take(size_t n)
{
    char *text = malloc(n + 1);
    if (text == NULL || fread(text, 1, n, stdin) != n)
        exit(6);
    text[n] = '\0';
    return text;
}

int main(void)
{
    unsigned long a, b;
    while (scanf("%lu %lu", &a, &b) == 2 && getchar() == '\n') {
        char *told = take(a), *proof = take(b);
        FILE *s = stream(told, a), *p = stream(proof, b);
        verdict v;
        if (s == NULL || p == NULL)
            exit(6);
        if (b == 0)
            (void)getc(p);
        if (a == 0)
            (void)getc(s);
        if (check(s, p, &v))
            printf("1\n");
        else
            printf("0 %s\n", v.why);
        fflush(stdout);
        fclose(s);
        fclose(p);
        free(told);
        free(proof);
    }
    return 0;
}
