--- # Which key of an experiment a message is about
---
--- The core finds some things out only when a run begins or makes a step: that a
--- contact is too deep, that a step is too long. It does not know which line of the
--- scene said so; this table does.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local blame = {}

--- What a run finds when it begins, or of its step, is said of the key that it is
--- about, if the experiment has it; what it finds of the contacts' matrices, of the
--- contact when there is one; and that they have none, of the table of the system.
local about = { { "^the contact .* begins", "q" },
  { "^the joint .* begins", "q" }, { "^the start violates", "delta", "q" },
  { "^the joint .* is torn", "v" }, { "take a smaller h", "h" } }

function blame.line(why, e, where)
  for _, x in ipairs(about) do
    if why:find(x[1]) then
      return record.line(e[x[2]] == nil and x[3] or x[2], where)
    end
  end
  if why:find "^the contacts do not yield" then
    return record.line("compliance", record.of(e.system.asked, where))
  end
  local key, one = why:match("^the (%l+) of the contacts "), nil
  for _, contact in ipairs(key and e.system.contacts or {}) do
    one = one == nil and contact or false
  end
  return one and one[key] ~= nil and record.line(key, one.place) or nil
end

return blame
