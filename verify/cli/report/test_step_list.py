"""Lists of step sizes: what is read, what divides, and what is refused, of both
commands that take one."""
import json

from program import check, done, expect, run
from study import case

S = case("spring_block")
for command, more in (("converge", ()), ("compare", ("--scheme", "stiff-limit"))):
    for text, want in (("1/10,1/20", [0.1, 0.05]), ("0.2,0x1p-3,1e-1",
                                                    [0.2, 0.125, 0.1]),
                       ("3/14,0.1", [3 / 14, 0.1])):
        r = run(command, S, "--json", "--h", text, *more)
        check(r.returncode == 0, "%s %s: %s" % (command, text, r.stderr))
        data = json.loads(r.stdout)
        h = data["h"] if command == "converge" else [x["h"] for x in data["rows"]]
        check(all(abs(a - b) <= 2 ** -52 * b for a, b in zip(h, want)) and
              len(h) == len(want), "%s: %s" % (text, h))
    for name, err, text in (
            ("ascending", ["descend", "0.02"], "0.01,0.02"),
            ("twice", ["descend"], "0.1,0.1"), ("zero", ["> 0"], "0.1,0"),
            ("negative", ["-0.1"], "-0.1,0.1"), ("a word", ["'soon'"], "soon,1"),
            ("nothing", ["--h"], ""), ("an empty place", ["--h"], "0.1,,0.05"),
            ("no division", ["does not divide", "T/4"], "1,0.7"),
            ("longer than T", ["does not divide", "T/1 = 3"], "20,10"),
            ("too many", ["at most 16"], ",".join("1/%d" % k for k in
                                                  range(1, 18)))):
        expect("%s %s" % (command, name), 2, [], err, command, S, "--h", text,
               *more)
expect("an order of one step", 2, [], ["two steps"], "converge", S, "--h", "0.1")
expect("one step", 0, ["stiff-limit"], [], "compare", S, "--h", "0.1", "--scheme",
       "stiff-limit")
done()
