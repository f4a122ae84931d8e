#include "run/trace/digest.h"
#include "base/memory.h"

#include <string.h>

/* The line of names, as in the CSV. */
static void add_head(run_digest *d, const trace *t)
{
    for (int j = 0; j < t->columns; j++) {
        sha256_add(&d->sum, t->name[j], strlen(t->name[j]));
        sha256_add(&d->sum, j + 1 < t->columns ? "," : "\n", 1);
    }
}

static void add_double(run_digest *d, double x)
{
    uint64_t bits;
    uint8_t byte[8];
    memcpy(&bits, &x, sizeof bits);
    for (int k = 0; k < 8; k++)
        byte[k] = (uint8_t)(bits >> (8 * k));
    sha256_add(&d->sum, byte, sizeof byte);
}

static perp_status add_ratio(run_digest *d, mpq_srcptr x, const char *behind)
{
    const size_t room = mpz_sizeinbase(mpq_numref(x), 10) +
                        mpz_sizeinbase(mpq_denref(x), 10) + 3;
    char *text = memory_new(room, 1);
    if (text == NULL)
        return PERP_NO_MEMORY(room);
    mpq_get_str(text, 10, x);
    sha256_add(&d->sum, text, strlen(text));
    sha256_add(&d->sum, behind, 1);
    memory_free(text);
    return PERP_SUCCESS;
}

perp_status digest_row(run_digest *d, const trace *t, int row)
{
    const size_t at = trace_at(t, row), n = (size_t)t->columns;
    if (!d->begun) {
        sha256_begin(&d->sum);
        add_head(d, t);
        d->begun = 1;
    }
    for (size_t j = 0; j < n; j++)
        if (t->exact == NULL)
            add_double(d, t->cell[at + j]);
        else
            PERP_TRY(add_ratio(d, t->exact[at + j], j + 1 < n ? "," : "\n"));
    return PERP_SUCCESS;
}

void digest_end(run_digest *d, char out[65])
{
    out[0] = '\0';
    if (d->begun)
        sha256_end(&d->sum, out);
    *d = (run_digest){0};
}
