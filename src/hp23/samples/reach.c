/**
# Threads that change nothing

Algorithm 2 of HP23 5.3 is a loop over samples that know nothing of each other. The
bounds of a sample depend on seed, sample and step alone, and what it computes on
nothing else; so a thread may take any block, and the table has the same bytes for any
number of threads. It is an obligation of everything below: no sum over samples, no
cache whose contents change a bit.

Blocks have 8192 samples. A round gives each thread one; when all are done they are
handed on in order, and the next round begins. A round lasts as long as its slowest
block, which costs little, since blocks are alike, and saves a queue.

Of 20000 samples and two threads there are three blocks, of 8192, 8192 and 3616. The
first round has two of them, the second the third, done by the thread that asks, with
no other made. With a hundred threads three are made at most, and one round does all.

**Samples that choose.** Where several $v'$ of a step are asked for, a sample may have many rows
and takes longer, so that blocks have 256 samples and not 8192, and 4 where each is
gone through in fractions: an interrupt waits for the round under way. All else is as
above: a row depends on its sample's number alone, [samples are put in order](choosing.h),
and rounds are handed on in the order of the blocks; so threads and shards change no
byte. The modes are made once and read by all threads; what a thread needs beside them is
its stack of states and its rows.

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
#include "hp23/samples/reach_modes.h"
#include "hp23/samples/sampler.h"

#include <pthread.h>

/** ## One block, one thread

A worker owns arenas, room for one block, and the pivot paths found so far.
Nothing is shared but the impact, which is only read: no lock, and no order in
which results could come. */
typedef struct {
    const reach *r;
    arena a;
    sampler sampler;
    counting counts;
    choosing choosing;
    halm_posa_samples samples;
    uint64_t *mode; /* null where nobody asks */
    uint64_t at;
    int count;
    perp_status status;
} worker;

/** What one thread does behind a round is what limits how much several are worth: of two
threads that share all but a part $s$ of the work the gain is $2/(1 + s)$. So the digits of
a sample are found by who has taken it; what is left for `take` is to add up. Of the gait
that is 170 of 2,500 instructions, $s = 0.07$ and a gain of 1.87; with the digits among them
it were 240, and 1.82. Nothing of this is lost to locks, since there are none. What is lost to
the making of threads, once a round, is little beside the milliseconds that its blocks take.
Where rows are written into a file that is done by the one thread, too, and takes longer
than the samples did: then a second thread is worth little. */
static void find_modes(worker *w)
{
    const halm_posa *g = w->r->g;
    const double *u = w->samples.u;
    for (int i = 0; i < w->count; i++, u += g->p + g->r)
        w->mode[i] =
            reach_mode_of(g->p, w->r->slip_at, u, w->r->o->tolerance);
}

static void *work(void *x)
{
    worker *w = x;
    if (w->r->choice != NULL) {
        w->status = choosing_run(&w->choosing, w->at, w->count);
        return NULL;
    }
    w->status =
        sampler_run(&w->sampler, w->at, w->count, &w->a, &w->samples);
    if (w->status.code == PERP_OK && w->r->epsilon > 0)
        w->status = halm_posa_close(w->r->g, w->r->o, w->r->epsilon, w->count,
                                    &w->a, &w->samples);
    if (w->status.code == PERP_OK && w->mode != NULL)
        find_modes(w);
    return NULL;
}

/** How many samples are a block is a matter of patience and not of results: a block is handed on as a
whole, so the first rows of a table come when the slowest of the first round is ready. With
[lists beside samples](counting.h) a block still has 8192. */
static uint64_t block_of(const reach *r)
{
    return r->choice == NULL ? REACH_BLOCK : r->exact ? 4 : REACH_CHOICES;
}

/** The last round may have less blocks than threads, and its last block less samples. */

/** Gives every worker its block, as long as there are any; how many have one. */
static int deal(worker *w, const reach *r, uint64_t *next)
{
    int busy = 0;
    while (busy < r->threads && *next < r->last) {
        uint64_t left = r->last - *next;
        w[busy].at = *next;
        w[busy].count = left < block_of(r) ? (int)left : (int)block_of(r);
        *next += (uint64_t)w[busy].count;
        busy++;
    }
    return busy;
}

