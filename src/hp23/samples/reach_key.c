/**
# Do these parts belong together?

Whoever has two tables has to know that they are of one impact, drawn with the same
$h$, $N$, seed and rules, or the whole is a mixture that nobody can see. The impact
itself is told by a digest of the doubles that samples depend on, $W$, $P$, $v_0$ and
$u_0$, and not of the scene's text: a comment may change, a mass may not. The options
are written out, numbers as hexadecimal doubles, so that equal lines mean equal bits.
FNV-1a with 64 bits tells mistakes apart; it is no protection against malice.

The line of the first quarter of 4096 samples of the block, as one line:

    # perp reach impact=427f27eb0f3aaabe h=0x1.3333333333333p-2 N=10
      tolerance=0x0p+0 epsilon=0x0p+0 seed=0 draw=held normalised=0
      select=first samples=4096 shard=1/4

All before ` shard=` must agree between parts, byte by byte; $0.3$ N s stands there
as the double that it is. The number of threads is not in the line,
nor the machine: neither changes a sample.

What is not in the digest need not be: $u_0$ and $v_0$ say where samples begin, $W$ says
what a step does to speeds, and $P$ to velocities. Of 119 doubles on the block 100
are $W$, 12 are $P$. Names of contacts are in the table's own header.
*/
#include "hp23/samples/reach_key.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** $\lfloor N (i - 1) / n \rfloor$, without the product that could be too large. */
uint64_t reach_key_first(uint64_t samples, int shard, int shards)
{
    const uint64_t n = (uint64_t)shards, i = (uint64_t)(shard - 1);
    return samples / n * i + samples % n * i / n;
}

/** FNV-1a: for every byte, xor it in and multiply by $2^{40} + 435$, modulo
$2^{64}$. Bytes are taken from the number and not from memory, lowest first, so
a machine with the other order of bytes has the same digest. Zero and minus zero
have different ones. */
static uint64_t digest(uint64_t hash, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        for (int k = 0; k < 64; k += 8) {
            hash ^= bits >> k & 0xff;
            hash *= 0x100000001b3u;
        }
    }
    return hash;
}

static uint64_t impact_digest(const halm_posa *g)
{
    const size_t n = (size_t)g->n, s = (size_t)(g->p + g->r);
    uint64_t hash = digest(0xcbf29ce484222325u, g->W, n * n);
    hash = digest(hash, g->P, (size_t)g->nv * s);
    hash = digest(hash, g->v0, (size_t)g->nv);
    return digest(hash, g->u0, s);
}

/** Hexadecimal digits of a double are exact and the same on every machine with `%a` of one
library; parts that were made on machines whose libraries write the first digit otherwise are
refused as different, which is an error on the safe side. */
void reach_key_text(const reach_key *k, char *out)
{
    snprintf(out, REACH_KEY,
             "# perp reach impact=%016llx h=%a N=%ld tolerance=%a epsilon=%a "
             "seed=%llu draw=%s normalised=%d select=%s samples=%llu "
             "shard=%d/%d",
             (unsigned long long)impact_digest(k->g), k->o->h, k->o->N,
             k->o->tolerance, k->epsilon, (unsigned long long)k->o->seed,
             k->draw, k->o->normalised, k->select,
             (unsigned long long)k->samples, k->shard, k->shards);
}

/* Digits, and no number beyond 64 bits: of that scanf would say nothing, nor of
   a sign. */
static int read_count(const char *p, uint64_t *n)
{
    errno = 0;
    *n = strtoull(p, NULL, 10);
    return *p >= '0' && *p <= '9' && errno == 0;
}

/** The reader trusts nothing: the line comes from a file. It wants the words in their
places, numbers of at most 64 bits and of 9 digits, $1 \le i \le n \le 100000$, and nothing
behind them. It does not look into the options, which are compared as bytes. */
int reach_key_read(const char *line, uint64_t *samples, int *shard,
                   int *shards, size_t *same)
{
    const char *at = strstr(line, " samples="), *part = strstr(line, " shard=");
    int end = 0;
    if (strncmp(line, "# perp reach impact=", 20) != 0 || at == NULL ||
        part == NULL || !read_count(at + strlen(" samples="), samples) ||
        sscanf(part, " shard=%9d/%9d%n", shard, shards, &end) != 2)
        return 0;
    *same = (size_t)(part - line);
    return part[end] == '\0' && *shards >= 1 && *shards <= REACH_SHARDS &&
           *shard >= 1 && *shard <= *shards;
}
