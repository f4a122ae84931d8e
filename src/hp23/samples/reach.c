/**
# Threads that change nothing

Algorithm 2 of HP23 5.3 is a loop over samples that know nothing of each other. The
bounds of a sample depend on seed, sample and step alone, and what it computes on
nothing else; so a thread may take any block, and the table has the same bytes for any
number of threads. It is an obligation of everything below: no sum over samples, no
cache whose contents change a bit.

Blocks have 8192 samples and are numbered. Whoever has nothing to do takes the next
one; the thread that asked is one of them, and hands the blocks on in their order
besides. It looks first whether the block whose turn it is has been done, and takes
a new one if not. There are two pieces of room a thread: so the others go on while a
block is handed on, and nobody is more than a few blocks ahead of what has been
written.

**Why not in rounds?** A block for each thread, all waited for and handed on, is simpler, and it was so here. But what one
thread does behind a round is done while the others stand still: with a tenth of the work in it two threads are worth
$2/1.1$ at most, and with a file to write hardly more than one.

Of 20000 samples and two threads there are three blocks, of 8192, 8192 and 3616.
Each thread takes one, and who is done first the third. With a hundred threads three
are made at most.

**Samples that choose.** Where several $v'$ of a step are asked for, a sample may have many rows
and takes longer, so that blocks have 256 samples and not 8192, and 4 where each is
gone through in fractions: an interrupt waits for the blocks under way. All else is as
above: a row depends on its sample's number alone, [samples are put in order](choosing.h),
and blocks are handed on in their order; so threads and shards change no
byte. The modes are made once and read by all threads; what a block needs beside them is
a stack of states and its rows.

**What the two algorithms make of a sample.** Algorithm 1 ends when $v$ no longer
collides or its $N + 1$ steps are used up; which of the two is in `ended`. With
`epsilon` the second kind gets the step of Algorithm 2: all bounds
$\varepsilon/(3\psi)$, so that $v$ moves by no more than $\varepsilon/3$. By Lemma 9 who
has almost come to the end is brought there. Who still collides is not in the set and
has `ended` = 0 as before. Those whose loop has ended keep their $v$ (Lemma 8), so
`epsilon` changes nothing where $N$ was large enough: on the paper's block no sample of
4096 uses up its 11 steps.
*/
#include "hp23/samples/reach.h"

#include "hp23/samples/contact_modes.h"
#include "hp23/samples/sampler.h"

#include <pthread.h>

/** ## One block, one thread

A worker owns the pivot paths found so far, and what is on its way on them; a piece
has room for what comes of one block. Nothing else is shared but the impact, which
is only read. Two workers have no line of the cache in common, hence the alignment.
*/
typedef struct {
    _Alignas(64) const reach *r;
    arena a;
    sampler sampler;
    counting counts;
    struct crew *all;
} worker;

typedef struct {
    _Alignas(64) halm_posa_samples samples;
    uint64_t *mode; /* null where nobody asks */
    reach_sums sums;
    choosing choosing;
    uint64_t at;
    int count;
    perp_status status;
    int done;
} piece;

/** Who has which block, for two threads, four pieces and five blocks of which the
second takes long:

| the one that asked | the other | pieces 0 to 3 |
|---|---|---|
| takes block 0 | takes block 1 | 0 and 1 under way |
| has done 0, hands it on | still at 1 | 0 free |
| 1 is not done: takes block 2 | still at 1 | 1 and 2 under way |
| has done 2, 1 is not done: takes block 3 | has done 1 | 1 and 2 done |
| at block 3 | takes block 4, in piece 0 | 1 and 2 done |
| has done 3, hands on 1, 2, 3 | has done 4 | 0 done |
| hands on 4 | has nothing to do | |

**Why nobody waits forever.** Somebody waits when there is no piece for the next block, or no block. In the first case the
oldest block that has not been handed on is done or has somebody who works on it, since blocks are begun in their order; when it is done all are
woken, and the one that asked hands it on, which frees a piece and wakes all again. The one that asked waits only
while the block whose turn it is is under way with another. A failed block counts as done.

Block k has the piece `k % pieces`, so it may be
begun as soon as block `k - pieces` has been handed on. All but `of`'s contents is
touched with the lock only; of a piece that is not `done` only by who has it. */
typedef struct crew {
    const reach *r;
    piece *of;
    int pieces;
    uint64_t next, handed, blocks; /* begun, handed on, of how many */
    int over;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} crew;

