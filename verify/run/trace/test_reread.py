"""perp movie and traces that were cut or changed. What a kill has left is drawn up to its
last whole row, and the page says so; a row that was changed, by whatever byte, is one
line with the file, and so is what is no trace with shapes. What shapes say is not
guarded by the digest: there a change is refused or drawn, and never more than one line.
Prints its seed; a word: each byte of a row, and all that is refused."""
import os
import random
import sys
import tempfile

import replay
from program import SOURCE, check, done, run

WHOLE = len(sys.argv) > 1
place = tempfile.TemporaryDirectory()
at = lambda name: os.path.join(place.name, name)


def movie(trace):
    with open(at("t"), "wb") as file:
        file.write(trace)
    if os.path.exists(at("m.html")):
        os.remove(at("m.html"))
    r = run("movie", at("t"), "--movie", at("m.html"), "-q")
    there = os.path.exists(at("m.html"))
    check(r.returncode in (0, 3) and there == (r.returncode == 0) and
          len(r.stderr.splitlines()) == (r.returncode != 0),
          "exit %d: %s" % (r.returncode, r.stderr))
    return r, replay.data(at("m.html"))["runs"][0] if there else None


def said(name, trace, words):
    r, film = movie(trace)
    check(film is None and words in r.stderr and at("t") in r.stderr,
          "%s: %d %s" % (name, r.returncode, r.stderr))


def cut(rng, trace):
    lines = trace.splitlines(True)
    first = len(lines[0]) + len(lines[1]) + len(lines[2])
    _, whole = movie(trace)
    check("unfinished" not in whole, "a whole run: %s" % whole)
    for k in rng.sample(range(first, len(trace)), 40 if WHOLE else 1) + [first]:
        r, film = movie(trace[:k])
        rows = trace[:k].count(b'{"places": ')
        rows -= rows and trace[:k].rindex(b'{"places": ') >= trace[:k].rindex(b"\n")
        check(film is not None and film["rows"] == rows and film["unfinished"] is True and
              len(film["q"][0]["d"]) == rows and "collisions" not in film and
              not any(x.startswith("digest") for x in film["header"]),
              "cut at %d of %d: %s" % (k, len(trace), r.stderr))
    for k in (0, 40, len(lines[0]), first - 2) if WHOLE else [first - 2]:
        r, film = movie(trace[:k])
        check(film is None and r.returncode == 3, "cut at %d" % k)


def changed(rng, trace):
    """In rows and in the last line a change is seen."""
    spans, k = [], 0
    for line in trace.splitlines(True):
        if line.startswith((b'{"step": ', b'{"digest": ')):
            n = line.index(b', "coll') if b', "coll' in line else len(line)
            spans += range(k, k + n)
        k += len(line)
    for k in spans if WHOLE else rng.sample(spans, 2):
        other = rng.choice([b for b in b'0123456789-.e"{}, xyz\n' if b != trace[k]])
        r, film = movie(trace[:k] + bytes([other]) + trace[k + 1:])
        check(film is None, "byte %d, %r for %r is not seen" %
              (k, chr(other), chr(trace[k])))
    for k in rng.sample(range(len(trace)), 200 if WHOLE else 0):
        movie(trace[:k] + bytes([rng.randrange(1, 256)]) + trace[k + 1:])


seed = int(os.environ.get("PERP_SEED", "2021"))
print("seed", seed)
rng = random.Random(seed)
case = os.path.join(SOURCE, "cases/GAP08/rocking_block.lua")
r = run("run", case, "--set", "T=0.02", "--trace", at("t"), "--shapes", "-q")
check(r.returncode == 0, r.stderr)
with open(at("t"), "rb") as file:
    trace = file.read()
cut(rng, trace)
changed(rng, trace)
lines = trace.splitlines(True)
said("no shapes", trace.replace(b'"shapes"', b'"sharps"'), "--shapes")
said("a table", b"step,t\n0,0\n", "holds no shapes")
said("no place", b"".join(lines[:2] + lines[3:]), ":3: a row, and nothing")
said("deep", lines[0].replace(b'"mu":[', b'"mu":[' + 200 * b"[") + lines[1] + lines[2],
     "line 1: no object of JSON")
if not WHOLE:
    done()
said("two places", b"".join(lines[:3] + lines[2:]), ":4: this is not behind a row")
said("more", trace + b"\n", "more lines behind the last")
said("another body", trace.replace(b'"q":0', b'"q":9'), "line 1: this is no head")
said("no body", trace.replace(b'"kind":"box"', b'"kind":7'), "line 1: this is no head")
said("gaps", trace.replace(b'"gaps": [', b'"gaps": ["", ', 1), "row 0: this is not what")
r = run("movie", at("nothing"), "--movie", at("m.html"))
check(r.returncode == 6 and len(r.stderr.splitlines()) == 1, r.stderr)
done()
