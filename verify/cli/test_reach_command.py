"""perp reach from outside: threads, sums, interrupts, words."""
import csv
import json
import math
import os
import signal
import subprocess
import tempfile
import time

from program import BINARY, HANG, SOURCE, check, done, expect, run


def scene(name):
    return os.path.join(SOURCE, "cases", "HP23", name + ".lua")


def rows_of(path):
    with open(path) as f:
        return list(csv.DictReader(f))


def threads(directory):
    """The same bytes with 1, 2, 3 and 7 threads."""
    texts = []
    for t in 1, 2, 3, 7:
        path = os.path.join(directory, "t%d.csv" % t)
        r = run("reach", scene("compass_gait"), "--samples", "30000", "--csv",
                path, "--threads", str(t), "--json")
        check(r.returncode == 0 and json.loads(r.stdout)["threads"] == t,
              "%d threads: %s" % (t, r.stderr))
        texts.append(open(path, "rb").read())
    check(len(set(texts)) == 1, "the table depends on the number of threads")


def averaged(directory):
    """Where steps are so short that bounds average out the set is smaller, and a
    line says so; with one contact there is nothing to say."""
    found = {}
    for h in "0.3", "0.03":
        r = run("reach", scene("rocking_block"), "--samples", "4000", "--step",
                h, "--steps", "10000", "--draw", "uniform", "--json", "-q")
        said = json.loads(r.stdout)
        short = h == "0.03"
        check(r.stderr.startswith("warning: ") == short and
              r.stderr.count("\n") == short, "h = %s: %s" % (h, r.stderr))
        check(abs(said["bounds_spread"] -
                  (3 * said["lcps_mean"]) ** -0.5) < 1e-12, "h = %s" % h)
        check((said["bounds_spread"] < 0.3) == short, "h = %s" % h)
        found[h] = max(b[1] for b in said["vn"])
    check(found["0.03"] < 0.6 * found["0.3"], "they shrink: %s" % found)
    path = os.path.join(directory, "one.lua")
    with open(path, "w") as f:
        f.write("""local perp = require "perp"
return { system = perp.system { coordinates = { "x", "y" },
    mass = function() return { { 1, 0 }, { 0, 1 } } end,
    contacts = function(q, v) return {
      { name = "floor", gap = q.y, slips = { v.x }, mu = 0.5 } } end },
  h = 1, T = 1, q = { 0, 0 }, v = { 1, -1 },
  impact = { h = 0.01, N = 1000, samples = 10 } }
""")
    r = run("reach", path, "--draw", "uniform", "--json", "-q")
    said = json.loads(r.stdout)
    check(r.stderr == "" and said["bounds_spread"] is None and
          said["lcps_mean"] > 50, "one contact: %s %s" % (r.stderr, said))


def sums(directory):
    """Means, standard errors and ranges against the table."""
    path = os.path.join(directory, "sums.csv")
    for name, words in ("rocking_block", []), ("compass_gait", ["--steps", "2"]
                                               ), ("box_wall", ["--seed", "5"]):
        r = run("reach", scene(name), "--samples", "3000", "--csv", path,
                "--json", *words)
        said, rows = json.loads(r.stdout), rows_of(path)
        n = [float(row["lcps"]) for row in rows]
        mean = math.fsum(n) / len(n)
        error = math.sqrt(math.fsum((x - mean) ** 2 for x in n) /
                          (len(n) - 1) / len(n))
        check(said["samples"] == len(rows) == 3000, name + ": samples")
        check(abs(said["lcps_mean"] - mean) < 1e-12 * mean, name + ": mean")
        check(abs(said["lcps_se"] - error) < 1e-9 * error, name + ": error")
        ended = [row for row in rows if row["ended"] == "1"]
        check(said["unfinished"] == len(rows) - len(ended), name + ": ended")
        for group in "vn", "vt":
            for contact, (low, high) in zip("AB", said[group]):
                x = [float(row[group + "." + contact]) for row in ended]
                check((min(x), max(x)) == (low, high), name + ": range")
        check([int(row["sample"]) for row in rows] == list(range(3000)),
              name + ": numbers of samples")


def word(row, contact, zero):
    """What a contact does, from the speeds of a row."""
    slips = [float(x) for k, x in row.items() if k == "vt." + contact or
             k.startswith("vt." + contact + ".")]
    if abs(float(row["vn." + contact])) > zero:
        return "parts" if float(row["vn." + contact]) > 0 else "approaches"
    if not slips:
        return "touches"
    if all(abs(x) <= zero for x in slips):
        return "sticks"
    return ("slides" if len(slips) > 1 else
            "slides forward" if slips[0] > 0 else "slides backward")


