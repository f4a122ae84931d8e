/**
# Any text as problems, or as a vector

The first byte says which. What was read as a problem is written again in every format,
and read again: the same fractions.
*/
#include "problems.h"

static void vector(lcp_text t, int count)
{
    enum { MOST = 8 };
    mpq_t q[MOST];
    uint8_t finite[MOST];
    for (int i = 0; i < MOST; i++)
        mpq_init(q[i]);
    perp_status s = lcp_text_vector(&t, count, q, finite);
    FUZZ_ONE_LINE(s);
    if (s.code == PERP_OK)
        s = lcp_text_done(&t);
    MUST(s.code == PERP_OK || s.code == PERP_INPUT, "%s", s.message);
    for (int i = 0; i < MOST; i++)
        mpq_clear(q[i]);
}

static void any_bytes(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, size};
    const unsigned how = fuzz_byte(&b);
    lcp_text t = lcp_text_of("text", (const char *)b.at, b.left);
    if (how & 1)
        vector(t, (int)(how >> 1) % 9);
    else
        problems_read(t, 0);
}

FUZZ_TARGET(any_bytes)
