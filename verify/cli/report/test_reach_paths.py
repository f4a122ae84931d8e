"""perp reach --paths: each step against (75) in fractions of the printed doubles, and
the ends against the table.
"""
import json
import os
import sys

from program import SOURCE, check, done, expect, run

sys.path.insert(0, os.path.join(SOURCE, "verify", "hp23"))
import hp23

dot = hp23.dot


def walk(name, model, h, N, seed, *sets):
    """Balance, cone, bounds, energy and (75) of each step; the end is the
    sample's."""
    M, Jn, Jt, mu, v0 = model
    words = ["reach", os.path.join(SOURCE, "cases", "HP23", name + ".lua"),
             "--samples", "12", "--step", str(h), "--steps", str(N), "--seed",
             str(seed), *[w for s in sets for w in ("--set", s)]]
    table = run(*words, "--csv", "-", "-q").stdout.split("\n")[1:13]
    said = json.loads(run(*words, "--json", "--paths", "9").stdout)
    check([p["sample"] for p in said["paths"]] == list(range(9)), name)
    steps = 0
    for path, line in zip(said["paths"], table):
        knots, label = path["knots"], "%s %d" % (name, path["sample"])
        check(max(abs(a - b) for a, b in zip(knots[0]["v"], v0)) < 1e-12 and
              "Ln" not in knots[0], label + ": the start")
        for k, at in enumerate(knots):
            steps += k > 0
            check(max(abs(dot(J, at["v"]) - x) for s, rows in
                      (("vn", Jn), ("vt", Jt)) for J, x in
                      zip(rows, at[s])) < 1e-12, label + ": speeds")
            check((min(at["vn"]) < 0) == (k < len(knots) - 1 or
                                          not path["ended"]), label + ": ends")
            if k == 0:
                continue
            v, Ln, Lt = knots[k - 1]["v"], at["Ln"], at["Lt"]
            for i, row in enumerate(M):
                left = dot(row, [a - b for a, b in zip(at["v"], v)])
                right = sum(x * J[i] for L, rows in ((Ln, Jn), (Lt, Jt))
                            for x, J in zip(L, rows))
                check(abs(left - right) < 1e-12, label + ": balance")
            for x, y, n, t, m in zip(Ln, Lt, at["vn"], at["vt"], mu):
                check(0 <= x <= h and abs(y) <= m * x + 1e-12, label + ": cone")
                check(x < 1e-12 or n < 1e-12, label + ": a contact that parts")
                check(abs(t) < 1e-12 or abs(y + m * x * (1 if t > 0 else -1)) <
                      1e-12, label + ": friction against the slip")
            energy = [dot(u, [dot(row, u) for row in M]) for u in (v, at["v"])]
            check(energy[1] <= energy[0] + 1e-12, label + ": energy")
        cells = [float(x) for x in line.split(",")]
        n = len(v0)
        check(max(abs(a - b) for a, b in zip(cells[:n], knots[-1]["v"])) <
              1e-10, label + ": the sample ends elsewhere")
        check(cells[-3] == len(knots) - 1 and cells[-2] == path["ended"],
              label + ": steps")
    return steps


check(walk("rocking_block", hp23.block(), 0.3, 10, 0) > 12, "several steps")
walk("rocking_block", hp23.block(mu=0.2, v0=2, width=1.5), 0.5, 3, 4, "mu=0.2",
     "v0=2", "width=1.5")
walk("box_wall", hp23.box(tilt=20, mu=0.3), 0.2, 6, 1, "tilt=20", "mu=0.3")
scene = os.path.join(SOURCE, "cases", "HP23", "rocking_block.lua")
expect("no JSON", 2, [], ["in --json"], "reach", scene, "--paths", "3")
expect("all", 2, [], ["--select"], "reach", scene, "--paths", "3", "--json",
       "--select", "all")
expect("a tree", 2, [], ["a tree and no line"], "reach", scene, "--paths", "3",
       "--plot", ".", "--select", "all")
done()
