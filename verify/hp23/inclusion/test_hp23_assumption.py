"""Assumption 6 for the doubles of the discs' first steps, by listing all solutions.

Long: every step's list is proven complete in fractions, for the doubles of its data.
As written some step has several v', so that samples branch; as coded none of these
has. That refutes the assumption for the doubles as written. Of discs whose normals
are meant with the root of 3 it says nothing: doubles lose outcomes
(test_hp23_exact has bodies whose steps do).
"""
import json
import os

from program import SOURCE, check, done, run

scene = os.path.join(SOURCE, "cases", "HP23", "disk_stack.lua")
for variant, several in ("written", True), ("coded", False):
    r = run("reach", scene, "--set", "variant=" + variant, "--select", "all",
            "--steps", "2", "--samples", "3", "--json", "-q",
            "--draw", "uniform", "--exact-check")
    check(r.returncode == 0, variant + ": " + r.stderr)
    said = json.loads(r.stdout)
    check(said["samples"] == 3 and (said["ends"] > 3) == several == (said["several"] > 0) and
          said["proven_of"].endswith("for the doubles of M, nu, n, d, mu and v"),
          "%s: %d ends of 3 samples" % (variant, said["ends"]))
done()
