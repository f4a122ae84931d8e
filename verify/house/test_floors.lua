--- Floors on small trees: a clean one passes, each planted fault is found.

local source = os.getenv("PERP_SOURCE") or os.getenv("PWD")
local check = dofile(source .. "/verify/tools/check.lua")
local floors = check.quote(arg[-1] or "lua5.4") .. " " ..
    check.quote(source .. "/lua/floors.lua")

local function house()
    return {
        ["src/base/memory.c"] = '#include "base/memory.h"\n' ..
            "void *memory_new(void)\n{\n    return malloc(1);\n}\n",
        ["src/base/memory.h"] = "void *memory_new(void);\n",
        ["src/number/literal.c"] = '#include "base/memory.h"\nint x(int free)\n' ..
            '{\n    return sincos_cr(free); /* sin(x), "malloc(" */\n}\n',
        ["src/number/literal.h"] = "int x(int free);\n",
        ["src/lcp/problem/lcp.h"] = "int a;\n",
        ["src/lcp/problem/text.h"] = "int a;\n",
        ["src/lcp/solve/lemke.h"] = '#include "lcp/problem/lcp.h"\n',
        ["src/lcp/solve/mlcp.h"] = "int a;\n",
        ["src/ap02/spring.h"] = '#include "lcp/solve/mlcp.h"\n' ..
            "#include <math.h>\n",
        ["src/ap02/stiff.h"] = "int a;\n",
        ["src/cone/cone.h"] = "int b;\n",
        ["src/cone/rays.h"] = "int b;\n",
        ["src/scene/bind/bind.c"] = '#include <lua.h>\n' ..
            '#include "scene/bind/bind.h"\n',
        ["src/scene/bind/bind.h"] = "int c;\n",
        ["src/cli/main.c"] = '#include "scene/bind/bind.h"\n',
        ["src/cli/command.h"] = "int e;\n",
        ["verify/base/test_memory.c"] = "int main(void) { return 0; }\n",
        ["verify/number/test_literal_double.c"] =
            "int main(void) { return 0; }\n",
        ["verify/check/check.c"] = '#include "ball.h"\n#include <gmp.h>\n',
        ["verify/check/ball.h"] = "int d;\n",
        ["README.md"] = "See https://example.org/work/x and ../work/y.\n",
    }
end

local function fault(name, file, text, said)
    check.case(name, function()
        local files = house()
        files[file] = text and (files[file] or "") .. text
        check.tree(files, function(dir)
            local out, code = check.run(floors .. " " .. check.quote(dir))
            local _, count = out:gsub("[%w/_.]+:%d+: [^\n]+", "")
            local want = said and 1 or 0
            check.that(code == want and count == want, "%s", out)
            check.that(not said or out:find(said, 1, true), "%s", out)
        end)
    end)
end

fault("a clean house passes", "README.md", "")

package.path = source .. "/lua/?.lua;" .. package.path
local plan = require "weave.plan"

