#include "base/nearest.h"
#include "check.h"

static int below(int a, int b)
{
    return a < b ? a : b;
}

/* The same distance by plain recursion from the front. */
static int slow(const char *a, const char *b)
{
    if (*a == '\0' || *b == '\0')
        return (int)(strlen(a) + strlen(b));
    int d = slow(a + 1, b + 1) + (*a != *b);
    d = below(d, below(slow(a + 1, b), slow(a, b + 1)) + 1);
    if (a[1] != '\0' && b[1] != '\0' && a[0] == b[1] && a[1] == b[0])
        d = below(d, slow(a + 2, b + 2) + 1);
    return d;
}

static void random_word(check_random *r, char *word)
{
    int n = check_integer(r, 0, 6);
    for (int i = 0; i < n; i++)
        word[i] = (char)('a' + check_integer(r, 0, 2));
    word[n] = '\0';
}

static void against_recursion(void)
{
    check_random r = {check_seed(50)};
    for (int i = 0; i < 4000; i++) {
        char a[8], b[8];
        random_word(&r, a);
        random_word(&r, b);
        int d = nearest_distance(a, b);
        CHECK(d == slow(a, b), "'%s' '%s': %d", a, b, d);
        CHECK(d == nearest_distance(b, a), "'%s' '%s' not symmetric", a, b);
    }
}

static void words(void)
{
    static const char *const keys[] = {"restitution", "friction", "mu",
                                       NULL,          "gap",      "mass",
                                       "exact-check", "h"};
    static const struct {
        const char *word;
        int index;
    } cases[] = {{"restituion", 0}, {"ristitutoin", 0}, {"fricton", 1},
                 {"um", 2},         {"mu", 2},          {"gpa", 4},
                 {"masse", 5},      {"exact-chek", 6},  {"exactcheck", 6},
                 {"color", -1},     {"x", -1},          {"", -1},
                 {"zz", -1},        {"m", 2},           {"k", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int found = nearest_word(cases[i].word, keys, 8);
        CHECK(found == cases[i].index, "'%s': %d", cases[i].word, found);
    }
    CHECK(nearest_word("a", NULL, 0) == -1, "no candidates");
}

static void long_words(void)
{
    char a[5000], b[64];
    const char *const candidates[] = {a, b};
    memset(a, 'x', sizeof a);
    memset(b, 'x', sizeof b);
    a[sizeof a - 1] = b[63] = '\0';
    CHECK(nearest_distance(a, b) == 64, "%d", nearest_distance(a, b));
    CHECK(nearest_distance(b, b) == 0 && nearest_distance(a, a) == 0, "same");
    b[62] = 'y';
    CHECK(nearest_word(a, candidates + 1, 1) == -1, "far");
    CHECK(nearest_word(b, candidates, 2) == 1, "near");
}

int main(void)
{
    RUN(against_recursion);
    RUN(words);
    RUN(long_words);
    DONE;
}
