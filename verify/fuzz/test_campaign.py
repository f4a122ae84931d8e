"""What doc/65-reliability.md says of the campaign is what its log says: the table, the sum and
the digest of the log, and a million executions of each target, twenty of all."""
import os

import campaign
from program import SOURCE, check, done

log = campaign.lines()
check(all(len(x) == 6 and x[0] in campaign.TARGETS and x[1] in campaign.BUILDS and
          min(x[2:]) >= 0 for x in log), "a line of the log")
for name in campaign.TARGETS:
    count = sum(x[2] for x in log if x[0] == name)
    check(count >= campaign.EACH, "%s: %d executions" % (name, count))
check(sum(x[2] for x in log) >= campaign.ALL, "executions of all")
with open(os.path.join(SOURCE, "doc", "65-reliability.md"), encoding="utf-8") as file:
    said = file.read().split("<!-- campaign begins -->")[1] \
        .split("<!-- campaign ends -->")[0]
check(said.strip() == "\n".join(campaign.table(log)[0]), "the table is of another log")
done()
