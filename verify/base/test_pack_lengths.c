/* The lengths of a code's words, which pack.c keeps to itself: bytes that reach them pass
   a search for repetitions first, and no text has the counts that are wanted here. */
#include "base/pack.c"
#include "check.h"

static int cut,
    lengthened; /* codes that are; and those made longer by more than that */

/* Words of at most `most` bits, whole (Kraft's sum is 1), and a rarer letter's is no
   shorter. */
static void whole(uint32_t *count, int n, int most)
{
    leaf leaves[SYMBOLS];
    uint8_t length[SYMBOLS];
    uint64_t sum = 0;
    for (int i = 0; i < n; i++)
        leaves[i] = (leaf){count[i], i};
    qsort(leaves, (size_t)n, sizeof *leaves, by_count);
    depths(leaves, n, most, length);
    for (int i = 0; i < n; i++) {
        CHECK(length[i] >= 1 && length[i] <= most, "%d bits", length[i]);
        CHECK(i == 0 || length[i] <= length[i - 1], "letter %d of %d", i, n);
        sum += (uint64_t)1 << (most - length[i]);
    }
    CHECK(sum == (uint64_t)1 << most, "%d letters, %d bits", n, most);
}

/* Counts like Fibonacci's make a chain, a word for each length. Of one with n letters,
   n - most + 1 are cut to `most` bits, by which the sum is n - most - 1 too large; and
   making longer takes 1, 2, 4 ... away: n - most - 1 exactly when that is 2^k - 1. */
static void chains(void)
{
    for (int most = 7; most <= 15; most += 8)
        for (int n = 2; n <= most + 12; n++) {
            uint32_t count[SYMBOLS];
            for (int i = 0; i < n; i++)
                count[i] = i < 2 ? 1 : count[i - 1] + count[i - 2];
            whole(count, n, most);
            const int more = n - most - 1;
            cut += more > 0;
            lengthened += more > 0 && (more & (more + 1)) != 0;
        }
    printf("%d codes are cut, %d by more than is wanted\n", cut, lengthened);
    CHECK(lengthened > 10, "none is");
}

/* Counts of any sizes, many alike. */
static void drawn(void)
{
    check_random r = {check_seed(11)};
    for (int round = 0; round < 2000; round++) {
        uint32_t count[SYMBOLS];
        const int most = round % 2 ? 7 : 15;
        const int n = check_integer(&r, 2, most == 7 ? LENGTHS : LITERALS);
        for (int i = 0; i < n; i++)
            count[i] = (uint32_t)1 << check_integer(&r, 0, round % 22);
        whole(count, n, most);
    }
}

int main(void)
{
    RUN(chains);
    RUN(drawn);
    DONE;
}
