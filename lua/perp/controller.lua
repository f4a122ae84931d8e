--- # Controllers
--
---     controller = { rate = 100, law = function(t, q, v)
---       return { u = -20 * q.th - 3 * v.th }
---     end }
---
--- The law is a function of numbers, not of symbols: it may have an `if`, a table, a
--- memory. It is asked at t0, t0 + 1/rate, ..., with the state of the row there, and what
--- it returns are the inputs of the system, which hold until it is asked again. A row
--- shows what held in the step that ends with it.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local controller = {}

--- The law as the core asks it: (t, list of q, list of v) gives a list of numbers.
local function asked(law, system)
  local inputs, recording = system.inputs, system.recording
  return function(t, q, v)
    local all = table.move(v, 1, #v, #q + 1, q)
    all[#all + 1] = t
    local place, speed = recording:split(all)
    local result, out = law(t, place, speed), {}
    if type(result) ~= "table" then
      record.fail(("controller: at t = %.6g the law returns %s; return { %s " ..
        "= ... }"):format(t, result == nil and "nothing" or "a " ..
        type(result), inputs[1]), nil, law)
    end
    record.keys(result, inputs, "what the law of the controller returns", law)
    for i, name in ipairs(inputs) do
      local x = result[name]
      if not record.is_number(x) or not record.finite(x) then
        record.fail(("controller: at t = %.6g the law gives %s = %s; a " ..
          "finite number is wanted, for each input"):format(t, name,
          type(x) == "number" and record.shown(x) or x == nil and "nothing" or
          "a " .. type(x)), nil, law)
      end
      out[i] = core.number(x) + 0.0
    end
    return out
  end
end

--- What a run is told: how often, which coordinates, the law.
function controller.read(e, system, where)
  local t = e.controller
  if t == nil then
    return nil
  end
  where = record.of(t, where, "controller")
  record.keys(t, { "rate", "law" }, "controller", where)
  local rate = t.rate
  if not record.is_number(rate) or not record.finite(rate) or rate <= 0 then
    record.fail(("controller: rate = %s; how often a second the law is " ..
      "asked is wanted, a number > 0"):format(type(rate) == "number" and
      record.shown(rate) or rate == nil and "nothing" or type(rate)),
      "rate", where)
  elseif type(t.law) ~= "function" then
    record.fail("controller: law = function(t, q, v) return { ... } end is " ..
      "wanted", "law", where)
  elseif not system.inputs[1] then
    record.fail("controller: the system has no inputs that it could set; " ..
      "write inputs = { 'u' } in perp.system, or world:input 'u'",
      "controller", where)
  end
  local at, first = {}, #system.coordinates - system.more
  for i = 1, #system.inputs do
    at[i] = first + i - 1
  end
  return { rate = core.number(rate) + 0.0, at = at,
    law = asked(t.law, system) }
end

return controller
