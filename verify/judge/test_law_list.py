"""The laws of the chapter are those of the program: names and units, in its order."""
import os
import re

from program import SOURCE, check, done

with open(os.path.join(SOURCE, "doc", "80-judging.md")) as f:
    chapter = f.read()
with open(os.path.join(SOURCE, "src", "judge", "law_list.c")) as f:
    source = f.read()
with open(os.path.join(SOURCE, "src", "judge", "law_list.h")) as f:
    header = f.read()

program = re.findall(r'\{"([a-z-]+)",\s*"([^"]+)"', source)
check(len(program) == 17 and len(set(program)) == 17, "17 laws")
told = re.findall(r"^\| `([a-z-]+)` \| ([^|]*?) \|",
                  chapter[chapter.index("## The laws"):], re.M)
check(told == program, "the chapter has %s" % [x for x in told
                                               if x not in program])
stated = [(m[0], m[1].strip()) for m in
          re.findall(r"^\| ([a-z-]+) \| ([^|]*?) \|", header, re.M)
          if m[0] != "law"]
check(stated == program, "the header has %s" % stated)
enum = re.findall(r"^    LAW_([A-Z_]+),$", header, re.M)[:17]
check([x.lower().replace("_", "-") for x in enum] == [n for n, _ in program],
      "the list of names is in another order")
done()
