--- # Pages: from sources and chapters to HTML
---
--- Prose stands left, the code it owns right; a chapter's own text runs in the
--- left column. Every equation that a text names leads to where it is declared.

local tree = require "weave.tree"
local contents = require "weave.contents"
local inline = require "weave.inline"
local markdown = require "weave.markdown"
local highlight = require "weave.highlight"
local claims = require "weave.claims"
local trails = require "weave.trails"
local pages = {}

pages.name, pages.address = trails.name, trails.address

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

--- The line that defines a name in a source, or nil.
local function defined(sources, file, name)
    for _, section in ipairs(sources[file]) do
        for n, line in ipairs(tree.lines(section.code)) do
            if tree.defines(file, line) == name then
                return section.first + n - 1
            end
        end
    end
end

--- `fig9_1.svg` behind a case names one of its figures: when all are made, what is
--- there says so; before that, the name stands in the case between quotation
--- marks, or begins with the case's own, or is a number of the paper's that the
--- case shows.
local function figure_of(sources, file, name)
    local figure = file:match("^cases/") and name:match("^([%w_]+)%.svg$")
    if figure and sources.drawn then
        return sources.drawn(file, figure) and figure
    end
    local stem = (file:match("([^/]*)%.lua$") or "") .. "_"
    local number = (figure or ""):match("^fig([%d_]+)$")
    for _, section in ipairs(figure and sources[file] or {}) do
        if section.code:find('"' .. figure .. '"', 1, true) or
            figure:sub(1, #stem) == stem or number and section.prose:find(
            "(Fig" .. number:gsub("_", ".") .. ")", 1, true) then
            return figure
        end
    end
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
    elseif sources[file] then
        local figure = figure_of(sources, file, name)
        local line = not figure and defined(sources, file, name)
        return figure and pages.name(file) .. "#figure-" .. figure
            or line and pages.address(sources, file, line)
    elseif sources.pictures[file] and name == "" then
        return "pictures/" .. file:gsub("/", "-")
    elseif marks and (name == "" or marks[name]) then
        return (path == "" and "" or pages.name(file)) ..
            (name ~= "" and "#" .. name or "")
    end
end

--- The text with its links turned so; `bad(target)` hears of those that are dead.
function pages.turned(sources, from, text, bad)
    return (text:gsub("%]%(([^)%s]+)%)", function(target)
        local address = inside(sources, from, target)
        if not address and bad then
            bad(target)
        end
        return "](" .. (address or target) .. ")"
    end))
end

