--- # Floors
---
---     lua5.4 lua/floors.lua [ROOT]
---
--- The rules of the house that a machine can check, and nothing else. Each
--- complaint is a line with file and line number; exit 1 when there is one.

local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local tree = require "weave.tree"
local root = arg[1] or here .. "/.."

--- ## The rules as data

--- A room includes itself and what lies lower; rooms on one floor do not know
--- each other, but for the pairs in `beside`.
local floor = {
    base = 0, num = 0,
    lcp = 1, exact = 1, tape = 1, sequence = 1,
    tableau = 2, model = 2,
    solve = 3,
    enumerate = 4, cone = 4, active = 4,
    scheme = 5, paoli = 5, qvi = 5, impact = 5,
    theta = 6, inclusion = 6, sample = 6, law = 6, enclose = 6, trace = 6,
    certify = 6,
    run = 7,
    compliant = 8, report = 8, estimate = 8,
    shoot = 9, script = 9,
    drive = 10,
    bind = 11,
    option = 12, assume = 12,
    study = 13, collide = 13,
    reach = 14, fan = 14,
    command = 15 }
local beside = { num = "base", cone = "active", certify = "enclose" }
local lua_headers = { ["lua.h"] = true, ["lauxlib.h"] = true,
    ["lualib.h"] = true }

local most_modules, most_lines, most_columns = 14, 400, 80

local heap = { "malloc", "calloc", "realloc", "free", "aligned_alloc",
    "posix_memalign", "strdup", "strndup" }
local heap_home = "src/base/memory.c"
--- The checker's own; its fuzz.c is a test.
local checker_home = { ["verify/check/memory.c"] = true,
    ["verify/check/fuzz.c"] = true }

--- Functions whose last bit depends on the C library. The exceptions name the
--- file and say why.
local libm = { "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sincos",
    "sinh", "cosh", "tanh", "exp", "exp2", "expm1", "log", "log2", "log10",
    "log1p", "pow", "hypot", "cbrt" }
local libm_allowed = {}

--- Modules without a test file of their own, with the reason. A file that
--- holds no code needs none.
local untested = {
    ["src/study/cone_command.c"] = "test_cone_report calls the program",
    ["src/run/second_velocity.c"] = "test_several has runs asked" }

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

local function included(file, n, line, room)
    local system = line:match("^%s*#%s*include%s*<([^>]+)>")
    local header = system or line:match('^%s*#%s*include%s*"([^"]+)"')
    if lua_headers[header] and room ~= "bind" and room ~= "script" then
        return complain(file, n, "only src/script and src/bind include %s",
            header)
    elseif not header or system or lua_headers[header] then
        return
    end
    local other = header:match("^([%w_]+)/[%w_]+%.h$")
    if not floor[other] then
        complain(file, n, '#include "%s": write "room/file.h"', header)
    elseif not exists["src/" .. header] then
        complain(file, n, '#include "%s": no such file', header)
    elseif floor[room] and other ~= room and floor[other] >= floor[room]
        and beside[room] ~= other then
        complain(file, n, '#include "%s" points up: %s is on floor %d, %s ' ..
            "on floor %d", header, room, floor[room], other, floor[other])
    end
end

--- Every call `name(` in the line that is no member's.
local function calls(file, n, code, names, text)
    for _, name in ipairs(names) do
        local at = code:find("%f[%w_]" .. name .. "%s*%(")
        local before = at and code:sub(1, at - 1) or ""
        if at and not before:find("%.%s*$") and not before:find("%->%s*$") then
            complain(file, n, text, name)
        end
    end
end

local function read_c(file, room)
    local text = text_of[file]
    local code = tree.lines(tree.c_code(text))
    for n, line in ipairs(tree.lines(text)) do
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

local function is_tested(module)
    for _, kind in ipairs { ".c", ".lua", ".py", ".cmake", ".sh" } do
        if exists["verify/test_" .. module .. kind] then
            return true
        end
    end
    return false
end

local function check_source()
    local modules = {}
    for _, file in ipairs(files) do
        local room, module = file:match("^src/([%w_]+)/([%w_]+)%.c$")
        local any = file:match("^src/([%w_]+)/.*%.[ch]$")
        if any and not floor[any] then
            complain(file, 1, "room '%s' is on no floor", any)
        end
        if file:match("^src/.*%.[ch]$") then
            read_c(file, any or "main")
        end
        if room then
            modules[room] = (modules[room] or 0) + 1
            if modules[room] == most_modules + 1 then
                complain(file, 1, "room '%s' has more than %d modules", room,
                    most_modules)
            end
            if tree.c_code(text_of[file]):find("{", 1, true)
                and not is_tested(module) and not untested[file] then
                complain(file, 1, "no verify/test_%s.*", module)
            end
        end
    end
end

--- The table of rooms in CONTRIBUTING.md has every room, on its floor.
local function check_table()
    local text, stands = text_of["CONTRIBUTING.md"], {}
    for n, line in ipairs(text and tree.lines(text) or {}) do
        local level, rooms = line:match("^| (%d+) | ([^|]*) |")
        for room in (rooms or ""):gmatch("`([%w_]+)`") do
            stands[room] = true
            if floor[room] ~= tonumber(level) then
                complain("CONTRIBUTING.md", n, "room '%s' is not on floor %s",
                    room, level)
            end
        end
    end
    for _, file in ipairs(text and files or {}) do
        local room = file:match("^src/([%w_]+)/")
        if floor[room] and not stands[room] then
            stands[room] = true
            complain("CONTRIBUTING.md", 1, "the room '%s' is missing", room)
        end
    end
end

--- The book's code column holds 80 columns; prose runs in the other one.
local function check_length()
    for _, file in ipairs(files) do
        if (file:match("^src/.*%.[ch]$") or file:match("^lua/.*%.lua$"))
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

local function check_words()
    for _, file in ipairs(files) do
        local text = text_of[file]
        if text:sub(1, 4) == "\127ELF" then
            complain(file, 1, "a built program")
        end
        for n, line in ipairs(text:find("\0", 1, true) and {}
            or tree.lines(text)) do
            for _, word in ipairs(words) do
                if line:find("%f[%w_]" .. word .. "%f[^%w_]") then
                    complain(file, n, "the word %s", word)
                end
            end
            for _, path in ipairs(machine_paths) do
                if (" " .. line .. " "):find("[^%w._/~}%)-]" .. path ..
                    "%f[^%w_]") then
                    complain(file, n, "a path of a machine: %s", path)
                end
            end
        end
    end
end

check_source()
check_table()
check_length()
check_checker()
check_words()
for _, line in ipairs(complaints) do
    io.stderr:write(line, "\n")
end
print(("%d files, %d complaints"):format(#files, #complaints))
os.exit(#complaints == 0 and 0 or 1)
