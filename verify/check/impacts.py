"""For check.py: level I, an impact by a law, at once or in turn."""
from extra import dot, half, mass
from lists import check_lists
from words import SIZE, VERSION, demand

CONTACTS, SLIPS = 4096, 64


class Impact:
    def __init__(self, s):
        s.take("perp impact 1")
        law, = s.take("law @T")
        demand(law in ("simultaneous", "sequential"), "a law")
        head = s.take("order @D*")[0] if s.ahead("order ") else \
            [] if s.take("order") == [] else None
        self.order, self.turns = head, law == "sequential"
        demand(self.turns or not head, "all at once have no order")
        self.nv, self.m, n = s.take("sizes @D @D @D")
        demand(max(self.nv, self.m) <= SIZE and n <= CONTACTS, "sizes")
        self.who = [s.take("contact @D @R") for _ in range(n)]
        demand(all(k <= SLIPS and mu >= 0 for k, mu in self.who), "a contact")
        demand(all(j < n for j in head), "an order")
        self.M = mass(s, self.nv)
        sizes = (self.m, n, sum(k for k, _ in self.who))
        self.nu, self.n, self.d = (
            s.array(t, k, self.nv) for t, k in zip(("nu", "n", "d"), sizes))
        self.v, self.to = s.list("v", self.nv), s.list("to", self.nv)
        s.take("end")
        demand(s.at == len(s.text), "behind the end")
        self.next = 0

    def approaches(self, j):
        return dot(self.n[j], self.v) < 0

    def acting(self):
        """Who acts, by the order and the velocity."""
        if not self.turns:
            every = range(len(self.n))
            return set(every) if any(map(self.approaches, every)) else set()
        cycle = len(self.order)
        for k in range(cycle):
            at = (self.next + k) % cycle
            if self.approaches(self.order[at]):
                self.next = at + 1
                return {self.order[at]}
        return set()

    def single(self, f, contacts):
        who = self.acting()
        demand(who, "nothing approaches")
        rows = self.nu + self.n + self.d
        z = f.list("z", self.nv + len(rows))
        x, c = z[:self.nv], z[self.nv:]
        motion = [dot(row, [a - b for a, b in zip(x, self.v)])
                  for row in self.M]
        for row, e in zip(rows, c):
            for i, a in row.items():
                motion[i] -= a * e
        demand(not any(motion), "the equation of motion")
        along = [dot(row, x) for row in rows]
        demand(not any(along[:self.m]), "a joint moves")
        at = self.m + len(self.n)
        for j, (slips, mu) in enumerate(self.who):
            k, cn, f_ = self.m + j, c[self.m + j], c[at:at + slips]
            if j in who:
                bad = contacts([(slips, mu)], [cn], [cn], f_, [along[k]],
                               along[at:at + slips])
                demand(all(e <= 0 for part in bad for e in part) and
                       cn * along[k] == 0, "not a solution")
            else:
                demand(not cn and not any(f_), "an impulse out of turn")
            at += slips
        demand(half(self.M, x) <= half(self.M, self.v), "energy is gained")
        self.v = x


def check_alone(statement, f, contacts):
    """What is no scene: problems, or an impact."""
    if statement.ahead("perp p"):
        return check_lists(statement, f)
    return check_impact(statement, f, contacts)


def check_impact(statement, f, contacts):
    s, n = Impact(statement), 0
    demand(f.take("perp proof @D") == [VERSION], "another version")
    f.take("level I")
    demand(f.take("scene @T") == [statement.digest()], "of something else")
    while f.ahead("single"):
        n += 1
        demand(f.take("single @D") == [n], "they count from 1")
        s.single(f, contacts)
    demand(f.take("end @D") == [n], "its end")
    demand(not any(map(s.approaches, range(len(s.n)))), "it still approaches")
    demand(s.v == s.to, "v+ is another")
    digest = f.digest()
    demand(f.take("sha256 @T") == [digest] and f.at == len(f.text), "digest")
    return "accepted: I %d single impacts" % n
