#include "run/header.h"
#include "base/memory.h"
#include "base/text.h"
#include "number/literal.h"
#include "run/scheme.h"

#include <string.h>

/** A number as `--set` reads it: a short fraction as it is, any other by the shortest
decimal that is its double. */
static const char *shown(mpq_srcptr q, char to[64])
{
    if (mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10) <
        24)
        return mpq_get_str(to, 10, q);
    literal_shortest(mpq_get_d(q), to, 64);
    return to;
}

/* The weights that a scheme says its runs are told apart by, in turn. */
typedef void weight_put(void *user, const char *key, const char *value);

static void each_weight(const experiment *e, weight_put *put, void *user)
{
    const struct {
        const char *key;
        mpq_srcptr x;
    } number[] = {{"alpha", e->alpha},
                  {"gamma", e->gamma},
                  {"e", e->e},
                  {"theta", e->theta}};
    const char *const *tells = e->scheme->tells;
    char x[64];
    for (; tells != NULL && *tells != NULL; tells++)
        for (int i = 0; i < 4; i++)
            if (strcmp(number[i].key, *tells) == 0 && number[i].x != NULL)
                put(user, *tells, shown(number[i].x, x));
}

static void add_how(void *user, const char *key, const char *value)
{
    text_add(user, ", %s = %s", key, value);
}

char *header_how(const experiment *e)
{
    growing_text t = {0};
    char x[64];
    text_add(&t, "%s s with %s", shown(e->h, x), e->scheme->name);
    each_weight(e, add_how, &t);
    if (text_end(&t).code != PERP_OK)
        text_free(&t);
    return t.text;
}
