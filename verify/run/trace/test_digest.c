/* The digest of a table, against sums of bytes that another program has made
   (python3: hashlib over struct.pack("<d", x)). */
#include "check.h"
#include "run/trace/digest.h"

#include <string.h>

static const char *const names[] = {"t", "q"};

static void of_rows(trace *t, char out[65])
{
    run_digest d = {0};
    for (int l = 0; l < t->rows; l++)
        CHECK(digest_row(&d, t, l).code == PERP_OK, "row %d", l);
    digest_end(&d, out);
}

/* 0, 1.5 / 0.1, -0. */
static void table(trace *t)
{
    CHECK(trace_new(2, 2, names, 0, t).code == PERP_OK, "table");
    t->rows = 2;
    t->cell[1] = 1.5;
    t->cell[2] = 0.1;
    t->cell[3] = -0.0;
}

static void doubles(void)
{
    char sum[65];
    trace t;
    table(&t);
    of_rows(&t, sum);
    CHECK(strcmp(sum, "8da1c8a9022d713ba99b676e31b6d438"
                      "3d56a7e8c9be31c75f15f2707f86c200") == 0,
          "%s", sum);
    trace_free(&t);
}

/* 0, 3/2 / 1/3, -22/7: the bytes "t,q\n0,3/2\n1/3,-22/7\n". */
static void fractions(void)
{
    char sum[65];
    trace t;
    CHECK(trace_new(2, 2, names, 1, &t).code == PERP_OK, "table");
    t.rows = 2;
    mpq_set_si(t.exact[1], 3, 2);
    mpq_set_si(t.exact[2], 1, 3);
    mpq_set_si(t.exact[3], -22, 7);
    of_rows(&t, sum);
    CHECK(strcmp(sum, "6010e98b40ee5fcc21a41309b2b918fe"
                      "ca7b199e81ff533a7ef2bded62518f7e") == 0,
          "%s", sum);
    trace_free(&t);
}

/* Each of the 64 bits of each cell, a name, a row: another table, another
   digest. */
static void one_bit(void)
{
    char sum[65], other[65];
    trace t;
    table(&t);
    of_rows(&t, sum);
    for (int i = 0; i < 4; i++)
        for (int bit = 0; bit < 64; bit++) {
            uint64_t was, is;
            memcpy(&was, &t.cell[i], 8);
            is = was ^ (uint64_t)1 << bit;
            memcpy(&t.cell[i], &is, 8);
            of_rows(&t, other);
            CHECK(strcmp(sum, other) != 0, "cell %d, bit %d", i, bit);
            memcpy(&t.cell[i], &was, 8);
        }
    t.name[1][0] = 'p';
    of_rows(&t, other);
    CHECK(strcmp(sum, other) != 0, "a name");
    t.name[1][0] = 'q';
    t.rows = 1;
    of_rows(&t, other);
    CHECK(strcmp(sum, other) != 0, "a row");
    t.rows = 0;
    of_rows(&t, other);
    CHECK(other[0] == '\0', "no row, no digest");
    trace_free(&t);
}

int main(void)
{
    RUN(doubles);
    RUN(fractions);
    RUN(one_bit);
    DONE;
}
