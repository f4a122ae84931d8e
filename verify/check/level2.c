/**
# Level L2: its lines, its sums, its words

doc/71-enclosures.md, What is added to the file. `level2_solved` is called
behind each problem, when level L1 has accepted it; E4 needs that: the known
solution of the middle system is the exact one, with no residual.

In this order: the contacts of the problem are marked as listed (E7); those of
a collision have closed where it is (E3); the radius is read and bounded; of Moreau and Jean the list is compared with the
gaps in the middle of the step (E11); every datum is compared (E3); the modes are read
and proven (E4 to E6); and which contacts were left touching is remembered,
since those may be listed with an open gap in the next problem.

What is refused at once: the schemes paoli and theta, of which L2 knows nothing; and a statement in which a gap or a row of slips depends on
velocities or the time. A gap $y - 100 t$ would be asked at one time and the
rows between two times: "open on the way" would be a sentence about another
formula. For the same reason a kind's tapes are refused that use the
velocities of its things, for which zeros are put in.

## How to read the verdict

The worked example of the chapter, certified with level L2, ends so (numbers
shortened):

    L2: in 1 of 1 problems (100 %) mass, forces, Jacobians and
    directions are within 1.272e-29 of what the scene's own formulas give ...;
    listed contacts have gaps from -0 to 0 m, joints are off by at most 0 m.
    L2: in 1 of them (100 % of all) every set of data within that radius has a
    solution with the stated contact modes and strict signs, its velocities
    within 5.676e-28 m/s of the one proven.
    L2: in 1 of 1 rows every contact that is not listed is open ...

* "in 1 of 1": of the others, with `radius undecided`, nothing is said beyond
  L1.
* "within 1.272e-29" is the largest radius of the run; it is stated by the
  writer, and true of every entry of every array, zeros included (E3).
* "gaps from -0 to 0": the deepest and the highest listed contact. A contact
  that was kept may be high; a number that surprises is to be looked at.
* "of them": modes are asked of a problem whose data are enclosed only.
* "within 5.676e-28 m/s" is $y / \alpha$ of (E5), of the worst velocity of the
  run, and compares one step of the real data with the same step of the stored
  ones. Errors of many steps are not added up; nothing bounds those.
* "in 1 of 1 rows": the segment between stored positions, and the contacts of
  the statement. Here the only contact is listed, and nobody has to be asked.

A percentage is of what was counted, cut off to hundredths: 100 is all. Lengths
and speeds have four digits and are rounded up, the deepest gap down: what is
called a bound is one as it is printed. The counts are exact.

| a forger writes | words |
|---|---|
| level L2 over steps of paoli | level L2 knows no such scheme |
| a moving wall | a gap or a slip direction of more than positions |
| a joint that moves by the time, and projections | a projection of more than positions |
| a negative radius, or zero | a radius is positive |
| a large one, under which anything is near | the radius is larger than is allowed |
*/
#include "level2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    given_back(b->x);
}

/* By the text of the tape: 0 v is refused, too. */
static int of_positions(checker *c, const tape *t, long from, long to)
{
    return tape_degree(&c->r, t, from, to) == 0;
}

/* Gaps and slips are asked at positions alone: where a formula has more, what
   is asked would be another formula. */
static void positions_only(checker *c)
{
    const scene *s = &c->s;
    const long in = s->nq + s->nv + 1;
    int fine = of_positions(c, &s->gaps, s->nq, in) &&
               of_positions(c, &s->slips, s->nq, in);
    for (long i = 0; i < s->kinds; i++) {
        const kind *k = &s->kind[i];
        const long from = k->size[0][0] + k->size[1][0];
        const long to = from + k->size[0][1] + k->size[1][1];
        fine &= of_positions(c, &k->gap, from, to) &&
                of_positions(c, &k->d, from, to);
    }
    if (!fine)
        refuse(&c->r, "a gap or a slip direction of more than positions");
    tape rates = s->inertia; /* its outputs behind M and F */
    const long at = s->nv * s->nv * (1 + s->has_F);
    rates.out += at;
    rates.outputs -= at;
    if (s->project == NOWHERE)
        return;
    if (!of_positions(c, &rates, s->nq, in) ||
        !of_positions(c, &s->theta, s->nq, in) ||
        !of_positions(c, &s->phi, s->nq, in))
        refuse(&c->r, "a projection of more than positions");
}

