"""Sweeps: each row is the run of its values, byte for byte, on any number of processes;
what failed is a row; a shard that was killed leaves nothing, and is made again.

Two sweeps have closed forms: a ball that falls and bounces once keeps e^2 of the
energy it comes with, and a block on a slope slips below mu = tan."""
import csv
import json
import math
import os
import re
import shutil
import signal
import subprocess
import tempfile

from fractions import Fraction

from program import BINARY, SOURCE, check, done, run

BLOCK = """
local perp = require "perp"
local mu = perp.param("mu", 0.5, "coefficient of friction")
local pull = perp.param("pull", 3, "N")
if mu > 2 then error("too rough") end
print("mu is " .. tostring(mu))
return { system = perp.system {
  coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { pull, -10 } end,
  contacts = function(q, v)
    return { { name = "ground", gap = q.y, slips = { v.x }, mu = mu } }
  end }, h = 1/16, T = 1, alpha = 1, q = { 0, 0 }, v = { 0, 0 },
  watch = { "v.x" } }
"""


def table(text):
    return list(csv.DictReader(text.splitlines()))


def rows_are_runs(scene):
    """--json: the summary is the very line of the single run; the table is its keys."""
    values = ["0.1", "1/3", "0.25", "7"]
    words = ["run", scene, "--set", "mu=" + ",".join(values), "--set",
             "h=1/16,1/32"]
    whole = run(*words, "--threads", "1")
    check(whole.returncode == 3, "the code of the first that failed")
    check("run 7" in whole.stderr.splitlines()[-1] and
          "2 of 8 runs failed" in whole.stderr, whole.stderr)
    check("run 1: mu is 0.1" in whole.stderr, "what the scene prints")
    lines = run(*words, "--json", "-q").stdout.splitlines()
    rows = table(whole.stdout)
    check(len(rows) == len(lines) == 8, "%d rows" % len(rows))
    k = 0
    for mu in values:
        for h in "1/16", "1/32":
            one = run("run", scene, "--set", "mu=" + mu, "--set", "h=" + h,
                      "--json", "-q")
            said = [x[6:] for x in one.stderr.splitlines()
                    if x.startswith("perp: ")]
            want = '{"run": %d, "set": {"mu": "%s", "h": "%s"}, "code": %d, ' \
                '"message": %s, "summary": %s}' % (
                    k + 1, mu, h, one.returncode,
                    json.dumps(said[0]) if said else "null",
                    re.sub('"seconds": [^}]*', '"seconds": null',
                           one.stdout.strip()) or "null")
            check(lines[k] == want, "%s\n%s" % (lines[k], want))
            row = rows[k]
            check((row["run"], row["set.mu"], row["set.h"], row["code"]) ==
                  (str(k + 1), mu, h, str(one.returncode)), row)
            check(row["message"] == (said[0] if said else ""), row["message"])
            if one.returncode == 0:
                s = json.loads(one.stdout)
                check(float(row["kinetic_last"]) == s["kinetic_last"] and
                      int(row["steps"]) == s["steps"] and
                      float(row["watch.v.x.last"]) == s["watch"]["v.x"]["last"]
                      and int(row["warnings"]) == len(s["warnings"]) and
                      "rungs" not in row, row)
            else:
                check(row["steps"] == "", "a run that failed has no steps")
            k += 1
    for threads in "2", "5":
        again = run(*words, "--threads", threads)
        check(again.stdout == whole.stdout and again.stderr == whole.stderr,
              "%s processes: other bytes" % threads)
    return whole.stdout


def slips_beyond(scene):
    """A block with the weight 10 N is pulled with 3 N: it sticks from mu = 3/10 on. In
    fractions the threshold is the point itself."""
    text = run("run", scene, "--set", "mu=1/10:1/2:9", "--rational", "-q").stdout
    rows = table(text)
    check([Fraction(r["set.mu"]) for r in rows] ==
          [Fraction(k, 20) for k in range(2, 11)], "the points")
    for r in rows:
        v = 3 - 10 * Fraction(r["set.mu"])  # m/s after 1 s of 3 - 10 mu m/s^2
        want = v * v / 2 if v > 0 else 0
        check(Fraction(r["kinetic_last"]) == want, "mu = %s: %s J, not %s" % (
            r["set.mu"], r["kinetic_last"], want))
        check(r["steps_proven"] == r["steps"] == "16", "proven")


def bounces():
    """P10's ball without gravity returns with e times its velocity."""
    scene = os.path.join(SOURCE, "cases", "P10", "bouncing_ball.lua")
    rows = table(run("run", scene, "--set", "e=0:1:9", "-q").stdout)
    for k, r in enumerate(rows):
        e = k / 8
        check(abs(float(r["kinetic_last"]) - e * e / 2) < 1e-12,
              "e = %s: %s J" % (r["set.e"], r["kinetic_last"]))


