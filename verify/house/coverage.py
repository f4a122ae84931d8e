"""Which lines does no test run? Rooms are compiled once more, without optimisation and
with counters (gcc --coverage), in a folder of their own; their default tests run without
sanitizers, and gcov tells the lines of the rooms that nothing has run.

    python3 verify/house/coverage.py [ROOM...]

ROOM is a folder like src/base; without one, all of src and the checker. The tests of src/A
are those of verify/A; the tests of verify/check, all that are given perp-check; of all
rooms, all there are. A line that was not run is printed, or stands in uncovered.txt with
the reason why no test of the suite runs it; an entry there of a room that was asked about,
and that is met no more, is a finding, too, and so is a list of more than 0.5 % of all
lines. Ends with 1 when a test fails or a line is left; where there is no gcov it says so
and ends with 0. With PERP_COUNTED=yes in the environment nothing is built or run: it reads
what the last run has counted, of the sources as they were.

A count is written when a program ends by itself: what only a program runs that a signal
ends, is not counted. Which conditions of a line have decided is asked by mcdc.py.
"""
import collections
import glob
import json
import os
import shutil
import subprocess
import sys

from covering import (SOURCE, accepted, build_and_test, configure, idle, reasons, run,
                      tests_of)

BUILD = os.path.join(SOURCE, "build", "coverage")
MOST = 0.005  # of the lines may have a reason
LISTED = "uncovered.txt"


def all_rooms():
    found = {os.path.dirname(path) for path in
             glob.glob("src/**/*.c", root_dir=SOURCE, recursive=True)}
    return sorted(found) + ["verify/check"]


def of_file(told, lines):
    for file in told["files"]:
        path = os.path.relpath(os.path.join(
            told.get("current_working_directory", ""), file["file"]), SOURCE)
        for line in file["lines"]:
            lines[path][line["line_number"]] += line["count"]


def counted():
    """{file: {line: how often}} of all objects; what two objects share is added."""
    lines = collections.defaultdict(collections.Counter)
    notes = glob.glob(BUILD + "/**/*.gcno", recursive=True)
    for at in range(0, len(notes), 20):
        said = run(["gcov", "--json-format", "--stdout", *notes[at:at + 20]],
                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for text in said.stdout.splitlines():
            if text.startswith("{"):
                of_file(json.loads(text), lines)
    return lines


def report(room, lines, known):
    """Prints the lines of a room that were not run; its row of the table."""
    all_, missed, left = 0, 0, 0
    for path in sorted(p for p in lines if os.path.dirname(p) == room):
        with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
            text = [""] + [x.strip() for x in file]
        all_ += len(lines[path])
        for line, count in sorted(lines[path].items()):
            if count > 0:
                continue
            missed += 1
            if not reasons(known, path, text[line]):
                print("%s:%d: %s" % (path, line, text[line]))
                left += 1
    return [room, all_, missed, missed - left, left]


def table(rows, whole):
    """Prints all rows and their sum; how many lines are left, and one more for each room
    without a line and, where all rooms were asked (whole), for too long a list of
    reasons."""
    total = [sum(row[k] for row in rows) for k in range(1, 5)]
    print("\n| room | lines | not run | with a reason | left |\n|---|---|---|---|---|")
    for row in rows:
        print("| `%s` | %s | %d | %d | %d |" % (row[0], format(row[1], ","), *row[2:]))
    print("| all | %s | %d | %d | %d |" % (format(total[0], ","), *total[1:]))
    share = [100 * x / max(total[0], 1) for x in total]
    print("%.2f %% not run; %.2f %% with a reason, of which %.1f %% may be of all rooms" % (
        share[1], share[2], 100 * MOST))
    return total[3] + (whole and total[2] > MOST * total[0]) + sum(
        row[1] == 0 for row in rows)


def main():
    rooms = sys.argv[1:] or all_rooms()
    if shutil.which("gcov") is None or shutil.which("gcc") is None:
        print("SKIPPED: there is no gcov here, and no line is known to be run")
        return
    names, bad = [], 0
    if os.environ.get("PERP_COUNTED") != "yes":
        # Counters are in the files of the rooms, and in no other.
        configure(BUILD, "gcc", "-O0 --coverage '-fprofile-filter-files=/(%s)/[^/]*[.][ch]'"
                  % "|".join(rooms))
        names, targets = tests_of(BUILD, rooms if sys.argv[1:] else ["src"])
        targets = targets if sys.argv[1:] else ["all"]
        run(["find", BUILD, "-name", "*.gcda", "-delete"])
        bad = build_and_test(BUILD, names, targets)
    lines, known = counted(), accepted(LISTED)
    bad += table([report(room, lines, known) for room in rooms], not sys.argv[1:])
    bad += idle(LISTED, known, lambda path: os.path.dirname(path) in rooms)
    print("%d tests, %d findings" % (len(names), bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
