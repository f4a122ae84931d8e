"""Which of all starts a run takes: the ball thrown up or bounced."""
import json
import os
import subprocess
import tempfile

BINARY = os.environ["PERP_BINARY"]

BALL = """local perp = require "perp"
return { scheme = "theta", h = 1/50, T = 0.4, q = { 0.1 }, v = { GUESS },
  system = perp.system { coordinates = { "y" }, mass = function(q) return { { MASS } } end,
    force = function() return { -10 } end,
    contacts = function(q) return { { name = "floor", gap = q.y,
      stiffness = 1000, damping = 10 } } end },
  ends = { { final = { ["q.y"] = 1 }, value = perp.ratio(END) }, method = METHOD,
    most = MOST } }
"""


def ball(guess, method, end_="1, 20", most=0, mass="1"):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "ball.lua")
        with open(path, "w") as f:
            f.write(BALL.replace("GUESS", str(guess)).replace("MOST", str(most))
                    .replace("METHOD", f'"{method}"').replace("END", end_)
                    .replace("MASS", mass))
        return subprocess.run([BINARY, "run", path, "--json"], text=True,
                              capture_output=True)


def two_of_the_ball():
    done = ball(2, "all")
    assert done.returncode == 0, done.stderr
    assert "another start" not in done.stderr, done.stderr
    got = json.loads(done.stdout)
    assert got["other_starts"] == 1 and got["starts_complete"], got
    assert got["residual"] is None, got
    low, high = (v for v, in got["starts"])
    for guess, want in ((-6.5, low), (2, high)):
        by = json.loads(ball(guess, "secant").stdout)["v0"][0]
        assert abs(by - want) < 1e-8, (by, want)
        assert json.loads(ball(guess, "all").stdout)["v0"] == [want]
    print("ball:", low, high, "of", got["pieces"], "pieces")


def refusals():
    for args, code, says in ((dict(end_="-9, 1"), 4, "none on the whole line"),
                             (dict(most=3), 5, "more than 3 pieces")):
        done = ball(2, "all", **args)
        assert done.returncode == code and says in done.stderr, (args, done)


if __name__ == "__main__":
    two_of_the_ball()
    refusals()
