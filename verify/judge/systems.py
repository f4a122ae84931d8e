"""Four small systems, each written twice: for perp in Lua, and for the oracle. All
numbers are binary fractions, and no formula has a root or a sine."""
from fractions import Fraction as F


def frac(rows):
    return [[F(x) for x in r] for r in rows]


class Block:
    """A point of 2 kg on the ground, pulled by a force that grows."""
    scheme, alpha, gamma, h = "alpha-gamma", F(1, 2), F(1, 2), 1 / 64
    names, slips = ["x", "y"], [1]
    contacts, mu = ["ground"], 0.5
    lua = """
local perp = require "perp"
local mu = perp.param("mu", 0.5, "friction")
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 2, 0 }, { 0, 2 } } end,
  force = function(t) return { 8 + 64 * t, -19.625 } end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = mu } } end }
return { system = system, name = "block", h = 1 / 64, T = 8 / 64,
  q = { x = 0, y = 0 }, v = { 0.5, 0 } }
"""

    def M(self, q):
        return frac([[2, 0], [0, 2]])

    def k(self, t, q, v):
        return [8 + 64 * t, F(-19.625)]

    def kv(self, t, q, v):
        return frac([[0, 0], [0, 0]])

    def gaps(self, q):
        return [q[1]]

    def theta(self, q):
        return []

    def nu(self, q):
        return []

    def rows(self, q):
        return [([F(0), F(1)], [[F(1), F(0)]], F(self.mu))]


class Bead:
    """A bead on the circle of radius 1, beside a wall that rubs."""
    scheme, alpha, gamma, h = "semi-implicit", F(1), F(1), 1 / 128
    names, slips = ["x", "y"], [1]
    contacts, mu = ["wall"], 0.25
    lua = """
local perp = require "perp"
local mu = perp.param("mu", 0.25, "friction")
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1.5, 0.25 }, { 0.25, 1 } } end,
  force = function(t, q, v) return { -4 - v.x / 4, -9.75 } end,
  joints = function(q)
    return { { name = "string", (q.x * q.x + q.y * q.y - 1) / 2 } }
  end,
  contacts = function(q, v)
    return { { name = "wall", gap = q.x + 5 / 1024, slips = { v.y }, mu = mu } }
  end }
return { system = system, name = "bead", h = 1 / 128, T = 10 / 128,
  scheme = "semi-implicit", start = "torn",
  q = { x = 0, y = -1 }, v = { -0.25, 0 } }
"""

    def M(self, q):
        return frac([[1.5, 0.25], [0.25, 1]])

    def k(self, t, q, v):
        return [-4 - v[0] / 4, F(-9.75)]

    def kv(self, t, q, v):
        return frac([[0, 0], [0, 0]])  # the explicit step has none

    def gaps(self, q):
        return [q[0] + F(5, 1024)]

    def theta(self, q):
        return [(q[0] ** 2 + q[1] ** 2 - 1) / 2]

    def nu(self, q):
        return [[q[0], q[1]]]

    def rows(self, q):
        return [([F(1), F(0)], [[F(0), F(1)]], F(self.mu))]


class Bowl:
    """A body of a mass that changes with its place, in a parabolic bowl."""
    scheme, alpha, gamma, h = "alpha-gamma", F(1, 2), F(1, 2), 1 / 64
    names, slips = ["x", "y"], [1]
    contacts, mu = ["bowl"], 0.125
    lua = """
local perp = require "perp"
local mu = perp.param("mu", 0.125, "friction")
local system = perp.system { coordinates = { "x", "y" },
  mass = function(q) return { { 2 + q.x * q.x, 0.5 }, { 0.5, 1 } } end,
  force = function(t, q, v) return { -v.x / 4, -10 } end,
  contacts = function(q, v)
    return { { name = "bowl", gap = q.y - q.x * q.x / 4,
      slips = { v.x + q.x / 2 * v.y }, mu = mu } } end }
return { system = system, name = "bowl", h = 1 / 64, T = 8 / 64,
  q = { x = 1, y = 0.25 }, v = { 0, 0 } }
"""

    def M(self, q):
        return [[2 + q[0] ** 2, F(1, 2)], [F(1, 2), F(1)]]

    def k(self, t, q, v):
        return [-v[0] / 4, F(-10)]

    def kv(self, t, q, v):
        return frac([[-0.25, 0], [0, 0]])

    def gaps(self, q):
        return [q[1] - q[0] ** 2 / 4]

    def theta(self, q):
        return []

    def nu(self, q):
        return []

    def rows(self, q):
        return [([-q[0] / 2, F(1)], [[F(1), q[0] / 2]], F(self.mu))]