/** What is said of a sample is found by who has taken it: its digits, and [what a block adds up
to](reach_sums.c). For `take` nothing is left but to put blocks together, where no rows are written; with a file to write that
takes longer than the samples did, and a second thread is worth as much as there is to do
beside it. */
static void sum_up(const reach *r, piece *k)
{
    const halm_posa *g = r->g;
    if (k->mode != NULL)
        reach_modes_of(k->count, g->p, r->slip_at, k->samples.u,
                       r->o->tolerance, k->mode);
    reach_sums_of(&k->samples, k->count, k->mode, &k->sums);
}

static perp_status fill(worker *w, piece *k)
{
    const reach *r = w->r;
    if (r->choice != NULL)
        return choosing_run(&k->choosing, k->at, k->count);
    PERP_TRY(sampler_run(&w->sampler, k->at, k->count, &w->a, &k->samples));
    if (r->epsilon > 0)
        PERP_TRY(halm_posa_close(r->g, r->o, r->epsilon, k->count, &w->a,
                                 &k->samples));
    sum_up(r, k);
    return PERP_SUCCESS;
}

/** How many samples are a block is a matter of patience and not of results: a block
is handed on as a whole, so the first rows of a table come when the first is ready.
With [lists beside samples](counting.h) a block still has 8192. */
static uint64_t block_of(const reach *r)
{
    return r->choice == NULL ? REACH_BLOCK : r->exact ? 4 : REACH_CHOICES;
}

/* With the lock: is there a block to begin, and room for it? */
static int ready(const crew *c)
{
    return !c->over && c->next < c->blocks &&
           c->next < c->handed + (uint64_t)c->pieces;
}

/** Takes the next block with the lock and fills it without. A worker whose block
has failed takes no other: its sampler is of no use any more. That does not stop
anybody: blocks are begun in their order, so those in front of the failed one have
somebody, and will be handed on before the error is told. */
static int take_one(crew *c, worker *w)
{
    const uint64_t each = block_of(c->r), number = c->next++;
    piece *k = &c->of[number % (uint64_t)c->pieces];
    k->at = c->r->first + number * each;
    uint64_t left = c->r->last - k->at;
    k->count = left < each ? (int)left : (int)each;
    pthread_mutex_unlock(&c->lock);
    k->status = fill(w, k);
    const int fine = k->status.code == PERP_OK;
    pthread_mutex_lock(&c->lock);
    k->done = 1;
    pthread_cond_broadcast(&c->changed);
    return fine;
}

