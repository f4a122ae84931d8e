"""What is said of branches that meet: text, figure, refusals."""
import os
import tempfile

from edges import write
from program import check, done, run


def figure(path, place):
    """A line each, and a dot where one ends in another."""
    r = run("run", path, "--branches", "99", "--plot", place, "-q")
    check(r.returncode == 0, r.stderr)
    svg, = [n for n in os.listdir(place) if n.endswith(".svg")]
    with open(os.path.join(place, svg)) as file:
        check("meetings" in file.read(), "no dots")


def refusals(path, place):
    for words, says in (["--near", "1e-9"], "wants --branches"), (
            ["--separate"], "wants --branches"), (
            ["--branches", "9", "--near", "0"], "--near must be positive"), (
            ["--branches", "9", "--near", "1e-9", "--separate"], "exclude"), (
            ["--branches", "9", "--near", "1e-9", "--rational"],
            "in fractions"):
        r = run("run", path, *words)
        check(r.returncode == 2 and says in r.stderr, "%s: %s" % (words, r.stderr))
    page = os.path.join(place, "m.html")
    r = run("run", path, "--branches", "9", "--movie", page)
    check(r.returncode == 0 and "meets" not in r.stderr, r.stderr)


with tempfile.TemporaryDirectory() as place:
    edges = write(place, [(1, 1, 3), (11, 2, 3)], 28)
    r = run("run", edges, "--branches", "9", "--rational")
    check("branch 3, way 2: 4 collisions, share 0.5, meets branch 1 at t = 8"
          in r.stderr and "2 branches end in a state that an earlier one has, "
          "equal in fractions" in r.stderr and "share 1, kinetic" in r.stderr,
          r.stderr)
    figure(edges, place)
    refusals(edges, place)
done()
