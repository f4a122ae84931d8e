#include "cli/report/compare_ask.h"
#include "base/text.h"
#include "number/literal.h"
#include "scene/run/drive.h"

#include <stdlib.h>
#include <string.h>

enum { FINEST = 16, MOST_FINEST = 4096 };

/** ## Lists

What fits is for the schemes to say; what is asked for, the command line says, and a
word that nobody knows is refused with those that there are. */
static int listed(const char *list, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = list;; at++) {
        const size_t len = strcspn(at, ",");
        if (len == n && memcmp(at, word, n) == 0)
            return 1;
        at += len;
        if (*at == '\0')
            return 0;
    }
}

static perp_status usual(compare_asked *a)
{
    for (a->weights = 0; a->weights < 3; a->weights++) {
        mpq_set_ui(a->weight[a->weights], (unsigned long)a->weights + 2, 4);
        mpq_canonicalize(a->weight[a->weights]);
    }
    return PERP_SUCCESS;
}

perp_status compare_read_weights(const char *text, compare_asked *a)
{
    a->chosen = text != NULL;
    if (text == NULL)
        return usual(a);
    for (a->weights = 0;; text++) {
        const size_t len = strcspn(text, ",");
        if (a->weights == COMPARE_WEIGHTS)
            return PERP_FAIL(PERP_USAGE, "--weights takes at most %d numbers",
                             COMPARE_WEIGHTS);
        mpq_ptr w = a->weight[a->weights++];
        perp_status s = literal_ratio(text, len, w);
        if (s.code != PERP_OK || mpq_sgn(w) <= 0 || mpq_cmp_ui(w, 1, 1) > 0)
            return PERP_FAIL(PERP_USAGE,
                             "--weights wants numbers in (0, 1], 1/2,3/4,..., "
                             "not '%.*s'",
                             len < 40 ? (int)len : 40, text);
        for (int i = 0; i + 1 < a->weights; i++)
            if (mpq_equal(a->weight[i], w))
                return PERP_FAIL(PERP_USAGE, "--weights has %.*s twice",
                                 (int)len, text);
        text += len;
        if (*text == '\0')
            return PERP_SUCCESS;
    }
}

/* Each word of the list is one that `is` knows. */
static perp_status read_words(const char *list, perp_status (*is)(const char *))
{
    char word[64];
    for (const char *at = list;; at++) {
        const size_t len = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(len < 60 ? len : 60), at);
        PERP_TRY(is(word));
        at += len;
        if (*at == '\0')
            return PERP_SUCCESS;
    }
}

static perp_status is_scheme(const char *word)
{
    const struct scheme *s;
    perp_status found = drive_scheme(word, &s);
    return found.code == PERP_OK
               ? found
               : PERP_FAIL(PERP_USAGE, "--scheme: %s", found.message);
}

static perp_status is_law(const char *word)
{
    growing_text all = {0};
    for (int k = 0; k < LAWS; k++) {
        if (strcmp(law_name[k], word) == 0)
            return text_free(&all), PERP_SUCCESS;
        text_add(&all, ", %s", law_name[k]);
    }
    PERP_TRY(text_end(&all));
    perp_status s = strcmp(word, "phases") == 0
                        ? PERP_SUCCESS
                        : PERP_FAIL(PERP_USAGE,
                                    "--law: there is no law '%s'; there is: "
                                    "phases%s",
                                    word, all.text);
    text_free(&all);
    return s;
}

perp_status compare_read_schemes(const char *list, compare_asked *a)
{
    a->scheme = list;
    return list != NULL ? read_words(list, is_scheme) : PERP_SUCCESS;
}

perp_status compare_read_laws(const char *list, compare_asked *a)
{
    for (int k = 0; k <= LAWS; k++)
        a->laws[k] = list == NULL ||
                     listed(list, k < LAWS ? law_name[k] : "phases");
    return list != NULL ? read_words(list, is_law) : PERP_SUCCESS;
}

perp_status compare_read_finest(const char *word, long *out)
{
    char *end;
    *out = FINEST;
    if (word == NULL)
        return PERP_SUCCESS;
    *out = strtol(word, &end, 10);
    if (end == word || *end != '\0' || *out < 2 || *out > MOST_FINEST)
        return PERP_FAIL(PERP_USAGE,
                         "--finest wants a whole number from 2 to %d, not "
                         "'%.60s'",
                         MOST_FINEST, word);
    return PERP_SUCCESS;
}

int compare_asks(const compare_asked *a, const char *scheme)
{
    return a->scheme == NULL || listed(a->scheme, scheme);
}
