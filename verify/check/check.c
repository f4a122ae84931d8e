/**
# What follows what, from the first line to the last

doc/70-certificate.md, The proof:

    perp proof 3
    level L0|L1|R|L2|N|I
    scene DIGEST
    row 1                    or node 1, or list 1, or single 1
    ...
    end ROWS
    sha256 DIGEST

The statement is read and digested first, so that its digest is known before the
proof names one: "the proof is about another scene" is the answer to a proof
that was made for other parameters, though it may be sound for those.

**Nothing can be left out.** The records are counted from 1, and a number out
of turn is refused, so a record cannot be dropped from the middle or said
twice with the others as they were; dropped and renumbered, the next record
starts from a state that is not its own, and (C1) or (C9) fails (chain.c). The
end is allowed only when the time has come to $T$ (`chain_ahead`) or each
problem has its list. The count behind `end`, the digest, and the end of the
file are three more locks on the same door; each has its words.

**One sort of records.** Rows, nodes and lists share the arrays of a problem,
with other meanings. What a statement is about decides which sort its proof has;
a `node` in the proof of an alpha-gamma scheme ends with "a record or the end
expected".

What an interrupted run leaves has no last line: "a record or the end
expected, not ''". A file that is cut anywhere is refused for that reason or
an earlier one.

**Levels.** L2 is L1 and more: its level is L1 for all checks of L1, and
`solved` is called behind each problem. L0 and R differ from L1 in two places:
`demand` (rows.c), which measures in L0 what it refuses in the others, and
truncation and positions (C7, C9, C10), which are equalities in R. A proof of
level R or L1 in which the word is changed to L0 is a proof of another
grammar: it states $x$, and level L0 does not.

**FLT_EVAL_METHOD.** Doubles occur in printed bounds, and in systems.c of level
L2, where each rounding is counted; registers with more places would be counted
wrongly. The compiler is asked, and asked not to contract products and sums
(-ffp-contract=off, CMakeLists.txt).
*/
#include "record.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "perp-check needs doubles that are evaluated as doubles"
#endif

/* The levels: the name, and what is asked of a problem that has been checked
   (its data over p.over, q, old and time before it), or nothing. */
static const struct {
    const char *name;
    void (*solved)(checker *c);
} level[LEVELS] = {[L0] = {"L0", NULL},
                   [L1] = {"L1", NULL},
                   [R] = {"R", NULL},
                   [L2] = {"L2", level2_solved},
                   [ALL] = {"N", NULL},
                   [IMPACTS] = {"I", NULL}};

/* A list is proven by level N and nothing else is: a scene has no lists, and a
   list no rows. */
static void read_level(checker *c)
{
    reader *r = &c->r;
    read_text(r, "perp proof ");
    read_version(r, "proof");
    read_text(r, "level ");
    const char *word = read_word(r);
    while (c->p.level < LEVELS && strcmp(word, level[c->p.level].name) != 0)
        c->p.level++;
    if (c->p.level == LEVELS || (c->p.level == ALL) != (c->lists != NULL) ||
        (c->p.level == IMPACTS) != (c->impact != NULL) ||
        (c->p.level == R) != c->s.exact)
        refuse(r, "a level expected that fits the statement");
    c->v->stated = c->p.level;
    c->solved = level[c->p.level].solved;
    if (c->p.level == L2) {
        level2_begin(c);
        c->p.level = L1; /* and more */
    }
    read_text(r, "\nscene ");
    if (strcmp(read_word(r), c->v->scene) != 0)
        refuse(r, "the proof is about another scene");
    read_text(r, "\n");
}

/* The digest is taken before the line that states it is read. */
static void read_end(checker *c)
{
    reader *r = &c->r;
    char sum[65];
    if (c->impact != NULL)
        impact_end(c);
    else if (c->lists != NULL ? lists_ahead(c) : chain_ahead(c, 1))
        refuse(r, "the proof is not at its end");
    read_text(r, " ");
    if (read_within(r, MOST_COUNT) != c->v->rows)
        refuse(r, "the number of records is another");
    read_text(r, "\n");
    read_digest(r, sum);
    read_text(r, "sha256 ");
    if (strcmp(read_word(r), sum) != 0)
        refuse(r, "the digest is wrong");
    read_text(r, "\n");
    if (peek(r) != EOF)
        refuse(r, "something stands behind the end");
}

/* The statement, the head of the proof, its records, its end. The second word
   of the statement says whether it is a scene, problems or an impact; a proof has records
   of one sort, which its scheme names (schemes.c). */
