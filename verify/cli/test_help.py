"""Pages that are made of the table of options: help, man pages, completion; what
exit codes mean; scenes to begin with, which must run."""
import os
import re
import shutil
import subprocess
import tempfile

from program import BINARY, HANG, check, done, expect, run

overview = run("--help").stdout
subs = re.findall(r"^  ([a-z]+) +\S", overview, re.M)
check(len(subs) >= 16 and "help" in subs, "subcommands: %s" % subs)


helps = {sub: run(sub, "--help").stdout for sub in subs}


def options(sub):
    return re.findall(r"^  --([a-z0-9-]+)", helps[sub], re.M)


check(run("help").stdout == overview, "help is not --help")
for sub in subs:
    check(run("help", sub).stdout == helps[sub], sub)
    check(len(options(sub)) >= 1, "no options of %s" % sub)
expect("a stranger", 2, [], ["'nonsense'", "perp --help"], "help", "nonsense")
expect("a slip", 2, [], ["did you mean 'solve'"], "help", "slove")
expect("two pages", 2, [], ["one at a time"], "help", "--man", "--completion",
       "bash")
expect("completion of one", 2, [], ["leave out 'run'"], "help", "run",
       "--completion", "bash")
expect("a shell", 2, [], ["'tcsh'", "bash, zsh or fish"], "help",
       "--completion", "tcsh")

# A man page has every option; groff, where it is, has nothing to complain of.
groff = shutil.which("groff")
if groff is None:
    print("SKIPPED: groff is not there; man pages are not set")
for sub in [None] + subs:
    page = run("help", "--man", *([sub] if sub else [])).stdout
    check(page.startswith(".TH "), "page of %s" % sub)
    plain = page.replace("\\-", "-")
    for name in options(sub) if sub else subs:
        check(("--" if sub else "perp-") + name in plain,
              "%s is not on the page of %s" % (name, sub))
    check(not re.search(r"(?m)^\.(?!TH|SH|TP|B|BR)", page), "%s: roff" % sub)
    if groff:
        set_ = subprocess.run([groff, "-man", "-Tutf8", "-ww"], input=page,
                              capture_output=True, text=True, timeout=HANG)
        check(set_.returncode == 0 and not set_.stderr,
              "%s: %s" % (sub, set_.stderr))

# Bash completes what the table has, and nothing else.
script = run("help", "--completion", "bash").stdout


def completed(*words):
    ask = script + """
COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _perp
printf '%%s\\n' "${COMPREPLY[@]}"
""" % " ".join("'%s'" % w for w in words)
    return subprocess.run(["bash", "-c", ask], capture_output=True, text=True,
                          timeout=HANG).stdout.split()


if shutil.which("bash"):
    check(completed("perp", "") == subs + ["--help", "--version"], "subs")
    check(completed("perp", "est") == ["estimates"], "est")
    for sub in ("run", "reach", "help"):
        check(sorted(completed("perp", sub, "--")) ==
              sorted("--" + n for n in options(sub)), "options of %s" % sub)
    check(completed("perp", "run", "x.lua", "--certify", "") ==
          ["L0", "L1", "L2", "R"], "--certify")
    schemes = completed("perp", "run", "--scheme", "")
    wrong = run("run", os.path.join(os.environ["PERP_SOURCE"],
                                    "cases/GAP08/fig9_1.lua"),
                "--scheme", "nonsense")
    check(len(schemes) >= 7 and all(s in wrong.stderr for s in schemes),
          "schemes: %s beside %s" % (schemes, wrong.stderr))
    check(completed("perp", "solve", "--start", "") == [], "a free value")
else:
    print("SKIPPED: no bash")
for shell, parser in (("zsh", ["zsh", "-n"]), ("fish", ["fish", "--no-execute"])):
    text = run("help", "--completion", shell).stdout
    for sub in subs:
        check(sub in text and all(n in text for n in options(sub)
                                  if n != "help"), "%s: %s" % (shell, sub))
    if shutil.which(shell):
        with tempfile.NamedTemporaryFile("w", suffix="." + shell) as file:
            file.write(text)
            file.flush()
            r = subprocess.run(parser + [file.name], capture_output=True,
                               text=True, timeout=HANG)
            check(r.returncode == 0, "%s: %s" % (shell, r.stderr))
    else:
        print("SKIPPED: no " + shell)

# Every code that the help names is explained.
codes = re.findall(r"(?:code: |; )(\d+) ", " ".join(overview.split()))
check(codes == ["0", "1", "2", "3", "4", "5", "6", "70"], "codes %s" % codes)
for code in codes:
    expect("explain " + code, 0, [code + ": "], [], "explain", code)
whole = run("explain").stdout
check(all(run("explain", c).stdout in whole for c in codes), "all codes")
for word in ("7", "x", "00", ""):
    expect("explain '%s'" % word, 2, [], ["perp explain lists"], "explain", word)

# A new scene runs as it stands, proven, and is never written over another.
place = tempfile.mkdtemp()
try:
    for kind in ("planar", "spatial", "system"):
        name = "first-" + kind
        r = run("new", name, "--kind", kind, cwd=place)
        path = os.path.join(place, name + ".lua")
        check(r.returncode == 0 and r.stdout == name + ".lua\n", kind)
        text = open(path).read()
        check("NAME" not in text and name in text, "%s has no name" % kind)
        check(all(len(line) <= 80 for line in text.splitlines()), kind)
        for words in ([], ["--set", "mu=0.1", "--set", "h=0.02", "--set",
                           "T=0.7", "--exact-check"]):
            r = run("run", path, "--json", *words, cwd=place)
            check(r.returncode == 0, "%s %s: %s" % (kind, words, r.stderr))
        r = run("new", name, cwd=place)
        check(r.returncode == 6 and "already" in r.stderr and
              open(path).read() == text, "written over: " + r.stderr)
    r = run("run", os.path.join(place, "first-planar.lua"), cwd=place)
    check(": 200 steps of 0.005 s with" in r.stderr, "a step: " + r.stderr)
    check(run("new", "named.lua", cwd=place).stdout == "named.lua\n", "suffix")
    for name in ("", "a b", "../x", "x" * 200, "$(ls)", ".lua"):
        r = run("new", name, cwd=place)
        check(r.returncode == 2 and "no name for a scene" in r.stderr,
              "'%s': %s" % (name[:20], r.stderr))
    r = run("new", "x", "--kind", "plane", cwd=place)
    check(r.returncode == 2 and "planar, spatial, system" in r.stderr, "kind")
    r = run("new", "x", cwd="/proc/self")
    check(r.returncode == 6 and len(r.stderr.splitlines()) == 1,
          "no place to write: %d %s" % (r.returncode, r.stderr))
finally:
    shutil.rmtree(place)

version = run("--version").stdout
check(re.match(r"perp \d+\.\d+\.\d+ \(commit (unknown|[0-9a-f]{7,40})\)\n"
               r"Lua 5\.4\.\d+, GMP \d+\.\d+\.\d+, MPFR \d+\.\d+\.\d+\n$",
               version), version)
done()
