"""What outputs say of their run: the same words everywhere, words that make the
same run again, and a digest that hashlib makes of the table.
"""
import base64
import csv
import hashlib
import json
import math
import os
import re
import struct
import tempfile
import time
import zlib

from program import SOURCE, check, done, run

BLOCK = os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua")
EXACT = os.path.join(SOURCE, "cases", "GAP08", "ex9_1.lua")


def text_of(path):
    with open(path, newline="") as file:
        return file.read()


def ran(scene, *words):
    r = run("run", scene, *words)
    check(r.returncode == 0, "%s: %s" % (words, r.stderr))
    return r


def digest_of(table):
    """Of a CSV of doubles without comments."""
    rows = list(csv.reader(table.splitlines()))
    sum_ = hashlib.sha256((",".join(rows[0]) + "\n").encode())
    for row in rows[1:]:
        sum_.update(b"".join(struct.pack("<d", float(x)) for x in row))
    return sum_.hexdigest()


def comments(table):
    """The lines of comment as key and value; and what is left."""
    lines = table.splitlines(keepends=True)
    pairs = [line[2:].rstrip("\n").split(" ", 1)
             for line in lines if line[0] == "#"]
    return pairs, "".join(line for line in lines if line[0] != "#")


def words_of(said):
    """The pairs of the JSON object, as the comments have them."""
    out = [[k, v or ""] for k, v in said.items()
           if k not in ("parameters", "digest", "seconds")]
    out += [["set", k + " " + v] for k, v in said["parameters"].items()]
    return out + [["digest", said["digest"]]]


def same_words(place):
    table, plain = os.path.join(place, "a.csv"), os.path.join(place, "b.csv")
    lines, page = os.path.join(place, "a.jsonl"), os.path.join(place, "m.html")
    begun = time.monotonic()
    r = ran(BLOCK, "--set", "T=2", "--set", "mu=0.3", "--header", "--json",
            "--csv", table, "--trace", lines, "--plot", place, "--movie", page)
    took = time.monotonic() - begun
    said = json.loads(r.stdout)["run"]
    check(0 <= said["seconds"] <= took, "%s s of %s" % (said["seconds"], took))
    ran(BLOCK, "-q", "--set", "T=2", "--set", "mu=0.3", "--csv", plain)
    pairs, rest = comments(text_of(table))
    check(rest == text_of(plain), "the rows differ, or have comments unasked")
    check(pairs == words_of(said), "%s\n%s" % (pairs, words_of(said)))
    check(said["digest"] == digest_of(rest), "the digest of doubles")
    check(said["parameters"]["mu"] == "0.3" and said["T"] == "2" and
          said["h"] == "0.01" and said["scheme"] == "alpha-gamma" and
          said["arithmetic"] == "double", str(said))
    first, *rows, last = [json.loads(x) for x in text_of(lines).splitlines()]
    check(first["run"] == dict(said, digest=None, seconds=None), str(first))
    check(len(rows) == 201 and rows[200]["step"] == 200 and
          last == {"digest": said["digest"]}, str(last))
    told = "; ".join(" ".join(pair) for pair in pairs if pair[0] != "commit")
    drawn = [name for name in os.listdir(place) if name.endswith(".svg")]
    check(drawn, "no figure")
    for name in drawn:
        check("<desc>%s</desc>" % told in text_of(os.path.join(place, name)),
              "%s does not say: %s" % (name, told))
    block = re.search(r'id="data">\n(.*?)</script>', text_of(page), re.S)
    data = json.loads(zlib.decompress(base64.b64decode(block.group(1)), -15))
    check(data["runs"][0]["header"] ==
          [" ".join(p) for p in pairs if p[0] != "commit"], "the page")


def again(place):
    """The words of a run make it once more; one bit of one parameter does not."""
    table = os.path.join(place, "c.csv")
    ran(BLOCK, "-q", "--set", "T=1", "--set", "mu=%.17g" % (1 / 7), "--scheme",
        "semi-implicit", "--header", "--csv", table)
    pairs, rest = comments(text_of(table))
    words = []
    for key, value in pairs:
        if key == "set":
            words += ["--set", value.replace(" ", "=", 1)]
        elif key in ("h", "T", "t0"):
            words += ["--set", key + "=" + value]
        elif key == "scheme":
            words += ["--scheme", value]
    found = json.loads(ran(BLOCK, "-q", "--json", *words).stdout)["run"]
    check(found["digest"] == digest_of(rest), "another run: %s" % words)
    near = math.nextafter(1 / 7, 1)
    other = json.loads(ran(BLOCK, "-q", "--json", *words, "--set",
                           "mu=%.17g" % near).stdout)["run"]
    check(other["parameters"]["mu"] == "%.17g" % near, str(other))
    check(other["digest"] != found["digest"], "a bit of mu is not seen")


def fractions(place):
    table = os.path.join(place, "d.csv")
    r = ran(EXACT, "-q", "--rational", "--json", "--csv", table)
    said = json.loads(r.stdout)["run"]
    check(said["digest"] ==
          hashlib.sha256(text_of(table).encode()).hexdigest(), "of fractions")
    check(said["arithmetic"] == "rational" and said["h"] == "1/100", str(said))


def refused():
    for words in (["--header"], ["--header", "--json"],
                  ["--header", "--csv", "-", "--branches", "3"]):
        r = run("run", BLOCK, *words)
        check(r.returncode == 2 and "--header" in r.stderr,
              "%s: %d %s" % (words, r.returncode, r.stderr))


with tempfile.TemporaryDirectory() as directory:
    same_words(directory)
    again(directory)
    fractions(directory)
refused()
done()
