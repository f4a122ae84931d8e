"""Assumption 6 on the discs, by listing all solutions of the first steps.

Long: every step's list is proven complete in fractions. As written some step has
several v', so that samples branch; as coded none of these has.
"""
import json
import os

from program import SOURCE, check, done, run

scene = os.path.join(SOURCE, "cases", "HP23", "disk_stack.lua")
for variant, several in ("written", True), ("coded", False):
    r = run("reach", scene, "--set", "variant=" + variant, "--select", "all",
            "--steps", "2", "--samples", "3", "--json", "-q")
    check(r.returncode == 0, variant + ": " + r.stderr)
    said = json.loads(r.stdout)
    check((said["samples"] > 3) == several, "%s: %d ends of 3 samples" %
          (variant, said["samples"]))
done()
