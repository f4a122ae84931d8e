"""What perp compare prints: text, JSON and CSV hold the same numbers."""
import csv
import io
import json

from program import check, done, run
from study import case

KEYS = ("alpha", "gamma", "theta", "h", "steps", "collisions", "penetration",
        "joint_gap", "energy_last", "energy_gain", "tv_v", "tv_va", "problems",
        "fallbacks")
APART = ("q_sup", "v_end", "v_l1", "va_l1")

for words in (["spring_block", "--h", "1/10,1/20"],
              ["spring_block", "--set", "alpha=2/3", "--set", "gamma=1/3"],
              ["pendulum_contact", "--set", "T=1/4", "--scheme",
               "moreau-jean,alpha-gamma"],
              ["ex9_1", "--finest", "2"]):
    words = ["compare", case(words[0]), *words[1:]]
    data = json.loads(run(*words, "--json").stdout)
    table = run(*words, "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(table.stdout)))
    check(table.stderr == "" and len(rows) == len(data["rows"]) > 0, "rows")
    exact = data["against"] == "the scene's reference"
    for got, want in zip(rows, data["rows"]):
        check(got["scheme"] == want["scheme"] and
              (got["law"] or None) == want["law"], "way of %s" % got)
        for key in KEYS:
            check((float(got[key]) if got[key] else None) == want[key],
                  "%s: %s and %s" % (key, got[key], want[key]))
        for kind in ("error", "distance"):
            check((want[kind] is None) == (exact != (kind == "error")), kind)
            for key in APART:
                x = got["%s.%s" % (kind, key)]
                check((float(x) if x else None) ==
                      (want[kind] or {key: None})[key], "%s.%s" % (kind, key))
    text = run(*words).stdout.splitlines()
    check(data["against"] in text[0] and
          ("errors against" if exact else "distances from") in text[0], text[0])
    lines = [line.split() for line in text[2:2 + len(rows)]]
    for cells, want in zip(lines, data["rows"]):
        check(len(cells) == 19, "%d cells: %s" % (len(cells), cells))
        shown = [cells[3]] + cells[4:6] + cells[6:16] + [cells[16], cells[18]]
        of = [want["h"], want["steps"], want["collisions"]] + \
            [(want["error"] or want["distance"])[k] for k in APART] + \
            [want[k] for k in ("penetration", "joint_gap", "energy_last",
                               "energy_gain", "tv_v", "tv_va", "problems",
                               "fallbacks")]
        for s, w in zip(shown, of):
            check(s == "-" if w is None else abs(float(s) - w) <=
                  0.006 * abs(w), "%s and %s" % (s, w))
        w = cells[1]
        a, g = want["alpha"], want["gamma"]
        check(w == "-" if a is None else [float(x) for x in w.split(":")] ==
              [float("%.6g" % x) for x in ([a] if a == g else [a, g])],
              "weights %s" % w)
    check(text[2 + len(rows)] == "E is %s, J" % data["energy_of"], text)
    # what is left out is told, each reason once, with every way
    told = text[3 + len(rows):]
    check(len(told) == len({x["why"] for x in data["left_out"]}), told)
    for x in data["left_out"]:
        line = [t for t in told if t.endswith(": " + x["why"])]
        check(len(line) == 1 and x["scheme"] in line[0], x)

# The scene's own weights are a way of their own, once.
for own, want in (("3/4", [0.5, 0.75, 1]), ("5/8", [0.5, 0.75, 1, 0.625])):
    data = json.loads(run("compare", case("spring_block"), "--json", "--set",
                          "alpha=" + own, "--set", "gamma=" + own, "--law",
                          "phases").stdout)
    for scheme in ("alpha-gamma", "moreau-jean"):
        got = [r["alpha"] for r in data["rows"] if r["scheme"] == scheme]
        check(got == want, "%s %s: %s" % (scheme, own, got))

# Seconds are no number of a run: only when they are asked for, and never in the
# table of --csv, which is the same bytes each time.
words = ["compare", case("spring_block"), "--scheme", "linear-implicit"]
check("seconds" not in run(*words, "--json").stdout, "seconds unasked")
timed = json.loads(run(*words, "--json", "--time").stdout)
check(all(r["seconds"] >= 0 for r in timed["rows"]), "seconds asked for")
check(run(*words, "--csv", "-", "--time").stdout ==
      run(*words, "--csv", "-").stdout, "two tables")
check(run(*words).stdout == run(*words).stdout, "two texts")
done()
