/* A figure's file has a plain name in --plot, and is a drawing; a table's is lines of
   plain cells. */
#include "check.h"
#include "own_dir.h"
#include "scene/run/figure.h"
#include "scene/run/output.h"

#include <string.h>
#include <unistd.h>

static perp_code written(const char *name, const char *text)
{
    return figure_write(name, text, strlen(text)).code;
}

static perp_code listed(const char *name, const char *text)
{
    return figure_table(name, text, strlen(text)).code;
}

static void drawings(void)
{
    static const char *const good[] = {
        "<svg/>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\">\n"
        "<title>a &lt; b</title><g clip-path=\"url(#p1)\"><path d=\"M0 0h3z\""
        " fill=\"#ffffff\"/></g><text x=\"1\" y=\"2\">v<tspan dy=\"3\">t"
        "</tspan></text></svg>\n"};
    static const char *const bad[] = {
        "",
        "any bytes",
        "<script/>",
        "<svg><script>alert(1)</script></svg>",
        "<svg onload=\"alert(1)\"/>",
        "<svg><path OnClick=\"x\"/></svg>",
        "<svg><a href=\"http://x\"/></svg>",
        "<svg><path xlink:href=\"http://x\"/></svg>",
        "<svg><path href=\"#a\"/></svg>",
        "<svg><image x=\"1\"/></svg>",
        "<svg><g style=\"fill:url(x)\"/></svg>",
        "<svg><g fill=\"url(http://x)\"/></svg>",
        "<svg><style>x</style></svg>",
        "<svg><!-- x --></svg>",
        "<svg><?xml x?></svg>",
        "<svg><!ENTITY x></svg>",
        "<svg><g fill='x'/></svg>",
        "<svg><g fill=x/></svg>",
        "<svg><g fill=\"x/></svg>",
        "<svg><g",
        "<svg><",
        "<svgx/>",
        "<svg>\001</svg>"};
    char name[20];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(name, sizeof name, "good%zu", i);
        CHECK(written(name, good[i]) == PERP_OK, "'%s'", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(written("bad", bad[i]) == PERP_INPUT, "'%s'", bad[i]);
    CHECK(figure_write("bad", "<svg/>\0<script/>", 16).code == PERP_INPUT,
          "behind a zero");
}

static void names(void)
{
    static const char *const bad[] = {"../up", "/abs", "a/b", "", "a b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(written(bad[i], "<svg/>") == PERP_INPUT, "'%s'", bad[i]);
    CHECK(written("..", "<svg/>") == PERP_OK, "two dots are a name");
}

static void tables(void)
{
    static const char *const good[] = {"a\n", "offset,v 1\n-1/20,far floor\n",
                                       ",\n,\n",
                                       "+1.5e-3,.5,-7,true,a-b,a+b\n"};
    static const char *const bad[] = {
        "",       "a",    "a\nb",  "=1+2\n",   "-a\n",
        "+a\n",   ".\n",  "a,-\n", "\"a\"\n",  "a;b\n",
        "a\tb\n", "@a\n", "a\r\n", "<svg/>\n", "\303\251\n"};
    char name[20];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(name, sizeof name, "rows%zu", i);
        CHECK(listed(name, good[i]) == PERP_OK, "'%s'", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(listed("no_rows", bad[i]) == PERP_INPUT, "'%s'", bad[i]);
    CHECK(figure_table("no_rows", "a\n\0b\n", 5).code == PERP_INPUT,
          "behind a zero");
    CHECK(listed("a/b", "a\n") == PERP_INPUT, "a name that is a path");
}

static void without_plot(void)
{
    output_wish w = {.quiet = 1};
    output_begin(&w);
    CHECK(written("a", "<svg/>") == PERP_INPUT, "no directory");
    CHECK(listed("a", "a\n") == PERP_INPUT, "no directory for a table");
    output_abandon();
}

int main(void)
{
    own_dir();
    output_wish w = {.plot = in_dir("p"), .quiet = 1};
    output_begin(&w);
    RUN(drawings);
    RUN(names);
    RUN(tables);
    CHECK(output_finish().code == PERP_OK, "finish");
    CHECK(access(in_dir("p/good0.svg"), F_OK) == 0 &&
              access(in_dir("p/...svg"), F_OK) == 0 &&
              access(in_dir("p/bad.svg"), F_OK) != 0 &&
              access(in_dir("p/rows0.csv"), F_OK) == 0 &&
              access(in_dir("p/no_rows.csv"), F_OK) != 0,
          "files");
    RUN(without_plot);
    own_dir_end();
    DONE;
}
