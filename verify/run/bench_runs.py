"""Rows per second of plain runs: piles and stacks, in the plane and in space, at
rest, sliding, turned, with masses alike and 10^4 apart. A run is read row by row
while it goes, and ended after so many seconds; of each row the time of the wall is
noted, so the machine should be quiet. First what is promised, in the least processor time
of several turns, which other work disturbs less, or in instructions, which it does not
disturb; then whether exact steps prove every row at some forty contacts, within twenty
times the plain run; the script fails where any of it is not kept. Then printed are the
rows, rows per second, the
median row and the longest beside it, problems per row and how many climbed to exact
Lemke (where the run came to its end), and the exponent with which the mean cost of a
row grows with the number of bodies, from the size before.

    bench_runs.py [SECONDS [NAME]]    of each run; families with NAME in theirs;
                                      with the NAME `promised`, `exponents` or `proven`
                                      no family
"""
import json
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 10
WORD = sys.argv[2] if len(sys.argv) > 2 else ""
CASES = os.path.join(os.environ.get("PERP_SOURCE", "."), "cases/GAP08")
FLAT, SPACE = (4, 8, 16, 32, 64, 128), (2, 4, 8, 16, 32)
# A stack of 128 with the case's own taper would have boxes of no width.
STACK = ("taper=0.00390625", "T=1")
TURNED = STACK + ("space=true", "yaw=0.1", "slide=0.3")
FAMILIES = (
    ("pile", "pile", FLAT, ()),
    ("pile, masses 1e4", "pile", FLAT, ("ratio=10000",)),
    ("stack at rest", "box_stack", FLAT, STACK),
    ("stack slides", "box_stack", FLAT, STACK + ("slide=0.3",)),
    ("stack slides, masses 1e4", "box_stack", FLAT,
     STACK + ("slide=0.3", "ratio=10000")),
    ("in space, at rest", "box_stack", SPACE, STACK + ("space=true",)),
    ("in space, turned, slides", "box_stack", SPACE, TURNED),
    ("the same, masses 1e4", "box_stack", SPACE, TURNED + ("ratio=10000",)))


def measure(case, count, sets):
    """Times between rows, and the summary, or None when the time was over."""
    words = [os.environ["PERP_BINARY"], "run", os.path.join(CASES, case + ".lua"),
             "--json", "--set", "count=%d" % count]
    for word in sets:
        words += ["--set", word]
    times = []
    with tempfile.TemporaryDirectory() as place:
        pipe = os.path.join(place, "rows")
        os.mkfifo(pipe)
        child = subprocess.Popen(words + ["--trace", pipe],
                                 stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL)

        def watch():
            with open(pipe) as rows:
                for _ in rows:
                    times.append(time.monotonic())
                    if len(times) == 1:
                        clock = threading.Timer(
                            SECONDS, child.send_signal, (signal.SIGKILL,))
                        clock.daemon = True
                        clock.start()
        reader = threading.Thread(target=watch, daemon=True)
        reader.start()
        out, _ = child.communicate()
        reader.join(5)
    gaps = [b - a for a, b in zip(times, times[1:])]
    return gaps, json.loads(out) if child.returncode == 0 else None


def processor(case, sets, turns, *more):
    """The least user time of the turns, the rows, and how many are proven."""
    least, words = math.inf, [os.environ["PERP_BINARY"], "run",
                              os.path.join(CASES, case + ".lua"), "--json",
                              *more]
    for word in sets:
        words += ["--set", word]
    for _ in range(turns):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        out = subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        least = min(least, after - before)
    summary = json.loads(out)
    return least, summary["steps"], summary["steps_proven"]


def instructions(count, basis, rows):
    """Of the rows of a stack at rest: of all, and of their problems (posed, tested for a
    definite matrix, solved, asked for a second velocity)."""
    with tempfile.TemporaryDirectory() as place:
        to = os.path.join(place, "calls")
        words = ["valgrind", "--tool=callgrind", "--toggle-collect=run_step",
                 "--callgrind-out-file=" + to, os.environ["PERP_BINARY"], "run",
                 os.path.join(CASES, "box_stack.lua"), "--json", "--scene-seconds", "3600"]
        for word in ("taper=0.00390625", "count=%d" % count, "T=%g" % (rows / 100),
                     "basis=" + basis):
            words += ["--set", word]
        out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             check=True).stdout
        taken = json.loads(out).get("kept_bases", 0)
        text = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", to],
                              stdout=subprocess.PIPE, check=True).stdout.decode()
    cost = {name: int(number.replace(",", "")) for number, name in
            re.findall(r"^ *([\d,]+) .*:(run_step|run_solve) ", text, re.M)}
    return cost["run_step"], cost["run_solve"], taken


