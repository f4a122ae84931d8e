--- # The problem itself, on computed motions
--
--- Shows P10 (P1), (P2), (P3), (P4), (P5), (MDI).
--
--- A proven step obeys the scheme. Whether the motion tends to a solution of
--- (P1)-(P5) is another question: each run is put into them afterwards, and what
--- is left is drawn against h. All of it is O(h), or rounding. The variation of
--- the velocity, (P1), stays bounded, and is drawn beside.

local perp = require "perp"
local motion = perp.param("motion", "ball", "ball, corner or disc")
local e = perp.param("e", perp.ratio(1, 2), "restitution, 0 to 1")
local runs = perp.param("runs", 6, "steps h = 1/16, 1/32, ...")

local function gaps(list)
  return function(q)
    local out = {}
    for name, f in pairs(list) do
      out[#out + 1] = { name = name, gap = f(q) }
    end
    return out
  end
end

local flat = { { 1, 0 }, { 0, 1 } }
local motions = {
  ball = { names = { "q" }, M = { { 1 } }, q = { 1 }, v = { 0 }, T = 2.75,
    force = function() return { -2 } end,
    contacts = gaps { floor = function(q) return q.q end } },
  corner = { names = { "x", "y" }, M = flat, q = { 1.25, 2 }, v = { -1, -2 },
    T = 2, contacts = gaps { wall = function(q) return 0.8 * q.x + 0.6 * q.y
      end } },
  disc = { names = { "x", "y" }, M = flat, q = { -2, 0.6 }, v = { 1, 0 }, T = 2,
    contacts = gaps { disc = function(q) return q.x * q.x + q.y * q.y - 1 end } },
}
local m = motions[motion] or
  error("motion is ball, corner or disc, not " .. motion, 0)
local system = perp.system { coordinates = m.names,
  mass = function() return m.M end, force = m.force, contacts = m.contacts }

local parts = { "P2_outside", "P3_balance", "P3_afar", "P4_start", "P5_law" }
local hs, series, variation = {}, {}, {}
for i, name in ipairs(parts) do
  series[i] = { x = hs, y = {}, label = name:gsub("_", " "), style = "marked" }
end

series[4].dash = true -- in the ball's motion it lies on P2

local function add(h, run)
  hs[#hs + 1] = h
  for i, name in ipairs(parts) do
    local x = run.summary[name]
    series[i].y[#hs] = x > 1e-12 and x or 0 -- rounding is not drawn
  end
  variation[#hs] = run.summary.P1_variation
end

local function draw(run)
  add(2 ^ -(3 + runs), run)
  for _, s in ipairs(series) do
    local none = math.max(table.unpack(s.y)) == 0
    s.label = s.label .. (none and ": rounding" or "")
  end
  return { { name = "residuals", title = "(P1)-(P5) against h", panels = {
    { rows = 2, xscale = "log", yscale = "log", slope = 1, xlabel = "h (s)",
      ylabel = "residual (SI)", series = series },
    { x = hs, y = variation, xscale = "log", style = "marked",
      xlabel = "h (s)", ylabel = "variation of q' (m/s)" } } } }
end

for k = 1, runs do
  local h = 2 ^ -(3 + k)
  local run = perp.simulate { name = "h" .. k, system = system,
    scheme = "paoli", e = e, h = h, T = m.T, q = m.q, v = m.v,
    figures = k == runs and draw or nil }
  if k < runs then
    add(h, run)
  end
end
