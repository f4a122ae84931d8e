--- # Figures and replays
---
--- Every case is run when the book is made: its figures, its replay, and what the
--- lines of its head draw that begin with `perp` and have `--plot`. Cases run side by
--- side. A case is run again when its text, perp or a module of the scene language
--- has changed; that is read from checksums.

local tree = require "weave.tree"
local figures = {}

local function quote(word)
    return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function output(command)
    local pipe = assert(io.popen(command))
    local text = pipe:read("a")
    pipe:close()
    return text
end

--- The name of a case in addresses: `GAP08-fig9_1`.
function figures.stem(file)
    return (file:match("^cases/(.*)%.lua$"):gsub("/", "-"))
end

--- The commands in the head of a case that draw, as they are written; a line that
--- stands deeper belongs to the one before.
function figures.commands(file, prose)
    local out = {}
    local joined = ("\n" .. prose):gsub("\n        %s*", " ")
    for line in joined:gmatch("\n    (perp %l+ [^\n]*)") do
        local words = " " .. line .. " "
        if words:find(" --plot ", 1, true) and not words:match(
            "^ perp run %S+ %-%-plot %S+ $") then
            out[#out + 1] = line:gsub("%s+", " ")
        end
    end
    return out
end

--- The same for a shell: this program, this case, this directory.
local function prepared(command, perp, file, place)
    local out = {}
    local words = {}
    for word in command:gmatch("%S+") do
        words[#words + 1] = word
    end
    local at = 1
    while at <= #words do
        local word = words[at]
        if at == 1 then
            word = quote(perp)
        elseif word == "--plot" then
            word, at = "--plot " .. quote(place), at + 1
        elseif word:match("%.lua$") then
            word = quote(file)
        elseif not word:match("^[%w_./,=:+-]+$") then
            word = quote(word)
        end
        out[#out + 1] = word
        at = at + 1
    end
    return table.concat(out, " ")
end

--- The shell's lines for one case.
local function job(root, dir, perp, case)
    local place = dir .. "/figures/" .. case.stem
    local out = { "cd " .. quote(root), "rm -rf " .. quote(place),
        "mkdir -p " .. quote(place) .. " " .. quote(dir .. "/replays"),
        ("(%s run %s --plot %s --movie %s --quiet"):format(quote(perp),
            quote(case.file), quote(place .. "/0"),
            quote(dir .. "/replays/" .. case.stem .. ".html")) }
    for k, command in ipairs(case.commands) do
        out[#out] = out[#out] .. " &&"
        out[#out + 1] = prepared(command, perp, case.file,
            place .. "/" .. k)
    end
    out[#out] = out[#out] .. ") > " .. quote(place .. "/said") .. " 2>&1 &&"
    out[#out + 1] = ("printf '%%s' %s > %s"):format(quote(case.key),
        quote(place .. "/key"))
    out[#out + 1] = "echo $? " .. case.stem
    return table.concat(out, "\n") .. "\n"
end

--- Gives each case a key that changes with what it is made from.
local function keys(root, perp, cases)
    local base = output(("cd %s && cksum %s lua/perp/*.lua lua/perp/movie/* " ..
        "| cksum"):format(quote(root), quote(perp))):match("^%d+")
    local own = {}
    for line in output("cd " .. quote(root) ..
        " && find cases -name '*.lua' -exec cksum {} +"):gmatch("[^\n]+") do
        local sum, file = line:match("^(%d+ %d+) (.*)$")
        own[file] = sum
    end
    for _, case in ipairs(cases) do
        case.key = ("%s %s %s"):format(base, own[case.file],
            table.concat(case.commands, ";"):gsub("'", ""))
    end
end

--- How large a figure is.
local function size(path)
    local head = (tree.read(path) or ""):sub(1, 300)
    return tonumber(head:match('width="(%d+)"')),
        tonumber(head:match('height="(%d+)"'))
end

--- What stands in the directory of a case: a list of { name, path, command }.
local function found(dir, case)
    local place = "figures/" .. case.stem
    for path in output(("cd %s && LC_ALL=C find %s -name '*.svg' " ..
        "2>/dev/null | LC_ALL=C sort"):format(quote(dir),
        quote(place))):gmatch("[^\n]+") do
        local number, name = path:match("/(%d+)/([^/]*)%.svg$")
        local width, height = size(dir .. "/" .. path)
        table.insert(case, { name = name, path = path, width = width,
            height = height, command = case.commands[tonumber(number)] })
    end
    if tree.read(dir .. "/replays/" .. case.stem .. ".html") then
        case.replay = "replays/" .. case.stem .. ".html"
    end
end

--- Makes what is missing of the cases { file, stem, commands }, `jobs` at a time, and
--- enters into each what it has. tell(done, all, name) hears of progress; returns
--- how many ran, and a list of complaints.
function figures.make(root, dir, perp, jobs, cases, tell)
    keys(root, perp, cases)
    local place, list, bad = dir .. "/.jobs", {}, {}
    os.execute("mkdir -p " .. quote(place))
    local order = table.move(cases, 1, #cases, 1, {})
    table.sort(order, function(a, b)    -- what has most to do first
        local m, n = #a.commands, #b.commands
        return m > n or m == n and a.stem > b.stem
    end)
    for _, case in ipairs(order) do
        if tree.read(dir .. "/figures/" .. case.stem .. "/key") ~= case.key then
            tree.write(place .. "/" .. case.stem, job(root, dir, perp, case))
            list[#list + 1] = case.stem
        end
    end
    tree.write(place .. "/list", table.concat(list, "\n") .. "\n")
    local pipe = assert(io.popen(("cd %s && xargs -P %d -n 1 sh < list")
        :format(quote(place), jobs)))
    local n = 0
    for line in #list > 0 and pipe:lines() or function() end do
        local code, stem = line:match("^(%d+) (.*)$")
        n = n + 1
        tell(n, #list, stem)
        if code ~= "0" then
            local said = tree.read(dir .. "/figures/" .. stem .. "/said") or ""
            bad[#bad + 1] = ("no figure of %s: %s"):format(stem,
                said:match("([^\n]*)\n*$"))
        end
    end
    pipe:close()
    os.execute("rm -r " .. quote(place))
    for _, case in ipairs(cases) do
        found(dir, case)
    end
    return n, bad
end

return figures
