#include "claims.h"
#include "lcp/claim/given_rows.h"

/** Rows by hand. The terms of row 1 are 3 * 1/2, -1 * 1/4 and -1: the largest is
1.5, its ulp 2^-52. Row 2 has 0 terms but 2^-1074, whose ulp is itself. */
static void by_hand(void)
{
    small_claim c = claim_of("2  3 -1  0 0  -1 0x1p-1074", "1/2 1/4");
    given_rows r;
    CHECK(given_rows_find(&c.a, &c.p.exact, (const mpq_t *)c.z, &r).code ==
              PERP_OK,
          "refused");
    CHECK(is_number(r.w[0], "1/4"), "w_1");
    CHECK(is_number(r.w_ulps[0], "0x1p50"), "1/4 in units of 2^-52");
    CHECK(is_number(r.product[0], "1/8"), "z w");
    CHECK(is_number(r.product_ulps[0], "0x1p50"), "of 3/4: 2^-53");
    CHECK(is_number(r.w_ulps[1], "1"), "the smallest double");
    CHECK(is_number(r.z_ulps[1], "0x1p51"), "1/4 beside 1/2: 2^-53");
    CHECK(r.fault[0] == GIVEN_PRODUCT && r.fault[1] == GIVEN_PRODUCT, "faults");
    CHECK(r.faults == 2 && r.worst == 0, "worst %d", r.worst);
    given_rows_clear(&r);
    claim_end(&c);
}

/** The smallest normal numbers: an ulp of 2^-1021 is 2^-1073, of 2^-1022 and of all
below 2^-1074. */
static void smallest(void)
{
    static const char *const rows[][2] = {{"1  1 0x1p-1021", "0x1p52"},
                                          {"1  1 0x1p-1022", "0x1p52"},
                                          {"1  1 0x1p-1030", "0x1p44"}};
    for (int k = 0; k < 3; k++) {
        small_claim c = claim_of(rows[k][0], "0");
        given_rows r;
        given_rows_find(&c.a, &c.p.exact, (const mpq_t *)c.z, &r);
        CHECK(is_number(r.w_ulps[0], rows[k][1]), "%s: not %s", rows[k][0],
              rows[k][1]);
        given_rows_clear(&r);
        claim_end(&c);
    }
}

/** Each fault by itself and what is said first; an equation has no sign and no
product; nothing wrong: no worst row. */
static void faults(void)
{
    static const struct {
        const char *z;
        int first, second;
        const char *words;
        int worst;
    } rows[] = {
        {"-1 1", 0, 0, "", -1},
        {"0 1", GIVEN_EQUATION, GIVEN_PRODUCT, "z and w are both positive", 0},
        {"-2 -1", GIVEN_EQUATION, GIVEN_Z | GIVEN_W | GIVEN_PRODUCT,
         "z is negative", 0},
        {"-4 2", GIVEN_EQUATION, GIVEN_W | GIVEN_PRODUCT, "w is negative", 1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        /* x + z = 0 and w = x + 1 */
        small_claim c = claim_of("free 1 1  1 1  1 0  0 1", rows[k].z);
        given_rows r;
        given_rows_find(&c.a, &c.p.exact, (const mpq_t *)c.z, &r);
        CHECK(r.fault[0] == rows[k].first && r.fault[1] == rows[k].second,
              "%s: %d %d", rows[k].z, r.fault[0], r.fault[1]);
        CHECK(strcmp(given_fault_words(r.fault[1]), rows[k].words) == 0, "%s",
              given_fault_words(r.fault[1]));
        CHECK((r.worst < 0) == (rows[k].worst < 0), "%s: worst %d", rows[k].z,
              r.worst);
        CHECK(mpq_sgn(r.product[0]) == 0, "an equation's product");
        given_rows_clear(&r);
        claim_end(&c);
    }
}

int main(void)
{
    RUN(by_hand);
    RUN(smallest);
    RUN(faults);
    DONE;
}
