"""Motions with compliant contact, computed without the scheme.

The equations of PKS05 in continuous time, integrated by the classical method of
Runge and Kutta from event to event. Nothing here is discretised as in (16): in
contact delta_n is -Psi, not an unknown; the tangential force of a decoupled
contact is the projection of k delta - c v on the disc; with coupled contacts the
forces come from trying all modes.
"""
import math
from operator import mul


def solve(a, b):
    """The solution of a x = b by Gauss with pivoting, or None."""
    n = len(b)
    a = [row[:] + [b[i]] for i, row in enumerate(a)]
    for j in range(n):
        p = max(range(j, n), key=lambda i: abs(a[i][j]))
        if a[p][j] == 0:
            return None
        a[j], a[p] = a[p], a[j]
        for i in range(j + 1, n):
            x = a[i][j] / a[j][j]
            for k in range(j, n + 1):
                a[i][k] -= x * a[j][k]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][k] * x[k] for k in range(i + 1, n))) / \
            a[i][i]
    return x


def dot(x, y):
    return sum(map(mul, x, y))


class Decoupled:
    """One contact, k and c diagonal with one tangential pair (kt, ct). The scene
    gives mass (diagonal), force(t, q, v), gap(q), normal(q), tangents(q); its
    state is (q, v, delta_n, delta_t...)."""

    def __init__(self, mass, force, gap, normal, tangents, compliance, mu):
        self.mass, self.force, self.gap = mass, force, gap
        self.normal, self.tangents, self.mu = normal, tangents, mu
        self.kn, self.cn, self.kt, self.ct = compliance
        self.n, self.closed = len(mass), False

    def parts(self, y):
        return y[:self.n], y[self.n:2 * self.n], y[2 * self.n], \
            y[2 * self.n + 1:]

    def push(self, y):
        """What the normal force would be, were the contact closed."""
        q, v, _, _ = self.parts(y)
        return -self.kn * self.gap(q) - self.cn * dot(self.normal(q), v)

    def forces(self, y):
        q, v, _, dt = self.parts(y)
        rows = self.tangents(q)
        if not self.closed:
            return 0.0, [0.0] * len(dt)
        normal = max(0.0, self.push(y))
        bound = self.mu * normal
        pull = [self.kt * d - self.ct * dot(r, v) for d, r in zip(dt, rows)]
        size = math.sqrt(dot(pull, pull))
        if size > bound:
            pull = [x * bound / size for x in pull]
        return normal, pull

    def accelerate(self, _, f):
        return [x / m for x, m in zip(f, self.mass)]

    def rate(self, t, y):
        q, v, dn, dt = self.parts(y)
        ln, lt = self.forces(y)
        f = self.force(t, q, v)
        normal, rows = self.normal(q), self.tangents(q)
        a = self.accelerate(q, [f[i] + ln * normal[i] + sum(
            x * r[i] for x, r in zip(lt, rows)) for i in range(self.n)])
        slack = -dot(normal, v) if self.closed else -self.kn / self.cn * dn
        return v + a + [slack] + [(x - self.kt * d) / self.ct
                                  for x, d in zip(lt, dt)]

    def step(self, t, y, h):
        k1 = self.rate(t + 1e-9 * h, y)  # the force may jump at t
        k2 = self.rate(t + h / 2, [a + h / 2 * b for a, b in zip(y, k1)])
        k3 = self.rate(t + h / 2, [a + h / 2 * b for a, b in zip(y, k2)])
        k4 = self.rate(t + h - 1e-9 * h, [a + h * b for a, b in zip(y, k3)])
        y = [a + h / 6 * (p + 2 * q + 2 * r + s)
             for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
        if self.closed:
            y[2 * self.n] = -self.gap(y[:self.n])
        return y

    def over(self, y):
        """Negative when the present mode is over."""
        return self.push(y) if self.closed else \
            self.gap(y[:self.n]) + y[2 * self.n]

    def run(self, y, T, h, breaks=()):
        """The state at T. `breaks` are times at which the force jumps."""
        y, t = list(y), 0.0
        self.closed = self.gap(y[:self.n]) + y[2 * self.n] <= 1e-14
        for end in sorted(b for b in breaks if b < T) + [T]:
            while t < end - 1e-13:
                s = min(h, end - t)
                new = self.step(t, y, s)
                if self.over(new) < 0 and self.over(y) >= 0:
                    low = 0.0
                    for _ in range(60):
                        middle = (low + s) / 2
                        if self.over(self.step(t, y, middle)) < 0:
                            s = middle
                        else:
                            low = middle
                    new = self.step(t, y, s)
                    self.closed = not self.closed
                elif self.over(y) < 0:
                    self.closed = not self.closed
                    continue
                t, y = t + s, new
        return y


class Coupled:
    """Planar contacts with full matrices K, C over the rows (n, t) of each."""

    def __init__(self, mass, force, gaps, rows, K, C, mu):
        self.mass, self.force, self.gaps = mass, force, gaps
        self.rows, self.K, self.mu = rows, K, mu
        self.n, self.R = len(mass), len(K)
        unit = [[float(i == j) for j in range(self.R)] for i in range(self.R)]
        self.inverse = [solve(C, e) for e in unit]  # symmetric
        self.closed, self.mode = [False] * (self.R // 2), None

    def try_mode(self, mode, b):
        """lambda and s in this mode, or None; modes: o open, s stick, + and -
        the sign of the slip."""
        a, rhs = [], []
        for c, m in enumerate(mode):
            for k in (0, 1):
                row = [0.0] * self.R
                if m == "o" or (m in "+-" and k == 1):
                    row[2 * c + k] = 1.0
                    if m != "o":
                        row[2 * c] = self.mu if m == "+" else -self.mu
                    a.append(row)
                    rhs.append(0.0)
                else:
                    a.append(self.inverse[2 * c + k][:])
                    rhs.append(-b[2 * c + k])
        lam = solve(a, rhs)
        s = [dot(r, lam) + x for r, x in zip(self.inverse, b)]
        for c, m in enumerate(mode):
            n, t = lam[2 * c], lam[2 * c + 1]
            slip = s[2 * c + 1]
            if m == "o":
                if self.closed[c] and s[2 * c] < -1e-12:
                    return None
            elif n < 0 or (m == "s" and abs(t) > self.mu * n) or \
                    (m == "+" and slip < 0) or (m == "-" and slip > 0):
                return None
        return lam, s

    def forces(self, q, v, delta):
        spring = [dot(r, delta) for r in self.K]
        rows = self.rows(q)
        b = [dot(r, v) - dot(i, spring) for r, i in zip(rows, self.inverse)]
        modes = [""]
        for closed in self.closed:
            modes = [m + x for m in modes for x in ("so+-" if closed else "o")]
        if self.mode in modes:
            modes.insert(0, self.mode)
        for mode in modes:
            found = self.try_mode(mode, b)
            if found:
                self.mode = mode
                return found[0], found[1], rows
        raise ValueError("no mode")

    def rate(self, t, y):
        n = self.n
        q, v, delta = y[:n], y[n:2 * n], y[2 * n:]
        lam, s, rows = self.forces(q, v, delta)
        f = self.force(t, q, v)
        a = [(f[i] + sum(x * r[i] for x, r in zip(lam, rows))) / self.mass[i]
             for i in range(n)]
        return v + a + [x - dot(r, v) for x, r in zip(s, rows)]

    def step(self, t, y, h):
        k1 = self.rate(t, y)
        k2 = self.rate(t + h / 2, [a + h / 2 * b for a, b in zip(y, k1)])
        k3 = self.rate(t + h / 2, [a + h / 2 * b for a, b in zip(y, k2)])
        k4 = self.rate(t + h, [a + h * b for a, b in zip(y, k3)])
        return [a + h / 6 * (p + 2 * q + 2 * r + s)
                for a, p, q, r, s in zip(y, k1, k2, k3, k4)]

    def slack(self, y):
        return [g + y[2 * self.n + 2 * c]
                for c, g in enumerate(self.gaps(y[:self.n]))]

    def run(self, y, T, h):
        y, t = list(y), 0.0
        self.closed = [x <= 1e-14 for x in self.slack(y)]
        while t < T - 1e-13:
            s = min(h, T - t)
            new = self.step(t, y, s)
            hits = [c for c, x in enumerate(self.slack(new))
                    if x < 0 and not self.closed[c]]
            if hits:
                low = 0.0
                for _ in range(50):
                    middle = (low + s) / 2
                    x = self.slack(self.step(t, y, middle))
                    if any(x[c] < 0 and not self.closed[c] for c in hits):
                        s = middle
                    else:
                        low = middle
                new = self.step(t, y, s)
            t, y = t + s, new
            for c in range(len(self.closed)):
                if c in hits and self.slack(y)[c] < 0:
                    self.closed[c] = True
                elif self.closed[c] and self.slack(y)[c] > 1e-9 and \
                        self.mode[c] == "o":
                    self.closed[c] = False
                elif self.closed[c] and self.mode[c] != "o":
                    y[2 * self.n + 2 * c] = -self.gaps(y[:self.n])[c]
        return y
