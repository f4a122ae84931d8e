-- Replay: what Lua does not show is found; shapes, Coriolis and rates arrive.
local perp = require "perp"

local function refused(part, f, ...)
  local ok, message = pcall(f, ...)
  if ok or not tostring(message):find(part, 1, true) then
    error(("not refused (%s): %s"):format(part, tostring(message)), 2)
  end
end

-- The same function of numbers, symbols and a tape: perp.system replays it bit
-- for bit, so a wrong recorder would have been refused above. Here a scene
-- function that hides a test on a value must be found.
local function hidden(test)
  refused("recorded something else", perp.system, { coordinates = { "x" },
    mass = function() return { { 1 } } end,
    force = function(t, q, v)
      return { test(q.x, v.x) and 1 or 2 }
    end })
end
hidden(function(x) return x == 0 end)
hidden(function(x) return x == 3.25 end)
hidden(function(x, v) return v == 1 and x == 1 end)
hidden(function(x) return type(x) == "number" end)
hidden(function(x) return not (x == 1) end)
-- A power beyond 2 and a ratio round differently on a tape; they are no error.
perp.system { coordinates = { "x" }, mass = function() return { { 1 } } end,
  force = function(t, q)
    return { q.x ^ 5 + perp.ratio(1, 3) * q.x - q.x ^ 3 }
  end }

-- Mass, force, Coriolis and rates end where the C side reads them.
local spin = perp.system { coordinates = { "a", "b" },
  velocities = { "u", "w" },
  mass = function(q) return { { 2 + q.a * q.a, q.b }, { q.b, 3 } } end,
  force = function(t, q, v) return { t * q.a, v.w - v.u } end,
  coriolis = function(q, v) return { { 0, v.u }, { -v.u, 0 } } end,
  rates = function(q) return { { 1, q.b }, { 0, 1 } } end }
local M, k = probe_motion(spin.core, { 5, 7 }, { 11, 13 }, 17)
assert(M[1] == 27 and M[2] == 7 and M[3] == 7 and M[4] == 3)
assert(k[1] == 85 and k[2] == 2)
