-- expect 3 | jacobians_word.lua:8 | 'exact' or 'zero'
local perp = require "perp"
return {
  system = perp.system {
    coordinates = { "x" },
    mass = { { 1 } },
  },
  jacobians = "exakt",
  h = 0.01, T = 1, q = { 0 }, v = { 1 },
}