DIGIT = ["parts", "touches", "sticks", "slides forward", "slides backward",
         "slides", 0, 0, 0, "approaches"]


def modes(directory):
    """How many samples come to each mode, against a count of the rows: of paths, of
    trees, with a tolerance that takes slow parting for none, with samples that do not
    end, with several slips; and the parts of a reach, merged."""
    path = os.path.join(directory, "modes.csv")
    for words, zero in (
            ([scene("rocking_block")], 1e-9),
            ([scene("rocking_block"), "--tolerance", "0.03"], 0.03),
            ([scene("compass_gait"), "--select", "all", "--steps", "2"], 1e-9),
            ([scene("disk_stack"), "--steps", "4"], 1e-9),
            ([scene("newton_cradle"), "--step", "0.2", "--steps", "9"], 1e-9),
            ([os.path.join(SOURCE, "cases", "GAP08", "incline.lua"),
              "--step", "0.3", "--steps", "20"], 1e-9)):
        r = run("reach", *words, "--samples", "300", "--csv", path, "--json",
                "-q")
        check(r.returncode == 0, "%s: %s" % (words, r.stderr))
        if r.returncode:
            continue
        said, rows = json.loads(r.stdout), rows_of(path)
        samples = {}
        for row in rows:
            does = [word(row, c, zero) for c in said["contacts"]]
            check(row["mode"] == "".join(str(DIGIT.index(x)) for x in does),
                  "%s: the mode %s of %s" % (words, row["mode"], does))
            if row["ended"] == "1":
                samples.setdefault((", ".join(
                    "%s %s" % x for x in zip(said["contacts"], does)),
                    row["mode"]), set()).add(row["sample"])
        wanted = sorted(((len(x), *k) for k, x in samples.items()),
                        key=lambda x: (-x[0], int(x[2])))
        found = [(x["samples"], x["mode"], x["code"]) for x in said["modes"]]
        check(found == wanted and said["modes_left"] == 0,
              "%s: %s, not %s" % (words, found, wanted))
        check(all(abs(x["share"] - x["samples"] / 300) < 1e-15
                  for x in said["modes"]), "%s: shares" % words)
        check("all" in words or sum(x[0] for x in found) ==
              300 - said["unfinished"], "%s: all that ended" % words)


def unknown():
    """One number has no error, no number no mean; a part may have none."""
    for words, mean in ([], False), (["--shard", "1/4"], True):
        r = run("reach", scene("rocking_block"), "--samples", "1", "--json",
                *words)
        said = json.loads(r.stdout)
        check(said["samples"] == 1 - mean and said["lcps_se"] is None and
              (said["lcps_mean"] is None) == mean, r.stdout)
        r = run("reach", scene("rocking_block"), "--samples", "1", *words)
        check("standard error" not in r.stdout + r.stderr and
              ("LCPs" in r.stdout + r.stderr) != mean, r.stdout + r.stderr)


def drawn(directory):
    """Sobol's points: the same with any number of threads, with proofs and
    without, in shards; they have no seed. Normalised is the old flag."""
    texts = []
    for words in (["--threads", "3"], ["--seed", "4"], ["--exact-check"]):
        path = os.path.join(directory, "d%d.csv" % len(texts))
        r = run("reach", scene("box_wall"), "--samples", "300", "--draw",
                "sobol", "--csv", path, "-q", *words)
        check(r.returncode == 0, "sobol: " + r.stderr)
        texts.append([{k: float(x) for k, x in row.items()}
                      for row in rows_of(path)])
    check(texts[0] == texts[1], "sobol: threads or a seed change the table")
    for a, b in zip(texts[0], texts[2]):
        check(a["lcps"] == b["lcps"] and
              all(abs(a[k] - b[k]) < 1e-12 for k in a), "sobol: not proven")
    parts = []
    for i in 1, 2:
        parts.append(os.path.join(directory, "part%d.csv" % i))
        run("reach", scene("box_wall"), "--samples", "300", "--draw", "sobol",
            "--shard", "%d/2" % i, "--csv", parts[-1], "-q")
    whole = os.path.join(directory, "whole.csv")
    r = run("merge", *parts, "--csv", whole)
    check(r.returncode == 0 and
          open(whole).read() == open(os.path.join(directory, "d0.csv")).read(),
          "sobol: shards " + r.stderr)
    run("reach", scene("box_wall"), "--samples", "150", "--csv", parts[1],
        "--shard", "2/2", "-q")
    r = run("merge", *parts, "--csv", whole)
    check(r.returncode == 3, "sobol and uniform merge")
    a, b = [run("reach", scene("box_wall"), "--samples", "50", "--csv", "-",
                "-q", *w).stdout
            for w in (["--normalised", "--draw", "uniform"], ["--draw", "normalised"])]
    check(a == b != "", "normalised")


