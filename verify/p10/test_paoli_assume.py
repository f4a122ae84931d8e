"""(H1) to (H4), K and tau(C) on scenes whose answers are known by hand; each
has one that is not met or not decided."""
from paoli_assumed import case, gaps, main, says, scene


# A branch; a quotient that moves; none.
# Verifies P10 (H1).
def forces():
    says(scene(), "H1", "met", "form")
    says(scene(force="{ perp.where(q.x, 1, 2), 0 }"), "H1", "undecided", None,
         "may jump")
    says(scene(force="{ 1 / (2 + q.x), 0 }"), "H1", "met", "visited",
         "a root or a quotient")
    print("verifies P10 (H1)")


# The gradient of y^2 is 0 where y = 0, which 1 - n/16 meets; that of the
# parabola y + 3 x^2 at x = 0 is (0, 1); y^3 has no Lipschitz gradient.
# Verifies P10 (H2).
def gradients():
    says(scene(), "H2", "met", "form", "and constant", 1)
    says(scene(contacts=gaps("q.y^2")), "H2", "not met", "visited",
         "'c0' is 0 on the boundary, row 16", 0)
    says(scene(contacts=gaps("2 * q.y + 3 * q.x^2")), "H2", "met", "visited",
         "by their form", 2)
    says(scene(contacts=gaps("q.y + 3 * q.x^2"), T="1 / 4"), "H2", "undecided",
         None, "touches no constraint")
    says(scene(contacts=gaps("q.y + q.y^3")), "H2", "undecided", None,
         "a power")
    says(scene(contacts=gaps("perp.max(q.y, 2 * q.y)")), "H2", "undecided",
         None, "a max")
    print("verifies P10 (H2)")


# Smallest eigenvalues: 1 of ((2, 1), (1, 2)); x = n/16 runs to 1, where
# 2 + cos x is 2 + cos 1, and M_yy = 5.
# Verifies P10 (H4).
def masses():
    says(scene(mass="{ { 2, 1 }, { 1, 2 } }"), "H4", "met", "form", "constant",
         1)
    says(scene(mass="{ { 2 + perp.cos(q.x), 0 }, { 0, 5 } }", v="{ 1, 0 }",
               T="1"), "H4", "met", "visited", "smooth",
         2.5403023058681398, 1e-3)
    says(scene(mass="{ { perp.max(1, q.x), 0 }, { 0, 2 } }"), "H4",
         "undecided", None, "a max", 1)
    print("verifies P10 (H4)")


# The inside of a disc is convex, which its formula shows, and written with a
# product does not; nor does a run inside of it. Its outside is not.
def sets():
    says(scene(), "K", "met", "form", "polyhedron")
    says(scene(contacts=gaps("4 - q.x^2 - q.y^2"), T="6", e="1"), "K", "met",
         "form", "concave")
    hidden = gaps("4 - (q.x + q.y)^2 + 2 * q.x * q.y")
    for v in "{ 1, 0 }", "{ 1, -1 }":
        says(scene(contacts=hidden, T="6", e="1", v=v), "K", "undecided", None,
             "no two")
    says(case("disc")[0], "K", "not met", "visited", "'disc' is 0")


# q'' = q' + q and a force with sin t stay bounded on [0, T]; q'' = q'^2 does
# not, and 1/(3 - t) is not bounded for all T.
# Verifies P10 (tauC).
def balls():
    says(scene(force="{ q.x + v.y, perp.sin(t) }"), "tauC", "met", "form",
         "tau(C) = T")
    says(scene(force="{ v.x^2, 0 }"), "tauC", "undecided", None, "not known")
    says(scene(force="{ 0, 1 / (3 - t) }"), "tauC", "undecided", None,
         "not known")
    says(scene(mass="{ { 2 + perp.cos(q.x), 0 }, { 0, 5 } }"), "tauC",
         "undecided", None, "not known")
    found = case("explosion")[0]
    says(found, "tauC", "undecided", None, "from 1)")
    # Of the ball: |q - q_0| ends at 1 + 1/20 = 21/20, |q'| begins with 1.
    says(case("bouncing_ball")[0], "tauC", "met", "form", "", 1.05)
    print("verifies P10 (tauC)")


main([forces, gradients, masses, sets, balls])
