"""For check.py: what one scheme does otherwise than another."""
from fractions import Fraction as Q

from extra import Nodes, dot
from moreau_jean import MoreauJean
from words import demand
from yields import Yields


class Rows:
    """GAP08's family; AP02's schemes have weights, and a form of their own."""
    word, rates, joints, springs, collides = "row", True, True, True, True
    deep, middle = True, False  # level L2 knows it; and asks as (E11) says

    def __init__(self, form="alpha-gamma", weights=None):
        self.form, self.weights = form, weights
        self.steep = form != "semi-implicit"

    def record(self, run):
        """What reads and checks a record behind its first line."""
        return run.row

    def active(self, run, ids):
        """Are these the active contacts? (C8)"""
        demand(run.s.sharp or set(run.kept) <= set(ids), "a contact is missing")

    def asked(self, run, J, x):
        """What the rows nu, a, n, d ask, (C2) to (C5)."""
        return [[dot(row, x) for row in rows] for rows in J]

    def back(self, s):
        """What the rows ask of beside x, (E4)."""
        return Q(0), Q(0)

    def energy(self, run, gain, w, force, J, z):
        """The left side of (C6), and here it is one already."""
        return gain


class Steps:
    word, rates, joints, springs, collides = "node", False, False, False, False
    steep = False

    def __init__(self, gamma, deep=False):
        self.weights, self.deep, self.middle = (1, gamma), deep, deep

    def record(self, run):
        return Nodes(run).node


SCHEMES = {"alpha-gamma": Rows(),
           "linear-implicit": Rows("linear-implicit", (1, 1)),
           "semi-implicit": Rows("semi-implicit", (1, 1)),
           "stiff-limit": Rows("stiff-limit", (1, 1)),
           "paoli": Steps(1), "moreau": Steps(Q(1, 2), True),
           "moreau-jean": MoreauJean(), "theta": Yields()}
