"""Scenes that call the core of perp with anything, see fuzz_core.lua: whatever a
scene calls, perp ends with one of its exit codes, says why in one line, and writes
nothing but what it was asked for. Prints its seed; PERP_SEED chooses another."""
import os
import re
import subprocess
import sys
import tempfile

MODES = [[], ["--rational"], ["--exact-check"], ["--trace", "t.jsonl"],
         ["--certify", "L1", "--cert", "c"], ["--branches", "3"],
         ["--movie", "m.html"], ["--lcps", "l"], ["--certify", "L2", "--cert", "c"]]
ALLOWED = re.compile(r"(figures|figures/[\w.:+-]+\.svg|a(\.[\w.:+-]+)?\.csv|"
                     r"t(\.[\w.:+-]+)?\.jsonl|m\.html|l|l/\d{6}\.lcp|"
                     r"c(\.[\w.:+-]+)?(\.scene)?)$")


def strangers(place):
    found = []
    for at, dirs, files in os.walk(place):
        for name in dirs + files:
            path = os.path.relpath(os.path.join(at, name), place)
            if path != "in" and not ALLOWED.match(path[3:]):
                found.append(path)
    return found


def run(seed, calls, place, more):
    inner = os.path.join(place, "in")
    os.makedirs(inner, exist_ok=True)
    scene = os.path.join(os.path.abspath(os.environ["PERP_SOURCE"]),
                         "verify/scene/bind/fuzz_core.lua")
    return subprocess.run(
        [os.environ["PERP_BINARY"], "run", scene, "--csv", "a.csv", "--plot",
         "figures", "--set", "seed=%d" % seed, "--set", "calls=%d" % calls,
         "--scene-seconds", "60", *more],
        capture_output=True, cwd=inner, timeout=300, check=False)


def broken(seed, calls, mode):
    with tempfile.TemporaryDirectory() as place:
        r = run(seed, calls, place, mode)
        text = r.stderr.decode(errors="replace")
        if r.returncode not in range(7):
            last = run(seed, calls, place, mode + ["--set", "log=1"])
            calls_made = re.findall(rb"^\d+ .*$", last.stderr, re.M)
            return "exit %d behind %r\n%s" % (r.returncode, calls_made[-1:],
                                              text[-2000:])
        if strangers(place):
            return "files: %s" % strangers(place)
    return None


def main():
    scenes = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    calls = int(sys.argv[2]) if len(sys.argv) > 2 else 170
    seed = int(os.environ.get("PERP_SEED", "17"))
    print("seed", seed)
    for k in range(scenes):
        wrong = broken(seed + k, calls, MODES[k % len(MODES)])
        if wrong:
            print("seed %d %s: %s" % (seed + k, MODES[k % len(MODES)], wrong))
            return 1
    print("%d calls" % (scenes * calls))
    return 0


sys.exit(main())
