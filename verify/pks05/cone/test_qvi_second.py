"""The step with compliant contact, written a second time.

    python3 verify/pks05/cone/test_qvi_second.py cases
    python3 verify/pks05/cone/test_qvi_second.py steps PROGRAM

`cases`: one planar contact by its four modes in fractions, against runs of
cases/PKS05/nonunique_step.lua and rigid_limit.lua with --rational. `steps`:
random steps that PROGRAM prints with the solver's answers. Each answer is put
into the law of contact and friction in fractions, eigenvalues are found by
rotations, and where one solution is claimed it is found again by a method that
is slow and sure: many short projected steps.
"""
import json
import math
import os
import subprocess
import sys
from fractions import Fraction as F

SOURCE = os.environ.get("PERP_SOURCE", ".")


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def rows(A, b, lam):
    n = len(b)
    return [b[i] + dot(A[i * n:(i + 1) * n], lam) for i in range(n)]


# ---- one planar contact in fractions ------------------------------------

def by_modes(A, b, mu):
    """All answers (n, t) of a contact with the rows A, b."""
    (p, c, r, d), (x, y) = A, b
    out = [(F(0), F(0))] if x >= 0 else []
    det = p * d - c * r
    n, t = -(d * x - c * y) / det, (r * x - p * y) / det
    if n >= 0 and abs(t) <= mu * n:
        out.append((n, t))
    for s in (1, -1):
        k = p - s * mu * c
        if k != 0 and -x / k > 0:
            n = -x / k
            if s * ((r - s * mu * d) * n + y) > 0:
                out.append((n, -s * mu * n))
    return out


def run(scene, **sets):
    command = [os.environ["PERP_BINARY"], "run", "-q", "--rational", "--csv",
               "-", os.path.join(SOURCE, "cases", "PKS05", scene + ".lua")]
    for name, value in sets.items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(command, text=True, capture_output=True)
    assert done.returncode == 0, (scene, sets, done.stderr)
    head, _, last = [line.split(",") for line in done.stdout.split()]
    return {name: F(x) for name, x in zip(head, last)}


def nonunique_step():
    A = (1, 2, 2, 5)
    for mu, bn, bt, many in ((1, 1, 4, 3), ("1/4", 1, 4, 1), ("2/5", -1, 2, 1),
                             ("9/10", -1, "1/2", 1), ("3/5", 1, 4, 1),
                             (2, "1/2", 3, 3)):
        answers = by_modes(A, (F(bn), F(bt)), F(mu))
        assert len(answers) == many, (mu, bn, bt, answers)
        t = run("nonunique_step", mu=mu, bn=bn, bt=bt)
        got = (t["lam.floor.n"], t["lam.floor.t"])
        assert got in answers, (mu, bn, bt, got, answers)
        assert t["v.x"] == F(bt) + got[1] and t["v.y"] == F(bn) + got[0]
    # below A_nn / |A_nt| one answer for every b, above it several for some
    for mu in (F(1, 100), F(1, 4), F(499, 1000), F(501, 1000), F(3, 4), F(2)):
        some = [(F(x, 7), F(y, 7)) for x in range(-20, 21, 2)
                for y in range(-45, 46, 6)]
        some.append((2 * mu - 1, 5 * mu - 1)) # n = 1 slips with 1
        most = max(len(by_modes(A, b, mu)) for b in some if b[0] != 0)
        assert (most == 1) == (mu < F(1, 2)), (mu, most)


def rigid_limit():
    h = F(1, 100)
    W = [h * F(x) for x in ("8/5", "-6/5", "-6/5", "17/5")]
    for mu, g, vy in (("2/5", "981/100", "-1/2"), ("1/100", 10, "-1/4"),
                      ("1/5", 1, "-3/4")):
        b = (F(vy) - F(1, 20) - h * F(g) + F(1, 10), F(2, 5))
        rigid = by_modes(W, b, F(mu))
        assert len(rigid) == 1
        off = []
        for kappa in (10**6, 10**9):
            S = F(50, kappa)
            A = (W[0] + S, W[1], W[2], W[3] + S)
            t = run("rigid_limit", mu=mu, g=g, vy=vy, kappa=kappa)
            got = (t["lam.end.n"], t["lam.end.t"])
            assert by_modes(A, b, F(mu)) == [got], (mu, kappa, got)
            off.append(kappa * math.dist(got, rigid[0]))
        t = run("rigid_limit", mu=mu, g=g, vy=vy, kappa=kappa, theta=1)
        # explicit: nothing but the compliance, and no force in it yet
        load = F(vy) - F(1, 20) + F(1, 10)
        assert t["lam.end.n"] == -load / S, (mu, kappa, t["lam.end.n"])
        assert abs(off[1] / off[0] - 1) < 0.01, off
        print(f"mu = {mu}: kappa |lambda - rigid| -> {off[1]:.6g}")