void level2_begin(checker *c)
{
    level2 *e = c->two = zeros(1, sizeof *e);
    e->sum.asked = 1;
    sheet_init(&e->s);
    ball_init(&e->t);
    ball_init(&e->u);
    for (int i = 0; i < 4; i++)
        ball_init(&e->part[i]);
    mpq_init(e->rho);
    mpz_init(e->most);
    const size_t n = (size_t)c->s.contacts + 1;
    uint8_t **all[] = {&e->asleep, &e->listed, &e->was};
    for (int i = 0; i < 3; i++)
        *all[i] = zeros(n, 1);
    if (!c->s.how->level2)
        refuse(&c->r, "level L2 knows no such scheme");
    positions_only(c);
}

void level2_end(checker *c)
{
    level2 *e = c->two;
    if (e == NULL)
        return;
    c->v->two = e->sum;
    balls *all[] = {&e->in,    &e->seed, &e->G,     &e->row,
                    &e->at,    &e->box,  &e->from,  &e->step,
                    &e->point, &e->met,  &e->cubic, &e->target};
    for (int i = 0; i < 12; i++)
        balls_free(all[i]);
    for (int i = 0; i < 4; i++)
        ball_clear(&e->part[i]);
    sheet_clear(&e->s);
    ball_clear(&e->t);
    ball_clear(&e->u);
    mpq_clear(e->rho);
    mpz_clear(e->most);
    given_back(e->word);
    given_back(e->asleep);
    given_back(e->listed);
    given_back(e->was);
    given_back(e->A);
    given_back(e->given);
    given_back(e->place);
    given_back(e);
}

/* Is there one? */
int radius_read(checker *c)
{
    read_text(&c->r, "radius ");
    if (peek(&c->r) == 'u') {
        read_text(&c->r, "undecided\n");
        return 0;
    }
    read_ratio(&c->r, c->two->rho);
    read_text(&c->r, "\n");
    radius_check(c);
    return 1;
}

/* Where a projection wants all springs, if any: at phi + a'(q' - q) of a step, with q' -
   q = y / per; where a step is hit, at what they have there. And where that is:
   c.q, before it is moved. */
void place_aim(checker *c, int hit)
{
    level2 *e = c->two;
    problem *p = &c->p;
    const long n = c->s.project == ON_ALL ? c->s.springs : 0;
    ball *to = balls_room(&c->r, &e->target, n);
    if (hit) {
        ball *at = balls_room(&c->r, &e->met, c->s.nq);
        ball *in = balls_room(&c->r, &e->in, c->s.nq + c->s.nv + 1);
        for (long i = 0; i < c->s.nq; i++) {
            ball_ratio(&at[i], c->c.q.x[i], c->c.q.den);
            ball_set(&in[i], &at[i]);
        }
        sheet_value(&e->s, &c->s.phi, in);
        for (long i = 0; i < n; i++)
            ball_set(&to[i], value_at(c, &c->s.phi, i));
        return;
    }
    mpz_t *phi = array_spread(&c->r, &p->data[PHI], &p->y, n);
    mpz_t *move = array_spread(&c->r, NULL, &p->row, n);
    times(move, &p->data[A], c->s.nv, AHEAD, (const mpz_t *)c->c.y.x);
    mpz_mul(p->s, p->over, p->per);
    for (long i = 0; i < n; i++) {
        mpz_addmul(move[i], phi[i], p->per);
        ball_ratio(&to[i], move[i], p->s);
    }
}

void place_check(checker *c)
{
    level2 *e = c->two;
    e->sum.projections++;
    memcpy(c->p.id, c->c.hand, (size_t)c->c.hands * sizeof *c->p.id);
    if (radius_read(c)) {
        geometry_place(c);
        e->sum.placed++;
    }
}

