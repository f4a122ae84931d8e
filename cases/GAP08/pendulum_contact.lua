--- # A pendulum and a wall
---
--- A mass point hangs on a joint, x^2 + y^2 = l^2 (the bead on a circle), and
--- may hit the wall x = `wall` on its way. With the joint's normal and the
--- wall's it has no direction left at the impact: the compression stops it, and
--- it swings back from rest.
---
--- `eps` is a velocity along the string, which the joint forbids: inconsistent
--- initial data, which `start = "torn"` allows. For alpha = 1/2 the step makes (v^l + v^{l+1})/2 consistent and
--- so reverses the error in every step: the total variation of v^h grows like
--- T/h and has no bound, while that of the weighted velocity v^{h,alpha}
--- converges. With eps = 0 both converge (section 7, Theorem 8.4). For alpha >
--- 1/2 the error dies out with the ratio (1 - alpha)/alpha.

local perp = require "perp"
local solved = require "perp.solved"
local l = perp.param("l", 1, "length, m")
local th = perp.param("th", 1, "initial angle from the vertical, rad")
local w = perp.param("w", 0, "initial rate of turning, rad/s")
local eps = perp.param("eps", 0, "velocity along the string, m/s")
local g = perp.param("g", 9.81, "gravity, m/s^2")
local wall = perp.param("wall", -0.5, "position of the wall, m")
local mu = perp.param("mu", 0.3, "friction on the wall")
local alpha = perp.param("alpha", 0.5, "weight of the new velocity")
local h = perp.param("h", 0.01, "step, s")
local T = perp.param("T", 2, "duration, s")
local clock = perp.param("clock", "collision",
  "after a collision: collision time or uniform grid")

local system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -g } end,
  joints = function(q) return { { name = "string", q.x^2 + q.y^2 - l^2 } } end,
  contacts = function(q, v)
    return { { name = "wall", gap = q.x - wall, slips = { v.y }, mu = mu } }
  end,
  draw = function(q)
    return { { "line", 0, 0, q.x, q.y }, { "point", q.x, q.y },
      { "line", wall, -l, wall, 0 }, { "push", "wall", q.x, q.y, 1, 0 } }
  end,
}

local c, s = perp.cos(th), perp.sin(th)

--- The pendulum by its angle: at the wall nothing is left of its rate. The velocity
--- along the string is none of the motion's.
local function swing(angle, rate)
  return { y = { angle, rate },
    rate = function(_, y) return { y[2], -g / l * math.sin(y[1]) } end,
    lasts = function(_, y) return l * math.sin(y[1]) - wall end,
    next = function(_, y) return swing(y[1], 0) end }
end
local motion = solved.motion(swing(th, w))

local function experiment(eps, h, name)
  return { system = system, alpha = alpha, gamma = alpha, h = h, T = T,
    clock = clock, name = name, start = eps ~= 0 and "torn" or nil,
    q = { x = l * s, y = -l * c },
    v = { x = l * c * w + eps * s, y = l * s * w - eps * c } }
end

--- Total variations of v^h and of the weighted velocity over h, h/2, ..., h/8, for a
--- consistent start and for one that is not.
local function variations(torn)
  local panels = {}
  for k, eps in ipairs { 0, torn } do
    local hs, tv, tva = {}, {}, {}
    for i = 0, 3 do
      hs[i + 1] = perp.number(h) / 2 ^ i
      local sum = perp.simulate(experiment(eps, h / 2 ^ i,
        ("eps%d.%d"):format(k, i))).summary
      tv[i + 1], tva[i + 1] = sum.tv_v, sum.tv_va
    end
    panels[k] = { xscale = "log", yscale = "log", xlabel = "h (s)",
      title = "eps = " .. tostring(eps) .. " m/s", ylim = { 10, 1000 },
      ylabel = "total variation (m/s)", series = {
        { x = hs, y = tv, style = "marked", label = "of v^{h}" },
        { x = hs, y = tva, style = "marked",
          label = "of v^{h,\u{3b1}}" } } }
  end
  return panels
end

local one = experiment(eps, h)
one.reference = function(t)
    local angle, rate = motion(t)
    local cosine, sine = math.cos(angle), math.sin(angle)
    return { q = { l * sine, -l * cosine },
      v = { l * cosine * rate, l * sine * rate } }
end

function one.figures(run)
  local t = run.t
  local torn = eps ~= 0 and eps or 0.1
  local other = perp.simulate(experiment(torn, h, "torn"))
  local function velocity(from, key, label)
    return { x = from.t, y = from[key .. ".y"], style = "steps", xlabel = "t (s)",
      title = label, ylabel = key == "v" and "v_{y}^{h} (m/s)" or
        "v_{y}^{h,\u{3b1}} (m/s)" }
  end
  local consistent = eps == 0 and run or perp.simulate(experiment(0, h, "fine"))
  local panels = {
    { x = t, y = run["q.x"], xlabel = "t (s)", ylabel = "x (m)" },
    { x = t, y = run["cn.wall"], style = "steps", xlabel = "t (s)",
      ylabel = "c_{n} (N s)" } }
  for _, key in ipairs { "v", "va" } do
    panels[#panels + 1] = velocity(consistent, key, "eps = 0")
    panels[#panels + 1] = velocity(other, key, "eps = " .. tostring(torn) .. " m/s")
  end
  local both = variations(torn)
  table.move(both, 1, 2, #panels + 1, panels)
  return { { name = "pendulum_contact", columns = 2,
    title = "A pendulum and a wall", panels = panels } }
end
return one
