-- expect 3 | :15: two runs are called
--
local perp = require "perp"
local system = perp.system {
  coordinates = { "x" },
  mass = function()
    return { { 1 } }
  end,
}

--- A run whose name is left out. It ends the function: when it fails, only the line
--- that called the function is still running.
local function run(h)
  local T = 10 * h
  return perp.simulate { system = system, h = h, T = T,
    q = { 0 }, v = { 1 } }
end

run(0.1)
run(0.05)
