--- # Which definitions can the programs reach?
---
--- Read from names alone: what `main` and `luaopen_perp_core` mention, what that
--- mentions, and so on. A file's own definition of a name comes before those of
--- other files. What begins in column 0 is a definition: a function, data, a
--- macro; types call nobody. A local variable with a function's name makes that function
--- reachable, so this finds too much, never too little; verify/house/reachable.py asks
--- the linker, which is not deceived and takes a minute.

local tree = require "weave.tree"

local reach = {}

--- Two programs that share no file.
local programs = {
    { "^src/.*%.[ch]$", { "main", "luaopen_perp_core" } },
    { "^verify/check/[%w_]+%.[ch]$", { "main" } },
}

--- The name that a line at column 0 defines, or nil: such a definition counts as
--- reached when anything of its file is. NAME(fill)(...) is a template's:
--- its words are joined, and it is called so, too.
local function opens(line)
    local macro = line:match("^#%s*define%s+([%w_]+)")
    if macro or not line:match("^[%a_]") then
        return macro
    end
    local before = line:match("^([^=]*)=") or line
    local word = before:match("([%a_][%w_]*)%s*%(")
    if word and word:match("^[%u_]+$") then
        return before:match("%(%s*([%a_][%w_]*)%s*%)%s*%(") or word
    end
    return word or before:match("([%a_][%w_]*)%s*%[")
        or line:match("([%a_][%w_]*)%s*=") or line:match("([%a_][%w_]*);$")
end

--- Where the definition that begins in line n ends, and whether it is one: a
--- macro with its continued lines; a statement down to its semicolon, or a body
--- down to the brace that closes it. A prototype says nothing.
local function close(lines, n)
    if lines[n]:match("^#") then
        local first = n
        while lines[n]:match("\\%s*$") and lines[n + 1] do
            n = n + 1
        end
        return n, not lines[first]:match("^#%s*include")
    end
    local depth, says = 0, false
    for m = n, #lines do
        local _, open = lines[m]:gsub("{", "")
        local _, shut = lines[m]:gsub("}", "")
        depth = depth + open - shut
        says = says or open > 0 or lines[m]:find("=", 1, true) ~= nil
        if depth == 0 and (lines[m]:match(";%s*$") or
            says and lines[m]:match("^}%s*$")) then
            return m, says
        end
    end
    return #lines, says
end

--- Members, behind a dot or an arrow, call nobody.
local function words_of(lines, from, to, into)
    for n = from, to do
        for before, word in lines[n]:gmatch("([.>]?)([%a_][%w_]*)") do
            if before == "" then
                into[word] = true
            end
        end
    end
end

--- nodes[file][name] = the words of that definition; where[name] = files.
local function read(root, files, pattern)
    local nodes, where = {}, {}
    for _, file in ipairs(files) do
        local text = file:match(pattern) and tree.read(root .. "/" .. file)
        local lines = text and tree.lines(tree.c_code(text)) or {}
        local own, n = {}, 1
        while n <= #lines do
            local name, last, body = nil, n, false
            if lines[n]:match("^[%a_#]") then
                last, body = close(lines, n)
                name = opens(lines[n]) or "*"
            end
            if body and not lines[n]:match("^typedef") then
                own[name] = own[name] or {}
                words_of(lines, n, last, own[name])
                where[name] = where[name] or {}
                where[name][file] = true
            end
            n = last + 1
        end
        nodes[file] = own
    end
    return nodes, where
end

local function walk(nodes, where, roots, reached)
    local list, enter = {}, nil
    function enter(file, name)
        local key = file .. ":" .. name
        if not reached[key] then
            reached[key] = true
            list[#list + 1] = { file, name }
            if nodes[file]["*"] then
                enter(file, "*")
            end
        end
    end
    for _, root in ipairs(roots) do
        for file in pairs(where[root] or {}) do
            enter(file, root)
        end
    end
    while #list > 0 do
        local file, name = table.unpack(table.remove(list))
        for word in pairs(nodes[file][name]) do
            if nodes[file][word] then
                enter(file, word)
            else
                for other in pairs(where[word] or {}) do
                    enter(other, word)
                end
            end
        end
    end
end

--- reached["file:name"] is true for what a program reaches, false for what is
--- defined and not reached, nil for what is no definition. A tree without the
--- root of a program says nothing of its files.
function reach.read(root, files)
    local out = {}
    for _, program in ipairs(programs) do
        local reached = {}
        local nodes, where = read(root, files, program[1])
        walk(nodes, where, program[2], reached)
        for file, own in pairs(next(reached) and nodes or {}) do
            for name in pairs(own) do
                local key = file .. ":" .. name
                out[key] = reached[key] or false
            end
        end
    end
    return out
end

return reach