/** A round: the first block is done by the thread that asks. If a thread cannot
be made, the blocks that have one are waited for, and only then is the error
told: a thread that went on would write into arrays that the caller frees. */
static perp_status round_of(worker *w, int busy)
{
    pthread_t thread[REACH_THREADS];
    int made = 1;
    while (made < busy &&
           pthread_create(&thread[made], NULL, work, &w[made]) == 0)
        made++;
    work(&w[0]);
    for (int i = 1; i < made; i++)
        pthread_join(thread[i], NULL);
    if (made < busy)
        return PERP_FAIL(PERP_LIMIT,
                         "no more than %d threads can be made here; ask for "
                         "fewer with --threads",
                         made);
    return PERP_SUCCESS;
}

/** Errors and the wish to stop are looked at in the order of the blocks, so that what
has been written when a reach ends early is the beginning of the whole, whoever was
faster. */
static perp_status rounds(worker *w, const reach *r)
{
    int stop = 0;
    for (uint64_t next = r->first; next < r->last && !stop;) {
        int busy = deal(w, r, &next);
        PERP_TRY(round_of(w, busy));
        for (int i = 0; i < busy && !stop; i++) {
            const reach_samples x = {w[i].at, w[i].count, &w[i].samples,
                                     w[i].mode};
            PERP_TRY(w[i].status);
            if (r->choice != NULL)
                PERP_TRY(r->rows(r->user, &w[i].choosing, &stop));
            else
                PERP_TRY(r->take(r->user, &x, &stop));
        }
    }
    return PERP_SUCCESS;
}

/** As many as have a block to do: room for one costs more than a block does. */
static int workers(const reach *r)
{
    uint64_t blocks = (r->last - r->first + block_of(r) - 1) / block_of(r);
    return blocks < (uint64_t)r->threads ? (int)blocks : r->threads;
}

/* What a thread needs for samples that do not choose. */
static perp_status worker_new(const reach *r, const modes *m, worker *w)
{
    PERP_TRY(halm_posa_room(&w->a, r->g, REACH_BLOCK, &w->samples));
    PERP_TRY(sampler_new(&w->a, r->g, r->o, f64_widest(), &w->sampler));
    if (r->slip_at != NULL) {
        w->mode = arena_take(&w->a, REACH_BLOCK, sizeof *w->mode);
        if (w->mode == NULL)
            return PERP_NO_MEMORY(REACH_BLOCK * sizeof *w->mode);
    }
    if (r->counted == NULL)
        return PERP_SUCCESS;
    w->sampler.counts = &w->counts;
    return counting_new(&w->a, m, r->counted, &w->counts);
}

/** Arenas, block and places of a thread are made here once and used by all its blocks:
what a thread learns about paths in its first block serves the later ones. That this
changes no bit is said of [places](roads.h), whose columns depend on their keys alone.

Implements HP23 (Alg2). */
perp_status reach_run(const reach *r)
{
    arena a = {0};
    perp_status s = PERP_SUCCESS;
    int count = workers(r);
    worker *w = arena_take(&a, (size_t)count + 1, sizeof *w);
    if (w == NULL)
        return PERP_NO_MEMORY(sizeof *w);
    modes m;
    const halm_posa_proof *listed = r->exact          ? NULL
                                    : r->choice != NULL ? r->choice
                                                        : r->counted;
    if (s.code == PERP_OK && listed != NULL)
        s = contact_modes_new(&a, listed->d, r->g, r->o->h, &m);
    for (int i = 0; i < count && s.code == PERP_OK; i++) {
        w[i].r = r;
        if (r->choice != NULL) {
            choosing_new(r->exact ? NULL : &m, r->choice, &w[i].choosing);
            continue;
        }
        s = worker_new(r, &m, &w[i]);
    }
    if (s.code == PERP_OK)
        s = rounds(w, r);
    for (int i = 0; i < count; i++) {
        if (r->choice == NULL)
            sampler_free(&w[i].sampler);
        else
            choosing_free(&w[i].choosing);
        counting_free(&w[i].counts);
        arena_free(&w[i].a);
    }
    arena_free(&a);
    return s;
}
