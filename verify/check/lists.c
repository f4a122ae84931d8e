/**
# Level N: all solutions of problems, or none (N1) to (N5)

doc/70-certificate.md, Lists of all solutions. The statement is a list of
problems $w = A z + b$, of which the first `free` unknowns have no sign and
their rows are 0; of every other pair $0 \le w_i \perp z_i \ge 0$. The proof
says of each: the solutions are exactly those of the faces that are listed;
without faces, that there is none.

**A face** is said by one letter for each pair, what may be positive: z, w, or
0, neither. It is the polyhedron of all points whose named parts are not
negative and whose other parts are 0. Each of its points is a solution, by
complementarity of the letters; so no list claims a point too many. What has
to be proven is that none is missing.

## The tree (N3), (N4)

A problem with n pairs has $2^n$ choices of what is zero. The tree goes
through them without enumerating: `branch i` splits what is left into
"$z_i = 0$" and "$w_i = 0$", and as every solution has one of the two, the two
subtrees together lose nothing. A leaf closes its node with factors y, one for
each row. For all $z$ and $w = Az + b$,

$$y^T w + p^T z = y^T b, \qquad p = -A^T y.$$

On the node some $z_i$ or $w_i$ are 0. If every other term of the left side
has a factor that is not negative (and $p_i = 0$ where $z_i$ is free), the
left side is not negative for any solution on the node. So

* `empty`: $y^T b < 0$, a contradiction: no solution is on this node (Farkas);
* `inside F`: $y^T b = 0$, so every term is 0, and whatever has a positive
  factor vanishes at every solution of the node. If these, with what is 0 on
  the path, are all that face F wants to be 0, each solution of the node is in
  F.

A leaf is small to check (a product $A^T y$ and signs) and may have been hard
to find: that is a linear program, or luck. Nothing here depends on how.

## In numbers

One unknown, $w = -z + 1$: `faces 2`, w with the point 0, z with the point 1.

    branch 0
    inside 0          z_0 = 0:  y = 0, y'b = 0; face w wants z = 0: on the path
    y
    inside 1          w_0 = 0:  face z wants w = 0: on the path
    y

and $w = -z - 1$: `faces 0`, `empty 0:1`. There $y = 1$, $p = 1$: $w + z = -1$
for all $z$, and the left side is not negative.

## The other checks

* **N1** each face has a point at which all that is named is positive, so it
  is not empty, and names nothing in vain.
* **N2** no face has all the signs of another: then the smaller one lies in the
  larger one, and would be counted twice.
* **N5** a face is counted as a single point if its equations have one solution:
  the columns of A of free and z unknowns are independent in the rows of free, z
  and 0. Where the ranks modulo two primes do not show it, it is not counted.

For N5 take $w = \begin{pmatrix}1 & 1\\ 1 & 1\end{pmatrix} z -
\begin{pmatrix}1\\ 1\end{pmatrix}$ and the face `z z`: both columns, both
rows, rank 1. The face is a segment, $z_1 + z_2 = 1$, and is not counted; the
faces `z 0` and `0 z` would be its ends, and N2 refuses them beside it.

| a forger | words |
|---|---|
| leaves out a face | a leaf is not shown to be what it says |
| adds one that is empty, or names too much | a point has not the signs of its face |
| adds one twice, or a part of one | a face has all the signs of another |
| closes half a tree | 'empty' expected |
| branches on one pair twice | a pair is decided once |
| proves fewer problems than are stated, or more | the proof is not at its end; a list too many |
| gives factors that are no whole numbers | these factors are whole |

The last is a matter of spelling: factors may be scaled. Time: a face is
compared with those before it, so lists of f faces cost $f^2 n / 2$
comparisons.
*/
#include "proof.h"

#include <stdlib.h>
#include <string.h>

/* free unknowns without sign, then n pairs; A is (free + n) squared. */
typedef struct {
    long free, n;
    array A, b;
} lcp;

enum { BOTH_MAY, NO_Z, NO_W }; /* a pair at a node of the tree */

/* The problems of the statement; of the one at hand the letters of its faces,
   where the tree is (node: what is decided of each pair, path: in which
   order), and work. */
struct lists {
    lcp *of;
    size_t room, letters, places;
    long problems, at;   /* read; of the next list */
    char *letter;        /* faces x n */
    uint8_t *node;       /* n */
    long *path;          /* from the root to here: pairs */
    array read, u, p, w; /* a point or y; the same, dense; A'y; A u + b */
};

