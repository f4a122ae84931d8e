/** # Parts of a reach: they cover the whole, and know where they belong. */
#include "check.h"
#include "hp23/samples/reach_key.h"

/* Shards are neighbours, cover all samples, and differ by one at most. */
static void shards_cover(void)
{
    const uint64_t samples[] = {1, 7, 1003, (uint64_t)1 << 40};
    for (int s = 0; s < 4; s++)
        for (int n = 1; n <= 1000; n = 3 * n + 1) {
            uint64_t low = UINT64_MAX, high = 0;
            CHECK(reach_key_first(samples[s], 1, n) == 0, "n = %d", n);
            CHECK(reach_key_first(samples[s], n + 1, n) == samples[s], "%d", n);
            for (int i = 1; i <= n; i++) {
                uint64_t a = reach_key_first(samples[s], i, n);
                uint64_t b = reach_key_first(samples[s], i + 1, n);
                CHECK(a <= b, "shard %d of %d", i, n);
                low = b - a < low ? b - a : low;
                high = b - a > high ? b - a : high;
            }
            CHECK(high - low <= 1, "%d shards of %llu to %llu", n,
                  (unsigned long long)low, (unsigned long long)high);
        }
}

/* What is written is read, and any other number makes another key. */
static void keys(void)
{
    double W[4] = {2, 1, 1, 2}, P[2] = {1, 1}, v[1] = {-1}, u[2] = {-1, 0};
    halm_posa g = {.nv = 1, .p = 1, .r = 1, .n = 2, .W = W, .P = P, .v0 = v,
                   .u0 = u};
    halm_posa_options o = {.h = 0.1, .N = 5, .seed = 7};
    reach_key k = {1003, 2, 4, 0, "first", "held", &o, &g};
    char text[REACH_KEY], other[REACH_KEY];
    uint64_t samples;
    int shard, shards;
    size_t same;
    reach_key_text(&k, text);
    CHECK(reach_key_read(text, &samples, &shard, &shards, &same), "%s", text);
    CHECK(samples == 1003 && shard == 2 && shards == 4, "%s", text);
    double *const numbers[] = {&W[1], &P[0], &v[0], &u[1], &o.h, &o.tolerance,
                               &k.epsilon};
    for (int i = 0; i < 7; i++) {
        double kept = *numbers[i];
        *numbers[i] += 0x1p-50;
        reach_key_text(&k, other);
        CHECK(memcmp(text, other, same) != 0, "number %d is not in the key", i);
        *numbers[i] = kept;
    }
    k.shard = 3;
    reach_key_text(&k, other);
    CHECK(memcmp(text, other, same) == 0 && strcmp(text, other) != 0, "%s",
          other);
    const char *bad[] = {"", "# perp reach impact=", "v.x,v.y",
                         "# perp reach impact=0 samples=9 shard=5/4",
                         "# perp reach impact=0 samples=9 shard=0/4",
                         "# perp reach impact=0 samples=9 shard=1/4x",
                         "# perp reach impact=0 samples=-1 shard=1/4",
                         "# perp reach impact=0 samples= 9 shard=1/4",
                         "# perp reach impact=0 samples=18446744073709551616"
                         " shard=1/4",
                         "# perp reach impact=0 shard=1/4"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!reach_key_read(bad[i], &samples, &shard, &shards, &same), "%s",
              bad[i]);
}

int main(void)
{
    RUN(shards_cover);
    RUN(keys);
    DONE;
}
