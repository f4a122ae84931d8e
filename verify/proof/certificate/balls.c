/* For test_balls.py: reads expressions in reverse Polish, one a line, evaluates them
   in the balls of perp-check, and prints the middle and the radius of the last one
   in units of 2^-160, or "lost". Numbers are NUM/DEN~RADIUS, hexadecimal, the
   radius in units of 2^-160. */
#include "ball.h"

#include <stdio.h>
#include <string.h>

enum { DEEP = 64 };

static int apply(desk *w, ball *s, int n, const char *op)
{
    ball *a = &s[n - 2], *b = &s[n - 1];
    if (strcmp(op, "+") == 0)
        ball_add(a, a, b);
    else if (strcmp(op, "-") == 0)
        ball_sub(a, a, b);
    else if (strcmp(op, "*") == 0)
        ball_mul(w, a, a, b);
    else if (strcmp(op, "/") == 0)
        return ball_div(w, a, a, b) ? n - 1 : 0;
    else if (strcmp(op, "max") == 0)
        ball_max(w, a, a, b);
    else if (strcmp(op, "hull") == 0)
        ball_hull(w, a, a, b);
    else {
        if (strcmp(op, "neg") == 0)
            ball_neg(b, b);
        else if (strcmp(op, "sqrt") == 0)
            return ball_sqrt(w, b, b) ? n : 0;
        else {
            ball other;
            ball_init(&other);
            int sine = strcmp(op, "sin") == 0;
            int fine = ball_sincos(w, sine ? b : &other, sine ? &other : b, b);
            ball_clear(&other);
            return fine ? n : 0;
        }
        return n;
    }
    return n - 1;
}

static int push(ball *z, char *word)
{
    mpz_t m, d;
    char *over = strchr(word, '/'), *tilde = strchr(word, '~');
    if (over == NULL || tilde == NULL)
        return 0;
    *over = *tilde = '\0';
    mpz_init_set_str(m, word, 16);
    mpz_init_set_str(d, over + 1, 16);
    ball_ratio(z, m, d);
    mpz_set_str(m, tilde + 1, 16);
    mpz_add(z->r, z->r, m);
    mpz_clears(m, d, NULL);
    return 1;
}

int main(void)
{
    static char line[1 << 16];
    ball s[DEEP];
    desk w;
    desk_init(&w);
    for (int i = 0; i < DEEP; i++)
        ball_init(&s[i]);
    while (fgets(line, sizeof line, stdin) != NULL) {
        int n = 0, fine = 1;
        for (char *word = strtok(line, " \n"); word != NULL && fine;
             word = strtok(NULL, " \n")) {
            if (strchr(word, '~') != NULL)
                fine = n < DEEP && push(&s[n++], word);
            else
                fine = (n = apply(&w, s, n, word)) > 0;
        }
        if (fine)
            gmp_printf("%Zx %Zx\n", s[0].m, s[0].r);
        else
            puts("lost");
    }
    for (int i = 0; i < DEEP; i++)
        ball_clear(&s[i]);
    desk_clear(&w);
    return 0;
}
