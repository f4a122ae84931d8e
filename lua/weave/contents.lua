--- # The contents page: one list of parts and chapters
---
--- `doc/README.md` names each chapter once, in a list item that begins with its
--- link, below the heading of its part. The head of every page of the book and
--- the checks read that list; there is no other.

local tree = require "weave.tree"
local contents = { file = "doc/README.md" }

--- The path of a link's target, from the directory of the file that has it.
function contents.resolve(from, target)
    local parts = {}
    for part in ((from:match("^(.*)/") or "") .. "/" .. target)
        :gmatch("[^/]+") do
        if part == ".." and #parts > 0 then
            parts[#parts] = nil
        elseif part ~= "." then
            parts[#parts + 1] = part
        end
    end
    return table.concat(parts, "/")
end

--- The name by which a heading is linked to: small letters, no punctuation,
--- hyphens for blanks.
function contents.mark(heading)
    local text = heading:gsub("%s*{[^}]*}%s*$", "")
        :gsub("%[([^%]]*)%]%([^)]*%)", "%1")
    return (text:lower():gsub("[^%w%s_\128-\255-]", ""):gsub("%s", "-"))
end

--- All such names of a chapter, as a set.
function contents.marks(text)
    local out, fence = {}, nil
    for _, line in ipairs(tree.lines(text)) do
        local ticks = line:match("^%s*(```+)")
        if ticks then
            fence = not fence and ticks or
                (fence and #ticks < #fence and fence) or nil
        end
        local heading = not fence and line:match("^#+%s+(.-)%s*$")
        local mark = heading and contents.mark(heading)
        while mark and out[mark] do     -- a second one is x-1, a third x-1-1
            mark = mark .. "-1"
        end
        if mark then
            out[mark] = true
        end
    end
    return out
end

--- The parts in their order: each with its title, the level of its heading, and
--- its chapters { file, title, line }.
function contents.parts(text)
    local out = { { level = 3, chapters = {} } }
    for n, line in ipairs(tree.lines(text)) do
        local level, heading = line:match("^(#+)%s+(.-)%s*$")
        local title, target = line:match("^[*-] %[([^%]]+)%]%(([^)#]+%.md)%)")
        if level and #level > 2 then
            out[#out + 1] = { title = heading, level = #level, chapters = {} }
        elseif target then
            local list = out[#out].chapters
            list[#list + 1] = { title = title, line = n,
                file = contents.resolve(contents.file, target) }
        end
    end
    return out
end

--- The complaints `bad(file, line, why)` about the list: a chapter that is not
--- named, or twice; a number that two have; an order that is not that of names.
function contents.check(parts, chapters, bad)
    local named, last, numbers = {}, nil, {}
    for _, part in ipairs(parts) do
        for _, entry in ipairs(part.chapters) do
            if named[entry.file] then
                bad(contents.file, entry.line, entry.file .. " is named twice")
            end
            named[entry.file] = true
            if entry.file:match("^doc/%d") then
                if last and entry.file < last then
                    bad(contents.file, entry.line, entry.file ..
                        " stands behind " .. last .. ", against their numbers")
                end
                last = entry.file
            end
        end
    end
    for _, file in ipairs(chapters) do
        local number = file:match("^doc/(%d+)-")
        if number and numbers[number] then
            bad(file, 1, numbers[number] .. " has the same number")
        end
        if number then
            numbers[number] = file
        end
        if not named[file] and file:match("^doc/")
            and file ~= contents.file then
            bad(file, 1, contents.file .. " does not name it")
        end
    end
end

return contents
