"""Runs that are cut and go on, and what they have to leave: the bytes of the run that
nobody disturbed."""
import os
import re
import subprocess

from program import BINARY, SOURCE

SECONDS = re.compile(r'"seconds": [-+.0-9e]+')


def words_of(case, *more):
    return [BINARY, "run", os.path.join(SOURCE, "cases", case), "--json", *more]


def run(place, words):
    return subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)


def left(place, said, names=("t", "c")):
    """Standard output without its seconds, and the files."""
    found = [SECONDS.sub("", said)]
    for name in names:
        with open(os.path.join(place, name), "rb") as file:
            found.append(file.read())
    return found


def whole(place, case, every, *more):
    """The run from its beginning to its end, in files t and c."""
    r = run(place, words_of(case, "--states", str(every), "--trace", "t", "--csv", "c",
                            *more))
    return r, left(place, r.stdout) if r.returncode == 0 else None


def on(place, case, *more):
    return run(place, words_of(case, "--resume", "t", "--csv", "c", *more))


def cut(place, trace):
    with open(os.path.join(place, "t"), "wb") as file:
        file.write(trace)
    if os.path.exists(os.path.join(place, "c")):
        os.remove(os.path.join(place, "c"))
