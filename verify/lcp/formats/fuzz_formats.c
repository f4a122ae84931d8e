#include "check.h"
#include "lcp/formats/foreign.h"

/* Texts that are right; pieces that are put into them. */
static const char *const seeds[] = {
    "{\"A\":[[1,\"1/3\"],[0x1p-3,-2.5e1]],\"b\":[1,2],\"free\":1,\"c\":{}}",
    "[{\"W\":[[1,0],[0,1]],\"q\":[-1,2],\"mu\":[0.5]},\n"
    "{\"A\":[[1]],\"b\":[1]}]",
    "{\"z\":[1,\"nan\",-Infinity,2]}\n[1,2,3]",
    "%%MatrixMarket matrix coordinate real skew-symmetric\n% x\n2 2 1\n"
    "2 1 -3.5\n%%MatrixMarket matrix array integer general\n2 1\n1\n2\n",
    "%%MatrixMarket matrix array real symmetric\n2 2\n1 2 3\n"
    "%%MatrixMarket matrix array real general\n1 2\n1 +2\n",
    "# head\n1, 2,3\n4 5;6 # tail\n",
    "free 1 1 1 2 3 4 5 6\n1 2 3\ncontacts 2 1 1 2 3 4 5 6 7\n"};
static const char *const pieces[] = {
    "[",           "]",      "{",     "}",         ",",   ":",
    "\"",          "\\",     "\n",    " ",         "%",   "%%MatrixMarket ",
    "-",           "+",      "1",     "9999",      "1/0", "nan",
    "0x",          "1e4096", "e",     "\"A\":",    "#",   "contacts 3 1",
    "4096 4096\n", "\x01",   "array", "symmetric", "[[[["};

static size_t spoil(check_random *r, char *text, size_t room)
{
    int count = (int)(sizeof pieces / sizeof *pieces);
    snprintf(text, room, "%s", seeds[check_integer(r, 0, 6)]);
    size_t len = strlen(text);
    for (int k = check_integer(r, 0, 4); k > 0 && len > 0; k--) {
        size_t at = (size_t)check_integer(r, 0, (int)len - 1);
        const char *piece = pieces[check_integer(r, 0, count - 1)];
        size_t n = strlen(piece), cut = (size_t)check_integer(r, 0, 6);
        cut = cut > len - at ? len - at : cut;
        if (check_integer(r, 0, 1))
            n = 0;
        if (len - cut + n + 1 > room)
            continue;
        memmove(text + at + n, text + at + cut, len - at - cut + 1);
        memcpy(text + at, piece, n);
        len = len - cut + n;
    }
    if (len > 0 && check_integer(r, 0, 9) == 0)
        text[check_integer(r, 0, (int)len - 1)] = '\0';
    return len;
}

/* Everything that was made of a foreign text is a problem that perp reads. */
static void is_read(const char *source, lcp_text t)
{
    for (int more = 1; more;) {
        arena a = {0};
        lcp_text_problem p;
        contact_problem c;
        int contacts = contact_text_ahead(&t);
        perp_status s = contacts ? contact_text_next(&t, &a, &c)
                                 : lcp_text_next(&t, &a, &p, &more);
        int negative = contacts && s.code == PERP_INPUT &&
                       strstr(s.message, "negative") != NULL;
        CHECK(s.code == PERP_OK || negative, "%s\n%s", source, s.message);
        if (s.code == PERP_OK && contacts)
            contact_problem_clear(&c);
        else if (s.code == PERP_OK && more)
            lcp_exact_problem_clear(&p.exact);
        arena_free(&a);
        if (s.code != PERP_OK)
            return;
    }
}

/** No text does harm: it is refused in one line with its place, or what becomes
of it is read without an error. */
static void spoilt_texts(void)
{
    check_random r = {check_seed(71)};
    static char text[2048];
    int taken = 0;
    for (int round = 0; round < 40000; round++) {
        size_t len = spoil(&r, text, sizeof text);
        int vector = check_integer(&r, 0, 3) == 0;
        int f = check_integer(&r, -8, 5);
        arena a = {0};
        lcp_text t = lcp_text_of("text", text, len);
        perp_status s =
            foreign_read(&t, (foreign_format)(f < 0 ? 0 : f), NULL, vector, &a);
        CHECK(s.code == PERP_OK || s.code == PERP_INPUT, "%d: %s", s.code,
              s.message);
        CHECK(s.code == PERP_OK || (strncmp(s.message, "text:", 5) == 0 &&
                                    strchr(s.message, '\n') == NULL),
              "%s", s.message);
        int own = t.text == text; /* perp's own: not looked at yet */
        taken += s.code == PERP_OK && !own;
        if (s.code == PERP_OK && !own && !vector)
            is_read(text, t);
        arena_free(&a);
    }
    CHECK(taken > 2000, "only %d were taken", taken);
    printf("%d of 40000 were taken\n", taken);
}

int main(void)
{
    RUN(spoilt_texts);
    DONE;
}
