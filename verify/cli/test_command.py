"""The command line as a whole: help, slips of the finger, outputs, codes."""
import os
import stat
import subprocess

from program import BINARY, HANG, check, done, expect, in_file, run

r = expect("help", 0, ["usage: perp", "solve", "run", "params", "exit code"],
           [], "--help")
for word in ("-h",):
    check(run(word).stdout == r.stdout, "%s is not --help" % word)
expect("version", 0, ["perp "], [], "--version")
for sub, line in (("run", "usage: perp run SCRIPT.lua"),
                  ("params", "usage: perp params SCRIPT.lua"),
                  ("solve", "usage: perp solve FILE")):
    h = expect("help of " + sub, 0, [line, "--json"], [], sub, "--help")
    check(all(len(text) <= 80 for text in h.stdout.splitlines()),
          "help of %s is wider than 80 columns" % sub)
    check(run(sub, "-h").stdout == h.stdout, "%s -h" % sub)
    check(run(sub, "--help", "--nonsense").returncode in (0, 2), sub)
    expect(sub + " without a file", 2, [], ["perp"], sub)
    if sub != "solve":  # which takes any number
        expect(sub + " with two files", 2, [], ["perp"], sub, "a", "b")
    near = expect(sub + " with a slip", 2, [], ["did you mean '--json'?"], sub,
                  "--jsno", "a")
    check("--jsno" in near.stderr, "the slip is not shown")
expect("a slip", 2, [], ["'slove'", "did you mean 'solve'?"], "slove", "a")
expect("a stranger", 2, [], ["'quaternion'", "perp --help"], "quaternion")
expect("a flag with a value", 2, [], ["--exact"], "solve", "--exact=1", "a")
expect("an option without value", 2, [], ["--start"], "solve", "a", "--start")
expect("an option twice", 2, [], ["--start"], "solve", "a", "--start", "e",
       "--start", "e")
nothing = run()
check(nothing.returncode == 2 and not nothing.stdout and
      "usage" in nothing.stderr, "no word at all")

# A full disk is told, not swallowed.
if os.path.exists("/dev/full") and \
        stat.S_ISCHR(os.stat("/dev/full").st_mode):
    with open("/dev/full", "w") as full:
        code = subprocess.run([BINARY, "--help"], stdout=full,
                              stderr=subprocess.PIPE, timeout=HANG)
    check(code.returncode == 6 and b"standard output" in code.stderr,
          "a full disk: %d %s" % (code.returncode, code.stderr))

# Data and remarks do not mix: both streams are needed to see both.
mixed = in_file(lambda p: run("solve", p), "1 -1 -1")
check(mixed.returncode == 4 and mixed.stdout.startswith("problem 1") and
      mixed.stderr.startswith("perp: problem 1"), "two streams")
done()
