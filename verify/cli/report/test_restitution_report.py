"""What perp impact tells of restitution: the text beside the JSON of one run."""
import json
import os
import re

from program import SOURCE, check, done, run

CRADLE = os.path.join(SOURCE, "cases", "HP23", "newton_cradle.lua")


def both(*words, code=0):
    text, said = (run("impact", CRADLE, "--rational", *words, *more)
                  for more in ((), ("--json",)))
    check(text.returncode == said.returncode == code, text.stderr)
    return text.stdout, json.loads(said.stdout)


text, said = both("--law", "interleaved", "--restitution", "1")
gains = sum(o["energy_lost"].startswith("-") for o in said["outcomes"])
check(said["gains"] == gains > 1 and said["restitution"] == "1" and
      "restitution 1; %d outcomes have more kinetic energy" % gains in text, text)
check([o["path"] for o in said["outcomes"]] ==
      [p.split(",") for p in re.findall(r", by (\S+):\n", text)], text)
check("through %d states; %d could go on; others exist" %
      (said["states"], said["left"]) in text and said["left"] > 0, text)
text, said = both("--law", "interleaved", "--restitution", "1", "--passive")
check(said["passive"] and said["gains"] == 0 and ", passive" in text and
      "no outcome has more" in text, text)
check(len(said["outcomes"]) < 18, "less than without")

text, said = both("--law", "sequential", "--impacts", "7", code=5)
check("tends to v = 1/3 1/3 1/3: the limit, proven" in text and
      "at most 1/4 of the impulses to come" in text and
      "%.3g in |x|_M" % said["reached"]["within"] in text, text)
text, said = both("--law", "sequential", "--impacts", "7", "--restitution",
                  "1/20", code=5)
check("stays near v = 1/3 1/3 1/3: all that follows" in text and
      "limit, proven" not in text and said["reached"]["ratio"] is None, text)
done()
