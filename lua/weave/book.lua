--- # The book: static pages
---
--- pandoc turns Markdown into HTML, KaTeX draws the mathematics in the reader's
--- browser, from files beside the pages. No page holds an outside address.

local tree = require "weave.tree"
local ledger = require "weave.ledger"
local claims = require "weave.claims"
local pages = require "weave.pages"
local contents = require "weave.contents"
local book = {}

local katex_places = { "/usr/share/javascript/katex",
    "/usr/share/javascript/katex/dist", "/usr/share/nodejs/katex/dist" }
local katex_files = "katex.min.js katex.min.css fonts"

local template = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$pagetitle$ · perp</title>
<link rel="stylesheet" href="katex/katex.min.css">
<style>
$highlighting-css$
</style>
<link rel="stylesheet" href="book.css">
</head>
<body>
<nav>$for(include-before)$$include-before$$endfor$</nav>
<main>
$body$
</main>
<script src="katex/katex.min.js"></script>
<script>
for (const e of document.querySelectorAll(".math"))
  katex.render(e.textContent, e, { throwOnError: false,
    displayMode: e.classList.contains("display") });
</script>
</body>
</html>
]]

local style = [[
:root { --ink: #222; --faint: #6b6b6b; --rule: #ddd; --paper: #fff;
  --code: #f7f7f4; --link: #00507d; --prose: 34rem; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper);
  font: 16px/1.5 Charter, "Bitstream Charter", "Iowan Old Style", Georgia,
  "Liberation Serif", "DejaVu Serif", serif; }
nav { padding: .5rem 2rem; border-bottom: 1px solid var(--rule);
  font-size: .85rem; }
nav a { margin-right: 1.2em; white-space: nowrap; }
nav b { margin-right: .8em; color: var(--faint); font-weight: normal;
  font-style: italic; white-space: nowrap; }
main { padding: 1rem 2rem 4rem; }
main > * { max-width: var(--prose); }
main > .pair, main > .concordance, main > table { max-width: none; }
main > pre, main > div.sourceCode { max-width: 54rem; }
main > .display { max-width: 54rem; overflow-x: auto; overflow-y: hidden; }
.display .katex-html { width: max-content; min-width: 100%; padding: 0 4.5em; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
h1, h2, h3, h4 { line-height: 1.2; margin: 1.6em 0 .5em; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.3rem; }
h3, h4, h5 { font-size: 1.05rem; }
code, pre { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; }
code { font-size: .84em; }
.pair { display: grid; grid-template-columns: var(--prose) 54rem; gap: 2rem;
  border-top: 1px solid var(--rule); padding: .6rem 0; }
.pair .prose > :first-child { margin-top: .3em; }
.pair .code { min-width: 0; }
pre, div.sourceCode { font-size: 12.5px; line-height: 1.4; margin: 0;
  overflow-x: auto; background: var(--code); }
pre { padding: .5rem .8rem; }
pre code { font-size: inherit; }
pre.numberSource { margin-left: 0 !important; border-left: 0 !important;
  padding-left: .8rem !important; }
pre.numberSource code > span { left: 0 !important; }
pre.numberSource code > span > a:first-child::before { left: 0 !important;
  width: 2.6em; margin-right: 1em; color: #aaa; border: 0 !important;
  background: none !important; text-decoration: none !important; }
code > span:target { background: #fff3c4; }
div.sourceCode a { color: inherit; }
table { border-collapse: collapse; margin: 1em 0; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .25em .9em .25em 0;
  border-bottom: 1px solid var(--rule); }
.trail { display: block; font-size: .82rem; color: var(--faint);
  margin: -.4rem 0 1rem; }
.math.display { display: block; overflow-x: auto; overflow-y: hidden; }
tr:target { background: #fff3c4; }
tr.open td, tr.missing td { background: #fdf0e6; }
tr.context td { color: var(--faint); }
@media (max-width: 88rem) {
  .pair { grid-template-columns: minmax(0, 1fr); gap: .5rem; } }
]]

local function quote(word)
    return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function tell(text, ...)
    io.stderr:write("weave: ", text:format(...), "\n")
end

--- The directory of KaTeX, or nil after a line that says what is missing.
local function tools()
    if not os.execute("command -v pandoc >/dev/null 2>&1") then
        return nil, tell("pandoc is missing (Debian: apt-get install pandoc)")
    end
    for _, place in ipairs(katex_places) do
        if tree.read(place .. "/katex.min.js") then
            return place
        end
    end
    return nil, tell("KaTeX is missing (Debian: apt-get install libjs-katex)")
end

local function title_of(file, text)
    return text:match("^#%s+([^\n{]+)") or text:match("\n#%s+([^\n{]+)") or file
end

local function render(dir, name, title, text)
    tree.write(dir .. "/.page.md", text)
    return os.execute(("pandoc -f " ..
        "markdown+gfm_auto_identifiers -t html5 " ..
        "--columns=10000 --katex --highlight-style=kate --template=%s " ..
        "-B %s --metadata pagetitle=%s -o %s %s"):format(
        quote(dir .. "/.template.html"), quote(dir .. "/.nav.html"),
        quote((title:gsub("[`$]", ""))), quote(dir .. "/" .. name),
        quote(dir .. "/.page.md")))
end

--- What goes into the book: chapters in order, each with its text, then sources,
--- with the headings of all chapters.
local function gather(root)
    local chapters, sources, order, marks = {}, {}, {}, {}
    for _, file in ipairs(tree.files(root)) do
        if file:match("%.md$") then
            local text = tree.read(root .. "/" .. file)
            marks[file] = contents.marks(text)
            chapters[#chapters + 1] = { file = file, text = text }
        elseif file:match("^src/.*%.[ch]$") or file:match("^lua/.*%.lua$")
            or file:match("^lua/.*%.js$")
            or file:match("^verify/.*%.[ch]$") or file:match("^verify/.*%.lua$")
            or file:match("^verify/.*%.py$")
            or file:match("^cases/.*%.lua$") then
            order[#order + 1] = file
            sources[file] = pages.sections(file, tree.read(root .. "/" .. file))
        end
    end
    sources.marks = marks
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
        pages.chapter(entries, sources, chapter, function(line, why)
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
    local out, room = { "# Sources\n" }, nil
    for _, file in ipairs(order) do
        local new = file:match("^(.*)/")
        if new ~= room then
            room = new
            out[#out + 1] = "\n## " .. room .. "\n"
        end
        out[#out + 1] = ("* [`%s`](%s)"):format(file, pages.name(file))
    end
    return table.concat(out, "\n")
end

--- The head of every page: a line for each part, the papers' inside one.
local function navigation(parts)
    local out = { '<div><a href="index.html">perp</a>' }
    for _, part in ipairs(parts) do
        if part.title then
            out[#out + 1] = (part.level == 3 and "</div>\n<div>" or "") ..
                "<b>" .. part.title .. "</b>"
        end
        for _, entry in ipairs(part.chapters) do
            out[#out + 1] = ('<a href="%s">%s</a>'):format(
                pages.name(entry.file), entry.title)
        end
    end
    out[#out + 1] = '</div>\n<div><b>All</b>'
    out[#out + 1] = '<a href="concordance.html">Concordance</a>'
    out[#out + 1] = '<a href="sources.html">Sources</a>'
    out[#out + 1] = '<a href="check.html">Check a proof</a></div>'
    return table.concat(out, "\n")
end

--- Writes the book of the tree at root into dir; returns the exit code.
function book.write(root, dir)
    local katex = tools()
    if not katex then
        return 5
    end
    if not os.execute(("mkdir -p %s/katex && cd %s && cp -RL %s %s/katex/")
        :format(quote(dir), quote(katex), katex_files,
            dir:match("^/") and quote(dir) or '"$OLDPWD"/' .. quote(dir))) then
        tell("cannot write to %s", dir)
        return 6
    end
    local entries = ledger.read(root)
    local chapters, sources, order = gather(root)
    local dead = 0
    tree.write(dir .. "/book.css", style)
    tree.write(dir .. "/.template.html", template)
    tree.write(dir .. "/.nav.html", navigation(parts_of(root)))
    local fine = true
    local function page(name, title, text)
        fine = render(dir, name, title, text) and fine
    end
    for _, chapter in ipairs(chapters) do
        local file = chapter.file
        local text = pages.chapter(entries, sources, chapter,
            function(line, why)
                dead = dead + 1
                io.stderr:write(file, ":", line, ": ", why, "\n")
            end)
        page(pages.name(file), title_of(file, chapter.text), text)
    end
    for _, file in ipairs(order) do
        page(pages.name(file), file, pages.source(sources, file))
    end
    tree.write(dir .. "/check.html", require "weave.checker".page(root))
    page("sources.html", "Sources", sources_page(order))
    page("concordance.html", "Concordance",
        pages.concordance(entries, sources, claims.papers))
    for _, name in ipairs { ".page.md", ".template.html", ".nav.html" } do
        os.remove(dir .. "/" .. name)
    end
    print(("%d chapters, %d sources in %s"):format(#chapters, #order, dir))
    return not fine and 6 or dead > 0 and 1 or 0
end

return book
