"""What is said of bars of measurement: the sentence and the keys agree in each of the
three verdicts, the motion is written where one is proven and nowhere else, and options
that make no sense end with one line."""
import os
import tempfile

from measured import Ball, landing
from program import check, done, expect, run
from tables import verdict, write


def asked(scene, path, bars, kept):
    words = ("judge", scene, path, "--weight", "1", "--error", bars)
    text = run(*words, "--kept", kept).stdout
    return text[text.index("Within the bars"):]


with tempfile.TemporaryDirectory() as place:
    scene = write(place, "ball.lua", Ball.lua)
    path = write(place, "m.csv", landing())
    rows = landing().splitlines()
    cells = rows[9].split(",")
    off = rows[:9] + [",".join(cells[:3] + ["7"] + cells[4:])] + rows[10:]
    far = write(place, "far.csv", "\n".join(off) + "\n")
    still = write(place, "still.csv", "t,q.x,q.y,v.x,v.y\n" + "".join(
        "%d,0,100,0,0\n" % l for l in range(6)))
    kept = os.path.join(place, "kept.csv")
    for what, table, bars, says in (
            ("proven", path, "q=1e-6,v=1e-6",
             ("One motion was found that keeps", "weight 1,", "23 intervals",
              "of the scene's formulas. It uses", "--kept FILE")),
            ("refuted", far, "q=1e-6,v=1e-6",
             ("No motion keeps the law of", "times as wide, proven of")),
            ("undecided", still, "q=0.5,v=1e3",
             ("Each law alone can be kept", "is not known: the nearest motion "
              "that was found needs bars"))):
        text = asked(scene, table, bars, kept)
        check(": %s. " % what in text, "%s: %s" % (what, text))
        for part in says:
            check(part in text, "%s: no '%s' in %s" % (what, part, text))
        check(os.path.exists(kept) == (what == "proven"), "file of " + what)
        if what == "proven":
            with open(kept) as f:
                head = f.readline()
            check(head == "t,q.x,q.y,v.x,v.y,cn.ground,ft.ground\n", head)
            os.remove(kept)
        got = verdict(scene, table, "--weight", "1", "--error", bars)["error"]
        check(got["verdict"] == what, "%s: %s" % (what, got))
        check((got["share"] is None) == (what != "proven"), "share of " + what)
        check((got["of"] is None) == (what != "proven"), "of, of " + what)
        check((got["why"] is None) == (what != "undecided"), "why of " + what)
    expect("no bars", 2, (), ("--kept writes the motion that --error finds",),
           "judge", scene, path, "--kept", "k.csv")
    expect("its own table", 2, (), ("m.csv",), "judge", scene, path, "--error",
           "q=1", "--kept", path)
    expect("no place", 6, (), ("nowhere",), "judge", scene, path, "--weight", "1",
           "--error", "q=1,v=1", "--kept", os.path.join(place, "nowhere/k.csv"))
done()
