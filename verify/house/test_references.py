"""Every case either knows its motion, `reference`, or has a reason here why it does not:
a new case can forget neither. Where it does, the scheme's runs tend to that motion:
errors of positions and of velocities fall with the step, though no reference knows a
scheme; and a figure of the case shows the exact curve and the error below it.
PERP_LONG=1: every case, else those that are cheap."""
import glob
import json
import os
import re
import tempfile

from program import SOURCE, check, done, run

LAW = "velocities of an impact or their sets, no motion; its own tests have closed forms"
ROWS = "what equations leave, formula by formula, is its figure"
NONE = "an ordinary differential equation with contacts that come and go as nobody knows"
REASON = {
    "GAP08/balance": "a law that is asked now and then; test_controller has its steps",
    "GAP08/rolling_disc": "a scene of thirty lines; test_short_scenes knows its motion",
    "GAP08/hoist": "test_hoist has its rows as fractions",
    "P10/outcome_map": "many runs, with the law's ends in the figure",
    "AP02/equations": ROWS, "GAP08/equations": ROWS, "P10/equations": ROWS,
    "PKS05/equations": ROWS,
    "P10/residuals": "what (P1) to (P5) leave, against h, is its figure",
    "AP02/fixture": NONE, "AP02/tumbling_pair": NONE, "AP02/two_bars": NONE,
    "AP02/two_bodies": NONE, "GAP08/dominoes": NONE, "GAP08/pile": NONE,
    "GAP08/incline": NONE, "GAP08/slider_crank": NONE,
    "GAP08/four_bar": NONE, "PKS05/coupled_patch": NONE, "P10/beam": NONE,
    "P10/double_pendulum": NONE, "PKS05/rotating_push": NONE,
    "PKS05/slab_to_target": NONE,
    "GAP08/bounded_variation": "a random mechanism; its total variations are the figure",
    "GAP08/billiard": "its exact motion is a program of its own, in test_short_scenes",
    "GAP08/painleve_rod": "exact is the first step alone: its limits are drawn",
    "P10/comparison": "three runs in one figure: it draws their differences itself",
    "PKS05/kelvin_voigt_block": "outcomes: it draws those that are exact itself",
    "PKS05/nonunique_step": "one step: its answers, by hand, are the figure",
    "PKS05/spinning_ball": "the patch's own moment is a sum; test_patch has it, the figure Hertz's",
    "PKS05/throw_to_target": "several starts, one of them with a formula: all are drawn",
    "HP23/newton_cradle": "an impact alone: its outcomes are lists, in test_interleaved",
    "PKS05/rigid_run": "its limits depend on the way: test_rigid_run has each",
    "PKS05/rigid_limit": "one step: that of the rigid limit is drawn",
    "HP23/box_wall": LAW, "HP23/compass_gait": LAW, "HP23/discs_on_slope": LAW,
    "HP23/disk_stack": LAW, "HP23/fig2": LAW, "HP23/fig3": LAW, "HP23/fig6": LAW,
    "HP23/ramone": LAW, "HP23/rocking_block": LAW,
    "HP23/dropped_block": "a set of motions, one a law and a seed",
    "HP23/zeno_block": "the exact times of its impacts are drawn by the case",
}
# Of a case: the steps that it is run with, and what is set.
SETS = {
    "GAP08/fig9_1": (["0.02", "0.01", "0.005"], "T=4"),
    "GAP08/falling_oscillator": (["0.05", "0.025", "0.0125"],),
    "GAP08/spring_block": (["0.1", "0.05", "0.025"],),
    "GAP08/symmetric_top": (["0.04", "0.02", "0.01"],),
    "GAP08/newton_rod": (["1/32", "1/128", "1/512"],),
    "GAP08/pendulum_contact": (["0.02", "0.01", "0.005"],),
    "GAP08/rod_tip": (["0.03", "0.015", "0.0075"],),
    "GAP08/ex9_1": (["0.1", "0.05", "0.025"], "alpha=1"),
    "GAP08/cone_wedge": (["0.05", "0.01"],),
    "GAP08/cone_spatial": (["0.05", "0.01"],),
    "GAP08/thrown_block": (["0.04", "0.02", "0.01"],),
    "AP02/nonnormal": (["0.01", "0.005", "0.0025"],),
    "AP02/bouncing_disc": (["1/64", "1/128", "1/256"], "T=2"),
    "P10/bouncing_ball": (["0.1", "0.05", "0.025"],),
    "P10/gravity_ball": (["0.04", "0.02", "0.01"],),
    "P10/clearance": (["0.08", "0.04", "0.02"],),
    "P10/corner": (["0.04", "0.02", "0.01"],),
    "P10/disc": (["0.04", "0.02", "0.01"],),
    "P10/disc_polar": (["0.04", "0.02", "0.01"],),
    "P10/explosion": (["0.01", "0.005", "0.0025"], "T=4"),
    "P10/tunnel": (["0.02", "0.01", "0.005"],),
    "P10/resonance": (None, "periods=3"),
    "PKS05/ball": (["0.004", "0.002", "0.001"],),
    "PKS05/fixed_point": (["0.01", "0.005", "0.0025"],),
    "PKS05/quarter_car": (["0.004", "0.002", "0.001"],),
    "PKS05/theorem8": (["0.01", "0.005", "0.0025"],),
    "PKS05/pushed_block": (["0.008", "0.004", "0.002"],),
    "GAP08/rocking_block": (["0.004", "0.002", "0.001"], "T=2"),
    "GAP08/tumbling_body": (["0.04", "0.02", "0.01"], "T=4"),
    "GAP08/pyramid": (["0.02", "0.01"],),
    "GAP08/box_stack": (["0.02", "0.01"], "T=2"),
    "PKS05/slide_to_target": (["0.004", "0.002", "0.001"],),
    "P10/bar": (),  # elements and step belong together: test_figures has closed forms
}
MORE = {  # other parameters, other branches of the reference
    "P10/corner": ["angle=obtuse", "angle=acute", "angle=metric", "offset=1/8",
                   "angle=obtuse,offset=-1/8", "angle=acute,offset=1/8,e=0"],
    "P10/clearance": ["e=0", "e=1"],
    "P10/bouncing_ball": ["e=0", "walls=2,T=5/2"],
    "P10/tunnel": ["e=1/2"],
    "P10/disc_polar": ["e=0"],
    "P10/explosion": ["e=1/2,T=5", "u0=1/5,T=2"],
    "P10/resonance": ["e=1,v0=0.25,periods=4"],
    "GAP08/newton_rod": ["mu=0", "e=0,mu=1/4"],
    "GAP08/thrown_block": ["directions=8", "directions=4,angle=1.2",
                           "directions=8,angle=0.2"],
    "GAP08/pendulum_contact": ["th=0.4,wall=-2,T=1", "alpha=1,eps=0.1"],
    "GAP08/rod_tip": ["th=0.8,w=0,T=0.27"],
    "AP02/bouncing_disc": ["e=1,mu=1/10,T=2", "e=1/2,spin=-4,T=3/2"],
    "PKS05/pushed_block": ["v0=1/2"],
    "PKS05/fixed_point": ["kappa=4"],
    "PKS05/quarter_car": ["k=100,c=2,K=2000,C=40,m2=3", "k=1000,c=1,K=10000,C=30,v0=-1/5"],
}
LONG = os.environ.get("PERP_LONG")
CHEAP = ["AP02/nonnormal", "GAP08/ex9_1", "GAP08/newton_rod", "P10/corner",
         "P10/tunnel"]


