--- # Formulas
---
--- KaTeX draws every formula when the book is made: a page shows no TeX before its
--- script has run, because there is no script. A formula stands in a page as its number
--- between two bytes 2 until all are known; then one process of node draws those
--- that the cache does not have. The cache is a text: the version of KaTeX, then
--- two lines a formula.

local tree = require "weave.tree"
local formulas = {}
formulas.__index = formulas

local PLACES = { "/usr/share/nodejs/katex/dist", "/usr/share/javascript/katex",
    "/usr/share/javascript/katex/dist",
    "/usr/local/lib/node_modules/katex/dist",
    "/usr/lib/node_modules/katex/dist", "node_modules/katex/dist" }

local function quote(word)
    return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- The directory with KaTeX's script, style and fonts; nil and one line that says
--- what is missing. PERP_KATEX names another.
function formulas.find()
    if not os.execute("command -v node >/dev/null 2>&1") then
        return nil, "node is missing (Debian: apt-get install nodejs)"
    end
    for _, place in ipairs { os.getenv("PERP_KATEX") or "",
        table.unpack(PLACES) } do
        if tree.read(place .. "/katex.min.js") and
            tree.read(place .. "/katex.min.css") then
            return place
        end
    end
    return nil, "KaTeX is missing (Debian: apt-get install libjs-katex; " ..
        "elsewhere: npm install katex)"
end

function formulas.new(cache)
    return setmetatable({ list = {}, number = {}, cache = cache }, formulas)
end

--- What stands for the formula until it is drawn; title says what its letters are.
function formulas:put(tex, display, title)
    local line = (display and "D" or "I") .. tex:gsub("%s+", " ")
    if not self.number[line] then
        self.list[#self.list + 1] = line
        self.number[line] = #self.list
    end
    return ('<span class="math"%s>\2%d\2</span>'):format(
        title and ' title="' .. title .. '"' or "", self.number[line])
end

local function read_cache(path, version)
    local known, lines = {}, {}
    local text = tree.read(path)
    for line in (text or ""):gmatch("(.-)\n") do
        lines[#lines + 1] = line
    end
    if lines[1] == version then
        for n = 2, #lines - 1, 2 do
            known[lines[n]] = lines[n + 1]
        end
    end
    return known
end

--- Draws those that are new; returns how many these were, or nil and why.
function formulas:draw(katex, script, work)
    local version = katex .. " " .. #tree.read(katex .. "/katex.min.js")
    local known, new = read_cache(self.cache, version), {}
    for _, line in ipairs(self.list) do
        if not known[line] then
            new[#new + 1] = line
        end
    end
    if #new > 0 then
        tree.write(work, table.concat(new, "\n") .. "\n")
        local pipe = assert(io.popen(("node %s %s < %s"):format(quote(script),
            quote(katex .. "/katex.min.js"), quote(work))))
        local n = 0
        for line in pipe:lines() do
            n = n + 1
            known[new[n]] = line
        end
        if not pipe:close() or n ~= #new then
            return nil, "node did not draw the formulas"
        end
        os.remove(work)
    end
    local out, bad = { version }, {}
    self.drawn = {}
    for k, line in ipairs(self.list) do
        if known[line]:sub(1, 1) == "!" then
            bad[#bad + 1] = line:sub(2) .. ": " .. known[line]:sub(2)
        else
            out[#out + 1] = line
            out[#out + 1] = known[line]
        end
        self.drawn[k] = known[line]
    end
    for line, html in pairs(known) do     -- of pages that stay as they are
        if not self.number[line] and html:sub(1, 1) ~= "!" then
            out[#out + 1] = line
            out[#out + 1] = html
        end
    end
    tree.write(self.cache, table.concat(out, "\n") .. "\n")
    if #bad > 0 then
        return nil, "no formula: " .. table.concat(bad, "\nweave: no formula: ")
    end
    return #new
end

--- The page with its formulas in their places.
function formulas:set(html)
    return (html:gsub("\2(%d+)\2", function(n)
        return self.drawn[tonumber(n)]
    end))
end

return formulas
