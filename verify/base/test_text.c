#include "base/memory.h"
#include "base/text.h"
#include "check.h"

/** Texts of random pieces, beside the same pieces in a large buffer. */
static void grows(void)
{
    check_random r = {check_seed(61)};
    static char want[1 << 16];
    for (int round = 0; round < 200; round++) {
        growing_text t = {0};
        size_t used = 0;
        int pieces = check_integer(&r, 1, 60);
        for (int i = 0; i < pieces; i++) {
            int n = check_integer(&r, -9999, 9999);
            int wide = check_integer(&r, 0, 500);
            text_add(&t, "%*d,", wide, n);
            used += (size_t)snprintf(want + used, sizeof want - used, "%*d,",
                                     wide, n);
        }
        CHECK(text_end(&t).code == PERP_OK, "refused");
        CHECK(t.used == used && strcmp(t.text, want) == 0, "%zu, not %zu",
              t.used, used);
        text_free(&t);
        CHECK(t.text == NULL && t.used == 0, "not empty");
    }
}

/** Once refused, a text stays as it was and says so at its end. */
static void refused(void)
{
    growing_text t = {0};
    text_add(&t, "%s", "first");
    memory_refuse(1);
    text_add(&t, "%1000d", 1);
    memory_refuse(0);
    text_add(&t, "%s", "last");
    CHECK(text_end(&t).code == PERP_LIMIT, "not said");
    CHECK(strcmp(t.text, "first") == 0, "%s", t.text);
    text_free(&t);
    CHECK(text_end(&t).code == PERP_OK, "remembered");
}

int main(void)
{
    RUN(grows);
    RUN(refused);
    DONE;
}