# ---- random steps -------------------------------------------------------

def law(p, A, b, mu, lam):
    """How far the answer is from the law, in fractions."""
    k, w = p["slips"], rows(A, b, lam)
    worst = F(0)
    for i in range(p["contacts"]):
        at = i * (1 + k)
        n, gap = lam[at], w[at]
        worst = max(worst, -n, -gap, abs(n * gap))
        t, s = lam[at + 1:at + 1 + k], w[at + 1:at + 1 + k]
        worst = max(worst, dot(t, t) - (mu[i] * n) ** 2, dot(s, t),
                    abs(dot(s, t) ** 2 - (mu[i] * n) ** 2 * dot(s, s)))
    return worst


def eigenvalues(n, S):
    """Of a symmetric matrix, by Jacobi's rotations."""
    S = [S[i * n:(i + 1) * n] for i in range(n)]
    for _ in range(12):
        for p in range(n):
            for q in range(p + 1, n):
                if abs(S[p][q]) < 1e-15:
                    continue
                turn = (S[q][q] - S[p][p]) / (2 * S[p][q])
                t = math.copysign(1 / (abs(turn) + math.hypot(turn, 1)), turn)
                c = 1 / math.hypot(t, 1)
                for k in range(n):
                    x, y = S[k][p], S[k][q]
                    S[k][p], S[k][q] = c * (x - t * y), c * (t * x + y)
                for k in range(n):
                    x, y = S[p][k], S[q][k]
                    S[p][k], S[q][k] = c * (x - t * y), c * (t * x + y)
    return [S[i][i] for i in range(n)]


def constants(n, A):
    sym = [(A[i * n + j] + A[j * n + i]) / 2 for i in range(n)
           for j in range(n)]
    gram = [sum(A[k * n + i] * A[k * n + j] for k in range(n))
            for i in range(n) for j in range(n)]
    return min(eigenvalues(n, sym)), math.sqrt(max(eigenvalues(n, gram)))


def slowly(p, A, b, mu, tau):
    """Projected steps of the length tau, all contacts at once."""
    k, n = p["slips"], len(b)
    lam = [0.0] * n
    for _ in range(20000):
        w, old = rows(A, b, lam), lam[:]
        for i in range(p["contacts"]):
            at = i * (1 + k)
            lam[at] = max(0.0, lam[at] - tau * w[at])
            t = [old[at + j] - tau * w[at + j] for j in range(1, k + 1)]
            size, radius = math.sqrt(dot(t, t)), mu[i] * lam[at]
            if size > radius:
                t = [x * (radius / size) for x in t]
            lam[at + 1:at + 1 + k] = t
        if math.dist(lam, old) < 1e-15:
            break
    return lam


def steps(program):
    compared = 0
    done = subprocess.run([program, "160", os.environ.get("PERP_SEED", "7")],
                          text=True, capture_output=True, check=True)
    for line in done.stdout.splitlines():
        p = json.loads(line)
        n, A, b, mu = len(p["b"]), p["A"], p["b"], p["mu"]
        exact = [[F(x) for x in p[name]] for name in ("A", "b", "mu", "lam")]
        assert law(p, *exact) < F(1, 10**11), float(law(p, *exact))
        sigma, eta = constants(n, A)
        assert abs(p["sigma"] - sigma) < 1e-11, (p["sigma"], sigma)
        assert abs(p["eta"] - eta) < 1e-11, (p["eta"], eta)
        factor = max(mu) * eta / sigma
        if abs(factor - 1) > 1e-9:
            assert p["contracts"] == (1 if factor < 1 else 2), (factor, p)
        assert p["unique"] == (p["bound"] >= 0)
        if p["unique"] and factor < 0.9:
            lam = slowly(p, A, b, mu, sigma / eta**2)
            off = math.dist(lam, p["lam"])
            assert off <= p["bound"] + 1e-11, (off, p["bound"])
            compared += 1
    assert compared > 60, compared
    print(f"{compared} answers found again")


if __name__ == "__main__":
    if sys.argv[1] == "cases":
        nonunique_step()
        rigid_limit()
    else:
        steps(sys.argv[2])
    print("ok")
