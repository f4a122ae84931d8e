"""Drives all engines that are here through all scenes, has perp judge what they made
and writes the tables of doc/82-engines.md.

    python3 table.py PERP PLACE PAGE

PLACE is a folder of the build with the compiled drivers, those in JavaScript and their
node_modules; tables and verdicts are kept there. The lines of PAGE between its two
marks are written anew."""
import json
import os
import resource
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TEXT, SCENE = (os.path.join(HERE, n) for n in ("scenes.lua", "scene.lua"))
SETTINGS = ("default", "accurate")
ENGINES = {  # what is installed
    "bullet": "libbullet-dev", "dart": "libdart-dev",
    "siconos": "libsiconos-mechanics-dev", "planck": "planck",
    "box2d": "box2d-wasm", "rapier": "@dimforge/rapier2d-compat",
    "matter": "matter-js", "cannon": "cannon-es", "mujoco": "@mujoco/mujoco"}
LAWS = ("kinematics", "joints", "hold", "gaps", "momentum", "impulse", "approach",
        "complementarity", "coulomb", "gained", "lost")
UNITS = ("m", "m", "m/s", "m", "J", "N s", "m/s", "J", "J", "J", "J")
MARKS = ("<!-- made by table.py -->\n", "<!-- end -->\n")


def scenes():
    """Names, with h, T and the dimension."""
    out = {}
    with open(TEXT) as f:
        for words in map(str.split, f):
            if words[:1] == ["scene"]:
                out[words[1]] = (words[2], float(words[3]), float(words[4]))
    return out


def command(place, engine):
    """How a driver is called, or None."""
    package = os.path.join(place, "node_modules", ENGINES[engine])
    built = os.path.join(place, "engine_" + engine)
    if os.path.exists(built):
        return [built]
    return ["node", os.path.join(place, engine + ".mjs")] \
        if os.path.exists(package) else None


def version(place, engine):
    """Of the installed package."""
    path = os.path.join(place, "node_modules", ENGINES[engine], "package.json")
    if os.path.exists(path):
        with open(path) as f:
            return json.load(f)["version"]
    asked = ["dpkg-query", "-W", "-f", "${source:Upstream-Version}", ENGINES[engine]]
    return run(asked)[1] if shutil.which(asked[0]) else "unknown"


def run(words, seconds=120):
    """(exit code, output, what it says on stderr)"""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, "", "no end within %d s" % seconds


def drive(place, engine, scene, setting, table):
    """What the driver says: setting, weight, closed, softens, and seconds or reason."""
    if os.path.exists(table):
        os.remove(table)
    code, out, err = run(command(place, engine) + [TEXT, scene, setting, table])
    if code == 0:
        said = json.loads(out.strip().split("\n")[-1])
        said.setdefault("version", None)
        said["version"] = said["version"] or version(place, engine)
        return said
    last = (err.strip() or "nothing").split("\n")[-1]
    return {"reason": last if code is None else "ended with %s: %s" % (code, last)}


def judge(perp, scene, dimension, table, said):
    """law: (worst, rounding), or why there is none."""
    words = [perp, "judge", SCENE, table, "--set", "scene=" + scene, "--json",
             "--weight", str(said["weight"]), "--closed", str(said["closed"])]
    code, out, err = run(words + ["--cone", "round"] * (dimension == "3"))
    if code != 0:
        return err.strip().split("\n")[-1].replace(table, "its table")
    return {x["law"]: (x["worst"], x["rounding"]) for x in json.loads(out)["laws"]}


def own_run(perp, scene, table, h):
    """perp's own motion, and its processor time without that of a run of one step:
    the least of fifteen each, in turns, so that a busy moment falls on both."""
    whole = [perp, "run", SCENE, "--set", "scene=" + scene, "-q", "--csv", table]
    one = whole[:-1] + [table + ".short", "--set", "T=%.17g" % h]
    spent = [[], []]
    for _ in range(15):
        for words, times in zip((whole, one), spent):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run(words)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime - before.ru_utime +
                         after.ru_stime - before.ru_stime)
    return {"version": "", "setting": "alpha-gamma, both 1", "weight": 1,
            "softens": "no", "closed": 0.01,
            "seconds": max(min(spent[0]) - min(spent[1]), 1e-4)}


