"""Small engines, written without perp, and the tables that they make.

    python3 engines.py DIR
"""
import os
import sys


def line(*x):
    return ",".join("%.17g" % y for y in x)


def penalty():
    """Explicit Euler, 1 kg; the ground is a spring of 1e4 N/m with a damper, friction
    is viscous up to mu times the push. cn and ft are the force times h."""
    h, mu = 1 / 512, 0.5
    x, y, vx, vy = 0.0, 0.125, 1.0, 0.0
    rows = ["t,q.x,q.y,v.x,v.y,cn.ground,ft.ground", line(0, x, y, vx, vy, 0, 0)]
    for l in range(1, 161):
        push = max(0.0, -1e4 * y - 40 * vy) if y < 0 else 0.0
        rub = max(-mu * push, min(mu * push, -5 * vx)) if push > 0 else 0.0
        x, y = x + h * vx, y + h * vy
        vx, vy = vx + h * rub, vy + h * (push - 9.75)
        rows.append(line(l * h, x, y, vx, vy, h * push, h * rub))
    return rows


def impulses(sweeps):
    """Semi-implicit Euler, 2 kg in the plane with a moment of inertia; three contacts
    at arms a: projected Gauss-Seidel over normals and friction, from nothing."""
    h, m, I, mu = 1 / 64, 2.0, 0.5, 0.5
    arms = {"left": -0.5, "middle": 0.125, "right": 0.5}
    q, v = [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]
    head = "t,q.x,q.y,q.th,v.x,v.y,v.th"
    head += "".join(",cn." + n for n in arms)
    head += "".join(",ft." + n for n in arms)
    rows = [head, line(0, *q, *v, 0, 0, 0, 0, 0, 0)]
    for l in range(1, 33):
        t = (l - 1) * h
        v = [v[0] + h * (6 * t) / m, v[1] - h * 9.75, v[2] + h * 6.5 / I]
        cn, ft = [0.0] * 3, [0.0] * 3
        for _ in range(sweeps):
            for j, a in reversed(list(enumerate(arms.values()))):
                k = 1 / (1 / m + a * a / I)
                c = max(0.0, cn[j] - k * (v[1] + a * v[2]))
                v[1] += (c - cn[j]) / m
                v[2] += a * (c - cn[j]) / I
                cn[j] = c
                f = ft[j] - m * v[0]
                f = max(-mu * cn[j], min(mu * cn[j], f))
                v[0] += (f - ft[j]) / m
                ft[j] = f
        q = [x + h * y for x, y in zip(q, v)]
        rows.append(line(l * h, *q, *v, *cn, *ft))
    return rows


def leapfrog():
    """Half a kick, a drift, half a kick: 1 kg on a spring of 16 N/m."""
    h, x, v = 1 / 32, 1.0, 0.0
    rows = ["t,q.x,v.x", line(0, x, v)]
    for l in range(1, 65):
        v -= h / 2 * 16 * x
        x += h * v
        v -= h / 2 * 16 * x
        rows.append(line(l * h, x, v))
    return rows


TABLES = {"penalty": penalty, "impulses": lambda: impulses(2),
          "exact": lambda: impulses(200), "leapfrog": leapfrog}

if __name__ == "__main__":
    for name, make in TABLES.items():
        with open(os.path.join(sys.argv[1], name + ".csv"), "w") as f:
            f.write("\n".join(make()) + "\n")
