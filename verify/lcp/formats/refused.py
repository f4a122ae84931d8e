"""Files that perp solve must refuse: one line, with the place, the value and what to
do, and nothing printed."""
import os
import tempfile

from program import check, run


def refused(text, parts, *words, name="file", code=3):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        r = run("solve", path, *words)
    check(r.returncode == code and r.stderr.count("\n") == 1 and
          all(p in r.stderr for p in parts) and r.stdout == "",
          "%r %s: %d\n%s%s" % (text[:200], parts, r.returncode, r.stderr, r.stdout))
