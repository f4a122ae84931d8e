/**
# Level I: an impact by a law, at once or in turn (I1) to (I4)

doc/70-certificate.md, An impact; [HP23](../../doc/30-HP23-laws.md) (30), (31).
The statement has everything that the law is asked about, and what is claimed
of it:

    perp impact 1
    law simultaneous|sequential
    order ID...            of sequential: who has a turn, again and again
    sizes NV JOINTS CONTACTS
    contact SLIPS MU       CONTACTS of them
    M nu n d               as in a JUMP; all contacts
    v                      before
    to                     behind: the claim
    end

and the proof a record for each single impact:

    single N
    z                      v', c_nu, c_n, f: of all contacts

## What is asked

* **I1** something approaches before each record, $n_j^T v < 0$. Of
  `simultaneous` all contacts act; of `sequential` one, the first in the order
  that approaches, looked for from behind the contact that acted before.
* **I2** $M (v' - v) = \nu c_\nu + n c_n + d f$, $\nu^T v' = 0$, and (C3) to
  (C5) for whoever acts; the others have no impulse. M is positive
  semidefinite (C18).
* **I3** $v'^T M v' \le v^T M v$.
* **I4** at the end no contact approaches, none that the order leaves out
  either, and the last $v'$ is `to`.

Without records nothing approaches, and `to` is v. Of `simultaneous` there is
one record or none: behind one (C3) holds for all, so a second finds nothing
that approaches.

## Why this is the law

A JUMP asks the same of a collision, with $h = 0$ and $\alpha = 1$. So the same
functions ask it: problem.c forms $M (v' - v) - \nu c_\nu - n c_n - d f$ and
the speeds $J v'$ with K[UNIT] = 1, K[MINUS] = -1, and rows.c looks at one
contact. What is left to see is that (C5) is (31d). HP23 has two impulses for
each slip, $f = \lambda_+ - \lambda_-$, and a speed $\gamma$ for each contact:

$$0 \le \lambda_\pm \perp \gamma \pm d^T v' \ge 0, \qquad
0 \le \gamma \perp \mu c_n - \sum (\lambda_+ + \lambda_-) \ge 0.$$

*From (C5) to (31d):* take $\gamma = \lambda = \max_k |d_k^T v'|$, $\lambda_+$
and $\lambda_-$ the positive and the negative part of $f$. Then $\sum
(\lambda_+ + \lambda_-) = \sum |f_k|$ and $\gamma \pm d_k^T v' \ge 0$. By
(C5) $|f_k| \lambda + f_k d_k^T v' = 0$: the part that is not 0 has a row that
is, and $\zeta \lambda = 0$ is the second pair. *And back:* the rows ask for
$\gamma \ge \lambda$. If some $\lambda_\pm$ is positive its row is 0, so $\gamma
\le \lambda$ and they are equal. If none is, $\zeta = \mu c_n$, and
$\gamma > 0$ makes it 0; else $\gamma = 0 = \lambda$. Either way (C5) holds of
$f = \lambda_+ - \lambda_-$: where both halves are positive, $\gamma + d^T v' =
\gamma - d^T v' = 0$, so $\lambda = 0$ for this contact, and $|f_k|$ is less
than their sum, which the bound allows.

## Which numbers stand over which denominator

M to d are brought to one denominator `over`, as in any problem. z and the
velocity before have a second one, X: problem_unknowns brings them to it. So
the equation of I2 is one of whole numbers over `over` X, as are the speeds
$J v'$, and both squares of I3 are over `over` $X^2$: signs and equalities are
asked of numerators alone.

A sequence may make X longer with each record: $v'$ is a
solution of a problem whose right-hand side is $M v$, and has its determinant
under the line beside what $v$ had there. That is no matter of the check, which
would hold of any numbers, but of its time, and the limits of perp-check are
those of any proof. In I4 `to` and the last $v'$ are brought to one
denominator, too.

Impulses that act on nothing are refused like others: a contact that does not
act and has $c_n = f = 0$ in the array has no entries there at all.

## Why the record does not say who acts

"Contact 3 acts" would be a claim more, and it would have to be checked against
the order and $v$, which say it already. So no contact can jump its turn, and
none can be given one while it does not approach. `next_turn` goes round the
order once from `turn` on, and a contact that stands in it twice has two turns.

## Energy

Multiply I2 by $v'^T$. Joints and normal rows vanish by $\nu^T v' = 0$ and
(C4), and $f^T d^T v' = - \sum |f_k| \lambda$ by (C5). As M is symmetric

$$v'^T M v' - v^T M v = 2 v'^T M (v' - v) - (v' - v)^T M (v' - v) = -2 \sum
|f_k| \lambda_j - |v' - v|_M^2.$$

The last square is not negative where M is positive semidefinite. mass.c leaves
that open where M couples many velocities; so I3 is computed, and no writer
can use an M of that size to gain energy.

## In numbers

The block of `rocking_block.lua`, $M = $ diag$(1, 1, \frac16)$, corners A at
$n = (0, 1, -\frac12)$, $d = (1, 0, \frac12)$ and B, $n = (0, 1, \frac12)$, $d =
(1, 0, \frac12)$, $\mu = 1$, $v = (0, -1, 0)$, A first:

* A approaches with 1. $n M^{-1} n = d M^{-1} d = 1 + \frac64 = \frac52$, $n
  M^{-1} d = -\frac32$: it sticks with $(\frac58, \frac38)$, and $v' =
  (\frac38, -\frac38, -\frac34)$;
* B approaches with $\frac38 + \frac38 = \frac34$, sticks with $\frac34
  (\frac58, -\frac38)$, and $v' = (\frac3{32}, \frac3{32}, -\frac3{16})$;
* A parts with $\frac3{32} + \frac3{32} = \frac3{16}$, B is at rest: the end.

At once both have $\frac12$, and the block rests.

| a forger writes | words |
|---|---|
| both impulses in A's turn | only who has its turn has an impulse |
| a record less | a contact still approaches |
| a record more | nothing approaches |
| another v+ in the statement | v+ is another |
| a push less, or another M | the equation of motion does not hold |
| A's record as one of `simultaneous` | c_n >= 0, rho >= 0, c_n rho = 0 |
| a mass that is not definite | M is not positive semidefinite |

**Not proven**: that the law has no other outcome (where contacts are redundant
or friction is large there may be one); that the numbers are those of a scene;
that a contact which is not stated is open.
*/
#include "show.h"

