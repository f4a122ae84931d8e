--- The ledger on small trees: a clean one passes; each planted fault is found,
--- with its file and its line, and nothing else is.

local source = os.getenv("PERP_SOURCE") or os.getenv("PWD")
local check = dofile(source .. "/verify/tools/check.lua")
local lua = check.quote(arg[-1] or "lua5.4")
local weave = lua .. " " .. check.quote(source .. "/lua/weave.lua")

-- A `~` is taken out, so that these texts claim nothing in this file.
local function plain(text)
    return (text:gsub("~", ""))
end

local function house()
    return {
        ["README.md"] = "# Door\n\n[How](doc/30-AP02.md#how-far).\n",
        ["doc/README.md"] = "# House\n\n### Papers\n\n" ..
            "* [Chapter](20-GAP08.md): [step](../src/scheme/ag.c#ag_step).\n" ..
            "\n#### Springs\n\n* [Other](30-AP02.md): springs.\n",
        ["doc/20-GAP08.md"] = plain [[
# Chapter
<!-- paper: GAP08 -->
```math
a = b \tag{4.4a}
```
```math
\begin{aligned} c &= d \end{aligned} \tag{4.4b}
```
```math
e = f \tag{7.2}
```
**Theorem 5.1.** <!-- tag: Thm5.1 --> It is so.

**Figure 9.1.** <!-- tag: Fig9.1 --> A figure. Quoted: `~Open GAP08 (4.4a): x`.

Conte~xt GAP08 (7.2): inside the proof of a bound,
never evaluated; see `f` [there](../src/scheme/ag.c#ag_step).
]],
        ["doc/30-AP02.md"] = plain [[
<!-- paper: AP02 -->
```math
x \tag{24}
```
- Op~en AP02 (24): springs come later.

## How *far*?
]],
        ["src/scheme/ag.c"] = plain [[
#include "scheme/ag.h"
static const char *opens = "/* \" /*";
/**
# Step

Imple~ments GAP08 (4.4a)-(4.4b).
*/
int ag_step(void)
{
    return '"' == 0; /* ~Implements nothing */
}
]],
        ["verify/test_ag.c"] = plain [[
static int x;

/* Veri~fies GAP08 (4.4a), (4.4b) and
   (Thm5.1): on random data. */
static void steps(void)
{
}
]],
        ["cases/GAP08/fig.lua"] = plain "-- Sho~ws GAP08 (Fig9.1).\nreturn 1\n",
        ["ran/test_ag.txt"] = "seed 1\n" ..
            "verifies GAP08 (4.4a)-(4.4b), (Thm5.1)\n",
    }
end

--- Runs the ledger on the house after `change`; its output and exit code.
local function ledger(change, body, arguments)
    local files = house()
    change(files)
    check.tree(files, function(dir)
        arguments = arguments or "--ran ran/test_ag.txt"
        local text, code = check.run("cd " .. check.quote(dir) .. " && " ..
            weave .. " check --root . " .. arguments)
        body(text, code)
    end)
end

check.case("a clean house passes", function()
    ledger(function() end, function(text, code)
        check.that(code == 0, "code %d: %s", code, text)
        check.that(text:find("GAP08%s+5%s+4%s+1%s+0"), "summary: %s", text)
        check.that(text:find("AP02%s+1%s+0%s+0%s+1"), "summary: %s", text)
        check.that(text:find("\n0 of 2 implemented have a case\n"), text)
        check.that(text:find("NOT BUILT YET:\n  AP02 (24): springs come later.",
            1, true), "not loud: %s", text)
    end)
end)

--- The fault: which file, what is replaced by what, and what must be said.
local function fault(name, file, from, to, said, also)
    check.case(name, function()
        ledger(function(files)
            local text = files[file] or ""
            from, to = plain(from), plain(to)
            local a, b = text:find(from, 1, true)
            files[file] = a and text:sub(1, a - 1) .. to .. text:sub(b + 1)
                or text .. to
        end, function(text, code)
            check.that(code == 1, "code %d: %s", code, text)
            local count = 0
            for line in text:gmatch("[^\n]+") do
                count = count + (line:match("^[%w/_.-]+:%d+: ") and 1 or 0)
            end
            check.that(text:find(said, 1, true), "'%s' not in: %s", said, text)
            check.that(count == (also or 1), "%d complaints: %s", count, text)
        end)
    end)
end

check.case("equations with a case are counted", function()
    ledger(function(files)
        files["cases/GAP08/more.lua"] = plain "-- Sho~ws GAP08 (4.4b).\n"
    end, function(text, code)
        check.that(code == 0 and text:find("\n1 of 2 implemented have a " ..
            "case\n"), text)
    end)
end)

check.case("what no program reaches implements nothing", function()
    local main = "int main(void)\n{\n    return %s;\n}\n"
    for _, trial in ipairs {
        { main:format("ag_step()"), true }, { main:format("x.ag_step"), false },
        { main:format("at->ag_step"), false }, { main:format("0"), false },
        { "int ag_step(void);\n" .. main:format("0"), false },
        { "/* ag_step */ typedef struct {\n    int ag_step;\n} t;\n" ..
            main:format("0"), false },
        { "static int other(void)\n{\n    return ag_step();\n}\n" ..
            main:format('"other ag_step"'), false },
        { "static int other(void)\n{\n    return ag_step();\n}\n" ..
            main:format("other()"), true },
        { "#define GO \\\n    ag_step()\n" .. main:format("GO"), true },
        { "static const struct {\n    int (*go)(void);\n} list[] = {{0},\n" ..
            "    {ag_step}};\n" .. main:format("list[1].go()"), true },
        { "static int ag_step(void)\n{\n    return 0;\n}\n" ..
            main:format("ag_step()"), false } } do
        ledger(function(files) files["src/main.c"] = trial[1] end,
            function(text, code)
                local said = text:find("src/scheme/ag.c:6: Implements stands " ..
                    "on ag_step, which no program reaches", 1, true) ~= nil
                check.that((code == 0) == trial[2] and said == not trial[2],
                    "code %d for %s: %s", code, trial[1], text)
            end)
    end
end)

check.case("what can run is no context", function()
    package.path = source .. "/lua/?.lua;" .. package.path
    local claims = require "weave.claims"
    for key, tags in pairs {
        GAP08 = "2.1 2.8 3.1 4.2 4.4a 4.12b 4.13 4.18 Thm5.1 7.5 Lemma8.3",
        AP02 = "1 7 10 24 25 38 46 48 Thm2.1 Thm9",
        HP23 = "24 30 75a 79 Alg1 Lemma6", PKS05 = "5 18 27 Prop1 Lemma4",
        P10 = "MDI scheme L3" } do
        for tag in tags:gmatch("%S+") do
            check.that(not claims.may_be_context(key, tag), "%s (%s)", key, tag)
        end
    end
    for key, tags in pairs { GAP08 = "2.9 3.10 4.1 4.14 4.19 7.4 7.6 Lemma3.5",
        AP02 = "8 9 26 36 37 39 49 Lemma2.3", HP23 = "23 41 Alg3 Lemma7",
        PKS05 = "4 19 Lemma40", P10 = "tauC" } do
        for tag in tags:gmatch("%S+") do
            check.that(claims.may_be_context(key, tag), "%s (%s)", key, tag)
        end
    end
end)

local gap, ag = "doc/20-GAP08.md", "src/scheme/ag.c"
local test = "verify/test_ag.c"

fault("no function, no test, no reason", gap, "e = f",
    "\\begin{gather} g \\tag{4.5} e = f",
    gap .. ":10: GAP08 (4.5) lacks an implementing function and a verifying")
fault("no function", ag, "(4.4a)-(4.4b)", "(4.4a)",
    gap .. ":7: GAP08 (4.4b) lacks an implementing function, or")
fault("no test", test, "(4.4a), ", "", gap .. ":4: GAP08 (4.4a) lacks a verif",
    2)
fault("a theorem without test", gap, "It is so.", "\n<!-- tag: Lemma8.3 -->",
    gap .. ":13: GAP08 (Lemma8.3) lacks a verifying test, or")
fault("a figure without case", gap, "It is so.", "\n<!-- tag: Fig2 -->",
    gap .. ":13: GAP08 (Fig2) lacks a case that shows it")
fault("unknown tag", ag, "(4.4a)-(4.4b)", "(4.4a)-(4.4b), (4.9)",
    ag .. ":6: unknown tag GAP08 (4.9)")
fault("unknown paper", ag, "GAP08 (4.4a)-", "GAP09 (4.4a)-",
    ag .. ":6: Implements: unknown paper 'GAP09'", 3)
fault("doubly declared", gap, "e = f",
    "\\begin{align} g \\tag{4.4a} e = f",
    gap .. ":10: GAP08 (4.4a) is declared twice, first at " .. gap .. ":4")
fault("a dead link", gap, "It is so.", "[x](../src/scheme/gone.c#f)",
    gap .. ":12: dead link ../src/scheme/gone.c#f")
fault("a pulled function that is not there", gap, "It is so.",
    "\n\n[x](../src/scheme/ag.c#gone)\n",
    gap .. ":14: src/scheme/ag.c has no gone")
fault("a dead heading", gap, "It is so.", "[x](30-AP02.md#how-near)",
    gap .. ":12: dead link 30-AP02.md#how-near")
fault("a dead heading of its own", gap, "It is so.", "[x](#how-far)",
    gap .. ":12: dead link #how-far")
fault("a function that the source has not", gap, "It is so.",
    "See [x](../src/scheme/ag.c#gone).",
    gap .. ":12: dead link ../src/scheme/ag.c#gone")
fault("a dead link in the prose of a source", ag, "# Step",
    "# [x](../scheme/ag.h) [y](ag.c#ag_step)",
    ag .. ":7: dead link ../scheme/ag.h in the prose above")
fault("a dead heading at the door", "README.md", "#how-far", "#chapter",
    "README.md:3: dead link doc/30-AP02.md#chapter")
fault("a dead link at the door of a room", "src/scheme/README.md", "",
    "[a](ag.c#ag_step) [b](../../doc/30-AP02.md#how-far)\n[c](ag.h)\n",
    "src/scheme/README.md:2: dead link ag.h")
fault("a dead file at the door", "README.md", "doc/30", "doc/31",
    "README.md:3: dead link doc/31-AP02.md#how-far")
fault("a dead link of a log", "doc/README.md", "## Springs",
    "# Logs\n\n* [x](notes/x.md): [x](notes/x.md#none)\n\n## Springs",
    "doc/README.md:9: dead link notes/x.md", 2)
fault("a chapter without a place", "doc/50-x.md", "", "# X\n",
    "doc/50-x.md:1: doc/README.md does not name it")
fault("a log without a place", "doc/notes/x.md", "", "# X\n",
    "doc/notes/x.md:1: doc/README.md does not name it")
fault("a chapter with two places", "doc/README.md", "#### Springs",
    "* [Again](20-GAP08.md): again.",
    "doc/README.md:7: doc/20-GAP08.md is named twice")
fault("a place against the numbers", "doc/README.md", "* [Chapter](20",
    "* [Other](30-AP02.md): x.\n* [Chapter](20",
    "doc/README.md:6: doc/20-GAP08.md stands behind doc/30-AP02.md", 2)

check.case("links of a log are from its own directory", function()
    ledger(function(files)
        files["doc/notes/x.md"] = "# X\n\n[a](../30-AP02.md#how-far), " ..
            "[b](../../src/scheme/ag.c#ag_step), [c](#x)\n\n" ..
            "[d](30-AP02.md)\n"
        files["doc/README.md"] = files["doc/README.md"] ..
            "\n### Logs\n\n* [X](notes/x.md#x): x.\n* [X](notes/x.md): x.\n"
    end, function(text, code)
        local said = "doc/notes/x.md:5: dead link 30-AP02.md"
        local _, count = text:gsub(": dead link", "")
        check.that(code == 1 and text:find(said, 1, true) and count == 1,
            "%s", text)
    end)
end)

check.case("one number for two chapters", function()
    ledger(function(files)
        files["doc/30-x.md"] = "# X\n"
        files["doc/README.md"] = files["doc/README.md"] ..
            "* [X](30-x.md): x.\n"
    end, function(text, code)
        check.that(code == 1 and text:find("doc/30-x.md:1: doc/30-AP02.md " ..
            "has the same number", 1, true), "%s", text)
    end)
end)

fault("declared without a paper", "doc/README.md", "", "```math\n\\tag{1}\n```\n",
    "doc/README.md:2: (1) is declared before any")
fault("two tags in one display", gap, "e = f", "e = f \\tag{8} \\\\",
    gap .. ":9: several tags need \\begin{align}", 2)
fault("one spelling of names", gap, "Thm5.1", "Theorem5.1",
    gap .. ":12: write Thm5.1 for Theorem5.1", 3)
fault("a test's claim in src", ag, "Imple~ments", "Veri~fies",
    ag .. ":6: Verifies does not belong into this room", 3)
fault("a claim in a room without claims", "lua/x.lua", "",
    "--- Imple~ments AP02 (24).\nlocal function f() end\n",
    "lua/x.lua:1: Implements does not belong")
fault("a claim in an inner comment", ag, "~Implements nothing",
    "Imple~ments AP02 (24).", ag .. ":10: Implements must stand in a block")
fault("a claim above nothing", ag, "    return", "}\n" ..
    "/** Imple~ments AP02 (24). */\nint", ag .. ":11: Implements stands above")
fault("a test's claim above no function", test, "static int x",
    "/* Veri~fies GAP08 (4.4a). */\n\nstatic int x",
    test .. ":1: Verifies must stand directly above")
fault("a claim that is no sentence", test, "(Thm5.1):", "(Thm5.1)",
    test .. ":3: Verifies: a full stop or a colon must close the tags", 7)
fault("a range backwards", ag, "(4.4a)-(4.4b)", "(4.4b)-(4.4a)",
    ag .. ":6: the range (4.4b)-(4.4a) runs backwards", 3)
fault("a stale Open", gap, "Conte~xt GAP08 (7.2)", "Op~en GAP08 (4.4b)-(7.2)",
    gap .. ":16: GAP08 (4.4b) is built and verified; take it out of this Open")
fault("Context for what can run", "doc/30-AP02.md", "Op~en", "Conte~xt",
    "doc/30-AP02.md:5: AP02 (24) can run; Context is not enough")
fault("two reasons", "doc/30-AP02.md", "later.",
    "later.\n\nOp~en AP02 (24): y.",
    "doc/30-AP02.md:7: AP02 (24) has a reason already, at doc/30-AP02.md:5")
fault("a reason is missing", "doc/30-AP02.md", ": springs come later.", ".",
    "doc/30-AP02.md:5: Open: a colon and a reason must follow", 2)
fault("a test that did not run", "ran/test_ag.txt", ", (Thm5.1)", "",
    test .. ":3: the test did not run, or failed: no line 'verifies GAP08 " ..
    "(Thm5.1)' from test_ag")
fault("printed, not claimed", "ran/test_ag.txt", "seed 1",
    "verifies AP02 (24)", "ran/test_ag.txt:1: test_ag prints 'verifies AP02 " ..
    "(24)' and no comment")

check.case("no output of a test at all", function()
    ledger(function(files)
        files["ran/test_ag.txt"] = nil
    end, function(text, code)
        check.that(code == 1 and text:find("did not run"), "%s", text)
    end)
end)

check.case("a misspelt option is refused", function()
    for _, words in ipairs { "chek", "check --rann x", "check x", "book",
        "" } do
        local text, code = check.run(weave .. " " .. words)
        check.that(code == 2, "%s: code %s: %s", words, code, text)
    end
end)

check.done()
