/**
# Any text as other people's problems

The first byte chooses the format, whether vectors are asked for, and whether a second
text, behind a zero byte, is that of b. What is taken is a problem that perp reads.
*/
#include "problems.h"

static void any_bytes(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, size};
    const unsigned how = fuzz_byte(&b);
    const char *text = (const char *)b.at;
    const char *zero = how & 16 ? memchr(text, 0, b.left) : NULL;
    const size_t n = zero == NULL ? b.left : (size_t)(zero - text);
    const int vector = (how & 8) != 0;
    const foreign_format f = (foreign_format)(how & 7) <= FOREIGN_NUMPY
                                 ? (foreign_format)(how & 7)
                                 : FOREIGN_AUTO;
    arena a = {0};
    lcp_text t = lcp_text_of("text", text, n);
    lcp_text second = lcp_text_of("b", zero == NULL ? "" : zero + 1,
                                  zero == NULL ? 0 : b.left - n - 1);
    perp_status s =
        foreign_read(&t, f, zero == NULL ? NULL : &second, vector, &a);
    FUZZ_ONE_LINE(s);
    MUST(s.code == PERP_OK || s.code == PERP_INPUT || s.code == PERP_USAGE,
         "%d: %s", s.code, s.message);
    if (s.code == PERP_OK && !vector)
        problems_read(t, t.text != text);
    arena_free(&a);
}

FUZZ_TARGET(any_bytes)