class Corner:
    """A point in space on the ground and along a wall, two slips on the ground."""
    scheme, alpha, gamma, h = "linear-implicit", F(1), F(1), 1 / 32
    names, slips = ["x", "y", "z"], [2, 1]
    contacts, mu = ["ground", "wall"], 0.375
    lua = """
local perp = require "perp"
local mu = perp.param("mu", 0.375, "friction")
local system = perp.system { coordinates = { "x", "y", "z" },
  mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end,
  force = function(t, q, v) return { 3 - v.x / 2, -2, -10 } end,
  contacts = function(q, v) return {
    { name = "ground", gap = q.z, slips = { v.x, v.y }, mu = mu },
    { name = "wall", gap = q.y, slips = { v.x }, mu = mu } } end }
return { system = system, name = "corner", h = 1 / 32, T = 8 / 32,
  scheme = "linear-implicit", q = { x = 0, y = 1 / 64, z = 0 },
  v = { 1, 0.125, 0 } }
"""

    def M(self, q):
        return frac([[1, 0, 0], [0, 1, 0], [0, 0, 1]])

    def k(self, t, q, v):
        return [3 - v[0] / 2, F(-2), F(-10)]

    def kv(self, t, q, v):
        return frac([[-0.5, 0, 0], [0, 0, 0], [0, 0, 0]])

    def gaps(self, q):
        return [q[2], q[1]]

    def theta(self, q):
        return []

    def nu(self, q):
        return []

    def rows(self, q):
        mu = F(self.mu)
        return [([F(0), F(0), F(1)],
                 [[F(1), F(0), F(0)], [F(0), F(1), F(0)]], mu),
                ([F(0), F(1), F(0)], [[F(1), F(0), F(0)]], mu)]


SYSTEMS = [Block(), Bead(), Bowl(), Corner()]


# The scenes of verify/motions.

class Point:
    names, slips, contacts = ["x", "y"], [1], ["ground"]

    def M(self, q):
        return frac([[1, 0], [0, 1]])

    def k(self, t, q, v):
        return [F(0), F(-9.75)]

    def gaps(self, q):
        return [q[1]]

    def theta(self, q):
        return []

    def nu(self, q):
        return []

    def rows(self, q):
        return [([F(0), F(1)], [[F(1), F(0)]], F(0.5))]


class Bar(Point):
    names, slips = ["x", "y", "th"], [1, 1, 1]
    contacts = ["left", "middle", "right"]
    arms = [F(-0.5), F(0.125), F(0.5)]

    def M(self, q):
        return frac([[2, 0, 0], [0, 2, 0], [0, 0, 0.5]])

    def k(self, t, q, v):
        return [6 * t, F(-19.5), F(6.5)]

    def gaps(self, q):
        return [q[1] + a * q[2] for a in self.arms]

    def rows(self, q):
        return [([F(0), F(1), a], [[F(1), F(0), F(0)]], F(0.5))
                for a in self.arms]


class Weight(Point):
    names, slips, contacts = ["x"], [], []

    def M(self, q):
        return frac([[1]])

    def k(self, t, q, v):
        return [-16 * q[0]]

    def gaps(self, q):
        return []

    def rows(self, q):
        return []
