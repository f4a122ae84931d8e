"""Systems for motions that are measured: a ball that lands, a puck on a spring, two
bodies on a rod, all with formulas in fractions."""
from fractions import Fraction as F

from systems import Block, Corner, Point, frac


class Ball(Point):
    """A point thrown down on the ground, in big steps: it lands and slides."""
    scheme, alpha, gamma, h = "begin", F(1), F(1), 1 / 32
    mu = 0.5
    lua = """
local perp = require "perp"
local system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 0, -9.75 } end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = 0.5 } } end }
return { system = system, name = "ball", h = 1 / 32, T = 1,
  q = { x = 0, y = 0.25 }, v = { 1, 0 } }
"""


class Rod(Point):
    """Two points on rails with a rod between them, on a floor that rubs one."""
    scheme, alpha, gamma, h = "semi-implicit", F(1), F(1), 1 / 64
    names, slips, contacts, mu = ["a", "b"], [1], ["stop"], 0.25
    lua = """
local perp = require "perp"
local system = perp.system { coordinates = { "a", "b" },
  mass = function() return { { 1, 0 }, { 0, 3 } } end,
  force = function(t, q, v) return { -4 * q.a - v.a / 2, 0.5 } end,
  joints = function(q) return { { name = "rod", q.b - q.a - 1 } } end,
  contacts = function(q, v)
    return { { name = "stop", gap = 2 - q.b, slips = { v.a }, mu = 0.25 } } end }
return { system = system, name = "rod", h = 1 / 64, T = 12 / 64,
  scheme = "semi-implicit", q = { a = -0.25, b = 0.75 }, v = { 1, 1 } }
"""

    def M(self, q):
        return frac([[1, 0], [0, 3]])

    def k(self, t, q, v):
        return [-4 * q[0] - v[0] / 2, F(0.5)]

    def kv(self, t, q, v):
        return frac([[0, 0], [0, 0]])

    def gaps(self, q):
        return [2 - q[1]]

    def theta(self, q):
        return [q[1] - q[0] - 1]

    def nu(self, q):
        return [[F(-1), F(1)]]

    def rows(self, q):
        return [([F(0), F(-1)], [[F(1), F(0)]], F(self.mu))]


class Sled(Block):
    """The block of systems.py for longer: it is pulled, stops, and goes on."""
    lua = Block.lua.replace("8 + 64 * t", "8 - 64 * t").replace(
        "T = 8 / 64", "T = 40 / 64")

    def k(self, t, q, v):
        return [8 - 64 * t, F(-19.625)]


class Table(Corner):
    """The point of systems.py on the ground alone, far from its wall."""
    lua = Corner.lua.replace("y = 1 / 64", "y = 1").replace(
        "T = 8 / 32", "T = 24 / 32")


MEASURED = [Block(), Sled(), Rod(), Table(), Ball()]


def landing(rows=24):
    """The ball's own motion by its laws, made by hand: it falls, is caught at the
    end of the interval in which it would pierce the ground, and slides."""
    h, g, mu = F(1, 32), F(39, 4), F(1, 2)
    x, y, vx, vy = F(0), F(1, 4), F(1), F(0)
    out = [(x, y, vx, vy)]
    for _ in range(rows - 1):
        wy = vy - h * g
        c = F(0)
        if y <= F(1, 10000):
            c = max(F(0), -wy)
            wy += c
        elif y + h * wy < 0:
            c = -y / h - wy
            wy += c
        wx = vx - min(mu * c, vx)
        x, y, vx, vy = x + h * wx, y + h * wy, wx, wy
        out.append((x, y, vx, vy))
    return "t,q.x,q.y,v.x,v.y\n" + "\n".join(
        ",".join("%.17g" % float(z) for z in (h * l,) + r)
        for l, r in enumerate(out)) + "\n"
