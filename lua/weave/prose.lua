--- # How much of a room is prose
---
--- A line of C is *code* if anything stands on it outside of comments, with or
--- without a comment to its right; *prose* if it has no code and holds a letter
--- or a digit of a comment; and *blank* otherwise: so the signs `/**` and `*/`
--- on lines of their own, and empty lines inside a comment, are no prose. The
--- share is prose / (prose + code).
---
--- The second share goes by characters that are no blanks: those of comments,
--- right-hand ones and all signs included, over all. Mathematics to the right of
--- code counts in it, and is worth what it is long.
---
--- A room is a folder with sources: `src/lcp`, and `src/lcp/solve` where a wing
--- has rooms of its own. Tables that a program has written (`*_table.h`) are
--- left out.

local tree = require "weave.tree"
local prose = {}

local function solid(line)
    local _, n = line:gsub("%S", "")
    return n
end

--- The lines of a text of C by what they are; `said` of its `all` characters
--- stand in comments.
function prose.count(text)
    local of = { code = 0, prose = 0, blank = 0, said = 0, all = 0 }
    local code = tree.lines(tree.c_code(text))
    local kept = tree.lines(tree.c_code(text, true))
    for n, line in ipairs(tree.lines(text)) do
        local what = code[n]:find("%S") and "code"
            or line:find("%w") and "prose" or "blank"
        of[what] = of[what] + 1
        of.all = of.all + solid(line)
        of.said = of.said + solid(line) - solid(kept[n])
    end
    return of
end

local function add(sums, name, of)
    sums[name] = sums[name] or {}
    for key, n in pairs(of) do
        sums[name][key] = (sums[name][key] or 0) + n
    end
end

local function share(of)
    return 100 * of.prose / math.max(of.prose + of.code, 1)
end

--- The numbers of every room below root, and their sums by wing.
function prose.rooms(root)
    local rooms, wings = {}, {}
    for _, path in ipairs(tree.files(root)) do
        local room = path:match("^(src.*)/[^/]*%.[ch]$")
            or path:match("^(verify/check)/[^/]*%.[ch]$")
        if room and not path:match("_table%.h$") then
            local of = prose.count(assert(tree.read(root .. "/" .. path)))
            add(rooms, room, of)
            add(wings, room:match("^verify/check") or "src", of)
        end
    end
    return rooms, wings
end

local function rows(sums)
    local names, out = {}, {}
    for name in pairs(sums) do
        names[#names + 1] = name
    end
    table.sort(names, function(a, b)
        local x, y = share(sums[a]), share(sums[b])
        return x < y or (x == y and a < b)
    end)
    for _, name in ipairs(names) do
        local of = sums[name]
        out[#out + 1] = ("%-24s %6d %6d %6d %6.1f %6.1f\n"):format(name,
            of.code, of.prose, of.blank, share(of),
            100 * of.said / math.max(of.all, 1))
    end
    return table.concat(out)
end

--- The rooms, the least share first, and the sums.
function prose.table(root)
    local rooms, wings = prose.rooms(root)
    return ("%-24s %6s %6s %6s %6s %6s\n"):format("room", "code", "prose",
        "blank", "% line", "% char") .. rows(rooms) .. "\n" .. rows(wings) ..
        ("lines of code in src, prose and blank lines not counted: %d\n")
        :format(wings.src and wings.src.code or 0)
end

--- What is wrong with these rooms, a line each: below `least` percent of the
--- lines, or not there.
function prose.below(root, least, names)
    local rooms, out = prose.rooms(root), {}
    for _, name in ipairs(names) do
        local of = rooms[name]
        if not of then
            out[#out + 1] = name .. ": no such room; name one of the table"
        elseif share(of) < least then
            out[#out + 1] = ("%s: %.1f %% of the lines are prose, not %g")
                :format(name, share(of), least)
        end
    end
    return out
end

return prose