check.case("a wing stands one floor above the highest that it knows", function()
    local floors_of = plan.floors {
        { wing = "a" }, { wing = "b", knows = { "a" } }, { wing = "c" },
        { wing = "d", knows = { "a", "b", "c" } } }
    check.that(#floors_of == 3 and #floors_of[1] == 2 and
        floors_of[3][1].wing == "d", "%d floors", #floors_of)
    local direct = floors_of[3][1].direct
    check.that(#direct == 2 and direct[1].wing == "b" and
        direct[2].wing == "c", "d's arrow to a runs through b")
    check.that(not pcall(plan.floors, { { wing = "a", knows = { "b" } },
        { wing = "b", knows = { "a" } } }), "a circle is drawn")
end)

check.case("the house fits on a page", function()
    local list = dofile(source .. "/lua/house.lua")
    check.that(#list <= 18 and #plan.floors(list) <= 10, "%s",
        plan.count(list))
    local _, boxes = plan.draw(list):gsub("<g><title>", "")
    check.that(boxes == #list, "%d boxes", boxes)
end)
local body = 'void f(const char *p)\n{\n    %s;\n}\n'
fault("fopen reads", "src/cli/main.c", body:format('fopen(p, "rb")'))
fault("fopen writes", "src/cli/main.c", body:format('fopen(p, "wx")'),
    "src/cli/main.c:4: fopen() for writing outside src/base/file.c")
fault("fopen writes, in two lines", "src/cli/main.c",
    body:format('fopen(p,\n        "r+")'),
    "src/cli/main.c:4: fopen() for writing outside src/base/file.c")
fault("a mode that is not plain", "src/cli/main.c", body:format("fopen(p, m)"),
    "src/cli/main.c:4: fopen() for writing outside src/base/file.c")
for _, word in ipairs { "rename(p, p)", "unlink(p)", "mkstemp(p)" } do
    fault(word, "src/cli/main.c", body:format(word),
        "src/cli/main.c:4: " .. word:match("%w+") .. "() outside src/base/file.c")
end
fault("the home of files", "src/base/file.h", body:format("f->unlink(p)"))
fault("up", "src/lcp/problem/lcp.h", '#include "ap02/spring.h"\n',
    'src/lcp/problem/lcp.h:2: #include "ap02/spring.h" points up: ' ..
    "'lcp' does not know 'ap02'")
fault("base does not know number", "src/base/memory.h",
    '#include "number/literal.h"\n', "'base' does not know 'number'")
fault("neighbours", "src/ap02/spring.h", '#include "cone/cone.h"\n',
    "src/ap02/spring.h:3: #include \"cone/cone.h\" points up: " ..
    "'ap02' does not know 'cone'")
fault("what is known is known from above", "src/ap02/stiff.h",
    '#include "base/memory.h"\n')
fault("down in a wing", "src/lcp/solve/mlcp.h",
    '#include "lcp/problem/text.h"\n')
fault("up in a wing", "src/lcp/problem/lcp.h",
    '#  include "lcp/solve/lemke.h"\n',
    "in 'lcp' the room 'lcp/solve' does not stand below 'lcp/problem'")
fault("a program", "verify/peer", "\127ELF\2\1\0",
    "verify/peer:1: a built program")
fault("no such file", "src/cli/main.c", '#include "base/gone.h"\n',
    'src/cli/main.c:2: #include "base/gone.h": no such file')
fault("no room in the name", "src/cli/main.c", '#include "bind.h"\n',
    'src/cli/main.c:2: #include "bind.h": write "wing/room/file.h"')
fault("Lua outside scene", "src/ap02/spring.h", "#include <lauxlib.h>\n",
    "src/ap02/spring.h:3: only src/scene includes lauxlib.h")
local rows = check.run(floors .. " --table")
fault("the table of wings", "CONTRIBUTING.md", "# House\n\n" .. rows)
fault("a wing that it has not", "CONTRIBUTING.md",
    "# House\n\n" .. rows:gsub("| `p10` [^\n]*\n", ""),
    "lua5.4 lua/floors.lua --table): | `p10` |")
fault("a wing that knows more", "CONTRIBUTING.md",
    "# House\n\n" .. rows:gsub("(`lcp` |[^\n]*)`number`", "%1`base`"),
    "lua5.4 lua/floors.lua --table): | `lcp` |")
local drawn = check.run(floors .. " --draw")
fault("the picture", "doc/figures/house.svg", drawn)
fault("a picture without a wing", "doc/figures/house.svg",
    drawn:gsub("<g><title>positions.-</g>\n", ""),
    "doc/figures/house.svg:1: it is not what")
fault("a file beside the wings", "src/main.c", "int x;\n",
    "src/main.c:1: room '' is not in lua/house.lua")
fault("an unknown room", "src/attic/x.h", "int x;\n",
    "src/attic/x.h:1: room 'attic' is not in lua/house.lua")
fault("a room of one file", "src/p10/paoli.h", "int x;\n",
    "src/p10/paoli.h:1: a room of one file")
fault("heap", "src/cli/main.c", "\n\nvoid f(void *p) { free (p); }\n",
    "src/cli/main.c:4: free() outside src/base/memory.c")
fault("libm", "src/ap02/spring.h", "static double f(void) { return pow(2, 3); }",
    "src/ap02/spring.h:3: pow() of the C library")
fault("a member is no call", "src/ap02/spring.h",
    "int y = p->log(1) + p.free(2);")
fault("a long line", "src/ap02/spring.h", "int a; //" .. ("x"):rep(72) .. "\n",
    "src/ap02/spring.h:3: 81 columns")
fault("a long line of prose", "src/ap02/spring.h", "/**\n| " .. ("x"):rep(90) ..
    " |\n*/\nint b;\n")
fault("80 columns, one of them two bytes long", "lua/x.lua",
    "-- é" .. ("x"):rep(76) .. "\n")
fault("no test", "src/lcp/problem/new.c", "int f(void) { return 1; }\n",
    "src/lcp/problem/new.c:1: no verify/lcp/problem/test_new.*")
fault("no test, but no code", "src/lcp/problem/new.c", "/** Nothing { here. */\n")
fault("too long", "src/lcp/problem/lcp.h", ("int a;\n"):rep(400),
    "src/lcp/problem/lcp.h:401: 401 lines; 400 are enough")
fault("a generated table is long", "src/number/sin_table.h", ("1,\n"):rep(999))
fault("the checker leaves its room", "verify/check/check.c",
    '#include "../../src/lcp/problem/lcp.h"\n', 'verify/check/check.c:3: #include "../')
fault("the checker takes memory elsewhere", "verify/check/check.c",
    "char *f(void) { return malloc(1); }\n",
    "verify/check/check.c:3: malloc() outside verify/check/memory.c")
fault("the checker finds src by a path", "verify/check/check.c",
    '#include <lcp/problem/lcp.h>\n',
    "verify/check/check.c:3: includes a header of src")
for _, word in ipairs { "TO" .. "DO", "FIX" .. "ME", "XX" .. "X" } do
    fault(word, "README.md", "a " .. word .. ": b\n",
        "README.md:2: the word " .. word)
end
fault("letters of a template", "README.md", "name." .. ("X"):rep(6) .. "\n")
for _, path in ipairs { "/wo" .. "rk", "/ho" .. "me/me/x",
    "/tm" .. "p/wt-a" } do
    fault("path " .. path, "doc/x.md", "\nin " .. path .. "\n",
        "doc/x.md:2: a path of a machine")
end

--- What an include does not show: a prototype written out, and a call.
check.case("the linker's symbols", function()
    local files = house()
    local at = "build/CMakeFiles/perp_core.dir/src/"
    files["up.c"] = "int stiff_up(void);\n" ..
        "int lemke_f(void) { return stiff_up(); }\n"
    files["word.c"] = "static int g(void) { return 1; }\n" ..
        "int stiff(void) { return g(); }\n"
    files["stiff.c"] = "int stiff_up(void) { return 1; }\n"
    files[at .. "x"], files[at .. "ap02/x"] = "", ""
    files[at .. "lcp/solve/x"] = ""
    check.tree(files, function(dir)
        local here = check.quote(dir)
        local function object(from, to)
            return ("cc -c %s/%s.c -o %s/%s%s.c.o && "):format(here, from,
                here, at, to)
        end
        local clean, fine = check.run(object("stiff", "ap02/stiff") .. floors ..
            " " .. here .. " --objects " .. here .. "/build")
        check.that(fine == 0, "%s", clean)
        local out, code = check.run(object("up", "lcp/solve/up") .. floors ..
            " " .. here .. " --objects " .. here .. "/build")
        check.that(code == 1 and out:find("src/lcp/solve/up.c:1: links " ..
            "stiff_up of ap02: 'lcp' does not know 'ap02'", 1, true), "%s", out)
        out, code = check.run("rm " .. here .. "/" .. at .. "lcp/solve/up.c.o && " ..
            object("word", "ap02/word") .. floors .. " " .. here ..
            " --objects " .. here .. "/build")
        check.that(code == 1 and out:find("src/ap02/word.c:1: the public " ..
            "name 'stiff' is one word", 1, true), "%s", out)
    end)
end)
check.done()
