--- # Links: does every address of the book lead somewhere?
---
--- Every `href` and `src` of every page is looked up: its file among the pages and
--- files that were written, its name among the ids of that page. No id stands twice
--- on a page; no page asks an address outside the book.

local links = {}

--- The ids of a page, and complaints about those that it has twice.
local function ids_of(name, html, bad)
    local out = {}
    for id in html:gmatch('%sid="([^"]*)"') do
        if out[id] then
            bad(name, "two places are called " .. id)
        end
        out[id] = true
    end
    return out
end

--- html: name -> text of all pages. exists(path): is there such a file else?
--- bad(name, why).
function links.check(html, exists, bad)
    local ids, names = {}, {}
    for name, text in pairs(html) do
        names[#names + 1] = name
        ids[name] = ids_of(name, text, bad)
    end
    table.sort(names)
    for _, name in ipairs(names) do
        local seen = {}
        for target in html[name]:gmatch('%f[%w][hs][re][ec]f?="([^"]*)"') do
            local path, id = target:match("^([^#]*)#?(.*)$")
            path = path == "" and name or path
            if seen[target] or target:match("^data:") then
                goto next
            end
            seen[target] = true
            if target:match("^%a+:") then
                bad(name, target .. " leads out of the book")
            elseif not (ids[path] or exists(path)) then
                bad(name, target .. " leads nowhere")
            elseif id ~= "" and not (ids[path] and ids[path][id]) then
                bad(name, target .. " leads to no place of " .. path)
            end
            ::next::
        end
    end
end

return links
