#include "lcp/formats/foreign.h"

#include "lcp/formats/fclib.h"
#include "lcp/formats/hdf5.h"
#include "lcp/formats/json.h"
#include "lcp/formats/market.h"
#include "lcp/formats/numpy.h"

#include <string.h>

static const char *const names[] = {"",       "perp",  "json",
                                    "market", "numpy", "fclib"};

perp_status foreign_named(const char *option, const char *name,
                          foreign_format *out)
{
    for (int k = FOREIGN_PERP; k <= FOREIGN_FCLIB; k++)
        if (strcmp(name, names[k]) == 0) {
            *out = (foreign_format)k;
            return PERP_SUCCESS;
        }
    return PERP_FAIL(PERP_USAGE,
                     "--%s is perp, json, market, numpy or fclib, not "
                     "'%.40s'",
                     option, name);
}

/** perp's own text begins with a number or the word `free`, and a comment with
`#`: the others' first characters are not among these, and HDF5's first byte is no
character at all. */
static foreign_format guess(const lcp_text *t)
{
    size_t i = 0;
    while (i < t->len &&
           (t->text[i] == ' ' || (t->text[i] >= '\t' && t->text[i] <= '\r')))
        i++;
    if (i < t->len && (t->text[i] == '{' || t->text[i] == '['))
        return FOREIGN_JSON;
    if (hdf5_begins(t))
        return FOREIGN_FCLIB;
    return market_begins(t) ? FOREIGN_MARKET : FOREIGN_PERP;
}

static perp_status convert(scan *s, foreign_format f, scan *b, int vector,
                           arena *a)
{
    lcp_text whole = lcp_text_of(s->name, s->text, s->len);
    if (f == FOREIGN_FCLIB)
        return fclib_read(&whole, vector, s->out, a);
    if (f == FOREIGN_JSON)
        return json_read(s, vector, a);
    if (f == FOREIGN_MARKET)
        return market_read(s, b, vector, a);
    return numpy_read(s, vector, a);
}

perp_status foreign_read(lcp_text *t, foreign_format f, const lcp_text *b,
                         int vector, arena *a)
{
    growing_text out = {0};
    int wrote = 1;
    scan s = scan_of(t, &out, &wrote), of_b;
    f = f == FOREIGN_AUTO ? guess(t) : f;
    if (b != NULL && f != FOREIGN_MARKET)
        return PERP_FAIL(PERP_USAGE, "--b is the second file of a matrix in "
                                     "Matrix Market's format");
    if (f == FOREIGN_PERP)
        return PERP_SUCCESS;
    if (b != NULL)
        of_b = scan_of(b, &out, &wrote);
    perp_status status = convert(&s, f, b != NULL ? &of_b : NULL, vector, a);
    if (status.code == PERP_OK)
        status = text_end(&out);
    if (status.code == PERP_OK) {
        char *own = arena_take(a, out.used + 1, 1);
        if (own != NULL && out.used > 0)
            memcpy(own, out.text, out.used);
        *t = lcp_text_of(t->name, own, out.used);
        if (own == NULL)
            status = PERP_NO_MEMORY(out.used + 1);
    }
    text_free(&out);
    return status;
}