--- Where all links of a source's prose lead, as a text.
function pages.targets(sources, file)
    local out = {}
    for _, section in ipairs(sources[file]) do
        for target in section.prose:gmatch("%]%(([^)%s]+)%)") do
            out[#out + 1] = inside(sources, file, target) or target
        end
    end
    return table.concat(out, " ")
end

--- A function for weave.inline that turns every `KEY (tag)` into a link.
function pages.tags(book)
    local function link(text, key, at, keep, out)
        local from = at
        while true do
            local _, stop, tag = text:find("^%(([%w%.*'_-]+)%)", at)
            local e = tag and book.papers[key].by_tag[tag]
            if not e then
                return at
            end
            out[#out + 1] = text:sub(from, at - 1) .. keep(
                ('<a href="%s#%s-%s">'):format(pages.name(e.file), key, tag)) ..
                "(" .. tag .. ")" .. keep("</a>")
            from = stop + 1
            local sign = text:match("^,?%s+and%s+", from) or
                text:match("^[-,]%s*", from) or ""
            at = from + #sign
            if sign == "" or text:sub(at, at) ~= "(" then
                return from
            end
        end
    end
    return function(text, keep)
        local out, at = {}, 1
        while true do
            local a, b, key = text:find("%f[%w](%u+%d+)%s+%f[(]", at)
            if not a then
                break
            end
            out[#out + 1] = text:sub(at, b)
            at = b + 1
            if claims.is_paper[key] then
                local to = link(text, key, at, keep, out)
                at = to
            end
        end
        out[#out + 1] = text:sub(at)
        return table.concat(out)
    end
end

--- How the prose of a page is turned into HTML. made: what the whole book
--- shares: formulas, letters, tags.
local function context_of(made, key, more)
    local used, letters = {}, made.letters[key or "house"] or {}
    local context = { raw = {}, tags = made.tags, headings = {},
        formula = function(tex, display)
            return made.formula(tex, display, letters)
        end }
    function context.heading(level, text)
        local mark = contents.mark(text)
        while used[mark] do
            mark = mark .. "-1"
        end
        used[mark] = true
        table.insert(context.headings, { level = level, id = mark,
            text = inline.html(text, context) })
        return mark
    end
    for name, value in pairs(more or {}) do
        context[name] = value
    end
    return context
end

local function pair(made, sources, file, section, context, ids)
    local prose = pages.turned(sources, file, section.prose)
    local code = section.code == "" and "" or highlight.numbered(section.code,
        file:match("%.(%w+)$"), section.first, ids, made.tags)
    return ('<div class="pair"><div class="prose">%s</div><div class="code">' ..
        "%s</div></div>"):format(markdown.html(prose, context), code)
end

--- A source; between its title and its code stands `lead`. What has a title of
--- its own does not have it twice.
function pages.source(made, sources, file, lead, title)
    local context = context_of(made, nil, { deeper = 1 })
    local out = { "<h1>" .. (title and inline.escape(title) or
        "<code>" .. file .. "</code>") .. "</h1>", lead }
    for k, section in ipairs(sources[file]) do
        if k == 1 and title then
            section = setmetatable({ prose = section.prose:gsub(
                "^#%s+[^\n]*", "") }, { __index = section })
        end
        out[#out + 1] = pair(made, sources, file, section, context, true)
    end
    return table.concat(out, "\n"), context.headings
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

--- A paragraph that is only a link to a source pulls its code in: the parts, or
--- nil and why not.
local function parts(sources, file, name)
    local out = {}
    for _, section in ipairs(sources[file]) do
        local part = section
        if name then
            part = part_of(file, section, name)
        end
        out[#out + 1] = part
    end
    if #out == 0 then
        return nil, ("%s has no %s"):format(file, name)
    end
    return out
end

--- Tells `bad(line, why)` of dead links in the prose of a source.
function pages.source_links(sources, file, bad)
    for _, section in ipairs(sources[file]) do
        pages.turned(sources, file, tree.mask(section.prose), function(target)
            bad(section.last, "dead link " .. target .. " in the prose above")
        end)
    end
end

--- What a paragraph that is only a link becomes: a figure, figures and code, or
--- code; nil and why if there is no such thing.
local function pulled(made, sources, context, label, file, name)
    local figure = name and figure_of(sources, file, name)
    if figure then
        return function()
            return made.figure(file, figure, inline.html(label, context))
        end
    end
    local list, why = parts(sources, file, name)
    return list and function()
        local out = { ('<p class="pull"><a href="%s">%s</a></p>'):format(
            pages.name(file), inline.html(label, context)),
            not name and made.figure(file) or nil }
        for _, part in ipairs(list) do
            out[#out + 1] = pair(made, sources, file, part,
                setmetatable({ deeper = 2, heading = false },
                    { __index = context }), false)
        end
        return table.concat(out, "\n")
    end, why
end

--- A chapter as Markdown, and what stands behind its numbers; `bad(line, why)`
--- hears of dead links. chapter: its `file` and its `text`.
local function prepared(made, book, sources, chapter, context, bad)
    local out, key, fence, behind = {}, nil, nil, {}
    local function raw(value)
        context.raw[#context.raw + 1] = value
        return "\1" .. #context.raw .. "\1"
    end
    local function prose(n, line)
        key = line:match("<!%-%-%s*paper:%s*(%S+)%s*%-%->") or key
        local label, path, name = line:match(
            "^%[(.-)%]%(([^)#]+)#?([^)]*)%)$")
        local file = path and contents.resolve(chapter.file, path)
        if file and sources[file] then
            local code, why = pulled(made, sources, context, label, file,
                name ~= "" and name or nil)
            return code and raw(code) or bad(n, why) or line
        end
        line = pages.turned(sources, chapter.file, line, function(target)
            bad(n, "dead link " .. target)
        end)
        line = line:gsub(" (<!%-%-[^>]*%-%->[.,:;])", "%1")
        line = line:gsub("<!%-%-%s*tag:%s*(%S+)%s*%-%->", function(tag)
            local anchor, trail = trails.anchored(book, sources, key, { tag })
            behind[#behind + 1] = trail
            return anchor
        end)
        if line:match("^%s*$") and #behind > 0 then
            line = "\n" .. raw(table.concat(behind, "\n")) .. "\n"
            behind = {}
        end
        return line
    end
    for n, line in ipairs(tree.lines(chapter.text)) do
        local ticks, kind = line:match("^%s*(```+)%s*(%w*)")
        if fence and ticks and #ticks >= #fence.ticks and kind == "" then
            local anchor, trail = "", ""
            if fence.tags then
                anchor, trail = trails.anchored(book, sources, key, fence.tags)
                out[fence.at] = "\n" .. raw(anchor) .. "\n\n" .. out[fence.at]
            end
            out[#out + 1] = line .. (trail ~= "" and "\n" .. raw(trail) or "")
            fence = nil
        elseif fence then
            out[#out + 1] = line
            for tag in line:gmatch("\\tag%*?{([^}]*)}") do
                table.insert(fence.tags or {}, tag)
            end
        else
            if ticks then
                fence = { ticks = ticks, at = #out + 1,
                    tags = kind == "math" and {} or nil }
            end
            out[#out + 1] = ticks and line or prose(n, line)
        end
    end
    return table.concat(out, "\n") .. (#behind > 0 and "\n\n" ..
        raw(table.concat(behind, "\n")) or ""), key
end

--- Looks at the links of a chapter and makes nothing.
function pages.chapter_links(book, sources, chapter, bad)
    prepared({}, book, sources, chapter, context_of({ letters = {} }), bad)
end

--- The HTML of a chapter, and its headings.
function pages.chapter(made, book, sources, chapter, bad)
    local key = chapter.text:match("\n?<!%-%- paper: (%S+) %-%->")
    local context = context_of(made, key)
    local text = prepared(made, book, sources, chapter, context, bad)
    return markdown.html(text, context), context.headings
end

--- HTML of Markdown that stands alone, such as a statement in the concordance.
function pages.html(made, text, key)
    return markdown.html(text, context_of(made, key, { heading = false }))
end

return pages