def exponents():
    """With which power of the boxes a row at rest grows: what it does beside its problem,
    and its problem from a cold start and with a kept basis. The first rows are left out."""
    if shutil.which("valgrind") is None or shutil.which("callgrind_annotate") is None:
        print("rows beside their problems, problems: no valgrind, not measured")
        return True
    cost, few, many = {}, 3, 8
    for count in (16, 32, 64, 128):
        for basis in ("cold", "kept"):
            a, b = (instructions(count, basis, rows) for rows in (few, many))
            row, problem = ((b[k] - a[k]) / (many - few) for k in (0, 1))
            cost[count, basis] = problem
            cost[count, "beside"] = row - problem
            print("%d boxes at rest, %s: a row %.3g instructions, its problem %.3g; %d of %d "
                  "by a kept basis" % (count, basis, row, problem, b[2], many), flush=True)
            if basis == "kept" and b[2] != many - 1:
                print("a basis was not kept: NOT KEPT")
                return False
    held = True
    for name, bar in (("beside", 1.3), ("cold", 3), ("kept", 2.2)):
        power = math.log(cost[128, name] / cost[16, name], 8)
        held = held and power <= bar
        print("boxes^%.2f from 16 to 128, %s%s" % (power, {
            "beside": "a row beside its problem", "cold": "its problem from a cold start",
            "kept": "its problem with a kept basis"}[name],
            "" if power <= bar else ": NOT KEPT"), flush=True)
    return held


def promised():
    """What is promised, and by how much it is kept; a word for each that is not."""
    sliding = ("space=true", "yaw=0.1", "slide=0.3", "T=0.15")
    pile, _, _ = processor("pile", (), 7)
    stack, rows, _ = processor("box_stack", sliding, 3)
    ratio = math.inf
    for _ in range(3):
        gaps, _ = measure("box_stack", 10, sliding)
        ratio = min(ratio, max(gaps) / sorted(gaps)[len(gaps) // 2])
    gaps, _ = measure("box_stack", 128, STACK)
    flat = len(gaps) / sum(gaps) if gaps else 0
    kept = (("pile of 16, s", pile, pile < 0.3),
            ("ten turned boxes that slide, rows/s", rows / stack,
             rows / stack >= 50),
            ("their longest row / median", ratio, ratio <= 100),
            ("128 planar boxes, rows/s", flat, flat >= 5))
    for name, value, held in kept:
        print("%s: %.3g%s" % (name, value, "" if held else ": NOT KEPT"),
              flush=True)
    return all(held for _, _, held in kept)


# Some forty contacts each, as they are at the end; the fewer rows, the dearer a row.
FORTY = STACK[:1] + ("count=20", "T=0.1")
PROVEN = (
    ("pile of 16", "pile", ()),
    ("pile of 16, masses 1e4", "pile", ("ratio=10000",)),
    ("stack of 20 at rest", "box_stack", FORTY),
    ("it slides", "box_stack", FORTY + ("slide=0.3",)),
    ("it slides, masses 1e4", "box_stack",
     FORTY + ("slide=0.3", "ratio=10000")),
    ("10 in space, at rest", "box_stack",
     STACK[:1] + ("space=true", "T=0.1")),
    ("2 in space, turned, slide", "box_stack",
     TURNED[:1] + TURNED[2:] + ("count=2", "T=0.05")))


def proven():
    """Is every row proven by --exact-check, in at most twenty times the user time of
    the plain run, the two in turn?"""
    held = True
    print("| exact | rows | proven | plain, s | exact, s | ratio |")
    print("|---|---|---|---|---|---|")
    for name, case, sets in PROVEN:
        plain, _, _ = processor(case, sets, 2)
        exact, rows, right = processor(case, sets, 1, "--exact-check")
        again, _, _ = processor(case, sets, 1)
        ratio = exact / min(plain, again)
        fine = right == rows and ratio <= 20
        print("| %s | %d | %d | %.3g | %.3g | %.3g%s |" %
              (name, rows, right, min(plain, again), exact, ratio,
               "" if fine else ": NOT KEPT"), flush=True)
        held = held and fine
    return held


def main():
    held = promised() if WORD in ("", "promised") else True
    held = exponents() and held if WORD in ("", "promised", "exponents") else held
    held = (proven() if WORD in ("", "proven") else True) and held
    print("| run | bodies | rows | rows/s | median, ms | longest / median | "
          "problems | climbed | exponent |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, case, counts, sets in FAMILIES:
        before = None
        for count in counts if WORD in name else ():
            gaps, s = measure(case, count, sets)
            if len(gaps) < 3:
                print("| %s | %d | %d in %g s | | | | | | |" %
                      (name, count, len(gaps), SECONDS), flush=True)
                break
            mean, middle = sum(gaps) / len(gaps), sorted(gaps)[len(gaps) // 2]
            power = "" if before is None else "%.1f" % (
                math.log(mean / before[1]) / math.log(count / before[0]))
            print("| %s | %d | %d%s | %.3g | %.3g | %.3g | %s | %s | %s |" %
                  (name, count, len(gaps), "" if s else " of more",
                   1 / mean, 1e3 * middle, max(gaps) / middle,
                   s["lcps"] if s else "", s["fallbacks"] if s else "", power),
                  flush=True)
            before = count, mean
    return 0 if held else 1


sys.exit(main())
