"""perp eq: every record beside the chapters and the sources, read once more here."""
import glob
import os
import random
import re
import shutil
import subprocess
import tempfile

from program import BINARY, HANG, SOURCE, check, done, expect, run

KEYS = ["AP02", "GAP08", "HP23", "PKS05", "P10"]
if not os.path.exists(os.path.join(os.path.dirname(BINARY), "equations.txt")):
    print("SKIPPED: no index beside perp; lua5.4 or the target `equations` is "
          "missing")
    done()

# The tags of each paper, as the chapters declare them.
declared = {key: [] for key in KEYS}
for path in sorted(glob.glob(os.path.join(SOURCE, "doc", "*.md"))):
    key, fence, math = None, None, False
    for line in open(path):
        ticks = re.match(r"\s*(```+)\s*(\w*)", line)
        if ticks and fence is None:
            fence, math = ticks.group(1), ticks.group(2) == "math"
        elif ticks and ticks.group(2) == "" and len(ticks.group(1)) >= len(fence):
            fence = None
        elif fence and math:
            declared.get(key, []).extend(re.findall(r"\\tag\*?\{([^}]*)\}", line))
        elif not fence:
            plain = re.sub(r"`[^`]*`", "", line)
            paper = re.search(r"<!--\s*paper:\s*(\S+)\s*-->", plain)
            key = paper.group(1) if paper else key
            declared.get(key, []).extend(
                re.findall(r"<!--\s*tag:\s*(\S+)\s*-->", plain))

for key in KEYS:
    heads = run("eq", key).stdout.splitlines()
    check(heads == ["%s (%s)" % (key, tag) for tag in declared[key]],
          "the list of %s: %d beside %d" % (key, len(heads), len(declared[key])))

seed = int(os.environ.get("PERP_SEED", "2008"))
print("seed %d" % seed)
rng = random.Random(seed)
lines = {}


def line_of(place):
    name, at = place.rsplit(":", 1)
    if name not in lines:
        lines[name] = open(os.path.join(SOURCE, name)).read().split("\n")
    return lines[name], int(at)


every = [(key, tag) for key in KEYS for tag in declared[key]]
counts = {"built by": 0, "verified by": 0, "shown by": 0, "not built": 0}
for key, tag in rng.sample(every, 60):
    out = run("eq", key, tag).stdout
    check(out.startswith("%s (%s)\n" % (key, tag)), "%s %s: %s" % (key, tag, out))
    check(any(re.search(r"\\tag\*?\{%s\}|tag: %s " % (re.escape(tag),
              re.escape(tag)), text) for text in [lines_at for place in
              re.findall(r"chapter +(\S+)", out) for lines_at in
              [line_of(place)[0][line_of(place)[1] - 1]]]),
          "%s %s is not declared where it says" % (key, tag))
    for word, text in re.findall(r"^  (built by|verified by|shown by|not built) "
                                 r"+(.*)$", out, re.M):
        counts[word] += 1
        if word == "not built":
            continue
        name, place = text.split(", ") if ", " in text else (None, text)
        file, at = line_of(place)
        if name:
            check(name in file[at - 1], "%s %s: no %s at %s" %
                  (key, tag, name, place))
        else:
            check(any(key in text for text in file[at - 1:at + 3]), place)
check(all(counts.values()), "of each kind one: %s" % counts)

one = run("eq", "GAP08", "4.4c").stdout
check("\\nu^{(i)T} v^{l+1,\\alpha} = 0" in one and "alpha_gamma_pose" in one,
      "the formula of GAP08 (4.4c): " + one)
for words in (["GAP08 (4.4c)"], ["gap08", "(4.4C)"], ["GAP08(4.4c)"], ["4.4c"]):
    check(run("eq", *words).stdout == one, "%s is not the same" % words)
two = run("eq", "1").stdout
check(two.count("\n\n") == 4 - 1 == len([k for k in KEYS if "1" in declared[k]])
      - 1, "(1) of several papers: " + two)
expect("a slip", 2, [], ["'GAP08 (4.4z)'", "did you mean (4.4"], "eq", "GAP08",
       "4.4z")
expect("a slip, in that paper alone", 2, [], ["did you mean (Newton)?"], "eq", "P10",
       "Newtn")
r = run("eq", "GAP08", "Newtn")
check(r.returncode == 2 and "Newton" not in r.stderr, "another paper's: " + r.stderr)
expect("no such", 2, [], ["perp eq KEY lists"], "eq", "HP23", "quaternion")
expect("nothing", 2, [], ["which equation"], "eq", "()")
expect("long", 2, [], ["too long"], "eq", "x" * 300)
expect("no word", 2, [], ["too few words"], "eq")
with tempfile.TemporaryDirectory() as place:
    alone = shutil.copy(BINARY, os.path.join(place, "perp"))
    r = subprocess.run([alone, "eq", "2.1"], capture_output=True, text=True,
                       timeout=HANG)
    check(r.returncode == 6 and "index of equations" in r.stderr and
          len(r.stderr.splitlines()) == 1, "no index: %s" % r.stderr)
done()