def everything(perp, place):
    """(engine, setting, scene): (what the driver says, the verdict)"""
    out = {}
    for scene, (dimension, h, T) in scenes().items():
        cells = [("perp", "")]
        cells += [(e, s) for e in ENGINES if command(place, e) for s in SETTINGS]
        for engine, setting in cells:
            table = os.path.join(place, "%s_%s_%s.csv" % (engine, scene, setting))
            said = own_run(perp, scene, table, h) if engine == "perp" else \
                drive(place, engine, scene, setting, table)
            verdict = said.get("reason") or judge(perp, scene, dimension, table, said)
            out[engine, setting, scene] = said, verdict
            print(engine, setting, scene, said.get("reason") or "", flush=True)
    return out


# ---- the page --------------------------------------------------------------

def short(x):
    """Two digits: 1.2e-3."""
    if x == 0:
        return "0"
    m, e = ("%.1e" % x).split("e")
    return "%.2g" % x if 0.1 <= x < 1000 else "%se%d" % (m, int(e))


def row(cells):
    return "| " + " | ".join(cells) + " |\n"


def head(cells):
    return row(cells) + "|" + "---|" * len(cells) + "\n"


def names(got):
    return list(dict.fromkeys((e, s) for e, s, _ in got))


def who(got):
    text = head(["engine", "package", "version", "default", "accurate",
                 "softens on purpose"])
    for engine in ENGINES:
        said = [[x[0] for (e, s, _), x in got.items() if (e, s) == (engine, setting)
                 and "setting" in x[0]] for setting in SETTINGS]
        if not all(said):
            text += row([engine, "`%s`" % ENGINES[engine], "not installed"] + ["-"] * 3)
            continue
        a, b = said[0][0], said[1][0]
        text += row([engine, "`%s`" % ENGINES[engine], a["version"], a["setting"],
                     b["setting"], a["softens"]])
    return text


def of_scene(got, scene):
    """A row for each engine and setting, the worst of each law; one of what is not."""
    laws = [l for l in LAWS if any(isinstance(v, dict) and l in v for (_, _, s),
            (_, v) in got.items() if s == scene)]
    text = head(["engine", "setting"] + ["%s, %s" % (l, UNITS[LAWS.index(l)])
                                         for l in laws])
    for engine, setting in names(got):
        verdict = got[engine, setting, scene][1]
        if isinstance(verdict, dict):
            cells = [short(verdict[l][0]) if verdict[l][0] > verdict[l][1] else "0"
                     for l in laws]
        else:
            cells = [verdict] + [""] * (len(laws) - 1)
        text += row([engine, setting] + cells)
    return text


def times(got, known):
    text = head(["engine", "setting"] + list(known))
    own = {s: got["perp", "", s][0]["seconds"] for s in known}
    text += row(["perp, ms", ""] + [short(1000 * own[s] / known[s][2]) for s in known])
    for engine, setting in names(got)[1:]:
        text += row([engine, setting] + [
            short(got[engine, setting, s][0]["seconds"] / own[s])
            if "seconds" in got[engine, setting, s][0] else "-" for s in known])
    return text


def machine():
    try:
        with open("/proc/cpuinfo") as f:
            return next(x.split(":")[1].strip() for x in f if "model name" in x)
    except (OSError, StopIteration):
        return "an unknown processor"


def page(got):
    known = scenes()
    text = "### Who\n\n%s\n### How long\n\n" % who(got)
    text += "Measured on one core of: %s.\n\n%s" % (machine(), times(got, known))
    for scene in known:
        text += "\n### %s\n\n%s" % (scene, of_scene(got, scene))
    return text


def main(perp, place, path):
    got = everything(perp, place)
    with open(path) as f:
        before, rest = f.read().split(MARKS[0])
    _, after = rest.split(MARKS[1])
    with open(path, "w") as f:
        f.write(before + MARKS[0] + "\n" + page(got) + "\n" + MARKS[1] + after)


if __name__ == "__main__":
    main(*sys.argv[1:])
