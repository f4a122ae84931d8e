"""perp merge: parts of a reach are the whole, and what is no part is refused.

Four shards also run under GNU parallel, where it is installed.
"""
import json
import os
import shutil
import subprocess
import tempfile

from program import BINARY, HANG, SOURCE, check, done, expect, run

SCENE = os.path.join(SOURCE, "cases", "HP23", "box_wall.lua")


def shard(directory, i, n, *words, samples=1003):
    path = os.path.join(directory, "%d_of_%d%s.csv" % (i, n, "".join(words)))
    r = run("reach", SCENE, "--samples", str(samples), "--shard",
            "%d/%d" % (i, n), "--csv", path, "-q", *words)
    check(r.returncode == 0, "shard %d/%d: %s" % (i, n, r.stderr))
    return path


def whole(directory):
    path = os.path.join(directory, "whole.csv")
    r = run("reach", SCENE, "--samples", "1003", "--csv", path, "--json")
    return open(path, "rb").read(), json.loads(r.stdout)


def parts(directory, table, said):
    """Byte for byte the whole, whatever the number of parts and their order."""
    for n in 2, 4, 7:
        paths = [shard(directory, i, n) for i in range(n, 0, -1)]
        out = os.path.join(directory, "merged.csv")
        r = run("merge", *paths, "--csv", out, "--json")
        check(r.returncode == 0, "merge of %d: %s" % (n, r.stderr))
        check(open(out, "rb").read() == table, "merge of %d: other bytes" % n)
        merged = json.loads(r.stdout)
        for key in ("samples", "unfinished", "lcps_mean", "lcps_se",
                    "bounds_spread", "vn", "vt", "modes", "modes_left"):
            check(merged[key] == said[key], "merge of %d: %s" % (n, key))


def parallel(directory, table):
    """Four shards under GNU parallel."""
    if shutil.which("parallel") is None:
        print("SKIPPED: GNU parallel is not installed")
        return
    pattern = os.path.join(directory, "p{}.csv")
    r = subprocess.run(
        ["parallel", "--will-cite", "-j4", BINARY, "reach", SCENE, "--samples",
         "1003", "--shard", "{}/4", "--csv", pattern, "-q", ":::", "1", "2",
         "3", "4"], capture_output=True, text=True, timeout=HANG)
    check(r.returncode == 0, "parallel: " + r.stderr)
    r = run("merge", *[pattern.format(i) for i in (1, 2, 3, 4)], "--csv", "-")
    check(r.stdout.encode() == table, "parallel: other bytes")


def misfits(directory):
    """Shards that do not fit together."""
    a, b = shard(directory, 1, 2), shard(directory, 2, 2)
    other = shard(directory, 2, 2, "--seed=8")
    third = shard(directory, 2, 3)
    expect("another seed", 3, [], ["has seed=", "different reaches"],
           "merge", a, other)
    expect("another count", 3, [], ["has shard=", "different reaches"],
           "merge", a, third)
    expect("twice", 3, [], ["the same shard 1/2"], "merge", a, a)
    expect("missing", 3, [], ["shard 2/2 is missing"], "merge", a)
    expect("no first", 3, [], ["shard 1/2 is missing"], "merge", b)
    expect("no file", 6, [], ["cannot read"], "merge", a + ".gone")
    text = open(b).read().splitlines(True)
    bad = os.path.join(directory, "bad.csv")
    for name, lines, says in (
            ("cut", text[:-1], "ends before its last sample"),
            ("cut in a line", text[:-1] + [text[-1][:-3]], "has no end"),
            ("a gap", text[:9] + text[10:], "stands where"),
            ("a word", text[:9] + ["x" + text[9]] + text[10:], "no row of"),
            ("a column less", text[:9] + [text[9].split(",", 1)[1]] +
             text[10:], "no row of"),
            ("a digit that is none", text[:9] + [",".join(
                "67" if i == len(text[9].split(",")) - 4 else x for i, x in
                enumerate(text[9].split(",")))] + text[10:],
             "67 is no mode of 2 contacts"),
            ("no first line", text[1:], "no part of a reach"),
            ("other columns", [text[0], text[1].replace("vn.A", "vn.Z")] +
             text[2:], "other columns"),
            ("nothing", [], "no part of a reach")):
        open(bad, "w").write("".join(lines))
        out = os.path.join(directory, "out.csv")
        expect(name, 3, [], [says], "merge", a, bad, "--csv", out)
        check(not os.path.exists(out), name + ": something is left behind")


SBATCH = """#!/bin/sh
# Runs a job, or an array of them, at once; prints a number.
tasks=1
while [ $# -gt 0 ]; do
  case $1 in
    --array=*) tasks=${1#--array=1-} ;;
    --wrap) job=$2; shift ;;
  esac
  shift
done
i=1
while [ $i -le $tasks ]; do
  SLURM_ARRAY_TASK_ID=$i sh -c "$job" || exit 1
  i=$((i + 1))
done
echo 7
"""


def slurm(directory):
    """The lines of the chapter, with a stand-in for sbatch, fewer shards and
    samples: the merged table is that of one machine, with random choices, too."""
    with open(os.path.join(SOURCE, "doc", "32-HP23-samples.md")) as f:
        text = f.read()
    at = text.index("    id=$(sbatch")
    lines = text[at:text.index("\n\n", at)]
    scene = os.path.join(SOURCE, "cases", "HP23", "compass_gait.lua")
    lines = lines.replace("67108864", "1003").replace("1-64", "1-3").replace(
        "/64", "/3").replace("disk_stack.lua", scene + " --select random")
    for name, body in (("sbatch", SBATCH),
                       ("perp", '#!/bin/sh\nexec "%s" "$@"\n' % BINARY)):
        path = os.path.join(directory, name)
        with open(path, "w") as f:
            f.write(body)
        os.chmod(path, 0o755)
    r = subprocess.run(["sh", "-e", "-c", lines], cwd=directory, text=True,
                       capture_output=True, timeout=HANG, env=dict(
                           os.environ, PATH=directory + ":" +
                           os.environ["PATH"]))
    check(r.returncode == 0, "slurm: " + r.stderr)
    whole = run("reach", scene, "--samples", "1003", "--select", "random",
                "--csv", "-", "-q").stdout
    path = os.path.join(directory, "whole.csv")
    check(os.path.exists(path) and open(path).read() == whole != "",
          "slurm: the merged table is another")


with tempfile.TemporaryDirectory() as place:
    slurm(place)
with tempfile.TemporaryDirectory() as directory:
    table, said = whole(directory)
    parts(directory, table, said)
    parallel(directory, table)
    misfits(directory)
done()
