--- # The frame of a page
---
--- At the left the parts, their chapters, and the headings of the chapter that is
--- open; below a chapter the one before and the one behind. On a narrow screen the
--- list stands below the text, and a link leads to it. All is there without a
--- script; the script adds the search.

local trails = require "weave.trails"
local inline = require "weave.inline"
local frame = {}

local PAGE = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title · perp</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="katex/katex.min.css">
<link rel="stylesheet" href="book.css">
<script src="book.js" defer></script>
</head>
<body class="$kind">
<header><a href="index.html">perp</a>
<a class="to" href="#contents">Contents</a><span id="search"></span></header>
<main>
$body
$ends</main>
<nav id="contents" aria-label="Contents">
$nav</nav>
</body>
</html>
]]

local MORE = { { "cases.html", "Cases" }, { "concordance.html", "Concordance" },
    { "sources.html", "Sources" }, { "check.html", "Check a proof" } }

local function link(address, text, current)
    return ('<a href="%s"%s>%s</a>'):format(address,
        current and ' aria-current="page"' or "", text)
end

--- The headings of the second level of the page that is open.
local function own(headings)
    local out = {}
    for _, heading in ipairs(headings or {}) do
        if heading.level == 2 then
            out[#out + 1] = "<li>" .. link("#" .. heading.id,
                (heading.text:gsub("</?a[^>]*>", ""))) .. "</li>"
        end
    end
    return #out > 0 and "<ul>" .. table.concat(out) .. "</ul>" or ""
end

--- Chapters in the order of the contents page, from the page itself on.
function frame.order(parts)
    local out = { { file = "doc/README.md", title = "Start here" } }
    for _, part in ipairs(parts) do
        for _, entry in ipairs(part.chapters) do
            out[#out + 1] = entry
        end
    end
    return out
end

local function navigation(parts, name, headings)
    local out = { "<ul>" }
    local function item(address, title)
        out[#out + 1] = "<li>" .. link(address, title, address == name) ..
            (address == name and own(headings) or "") .. "</li>"
    end
    item("index.html", "Start here")
    for _, part in ipairs(parts) do
        if part.title then
            out[#out + 1] = ("</ul>\n<p class=\"part%d\">%s</p>\n<ul>")
                :format(part.level, part.title)
        end
        for _, entry in ipairs(part.chapters) do
            item(trails.name(entry.file), entry.title)
        end
    end
    out[#out + 1] = "</ul>\n<p class=\"part3\">All</p>\n<ul>"
    for _, more in ipairs(MORE) do
        item(more[1], more[2])
    end
    out[#out + 1] = "</ul>\n"
    return (table.concat(out, "\n"):gsub("<ul>%s*</ul>\n?", ""))
end

local function neighbours(order, name)
    for k, entry in ipairs(order) do
        if trails.name(entry.file) == name then
            local before, behind = order[k - 1], order[k + 1]
            return '<p class="ends">' .. (before and link(trails.name(
                before.file), "← " .. before.title) or "<span></span>") ..
                (behind and link(trails.name(behind.file), behind.title ..
                " →") or "") .. "</p>\n"
        end
    end
    return ""
end

--- What the frames and links of all pages are made from, as a text: the contents,
--- and where each tag is declared.
function frame.shared(parts, book)
    local out = { navigation(parts, "", nil) }
    for key, paper in pairs(book.papers) do
        for _, e in ipairs(paper) do
            out[#out + 1] = key .. e.tag .. e.file
        end
    end
    table.sort(out)
    return table.concat(out, "\n")
end

--- A whole page. page: name, title, kind, body, headings.
function frame.page(parts, page)
    local values = { title = inline.escape(page.title), kind = page.kind,
        body = page.body, nav = navigation(parts, page.name, page.headings),
        ends = neighbours(frame.order(parts), page.name) }
    return (PAGE:gsub("%$(%l+)", values))
end

return frame
