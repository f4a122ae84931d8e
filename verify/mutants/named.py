"""Formulas broken as a reader of the two papers would break them, each under the
name of the test that has to see it.

    python3 verify/mutants/named.py [--build DIR] [--only TEXT] [-j N]

campaign.py draws its changes by rules; these are chosen: a constant of a proof
without the factor that an erratum put back, a hypothesis that is not asked, a
check that accepts everything. Each is a place in one file, by its text, which has
to stand there exactly once: who rewrites the line rewrites the row below. It is
built as campaign.py builds, and run against the tests of its row and no others,
because "some test fell" would let a test of runs stand for the one that asks the
constant. The tests named are run without a change first and have to pass.

The exit code is 1 when a change survives, does not compile, makes the same object,
or has no place any more.
"""
import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from campaign import ROOT, SPARE, TIMES, Build

RUN, CONE = "src/pks05/run/", "src/pks05/cone/"
ENDS, STEP, P10 = "src/pks05/ends/", "src/pks05/step/", "src/p10/"
BOUNDS, WEAK = RUN + "compliant_bounds.c", RUN + "compliant_weak.c"
LAW, CHECK = P10 + "paoli_law.c", P10 + "paoli_check.c"

# (what is lost, file, text, in its place, tests of which one has to fall)
NAMED = [
    ("PKS05 (23) without c_q", BOUNDS,
     "c->eta_lambda * (1 + c->c_q + x)", "c->eta_lambda * (1 + x)",
     "test_compliant_bounds"),
    ("PKS05 (22), Proposition 6: eta_x without eta_KC", BOUNDS,
     "+ c->eta_KC * fmax(1, c->eta_K)", "+ fmax(1, c->eta_K)",
     "test_compliant_bounds"),
    ("PKS05 (30) without + h psi", ENDS + "theorem8.c",
     "out->R += h * psi_x * (1 + out->R);", "out->R += h * psi_x * out->R;",
     "test_theorem8"),
    ("PKS05 (28): gain < 3", ENDS + "theorem8.c",
     "out->met = gain < 1;", "out->met = gain < 3;", "test_theorem8"),
    ("PKS05 (31): the gain only above", ENDS + "theorem8.c",
     "(sqrt(b) + gain * start) / (1 - gain)", "(sqrt(b) + gain * start)",
     "test_theorem8"),
    ("PKS05 (31) without b", ENDS + "theorem8.c",
     "(sqrt(b) + gain * start)", "(gain * start)", "test_theorem8"),
    ("PKS05 erratum 3.4: sigma_nu without the square", BOUNDS,
     "c->margin / ((c->eta_M + h * L) * (c->eta_M + h * L))",
     "c->margin / (c->eta_M + h * L)", "test_compliant_bounds"),
    ("PKS05 erratum 3.7: eta_lambda without 1 / sigma_s", BOUNDS,
     "fmax(1, sqrt(3.0) * c->c_s) / c->sigma_s", "fmax(1, sqrt(3.0) * c->c_s)",
     "test_compliant_bounds"),
    ("PKS05 erratum 3.9: (18) without the 1", BOUNDS,
     "c->c_s * (1 + q + v + length(s->rows, s->delta))",
     "c->c_s * (q + v + length(s->rows, s->delta))", "test_compliant_bounds"),
    ("PKS05 (18): c_s halved", BOUNDS,
     "c->c_s = fmax(", "c->c_s = 0.5 * fmax(", "test_compliant_bounds"),
    ("PKS05 erratum 3.12: (22) without |lambda|", BOUNDS,
     "h * c->eta_x * (1 + x + force)", "h * c->eta_x * (1 + x)",
     "test_compliant_bounds"),
    ("PKS05 Proposition 7: psi_x halved", BOUNDS,
     "c->psi_x = c->eta_x", "c->psi_x = 0.5 * c->eta_x",
     "test_compliant_bounds"),
    ("PKS05 Proposition 3: eta_q without eta_G", BOUNDS,
     "c->eta_q = k + c->eta_G * (1 + w * h * k);", "c->eta_q = k;",
     "test_compliant_bounds"),
    ("PKS05 erratum 3.21: Definition 2 (c) without the inverse of C", WEAK,
     "PERP_TRY(theta_solve_blocks(&s->d, s->C, &k->w.s.scratch, k->slip));",
     "", "test_compliant_weak"),
    ("PKS05 Definition 2 (a): the sign of the force", WEAK,
     "x -= s->row[j * nv + i] * k->w.lambda[j];",
     "x += s->row[j * nv + i] * k->w.lambda[j];", "test_compliant_weak"),
    ("PKS05 (34) at the end of a step only", WEAK,
     "for (int end = 0; end < 3; end++) {", "for (int end = 2; end < 3; end++) {",
     "test_compliant_weak"),
    ("PKS05 (B), (3), (4): a gap that jumps is met", ENDS + "pks05.c",
     "if (fine && !gap.jumps)", "if (fine)", "test_pks05"),
    ("PKS05 (C): any M is bounded", ENDS + "pks05.c",
     "else if (lipschitz(&g) && g.value <= 0)\n"
     "        finding_number(out, VERDICT_MET, BASIS_VISITED, c.sigma_M,",
     "else if (1)\n"
     "        finding_number(out, VERDICT_MET, BASIS_VISITED, c.sigma_M,",
     "test_pks05"),
    ("PKS05 (C): sigma_M is the largest eigenvalue", BOUNDS,
     "c->sigma_M = fmin(c->sigma_M, low);",
     "c->sigma_M = fmin(c->sigma_M, high);", "test_compliant_bounds"),
    ("PKS05 (8): the deformation of the first step is lost", STEP + "theta.c",
     "out->delta[i] = d->delta[i] + d->h * out->delta[i];",
     "out->delta[i] = d->h * out->delta[i];", "test_theta"),
    ("PKS05 (11): radii that are not frozen", CONE + "qvi_bounds.c",
     ".frozen = true", ".frozen = false", "test_qvi_bounds"),
    ("PKS05 (12): any depth will do", RUN + "compliant_state.c",
     "if (r->gap[j] + delta < -slack)", "if (r->gap[j] + delta < -1e9)",
     "test_compliant_state"),
    ("PKS05 (13) without M_nu", ENDS + "ends.c",
     "out[i] -= b->start[i * b->n + j] * v[j];", "(void)v;",
     "test_ends_search"),
    ("PKS05 Lemma 4: mu eta < 2 sigma will do", CONE + "qvi_distance.c",
     "qvi_above(c->mu * c->eta.above, 1) < c->sigma.below))",
     "qvi_above(c->mu * c->eta.above, 1) < 2 * c->sigma.below))",
     "test_qvi_distance"),
    ("PKS05 (17): the last column of K and C may be any number",
     STEP + "theta_slip.c",
     "for (int k = 0, n = theta_columns(d, i); k < n; k++) {\n"
     "            const int at = i * R + theta_column(d, i, k);\n"
     "            fine",
     "for (int k = 0, n = theta_columns(d, i); k < n - 1; k++) {\n"
     "            const int at = i * R + theta_column(d, i, k);\n"
     "            fine", "test_theta_slip"),
    ("P10 (P1): rows have the velocity of the projection", P10 + "paoli_run.c",
     "loop_put(l, row, l->at.v, s->v, n);",
     "loop_put(l, row, l->at.v, row == 0 ? s->v : s->w, n);",
     "test_paoli_run"),
    ("P10 (P3): impulses are not counted", P10 + "paoli_residual.c",
     "k->I[i] -= reaction(k, n, a) * s->rows[a * k->nv + i];", "(void)i;",
     "test_paoli_residual"),
    ("P10 (MDI): the sign of the force", P10 + "paoli_residual.c",
     "        k->I[i] -= h / 2 * k->s.g[i];\n    k->sum",
     "        k->I[i] += h / 2 * k->s.g[i];\n    k->sum",
     "test_paoli_residual"),
    ("P10 (energyplus): T and N of another velocity", LAW,
     "good = good && mpq_equal(x, out->after[i]);", "", "test_paoli_law"),
    ("P10 (energyplus) with e for e^2", LAW,
     "    mpq_mul(x, x, e);\n    mpq_mul(x, x, e);\n", "    mpq_mul(x, x, e);\n",
     "test_paoli_law"),
    ("P10 (jump): a wall may pull", LAW,
     "good = good && mpq_sgn(out->impulse[a]) >= 0;", "", "test_paoli_law"),
    ("P10 (2), (comp): any restitution", LAW,
     "PERP_TRY(check_restitution(e, d, out));", "(void)check_restitution;",
     "test_paoli_law"),
    ("P10 (angle): an obtuse pair is met for e = 0 only", LAW,
     "if (sign > 0 || (sign < 0 && mpq_sgn(e) != 0))", "if (sign > 0)",
     "test_paoli_law test_paoli"),
    ("P10 (H4): a pivot of any sign", P10 + "paoli.c",
     "if (!(d > 0x1p-46 * row[i]) || !isfinite(d))", "if (!isfinite(d))",
     "test_paoli"),
    ("P10 (schemee): the prediction without 1 + e", P10 + "paoli_exact.c",
     "mpq_div(w[i], w[i], one_plus);", "(void)one_plus;", "test_paoli_exact"),
    ("P10 Lemma 3 is not asked", CHECK,
     "good = mpq_sgn(k->x) <= 0;", "good = 1;", "test_paoli_check"),
    ("P10 Lemma 2: a wall may pull", CHECK,
     "if (mpq_sgn(k->c->impulse[a]) < 0)", "if (0)", "test_paoli_check"),
]


