"""Runs the perp program for tests: exit code, the two outputs, complaints."""
import os
import subprocess
import sys
import tempfile

BINARY = os.environ["PERP_BINARY"]
SOURCE = os.environ.get("PERP_SOURCE", ".")
HANG = 3000  # seconds: only what never ends is ended, whatever the load
failures = []
count = 0


def run(*words, timeout=HANG, **more):
    return subprocess.run([BINARY, *words], capture_output=True, text=True,
                          timeout=timeout, **more)


def check(fine, remark):
    global count
    count += 1
    if not fine:
        failures.append(remark)
        print("not true: " + remark)


def expect(name, code, out, err, *words):
    """The exit code, texts in each output, and nothing in the wrong one."""
    r = run(*words)
    check(r.returncode == code, "%s: exit code %d, wanted %d\n%s%s" %
          (name, r.returncode, code, r.stdout[:300], r.stderr[:300]))
    for wanted, text, which in ((out, r.stdout, "stdout"),
                                (err, r.stderr, "stderr")):
        check(wanted or not text, "%s: something on %s: %s" %
              (name, which, text[:300]))
        for part in wanted:
            check(part in text, "%s: no '%s' on %s: %s" %
                  (name, part, which, text[:300]))
    check(not err or code == 0 or len(r.stderr.splitlines()) == 1,
          "%s: %d lines on stderr" % (name, len(r.stderr.splitlines())))
    return r


def in_file(body, text, name="problem.lcp"):
    """Calls body(path) with a file of that text or those bytes."""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return body(path)


def done():
    print("%d of %d checks failed" % (len(failures), count))
    sys.exit(1 if failures else 0)
