#include "level2.h"

#include <stdlib.h>

ball *balls_room(reader *r, balls *b, long n)
{
    size_t have = (size_t)b->room;
    if (n > b->room) {
        b->x = more(r, b->x, (size_t)n, &have, sizeof *b->x);
        for (; b->room < (long)have; b->room++)
            ball_init(&b->x[b->room]);
    }
    return b->x;
}

void balls_free(balls *b)
{
    for (long i = 0; i < b->room; i++)
        ball_clear(&b->x[i]);
    free(b->x);
}

level2 *level2_of(checker *c)
{
    level2 *e = calloc(1, sizeof *e);
    if (e == NULL)
        refuse(&c->r, "no memory");
    sheet_init(&e->s);
    ball_init(&e->t);
    ball_init(&e->u);
    for (int i = 0; i < 4; i++)
        ball_init(&e->part[i]);
    mpz_init(e->rho.m);
    c->two = e;
    const size_t n = (size_t)c->s.contacts + 1;
    if ((e->asleep = calloc(n, 1)) == NULL ||
        (e->listed = calloc(n, 1)) == NULL)
        refuse(&c->r, "no memory");
    return e;
}

void level2_free(checker *c)
{
    level2 *e = c->two;
    if (e == NULL)
        return;
    balls *all[] = {&e->in,  &e->seed, &e->G,    &e->row,  &e->at,
                    &e->box, &e->from, &e->step, &e->point};
    for (int i = 0; i < 9; i++)
        balls_free(all[i]);
    for (int i = 0; i < 4; i++)
        ball_clear(&e->part[i]);
    sheet_clear(&e->s);
    ball_clear(&e->t);
    ball_clear(&e->u);
    mpz_clear(e->rho.m);
    free(e->word);
    free(e->asleep);
    free(e->listed);
    free(e->A);
    free(e->place);
    free(e);
}

ball *number_ball(level2 *e, ball *z, const num *x, const num *den)
{
    ball_ratio(&e->s.w, z, x->m, x->e - den->e, den->m);
    return z;
}


/* Before the checks of L1: what a problem says beyond them, and its data. */
void level2_before(checker *c)
{
    level2 *e = c->two;
    open_list(c);
    e->sum.problems++;
    mpz_set_ui(e->rho.m, 0);
    e->moded = 0;
    read_text(&c->r, "radius ");
    if (peek(&c->r) == 'u') {
        read_text(&c->r, "undecided\n");
        return;
    }
    read_number(&c->r, &e->rho);
    if (sign(&e->rho) <= 0)
        refuse(&c->r, "a radius is positive");
    read_text(&c->r, "\n");
    modes_read(c);
    radius_check(c);
    geometry_check(c);
    double rho = above(&e->rho, &one);
    e->sum.radius = rho > e->sum.radius ? rho : e->sum.radius;
    e->sum.enclosed++;
}

/* Behind them: the solution is exact now. */
void level2_behind(checker *c)
{
    if (!c->two->moded)
        return;
    modes_check(c);
    c->two->sum.moded++;
}
