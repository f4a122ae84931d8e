--- # Floors
---
---     lua5.4 lua/floors.lua [ROOT] [--objects DIR]
---     lua5.4 lua/floors.lua --table | --draw
---
--- The rules of the house that a machine can check, and nothing else. Each
--- complaint is a line with file and line number; exit 1 when there is one. With
--- the objects of a build, what its linker sees is held against the list, too: a
--- prototype that is written out in a source is no include. `--table` prints
--- CONTRIBUTING's table of wings, `--draw` the picture of doc/90-style.md.

local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local tree = require "weave.tree"
local plan = require "weave.plan"
local house = require "house"
local root, objects, wants
for i = 1, #arg do
    if arg[i] == "--objects" then
        objects = assert(arg[i + 1], "--objects wants a directory")
    elseif arg[i] == "--table" or arg[i] == "--draw" then
        wants = arg[i]
    elseif arg[i - 1] ~= "--objects" then
        root = arg[i]
    end
end
root = root or here .. "/.."

--- ## The rules as data

--- Of each wing what it may know, and of each room its place in its wing.
local knows, place = {}, {}
for _, w in ipairs(house) do
    knows[w.wing] = { [w.wing] = true }
    for _, below in ipairs(w.knows or {}) do
        for one in pairs(assert(knows[below], "house.lua: the list goes up")) do
            knows[w.wing][one] = true
        end
    end
    for i, room in ipairs(w.rooms or { "." }) do
        place[room == "." and w.wing or w.wing .. "/" .. room] = i
    end
end

local lua_headers = { ["lua.h"] = true, ["lauxlib.h"] = true,
    ["lualib.h"] = true }

local most_lines, most_columns = 400, 80

local heap = tree.set { "malloc", "calloc", "realloc", "free", "aligned_alloc",
    "posix_memalign", "strdup", "strndup" }
local heap_home = "src/base/memory.c"

--- What makes, changes or takes away a file. `fopen` reads, or it is one of them.
local writes = tree.set { "open", "openat", "creat", "fdopen", "freopen",
    "mkstemp", "mkostemp", "mkdtemp", "tmpfile", "rename", "link", "symlink",
    "unlink", "remove", "rmdir", "mkdir", "truncate", "ftruncate" }
local files_home = { ["src/base/file.c"] = true, ["src/base/hidden.c"] = true }
local opens_allowed = {
    ["src/cli/command.c"] = "a standard stream that is closed is /dev/null" }

--- The checker's own; its fuzz.c is a test.
local checker_home = { ["verify/check/memory.c"] = true,
    ["verify/check/fuzz.c"] = true }

--- Functions whose last bit depends on the C library. The exceptions name the
--- file and say why.
local libm = tree.set { "sin", "cos", "tan", "asin", "acos", "atan",
    "atan2", "sincos", "sinh", "cosh", "tanh", "exp", "exp2", "expm1", "log",
    "log2", "log10", "log1p", "pow", "hypot", "cbrt" }
local libm_allowed = {}

--- Modules without a test file of their own, with the reason. A file that
--- holds no code needs none.
local untested = {
    ["src/base/hidden.c"] = "test_file comes to every state of its list",
    ["src/cli/main.c"] = "every test that calls perp",
    ["src/cli/params.c"] = "test_run asks for the parameters of a scene",
    ["src/cli/subcommand.c"] = "test_command asks every subcommand",
    ["src/scene/bind/study.c"] = "test_converge asks for studies",
    ["src/cli/explain.c"] = "test_help asks for every exit code",
    ["src/cli/new.c"] = "test_help runs every scene to begin with",
    ["src/cli/pages.c"] = "test_help compares every page with the help",
    ["src/cli/cone_command.c"] = "test_cone_report calls the program",
    ["src/gap08/run/second_velocity.c"] = "test_several has runs asked" }

--- Written in two parts, so that this file does not hold them.
local words = { "TO" .. "DO", "FIX" .. "ME", "XX" .. "X", "HA" .. "CK",
    "WI" .. "P", "TB" .. "D" }
local machine_paths = { "/wo" .. "rk", "/tm" .. "p/wt", "/ho" .. "me",
    "/ro" .. "ot" }

--- ## The checks

local complaints = {}

