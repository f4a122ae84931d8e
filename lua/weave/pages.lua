--- # Pages: from sources to Markdown in two columns
---
--- A page is Markdown for pandoc. Prose stands left, the code it owns right; a
--- chapter's own text runs in the left column.

local tree = require "weave.tree"
local verdict = require "weave.verdict"
local contents = require "weave.contents"
local pages = {}

--- The name of the page of a source or a chapter.
function pages.name(file)
    if file == contents.file then
        return "index.html"
    end
    local chapter = file:match("^doc/(.+)%.md$") or file:match("^([^/]+)%.md$")
    return (chapter or file):gsub("/", "-") .. ".html"
end

local language = { c = "c", h = "c", lua = "lua", py = "python",
    js = "javascript" }

--- The sections of a source: { prose, code, first line of the code }.
function pages.sections(file, text)
    local lines, out, at = tree.lines(text), {}, 1
    local function close(section, last)
        local first = section.last + 1
        while first <= last and lines[first]:match("^%s*$") do
            first = first + 1
        end
        while last >= first and lines[last]:match("^%s*$") do
            last = last - 1
        end
        section.code = table.concat(lines, "\n", first, last)
        section.first, section.to = first, last
        if section.prose ~= "" or section.code ~= "" then
            out[#out + 1] = section
        end
    end
    local section = { prose = "", last = 0 }
    for _, comment in ipairs(tree.comments(file, text)) do
        if comment.owns and comment.first >= at then
            close(section, comment.first - 1)
            section = { prose = comment.text, last = comment.last }
            at = comment.last
        end
    end
    close(section, #lines)
    return out
end

--- The address of a line of a source.
function pages.address(sources, file, line)
    for k, section in ipairs(sources[file] or {}) do
        if line >= section.first and line <= section.to then
            return pages.name(file) .. "#c" .. k .. "-" .. line
        end
    end
    return pages.name(file)
end

--- An address inside the tree, as the file has it, becomes one inside the book; nil
--- for a file that is not there, a heading that the chapter has not, a name that
--- the source has not. sources.marks: the headings of every chapter.
local function inside(sources, from, target)
    local path, name = target:match("^([^#]*)#?(.*)$")
    local file = path == "" and from or contents.resolve(from, path)
    local marks = sources.marks[file]
    if sources[file] and name == "" then
        return pages.name(file)
    end
    for _, section in ipairs(sources[file] or {}) do
        for n, line in ipairs(tree.lines(section.code)) do
            if tree.defines(file, line) == name then
                return pages.address(sources, file, section.first + n - 1)
            end
        end
    end
    if marks and (name == "" or marks[name]) then
        return (path == "" and "" or pages.name(file)) ..
            (name ~= "" and "#" .. name or "")
    end
end

--- The text with its links turned so; `bad(target)` hears of those that are dead.
local function turned(sources, from, text, bad)
    return (text:gsub("%]%(([^)%s]+)%)", function(target)
        local address = inside(sources, from, target)
        if not address and bad then
            bad(target)
        end
        return "](" .. (address or target) .. ")"
    end))
end

local function pair(sources, file, section, k, deeper)
    local prose = turned(sources, file, "\n" .. section.prose):gsub("\n(#+ )",
        "\n" .. deeper .. "%1")
    local code = ""
    if section.code ~= "" then
        code = ('~~~~~~~~ {.%s #c%d .numberLines startFrom="%d"}\n%s\n' ..
            "~~~~~~~~\n"):format(language[file:match("%.(%w+)$")] or "text", k,
            section.first, section.code)
    end
    return ("::::::: pair\n:::::: prose\n%s\n\n::::::\n:::::: code\n%s\n" ..
        "::::::\n:::::::\n\n"):format(prose, code)
end

function pages.source(sources, file)
    local out = { "# `" .. file .. "` {.unlisted}\n" }
    for k, section in ipairs(sources[file]) do
        out[#out + 1] = pair(sources, file, section, k, "#")
    end
    return table.concat(out, "\n")
end

local function link(text, address)
    return ('<a href="%s">%s</a>'):format(address, text)
end

--- Where an entry is built, tested and shown, as links in one line.
function pages.trail(sources, e)
    local out = {}
    local function list(head, claims, named)
        local parts, seen = {}, {}
        for _, claim in ipairs(claims) do
            local at = pages.address(sources, claim.file,
                claim.at or claim.line)
            local text = named and claim.name or claim.file:match("[^/]+$")
            if not seen[at] then
                seen[at] = true
                parts[#parts + 1] = link("<code>" .. text .. "</code>", at)
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
            or "context: ") .. turned(sources, e.reason.file, e.reason.reason)
    end
    return table.concat(out, " · ")
end

local function anchored(book, sources, key, tags)
    local anchors, trails = {}, {}
    for _, tag in ipairs(tags) do
        local e = key and book.papers[key].by_tag[tag]
        if e then
            anchors[#anchors + 1] = ('<span id="%s-%s"></span>')
                :format(key, tag)
            trails[#trails + 1] = "<b>" .. link(key .. " (" .. tag .. ")",
                "concordance.html#" .. key .. "-" .. tag) .. "</b> " ..
                pages.trail(sources, e)
        end
    end
    return table.concat(anchors),
        #trails > 0 and '<div class="trail">' ..
        table.concat(trails, "<br>") .. "</div>" or ""
end

--- A section's part that defines the name: all of it when prose owns it, else
--- the definition with the comment above.
local function part_of(file, section, name)
    local lines = tree.lines(section.code)
    for n, line in ipairs(lines) do
        if tree.defines(file, line) == name then
            local from, to = n, n
            while from > 1 and not lines[from - 1]:match("^%s*$") do
                from = from - 1
            end
            while to < #lines and not lines[to]:match("^[}e]")
                and not lines[to]:match(";%s*$") do
                to = to + 1
            end
            return section.prose ~= "" and section or { prose = "",
                code = table.concat(lines, "\n", from, to),
                first = section.first + from - 1, to = section.first + to - 1 }
        end
    end
end

--- A paragraph that is only a link to a source pulls its code in.
local function pulled(sources, text, file, name)
    local sections = sources[file]
    local out = { "[" .. text .. "](" .. pages.name(file) .. "){.pull}\n\n" }
    for k, section in ipairs(sections) do
        local part = section
        if name then
            part = part_of(file, section, name)
        end
        if part then
            out[#out + 1] = pair(sources, file, part, k, "##")
        end
    end
    if #out == 1 then
        return nil, ("%s has no %s"):format(file, name)
    end
    return table.concat(out)
end

--- Tells `bad(line, why)` of dead links in the prose of a source.
function pages.source_links(sources, file, bad)
    for _, section in ipairs(sources[file]) do
        turned(sources, file, tree.mask(section.prose), function(target)
            bad(section.last, "dead link " .. target .. " in the prose above")
        end)
    end
end

--- A chapter as Markdown for pandoc; `bad(line, why)` hears of dead links.
--- chapter: its `file` and its `text`.
function pages.chapter(book, sources, chapter, bad)
    local out, key, fence, display, trails = {}, nil, nil, nil, {}
    local function prose(n, line)
        key = line:match("<!%-%-%s*paper:%s*(%S+)%s*%-%->") or key
        local label, path, name = line:match(
            "^%[(.-)%]%(([^)#]+)#?([^)]*)%)$")
        local file = path and contents.resolve(chapter.file, path)
        if file and sources[file] then
            local code, why = pulled(sources, label, file,
                name ~= "" and name or nil)
            return code or bad(n, why) or line
        end
        line = turned(sources, chapter.file, line, function(target)
            bad(n, "dead link " .. target)
        end)
        line = line:gsub("<!%-%-%s*tag:%s*(%S+)%s*%-%->", function(tag)
            local anchor, trail = anchored(book, sources, key, { tag })
            trails[#trails + 1] = trail
            return anchor
        end)
        if line:match("^%s*$") and #trails > 0 then
            line = "\n" .. table.concat(trails, "\n") .. "\n"
            trails = {}
        end
        return line
    end
    for n, line in ipairs(tree.lines(chapter.text)) do
        local ticks, kind = line:match("^%s*(```+)%s*(%w*)")
        if display and ticks then
            local anchor, trail = anchored(book, sources, key, display.tags)
            out[#out + 1] = ("\n%s\n\n::: display\n$$%s$$\n:::\n\n%s\n"):format(
                anchor,
                table.concat(display, "\n"), trail)
            display = nil
        elseif display then
            if not line:match("^%s*$") then
                display[#display + 1] = line
            end
            for tag in line:gmatch("\\tag%*?{([^}]*)}") do
                table.insert(display.tags, tag)
            end
        elseif fence then
            out[#out + 1] = line
            fence = not (ticks and #ticks >= #fence and kind == "") and fence
                or nil
        elseif ticks and kind == "math" then
            display = { tags = {} }
        else
            fence = ticks
            out[#out + 1] = ticks and line or prose(n, line)
        end
    end
    return table.concat(out, "\n") .. "\n" .. table.concat(trails, "\n")
end

--- Every declared tag with all that belongs to it.
function pages.concordance(book, sources, papers)
    local out = { "# Concordance\n" }
    for _, key in ipairs(papers) do
        if #book.papers[key] > 0 then
            out[#out + 1] = "## " .. key .. "\n\n<table class=\"concordance\">"
        end
        for _, e in ipairs(book.papers[key]) do
            local state = verdict.satisfied(e) and "built"
                or e.reason and e.reason.verb:lower() or "missing"
            out[#out + 1] = ('<tr id="%s-%s" class="%s"><td>%s</td>' ..
                "<td>%s</td><td>%s</td></tr>"):format(key, e.tag, state,
                link("(" .. e.tag .. ")", pages.name(e.file) .. "#" .. key ..
                    "-" .. e.tag), e.kind, pages.trail(sources, e))
        end
        if #book.papers[key] > 0 then
            out[#out + 1] = "</table>\n"
        end
    end
    return table.concat(out, "\n")
end

return pages
