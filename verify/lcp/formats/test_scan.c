#include "check.h"
#include "lcp/formats/scan.h"

static scan of(const char *text, growing_text *out, int *wrote)
{
    lcp_text t = lcp_text_of("text", text, strlen(text));
    *wrote = 1;
    return scan_of(&t, out, wrote);
}

/** Words of a line, numbers with either sign, and the lines they stand on. */
static void words(void)
{
    growing_text out = {0};
    int wrote;
    scan s = of("a,, +1;-2\n\n \t0x1p3 nan", &out, &wrote);
    scan_word line = scan_line(&s), w = scan_next(&line, ",;");
    CHECK(scan_is(w, "A") && !scan_is(w, "ab") && scan_count(w) == -1, "a");
    CHECK(scan_number(&s, scan_next(&line, ",;"), 0).code == PERP_OK, "+1");
    w = scan_next(&line, ",;");
    CHECK(scan_number(&s, w, SCAN_MINUS).code == PERP_OK, "-(-2)");
    CHECK(scan_next(&line, ",;").len == 0, "the end");
    scan_blanks(&s);
    line = scan_line(&s);
    w = scan_next(&line, "");
    CHECK(w.line == 3, "line %d", w.line);
    CHECK(scan_number(&s, w, SCAN_MINUS).code == PERP_OK, "-8");
    w = scan_next(&line, "");
    CHECK(scan_number(&s, w, 0).code == PERP_INPUT, "nan is no number");
    CHECK(scan_number(&s, w, SCAN_VECTOR).code == PERP_OK, "but may be said");
    CHECK(strcmp(out.text, " 1 2\n\n -0x1p3 nan") == 0, "'%s'", out.text);
    text_free(&out);
}

/** What is wrong is shown with its line and column, short and printable. */
static void places(void)
{
    growing_text out = {0};
    int wrote;
    scan s = of("one\n  tw\x01o, and a long word of more than thirty letters",
                &out, &wrote);
    scan_line(&s);
    scan_word line = scan_line(&s), w = scan_next(&line, ",");
    perp_status st = scan_wrong(&s, w, "is two");
    CHECK(st.code == PERP_INPUT &&
              strcmp(st.message, "text:2:3: 'tw?o' is two") == 0,
          "%s", st.message);
    st = scan_wrong(&s, line, "is long");
    CHECK(strstr(st.message, "...' is long") != NULL && strlen(st.message) < 80,
          "%s", st.message);
    CHECK(strcmp(scan_number(&s, w, 0).message + 18, "is no number") > 0,
          "a number");
    text_free(&out);
}

/** Counts are of four digits. */
static void counts(void)
{
    CHECK(scan_count((scan_word){"9999", 4, 1}) == 9999, "9999");
    CHECK(scan_count((scan_word){"10000", 5, 1}) == -1, "10000");
    CHECK(scan_count((scan_word){"", 0, 1}) == -1, "nothing");
    CHECK(scan_count((scan_word){"-1", 2, 1}) == -1, "-1");
}

int main(void)
{
    RUN(words);
    RUN(places);
    RUN(counts);
    DONE;
}