/* problem FREE PAIRS, A, b: until the end. */
void lists_read(checker *c)
{
    reader *r = &c->r;
    lists *l = c->lists = zeros(1, sizeof *l);
    read_text(r, "problems 1\n");
    while (peek(r) == 'p') {
        l->of =
            more(r, l->of, (size_t)l->problems + 1, &l->room, sizeof *l->of);
        lcp *p = &l->of[l->problems++];
        memset(p, 0, sizeof *p);
        read_text(r, "problem ");
        p->free = read_within(r, MOST_SIZE);
        read_text(r, " ");
        p->n = read_within(r, MOST_SIZE);
        read_text(r, "\n");
        const long m = p->free + p->n;
        read_array(r, "A", m * m, &p->A);
        read_array(r, "b", m, &p->b);
    }
    read_text(r, "end ");
    if (read_within(r, MOST_COUNT) != l->problems)
        refuse(r, "the number of problems is another");
    read_text(r, "\n");
    if (peek(r) != EOF)
        refuse(r, "something stands behind the end");
    read_digest(r, c->s.sum);
}

void lists_free(checker *c)
{
    lists *l = c->lists;
    if (l == NULL)
        return;
    array *all[] = {&l->read, &l->u, &l->p, &l->w};
    for (int k = 0; k < 4; k++)
        array_free(all[k]);
    for (long k = 0; k < l->problems; k++) {
        array_free(&l->of[k].A);
        array_free(&l->of[k].b);
    }
    given_back(l->of);
    given_back(l->letter);
    given_back(l->node);
    given_back(l->path);
    given_back(l);
}

int lists_ahead(const checker *c)
{
    return c->lists->at < c->lists->problems;
}

/* The letters of face number f, and (N2): up, all named by it is named by the
   other; down, the converse. Without pairs there is one face at most. */
static void read_letters(checker *c, const lcp *p, long f)
{
    lists *l = c->lists;
    const size_t n = (size_t)p->n, end = (size_t)(f + 1) * n;
    l->letter = more(&c->r, l->letter, end + 1, &l->letters, 1);
    char *mine = l->letter + (size_t)f * n;
    read_text(&c->r, "face");
    for (size_t i = 0; i < n; i++) {
        read_text(&c->r, " ");
        const char *word = read_word(&c->r);
        if (strlen(word) != 1 || strchr("zw0", *word) == NULL)
            refuse(&c->r, "z, w or 0 expected");
        mine[i] = *word;
    }
    read_text(&c->r, "\n");
    for (const char *other = l->letter; other < mine; other += n) {
        int up = 1, down = 1;
        for (size_t i = 0; i < n && (up || down); i++) {
            up &= mine[i] == '0' || mine[i] == other[i];
            down &= other[i] == '0' || mine[i] == other[i];
        }
        if (up || down)
            refuse(&c->r, "a face has all the signs of another");
    }
    if (n == 0 && f > 0)
        refuse(&c->r, "a face has all the signs of another");
}

/* (N1): w = A u + b over u.den A.den b.den. What the letters name is positive,
   all else 0, the rows of free unknowns among it. */
static void read_point(checker *c, const lcp *p, const char *letter)
{
    lists *l = c->lists;
    const long m = p->free + p->n;
    read_array(&c->r, "point", m, &l->read);
    array_spread(&c->r, &l->read, &l->u, m);
    for (long i = 0; i < m; i++)
        mpz_set_ui(l->w.x[i], 0);
    times(l->w.x, &p->A, m, AHEAD, (const mpz_t *)l->u.x);
    for (long i = 0; i < m; i++)
        mpz_mul(l->w.x[i], l->w.x[i], p->b.den);
    mpz_mul(c->r.work, l->u.den, p->A.den);
    times(l->w.x, &p->b, 1, AHEAD, (const mpz_t *)&c->r.work);
    for (long i = 0; i < m; i++) {
        const char x = i < p->free ? ' ' : letter[i - p->free];
        if (mpz_sgn(l->w.x[i]) != (x == 'w') ||
            (x != ' ' && mpz_sgn(l->u.x[i]) != (x == 'z')))
            refuse(&c->r, "a point has not the signs of its face");
    }
}

/* (N5): are the columns of A that a face leaves free independent in the rows
   that it makes 0? Then those equations have one solution, and the face is
   that point. */
