/**
# The tapes of a statement, section by section

doc/70-certificate.md, The statement, has which outputs a tape has; here each is
given the name by which a person asks for it. What is constantly 0 is left out
of matrices and forces, where most is.

A kind has no names for its inputs, because it is written for many pairs:
A.q1 is the first coordinate of thing A, and the lines of the things behind it
say which coordinate of the scene that is for each.

| section | lines | from |
|---|---|---|
| mass | M[a, b], the lower half where it is written otherwise | `inertia` |
| | F[a, b], the forces F v; Gamma[q, v] | `inertia` |
| force | k[v], in the direction of a velocity | `force` |
| joints | what each joint keeps at 0 | `joints` |
| springs | elongations | `springs` |
| gaps, slips | of the contacts that the scene lists itself | `gaps`, `slips` |
| kind | its gap and slips, for any pair | its own tapes |
| side | of each thing: which coordinates, which parameters | |
| binding | the numbers of its contacts, pairs thing:thing | |

A contact of a binding has no line of its own: a pile of a hundred discs has
thousands. Contact number n of a binding that begins with number f is its pair
n - f; the kind's gap, with the coordinates and parameters of these two things
put in, is its gap.

M is shown as it is written, entry by entry of the upper half; an entry of the
lower half has a line only where the tape computes it in another slot, so a
matrix that is not symmetric can be seen. (Level L2 compares both halves.)

## Which output is which

By the numbers of outputs, for `nv` = 3 with F and Gamma, `nq` = 4: outputs 0 to 8
are M, 9 to 17 F, both by rows, and 18 to 29 Gamma, four rows of three. Slips
follow each other without a count: where contact 0 has one and contact 1 two, the
outputs 0 to 2 are the row of the first, 3 to 5 and 6 to 8 the rows of the other,
and which contact a row belongs to is known from the statement's lines alone.

Inputs of a kind go by sort and then by thing. With a half plane A, three
parameters and nothing that moves, and a corner B, three coordinates, three
velocities, two parameters, inputs 0 to 2 are B.q1 to B.q3, 3 to 5 B.v1 to B.v3, 6
to 8 A.p1 to A.p3, and 9 and 10 are B.p1 and B.p2.

## An example

Of a box that rests with its corners on the ground --show says

    mass, entries that are not 0, symmetric (kg, kg m, kg m^2)
      M[x, x] = 1
      M[y, y] = 1
      M[th, th] = ~0.08854166666666667
      where ~0.08854166666666667 is 0x16aaaaaaaaaaab/0x100000000000000
    kind 'corner-ground': contacts of a thing A and a thing B
        t1 = sin(B.q3)
        t2 = cos(B.q3)
      gap = A.p1*(B.q1 + B.p1*t2 - B.p2*t1) + ... - A.p3
    side 0: 1 things
      thing 0: p1 = 0, p2 = 1, p3 = 0
    side 1: 4 things
      thing 0: q1 = q.x, q2 = q.y, q3 = q.th, ..., p1 = -0.125, p2 = -0.5

A is a half plane, with its outer normal (p1, p2) and its height p3, here y > 0;
B a corner of the box: (p1, p2) in the box's own frame, which q1, q2, q3 place.
So the gap of contact 0 is the height of the corner (-0.125, -0.5) of the box
above the ground.
*/
#include "record.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

static void input_name(const formulas *f, long i, char *to)
{
    const scene *s = f->of;
    if (i < s->nq)
        sprintf(to, "q.%s", name_of(COORDINATE, i));
    else if (i < s->nq + s->nv)
        sprintf(to, "v.%s", name_of(SPEED, i - s->nq));
    else
        strcpy(to, "t");
}

static void speed_name(const void *of, long j, char *to)
{
    (void)of;
    sprintf(to, "v.%s", name_of(SPEED, j));
}

/* Inputs of a kind: coordinates of A, B, velocities, parameters. */
static void place_name(const formulas *f, long i, char *to)
{
    const kind *k = f->of;
    int at = 0; /* one of the six; together they are the inputs */
    for (; i >= k->size[at % 2][at / 2]; at++)
        i -= k->size[at % 2][at / 2];
    sprintf(to, "%c.%c%ld", "AB"[at % 2], "qvp"[at / 2], i + 1);
}

static void kind_speed(const void *of, long j, char *to)
{
    const kind *k = of;
    const int side_ = j >= k->size[0][1];
    sprintf(to, "%c.v%ld", "AB"[side_], j - side_ * k->size[0][1] + 1);
}

static void entries(formulas *f, const char *what, long at, long rows, int list)
{
    char text[2 * MOST_NAME + 64];
    const long n = name_count(SPEED);
    const int both = *what == 'M';
    for (long i = 0; i < rows && f->lines <= MOST_LINES; i++)
        for (long j = 0; j < n && f->lines <= MOST_LINES; j++) {
            const long k = at + i * n + j, mirror = at + j * n + i;
            if (formula_zero(f, k) ||
                (both && j < i && f->t->out[k] == f->t->out[mirror]))
                continue;
            snprintf(text, sizeof text, "%s[%s, %s]", what, name_of(list, i),
                     name_of(SPEED, j));
            formula_line(f, text, k);
        }
}