#include <string.h>

static const char *const law[] = {"simultaneous", "sequential"};

/* order: `turns` of them; turn: the next place in it. */
struct impact {
    int sequential;
    long *order, turns, turn;
    size_t room;
    array to, end;
};

/* order ID...: places of contacts, which are counted later. A law at once has
   the line, and nothing in it. */
static void read_order(checker *c)
{
    reader *r = &c->r;
    struct impact *i = c->impact;
    read_text(r, "order");
    while (peek(r) == ' ') {
        read_text(r, " ");
        i->order =
            more(r, i->order, (size_t)i->turns + 1, &i->room, sizeof *i->order);
        i->order[i->turns++] = read_within(r, MOST_ACTIVE - 1);
    }
    if (!i->sequential && i->turns > 0)
        refuse(r, "all at once have no order");
    read_text(r, "\n");
}

/* sizes, and the contacts, whose ids are 0, 1 ... */
static void read_contacts(checker *c)
{
    reader *r = &c->r;
    scene *s = &c->s;
    problem *p = &c->p;
    size_t room = 0;
    read_text(r, "sizes ");
    s->nv = read_within(r, MOST_SIZE);
    read_text(r, " ");
    s->joints = read_within(r, MOST_SIZE);
    read_text(r, " ");
    s->contacts = read_within(r, MOST_ACTIVE);
    read_text(r, "\n");
    for (long j = 0; j < s->contacts; j++) {
        s->contact =
            more(r, s->contact, (size_t)j + 1, &room, sizeof *s->contact);
        contact *x = &s->contact[j];
        mpq_init(x->mu);
        s->own++;
        read_text(r, "contact ");
        x->slips = (int)read_within(r, MOST_SLIPS);
        read_friction(r, s, x);
        read_text(r, "\n");
        p->id[j] = j;
        p->slip_at[j + 1] = p->slip_at[j] + x->slips;
    }
    for (long k = 0; k < c->impact->turns; k++)
        if (c->impact->order[k] >= s->contacts)
            refuse(r, "an order of contacts that are not there");
}

