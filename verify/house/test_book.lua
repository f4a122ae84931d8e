--- The book of a small tree: every address leads somewhere, an equation to its
--- function, its case and back; figures are set and formulas drawn; what has not changed
--- is not made again; broken links, formulas and cases are named. Without node or
--- KaTeX there is one line and exit 5.

local source = os.getenv("PERP_SOURCE") or os.getenv("PWD")
local check = dofile(source .. "/verify/tools/check.lua")
local lua = check.quote(arg[-1] or "lua5.4")
local weave = lua .. " " .. check.quote(source .. "/lua/weave.lua")

-- A `~` is taken out, so that these texts claim nothing in this file.
local function plain(text)
    return (text:gsub("~", ""))
end

--- A program that stands for perp: it draws, plays, counts its calls.
local PERP = [[
#!/bin/sh
case=$2 plot= movie=
echo "$*" >> calls
while [ $# -gt 0 ]; do
  [ "$1" = --plot ] && plot=$2; [ "$1" = --movie ] && movie=$2; shift; done
if grep -q broken $case; then echo "perp: it is broken"; exit 3; fi
mkdir -p $plot
echo '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>' > $plot/a.svg
[ -z "$movie" ] || echo '<!DOCTYPE html><title>x</title>' > $movie
]]

local function house()
    return {
        ["perp"] = PERP,
        ["README.md"] = "# Door\n\n![a](doc/p.svg)\n",
        ["doc/p.svg"] = "<svg xmlns='http://www.w3.org/2000/svg'/>",
        ["lua/perp/x.lua"] = "", ["lua/perp/movie/check.html"] = "<p>x</p>",
        ["doc/README.md"] = "# House\n\n### Papers\n\n" ..
            "* [Chapter](20-GAP08.md): x.\n" ..
            "\n#### Springs\n\n* [Other](30-AP02.md): springs.\n",
        ["doc/00-notation.md"] = "# N\n\n## The letters\n\n" ..
            "| letter | shape | unit | meaning |\n|---|---|---|---|\n" ..
            "| $\\mu$ | 1 | | friction |\n| $\\lambda$ | 1 | m/s | slip |\n\n" ..
            "## Translation\n\n| here | `AP02` | `GAP08` |\n|---|---|---|\n" ..
            "| $\\mu$ | $\\mu$ | $\\mu$ |\n| $\\lambda$ | | $\\lambda$ |\n",
        ["doc/20-GAP08.md"] = plain [[
# Chapter
<!-- paper: GAP08 -->

## How far

```math
a < \mu \tag{4.4a}
```

Text with $\lambda$, `a < b`, **bold**, and [what is so](#how-far).

| a | b |
|---|--:|
| `x\|y` | $\mu$ |

[The figure](../cases/GAP08/one.lua#a.svg)

[The step](../src/scheme/ag.c#ag_step)

**Figure 9.1.** <!-- tag: Fig9.1 --> A figure.
]],
        ["doc/30-AP02.md"] = "# Other\n\n## How far\n\n* a\n* b, GAP08 (4.4a)\n",
        ["cases/GAP08/one.lua"] = plain [[
--- # One
--
--- Sho~ws GAP08 (Fig9.1), (4.4a).
---
---     perp run one.lua --set a=1
---         --plot figures
local x = { name = "a", other = "c" }
]],
        ["src/scheme/ag.c"] = plain [[
/** Step of [a chapter](../../doc/20-GAP08.md#how-far). */

/** The step.
Imple~ments GAP08 (4.4a). */
int ag_step(void)
{
    return 1 < 2; /* "x" */
}
]],
        ["verify/test_ag.c"] = plain "/* Veri~fies GAP08 (4.4a). */\n" ..
            "static int x(void)\n{\n}\n",
        ["verify/test_one.py"] = 'case("GAP08/one"), "GAP08/oneself"\n',
        ["verify/test_two.py"] = 'case("GAP08/two")\n',
    }
end

local function read(path)
    local file = io.open(path, "rb")
    return file and file:read("a") or "", file and file:close()
end

local missing = false

--- Makes the book of the house after `change` in a fresh directory.
local function book(change, body)
    local files = house()
    change(files)
    check.tree(files, function(dir)
        local place = check.quote(dir)
        os.execute("chmod +x " .. place .. "/perp; cd " .. place ..
            "; rm -f doc/00-notation.md.x")
        local function make(more)
            return check.run(("cd %s && %s book book --root . --perp %s/perp %s")
                :format(place, weave, place, more or ""))
        end
        local text, code = make()
        if code == 5 then
            check.that(text:find("^weave: the book needs node and KaTeX: "),
                text)
            missing = true
            return
        end
        body(text, code, dir, make)
    end)
end

local function has(page, part, where)
    check.that(page:find(part, 1, true), "no %s in: %s", part, where or page)
end

check.case("pages, figures, formulas, ways there and back", function()
    book(function(files)
        files["doc/README.md"] = files["doc/README.md"]
            :gsub("### Papers", "### Start\n\n* [N](00-notation.md): x.\n\n%0")
    end, function(text, code, dir)
        check.that(code == 0, "code %d: %s", code, text)
        local page = read(dir .. "/book/20-GAP08.html")
        for _, part in ipairs { '<h2 id="how-far">', 'href="#how-far"',
            'id="GAP08-4.4a"', "<math", 'class="katex-html"',
            '<code>a &lt; b</code>', "<strong>bold</strong>",
            '<a href="src-scheme-ag.c.html#L5"><code>ag_step</code></a>',
            'title="μ: friction"', 'title="λ: slip"',
            '<td><code>x|y</code></td>', '<td class="right">',
            '<img src="figures/GAP08-one/0/a.svg"', 'width="4" height="2"',
            'aria-current="page"', 'href="30-AP02.html">Other →',
            '<div class="wide">' } do
            has(page, part)
        end
        check.that(not page:find("[\1-\8]") and not page:find("%$"),
            "something was not put in: %s", page)
        local case = read(dir .. "/book/cases-GAP08-one.lua.html")
        for _, part in ipairs { "<h1>One</h1>", 'href="20-GAP08.html#GAP08-4.4a"',
            '<img src="figures/GAP08-one/1/a.svg"', 'id="figure-a"',
            '<code>perp run one.lua --set a=1 --plot figures</code>',
            '<iframe src="replays/GAP08-one.html"',
            '<summary>1 test names it</summary><p><a href="verify-test_one.py.html">' } do
            has(case, part)
        end
        local code_page = read(dir .. "/book/src-scheme-ag.c.html")
        has(code_page, '<a href="20-GAP08.html#GAP08-4.4a">(4.4a)</a>')
        has(code_page, '<span id="L5"><i class="kw">int</i> ag_step(')
        has(read(dir .. "/book/verify-test_ag.c.html"),
            '<a href="20-GAP08.html#GAP08-4.4a">(4.4a)</a>')
        local other = read(dir .. "/book/concordance.html")
        has(other, "<math")
        has(other, "cases-GAP08-one.lua.html")
        has(read(dir .. "/book/search-data.js"), '"20-GAP08.html#how-far"')
        has(read(dir .. "/book/README.html"), 'src="pictures/doc-p.svg"')
        has(read(dir .. "/calls"), "run cases/GAP08/one.lua --set a=1 --plot")
    end)
end)

check.case("what has not changed is not made again", function()
    book(function() end, function(text, code, dir, make)
        check.that(code == 0, "code %d: %s", code, text)
        text, code = make()
        check.that(code == 0 and text:find(": 0 cases run, 0 formulas drawn, " ..
            "0 pages written"), "%s", text)
        local file = io.open(dir .. "/src/scheme/ag.c", "a")
        file:write("/* more */\n")
        file:close()
        text, code = make()
        check.that(code == 0 and text:find(": 0 cases run, 0 formulas drawn, " ..
            "2 pages written"), "a source, and the chapter that has its " ..
            "function: %s", text)
        file = io.open(dir .. "/cases/GAP08/one.lua", "a")
        file:write("-- more\n")
        file:close()
        text, code = make()
        check.that(code == 0 and text:find(": 1 cases run, 0 formulas drawn, " ..
            "1 pages written"), "a case: %s", text)
        file = io.open(dir .. "/lua/perp/x.lua", "a")
        file:write("\n")
        file:close()
        text, code = make()
        check.that(code == 0 and text:find(": 1 cases run, 0 formulas drawn"),
            "the scene language: %s", text)
    end)
end)

--- What is replaced in a file, and what must be said.
local function fault(name, file, from, to, said)
    check.case(name, function()
        book(function(files)
            local a, b = files[file]:find(from, 1, true)
            files[file] = files[file]:sub(1, a - 1) .. to ..
                files[file]:sub(b + 1)
        end, function(text, code)
            check.that(code == 1 and text:find(said, 1, true),
                "code %d, not '%s': %s", code, said, text)
        end)
    end)
end

local gap = "doc/20-GAP08.md"
fault("a broken link", gap, "(#how-far)", "(../src/scheme/gone.c)",
    "doc/20-GAP08.md:10: dead link ../src/scheme/gone.c")
fault("an address of a tag", gap, "**bold**", '<a href="30-AP02.html#no">x</a>',
    "20-GAP08.html: 30-AP02.html#no leads to no place of 30-AP02.html")
fault("a page that is not there", gap, "**bold**", '<a href="no.html">x</a>',
    "20-GAP08.html: no.html leads nowhere")
fault("a place outside", gap, "**bold**", "[x](https://localhost/)",
    "leads out of the book")
fault("an id twice", gap, "**bold**", '<span id="how-far"></span>',
    "20-GAP08.html: two places are called how-far")
fault("a figure that no case draws", gap, "#a.svg", "#b.svg",
    "doc/20-GAP08.md:16: cases/GAP08/one.lua has no b.svg")
fault("a figure that a case names and does not draw", gap, "#a.svg", "#c.svg",
    "doc/20-GAP08.md:16: cases/GAP08/one.lua has no c.svg")
fault("a formula that is none", gap, "$\\lambda$", "$\\lambd{$",
    "no formula: \\lambd{: ")
fault("a case that does not run", "cases/GAP08/one.lua", "# One", "# broken",
    "cases: no figure of GAP08-one: perp: it is broken")

check.case("without node: one line and exit 5", function()
    local text, code = check.run("LUA=$(command -v " .. lua ..
        "); PATH=/nonexistent \"$LUA\" " .. check.quote(source ..
        "/lua/weave.lua") .. " book /nonexistent/book")
    check.that(code == 5 and text == "weave: the book needs node and KaTeX: " ..
        "node is missing (Debian: apt-get install nodejs)\n",
        "%s: %s", code, text)
end)

-- One word that KaTeX does not know stops the whole book, and the book is not made
-- in the default suite: so all control words between dollars of all sources are asked.
check.case("each control word of the sources is KaTeX's", function()
    package.path = source .. "/lua/?.lua;" .. package.path
    local formulas = require "weave.formulas"
    local katex = formulas.find()
    if not katex then
        return
    end
    local words, list = {}, {}
    local pipe = assert(io.popen(("grep -rhoE '\\$[^$]*\\$' %s/doc %s/src %s/lua " ..
        "%s/cases --include=*.md --include=*.c --include=*.h --include=*.lua | " ..
        "grep -oE '\\\\[A-Za-z]+' | sort -u"):format(source, source, source,
        source)))
    for word in pipe:lines() do
        list[#list + 1] = word
        words[word] = true
    end
    pipe:close()
    check.that(#list > 60 and words["\\frac"] and words["\\Gamma"],
        "%d words only", #list)
    list[#list + 1] = "\\nosuchword"
    local at = os.tmpname()
    local f = assert(io.open(at, "w"))
    f:write(table.concat(list, "\n"), "\n")
    f:close()
    local said = check.run(([[node -e '
        const katex = require("%s/katex.min.js");
        for (const w of require("fs").readFileSync("%s", "utf8").split("\n"))
            try { katex.renderToString(w + "{a}{b}"); } catch (e) {
                if (/Undefined control/.test(e.message)) console.log(w);
            }']]):format(katex, at))
    os.remove(at)
    check.that(said == "\\nosuchword\n", "KaTeX does not know: %s", said)
end)

if missing then
    print("without node and KaTeX there was no book to look at")
end
check.done()
