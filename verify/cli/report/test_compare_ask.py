"""What perp compare is asked for: lists of weights, schemes and laws, each word of
which must be one; and how many times finer the finest run is."""
import json

from program import check, done, expect, run
from study import case

F = case("falling_oscillator")
for name, err, *words in (
        ("weights", ["(0, 1]", "'2'"], "--weights", "1,2"),
        ("no weight", ["'0'"], "--weights", "0"),
        ("a word", ["'half'"], "--weights", "half"),
        ("a weight twice", ["twice"], "--weights", "1/2,0.5"),
        ("an empty weight", ["--weights"], "--weights", "1,"),
        ("17 weights", ["at most 16"], "--weights",
         ",".join("1/%d" % k for k in range(1, 18))),
        ("a scheme", ["--scheme", "'euler'", "alpha-gamma"], "--scheme",
         "paoli,euler"),
        ("an empty scheme", ["--scheme"], "--scheme", "paoli,"),
        ("a law", ["--law", "'poisson'", "phases, simultaneous"], "--law",
         "poisson"),
        ("part of a law", ["--law", "'phase'"], "--law", "routh,phase"),
        ("finest 1", ["2 to 4096"], "--finest", "1"),
        ("finest 4097", ["2 to 4096"], "--finest", "4097"),
        ("finest 2.5", ["'2.5'"], "--finest", "2.5")):
    expect(name, 2, [], err, "compare", F, *words)


def ways(*words):
    r = run("compare", F, "--json", *words)
    check(r.returncode == 0, "%s: %s" % (words, r.stderr))
    return [(x["scheme"], x["alpha"], x["law"])
            for x in json.loads(r.stdout)["rows"]]


got = ways("--scheme", "moreau-jean", "--weights",
           ",".join("1/%d" % k for k in range(1, 17)))
check(len(got) == 16 and all(abs(a * k - 1) < 2 ** -50 and law is None
      for k, (_, a, law) in enumerate(got, 1)), "sixteen weights: %s" % got)
check(ways("--scheme", "moreau,paoli") == [("paoli", None, None),
                                           ("moreau", None, None)], "two")
check(ways("--scheme", "semi-implicit", "--law", "routh,phases") ==
      [("semi-implicit", None, "phases"), ("semi-implicit", None, "routh")],
      "two laws")
check(ways("--scheme", "alpha-gamma", "--weights", "0.25", "--law",
           "sequential") == [("alpha-gamma", 0.25, "sequential")], "one of each")
done()
