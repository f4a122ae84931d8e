"""The laws of src/judge/kept.h once more, of a table of fractions with its impulses:
an oracle for motions that perp judge --error exhibits. It shares nothing with perp but
the systems, which are written here a second time."""
from fractions import Fraction as F

from laws import demanded, dot


def read_kept(text, system):
    """Rows (t, q, v, cn, ft by contact, cj) in fractions."""
    lines = text.splitlines()
    head = lines[0].split(",")
    rows = []
    for line in lines[1:]:
        cells = dict(zip(head, line.split(",")))
        t = F(float.fromhex(cells["t"]))
        x = {k: F(c) for k, c in cells.items() if k != "t"}
        slips = []
        for c, n in zip(system.contacts, system.slips):
            slips.append([x["ft." + c]] if n == 1 else
                         [x["ft.%s.%d" % (c, k + 1)] for k in range(n)])
        rows.append((t, [x["q." + n] for n in system.names],
                     [x["v." + n] for n in system.names],
                     [x["cn." + c] for c in system.contacts], slips,
                     [c for k, c in x.items() if k.startswith("cj.")]))
    return rows


def broken_row(system, row):
    if any(x != 0 for x in system.theta(row[1])):
        return "joints"
    if any(g < 0 for g in system.gaps(row[1])):
        return "gaps"
    return None


def broken_push(rule, x, v0, early, contact, cn, ft):
    n, slips, mu = contact
    rho = dot(n, x) + rule.e * dot(n, v0)
    s = [dot(d, x) for d in slips]
    size = sum((abs(f) for f in ft), F(0))
    if cn < 0 or size > mu * cn:
        return "momentum"
    if early and rho < 0:
        return "approach"
    if cn > 0 and rho > 0:
        return "complementarity"
    if mu * cn * max([abs(u) for u in s], default=F(0)) + dot(ft, s) != 0:
        return "coulomb"
    return None


def broken_interval(system, rule, a, b):
    """The first law that the interval between two rows breaks; None."""
    h, q, _, J, x, y = demanded(system, rule, a, b)
    w = rule.weight
    for i in range(len(a[1])):
        if b[1][i] - a[1][i] != h * ((1 - w) * a[2][i] + w * b[2][i]):
            return "kinematics"
    rest = list(J)
    for nu, c in zip(system.nu(q), b[5]):
        if dot(nu, x) != 0:
            return "hold"
        rest = [r - c * u for r, u in zip(rest, nu)]
    g0, g1 = system.gaps(a[1]), system.gaps(b[1])
    for j, contact in enumerate(system.rows(q)):
        cn, ft = b[3][j], b[4][j]
        early = g0[j] <= rule.closed
        if not early and g1[j] > rule.closed:
            if cn != 0 or any(f != 0 for f in ft):
                return "momentum"
            continue
        law = broken_push(rule, x, a[2], early, contact, cn, ft)
        if law:
            return law
        rest = [r - cn * u for r, u in zip(rest, contact[0])]
        for f, d in zip(ft, contact[1]):
            rest = [r - f * u for r, u in zip(rest, d)]
    if any(r != 0 for r in rest):
        return "momentum"
    return "gained" if dot(y, J) > 0 else None


def broken(system, rule, rows, table, bars):
    """(law, row) of the first thing that is not as it is claimed; None."""
    X, Y = F(bars[0]), F(bars[1])
    if len(rows) != len(table):
        return "rows", len(rows)
    for l, (row, seen) in enumerate(zip(rows, table)):
        law = broken_row(system, row)
        if l > 0:
            law = law or broken_interval(system, rule, rows[l - 1], row)
        if (row[0] != seen[0] or
                any(abs(x - y) > X for x, y in zip(row[1], seen[1])) or
                any(abs(x - y) > Y for x, y in zip(row[2], seen[2]))):
            law = law or "bars"
        if law:
            return law, l
    return None
