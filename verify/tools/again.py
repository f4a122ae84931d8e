"""Runs that are cut and go on, and what they have to leave: the bytes of the run that
nobody disturbed. Its files are t, a trace with states, and c, a table; p and p.scene, a
proof, where the words say --cert p; and e, where they say --events e."""
import hashlib
import os
import re
import subprocess
import tempfile

from program import BINARY, SOURCE, check

EACH = -1
TAKEN = re.compile(r" rows of it are taken$")
SECONDS = re.compile(r'"seconds": [-+.0-9e]+')
STATE = re.compile(rb'\{"state": "([^"]*)"[^\n]*\n')
PLACE = {"p": re.compile(r"(\d+) \S+ \S+ x((?:3[0-9]|6[1-6]){64})\b"),
         "e": re.compile(r"(\d+) x((?:3[0-9]|6[1-6]){64})\b")}


def words_of(case, *more):
    return [BINARY, "run", os.path.join(SOURCE, "cases", case), "--json", *more]


def run(place, words):
    return subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)


def files_of(more):
    """What a run with these words leaves."""
    return ["t", "c"] + ["p", "p.scene"] * ("--cert" in more) + ["e"] * ("--events" in more)


def left(place, ran, names=("t", "c")):
    """What was said, without seconds and without the line that a run goes on (none: of no
    run), and the files."""
    found = ["" if ran is None else SECONDS.sub("", ran.stdout) + "".join(
        line for line in ran.stderr.splitlines(True) if not TAKEN.search(line))]
    for name in names:
        with open(os.path.join(place, name), "rb") as file:
            found.append(file.read())
    return found


def whole(place, case, every, *more):
    """The run from its beginning to its end."""
    r = run(place, words_of(case, "--states", str(every), "--trace", "t", "--csv", "c",
                            *more))
    return r, left(place, r, files_of(more)) if r.returncode == 0 else None


def on(place, case, *more):
    return run(place, words_of(case, "--resume", "t", "--csv", "c", *more))


def put(place, name, text):
    with open(os.path.join(place, name), "wb") as file:
        file.write(text)


def cut(place, trace):
    put(place, "t", trace)
    if os.path.exists(os.path.join(place, "c")):
        os.remove(os.path.join(place, "c"))


def least(trace, name, text):
    """So many bytes a file beside the trace has when the trace is this; and the state
    says which."""
    said = STATE.findall(trace)
    if not said:
        return 0
    at, digest = PLACE[name].findall(said[-1].decode())[-1]
    wanted = hashlib.sha256(text[:int(at)]).hexdigest()
    check(bytes.fromhex(digest).decode() == wanted, "the digest of the first %s" % at)
    return int(at)


def cuts(rng, trace, many):
    """Where a kill may leave a trace: in the first line too, but for its inside. EACH:
    behind each state."""
    first = trace.index(b"\n") + 1
    if many == EACH:
        return [m.end() for m in STATE.finditer(trace)]
    return [first, len(trace)] + [rng.randrange(first, len(trace))
                                  for _ in range(many)]


def same(rng, case, more, every, many):
    """A run that is cut at `many` places, and two more, or at EACH state, goes on to what
    it was."""
    name = "%s %s, every %d" % (case, " ".join(more), every)
    names = files_of(more)
    with tempfile.TemporaryDirectory() as place:
        r, wanted = whole(place, case, every, *more)
        check(r.returncode == 0, "%s: %s" % (name, r.stderr))
        if wanted is None:
            return
        trace = wanted[1]
        states = trace.count(b'{"state": ')
        check(states > 0, name + ": no state")
        places = cuts(rng, trace, many)
        for at in places:
            cut(place, trace[:at])
            for k, beside in enumerate(names):
                if beside in PLACE:
                    text = wanted[1 + k]
                    put(place, beside,
                        text[:rng.randint(least(trace[:at], beside, text), len(text))])
            r = on(place, case, *[w for w in more if w != "--shapes"])
            check(r.returncode == 0 and left(place, r, names) == wanted,
                  "%s: cut at byte %d of %d: %d %s" %
                  (name, at, len(trace), r.returncode, r.stderr[:300]))
        print("%s: %d states, %d cuts" % (name, states, len(places)))
