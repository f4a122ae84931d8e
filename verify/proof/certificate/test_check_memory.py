"""perp-check without memory: of small proofs of each level every single request is
refused once. A lack of memory is no verdict: code 5, not that of a refused proof."""
import os
import re
import subprocess
import tempfile

from certificates import perp
from program import check, done, run

PROOFS = [("L2", "GAP08/ex9_1", "T=0.01 h=0.01", ["--certify", "L2"]),
          ("L1", "GAP08/rocking_block", "T=0.01 h=0.01",
           ["--certify", "L1", "--cones"]),
          ("L0", "GAP08/ex9_1", "T=0.01 h=0.01", ["--certify", "L0"]),
          ("R", "GAP08/ex9_1", "T=0.01 h=0.01",
           ["--certify", "R", "--rational"]),
          ("bounce", "rebound_rod", "clock=uniform", ["--certify", "L2"])]

with tempfile.TemporaryDirectory() as place:
    for name, case, sets, words in PROOFS:
        perp(case, place, *words, "--cert", os.path.join(place, name), "-q",
             sets=sets)
    with open(os.path.join(place, "p.lcp"), "w") as file:
        file.write("2 2 1 1 2 -5 -6\n1 -1 -1\n")
    run("solve", "p.lcp", "--all", "--cert", "N", cwd=place)
    names = [name for name, *_ in PROOFS] + ["N"]
    r = subprocess.run([os.environ["PERP_NO_MEMORY"], *names],
                       capture_output=True, text=True, cwd=place, timeout=600)
    print(r.stdout, end="")
    counts = [int(n) for n in re.findall(r"^(\d+) requests", r.stdout, re.M)]
    check(r.returncode == 0 and len(counts) == len(names) and min(counts) > 20,
          "%d: %s" % (r.returncode, r.stderr))
done()
