--- # Which pages stay as they are
---
--- The page of a source is made from the source, the modules of the book, the list of
--- chapters, the tags that chapters declare, and where its links lead. If none of
--- these has changed, the page is read and not made. What they were stands in the file
--- `.stamps`, a line a page.

local tree = require "weave.tree"
local stamps = {}
stamps.__index = stamps

local function quote(word)
    return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- A number of 64 bits for a text (FNV-1a).
function stamps.digest(text)
    local h = 0xcbf29ce484222325
    for at = 1, #text do
        h = (h ~ text:byte(at)) * 0x100000001b3
    end
    return ("%016x"):format(h)
end

--- file -> checksum and length of all files below root that `find` selects.
local function sums(root, places)
    local out = {}
    local pipe = assert(io.popen(("cd %s && find %s -type f -exec cksum {} +")
        :format(quote(root), places)))
    for line in pipe:lines() do
        local sum, file = line:match("^(%d+ %d+) (.*)$")
        out[file] = sum
    end
    pipe:close()
    return out
end

--- shared: a text that all pages depend on. weave: the directory of the modules.
function stamps.new(root, dir, weave, shared)
    local own, parts = sums(weave, "."), {}
    for file, sum in pairs(own) do
        parts[#parts + 1] = file .. sum
    end
    table.sort(parts)
    local self = setmetatable({ path = dir .. "/.stamps", dir = dir, old = {},
        new = {}, base = stamps.digest(table.concat(parts) .. shared),
        sums = sums(root, "src lua verify cases") }, stamps)
    for line in (tree.read(self.path) or ""):gmatch("[^\n]+") do
        local name, stamp = line:match("^(%S+) (.*)$")
        self.old[name or ""] = stamp
    end
    return self
end

--- The page as it stands in the book, if it is still right; notes the new stamp
--- otherwise. more: what else the page is made from.
function stamps:kept(name, file, more)
    local stamp = table.concat({ self.base, self.sums[file] or "new",
        stamps.digest(more) }, " ")
    self.new[name] = stamp
    return self.old[name] == stamp and tree.read(self.dir .. "/" .. name) or nil
end

--- To be called when all pages are written.
function stamps:write()
    local out = {}
    for name, stamp in pairs(self.new) do
        out[#out + 1] = name .. " " .. stamp
    end
    table.sort(out)
    tree.write(self.path, table.concat(out, "\n") .. "\n")
end

return stamps
