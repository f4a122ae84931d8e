/**
# Any text as the statement of a proof

perp-check reads it and prints it for people. What is printed goes nowhere; a number
without a value, a name beyond its list, a tape that reads behind itself would be seen by
the sanitizers.
*/
#define _POSIX_C_SOURCE 200809L
#include "proof.h"
#include "target.h"

static void any_bytes(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    static char none[1];
    verdict v;
    if (nowhere == NULL &&
        (nowhere = freopen("/dev/null", "w", stdout)) == NULL)
        exit(6);
    FILE *s = fmemopen(size > 0 ? (void *)(uintptr_t)data : none,
                       size > 0 ? size : 1, "rb");
    if (s == NULL)
        exit(6);
    if (size == 0)
        (void)getc(s);
    const int fine = check(s, NULL, &v);
    MUST(fine || (v.why[0] != '\0' && strchr(v.why, '\n') == NULL),
         "refused without a reason");
    fclose(s);
}

FUZZ_TARGET(any_bytes)
