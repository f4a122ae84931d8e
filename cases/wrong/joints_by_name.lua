-- expect 3 | :9: joints: the entry 'pin' is none of a list; a list of { name = ..., expression } is wanted
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  joints = function(q)
    return {
      pin = { q.x },
    }
  end,
}
return { system = system, h = 0.1, T = 1, q = { 0, 0 }, v = { 0, 0 } }
