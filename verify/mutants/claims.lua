--- # What the ledger says, for verify/mutants
---
--- One line for each claim, parts between tabs: its verb, its file, the line of
--- the definition that bears it, its tags.
---
---     lua5.4 verify/mutants/claims.lua ROOT

local root = arg[1] or "."
package.path = root .. "/lua/?.lua;" .. package.path
local ledger = require "weave.ledger"

for _, claim in ipairs(ledger.read(root).claims) do
    local tags = {}
    for _, e in ipairs(claim.entries) do
        tags[#tags + 1] = e.key .. "(" .. e.tag .. ")"
    end
    if claim.at then
        print(claim.verb, claim.file, claim.at, table.concat(tags, " "))
    end
end