/* The shapes, and (C1) with h = 0, alpha = 1: K is 1 at x and -1 at v. */
static void shape(checker *c)
{
    problem *p = &c->p;
    const scene *s = &c->s;
    const long size[SIZES] = {[ONE] = 1,
                              [NV] = s->nv,
                              [JOINTS] = s->joints,
                              [CONTACTS] = s->contacts,
                              [SLIPS] = p->slip_at[s->contacts]};
    long n = s->nv;
    memcpy(p->size, size, sizeof size);
    for (int k = JOINTS; k < UNKNOWNS; n += p->size[k++])
        p->at[k] = n;
    p->size[UNKNOWNS] = n;
    mpz_set_si(p->K[UNIT], 1);
    mpz_set_si(p->K[MINUS], -1);
}

/* The statement. The mass is looked at as it was read, before it gets the
   denominator of the rows (mass.c); v and `to` stay as they are. */
void impact_read(checker *c)
{
    reader *r = &c->r;
    problem *p = &c->p;
    struct impact *i = c->impact = zeros(1, sizeof *i);
    read_text(r, "impact 1\nlaw ");
    const char *word = read_word(r);
    i->sequential = strcmp(word, law[1]) == 0;
    if (!i->sequential && strcmp(word, law[0]) != 0)
        refuse(r, "simultaneous or sequential expected");
    read_text(r, "\n");
    read_order(c);
    read_contacts(c);
    shape(c);
    const long nv = c->s.nv;
    data_empty(c);
    read_array(r, "M", nv * nv, &p->data[M]);
    mass_check(c);
    read_array(r, "nu", p->size[JOINTS] * nv, &p->data[NU]);
    read_array(r, "n", p->size[CONTACTS] * nv, &p->data[N]);
    read_array(r, "d", p->size[SLIPS] * nv, &p->data[D]);
    data_ready(c);
    read_array(r, "v", nv, &p->before);
    read_array(r, "to", nv, &i->to);
    read_text(r, "end\n");
    if (peek(r) != EOF)
        refuse(r, "something stands behind the end");
    read_digest(r, c->s.sum);
}

/* (I1): the place in the order of the contact that acts, any of a law at once;
   -1: nothing approaches. A contact that the order leaves out is looked at with
   `all`, as of a law at once. */
static long next_turn(checker *c, int all)
{
    problem *p = &c->p;
    const struct impact *i = c->impact;
    const long n = all ? p->size[CONTACTS] : i->turns;
    mpz_t *v = array_spread(&c->r, &p->before, &p->v, c->s.nv);
    mpz_t *speed = array_spread(&c->r, NULL, &p->y, p->size[CONTACTS]);
    times(speed, &p->data[N], c->s.nv, AHEAD, (const mpz_t *)v);
    for (long k = 0; k < n; k++) {
        const long at = all ? k : (i->turn + k) % n;
        if (mpz_sgn(speed[all ? at : i->order[at]]) < 0)
            return at;
    }
    return -1;
}

/* In the places of impulses x has what the file says, and along the speeds.
   Contact j acts: (C3) to (C5); or it does not, and has no impulse. */
static void act(checker *c, long j, int acts)
{
    problem *p = &c->p;
    if (acts) {
        contact_check(c, j);
        return;
    }
    int any = mpz_sgn(p->x.x[p->at[CONTACTS] + j]) != 0;
    for (long k = p->slip_at[j]; k < p->slip_at[j + 1]; k++)
        any |= mpz_sgn(p->x.x[p->at[SLIPS] + k]) != 0;
    if (any)
        refuse(&c->r, "only who has its turn has an impulse");
}

/* (I3), over `over` x.den^2. */
static void energy(checker *c)
{
    problem *p = &c->p;
    mass_form(c, p->E, (const mpz_t *)p->x.x);
    mass_form(c, p->t, (const mpz_t *)p->v.x);
    mpz_sub(p->E, p->E, p->t);
    demand(c, ENERGY, p->E, c->r.one, "energy is gained");
}