def judged(build, file, old, new, stems):
    """What became of one change, and by which test."""
    with open(os.path.join(ROOT, file)) as f:
        text = f.read()
    if text.count(old) != 1:
        return "no place (%d)" % text.count(old), "-"
    with tempfile.TemporaryDirectory() as place:
        plain = build.unchanged(file, place)
        made = build.object(file, text.replace(old, new), place)
        if made is None or made == plain:
            return ("same object" if made else "no C"), "-"
        build.link(file, place)
        tests = [x for stem in stems for x in build.tests.get(stem, [])]
        for cost, test in sorted((build.price(x) or 0, x) for x in tests):
            if cost and not build.run(test, place, TIMES * cost + SPARE)[0]:
                return "killed", test[0]
        return ("survived" if tests else "no test of that name"), "-"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", type=os.path.abspath,
                   default=os.path.join(ROOT, "build", "mutants"))
    p.add_argument("--only", default="")
    p.add_argument("-j", type=int, default=2)
    o = p.parse_args()
    rows = [x for x in NAMED if o.only in x[0]]
    build = Build(o.build)
    with ThreadPoolExecutor(o.j) as pool:
        said = list(pool.map(lambda x: judged(build, *x[1:4], x[4].split()),
                             rows))
    for row, (verdict, test) in zip(rows, said):
        print("%-9s %-24s %s" % (verdict, test, row[0]))
    dead = sum(verdict == "killed" for verdict, _ in said)
    print("%d of %d are seen by a test of their own" % (dead, len(rows)))
    return 0 if rows and dead == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