/* What a problem says beyond L1, which it has passed. A radius that is
   undecided has no line of modes behind it. `was` is what (C8) keeps for the
   next problem: kept there, because gaps are asked before the next problem
   overwrites it. */
void left_touching(checker *c)
{
    level2 *e = c->two;
    memset(e->was, 0, (size_t)c->s.contacts);
    for (long k = 0; k < c->p.kepts; k++)
        e->was[c->p.kept[k]] = 1;
}

void level2_solved(checker *c)
{
    level2 *e = c->two;
    problem *p = &c->p;
    open_list(c);
    e->sum.problems++;
    if (p->jump)
        contacts_met(c);
    e->near = radius_read(c);
    if (c->s.how->middle)
        middle_check(c, e->near);
    if (e->near) {
        geometry_check(c);
        e->sum.enclosed++;
        modes_read(c);
        if (e->moded)
            modes_check(c);
        e->sum.moded += e->moded;
    }
    left_touching(c);
}

/* The least number of four digits that is not below x, as it is printed: what is
   called an upper bound is one. Example: 1.0001e-20 becomes 1.001e-20. */
static double up(double x)
{
    char text[32];
    double y = x;
    do {
        snprintf(text, sizeof text, "%.4g", y);
        y *= 1 + 0x1p-15;
    } while (strtod(text, NULL) < x);
    return strtod(text, NULL);
}

/* In percent, cut off to hundredths: 100 is all. */
static double part(long n, long of)
{
    return of == 0 ? 0 : (double)(10000LL * n / of) / 100;
}

/* Each sentence is of what was counted: `enclosed` after E3, `moded` after E6,
   `open` after E7, `placed` after E9, `bracketed` after E8. */
void level2_tell(const verdict *v)
{
    const level2_sum *s = &v->two;
    printf("L2: in %ld of %ld problems (%.4g %%) mass, forces, Jacobians and "
           "directions are\nwithin %.4g of what the scene's own formulas give at "
           "the stored position,\nvelocity and time; listed contacts have gaps "
           "from %.4g to %.4g m%s%.4g m.\n",
           s->enclosed, s->problems, part(s->enclosed, s->problems),
           up(s->radius), -up(s->deep), up(s->high),
           v->how->middle ? " in the\nmiddle of the step, joints are off by at most "
                          : ", joints are off by\nat most ",
           up(s->joint));
    if (v->how->middle)
        printf("L2: in %ld of %ld rows those contacts take part of which the scene's "
               "formulas give no\ngap above 0 in the middle of the step, q + h/2 G v, "
               "and no others, where a gap is\nlarger in size than 2^-46 times 4, or "
               "times the largest coordinate.\n", s->sided, s->rows);
    printf("L2: in %ld of them (%.4g %% of all) every set of data within that radius "
           "has a\nsolution with the stated contact modes and strict signs, its "
           "velocities within\n%.4g m/s of the one proven.\n",
           s->moded, part(s->moded, s->problems), up(s->moved));
    printf("L2: in %ld of %ld rows every contact that is not listed is open from the "
           "position\nbefore to the one behind, on the straight line between "
           "them.\n", s->open, s->rows);
    if (s->projections > 0)
        printf("L2: in %ld of %ld projections (%.4g %%) Jacobians and the values "
               "of joints, springs\nand gaps are within such a radius at the "
               "position that is come to.\n",
               s->placed, s->projections, part(s->placed, s->projections));
    if (s->hits > 0)
        printf("L2: in %ld of %ld collisions the gap of a contact that collides is "
               "positive before\nthe stated fraction of the step's cubic and negative "
               "behind it, within 2^-%u of that\nfraction, and of the "
               "contacts that the step does not list none is inside\nbefore for "
               "sure.\n", s->bracketed, s->hits, s->width);
    puts("Not proven: for what is left out above, anything beyond L1; that these are\n"
         "the only solutions; that the path between stored positions is straight;\n"
         "and nothing about smaller steps. Compare the scene's digest yourself.");
}