/* The velocity behind a record is that before the next. */
static void go_on(checker *c)
{
    const array *z = &c->p.data[Z];
    array *v = &c->p.before;
    array_room(&c->r, v, c->s.nv);
    for (v->n = 0; v->n < z->n && z->at[v->n] < c->s.nv; v->n++) {
        mpz_set(v->x[v->n], z->x[v->n]);
        v->at[v->n] = z->at[v->n];
    }
    mpz_set(v->den, z->den);
}

/* single N: who acts is found before its numbers are read, so that they cannot
   have a say in it. The order of the checks is that of the head: motion and
   joints first, for contact_check reads speeds that these have formed. */
void impact_row(checker *c)
{
    problem *p = &c->p;
    struct impact *i = c->impact;
    const long at = next_turn(c, !i->sequential);
    if (at < 0)
        refuse(&c->r, "nothing approaches");
    read_array(&c->r, "z", p->size[UNKNOWNS], &p->data[Z]);
    problem_unknowns(c);
    problem_motion(c);
    for (long k = 0; k < c->s.nv; k++)
        demand(c, EQUAL + IMPULSE, p->row.x[k], c->r.one,
               "the equation of motion does not hold");
    for (long k = p->at[JOINTS]; k < p->at[SPRINGS]; k++)
        demand(c, EQUAL + VELOCITY, p->along.x[k], c->r.one, "a joint moves");
    for (long j = 0; j < p->size[CONTACTS]; j++)
        act(c, j, !i->sequential || j == i->order[at]);
    energy(c);
    go_on(c);
    i->turn = i->sequential ? (at + 1) % i->turns : 0;
}

/* (I4): of all contacts, also of those without a turn. `end` and p.v are over
   one denominator, so equal numerators are equal numbers. */
void impact_end(checker *c)
{
    struct impact *i = c->impact;
    const long nv = c->s.nv;
    if (next_turn(c, 1) >= 0)
        refuse(&c->r, "a contact still approaches");
    array *all[] = {&i->end, &c->p.v};
    array_spread(&c->r, &i->to, &i->end, nv);
    array_spread(&c->r, &c->p.before, &c->p.v, nv);
    array_unify(&c->r, all, 2);
    for (long k = 0; k < nv; k++)
        if (mpz_cmp(i->end.x[k], c->p.v.x[k]) != 0)
            refuse(&c->r, "v+ is another");
    c->v->sequential = i->sequential;
}

static void show_vector(checker *c, const char *what, const array *a)
{
    mpz_t *x = array_spread(&c->r, a, &c->impact->end, c->s.nv);
    printf("%s:", what);
    for (long k = 0; k < c->s.nv && k < MOST_LINES; k++) {
        mpq_set_num(c->r.ratio, x[k]);
        mpq_set_den(c->r.ratio, c->impact->end.den);
        mpq_canonicalize(c->r.ratio);
        putchar(' ');
        put_number(c->r.ratio);
    }
    puts(c->s.nv > MOST_LINES ? " ..." : "");
}

/* The law, who is in it, and the claim; not the matrices. */
void impact_show(checker *c)
{
    const struct impact *i = c->impact;
    printf("an impact by the law '%s': %ld velocities, %ld joints, %ld "
           "contacts\norder:",
           law[i->sequential], c->s.nv, c->s.joints, c->s.contacts);
    for (long k = 0; k < i->turns; k++)
        printf(" %ld", i->order[k]);
    puts("");
    for (long j = 0; j < c->s.contacts && j < MOST_LINES; j++) {
        printf("contact %ld: %d slips, friction ", j, c->s.contact[j].slips);
        put_number(c->s.contact[j].mu);
        putchar('\n');
    }
    show_vector(c, "v", &c->p.before);
    show_vector(c, "v+", &i->to);
}

void impact_free(checker *c)
{
    if (c->impact == NULL)
        return;
    array_free(&c->impact->to);
    array_free(&c->impact->end);
    given_back(c->impact->order);
    given_back(c->impact);
}
