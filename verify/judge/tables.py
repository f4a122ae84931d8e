"""Tables of motions for the tests of perp judge."""
import json
import os
from fractions import Fraction as F

from program import check, run


class Table:
    def __init__(self, text):
        lines = text.splitlines()
        self.head = lines[0].split(",")
        self.rows = [[float(x) for x in line.split(",")] for line in lines[1:]]

    def at(self, name):
        return self.head.index(name)

    def text(self):
        return "\n".join([",".join(self.head)] +
                         [",".join("%.17g" % x for x in r)
                          for r in self.rows]) + "\n"

    def copy(self):
        out = Table.__new__(Table)
        out.head, out.rows = self.head, [list(r) for r in self.rows]
        return out


def slips_of(system, j):
    name = system.contacts[j]
    n = system.slips[j]
    return ["ft." + name] if n == 1 else ["ft.%s.%d" % (name, k + 1)
                                          for k in range(n)]


def state(system, table, l, given=True):
    """Row l as (t, q, v[, cn, ft]) in fractions."""
    r = table.rows[l]

    def of(name):
        return F(r[table.at(name)])
    out = (of("t"), [of("q." + n) for n in system.names],
           [of("v." + n) for n in system.names])
    if not given:
        return out
    return out + ([of("cn." + c) for c in system.contacts],
                  [[of(s) for s in slips_of(system, j)]
                   for j in range(len(system.contacts))])


def write(place, name, text):
    path = os.path.join(place, name)
    with open(path, "w") as f:
        f.write(text)
    return path


def own_run(system, place):
    """The scene's file, and the table of perp's own run."""
    name = type(system).__name__.lower()
    scene = write(place, name + ".lua", system.lua)
    r = run("run", scene, "--csv", "-")
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    return scene, Table(r.stdout)


def verdict(scene, path, *more, code=0):
    r = run("judge", scene, path, "--json", *more)
    check(r.returncode == code, "judge %s: %d, %s" %
          (" ".join(more), r.returncode, r.stderr))
    return json.loads(r.stdout)


def by_law(v):
    return {law["law"]: law for law in v["laws"]}