def interrupt(directory):
    """What an interrupted reach leaves is the beginning of the whole."""
    path = os.path.join(directory, "part.csv")
    child = subprocess.Popen(
        [BINARY, "reach", scene("rocking_block"), "--samples", "1000000000",
         "--csv", path, "--json"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    grown = 0
    while grown < 100000:  # under a name of its own
        time.sleep(0.05)
        if child.poll() is not None:
            return check(False, "interrupt: ended by itself: " + child.stderr.read())
        grown = sum(os.path.getsize(os.path.join(directory, name))
                    for name in os.listdir(directory) if name.endswith(".tmp"))
    check(not os.path.exists(path), "interrupt: seen too early")
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=HANG)
    check(child.returncode == 5 and "interrupted" in err, "interrupt: " + err)
    said, rows = json.loads(out), rows_of(path)
    check(said["interrupted"] and said["samples"] == len(rows) > 0,
          "interrupt: %d rows, %s" % (len(rows), out))
    whole = os.path.join(directory, "whole.csv")
    run("reach", scene("rocking_block"), "--samples", str(len(rows)), "--csv",
        whole, "-q")
    check(open(path).read() == open(whole).read(),
          "interrupt: not the beginning of the whole")


def selections(directory):
    """RAMone's set appears only when a step's solutions are all followed; the
    three outcomes of law (31) are among what random and all reach."""
    count, path = {}, os.path.join(directory, "s.csv")
    for how in "first", "random", "all":
        r = run("reach", scene("ramone"), "--samples", "3", "--select", how,
                "--csv", path, "-q", "--json")
        check(r.returncode == 0, how + ": " + r.stderr)
        said = json.loads(r.stdout)
        data = "for the doubles of M, nu, n, d, mu and v"
        if how == "first":
            check(said["several"] is None and said["proven"] == 0 and
                  said["several_samples"] is None and
                  said["proven_of"] is None, "first: %s" % said)
        else:
            check(0 < said["several"] and said["proven"] == 0 and
                  said["proven_of"] is None and said["doubtful"] == 0,
                  "%s" % said)
        ends = set((row["vn.B"], row["vt.B"]) for row in rows_of(path)
                   if row["ended"] == "1")
        count[how] = len(set((round(float(a), 9), round(float(b), 9))
                             for a, b in ends))
    check(count["first"] <= count["random"] <= count["all"],
          "selections reach %s" % count)
    check(count["all"] > count["first"], "selections reach %s" % count)


def chosen(directory):
    """Random choices: the same bytes with threads and in shards; the rows of the
    exact walk, which counts as many steps with several v'."""
    texts = []
    for words in [], ["--threads", "2"], ["--threads", "5"]:
        path = os.path.join(directory, "c.csv")
        r = run("reach", scene("compass_gait"), "--samples", "2000", "--select",
                "random", "--csv", path, "-q", *words)
        check(r.returncode == 0, "random: " + r.stderr)
        texts.append(open(path).read())
    check(len(set(texts)) == 1, "random depends on threads")
    parts = []
    for i in 1, 2:
        parts.append(os.path.join(directory, "p%d.csv" % i))
        run("reach", scene("compass_gait"), "--samples", "2000", "--select",
            "random", "--csv", parts[-1], "-q", "--shard", "%d/2" % i)
    r = run("merge", *parts, "--csv", "-")
    check(r.stdout == texts[0], "random: shards " + r.stderr)
    said = []
    for more in [], ["--exact-check", "--threads", "2"]:
        path = os.path.join(directory, "e%d.csv" % len(said))
        r = run("reach", scene("compass_gait"), "--samples", "10", "--select",
                "random", "--csv", path, "--json", "-q", *more)
        said.append(json.loads(r.stdout))
    for a, b in zip(*[rows_of(os.path.join(directory, "e%d.csv" % k))
                      for k in (0, 1)]):
        check(all(abs(float(a[k]) - float(b[k])) < 1e-12 for k in a),
              "random: %s, exactly %s" % (a, b))
    check(said[0]["several"] == said[1]["several"] > 0 and
          said[1]["proven"] > said[0]["proven"] == 0, "random: %s" % said)


def uniqueness():
    """The block has one v' in every step, and all that is proven is one v'."""
    for more, several, what in (
            (["--select", "all", "--exact-check"], 0,
             "the list of all v' of a step"),
            (["--exact-check"], None, "one v' of a step")):
        said = json.loads(run("reach", scene("rocking_block"), "--samples",
                              "5", "--json", "-q", *more).stdout)
        check(said["several"] == several and said["proven"] >= 5 and
              said["proven_of"].startswith(what), "%s: %s" % (more, said))


def counted(directory):
    """Steps with several solutions, with first. In samples of one step they are what
    the proven lists of all say, whose steps begin alike; the table is the same,
    and so is the count with threads and in shards."""
    for name, more in ("compass_gait", []), ("ramone", []), (
            "rocking_block", []), ("compass_gait", ["--draw", "uniform"]):
        one = ["reach", scene(name), "--steps", "0", "--samples", "25",
               "--json", "-q", *more]
        said = json.loads(run(*one, "--several").stdout)
        proven = json.loads(run(*one, "--select", "all",
                                "--exact-check").stdout)
        check(proven["proven"] == 25 and
              said["several"] == said["several_samples"] ==
              proven["several"] == proven["several_samples"],
              "%s: %s, %s" % (name, said, proven))
        check((said["several"] > 0) == (name != "rocking_block"), name)
    said = json.loads(run("reach", scene("compass_gait"), "--steps", "0",
                          "--samples", "3000", "--several", "--json",
                          "-q").stdout)
    check(3000 > said["several"] == said["several_samples"] > 0,
          "a step each: %s" % said)
    texts, found = [], []
    for words in [], ["--several"], ["--several", "--threads", "3"]:
        path = os.path.join(directory, "n.csv")
        r = run("reach", scene("compass_gait"), "--samples", "20000", "--csv",
                path, "--json", "-q", *words)
        texts.append(open(path).read())
        said = json.loads(r.stdout)
        found.append((said["several"], said["several_samples"]))
    check(len(set(texts)) == 1, "counting changes the table")
    check(found[0] == (None, None) and found[1] == found[2] and
          20000 > found[1][1] > 0 and found[1][0] > found[1][1],
          "counted: %s" % found)
    parts = [json.loads(run("reach", scene("compass_gait"), "--samples",
                            "20000", "--several", "--json", "-q", "--shard",
                            "%d/2" % i).stdout) for i in (1, 2)]
    check(found[1] == tuple(sum(p[k] for p in parts)
                            for k in ("several", "several_samples")),
          "shards count %s" % parts)
    for words, line in ([], "had several is not known (--several)"), (
            ["--several"], "steps, in %d samples, had several" % found[1][1]):
        r = run("reach", scene("compass_gait"), "--samples", "20000", *words)
        check(line in r.stderr, "%s: %s" % (words, r.stderr))


def words():
    """Words that cannot be meant."""
    block = scene("rocking_block")
    for text, *more in (
            ("--samples wants a whole number from 1", "--samples", "0"),
            ("--samples wants a whole number", "--samples", "many"),
            ("--shard wants i/n", "--shard", "5/4"),
            ("--shard wants i/n", "--shard", "1/0"),
            ("--shard wants i/n", "--shard", "1"),
            ("--step", "--step", "0"),
            ("--step", "--step", "-1"),
            ("--tolerance wants a speed", "--tolerance", "-1e-8"),
            ("--select is first, random or all", "--select", "best"),
            ("--draw is held, uniform, sobol, ", "--draw", "halton"),
            ("--draw is held, uniform, sobol, ", "--draw", "held-sobol"),
            ("neither --select nor --exact-check", "--select", "all",
             "--epsilon", "0.1"),
            ("--several counts by lists", "--several", "--epsilon", "0.1"),
            ("--several counts by lists", "--several", "--exact-check"),
            ("both want standard output", "--json", "--csv", "-"),
            ("--threads wants a whole number", "--threads", "0")):
        expect("reach " + " ".join(more), 2, [], [text], "reach", block, *more)
    expect("reach with too many coordinates", 2, [],
           ["2002 coordinates, it has 1 to 1111"], "reach", block, "--draw",
           "sobol", "--steps", "1000")
    expect("reach without samples", 3, [], ["no impact = {"], "reach",
           os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua"))
    expect("reach without a place", 6, [], ["cannot write '/nowhere/x.csv'"], "reach",
           block, "--csv", "/nowhere/x.csv")


with tempfile.TemporaryDirectory() as directory:
    threads(directory)
    sums(directory)
    modes(directory)
    averaged(directory)
    drawn(directory)
    interrupt(directory)
    selections(directory)
    chosen(directory)
    counted(directory)
uniqueness()
unknown()
words()
done()
