"""A step (16) with 200 digits: A and b from M, J, K, C and the rows, and a
solution of the law of contact and friction near given forces, by Newton's
method on the equations of one mode of each contact. Where it slips these are
|w| lam + mu lam_n w = 0, not the natural map of the program.
"""
from decimal import Decimal as D, getcontext

getcontext().prec = 200
ZERO, TINY = D(0), D(10) ** -150


def dot(x, y):
    return sum((a * b for a, b in zip(x, y)), ZERO)


def solve(A, B):
    """A^-1 B by elimination; B a list of columns' rows. None: singular."""
    n = len(A)
    M = [list(A[i]) + list(B[i]) for i in range(n)]
    for c in range(n):
        best = max(range(c, n), key=lambda i: abs(M[i][c]))
        if M[best][c] == 0:
            return None
        M[c], M[best] = M[best], M[c]
        one = 1 / M[c][c]
        M[c] = [x * one for x in M[c]]
        for i in range(n):
            if i != c and M[i][c] != 0:
                f = M[i][c]
                M[i] = [x - f * y for x, y in zip(M[i], M[c])]
    return [row[n:] for row in M]


def table(x, n):
    return [x[i:i + n] for i in range(0, len(x), n)]


def pose(s):
    """A and b of the step, s = A lam + b."""
    nv, w = s["nv"], 1 + s["slips"]
    R = s["p"] * w
    h, theta = s["h"][0], s["theta"][0]
    g = (1 - theta) * h
    K, C, G = table(s["K"], R), table(s["C"], R), table(s["rows"], nv)
    M, J = table(s["M"], nv), table(s["J"], nv)
    B = [[h * K[i][j] + C[i][j] for j in range(R)] for i in range(R)]
    pull = [-dot(K[i], s["delta"]) for i in range(R)]
    S = solve(B, [[D(i == j) for j in range(R)] + [pull[i]]
                  for i in range(R)])
    Mt = [[M[i][j] - g * J[i][j] for j in range(nv)] for i in range(nv)]
    W = solve(Mt, [[G[j][i] for j in range(R)] + [s["f"][i]]
                   for i in range(nv)])
    A = [[S[i][j] + g * sum((G[i][k] * W[k][j] for k in range(nv)), ZERO)
          for j in range(R)] for i in range(R)]
    b = [S[i][R] + dot(G[i], [s["v"][k] + g * W[k][R] for k in range(nv)])
         for i in range(R)]
    for i in range(s["p"]):
        b[i * w] += (s["gap"][i] + s["delta"][i * w]) / h
    return A, b


def modes(s, A, b, lam):
    """Open, stick or slip of each contact, as these forces have it."""
    w, out = 1 + s["slips"], []
    for i in range(s["p"]):
        at, mu = i * w, s["mu"][i]
        n, t = lam[at], lam[at + 1:at + w]
        size, radius = dot(t, t).sqrt(), mu * n
        if n <= 0:
            out.append("open")
        elif mu == 0:
            out.append("smooth")
        elif abs(size - radius) <= D(10) ** -9 * radius:
            out.append("slip")
        else:
            out.append("stick")
    return out


def newton(s, A, b, mode, lam):
    """A root of the modes' equations, by Newton's method from lam."""
    w, R = 1 + s["slips"], len(b)
    lam = list(lam)
    for _ in range(40):
        speed = [dot(A[i], lam) + b[i] for i in range(R)]
        F, J = [], []
        for i in range(R):
            c, k = divmod(i, w)
            at, unit = c * w, [D(i == j) for j in range(R)]
            if mode[c] == "open" or mode[c] == "smooth" and k > 0:
                F.append(lam[i])
                J.append(unit)
            elif mode[c] != "slip" or k == 0:
                F.append(speed[i])
                J.append(A[i])
            else:
                mu, t = s["mu"][c], range(at + 1, at + w)
                size = dot([speed[j] for j in t], [speed[j] for j in t]).sqrt()
                if size == 0:
                    return None
                F.append(size * lam[i] + mu * lam[at] * speed[i])
                grow = [sum((speed[j] * A[j][l] for j in t), ZERO) / size
                        for l in range(R)]
                J.append([lam[i] * grow[l] + size * unit[l] +
                          mu * lam[at] * A[i][l] +
                          (mu * speed[i] if l == at else 0)
                          for l in range(R)])
        step = solve(J, [[x] for x in F])
        if step is None:
            return None
        lam = [x - y[0] for x, y in zip(lam, step)]
        most = max(abs(y[0]) for y in step)
        if most < D(10) ** -170 * (1 + max(abs(x) for x in lam)):
            return lam
    return None


def natural(s, A, b, mode, lam):
    """As newton, with lam_to = mu lam_n z / |z| where a contact slips, z =
    lam_to - w_to / A_tt: slow slips are no harder than fast ones."""
    w, R = 1 + s["slips"], len(b)
    lam = list(lam)
    for _ in range(40):
        speed = [dot(A[i], lam) + b[i] for i in range(R)]
        F, J = [], []
        for i in range(R):
            c, k = divmod(i, w)
            at, unit = c * w, [D(i == j) for j in range(R)]
            if mode[c] == "open" or mode[c] == "smooth" and k > 0:
                F.append(lam[i])
                J.append(unit)
            elif mode[c] != "slip" or k == 0:
                F.append(speed[i])
                J.append(A[i])
            else:
                t = range(at + 1, at + w)
                one, g = 1 / A[at + 1][at + 1], s["mu"][c] * lam[at]
                z = [lam[j] - one * speed[j] for j in t]
                size = dot(z, z).sqrt()
                if size == 0:
                    return None
                u = [x / size for x in z]
                dz = [[D(l == j) - one * A[j][l] for l in range(R)] for j in t]
                along = [dot(u, [row[l] for row in dz]) for l in range(R)]
                F.append(lam[i] - g * u[k - 1])
                J.append([unit[l] - (s["mu"][c] * u[k - 1] if l == at else 0) -
                          g / size * (dz[k - 1][l] - u[k - 1] * along[l])
                          for l in range(R)])
        step = solve(J, [[x] for x in F])
        if step is None:
            return None
        lam = [x - y[0] for x, y in zip(lam, step)]
        most = max(abs(y[0]) for y in step)
        if most < D(10) ** -170 * (1 + max(abs(x) for x in lam)):
            return lam
    return None


def lawful(s, A, b, lam):
    """Is it a solution? Every condition, without roots, to 10^-150."""
    w, R = 1 + s["slips"], len(b)
    speed = [dot(A[i], lam) + b[i] for i in range(R)]
    for i in range(s["p"]):
        at, mu = i * w, s["mu"][i]
        n, gap = lam[at], speed[at]
        t, v = lam[at + 1:at + w], speed[at + 1:at + w]
        if n < -TINY or gap < -TINY or abs(n * gap) > TINY:
            return False
        if dot(t, t) - (mu * n) ** 2 > TINY or dot(t, v) > TINY:
            return False
        # the most dissipation: t . v = - mu n |v|
        if abs(dot(t, v) ** 2 - (mu * n) ** 2 * dot(v, v)) > TINY:
            return False
    return True


def nearest(s, A, b, lam):
    """A solution from lam, in the modes that lam has or, where one contact is
    at a seam, in those beside them."""
    first = modes(s, A, b, lam)
    tries = [first]
    for i, m in enumerate(first):
        if m != "smooth":
            tries += [first[:i] + [o] + first[i + 1:]
                      for o in ("open", "stick", "slip") if o != m]
    for mode in tries:
        x = newton(s, A, b, mode, lam)
        if x is not None and lawful(s, A, b, x):
            return x
    return None