static void show_inertia(checker *c, formulas *f)
{
    const scene *s = &c->s;
    const long vv = s->nv * s->nv;
    puts("mass, entries that are not 0, symmetric (kg, kg m, kg m^2)");
    formulas_begin(f, &c->r, &s->inertia);
    entries(f, "M", 0, s->nv, SPEED);
    if (s->has_F)
        entries(f, "F", vv, s->nv, SPEED);
    if (s->has_G)
        entries(f, "Gamma", vv * (1 + s->has_F), s->nq, COORDINATE);
    formulas_end(f);
}

/* One line an output: head, then what(name). */
static void show_list(checker *c, formulas *f, const tape *t, const char *head,
                      const char *what, int list)
{
    char text[MOST_NAME + 64];
    if (t->outputs == 0)
        return;
    puts(head);
    formulas_begin(f, &c->r, t);
    for (long i = 0; i < t->outputs; i++) {
        snprintf(text, sizeof text, what, name_of(list, i));
        if (list != SPEED || !formula_zero(f, i))
            formula_line(f, text, i);
    }
    formulas_end(f);
}

static void show_slips(checker *c, formulas *f)
{
    const scene *s = &c->s;
    char text[MOST_NAME + 64];
    long k = 0;
    if (s->slips.outputs == 0)
        return;
    puts("slips (m/s)");
    formulas_begin(f, &c->r, &s->slips);
    for (long i = 0; i < s->own; i++)
        for (int j = 0; j < s->contact[i].slips; j++, k += s->nv) {
            snprintf(text, sizeof text, "slip %d of '%s'", j + 1,
                     name_of(CONTACT, i));
            formula_row(f, text, k, s->nv, speed_name, s);
        }
    formulas_end(f);
}

/* Which coordinates and velocities a thing has, and its parameters. */
static void show_thing(const side *x, long e)
{
    const int32_t *place = x->place + e * (x->size[0] + x->size[1]);
    printf("  thing %ld:", e);
    for (long i = 0; i < x->size[0] + x->size[1]; i++) {
        const int speed = i >= x->size[0];
        printf(i > 0 ? "," : "");
        if (place[i] < 0)
            printf(" %c%ld = the world", "qv"[speed],
                   i - speed * x->size[0] + 1);
        else
            printf(" %c%ld = %c.%s", "qv"[speed], i - speed * x->size[0] + 1,
                   "qv"[speed], name_of(speed ? SPEED : COORDINATE, place[i]));
    }
    for (long i = 0; i < x->size[2]; i++) {
        printf("%s p%ld = ", x->size[0] + x->size[1] + i > 0 ? "," : "", i + 1);
        put_number(x->param[e * x->size[2] + i]);
    }
    putchar('\n');
}

static void show_kind(checker *c, long i)
{
    const kind *k = &c->s.kind[i];
    formulas f = {.name = place_name, .of = k};
    char text[64];
    printf("kind '%s': contacts of a thing A and a thing B\n",
           name_of(KIND, i));
    formulas_begin(&f, &c->r, &k->gap);
    formula_line(&f, "gap", 0);
    formulas_end(&f);
    formulas_begin(&f, &c->r, &k->d);
    for (int j = 0; j < k->slips; j++) {
        snprintf(text, sizeof text, "slip %d", j + 1);
        formula_row(&f, text, j * (k->size[0][1] + k->size[1][1]),
                    k->size[0][1] + k->size[1][1], kind_speed, k);
    }
    formulas_end(&f);
}

static void show_bindings(checker *c)
{
    const scene *s = &c->s;
    for (long i = 0; i < s->kinds && i < MOST_LINES; i++)
        show_kind(c, i);
    for (long i = 0; i < s->sides && i < MOST_LINES; i++) {
        printf("side %ld: %ld things\n", i, s->side[i].n);
        for (long e = 0; e < s->side[i].n && e < MOST_LINES; e++)
            show_thing(&s->side[i], e);
        if (s->side[i].n > MOST_LINES)
            printf("  ... and %ld more\n", s->side[i].n - MOST_LINES);
    }
    for (long i = 0; i < s->bindings && i < MOST_LINES; i++) {
        const range *b = &s->range[i];
        printf("binding: contacts %ld to %ld of kind '%s', A of side %ld, B of "
               "side %ld, friction ",
               b->first, b->first + b->n - 1, name_of(KIND, b->kind),
               b->side[0], b->side[1]);
        put_number(b->each.mu);
        printf("\n  pairs");
        for (long k = 0; k < b->n && k < MOST_LINES; k++)
            printf(" %d:%d", (int)b->pair[2 * k], (int)b->pair[2 * k + 1]);
        puts(b->n > MOST_LINES ? " ..." : "");
    }
}

void show_formulas(checker *c)
{
    formulas f = {.name = input_name, .of = &c->s};
    show_inertia(c, &f);
    show_list(c, &f, &c->s.force, "force, where it is not 0 (N, N m)", "k[%s]",
              SPEED);
    show_list(c, &f, &c->s.theta, "joints: what is kept 0 (m, rad)",
              "joint '%s'", JOINT);
    show_list(c, &f, &c->s.phi, "springs: elongations (m, rad)", "spring '%s'",
              SPRING);
    show_list(c, &f, &c->s.gaps, "gaps (m)", "gap of '%s'", CONTACT);
    show_slips(c, &f);
    show_bindings(c);
    puts("where(c, a, b) is a where c >= 0, else b. Names are as the file "
         "spells "
         "them.");
}
