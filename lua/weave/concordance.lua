--- # Concordance and search
---
--- Every declared tag with its formula or its words, and all that belongs to it;
--- and the list that the search looks into.

local tree = require "weave.tree"
local verdict = require "weave.verdict"
local trails = require "weave.trails"
local pages = require "weave.pages"
local concordance = {}

--- Is all that opens in the TeX closed in it?
local function balanced(tex)
    local function count(word)
        local _, n = tex:gsub(word, "")
        return n
    end
    local braces = tex:gsub("\\[{}]", "")
    local _, open = braces:gsub("{", "")
    local _, close = braces:gsub("}", "")
    return count("\\begin") == count("\\end") and open == close and
        count("\\left%A") == count("\\right%A")
end

--- The display of the tag in line `at`: its own lines if they stand alone, else the
--- whole fence.
local function display(lines, at)
    local first, last = at, at
    while not lines[first - 1]:match("^%s*```") do
        first = first - 1
    end
    while not lines[last + 1]:match("^%s*```") do
        last = last + 1
    end
    local function bare(from, to)
        return (table.concat(lines, "\n", from, to)
            :gsub("\\tag%*?{[^}]*}", ""):gsub("\\begin{align}", "")
            :gsub("\\end{align}", ""):gsub("\\begin{gather}", "")
            :gsub("\\end{gather}", ""):gsub("%s*\\\\%s*$", ""))
    end
    local from = at
    while from > first and not lines[from - 1]:find("\\tag%*?{") do
        from = from - 1
    end
    local tex = bare(from, at)
    if not balanced(tex) then
        tex = bare(first, last)
    end
    local plain = tex:gsub("\\begin(%b{}).-\\end%1", "")
    return (plain:find("\\\\") or plain:find("&")) and
        "\\begin{aligned}" .. tex .. "\\end{aligned}" or tex
end

--- The paragraph of a tag that stands in the text, without its claims.
local function paragraph(lines, at)
    local out = {}
    for n = at, math.min(#lines, at + 5) do
        if lines[n]:match("^%s*$") or n > at and (lines[n]:match("^[-*] ") or
            lines[n]:match("^```")) then
            break
        end
        out[#out + 1] = lines[n]:gsub("<!%-%-.-%-%->%s*", "")
            :gsub("^%s*[-*]%s+", "")
    end
    local text = table.concat(out, "\n")
    if #out == 6 then
        text = text .. " ..."
    end
    return text
end

--- TeX or Markdown of an entry, and whether it is TeX.
function concordance.statement(root, e, cache)
    cache[e.file] = cache[e.file] or
        tree.lines(tree.read(root .. "/" .. e.file))
    local lines = cache[e.file]
    if lines[e.line]:find("\\tag%*?{") then
        return display(lines, e.line), true
    end
    return paragraph(lines, e.line), false
end

--- The page: one table a paper.
function concordance.page(made, root, book, sources, papers)
    local out, cache = { "<h1>Concordance</h1>" }, {}
    local headings = {}
    for _, key in ipairs(papers) do
        if #book.papers[key] > 0 then
            headings[#headings + 1] = { level = 2, id = key, text = key }
            out[#out + 1] = ('<h2 id="%s">%s</h2>\n<div class="wide">' ..
                '<table class="concordance">'):format(key, key)
        end
        for _, e in ipairs(book.papers[key]) do
            local state = verdict.satisfied(e) and "built"
                or e.reason and e.reason.verb:lower() or "missing"
            local text, tex = concordance.statement(root, e, cache)
            local html = tex and made.formula(text, true,
                made.letters[key] or {})
                or pages.html(made, pages.turned(sources, e.file, text), key)
            out[#out + 1] = ('<tr id="%s-%s" class="%s"><td>' ..
                '<a href="%s#%s-%s">' ..
                "(%s)</a></td><td class=\"says\">%s</td><td>%s</td></tr>")
                :format(key, e.tag, state, trails.name(e.file), key, e.tag,
                e.tag, html, trails.trail(sources, e))
        end
        if #book.papers[key] > 0 then
            out[#out + 1] = "</table></div>\n"
        end
    end
    return table.concat(out, "\n"), headings
end

local function letters(text)
    return '"' .. text:gsub("%s+", " "):gsub('["\\]', "\\%0")
        :gsub("%c", ""):gsub("</", "<\\/") .. '"'
end

--- The sections of a chapter: heading, its address, text.
local function sections(chapter, enter)
    local contents = require "weave.contents"
    local name, used = trails.name(chapter.file), {}
    local title, mark, text, fence = chapter.file, "", {}, false
    local head = chapter.text:match("#%s+([^\n{]+)") or chapter.file
    local function close()
        table.insert(text, 1, head .. ".")
        enter(title, name .. (mark ~= "" and "#" .. mark or ""),
            table.concat(text, " "))
    end
    for _, line in ipairs(tree.lines(chapter.text)) do
        fence = fence ~= (line:match("^%s*```") ~= nil)
        local heading = not fence and line:match("^#+%s+(.-)%s*$")
        if heading then
            if #text > 0 then
                close()
            end
            title, mark, text = heading:gsub("[`$]", ""),
                contents.mark(heading), {}
            while used[mark] do
                mark = mark .. "-1"
            end
            used[mark] = true
        else
            text[#text + 1] = line:gsub("<!%-%-.-%-%->", ""):gsub(
                "%]%([^)]*%)", ""):gsub("[`*%[|]", "")
        end
    end
    close()
end

--- The data of the search: [title, address, text] each.
function concordance.search(root, book, chapters, sources, order, papers)
    local out, cache = {}, {}
    local function enter(title, address, text)
        out[#out + 1] = ("[%s,%s,%s]"):format(letters(title),
            letters(address), letters(text))
    end
    for _, chapter in ipairs(chapters) do
        sections(chapter, enter)
    end
    for _, key in ipairs(papers) do
        for _, e in ipairs(book.papers[key]) do
            enter(key .. " (" .. e.tag .. ")", trails.name(e.file) .. "#" ..
                key .. "-" .. e.tag, (concordance.statement(root, e, cache)))
        end
    end
    for _, file in ipairs(order) do
        local first = sources[file][1]
        enter(file, trails.name(file), first and first.prose:sub(1, 300) or "")
        for _, section in ipairs(file:match("^src/") and sources[file] or {}) do
            for n, line in ipairs(tree.lines(section.code)) do
                local name = file:match("%.c$") and not line:match(";%s*$") and
                    not line:match("^static") and tree.defines(file, line)
                if name then
                    enter(name, trails.address(sources, file,
                        section.first + n - 1), file)
                end
            end
        end
    end
    return "perpSearch([\n" .. table.concat(out, ",\n") .. "]);\n"
end

return concordance