local function complain(file, line, text, ...)
    complaints[#complaints + 1] = ("%s:%d: " .. text):format(file, line, ...)
end

local files = tree.files(root)
local exists, text_of = {}, {}
for _, file in ipairs(files) do
    exists[file] = true
    text_of[file] = assert(tree.read(root .. "/" .. file))
end

--- Why a room may not use another; null when it may.
local function upward(room, other)
    local wing, its = room:match("^[^/]+"), other:match("^[^/]+")
    if room == other then
        return nil
    elseif wing ~= its then
        return not knows[wing][its] and
            ("'%s' does not know '%s'"):format(wing, its) or nil
    end
    return place[other] >= place[room] and
        ("in '%s' the room '%s' does not stand below '%s'")
        :format(wing, other, room) or nil
end

local function included(file, n, line, room)
    local system = line:match("^%s*#%s*include%s*<([^>]+)>")
    local header = system or line:match('^%s*#%s*include%s*"([^"]+)"')
    if lua_headers[header] and not room:find("^scene") then
        return complain(file, n, "only src/scene includes %s", header)
    elseif not header or system or lua_headers[header] then
        return
    end
    local other = header:match("^([%w_/]+)/[%w_]+%.h$")
    if not place[other] then
        complain(file, n, '#include "%s": write "wing/room/file.h"', header)
    elseif not exists["src/" .. header] then
        complain(file, n, '#include "%s": no such file', header)
    elseif place[room] then
        local why = upward(room, other)
        if why then
            complain(file, n, '#include "%s" points up: %s', header, why)
        end
    end
end

--- Every call `name(` in the line of one of these names that is no member's.
local function calls(file, n, code, names, text)
    if not code:find("(", 1, true) then
        return
    end
    for at, name in code:gmatch("()%f[%w_]([%a_][%w_]*)%s*%(") do
        local before = names[name] and code:sub(1, at - 1)
        if before and not before:find("%.%s*$") and
            not before:find("%->%s*$") then
            complain(file, n, text, name)
        end
    end
end

--- `fopen` with a mode that is not plainly reading, in one line or more.
local function opens(file, text)
    for before, words in tree.c_code(text, true)
        :gmatch("()%f[%w_]fopen%s*(%b())") do
        if not words:find('"rb?"%s*%)$') then
            local _, n = text:sub(1, before):gsub("\n", "")
            complain(file, n + 1, "%s() for writing outside src/base/file.c",
                "fopen")
        end
    end
end

local function read_c(file, room)
    local text = text_of[file]
    local code = tree.lines(tree.c_code(text))
    local keeps = files_home[file] or opens_allowed[file]
    if not keeps then
        opens(file, text)
    end
    for n, line in ipairs(tree.lines(text)) do
        if not keeps then
            calls(file, n, code[n], writes, "%s() outside src/base/file.c")
        end
        if code[n]:match("^%s*#%s*include") then
            included(file, n, line, room)
        elseif file ~= heap_home then
            calls(file, n, code[n], heap, "%s() outside " .. heap_home)
        end
        if not libm_allowed[file] then
            calls(file, n, code[n], libm,
                "%s() of the C library differs from machine to machine")
        end
    end
end

--- The test of src/A/x.c is verify/A/test_x.* or verify/A/test_x_*.*
local function is_tested(room, module)
    local stem = "verify/" .. room .. "/test_" .. module
    for _, kind in ipairs { ".c", ".lua", ".py" } do
        if exists[stem .. kind] then
            return true
        end
    end
    for file in pairs(exists) do
        if file:sub(1, #stem + 1) == stem .. "_" then
            return true
        end
    end
    return false
end

local function check_source()
    local modules, last = {}, {}
    for _, file in ipairs(files) do
        local any = file:match("^src/.*%.[ch]$") and
            (file:match("^src/(.*)/") or "")
        if any and not place[any] then
            complain(file, 1, "room '%s' is not in lua/house.lua", any)
        end
        if any then
            read_c(file, any)
            modules[any], last[any] = (modules[any] or 0) + 1, file
        end
        local room, module = file:match("^src/([%w_/]+)/([%w_]+)%.c$")
        if room and tree.c_code(text_of[file]):find("{", 1, true)
            and not is_tested(room, module) and not untested[file] then
            complain(file, 1, "no verify/%s/test_%s.*", room, module)
        end
    end
    for room in pairs(place) do
        if modules[room] == 1 then
            complain(last[room], 1, "a room of one file")
        end
    end
end

--- What an object needs of another one, by its linker symbols.
local function check_objects()
    local pipe = assert(io.popen("find '" .. objects .. "' -name '*.o' " ..
        "-path '*perp_[cf]*.dir/src/*' | LC_ALL=C sort | xargs nm -A"))
    local home, needs = {}, {}
    for line in pipe:lines() do
        local file, kind, name =
            line:match("%.dir/(src/[^:]+)%.o:%x*%s+(%a)%s+([%w_]+)$")
        if kind == "U" then
            needs[#needs + 1] = { file, name }
        elseif kind and kind:match("[TDBRVW]") then
            home[name] = file:match("^src/([%w_/]+)/[%w_]+%.c$")
            if kind == "T" and not name:find("_", 1, true) then
                complain(file, 1, "the public name '%s' is one word", name)
            end
        end
    end
    pipe:close()
    local seen = {}
    for _, x in ipairs(needs) do
        local file, name = table.unpack(x)
        local room, other = file:match("^src/([%w_/]+)/[%w_]+%.c$"), home[name]
        local why = room and place[room] and place[other] and
            upward(room, other)
        if why and not seen[file .. name] then
            seen[file .. name] = true
            complain(file, 1, "links %s of %s: %s", name, other, why)
        end
    end
    return next(home) or complain(objects, 1, "no objects of src are below it")
end

--- The rows of CONTRIBUTING's table, from the list.
local function table_rows()
    local out = {}
    for _, w in ipairs(house) do
        local named, below = {}, {}
        for _, room in ipairs(w.rooms or {}) do
            if room ~= "." then
                named[#named + 1] = "`" .. room .. "`"
            end
        end
        for i, name in ipairs(w.knows or {}) do
            below[i] = "`" .. name .. "`"
        end
        out[#out + 1] = ("| `%s` | %s | %s | %s |"):format(w.wing, w.question,
            table.concat(named, " "), table.concat(below, " "))
    end
    return out
end

--- The table of wings in CONTRIBUTING.md is the list.
local function check_table()
    local text = text_of["CONTRIBUTING.md"]
    for _, row in ipairs(text and table_rows() or {}) do
        if not text:find("\n" .. row .. "\n", 1, true) then
            complain("CONTRIBUTING.md", 1, "its table lacks the row of " ..
                "lua/house.lua (lua5.4 lua/floors.lua --table): %s", row)
        end
    end
end

--- The picture is the list.
local function check_picture()
    local at = "doc/figures/house.svg"
    if text_of[at] and text_of[at] ~= plan.draw(house) then
        complain(at, 1, "it is not what lua5.4 lua/floors.lua --draw draws")
    end
end

--- The book's code column holds 80 columns; prose runs in the other one.
local function check_length()
    for _, file in ipairs(files) do
        if (file:match("^src/.*%.[ch]$") or file:match("^lua/.*%.lua$")
            or file:match("^lua/.*%.js$") or file:match("^lua/.*%.css$"))
            and not file:match("_table%.h$") then
            local lines = tree.lines(text_of[file])
            if #lines > most_lines then
                complain(file, #lines, "%d lines; %d are enough", #lines,
                    most_lines)
            end
            local prose = {}
            for _, comment in ipairs(tree.comments(file, text_of[file])) do
                for n = comment.first, comment.owns and comment.last or 0 do
                    prose[n] = true
                end
            end
            for n, line in ipairs(lines) do
                local wide = utf8.len(line) or #line
                if wide > most_columns and not prose[n] then
                    complain(file, n, "%d columns; the book holds %d", wide,
                        most_columns)
                end
            end
        end
    end
end

--- The checker shares nothing with what it checks.
local function check_checker()
    for _, file in ipairs(files) do
        local own = file:match("^verify/check/.*%.[ch]$")
        local code = own and not checker_home[file] and
            tree.lines(tree.c_code(text_of[file])) or {}
        for n, line in ipairs(code) do
            calls(file, n, line, heap, "%s() outside verify/check/memory.c")
        end
        for n, line in ipairs(own and tree.lines(text_of[file]) or {}) do
            local header = line:match('^%s*#%s*include%s*"([^"]+)"')
            if header and not exists["verify/check/" .. header] then
                complain(file, n, '#include "%s" leaves verify/check', header)
            elseif line:match("^%s*#%s*include%s*<[%w_]+/") and
                exists["src/" .. (line:match("<([^>]+)>") or "")] then
                complain(file, n, "includes a header of src")
            end
        end
    end
end

--- The lines of a file with the word between these patterns; most have none.
local function each(file, before, word, remark)
    local text = text_of[file]
    if not text:find(word, 1, true) or text:find("\0", 1, true) then
        return
    end
    for n, line in ipairs(tree.lines(text)) do
        if (" " .. line .. " "):find(before .. word .. "%f[^%w_]") then
            complain(file, n, remark, word)
        end
    end
end

local function check_words()
    for _, file in ipairs(files) do
        if text_of[file]:sub(1, 4) == "\127ELF" then
            complain(file, 1, "a built program")
        end
        for _, word in ipairs(words) do
            each(file, "%f[%w_]", word, "the word %s")
        end
        for _, path in ipairs(machine_paths) do
            each(file, "[^%w._/~}%)-]", path, "a path of a machine: %s")
        end
    end
end

if wants then
    io.write(wants == "--draw" and plan.draw(house) or
        table.concat(table_rows(), "\n") .. "\n")
    os.exit(0)
end
check_source()
check_table()
check_picture()
if objects then
    check_objects()
end
check_length()
check_checker()
check_words()
for _, line in ipairs(complaints) do
    io.stderr:write(line, "\n")
end
print(("%s; %d files, %d complaints"):format(plan.count(house), #files,
    #complaints))
os.exit(#complaints == 0 and 0 or 1)