static void *work(void *x)
{
    worker *w = x;
    crew *c = w->all;
    int fine = 1;
    pthread_mutex_lock(&c->lock);
    while (fine && !c->over && c->next < c->blocks)
        if (ready(c))
            fine = take_one(c, w);
        else
            pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/** Errors and the wish to stop are looked at in the order of the blocks, so that what
has been written when a reach ends early is the beginning of the whole, whoever was
faster. */
static perp_status hand_on(const reach *r, const piece *k, int *stop)
{
    const reach_samples x = {k->at, k->count, &k->samples, k->mode, &k->sums};
    PERP_TRY(k->status);
    return r->choice != NULL ? r->rows(r->user, &k->choosing, stop)
                             : r->take(r->user, &x, stop);
}

/* What the thread does that asked, with the lock but while it is busy. */
static perp_status lead(crew *c, worker *w)
{
    perp_status s = PERP_SUCCESS;
    int fine = 1, stop = 0;
    while (c->handed < c->blocks && !stop && s.code == PERP_OK) {
        piece *k = &c->of[c->handed % (uint64_t)c->pieces];
        if (k->done) {
            pthread_mutex_unlock(&c->lock);
            s = hand_on(c->r, k, &stop);
            pthread_mutex_lock(&c->lock);
            k->done = 0;
            c->handed++;
            pthread_cond_broadcast(&c->changed);
        } else if (fine && ready(c))
            fine = take_one(c, w);
        else
            pthread_cond_wait(&c->changed, &c->lock);
    }
    return s;
}

/** If a thread cannot be made, those that are there are waited for, and only then
is the error told: a thread that went on would write into arrays that the caller
frees. */
static perp_status run(crew *c, worker *w, int count)
{
    pthread_t thread[REACH_THREADS];
    int made = 1;
    while (made < count &&
           pthread_create(&thread[made], NULL, work, &w[made]) == 0)
        made++;
    pthread_mutex_lock(&c->lock);
    perp_status s =
        made < count
            ? PERP_FAIL(PERP_LIMIT,
                        "no more than %d threads can be made here; ask for "
                        "fewer with --threads",
                        made)
            : lead(c, &w[0]);
    c->over = 1;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    for (int i = 1; i < made; i++)
        pthread_join(thread[i], NULL);
    return s;
}

/* What a thread needs for samples that do not choose. */
static perp_status worker_new(const reach *r, const modes *m, worker *w)
{
    PERP_TRY(sampler_new(&w->a, r->g, r->o, f64_widest(), &w->sampler));
    if (r->counted == NULL)
        return PERP_SUCCESS;
    w->sampler.counts = &w->counts;
    return counting_new(&w->a, m, r->counted, &w->counts);
}

static perp_status piece_new(arena *a, const reach *r, const modes *m,
                             piece *k)
{
    if (r->choice != NULL) {
        choosing_new(r->exact ? NULL : m, r->choice, &k->choosing);
        return PERP_SUCCESS;
    }
    PERP_TRY(halm_posa_room(a, r->g, REACH_BLOCK, &k->samples));
    PERP_TRY(reach_sums_new(a, r->g->p + r->g->r, REACH_BLOCK, &k->sums));
    if (r->slip_at == NULL)
        return PERP_SUCCESS;
    k->mode = arena_take(a, REACH_BLOCK, sizeof *k->mode);
    return k->mode == NULL ? PERP_NO_MEMORY(REACH_BLOCK * sizeof *k->mode)
                           : PERP_SUCCESS;
}

/* Workers, as many as have a block to do, and pieces: with one of each nobody
   could go on while it is handed on, and alone nobody does. */
static perp_status crew_new(arena *a, const modes *m, crew *c, worker *w,
                            int count)
{
    const reach *r = c->r;
    c->pieces = count == 1 ? 1 : 2 * count;
    c->of = arena_take(a, (size_t)c->pieces, sizeof *c->of);
    if (c->of == NULL)
        return PERP_NO_MEMORY((size_t)c->pieces * sizeof *c->of);
    for (int i = 0; i < c->pieces; i++)
        PERP_TRY(piece_new(a, r, m, &c->of[i]));
    for (int i = 0; i < count; i++) {
        w[i].r = r;
        w[i].all = c;
        if (r->choice == NULL)
            PERP_TRY(worker_new(r, m, &w[i]));
    }
    return PERP_SUCCESS;
}

static void crew_free(const reach *r, crew *c, worker *w, int count)
{
    for (int i = 0; i < c->pieces && c->of != NULL && r->choice != NULL; i++)
        choosing_free(&c->of[i].choosing);
    for (int i = 0; i < count; i++) {
        if (r->choice == NULL)
            sampler_free(&w[i].sampler);
        counting_free(&w[i].counts);
        arena_free(&w[i].a);
    }
}

/** Workers and pieces are made here once and used by all blocks:
what a thread learns about paths in its first block serves the later ones. That this
changes no bit is said of [places](roads.h), whose columns depend on their keys alone.

Implements HP23 (Alg2). */
perp_status reach_run(const reach *r)
{
    const uint64_t blocks =
        (r->last - r->first + block_of(r) - 1) / block_of(r);
    const int count = blocks < (uint64_t)r->threads ? (int)blocks : r->threads;
    arena a = {0};
    modes m;
    crew c = {.r = r,
              .blocks = blocks,
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .changed = PTHREAD_COND_INITIALIZER};
    perp_status s = PERP_SUCCESS;
    worker *w = arena_take(&a, (size_t)count + 1, sizeof *w);
    if (w == NULL)
        return PERP_NO_MEMORY(sizeof *w);
    const halm_posa_proof *listed = r->exact            ? NULL
                                    : r->choice != NULL ? r->choice
                                                        : r->counted;
    if (listed != NULL)
        s = contact_modes_new(&a, listed->d, r->g, r->o->h, &m);
    if (s.code == PERP_OK && count > 0)
        s = crew_new(&a, &m, &c, w, count);
    if (s.code == PERP_OK && count > 0)
        s = run(&c, w, count);
    crew_free(r, &c, w, count);
    arena_free(&a);
    return s;
}
