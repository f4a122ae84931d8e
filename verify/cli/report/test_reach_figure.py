"""The figure of a reach: a point for each of the first samples, those that fall
on one pixel drawn once."""
import os
import re
import tempfile

from program import SOURCE, check, done, run

for name, panels in ("rocking_block", 1), ("disk_stack", 3):
    with tempfile.TemporaryDirectory() as directory:
        r = run("reach", os.path.join(SOURCE, "cases", "HP23", name + ".lua"),
                "--samples", "300", "--plot", directory, "-q")
        check(r.returncode == 0, "%s: %s" % (name, r.stderr))
        files = os.listdir(directory)
        check(len(files) == 1 and files[0].endswith("_reach.svg"),
              "%s: files %s" % (name, files))
        for file in files:
            text = open(os.path.join(directory, file)).read()
            points = len(re.findall("0 1 0 5.2 0", text))
            check(0.5 * 300 * panels <= points <= 300 * panels,
                  "%s: %d points" % (name, points))
            for label in ["vn of A", "vn of B"]:
                check(label in text, "%s: no '%s'" % (name, label))
done()
