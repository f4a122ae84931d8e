#include "check.h"
#include "run/trace/watched.h"

#include <string.h>

static const char *const names[] = {"step", "a", "b\"c"};

/* a: 2, 5, -1, 3; b: 0 in every row. */
static perp_status table(trace *t)
{
    static const double a[] = {2, 5, -1, 3};
    PERP_TRY(trace_new(4, 3, (const char **)names, 0, t));
    for (int l = 0; l < 4; l++) {
        t->cell[3 * l] = l;
        t->cell[3 * l + 1] = a[l];
        t->cell[3 * l + 2] = 0;
    }
    t->rows = 4;
    return PERP_SUCCESS;
}

static void read_back(const watched *w, void (*put)(const watched *, FILE *),
                      char *text, size_t room)
{
    FILE *f = tmpfile();
    put(w, f);
    rewind(f);
    text[fread(text, 1, room - 1, f)] = '\0';
    fclose(f);
}

/* The table row by row. */
static perp_status watched_fill(const watched_wish *wish, int n, const trace *t,
                                watched *w, drift_found *d)
{
    PERP_TRY(watched_begin(wish, n, t, w));
    for (int l = 0; l < t->rows; l++)
        watched_row(w, t, l);
    watched_judge(w, d);
    return PERP_SUCCESS;
}

static void first_last_least_most(void)
{
    trace t;
    watched w = {0};
    drift_found d = {0};
    char text[1000];
    const watched_wish wish[] = {{"a", -1}, {"b\"c", 0}, {"a", 3}, {"a", 2.99}};
    CHECK(table(&t).code == PERP_OK, "table");
    perp_status st = watched_fill(wish, 4, &t, &w, &d);
    CHECK(st.code == PERP_OK, "%s", st.message);
    CHECK(w.of[0].first == 2 && w.of[0].last == 3 && w.of[0].least == -1 &&
              w.of[0].most == 5,
          "%g %g %g %g", w.of[0].first, w.of[0].last, w.of[0].least,
          w.of[0].most);
    CHECK(d.warnings == 1 && strstr(d.warning[0], "within 2.99") != NULL &&
              strstr(d.warning[0], "grew from 2 to 3 (50 %)") != NULL &&
              strstr(d.warning[0], "3 away") != NULL,
          "%d: %s", d.warnings, d.warning[0]);
    read_back(&w, watched_json, text, sizeof text);
    CHECK(strcmp(text,
                 ", \"watch\": {\"a\": {\"first\": 2, \"last\": 3, \"least\": "
                 "-1, \"most\": 5, \"within\": null, \"conserved\": null}, "
                 "\"b\\\"c\": {\"first\": 0, \"last\": 0, \"least\": 0, "
                 "\"most\": 0, \"within\": 0, \"conserved\": true}, \"a\": "
                 "{\"first\": 2, \"last\": 3, \"least\": -1, \"most\": 5, "
                 "\"within\": 3, \"conserved\": true}, \"a\": {\"first\": 2, "
                 "\"last\": 3, \"least\": -1, \"most\": 5, \"within\": "
                 "2.9900000000000002, \"conserved\": false}}") == 0,
          "%s", text);
    read_back(&w, watched_tell, text, sizeof text);
    CHECK(strstr(text, "a grew from 2 to 3 (50 %); -1 at least, 5 at most") &&
              strstr(text, "b\"c went from 0 to 0; 0 at least"),
          "%s", text);
    trace_free(&t);
}

static void no_such_column(void)
{
    trace t;
    watched w = {0};
    drift_found d = {0};
    const watched_wish wish = {"z", -1};
    CHECK(table(&t).code == PERP_OK, "table");
    perp_status st = watched_fill(&wish, 1, &t, &w, &d);
    CHECK(st.code == PERP_INPUT && strstr(st.message, "'z'") != NULL, "%s",
          st.message);
    trace_free(&t);
}

int main(void)
{
    RUN(first_last_least_most);
    RUN(no_such_column);
    DONE;
}
