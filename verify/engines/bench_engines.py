"""Whole runs beside DART and Siconos: the scenes of scenes.lua and larger ones, with
the same h for all. Printed are rows per second of processor time, and the rows that
each loses.

    bench_engines.py PLACE [TURNS [NAME]]    the compiled drivers; five turns; scenes
                                             with NAME in theirs

The time is that of the loop of steps alone, by one function for all three (driver.h).
The engines take turns; the least of three loops in a process is one number (of one loop
where it is long), and a cell is the median over turns.

`perp judge` asks every law of every table. A row is *lost* when a body is a centimetre
inside another or a joint is as far open, or when of an interval more energy is
unexplained, made, wasted, pushed while contacts open, or not taken by friction than the
lightest body gains when it falls a centimetre. Rows that have moved a centimetre without
the velocity, and break nothing else, are counted behind a +; a ? says that judging took
more than five minutes. A run *ends with the laws kept* when none of its last eighth of rows
is lost, as far as is known.

The script fails where perp, which ends with the laws kept, makes less than a third of
the rows per second of the fastest setting of the others that does. Without a driver it
ends with 77: skipped."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from program import BINARY

HERE = os.path.dirname(os.path.abspath(__file__))
PLACE = sys.argv[1]
TURNS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
WORD = sys.argv[3] if len(sys.argv) > 3 else ""
CELLS = [("perp", "default")] + [(e, s) for e in ("dart", "siconos")
                                 for s in ("default", "accurate")]
LONG, LATE, LEAST = 0.3, 30, 1 / 3  # s, s, of the faster one
CENTIMETRE = 0.01
# Threads of OpenBLAS, which Siconos calls, wait in circles and cost it their time.
ALONE = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
LENGTHS = ("joints", "gaps")
ENERGIES = ("momentum", "complementarity", "coulomb", "gained", "lost")


# ---- scenes ------------------------------------------------------------------

def stack(name, count, slide=0, ratio=1):
    """Boxes of cases/GAP08/box_stack.lua, in the plane."""
    yield "scene %s 2 0.015625 1 0.5 0 0 -9.81" % name
    yield "wall floor 0 0 0 1"
    for i in range(count):
        yield "box b%d %g %.17g 0.25 0 %.17g 0 %g 0 0" % (
            i + 1, ratio if i % 2 else 1, 1 - i / 256, 0.25 * i + 0.125, slide)


def turned(name, count, slide):
    """The same in space, turned by 0.1 about the vertical, sliding."""
    yield "scene %s 3 0.015625 1 0.5 0 0 0 -9.81" % name
    yield "wall floor 0 0 0 0 0 1"
    for i in range(count):
        w = 1 - i / 256
        yield ("box b%d 1 %.17g %.17g 0.25 0 0 %.17g 0.99875026 0 0 0.04997917 "
               "%g 0 0 0 0 0" % (i + 1, w, w, 0.25 * i + 0.125, slide))


def pile(name, count):
    """Boxes that fall from the grid of cases/GAP08/pile.lua, each tilted by another
    angle."""
    yield "scene %s 2 0.015625 1.5 0.5 0 0 -9.81" % name
    yield "wall floor 0 0 0 1"
    for i in range(count):
        column, up = i % 4, i // 4
        yield "box b%d 1 0.5 0.25 %.17g %.17g %.17g 0 0 0" % (
            i + 1, (column + up % 2 / 2) * 0.5625 * 1.05,
            0.125 + (up + 0.5) * 0.375 * 1.05,
            0.25 * (((i + 1) * 37 + 61) * 29 % 101 / 50 - 1))


def known():
    """The text of all scenes."""
    with open(os.path.join(HERE, "scenes.lua")) as f:
        text = f.read()
    more = [*stack("slide10", 10, 0.3), *stack("slide32", 32, 0.3),
            *stack("uneven8", 8, 0.3, 1e4), *pile("boxes16", 16),
            *turned("space4", 4, 0.3), *turned("space10", 10, 0.3)]
    return text.replace("]]", "\n" + "\n".join(more) + "\n]]")


def names(text):
    """Of each scene its dimension, its rows and its lightest body."""
    out = {}
    for words in map(str.split, text.split("\n")):
        if words[:1] == ["scene"]:
            at = out[words[1]] = {"dim": words[2], "mass": float("inf"),
                                  "rows": round(float(words[4]) / float(words[3]))}
        elif words[:1] in (["box"], ["disc"]):
            at["mass"] = min(at["mass"], float(words[2]))
    return out


# ---- one cell ----------------------------------------------------------------

def drive(engine, setting, scene, table, loops):
    """What the driver says, or the reason why it says nothing."""
    words = [os.path.join(PLACE, "engine_" + engine),
             os.path.join(os.path.dirname(table), "scenes.lua"), scene, setting,
             table, str(loops)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LATE,
                              env=ALONE)
    except subprocess.TimeoutExpired:
        return {"reason": "no end within %d s" % LATE}
    if done.returncode != 0:
        return {"reason": "ended with %d" % done.returncode}
    return json.loads(done.stdout.strip().split("\n")[-1])


def judged(scene, about, table, said):
    """Rows that are lost, and rows that have only moved without their velocity; None
    where that takes too long."""
    energy = about["mass"] * 9.81 * CENTIMETRE
    bars = [(name, CENTIMETRE) for name in LENGTHS + ("kinematics",)]
    bars += [(name, energy) for name in ENERGIES]
    words = [BINARY, "judge", os.path.join(os.path.dirname(table), "scene.lua"), table,
             "--set", "scene=" + scene, "--json", "--prove", "1", "--weight",
             str(said["weight"]), "--closed", str(said["closed"])]
    for bar in bars:
        words += ["--require", "%s<=%.17g" % bar]
    words += ["--cone", "round"] * (about["dim"] == "3")
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=10 * LATE)
    except subprocess.TimeoutExpired:
        return None, None
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit("%s: %s" % (table, done.stderr))
    beyond = {law["law"]: set(law["beyond"])
              for law in json.loads(done.stdout)["laws"]}
    lost = set().union(*(beyond.get(n, ()) for n in LENGTHS + ENERGIES))
    return lost, beyond["kinematics"] - lost


def measure(place, scene, about):
    """Of each cell the seconds, the lost and the moved rows; or a reason."""
    out, times, loops = {}, {}, {}
    for turn in range(TURNS):
        for cell in CELLS:
            if loops.get(cell) == 0:
                continue
            table = os.path.join(place, "%s_%s_%s.csv" % (*cell, scene))
            said = drive(*cell, scene, table, loops.get(cell, 1))
            if "reason" in said:
                out[cell], loops[cell] = said, 0
                continue
            if turn == 0:
                out[cell] = dict(zip(("lost", "moved"),
                                     judged(scene, about, table, said)))
                loops[cell] = 3 if said["processor"] < LONG else 1
            if said["processor"] > 10 * LONG:
                loops[cell] = 0
            times.setdefault(cell, []).append(said["processor"])
    for cell, x in times.items():
        if "reason" not in out[cell]:
            out[cell]["seconds"] = statistics.median(x)
    return out


# ---- the table ---------------------------------------------------------------

def kept(about, cell):
    """Does it end with the laws kept?"""
    return "seconds" in cell and \
        max(cell["lost"] or (), default=0) <= about["rows"] * 7 // 8


def short(x):
    return "%.2g" % x if x < 10 else "%d" % float("%.3g" % x)


def said_of(about, cell):
    if "reason" in cell:
        return "-" if "not posed" in cell["reason"] else cell["reason"]
    speed = short(about["rows"] / cell["seconds"])
    if cell["lost"] is None:
        return speed + "; ?"
    return "%s; %d%s%s" % (speed, len(cell["lost"]),
                           " + %d" % len(cell["moved"]) if cell["moved"] else "",
                           "" if kept(about, cell) else "; not kept")


def ratio(about, cells):
    """perp's rows per second beside the fastest that ends with the laws kept, and
    beside the fastest; None where there is none."""
    own = cells[CELLS[0]]
    if "seconds" not in own:
        return 0, 0
    fine, fast = ([c["seconds"] for k, c in cells.items() if k != CELLS[0] and
                   "seconds" in c and (not asked or kept(about, c))]
                  for asked in (True, False))
    return tuple(min(x) / own["seconds"] if x else None for x in (fine, fast))


def main():
    missing = [e for e in ("perp", "dart", "siconos")
               if not os.path.exists(os.path.join(PLACE, "engine_" + e))]
    if len(missing) > 1 or "perp" in missing:
        print("SKIPPED: %s not built (Debian: libdart-dev, libsiconos-mechanics-dev; "
              "target drivers)" % ", ".join(missing))
        return 77
    for engine in missing:
        print("without %s, which is not built" % engine)
        CELLS[:] = [c for c in CELLS if c[0] != engine]
    missed, text = 0, known()
    print("| scene | rows | " + " | ".join("%s, %s" % c if c[0] != "perp" else "perp"
          for c in CELLS) + " | perp / fastest that keeps | / fastest |")
    print("|---" * (len(CELLS) + 4) + "|")
    with tempfile.TemporaryDirectory() as place:
        shutil.copy(os.path.join(HERE, "scene.lua"), place)
        with open(os.path.join(place, "scenes.lua"), "w") as f:
            f.write(text)
        for scene, about in names(text).items():
            if WORD not in scene:
                continue
            cells = measure(place, scene, about)
            beside = ratio(about, cells)
            asked = kept(about, cells[CELLS[0]]) and beside[0] is not None
            missed += asked and beside[0] < LEAST
            print("| %s | %d | %s | %s |" % (
                scene, about["rows"],
                " | ".join(said_of(about, cells[c]) for c in CELLS),
                " | ".join("-" if x is None else short(x) for x in beside)) +
                (" NOT KEPT" if asked and beside[0] < LEAST else ""), flush=True)
    print("%d below a third" % missed)
    return 1 if missed else 0


sys.exit(main())
