/**
# Level N: all solutions of problems, or none

The statement is a list of problems w = A z + b; the first `free` unknowns have no
sign, and their rows are 0. Of the other pairs 0 <= w, z and w z = 0. A face is
said by a letter for each pair, what may be positive: z, w, or 0, neither. It is
the polyhedron of all points with these signs; each is a solution.
*/
#include "proof.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    long free, n;
    array A, b;
} lcp;

enum { BOTH_MAY, NO_Z, NO_W }; /* a pair at a node of the tree */

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
        p->free = read_count(r, MOST_SIZE);
        read_text(r, " ");
        p->n = read_count(r, MOST_SIZE);
        read_text(r, "\n");
        const long m = p->free + p->n;
        read_array(r, "A", m * m, &p->A);
        read_array(r, "b", m, &p->b);
    }
    read_text(r, "end ");
    if (read_count(r, MOST_COUNT) != l->problems)
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

/* The letters of face number f; no face before it has them all, nor has it all
   of theirs: so each is another one. */
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

/* Reads a point of the face: what its letters name is positive, all else 0. */
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

/* Are the columns of A that a face leaves free independent in the rows that it
   makes 0? Then the face is that point. */
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

/* A leaf: y'(w - A z - b) = 0 for all z, and no term of y'w + p'z, p = -A'y, is
   negative on this node; they sum up to y'b. `empty`: that is negative. `inside`
   a face: it is 0, so what has a positive factor vanishes. */
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

/* The tree in preorder: branch PAIR, then where its z is 0, then its w. */
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
    const long faces = read_count(&c->r, MOST_COUNT);
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
