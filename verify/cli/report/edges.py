"""Points that fly into edges: the scene, and all its states in fractions.

Between a floor A with friction and a wall B without, each point has an edge of its
own. Contact by contact there are two ways up the wall, one faster than the other, and what
slides down again sticks at the edge: there both ways have one state. The points are moved
here from state to state, and states that are equal are one; nothing here knows of
runs or tables.
"""
import itertools
import os
from fractions import Fraction as Q

SCENE = """local perp = require "perp"
local r = perp.ratio
local points = %s
local names, q, v, f = {}, {}, {}, {}
for i, p in ipairs(points) do
  for j, c in ipairs { "x", "y" } do
    local k = 2 * i - 2 + j
    local w, at, pull = r(-115, 21) * p[2], r(0), r(0)
    if j == 2 then w, pull = r(-20, 7) * p[2], r(-5, 8) end
    for _ = 1, p[1] do at, w = at - w, w - pull end
    names[k], q[k], v[k], f[k] = c .. i, at, w, pull
  end
end
local system = perp.system { coordinates = names, force = f,
  mass = function()
    local M = {}
    for i = 1, #names do
      M[i] = {}
      for j = 1, #names do M[i][j] = i == j and 1 or 0 end
    end
    return M
  end,
  contacts = function(at, v)
    local all = {}
    for i, p in ipairs(points) do
      local x, y = at["x" .. i], at["y" .. i]
      all[2 * i - 1] = { name = "A" .. i, gap = y, mu = r(p[3], 4),
        slips = { v["x" .. i] } }
      all[2 * i] = { name = "B" .. i, gap = r(3, 5) * y + r(4, 5) * x }
    end
    return all
  end }
return { system = system, h = 1, T = %d, q = q, v = v, alpha = 1,
  impact = { law = perp.param("law", "sequential"), h = 1, N = 50, seed = 1 } }
"""
PULL, UP = Q(-5, 8), (Q(-3, 5), Q(4, 5))  # on a point; along the wall


def hit(v, contacts, mu):
    """v behind the contacts in turn: the floor takes what its friction can of the
    slip, the wall has none."""
    for c in contacts:
        if c == "A" and v[1] < 0:
            most = -mu * v[1]
            v = v[0] - max(-most, min(most, v[0])), Q(0)
        if c == "B":
            speed = min(Q(4, 5) * v[0] + Q(3, 5) * v[1], 0)
            v = v[0] - Q(4, 5) * speed, v[1] - Q(3, 5) * speed
    return v


def moved(point, mu):
    """The ways of one point through a step of 1 s: free, along the wall, at rest in
    the edge or away along the floor; where it comes to the edge it collides, in two
    orders."""
    x, y, vx, vy = point
    if y == vy == 0 <= min(x, vx):
        return [(x + vx, y, vx, vy)]
    along = UP[0] * vx + UP[1] * vy
    on_wall = Q(4, 5) * x + Q(3, 5) * y == 0 and UP[1] * vx == UP[0] * vy
    if on_wall:
        along += UP[1] * PULL
        vx, vy = along * UP[0], along * UP[1]
    else:
        vy += PULL
    x, y = x + vx, y + vy
    if (x, y) != (0, 0):
        assert y > 0 and Q(4, 5) * x + Q(3, 5) * y >= 0
        return [(x, y, vx, vy)]
    ends = []
    for order in "AB", "BA":
        v = (x, y) + hit((vx, vy), order, mu)
        ends += [v] if v not in ends else []
    return ends


def start(arrives, scale):
    x, y, vx, vy = Q(0), Q(0), Q(-115, 21) * scale, Q(-20, 7) * scale
    for _ in range(arrives):
        x, y, vy = x - vx, y - vy, vy - PULL
    return x, y, vx, vy


def all_states(points, T):
    """For each time the states and their shares; of each state those it comes from.
    Nothing here is gone through twice."""
    now = {tuple(start(*p[:2]) for p in points): Q(1)}
    levels, before = [now], {}
    for t in range(1, T + 1):
        then = {}
        for state, share in now.items():
            ways = list(itertools.product(
                *(moved(s, Q(p[2], 4)) for s, p in zip(state, points))))
            for way in ways:
                then[way] = then.get(way, 0) + share / len(ways)
                before.setdefault((t, way), []).append(state)
        levels.append(then)
        now = then
    return levels, before


def state_of(row, n):
    return tuple(tuple(row["%s%d" % (c, i + 1)] for c in
                       ("q.x", "q.y", "v.x", "v.y")) for i in range(n))


def write(place, points, T):
    path = os.path.join(place, "edges.lua")
    lua = "{ %s }" % ", ".join("{ %d, %d, %d }" % p for p in points)
    with open(path, "w") as file:
        file.write(SCENE % (lua, T))
    return path