def path(case):
    return os.path.join(SOURCE, "cases", case + ".lua")


def falls(name, errors):
    """Like h at least, as far as three steps can tell; or it is rounding."""
    check(None not in errors and (errors[-1] < 0.55 * errors[0] or
                                  max(errors) < 1e-9), "%s: %s" % (name, errors))


def tends(case, steps, given):
    words = [x for one in given.split(",") if one for x in ("--set", one)]
    words += ["--h", ",".join(steps)] if steps else []
    r = run("converge", path(case), "--json", *words)
    check(r.returncode == 0, "%s %s: %s" % (case, given, r.stderr))
    found = json.loads(r.stdout or "{}")
    name = "%s %s" % (case, given)
    check(found.get("reference") == "scene", "%s knows no motion" % name)
    if not r.returncode:
        falls(name + ": q", found["q_sup"])
        falls(name + ": v", found["v_l1"])


def drawn(case):
    with tempfile.TemporaryDirectory() as place:
        r = run("run", path(case), "-q", "--plot", place)
        check(r.returncode == 0, r.stderr)
        texts = []
        for name in glob.glob(os.path.join(place, "*.svg")):
            with open(name, encoding="utf-8") as file:
                texts.append(file.read())
        check(any("computed \u2212 exact" in t and "stroke-dasharray" in t
                  for t in texts), "%s draws no exact curve" % case)


def knows(text):
    code = "\n".join(x.split("--")[0] for x in text.splitlines())
    return re.search(r"\breference\b\s*[=(]", code)


cases = sorted(os.path.relpath(p, os.path.join(SOURCE, "cases"))[:-4] for p in
               glob.glob(os.path.join(SOURCE, "cases", "*", "*.lua"))
               if os.sep + "wrong" + os.sep not in p)
check(len(cases) >= 68, "%d cases" % len(cases))
for case in cases:
    with open(path(case), encoding="utf-8") as file:
        has = bool(knows(file.read()))
    check(has != (case in REASON), "%s: %s" % (case, "a reference and a reason why not"
          if has else "neither a reference nor a reason"))
    check(has == (case in SETS), "%s: no steps to try it with" % case)
for case in REASON:
    check(case in cases, "a reason for %s, which is no case" % case)
for case, how in SETS.items():
    if how and (case in CHEAP or LONG):
        tends(case, how[0], how[1] if len(how) > 1 else "")
    for more in MORE.get(case, []) if LONG else []:
        tends(case, how[0], more)
    if LONG:
        drawn(case)
done()
