-- expect 3 | :14: v[2] is a table, not a finite number
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x", "y" },
  mass = function()
    return { { 1, 0 }, { 0, 1 } }
  end,
}

-- Both tables begin on one line and have the same keys: the value is that of v.
return { system = system, h = 0.1, T = 1,
  q = { x = 0, y = 1 }, v = { x = 0,
    y = {} } }
