"""perp run --branches: the runs through all extreme outcomes of collisions.

How many there are is known from the outcomes of law (31) and by symmetry; what
they do behind the impact is put beside outcomes by all modes, and beside the
ranges of `perp reach`.
"""
import json
import os
import tempfile

import hp23
from fan import before, collisions, said, scene, tables, words
from program import check, done, expect, run

BLOCK = scene("dropped_block")


def known_numbers():
    """One way for block and discs, three for gait and RAMone, by proof; the
    gait's are those that trying all modes finds."""
    for name, count, sets in (("rocking_block", 1, {}), ("compass_gait", 3, {}),
                              ("box_wall", 1, {}), ("ramone", 3, {}),
                              ("disk_stack", 1, {}),
                              ("disk_stack", 1, {"variant": "coded"}),
                              ("dropped_block", 1, {"law": "none"}),
                              ("dropped_block", 1, {"law": "simultaneous"})):
        s = said(scene(name), "--branches", "5", **sets)
        check(s["branches"] == len(s["runs"]) == count and s["complete"] and
              s["complete_of"] == "the doubles of M, nu, n, d, mu and v of "
              "each collision" and
              s["law"] == "simultaneous" and s["sampled"] == 0,
              "%s: %s" % (name, s))
        for r in s["runs"]:
            check(r["collision_energy_most"] <= 0 and r["collisions"] == 1 and
                  r["of"] == ([count] if count > 1 else []), "%s" % r)
        check([r["outcomes"] for r in s["runs"]] ==
              ([[k + 1] for k in range(count)] if count > 1 else [[]]), name)
    s = said(BLOCK, "--branches", "2", "--rational", law="simultaneous", T=0.3)
    check(s["complete"] and s["complete_of"] ==
          "M, nu, n, d, mu and v of each collision, in fractions", "%s" % s)
    runs = tables(scene("compass_gait"), "--branches", "3")
    text = run("run", scene("compass_gait"), "--branches", "3").stderr
    check(text.count(": 1 collision, ") == 3, "three runs of one: " + text)
    wanted = hp23.outcomes(hp23.gait())
    for rows in runs.values():
        v = [rows[1]["v." + n] for n in ("x", "y", "le", "tr")]
        near = [w for w in wanted if max(abs(a - b) for a, b in zip(v, w)) <
                1e-9]
        check(len(near) == 1, "%s is no outcome" % v)
        wanted = [w for w in wanted if w not in near]
    check(not wanted, "outcomes that no run takes: %s" % wanted)


def mirrored():
    """Contact by contact the block has two ways, mirror images at every row,
    which rock with 7/10 of the rate from impact to impact."""
    for law in "sequential", "routh":
        s = said(BLOCK, "--branches", "2", law=law)
        check(s["branches"] == 2 and not s["complete"] and
              s["complete_of"] is None, "%s: %s" % (law, s))
        one, two = tables(BLOCK, "--branches", "2", law=law).values()
        check(len(one) == len(two) > 300, "lengths")
        for a, b in zip(one, two):
            check(all(abs(a[n] + b[n]) < 1e-12
                      for n in ("q.x", "q.th", "v.x", "v.th")) and
                  abs(a["q.y"] - b["q.y"]) < 1e-12 and
                  abs(a["cn.A"] - b["cn.B"]) < 1e-12, "not a mirror image")
        check(max(abs(a["q.th"]) for a in one) > 1e-3, "no rocking")
        hits = collisions(one, 0.001)
        rates = [one[i]["v.th"] for i in hits]
        check(len(hits) > 5, "%d impacts" % len(hits))
        for r, s in list(zip(rates, rates[1:]))[:4]: # then h is felt
            check(-0.72 < s / r < -0.64, "%g to %g" % (r, s))


def common_beginnings():
    """Runs are the same until they part, to the last byte; and no run gains
    energy at an impact, judged from its rows."""
    text = run("run", BLOCK, "--branches", "20", "--csv", "-", "-q").stdout
    lines = {}
    for line in text.splitlines()[1:]:
        number, rest = line.split(",", 1)
        lines.setdefault(number, []).append(rest)
    check(len(lines) > 3, "%d runs" % len(lines))
    fall = 0
    while len({rows[fall] for rows in lines.values()}) == 1:
        fall += 1
    check(fall == 45, "%d rows of fall" % fall)
    check(len({rows[fall] for rows in lines.values()}) == len(lines),
          "two runs are one")
    for rows in tables(BLOCK, "--branches", "20").values():
        hits = collisions(rows, 0.001)
        check(hits and hits[0] == fall, "%s" % hits)
        for i in hits:
            before(rows[i])  # looks at energy and cone
        check(rows[-1]["t"] >= 0.3 or rows[-1]["joins"] > 0, "too short")


