--- # A page that checks proofs
---
--- The checker of replays as a page of the book: whoever has FILE and FILE.scene
--- drops both on it. As of every page of `lua/perp/movie` a line
--- `<!-- include NAME -->` is the file of that name.

local tree = require "weave.tree"
local checker = {}

--- The text of the page.
function checker.page(root)
    local place = root .. "/lua/perp/movie/"
    local text = assert(tree.read(place .. "check.html"))
    return (text:gsub("<!%-%- include ([%w_.]+) %-%->", function(name)
        local tag = name:match("%.css$") and "style" or "script"
        return ("<%s>\n%s</%s>"):format(tag,
            assert(tree.read(place .. name)), tag)
    end))
end

return checker
