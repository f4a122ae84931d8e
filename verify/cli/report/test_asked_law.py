"""Which options go with which law of perp impact, and which name means what."""
import json
import os

from program import SOURCE, check, done, expect, run

CRADLE = os.path.join(SOURCE, "cases", "HP23", "newton_cradle.lua")

for words, says in (
        (("--restitution", "2"), "--restitution wants a number from 0 to 1"),
        (("--restitution", "-1/2"), "--restitution wants a number"),
        (("--law", "elastic"), "--law is simultaneous, sequential"),
        (("--passive",), "--passive belongs to --law interleaved"),
        (("--law", "poisson", "--order", "c1,c2"), "--order does not go"),
        (("--law", "poisson", "--impacts", "3"), "--impacts does not go"),
        (("--law", "interleaved", "--all"), "--all does not go"),
        (("--law", "interleaved", "--tolerance", "1"), "--tolerance does not"),
        (("--law", "newton", "--impacts", "3"), "--impacts does not go"),
        (("--restitution", "1/2", "--all", "--within", "1"), "--within does"),
        (("--restitution", "1/2", "--cert", "x.cert"), "--cert does not go"),
        (("--restitution", "1/2", "--all", "--proof", "x"), "--proof does not"),
        (("--restitution", "1/2", "--law", "sequential", "--tolerance", "1"),
         "--tolerance does not go")):
    expect(" ".join(words), 2, (), (says,), "impact", CRADLE, *words)

# Two balls: every law leaves (1 - e)/2 and (1 + e)/2.
for law in "simultaneous", "sequential", "routh", "poisson", "newton":
    r = run("impact", CRADLE, "--set", "balls=2", "--rational", "--json", "--law",
            law, "--restitution", "1/2")
    check(r.returncode == 0 and json.loads(r.stdout)["outcomes"][0]["v"] ==
          ["1/4", "3/4"], "%s: %s%s" % (law, r.stdout, r.stderr))
# A restitution of zero is none: the words are those without.
for law in "simultaneous", "sequential", "routh":
    r, s = (run("impact", CRADLE, "--set", "balls=2", "--law", law, "--json", *more)
            for more in ((), ("--restitution", "0")))
    check(r.stdout == s.stdout and "restitution" not in r.stdout, law)
done()
