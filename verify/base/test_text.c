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

/** Lines of random lengths from a file, the last without its newline. */
static void lines(void)
{
    check_random r = {check_seed(62)};
    growing_text t = {0};
    char text[2000];
    int n[40], whole;
    FILE *f = tmpfile();
    for (int i = 0; i < 40; i++) {
        n[i] = i == 7 ? 0 : check_integer(&r, 1, 1990);
        memset(text, 'a' + i % 26, (size_t)n[i]);
        fwrite(text, 1, (size_t)n[i], f);
        fputs(i < 39 ? "\n" : "x", f);
    }
    rewind(f);
    for (int i = 0; i < 40; i++) {
        memset(text, 'a' + i % 26, (size_t)n[i]);
        if (i == 39)
            text[n[i]++] = 'x';
        text[n[i]] = '\0';
        CHECK(text_line(&t, f, &whole).code == PERP_OK && whole == (i < 39) &&
                  t.used == (size_t)n[i] && strcmp(t.text, text) == 0,
              "line %d: %zu bytes, not %d", i, t.used, n[i]);
    }
    CHECK(text_line(&t, f, &whole).code == PERP_OK && !whole && t.used == 0,
          "the end");
    rewind(f);
    text_free(&t);
    memory_refuse(1);
    CHECK(text_line(&t, f, &whole).code == PERP_LIMIT, "refused");
    memory_refuse(0);
    text_free(&t);
    fclose(f);
}

int main(void)
{
    RUN(lines);
    RUN(grows);
    RUN(refused);
    DONE;
}
