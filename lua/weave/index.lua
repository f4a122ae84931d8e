--- # The index: every equation in a text that programs read
---
--- One record for each declared tag, made of lines with a word first:
---
---     = GAP08 (4.4c)
---     at doc/20-GAP08-step.md:141
---     say \nu^{(i)T} v^{l+1,\alpha} = 0, \quad i = 1, \dots, m
---     built src/gap08/step/alpha_gamma.c:123 alpha_gamma_pose
---     verified verify/gap08/step/test_alpha_gamma.c:45 joints
---     shown cases/GAP08/equations.lua:3
---     reason Context: why it is only quoted
---
--- `perp eq` prints them.

local tree = require "weave.tree"

local index = {}

local MOST = 8 -- lines of a statement in words

--- The display of a tag: the lines of its fence behind the tag before, up to its
--- own, without what only places them.
local function display(lines, at)
    local from = at
    while from > 1 and not lines[from - 1]:match("^%s*```") and
        not lines[from - 1]:find("\\tag%*?{") do
        from = from - 1
    end
    local out = {}
    for n = from, at do
        local text = lines[n]:gsub("\\tag%*?{[^}]*}", "")
            :gsub("\\begin{%a+}", ""):gsub("\\end{%a+}", "")
            :gsub("\\\\%s*$", ""):gsub("&", ""):match("^%s*(.-)[%s,]*$")
        if text ~= "" then
            out[#out + 1] = text
        end
    end
    return out
end

--- The paragraph of a tag that stands in the text.
local function paragraph(lines, at)
    local out = {}
    for n = at, math.min(#lines, at + MOST - 1) do
        local text = lines[n]:gsub("%s*<!%-%-.-%-%->%s*", " ")
            :match("^[%s*-]*(.-)%s*$")
        if lines[n]:match("^%s*$") then
            break
        elseif text ~= "" then
            out[#out + 1] = text:gsub("%*%*", "")
        end
    end
    return out
end

local function claims_of(out, word, list)
    for _, c in ipairs(list) do
        out[#out + 1] = ("%s %s:%d%s"):format(word, c.file, c.at or c.line,
            c.name and " " .. c.name or "")
    end
end

--- The whole index of a book that ledger.read has read below root.
function index.text(book, root, keys)
    local out, chapters = {}, {}
    for _, key in ipairs(keys) do
        for _, e in ipairs(book.papers[key]) do
            chapters[e.file] = chapters[e.file] or
                tree.lines(tree.read(root .. "/" .. e.file))
            local lines = chapters[e.file]
            out[#out + 1] = ("= %s (%s)"):format(e.key, e.tag)
            out[#out + 1] = ("at %s:%d"):format(e.file, e.line)
            local tagged = lines[e.line]:find("\\tag%*?{")
            for _, text in ipairs((tagged and display or paragraph)(lines,
                e.line)) do
                out[#out + 1] = "say " .. text
            end
            claims_of(out, "built", e.Implements)
            claims_of(out, "verified", e.Verifies)
            claims_of(out, "shown", e.Shows)
            if e.reason then
                out[#out + 1] = ("reason %s: %s"):format(e.reason.verb,
                    (e.reason.reason:gsub("%s+", " ")))
            end
        end
    end
    return table.concat(out, "\n") .. "\n"
end

return index
