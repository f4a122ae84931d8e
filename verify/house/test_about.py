"""Every figure says what it shows: version, name, scheme with its weights, step,
parameters as `--set` takes them, and where it shows one run its digest, all as `--json`
and perp itself say them; a figure of many runs has the values from the first to the
last, and each digest. One of each command here; PERP_LONG=1: every case, too."""
import csv
import glob
import html
import io
import json
import os
import re
import tempfile

from program import SOURCE, check, done, run

VERSION = run("--version").stdout.split()[1]


def path(case):
    return os.path.join(SOURCE, "cases", case + ".lua")


def figures(*words):
    """The descriptions of the figures that a command draws, as key and value; what
    else it printed."""
    with tempfile.TemporaryDirectory() as place:
        r = run(*words, "--plot", place)
        check(r.returncode == 0, "%s: %s" % (words, r.stderr))
        out = {}
        for name in sorted(glob.glob(os.path.join(place, "*.svg"))):
            with open(name, encoding="utf-8") as file:
                said = re.findall("</title><desc>(.*?)</desc>", file.read())
            name = os.path.basename(name)
            check(len(said) == 1, "%s: %s has no description" % (words, name))
            out[name] = [p.split(" ", 1) for p in
                         html.unescape("".join(said)).split("; ")]
        check(out, "%s: no figure" % (words,))
        return out, r.stdout


def expect(where, pairs, **want):
    found = {}
    for pair in pairs:
        key, value = (pair + [""])[:2]
        if key == "set":
            key, value = value.split(" ", 1)
            key = "set_" + key
        found.setdefault(key, value)
    want["version"] = VERSION
    for key, value in want.items():
        check(found.get(key) == value, "%s says %s %s, not %s" %
              (where, key, found.get(key), value))
    check(found.get("name") and (found.get("scheme") or found.get("runs")),
          "%s: %s" % (where, found))
    return found


def told(x):
    """What is said of runs, wherever it stands in an object."""
    if isinstance(x, dict) and "digest" in x and "parameters" in x:
        yield x
    for inner in x.values() if isinstance(x, dict) else x if isinstance(x, list) else []:
        yield from told(inner)


def case(name):
    """The figures of a case say what one of its runs says of itself."""
    drawn, text = figures("run", path(name), "--json")
    runs = [r for line in text.splitlines() if line for r in told(json.loads(line))]
    for figure, pairs in drawn.items():
        digest = dict((p + [""])[:2] for p in pairs).get("digest")
        own = [r for r in runs if r["digest"] == digest]
        check(own, "%s: %s has no digest of a run" % (name, figure))
        for r in own[:1]:
            more = {"set_" + k: v or "" for k, v in r["parameters"].items()}
            more.update((k, r[k]) for k in ("name", "scheme", "h", "T"))
            expect(figure, pairs, **more)


case("GAP08/fig9_1")
case("AP02/nonnormal")
ROCK, WALL = path("HP23/rocking_block"), path("HP23/box_wall")
drawn, _ = figures("converge", path("P10/disc"), "--h", "1/50,1/100", "--set", "e=1/4")
expect("converge", drawn["disc_converge.svg"], name="disc", scheme="paoli", e="1/4",
       set_e="0.25")
drawn, _ = figures("cone", path("GAP08/cone_wedge"), "--set", "mu=2/3")
expect("cone", drawn["cone_wedge_cone.svg"], name="cone_wedge", set_mu="2/3")
drawn, _ = figures("reach", ROCK, "--samples", "16", "--set", "mu=0.5")
for name, pairs in drawn.items():
    expect("reach", pairs, name="rocking_block", set_mu="0.5")
drawn, _ = figures("inclusion", WALL, "--set", "tilt=11")
for name, pairs in drawn.items():
    expect("inclusion", pairs, name="box_wall", set_tilt="11")
drawn, _ = figures("run", path("HP23/dropped_block"), "--branches", "40", "--set",
                   "T=0.1")
for name, pairs in drawn.items():
    expect("fan", pairs, name="dropped_block", set_T="0.1")
drawn, text = figures("run", path("P10/tunnel"), "--set", "size=1/10,1/8,1/5", "--csv",
                      "-", "-q")
pairs = drawn["tunnel_sweep.svg"]
expect("sweep", pairs, name="tunnel", runs="3", set_size="1/10")
check(["set", "size 1/5"] in pairs, "the last value: %s" % pairs)
check([p[1].strip() for p in pairs if p[0] == "digest"] ==
      [row["run.digest"] for row in csv.DictReader(io.StringIO(text))], "the digests")
if os.environ.get("PERP_LONG"):
    for name in glob.glob(os.path.join(SOURCE, "cases", "*", "*.lua")):
        if os.sep + "wrong" + os.sep not in name:
            case(os.path.relpath(name, os.path.join(SOURCE, "cases"))[:-4])
done()
