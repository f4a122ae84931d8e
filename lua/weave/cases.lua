--- # Pages of cases
---
--- A case has its head and code like every source, and before them what it shows:
--- equations, the command, figures, the motion. All cases with one figure each are a
--- page.

local figures = require "weave.figures"
local trails = require "weave.trails"
local inline = require "weave.inline"
local cases = {}

--- The title of a case and its first paragraph, from its head.
local function head_of(sections)
    local prose = sections[1] and sections[1].prose or ""
    return prose:match("^#%s+([^\n]+)"), prose
end

--- Which files under verify name a case, as `PAPER/name`: what is claimed of a figure
--- is claimed of its case, so these are its tests.
local function tested(made, sources, order)
    for _, file in ipairs(order) do
        local seen = {}
        for _, section in ipairs(file:match("^verify/") and sources[file] or {})
        do
            for stem in (section.prose .. "\n" .. section.code):gmatch(
                "%u[%w]*/[%l][%w_]*") do
                local case = made.case["cases/" .. stem .. ".lua"]
                if case and not seen[case] then
                    seen[case] = true
                    table.insert(case.tests, file)
                end
            end
        end
    end
end

--- Enters every case of the papers into made.case and made.cases.
function cases.gather(made, book, sources, order)
    for _, file in ipairs(order) do
        if file:match("^cases/%u[%w]*/") then
            local title, prose = head_of(sources[file])
            local case = { file = file, stem = figures.stem(file),
                title = title or file:match("([^/]*)%.lua$"),
                commands = figures.commands(file, prose), shows = {},
                tests = {} }
            made.case[file] = case
            table.insert(made.cases, case)
        end
    end
    tested(made, sources, order)
    for _, claim in ipairs(book.claims) do
        local case = claim.verb == "Shows" and made.case[claim.file]
        for _, e in ipairs(case and claim.entries or {}) do
            table.insert(case.shows, e)
        end
    end
end

local function picture(figure, alt)
    return ('<img src="%s" alt="%s"%s loading="lazy">'):format(figure.path,
        inline.escape(alt), figure.width and (' width="%d" height="%d"')
        :format(figure.width, figure.height) or "")
end

--- made.figure(file, name, caption): the figure of that name, or all of a case's
--- first command; sources.drawn says whether there is one.
function cases.figures(made, sources)
    local any = false
    for _, case in ipairs(made.cases) do
        any = any or #case > 0
    end
    sources.drawn = any and function(file, name)
        for _, figure in ipairs(made.case[file] or {}) do
            if figure.name == name then
                return true
            end
        end
    end or nil
    function made.figure(file, name, caption)
        local out, case = {}, made.case[file]
        for _, figure in ipairs(case or {}) do
            if not name and not figure.command or figure.name == name then
                out[#out + 1] = ('<figure><a href="%s">%s</a><figcaption>%s' ..
                    "</figcaption></figure>"):format(trails.name(file) ..
                    "#figure-" .. figure.name, picture(figure, case.title),
                    table.concat({ caption or inline.escape(case.title),
                        case.replay and '<a href="' .. trails.name(file) ..
                        '#motion">the motion</a>' or nil,
                        figure.command and "<code>" .. inline.escape(
                        figure.command) .. "</code>" or nil }, " · "))
                if name then
                    break
                end
            end
        end
        return #out > 0 and table.concat(out, "\n") or name and
            ('<p><a href="%s">%s</a></p>'):format(trails.name(file),
            caption or name) or nil
    end
end

--- What stands above the code of a case.
function cases.lead(made, case)
    local shows, out, used = {}, {}, {}
    for _, e in ipairs(case.shows) do
        shows[#shows + 1] = ('<a href="%s#%s-%s">%s (%s)</a>'):format(
            trails.name(e.file), e.key, e.tag, e.key, e.tag)
    end
    out[1] = '<p class="trail"><a href="cases.html">cases</a> · ' ..
        "<code>" .. case.file .. "</code>" ..
        (#shows > 0 and " · shows " .. table.concat(shows, ", ") or "") ..
        "</p>\n<pre class=\"code\" tabindex=\"0\"><code>perp run " ..
        case.file .. " --plot figures\nperp run " .. case.file ..
        " --movie motion.html\nperp params " .. case.file .. "</code></pre>"
    local tests = {}
    for i, file in ipairs(case.tests) do
        tests[i] = ('<a href="%s"><code>%s</code></a>'):format(
            trails.name(file), file:match("[^/]+$"))
    end
    if tests[1] then
        out[#out + 1] = ("<details><summary>%d %s</summary><p>%s</p></details>")
            :format(#tests, #tests == 1 and "test names it" or
            "tests name it", table.concat(tests, ", "))
    end
    for _, figure in ipairs(case) do
        local id = "figure-" .. figure.name
        out[#out + 1] = ("<figure%s>%s<figcaption>%s</figcaption></figure>")
            :format(used[id] and "" or ' id="' .. id .. '"',
            picture(figure, case.title), figure.command and "<code>" ..
            inline.escape(figure.command) .. "</code>" or "<code>" ..
            inline.escape(figure.name) .. ".svg</code>")
        used[id] = true
    end
    if case.replay then
        out[#out + 1] = ('<h2 id="motion">Motion</h2>\n<p><a href="%s">On a ' ..
            'page of its own</a></p>\n<iframe src="%s" title="Replay: %s" ' ..
            'loading="lazy"></iframe>\n'):format(case.replay, case.replay,
            inline.escape(case.title))
    end
    return table.concat(out, "\n")
end

--- The page of all cases.
function cases.page(made)
    local out, paper, headings = { "<h1>Cases</h1>" }, nil, {}
    for _, case in ipairs(made.cases) do
        local key = case.file:match("^cases/([^/]*)/")
        if key ~= paper then
            out[#out + 1] = (paper and "</div>\n" or "") ..
                ('<h2 id="%s">%s</h2>\n<div class="cards">'):format(key, key)
            headings[#headings + 1] = { level = 2, id = key, text = key }
            paper = key
        end
        out[#out + 1] = ('<a class="card" href="%s">%s<span>%s</span></a>')
            :format(trails.name(case.file), case[1] and picture(case[1], "")
            or "", inline.escape(case.title))
    end
    return table.concat(out, "\n") .. (paper and "</div>" or ""), headings
end

return cases
