#include "check.h"
#include "own_dir.h"
#include "scene/run/page.h"

static void put(const char *name, const char *text)
{
    FILE *f = fopen(in_dir(name), "wb");
    fputs(text, f);
    fclose(f);
}

static const char *text_of(const char *name)
{
    static char text[20000];
    FILE *f = fopen(in_dir(name), "rb");
    const size_t n = f == NULL ? 0 : fread(text, 1, sizeof text - 1, f);
    text[n] = '\0';
    if (f != NULL)
        fclose(f);
    return text;
}

static perp_status written(const char *from, const page_block *block, int n)
{
    FILE *f = fopen(in_dir("out"), "w");
    CHECK(f != NULL, "out");
    perp_status s = page_write(f, from, block, n);
    CHECK(fclose(f) == 0, "out");
    return s;
}

/** Each line of the template is itself, but the two that are instructions. */
static void a_page(void)
{
    put("page.html", "<p>first <!-- data --></p>\n<!-- include a.css -->\n"
                     "<!-- data -->\n<!-- include b.js -->\nlast\n");
    put("a.css", "p { color: red; }\n");
    put("b.js", "let x;\n");
    put("file", "abc");
    char file[256];
    snprintf(file, sizeof file, "%s", in_dir("file"));
    const page_block block[] = {{.id = "one", .bytes = "abc", .n = 3},
                                {.id = "two", .file = file}};
    CHECK(written(dir, block, 2).code == PERP_OK, "refused");
    char *text = (char *)text_of("out"), *at;
    CHECK(strncmp(text,
                  "<p>first <!-- data --></p>\n<style>\np { color: red; "
                  "}\n</style>\n<script type=\"text/plain\" id=\"one\">\n",
                  80) == 0,
          "%.100s", text);
    CHECK(strstr(text, "</script>\n<script>\nlet x;\n</script>\nlast\n") !=
              NULL,
          "%s", text);
    at = strstr(text, "\"one\">\n");
    char *two = strstr(text, "\"two\">\n");
    CHECK(at != NULL && two != NULL &&
              strcspn(at + 7, "<") == strcspn(two + 7, "<") &&
              memcmp(at + 7, two + 7, strcspn(at + 7, "<")) == 0,
          "the same bytes from memory and from a file");
}

/** What is missing is named; an empty file is a block, too. */
static void refused(void)
{
    char none[256];
    snprintf(none, sizeof none, "%s", in_dir("none"));
    const page_block block[] = {{.id = "two", .file = none}};
    perp_status s = written(dir, block, 1);
    CHECK(s.code == PERP_IO && strstr(s.message, "none"), "%s", s.message);
    s = written(in_dir("nowhere"), block, 0);
    CHECK(s.code == PERP_IO && strstr(s.message, "page.html"), "%s", s.message);
    put("none", "");
    CHECK(written(dir, block, 1).code == PERP_OK, "empty");
    memory_refuse(1);
    CHECK(written(dir, block, 1).code == PERP_LIMIT,
          "no memory");
    memory_refuse(0);
}

int main(void)
{
    own_dir();
    RUN(a_page);
    RUN(refused);
    own_dir_end();
    return check_failures > 0;
}