static int is_point(checker *c, const lcp *p, const char *letter)
{
    const long m = p->free + p->n;
    long *row = c->lists->path, *column = row + m, size[] = {0, 0};
    for (long i = 0; i < m; i++) {
        const char x = i < p->free ? 'z' : letter[i - p->free];
        row[i] = x != 'w' ? size[0]++ : -1;
        column[i] = x == 'z' ? size[1]++ : -1;
    }
    const long *const place[] = {row, column};
    return rank(&p->A, m, place, size) == size[1];
}

/* (N4): u holds y, l->p holds A'y = -p over A.den. A term may have a negative
   factor only where its variable is 0 on this node. y of a free row is of
   either sign, since its w is 0. */
static void read_leaf(checker *c, const lcp *p, long faces)
{
    lists *l = c->lists;
    const long m = p->free + p->n;
    const int inside = peek(&c->r) == 'i';
    long face = 0;
    if (inside) {
        read_text(&c->r, "inside ");
        face = read_count(&c->r, faces - 1);
        read_text(&c->r, "\n");
    }
    read_array(&c->r, inside ? "y" : "empty", m, &l->read);
    if (mpz_cmp_ui(l->read.den, 1) != 0)
        refuse(&c->r, "these factors are whole");
    array_spread(&c->r, &l->read, &l->u, m);
    for (long j = 0; j < m; j++)
        mpz_set_ui(l->p.x[j], 0);
    times(l->p.x, &p->A, m, BACK, (const mpz_t *)l->u.x);
    mpz_set_ui(c->r.work, 0);
    for (long k = 0; k < p->b.n; k++)
        mpz_addmul(c->r.work, p->b.x[k], l->u.x[p->b.at[k]]);
    int fine = mpz_sgn(c->r.work) == (inside ? 0 : -1);
    for (long j = 0; j < p->free; j++)
        fine &= mpz_sgn(l->p.x[j]) == 0;
    const char *letter = l->letter + face * p->n;
    for (long i = 0; i < p->n; i++) {
        const int z = -mpz_sgn(l->p.x[p->free + i]), node = l->node[i];
        const int w = mpz_sgn(l->u.x[p->free + i]);
        fine &= (z >= 0 || node == NO_Z) && (w >= 0 || node == NO_W);
        if (inside)
            fine &= (letter[i] == 'z' || z > 0 || node == NO_Z) &&
                    (letter[i] == 'w' || w > 0 || node == NO_W);
    }
    if (!fine)
        refuse(&c->r, "a leaf is not shown to be what it says");
}

/* (N3), in preorder: branch PAIR, then where its z is 0, then its w. Behind a
   leaf the path is gone back over all pairs that have had both; when none is
   left, the tree is at its end, and not before. */
static void read_tree(checker *c, const lcp *p, long faces)
{
    lists *l = c->lists;
    long depth = 0;
    memset(l->node, BOTH_MAY, (size_t)p->n);
    for (;;) {
        if (peek(&c->r) == 'b') {
            read_text(&c->r, "branch ");
            const long i = read_count(&c->r, p->n - 1);
            read_text(&c->r, "\n");
            if (l->node[i] != BOTH_MAY)
                refuse(&c->r, "a pair is decided once");
            l->node[i] = NO_Z;
            l->path[depth++] = i;
            continue;
        }
        read_leaf(c, p, faces);
        while (depth > 0 && l->node[l->path[depth - 1]] == NO_W)
            l->node[l->path[--depth]] = BOTH_MAY;
        if (depth == 0)
            return;
        l->node[l->path[depth - 1]] = NO_W;
    }
}

/* list N FACES: the faces, a point in each, and the tree. */
void lists_row(checker *c)
{
    lists *l = c->lists;
    if (!lists_ahead(c))
        refuse(&c->r, "a list too many");
    const lcp *p = &l->of[l->at++];
    const long m = p->free + p->n;
    array *all[] = {&l->u, &l->p, &l->w};
    for (int k = 0; k < 3; k++)
        array_room(&c->r, all[k], m);
    size_t pairs = l->places;
    l->node = more(&c->r, l->node, (size_t)(2 * m + 1), &pairs, 1);
    l->path =
        more(&c->r, l->path, (size_t)(2 * m + 1), &l->places, sizeof *l->path);
    read_text(&c->r, "faces ");
    const long faces = read_within(&c->r, MOST_COUNT);
    read_text(&c->r, "\n");
    for (long f = 0; f < faces; f++) {
        read_letters(c, p, f);
        read_point(c, p, l->letter + f * p->n);
        c->v->points += is_point(c, p, l->letter + f * p->n);
    }
    c->v->faces += faces;
    c->v->none += faces == 0;
    read_tree(c, p, faces);
}
