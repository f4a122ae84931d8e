"""What is not seen to be piecewise linear is refused."""
from test_starts_begin import ball

done = ball(2, "all", mass="1 + q.y * q.y")
assert done.returncode == 3 and "constant mass" in done.stderr, done
assert done.stderr.count("\n") == 1, done.stderr
assert ball(2, "all", mass="2").returncode == 0
