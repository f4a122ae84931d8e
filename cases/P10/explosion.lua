--- # A motion that ends in finite time
--
--- Shows P10 (tauC).
--
--- With the force q'^2 the velocity obeys y' = y^2, so y(t) = y_0/(1 - y_0 t). A
--- ball that falls, y_0 = -1, slows down for ever and lives for ever; but at
--- t = e - 1 (e = 2.718...) it meets the floor, leaves with the speed
--- restitution/e, and explodes e/restitution later. Existence on [0, T] can
--- therefore not be promised. What is promised is a time tau(C) up to which the
--- speed stays below C: from |y'| <= C^2 as long as |y| <= C it follows that
--- tau(C) = min(1, (C - |u_0|)/C^2) will do.

local perp = require "perp"

local system = perp.system {
  coordinates = { "q" },
  mass = function() return { { 1 } } end,
  force = function(_, _, v) return { v.q * v.q } end,
  contacts = function(q) return { { name = "floor", gap = q.q } } end,
}

local e = perp.param("e", 1, "restitution, 0 to 1")
local u0 = perp.param("u0", -1, "initial velocity, m/s")

--- q - ln(1 - y_0 t), until the floor, which a ball with y_0 >= 0 never meets.
local function motion(t)
  local y = perp.number(u0)
  local hits = y < 0 and (math.exp(1) - 1) / -y or math.huge
  if t < hits then
    return { q = { 1 - math.log(1 - y * t) }, v = { y / (1 - y * t) } }
  end
  y = -perp.number(e) * y / (1 - y * hits)
  return { q = { -math.log(1 - y * (t - hits)) }, v = { y / (1 - y * (t - hits)) } }
end

return {
  system = system,
  scheme = "paoli",
  e = e,
  h = perp.param("h", 0.001, "step, s"),
  T = perp.param("T", 4.3, "duration, s"),
  q = { 1 }, v = { u0 },
  reference = motion,
  figures = function(run)
    return { { name = "explosion", title = "A motion that ends", panels = {
      { xlabel = "t (s)", ylabel = "q (m)", series = {
        { x = { 0, run.t[#run.t] }, y = { 0, 0 }, color = "light", width = 3,
          label = "floor" },
        { x = run.t, y = run["q.q"], color = 1,
          label = "q" } } },
      { x = run.t, y = run["v.q"], style = "steps", xlabel = "t (s)",
        ylabel = "V (m/s)" } } } }
  end,
}
