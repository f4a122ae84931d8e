--- # The book: static pages
---
--- Chapters, cases, sources, a concordance and a search, each page whole: formulas are
--- drawn, figures made when the book is. A page that comes out as it was is not
--- written; cases and formulas that have not changed are not made again. No page
--- holds an outside address.

local tree = require "weave.tree"
local ledger = require "weave.ledger"
local claims = require "weave.claims"
local pages = require "weave.pages"
local contents = require "weave.contents"
local figures = require "weave.figures"
local formulas = require "weave.formulas"
local glossary = require "weave.glossary"
local cases = require "weave.cases"
local concordance = require "weave.concordance"
local frame = require "weave.frame"
local stamps = require "weave.stamps"
local links = require "weave.links"
local inline = require "weave.inline"
local book = {}

local function quote(word)
    return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function tell(text, ...)
    io.stderr:write("weave: ", text:format(...), "\n")
end

local function title_of(file, text)
    return text:match("^#%s+([^\n{]+)") or text:match("\n#%s+([^\n{]+)") or file
end

local SOURCES = { "^src/.*%.[ch]$", "^lua/.*%.lua$", "^lua/.*%.js$",
    "^verify/.*%.[ch]$", "^verify/.*%.lua$", "^verify/.*%.py$",
    "^verify/proven/.*%.v$", "^verify/proven/.*%.ml$",
    "^cases/.*%.lua$" }

local function is_source(file)
    for _, pattern in ipairs(SOURCES) do
        if file:match(pattern) then
            return true
        end
    end
end