def tangent(place):
    """A slope whose angle is swept from a file, mu = 1/2: the block stays exactly when
    tan <= 1/2, which the table's own numbers say on both sides of atan(1/2), 2e-13
    beside it; exactly, because doubles would find both within their residual."""
    path = os.path.join(place, "slope.lua")
    with open(path, "w") as f:
        f.write("""
local perp = require "perp"
local a = perp.param("angle", 0.1, "rad")
return { system = perp.system { coordinates = { "x", "y" },
  mass = function() return { { 1, 0 }, { 0, 1 } } end,
  force = function() return { 10 * perp.sin(a), -10 * perp.cos(a) } end,
  contacts = function(q, v)
    return { { name = "g", gap = q.y, slips = { v.x }, mu = 0.5 } } end },
  h = 1/64, T = 1, alpha = 1, q = { 0, 0 }, v = { 0, 0 } }
""")
    limit = math.atan(0.5)
    angles = [limit * (1 + s * 2.0 ** -k) for k in (1, 8, 20, 40)
              for s in (-1, 1)]
    with open(os.path.join(place, "angles.csv"), "w") as f:
        f.write("angle\n" + "".join("%r\n" % a for a in angles))
    rows = table(run("run", path, "--sweep", os.path.join(
        place, "angles.csv"), "--exact-check", "-q").stdout)
    for a, r in zip(angles, rows):
        v = max(0, 10 * (math.sin(a) - math.cos(a) / 2))
        check(abs(math.sqrt(2 * float(r["kinetic_last"])) - v) < 1e-13,
              "angle %r: %s J" % (a, r["kinetic_last"]))
        check((float(r["kinetic_last"]) > 1e-26) == (a > limit), "at %r" % a)


def killed(scene, place, whole):
    """Killed with -9 behind k rows: there is no part, and nothing merges; run again, the
    parts are the whole. The rows are counted by what their runs print."""
    words = ["run", scene, "--set", "mu=0.1,1/3,0.25,7", "--set", "h=1/16,1/32"]
    part = [os.path.join(place, "part%d.csv" % i) for i in (1, 2)]

    def shard(i):
        return words + ["--shard", "%d/2" % i, "--csv", part[i - 1]]

    check(run(*shard(2), "-q").returncode == 3, "shard 2")
    for k in 1, 2, 4:
        p = subprocess.Popen([BINARY, *shard(1)], stderr=subprocess.PIPE,
                             stdout=subprocess.DEVNULL, text=True)
        seen = 0
        for line in p.stderr:
            seen += line.startswith("run ")
            if seen == k:
                break
        p.send_signal(signal.SIGKILL)
        p.stderr.read()
        p.wait()
        if k < 4:
            check(not os.path.exists(part[0]), "killed behind %d rows" % k)
            r = run("merge", *part, "--csv", "-")
            check(r.returncode == 6 and not r.stdout, "it merges: " + r.stderr)
        elif os.path.exists(part[0]):
            os.remove(part[0])
    check(run(*shard(1), "-q").returncode == 0, "shard 1, again")
    r = run("merge", *part, "--csv", "-")
    check(r.stdout == whole, "other bytes")
    check(r.returncode == 3 and "2 of 8 runs failed; run 7" in r.stderr,
          "merge ends as the whole: " + r.stderr)


def chapter(marker):
    """The lines behind a marker, with eleven values in four parts."""
    with open(os.path.join(SOURCE, "doc", "05-sweeps.md")) as f:
        text = f.read().split("<!-- %s -->\n\n" % marker)[1].split("\n\n")[0]
    text = "\n".join(x[4:] for x in text.splitlines())
    for old, new in (("1-64", "1-4"), ("seq 64", "seq 4"), ("/64", "/4"),
                     (":1000", ":11")):
        text = text.replace(old, new)
    return text


def elsewhere(scene, place, name, script):
    """The lines of the chapter, where `perp` and what stands in for machines are."""
    home = os.path.join(place, name)
    os.mkdir(home)
    with open(scene) as f, open(os.path.join(home, "block.lua"), "w") as g:
        g.write(f.read())
    r = subprocess.run(["sh", "-e", "-c", script], cwd=home,
                       capture_output=True, text=True,
                       env={**os.environ, "PATH": os.path.join(place, "bin") +
                            ":" + os.environ["PATH"],
                            "PERP_LUA": os.path.join(SOURCE, "lua")})
    check(r.returncode == 0, "%s: %s%s" % (name, r.stdout, r.stderr))
    whole = run("run", "block.lua", "--set", "mu=0:1:11", "-q", cwd=home)
    with open(os.path.join(home, "whole.csv")) as f:
        merged = f.read()
    check(merged == whole.stdout and len(table(merged)) == 11,
          "%s: other bytes\n%s" % (name, script))


def schedulers(scene, place):
    """Slurm's lines with an sbatch that runs the array here; GNU parallel's, without
    the other machines, where it is installed."""
    bin_ = os.path.join(place, "bin")
    os.mkdir(bin_)
    with open(os.path.join(bin_, "sbatch"), "w") as f:
        f.write("""#!/bin/sh
for word; do
  case "$word" in
  --array=1-*) n=${word#--array=1-} ;;
  --dependency=afterany:4711) n=whole ;;
  --wrap | --parsable) ;;
  *) job=$word ;;
  esac
done
if [ "$n" = whole ]; then exec sh -c "$job"; fi
for i in $(seq "$n"); do
  SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=1 sh -c "$job" || exit 1
done
echo 4711
""")
    os.chmod(os.path.join(bin_, "sbatch"), 0o755)
    os.symlink(BINARY, os.path.join(bin_, "perp"))
    elsewhere(scene, place, "slurm", chapter("slurm"))
    if shutil.which("parallel") is None:
        print("SKIPPED: GNU parallel is not installed")
        return
    away = "-S one,two -j1 --basefile block.lua --return part.{}.csv --cleanup"
    script = chapter("parallel")
    check(away in script, script)
    elsewhere(scene, place, "parallel",
              script.replace(away, "--will-cite -j2"))


with tempfile.TemporaryDirectory() as place:
    scene = os.path.join(place, "block.lua")
    with open(scene, "w") as f:
        f.write(BLOCK)
    whole = rows_are_runs(scene)
    slips_beyond(scene)
    bounces()
    tangent(place)
    killed(scene, place, whole)
    schedulers(scene, place)
done()