def extremes_of_reach():
    """The speeds that the runs leave the impact with have the ranges that `perp
    reach` prints of as many samples of the draw that runs have."""
    for samples, seed, select in (100, 0, "first"), (300, 5, "first"), (
            40, 2, "random"):
        sets = {"drop": 0, "v0": 0.44, "seed": seed, "select": select,
                "T": 0.01}
        runs = tables(BLOCK, "--branches", "20", "--depth", "1", "--samples",
                      str(samples), **sets)
        r = run("reach", BLOCK, "--samples", str(samples), "--seed", str(seed),
                "--select", select, "--draw", "uniform", "--json", *words(**sets))
        ranges = json.loads(r.stdout)
        for k, x in enumerate((-0.5, 0.5)):
            for key, speed in (("vn", lambda v: v["v.y"] + x * v["v.th"]),
                               ("vt", lambda v: v["v.x"] + v["v.th"])):
                found = [speed(rows[1]) for rows in runs.values()]
                low, high = ranges[key][k]
                check(abs(min(found) - low) < 1e-12 and
                      abs(max(found) - high) < 1e-12,
                      "%s of contact %d: %s" % (key, k, ranges[key]))
        top = 0.21 * 0.44
        check(all(rows[1]["v.y"] * 2 <= top + 1e-12 for rows in runs.values()),
              "beyond the sequences")


def limits_and_forks():
    """As many runs as are allowed, and not one more; the first forks only; what
    more runs are allowed changes nothing."""
    all_ = said(BLOCK, "--branches", "50")["branches"]
    check(3 < all_ < 50, "%d" % all_)
    for branches in all_, 10000:
        check(said(BLOCK, "--branches", str(branches))["branches"] == all_,
              "limit %d" % branches)
    expect("one less", 5, [], ["more than %d runs" % (all_ - 1), "--depth"],
           "run", BLOCK, "--branches", str(all_ - 1))
    s = said(scene("disk_stack"), "--branches", "40", "--depth", "1",
             "--samples", "32", law="halm_posa", T=0.05, drop=0.02)
    check(s["sampled"] > 0 and not s["complete"] and s["samples"] == 32, "%s" % s)
    check(all(len(r["outcomes"]) == 1 and r["of"] == [s["branches"]] and
              r["collision_energy_most"] <= 0 for r in s["runs"]), "%s" % s)
    check([r["outcomes"][0] for r in s["runs"]] ==
          list(range(1, s["branches"] + 1)), "numbers")
    check(json.dumps(s) == json.dumps(
        said(scene("disk_stack"), "--branches", "4000", "--depth", "1",
             "--samples", "32", law="halm_posa", T=0.05, drop=0.02)), "again")


def exactly():
    """With --exact-check every step of every run is proven."""
    s = said(scene("compass_gait"), "--branches", "3", "--exact-check")
    check(all(r["steps_proven"] == r["steps"] == 11 for r in s["runs"]),
          "%s" % s)
    s = said(BLOCK, "--branches", "2", "--exact-check", law="sequential",
             T=0.06)
    check(all(r["steps_proven"] == r["steps"] for r in s["runs"]), "%s" % s)


def refusals():
    fall = ["run", BLOCK, "--branches", "3", "--set", "T=0.01"]
    r = run(*fall, "--json")
    check(r.returncode == 0 and "no collision" in r.stderr and
          json.loads(r.stdout)["branches"] == 1, "no collision: " + r.stderr)
    for more, text in ((["--branches", "0"], "from 1 to 10000"),
                       (["--branches", "-3"], "from 1 to 10000"),
                       (["--branches", "1e3"], "from 1 to 10000"),
                       (["--branches", "10001"], "from 1 to 10000"),
                       (["--branches", "3", "--depth", "0"], "--depth"),
                       (["--branches", "3", "--samples", "0"], "--samples"),
                       (["--depth", "2"], "wants --branches"),
                       (["--samples", "2"], "wants --branches"),
                       (["--run", "x"], "wants --branches"),
                       (["--branches", "3", "--trace", "x"], "--trace"),
                       (["--branches", "3", "--certify", "L1", "--cert", "x"],
                        "--certify"),
                       (["--branches", "3", "--csv", "-", "--json"], "--csv"),
                       (["--branches", "3", "--run", "x"], "no run 'x'")):
        expect("%s" % more, 2, [], [text], "run", BLOCK, *more)
    for path, more, text in (
            (scene("../P10/bouncing_ball"), [], "scheme 'paoli'"),
            (scene("../AP02/bouncing_disc"), [], "need e = 0"),
            (BLOCK, ["--set", "law=rought"], "did you mean 'routh'"),
            (BLOCK, ["--scheme", "paoli"], "impact.law and --branches")):
        expect("%s %s" % (path, more), 3, [], [text], "run", path,
               "--branches", "3", *more)
    with tempfile.TemporaryDirectory() as place:
        expect("a proof", 3, [], ["--certify knows no law of impact"], "run",
               BLOCK, "--certify", "L1", "--cert", os.path.join(place, "x"))
        check(not os.listdir(place), "a proof is half there")
    expect("estimates", 3, [], ["impact.law"], "estimates", BLOCK)


known_numbers()
mirrored()
common_beginnings()
extremes_of_reach()
limits_and_forks()
exactly()
refusals()
done()
