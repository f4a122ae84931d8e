"""Proofs of runs with basis = "kept": the statement says `kept_basis last`, both checkers
accept it, and front.lua finds it to be of the scene with that key and of no other one."""
import os
import subprocess
import tempfile

from certificates import both, case, perp
from program import SOURCE, check, done

FRONT = SOURCE + "/verify/check/front.lua"
KEPT = "basis=kept"
RUNS = [("GAP08/fig9_1", "L2", "T=0.2"), ("GAP08/box_stack", "L1", "T=0.04 count=2 slide=0.1"),
        ("GAP08/rocking_block", "L1", "T=0.05"), ("GAP08/spring_block", "R", "T=0.1"),
        ("AP02/two_bars", "L1", "T=0.05")]


def says(path, word):
    with open(path + ".scene") as file:
        check("\nkept_basis %s\n" % word in file.read(), "%s: not %s" % (path, word))


def of_scene(path, name, sets, wanted):
    words = [x for s in sets.split() for x in ("--set", s)]
    r = subprocess.run(["lua5.4", FRONT, case(name), path, *words], capture_output=True,
                       text=True, timeout=300)
    check((r.returncode == 0) == wanted, "%s %s: %d %s" %
          (name, sets, r.returncode, (r.stdout + r.stderr)[:300]))


def main():
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "p")
        for name, level, sets in RUNS:
            more = ["--rational"] if level == "R" else []
            perp(name, place, "--certify", level, "--cert", "p", "-q", *more,
                 sets=sets + " " + KEPT)
            says(path, "last")
            both(path, name)
            of_scene(path, name, sets + " " + KEPT, True)
            of_scene(path, name, sets, False)
        # a scheme that does not read the scene's key
        scene = os.path.join(place, "block.lua")
        with open(case("GAP08/fig9_1")) as file:
            text = file.read()
        check(text.count("system = system,") == 1, "fig9_1 has another form")
        with open(scene, "w") as file:
            file.write(text.replace("system = system,", 'system = system, basis = "kept",'))
        for scheme, word in (("moreau-jean", "none"), ("semi-implicit", "last")):
            perp(scene, place, "--certify", "L1", "--cert", "p", "-q", "--scheme", scheme,
                 sets="T=0.05")
            says(path, word)
            both(path, scheme)
    done()


main()
