--- Floors on small trees: a clean one passes, each planted fault is found.

local source = os.getenv("PERP_SOURCE") or os.getenv("PWD")
local check = dofile(source .. "/verify/check.lua")
local floors = check.quote(arg[-1] or "lua5.4") .. " " ..
    check.quote(source .. "/lua/floors.lua")

local function house()
    return {
        ["src/base/memory.c"] = '#include "base/memory.h"\n' ..
            "void *memory_new(void)\n{\n    return malloc(1);\n}\n",
        ["src/base/memory.h"] = "void *memory_new(void);\n",
        ["src/num/literal.c"] = '#include "base/memory.h"\nint x(int free)\n' ..
            '{\n    return sincos_cr(free); /* sin(x), "malloc(" */\n}\n',
        ["src/lcp/lcp.h"] = "int a;\n",
        ["src/tape/tape.h"] = "int a;\n",
        ["src/scheme/ag.h"] = '#include "lcp/lcp.h"\n#include <math.h>\n',
        ["src/impact/routh.h"] = "int b;\n",
        ["src/bind/bind.c"] = '#include <lua.h>\n#include "bind/bind.h"\n',
        ["src/bind/bind.h"] = "int c;\n",
        ["src/main.c"] = '#include "bind/bind.h"\n',
        ["verify/test_memory.c"] = "int main(void) { return 0; }\n",
        ["verify/test_literal.c"] = "int main(void) { return 0; }\n",
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
fault("up", "src/lcp/lcp.h", '#include "scheme/ag.h"\n',
    'src/lcp/lcp.h:2: #include "scheme/ag.h" points up')
fault("base does not know num", "src/base/memory.h",
    '#include "num/literal.h"\n',
    'src/base/memory.h:2: #include "num/literal.h": no such file')
fault("neighbours", "src/scheme/ag.h", '#include "impact/routh.h"\n',
    'src/scheme/ag.h:3: #include "impact/routh.h" points up')
fault("neighbours below", "src/tape/tape.h", '#  include "lcp/lcp.h"\n',
    'src/tape/tape.h:2: #include "lcp/lcp.h" points up')
fault("a program", "verify/peer", "\127ELF\2\1\0",
    "verify/peer:1: a built program")
fault("no such file", "src/main.c", '#include "lcp/gone.h"\n',
    'src/main.c:2: #include "lcp/gone.h": no such file')
fault("no room in the name", "src/main.c", '#include "bind.h"\n',
    'src/main.c:2: #include "bind.h": write "room/file.h"')
fault("Lua outside bind", "src/scheme/ag.h", "#include <lauxlib.h>\n",
    "src/scheme/ag.h:3: only src/script and src/bind include lauxlib.h")
local rooms = "| floor | room |\n|---|---|\n| 0 | `base`, `num` | x |\n" ..
    "| 1 | `lcp`, `tape` | x |\n| 5 | `scheme` | x |\n| 11 | `bind` | x |\n"
fault("the table of rooms", "CONTRIBUTING.md", rooms ..
    "| 5 | `impact` | x |\n")
fault("a room that it has not", "CONTRIBUTING.md", rooms,
    "CONTRIBUTING.md:1: the room 'impact' is missing")
fault("a room on another floor", "CONTRIBUTING.md", rooms ..
    "| 6 | `impact` | x |\n",
    "CONTRIBUTING.md:7: room 'impact' is not on floor 6")
fault("an unknown room", "src/attic/x.h", "int x;\n",
    "src/attic/x.h:1: room 'attic' is on no floor")
fault("heap", "src/main.c", "\n\nvoid f(void *p) { free (p); }\n",
    "src/main.c:4: free() outside src/base/memory.c")
fault("libm", "src/scheme/ag.h", "static double f(void) { return pow(2, 3); }",
    "src/scheme/ag.h:3: pow() of the C library")
fault("a member is no call", "src/scheme/ag.h",
    "int y = p->log(1) + p.free(2);")
fault("a long line", "src/scheme/ag.h", "int a; //" .. ("x"):rep(72) .. "\n",
    "src/scheme/ag.h:3: 81 columns")
fault("a long line of prose", "src/scheme/ag.h", "/**\n| " .. ("x"):rep(90) ..
    " |\n*/\nint b;\n")
fault("80 columns, one of them two bytes long", "lua/x.lua",
    "-- é" .. ("x"):rep(76) .. "\n")
fault("no test", "src/lcp/new.c", "int f(void) { return 1; }\n",
    "src/lcp/new.c:1: no verify/test_new.*")
fault("no test, but no code", "src/lcp/new.c", "/** Nothing { here. */\n")
fault("too long", "src/lcp/lcp.h", ("int a;\n"):rep(400),
    "src/lcp/lcp.h:401: 401 lines; 400 are enough")
fault("a generated table is long", "src/num/sin_table.h", ("1,\n"):rep(999))
fault("the checker leaves its room", "verify/check/check.c",
    '#include "../../src/lcp/lcp.h"\n', 'verify/check/check.c:3: #include "../')
fault("the checker takes memory elsewhere", "verify/check/check.c",
    "char *f(void) { return malloc(1); }\n",
    "verify/check/check.c:3: malloc() outside verify/check/memory.c")
fault("the checker finds src by a path", "verify/check/check.c",
    '#include <lcp/lcp.h>\n',
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

check.case("thirteen modules", function()
    local files = house()
    for k = 1, 13 do
        files[("src/lcp/m%02d.c"):format(k)] = ""
    end
    check.tree(files, function(dir)
        local out, code = check.run(floors .. " " .. check.quote(dir))
        check.that(code == 1 and out:find(
            "src/lcp/m13.c:1: room 'lcp' has more than 12 modules", 1, true),
            "%s", out)
    end)
end)

check.done()
