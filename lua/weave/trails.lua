--- # Trails: from an equation to all that belongs to it
---
--- Under each equation of a chapter, and in its row of the concordance, stand
--- links to the functions that implement it, the tests that verify it, the cases
--- that show it.

local contents = require "weave.contents"
local inline = require "weave.inline"
local tree = require "weave.tree"
local trails = {}

--- The name of the page of a source or a chapter.
function trails.name(file)
    if file == contents.file then
        return "index.html"
    end
    local chapter = file:match("^doc/(.+)%.md$") or file:match("^([^/]+)%.md$")
    return (chapter or file):gsub("/", "-") .. ".html"
end

--- The address of a line of a source.
function trails.address(sources, file, line)
    for _, section in ipairs(sources[file] or {}) do
        if line >= section.first and line <= section.to then
            return trails.name(file) .. "#L" .. line
        end
    end
    return trails.name(file)
end

local function link(text, address)
    return ('<a href="%s">%s</a>'):format(address, text)
end

--- The reason of Context or Open as HTML, its links inside the book.
local function reason(sources, claim)
    local context = { formula = function(tex)
        return "<code>" .. inline.escape(tex) .. "</code>"
    end }
    return inline.html((claim.reason:gsub("%]%(([^)#%s]*)#?([^)%s]*)%)",
        function(path, name)
            local file = contents.resolve(claim.file, path)
            if path == "" then
                file = claim.file
            end
            local at = sources[file] and trails.name(file)
            for _, section in ipairs(sources[file] or {}) do
                for n, line in ipairs(tree.lines(section.code)) do
                    if tree.defines(file, line) == name then
                        at = trails.address(sources, file,
                            section.first + n - 1)
                    end
                end
            end
            return "](" .. (at or trails.name(file) ..
                (name ~= "" and "#" .. name or "")) .. ")"
        end)), context)
end

--- Where an entry is built, tested and shown, as links in one line.
function trails.trail(sources, e)
    local out = {}
    local function list(head, claims, named)
        local parts, seen = {}, {}
        for _, claim in ipairs(claims) do
            local at = trails.address(sources, claim.file,
                claim.at or claim.line)
            local text = named and claim.name or claim.file:match("[^/]+$")
            if not seen[at] then
                seen[at] = true
                parts[#parts + 1] = link("<code>" .. inline.escape(text) ..
                    "</code>", at)
            end
        end
        if #parts > 0 then
            out[#out + 1] = head .. " " .. table.concat(parts, ", ")
        end
    end
    list("built by", e.Implements, true)
    list("verified by", e.Verifies, true)
    list("shown by", e.Shows, false)
    if e.reason then
        out[#out + 1] = (e.reason.verb == "Open" and "not built yet: "
            or "context: ") .. reason(sources, e.reason)
    end
    return table.concat(out, " · ")
end

--- The places of tags, and the lines that stand behind the display or paragraph.
function trails.anchored(book, sources, key, tags)
    local anchors, lines = {}, {}
    for _, tag in ipairs(tags) do
        local e = key and book.papers[key].by_tag[tag]
        if e then
            anchors[#anchors + 1] = ('<span class="place" id="%s-%s"></span>')
                :format(key, tag)
            lines[#lines + 1] = "<b>" .. link(key .. " (" .. tag .. ")",
                "concordance.html#" .. key .. "-" .. tag) .. "</b> " ..
                trails.trail(sources, e)
        end
    end
    return table.concat(anchors),
        #lines > 0 and '<div class="trail">' ..
        table.concat(lines, "<br>") .. "</div>" or ""
end

return trails