--- What goes into the book: chapters in order, each with its text, then sources,
--- with the headings of all chapters, and pictures.
local function gather(root)
    local chapters, sources, order, marks = {}, {}, {}, {}
    local pictures = {}
    for _, file in ipairs(tree.files(root)) do
        if file:match("%.md$") then
            local text = tree.read(root .. "/" .. file)
            marks[file] = contents.marks(text)
            chapters[#chapters + 1] = { file = file, text = text }
        elseif is_source(file) then
            order[#order + 1] = file
            sources[file] = pages.sections(file, tree.read(root .. "/" .. file))
        elseif file:match("^doc/.*%.svg$") then
            pictures[file] = true
        end
    end
    sources.marks, sources.pictures = marks, pictures
    return chapters, sources, order
end

--- The parts of the contents page.
local function parts_of(root)
    return contents.parts(tree.read(root .. "/" .. contents.file) or "")
end

--- Complains about links that lead nowhere, in chapters, in other pages of the
--- tree (README.md) and in the prose of sources, and about what is wrong with the contents page.
function book.check_links(root, entries)
    local chapters, sources, order = gather(root)
    local files = {}
    for k, chapter in ipairs(chapters) do
        files[k] = chapter.file
        pages.chapter_links(entries, sources, chapter, function(line, why)
            ledger.complain(entries, chapter.file, line, why)
        end)
    end
    for _, file in ipairs(order) do
        pages.source_links(sources, file, function(line, why)
            ledger.complain(entries, file, line, why)
        end)
    end
    contents.check(parts_of(root), files, function(file, line, why)
        ledger.complain(entries, file, line, why)
    end)
end

local function sources_page(order)
    local out, room, headings = { "<h1>Sources</h1>" }, nil, {}
    order = table.move(order, 1, #order, 1, {})
    table.sort(order, function(a, b)
        local p, q = a:match("^(.*)/"), b:match("^(.*)/")
        return p < q or p == q and a < b
    end)
    for _, file in ipairs(order) do
        local new = file:match("^(.*)/")
        if new ~= room then
            out[#out + 1] = (room and "</ul>\n" or "") ..
                ('<h2 id="%s">%s</h2>\n<ul class="columns">'):format(
                    new:gsub("/", "-"), new)
            room = new
        end
        out[#out + 1] = ('<li><a href="%s">%s</a></li>'):format(
            pages.name(file), file:match("[^/]*$"))
    end
    return table.concat(out, "\n") .. (room and "</ul>" or ""), headings
end

--- A file that stands beside this one: style, scripts.
local beside = debug.getinfo(1, "S").source:match("^@(.*)/[^/]*$")

--- The page of a source, or its text as it stands in the book already.
local function source_page(made, sources, file, out)
    local room, case = file:match("^(.*)/"), made.case[file]
    local lead = case and cases.lead(made, case) or
        ('<p class="trail"><a href="sources.html#%s">%s</a></p>'):format(
            room:gsub("/", "-"), room)
    local name = pages.name(file)
    local text = made.stamps:kept(name, file, lead ..
        pages.targets(sources, file))
    out[#out + 1] = { name = name, title = file, kind = "source", whole = text }
    if not text then
        out[#out].body, out[#out].headings = pages.source(made, sources, file,
            lead, case and case.title)
    end
end

--- All pages as { name, title, kind, body, headings }, formulas not yet drawn.
local function compose(root, entries, made, chapters, sources, order, bad)
    local out = {}
    local function page(name, title, kind, body, headings)
        out[#out + 1] = { name = name, title = title, kind = kind, body = body,
            headings = headings }
    end
    for _, chapter in ipairs(chapters) do
        local body, headings = pages.chapter(made, entries, sources, chapter,
            function(line, why)
                bad(chapter.file .. ":" .. line, why)
            end)
        page(pages.name(chapter.file), (title_of(chapter.file, chapter.text)
            :gsub("[`$]", "")), "chapter", body, headings)
    end
    for _, file in ipairs(order) do
        source_page(made, sources, file, out)
    end
    page("sources.html", "Sources", "source", sources_page(order))
    page("cases.html", "Cases", "source", cases.page(made))
    page("concordance.html", "Concordance", "source", concordance.page(made,
        root, entries, sources, claims.papers))
    return out
end

--- Writes the text if the file has another; returns whether it was written.
local function renew(path, text)
    if tree.read(path) == text then
        return false
    end
    tree.write(path, text)
    return true
end

local function copy(root, dir, katex, sources)
    local commands = { "mkdir -p " .. quote(dir .. "/katex") .. " " ..
        quote(dir .. "/pictures"), ("test -f %s/katex/katex.min.css || " ..
        "cp -RL %s/katex.min.css %s/fonts %s/katex/"):format(quote(dir),
        quote(katex), quote(katex), quote(dir)) }
    for file in pairs(sources.pictures) do
        commands[#commands + 1] = ("cp %s %s"):format(
            quote(root .. "/" .. file),
            quote(dir .. "/pictures/" .. file:gsub("/", "-")))
    end
    return os.execute(table.concat(commands, " && "))
end

--- The absolute path of a directory that is made if it is not there.
local function absolute(dir)
    local pipe = assert(io.popen(("mkdir -p %s && cd %s && pwd"):format(
        quote(dir), quote(dir))))
    local place = pipe:read("l")
    pipe:close()
    return place
end

local function draw_cases(root, dir, chosen, list)
    if not chosen.perp then
        tell("no figures and no replays: --perp PROGRAM makes them")
        return 0, {}
    end
    return figures.make(root, dir, chosen.perp, chosen.jobs or 2, list,
        function(n, all, name)
            io.stderr:write(("weave: figures %d/%d %s\n"):format(n, all, name))
        end)
end

--- Draws the formulas, sets the frames, checks the links, writes what is new;
--- returns how many pages were written.
local function finish(dir, made, list, parts, extra, bad)
    local html, written = {}, 0
    for _, page in ipairs(list) do
        html[page.name] = page.whole or
            made.formulas:set(frame.page(parts, page))
    end
    for name, text in pairs(extra) do
        html[name] = text
    end
    links.check(html, function(path)
        local file = io.open(dir .. "/" .. path)
        return file and file:close()
    end, bad)
    for name, text in pairs(html) do
        written = written + (renew(dir .. "/" .. name, text) and 1 or 0)
    end
    for line in io.popen("cd " .. quote(dir) .. " && ls"):lines() do
        if line:match("%.html$") and not html[line] then
            os.remove(dir .. "/" .. line)
        end
    end
    return written
end

--- Writes the book of the tree at root into dir; returns the exit code.
--- chosen: perp, jobs.
function book.write(root, dir, chosen)
    local katex, why = formulas.find()
    if not katex then
        tell("the book needs node and KaTeX: %s", why)
        return 5
    end
    root, dir = absolute(root), absolute(dir)
    if not dir then
        return 6
    end
    local entries = ledger.read(root)
    local chapters, sources, order = gather(root)
    if not copy(root, dir, katex, sources) then
        tell("cannot write to %s", dir)
        return 6
    end
    local complaints = {}
    local function bad(place, text)
        complaints[#complaints + 1] = place .. ": " .. text
    end
    local made = { letters = glossary.read(root), case = {}, cases = {},
        formulas = formulas.new(dir .. "/.formulas"),
        tags = pages.tags(entries) }
    function made.formula(tex, display, letters)
        return made.formulas:put(tex, display, glossary.title(letters, tex))
    end
    cases.gather(made, entries, sources, order)
    local ran, missing = draw_cases(root, dir, chosen, made.cases)
    for _, text in ipairs(missing) do
        bad("cases", text)
    end
    cases.figures(made, sources)
    made.stamps = stamps.new(root, dir, beside, katex .. frame.shared(
        parts_of(root), entries) .. (tree.read(root .. "/" .. glossary.file)
        or ""))
    local list = compose(root, entries, made, chapters, sources, order, bad)
    local drawn, fault = made.formulas:draw(katex, beside ..
        "/formulas.js", dir .. "/.new")
    if not drawn then
        tell("%s", fault)
        return 1
    end
    for _, name in ipairs { "book.css", "book.js" } do
        renew(dir .. "/" .. name, assert(tree.read(beside .. "/" .. name)))
    end
    renew(dir .. "/search-data.js", concordance.search(root, entries, chapters,
        sources, order, claims.papers))
    local written = finish(dir, made, list, parts_of(root), {
        ["check.html"] = require "weave.checker".page(root) }, bad)
    if #complaints == 0 then
        made.stamps:write()
    end
    for _, text in ipairs(complaints) do
        io.stderr:write(text, "\n")
    end
    print(("%d chapters, %d cases, %d sources in %s: %d cases run, " ..
        "%d formulas drawn, %d pages written"):format(#chapters,
        #made.cases, #order, dir,
        ran, drawn, written))
    return #complaints > 0 and 1 or 0
end

return book