static void run(checker *c, FILE *statement, FILE *proof)
{
    reader *r = &c->r;
    read_begin(r, statement, "scene");
    read_text(r, "perp ");
    if (peek(r) == 'p')
        lists_read(c);
    else if (peek(r) == 'i')
        impact_read(c);
    else
        scene_read(r, &c->s);
    memcpy(c->v->scene, c->s.sum, sizeof c->s.sum);
    c->v->how = c->s.how;
    if (proof == NULL) {
        show(c, statement);
        return;
    }
    read_begin(r, proof, "proof");
    read_level(c);
    if (c->lists == NULL && c->impact == NULL)
        chain_init(c);
    const char *wanted = c->impact != NULL  ? "single"
                         : c->lists != NULL ? "list"
                                            : c->s.how->word;
    void (*record)(checker *) = c->impact != NULL  ? impact_row
                                : c->lists != NULL ? lists_row
                                                   : c->s.how->record;
    for (const char *word; strcmp(word = read_word(r), "end") != 0;) {
        if (strcmp(word, wanted) != 0)
            refuse(r, "a record or the end expected, not '%.20s'", word);
        read_text(r, " ");
        if (read_within(r, MOST_COUNT) != ++c->v->rows)
            refuse(r, "records are counted from 1");
        read_text(r, "\n");
        if (c->two != NULL)
            open_begin(c);
        record(c);
        if (c->two != NULL)
            open_end(c);
    }
    read_end(c);
}

/* Everything that holds numbers; arrays begin empty and without memory, as
   zeros. */
static void begin(checker *c)
{
    problem *p = &c->p;
    for (int k = 0; k < WEIGHTS; k++)
        mpz_init(p->K[k]);
    for (int k = 0; k < SORTS; k++)
        mpz_init(p->unit[k]);
    mpz_inits(c->r.work, c->r.common, c->r.none, p->over, p->per, p->by, p->r, p->s, p->t,
              p->E, c->n.over, c->n.back, c->c.weight[0], c->c.weight[1],
              c->c.all, NULL);
    mpz_init_set_ui(c->r.one, 1);
    mpq_inits(c->c.time, c->c.fraction, c->r.ratio, c->n.e, NULL);
    scene_init(&c->s);
}

static void clear(checker *c)
{
    problem *p = &c->p;
    chain *x = &c->c;
    array *all[] = {&p->before, &p->x,       &p->v,         &p->along,
                    &p->row,    &p->y,       &p->back,      &x->q,         &x->to,
                    &x->v,      &x->y,       &x->size,      &x->read,
                    &c->n.at,   &c->n.old_at, &c->n.rows,    &c->n.before,
                    &c->n.u,    &x->identity, &x->exact,   &c->y.delta,
                    &c->y.to,   &c->y.z,      &c->y.kept,  &c->y.old,
                    &c->y.s};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        array_free(all[k]);
    for (int k = 0; k < ARRAYS; k++)
        array_free(&p->data[k]);
    for (int k = 0; k < WEIGHTS; k++)
        mpz_clear(p->K[k]);
    for (int k = 0; k < SORTS; k++)
        mpz_clear(p->unit[k]);
    mpz_clears(c->r.work, c->r.common, c->r.none, c->r.one, p->over, p->per, p->by, p->r,
               p->s, p->t, p->E, c->n.over, c->n.back, x->weight[0], x->weight[1],
               x->all, NULL);
    mpq_clears(x->time, x->fraction, c->r.ratio, c->n.e, NULL);
    level2_end(c);
    lists_free(c);
    impact_free(c);
    mass_free(&c->m);
    mass_free(&c->y.K);
    mass_free(&c->y.C);
    scene_free(&c->s);
    given_back(c);
}

/* `fine` becomes 1 in one place, behind the last check; a refusal jumps over
   it. */
int check(FILE *statement, FILE *proof, verdict *out)
{
    jmp_buf env;
    memset(out, 0, sizeof *out);
    memory_adopt_gmp();
    checker *c = zeros(1, sizeof *c);
    volatile int fine = 0;
    c->v = out;
    c->r.out = &env;
    c->r.why = out->why;
    begin(c);
    if (setjmp(env) == 0) {
        run(c, statement, proof);
        fine = 1;
        mpq_mul(c->c.time, c->c.time, c->s.h);
    }
    out->code = fine ? 0 : c->r.code;
    out->level = c->p.level;
    out->steps = c->c.steps;
    out->hits = c->c.hits;
    out->stills = c->c.stills;
    out->projections = c->c.projections;
    out->sum = c->p.sum;
    out->time = mpq_get_d(c->c.time);
    clear(c);
    return fine;
}
