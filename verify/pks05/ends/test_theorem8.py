"""PKS05's Theorem 8 on ends that meet (28), computed a second time.

    python3 verify/pks05/ends/test_theorem8.py
"""
import csv
import io
import json
import math
import os
import random
import subprocess
import tempfile

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
CASE = os.path.join(SOURCE, "cases", "PKS05", "theorem8.lua")
USUAL = dict(alpha=0.05, beta=0.1, gamma=0.05, b=0.2, mu=0.2, k=1, T=0.2)


def perp(command, path, *flags, **sets):
    words = [BINARY, command, path, *flags]
    for name, value in sets.items():
        words += ["--set", f"{name}={value}"]
    done = subprocess.run(words, text=True, capture_output=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def free(v, body):
    """The case without ends, begun with v."""
    with open(CASE, encoding="utf-8") as file:
        text = file.read()
    head, tail = text.split("  ends = {")
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "free.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(head.replace("v = { 0 }", f"v = {{ {v!r} }}") + "}\n")
        return body(path)


def motion(v, p):
    """The states x^j of the motion that begins with v."""
    rows = csv.DictReader(io.StringIO(free(v, lambda path: perp(
        "run", path, "--csv", "-", "-q", **p))))
    return [[float(r[n]) for n in ("q.x", "v.x", "delta.floor.n",
                                   "delta.floor.t")] for r in rows]


def psi(p, path=CASE):
    found = json.loads(perp("hypotheses", path, "--json", **p))
    items = found["hypotheses"] if "hypotheses" in found else found
    by_tag = {f["tag"]: f for f in items} if isinstance(items, list) else items
    text = by_tag["Prop7"]["text"]
    return float(text.split("psi_x = ")[1].split()[0]), by_tag["Thm8"]


# Verifies PKS05 (28), (29), (30), (31), (Thm8).
def theorem():
    rng = random.Random(int(os.environ.get("PERP_SEED", "8")))
    for changes in ({}, dict(mu=0.1, b=-0.7, T=0.1, alpha=0.2),
                    dict(k=0.5, beta=-0.05, gamma=0.1, T=0.12, b=1.5)):
        p = dict(USUAL, **changes)
        rate, said = psi(p)
        assert said["verdict"] == "met", said
        # by hand: one unknown, (M + N_v)^-1 N as a row
        low = 1 / (1 + p["beta"])
        N = math.sqrt(p["alpha"] ** 2 + p["beta"] ** 2 + p["gamma"] ** 2)
        start = 1 + 0.5  # 1 + |q(0)| + |delta(0)|
        gain = low * N * (math.exp(p["T"] * rate * 0.995) - 1)
        bhat = p["b"] - p["gamma"] * 0.5
        r0 = (low * abs(bhat) + gain * start) / (1 - gain)
        assert gain < 1 and r0 < said["number"] < 1.1 * r0, (r0, said)
        r0 = said["number"]
        # (30) through all N steps is 1 + R_{N+1} = (1 + h psi)^N (1 + R_0),
        # here with psi from e^(T psi), printed to four digits
        numbers = [float(said["text"].split(word)[1].split()[0].rstrip(",;:"))
                   for word in ("e^(T psi_x) <= ", "|x| <= ")]
        growth, held = numbers
        steps = round(p["T"] / 1e-3)
        hand = (1 + math.log(growth) / steps) ** steps * (r0 + start) - 1
        assert abs(held / hand - 1) < 2e-3, (held, hand)
        for v in [r0, -r0] + [rng.uniform(-r0, r0) for _ in range(4)]:
            x = motion(v, p)
            n, R = len(x) - 1, r0 + start - 1
            step = p["T"] / n * rate * 1.001  # psi_x is printed to 3 digits
            for a, c in zip(x, x[1:]):
                up = (1 + step) * R + step
                assert math.hypot(*c) <= up * (1 + 1e-12), "(29), size"
                assert math.dist(a, c) <= up - R + 1e-12, "(29), way"
                R = up
            q, w, dn, _ = x[-1]
            assert all(math.hypot(*c) <= held * (1 + 1e-4) for c in x), "(30)"
            image = v + low * (p["b"] - v - p["alpha"] * q - p["beta"] * w -
                               p["gamma"] * dn)
            assert abs(image) < r0, (v, image, r0)
        got = json.loads(perp("run", CASE, "--json", "-q", **p))
        assert abs(got["v0"][0]) < r0 and got["residual"] < 1e-10, got
        assert got["method"] == "fixed point", got
        print(f"(28) holds: r_0 = {r0:.3f}, v(0) = {got['v0'][0]:.4f}, "
              f"contraction {got['contraction']:.4f}")
    assert psi(dict(USUAL, T=2))[1]["verdict"] == "undecided", "too long"
    # (28) as close as it can be asked from outside: T psi = log(1 + gain / N)
    # for gains on both sides of 1; psi hardly depends on T
    N = math.sqrt(USUAL["alpha"] ** 2 + USUAL["beta"] ** 2 +
                  USUAL["gamma"] ** 2) / (1 + USUAL["beta"])
    rate, _ = psi(USUAL)
    for gain in (0.93, 1.07, 2.9):
        T = round(math.log(1 + gain / N) / rate, 3)
        now, said = psi(dict(USUAL, T=T))
        assert abs(now / rate - 1) < 0.02, (now, rate)
        assert said["verdict"] == ("met" if gain < 1 else "undecided"), \
            (gain, T, said)
        text = said["text"]
        norm, growth = (float(text.split(word + " <= ")[1].split()[0].strip(",;:"))
                        for word in ("|(M_nu + N_nu)^-1 N|", "e^(T psi_x)"))
        assert abs(norm / N - 1) < 1e-3, (norm, N, text)
        # psi_x is printed to 3 digits
        assert abs(math.log(growth) / (T * now) - 1) < 6e-3, (growth, text)
        assert gain < 1 or abs(said["number"] / N - 1) < 1e-12, said
    said = psi(dict(USUAL, beta=-1))[1]  # no number: nothing is known
    assert said["verdict"] == "not met" and said["number"] is None and \
        "M_nu + N_nu is singular" in said["text"], said
    said = free(1.0, lambda path: psi(USUAL, path))[1]
    assert said["verdict"] == "met" and said["number"] is None and \
        "the start is given" in said["text"], said
    print("verifies PKS05 (28), (29), (30), (31), (Thm8)")


theorem()
