"""perp cover: the samples of a reach beside those of another."""
import csv
import io
import json
import math
import os
import tempfile

from program import SOURCE, check, done, failures, run


def reach(place, name, count, seed, *more):
    file = os.path.join(place, "%s.%d.%d.csv" % (name, count, seed))
    scene = os.path.join(SOURCE, "cases", "HP23", name + ".lua")
    r = run("reach", scene, "--samples", str(count), "--seed", str(seed),
            "--csv", file, "-q", *more)
    check(r.returncode == 0, "%s: %s" % (name, r.stderr))
    return file


def points(file):
    with open(file) as f:
        text = "".join(line for line in f if line[0] != "#")
    return [[float(x) for k, x in row.items() if k.startswith("v.")]
            for row in csv.DictReader(io.StringIO(text))
            if row["ended"] == "1"]


def cover(*files):
    r = run("cover", *files, "--json")
    check(r.returncode == 0, r.stderr)
    return json.loads(r.stdout)


# Verifies HP23 (Alg2), (Thm9).
def smaller_and_smaller(place):
    """Algorithm 2 with an epsilon, and more and more samples: the radius of the
    net, measured by samples that it has not seen, falls below that epsilon, for
    the block and two others of its kind. It is that of all pairs."""
    for name, epsilon, sets in (("rocking_block", 0.05, ()),
                                ("box_wall", 0.1, ()),
                                ("rocking_block", 0.1, ("--set", "v0=1"))):
        more = ("--epsilon", str(epsilon)) + sets
        other = reach(place, name, 3000, 99, *more)
        radius = []
        for count in 16, 256, 8192:
            net = reach(place, name, count, 1, *more)
            said = cover(net, other)
            radius.append(said["radius"])
            check(said["confidence"] == 0.95 and said["others"] <= 3000 and
                  abs(said["share_beyond"] * said["others"] - 3) < 1e-9,
                  "what is said: %s" % said)
            if count == 256:
                mine = points(net)
                far = [min(math.dist(x, y) for x in mine)
                       for y in points(other)]
                check(abs(max(far) - said["radius"]) < 1e-12 and
                      abs(sum(far) / len(far) - said["mean"]) < 1e-12,
                      "%s: %s, of all pairs %g" % (name, said, max(far)))
        check(radius[0] > radius[1] > radius[2] and radius[2] < epsilon,
              "%s: radii %s" % (name, radius))
        print("%s: radius %.3g, %.3g, %.3g with 16, 256, 8192 samples" %
              (name, *radius))


# Verifies HP23 (1).
def lemma():
    """Ω, the promise and the number of (171), in logarithms and fractions, for tables of two points whose radius is
    known; and none for a radius of zero."""
    with tempfile.TemporaryDirectory() as where:
        def table(name, rows):
            path = os.path.join(where, name)
            with open(path, "w") as f:
                f.write("v.x,v.y,ended\n" + "".join("%r,%r,1\n" % r for r in rows))
            return path
        net = table("net", [(0.0, 0.0)] * 900)
        for far, L, h, n in ((0.3, 2, 1, 2), (0.25, 0.5, 0.125, 3), (2.0, 1, 3, 1)):
            other = table("other", [(far, 0.0), (0.0, 0.0)])
            r = run("cover", net, other, "--json", "--lipschitz", str(L), "--box", str(h), "--dimensions", str(n))
            said = json.loads(r.stdout)["lemma1"]
            cells = math.ceil(h * L * math.sqrt(n) / far) ** n
            promise = max(0, 1 - cells * (1 - 1 / cells) ** 900) if cells > 1 else 1
            wanted = 1 if cells == 1 else math.ceil(math.log(0.05 / cells) / math.log1p(-1 / cells))
            check(abs(said["share"] * cells - 1) < 1e-14 and abs(said["confidence"] - promise) < 1e-12
                  and said["samples"] == wanted, "%s, not 1/%d, %.17g, %d" % (said, cells, promise, wanted))
        same = run("cover", net, net, "--json", "--lipschitz", "1", "--box", "1", "--dimensions", "4")
        check(json.loads(same.stdout)["lemma1"] is None, same.stdout)
        vast = run("cover", net, other, "--json", "--lipschitz", "1e9", "--box", "1", "--dimensions", "1000")
        check(json.loads(vast.stdout)["lemma1"]["samples"] is None, vast.stdout)
        vast = run("cover", net, other, "--lipschitz", "1e9", "--box", "1", "--dimensions", "1000")
        check("0.95 takes more than can be counted" in vast.stdout, vast.stdout)
        text = run("cover", net, other, "--lipschitz", "1", "--box", "3", "--dimensions", "1").stdout
        check("a\nprobability of at least 1; 0.95 takes 6 of them" in text, text)
        for words, why in ((("--lipschitz", "1"), "all of"), (("--lipschitz", "-1", "--box", "1", "--dimensions", "1"),
                           "--lipschitz"), (("--lipschitz", "1", "--box", "1", "--dimensions", "1.5"), "whole")):
            r = run("cover", net, other, *words)
            check(r.returncode == 2 and why in r.stderr and r.stderr.count("\n") == 1, r.stderr)


def refused(place):
    """One line each."""
    block = reach(place, "rocking_block", 8, 0)
    gait = reach(place, "compass_gait", 8, 0)
    odd = os.path.join(place, "odd.csv")
    for text, words, code, said in (
            ("", (block, gait), 3, "velocities"),
            ("x,y\n1,2\n", (block, odd), 3, "no columns v."),
            ("v.x,ended\n", (odd, odd), 3, "no samples"),
            ("v.x,ended\nnan,1\n", (odd, odd), 3, "not a number"),
            ("v.x,ended\nfish,1\n", (odd, odd), 3, "not a number"),
            ("", (odd + "x", block), 6, "cannot read"),
            ("", (block,), 2, "")):
        with open(odd, "w") as f:
            f.write(text)
        r = run("cover", *words)
        check(r.returncode == code and said in r.stderr and
              r.stderr.count("\n") == 1, "%s: %d %s" %
              (words, r.returncode, r.stderr))


with tempfile.TemporaryDirectory() as where:
    smaller_and_smaller(where)
    refused(where)
lemma()
if not failures:
    print("verifies HP23 (1), (Alg2), (Thm9)")
done()
