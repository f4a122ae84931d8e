"""Two checkers on what the fuzzer has found: compare.py DIR [MOST]

Each input of DIR is a statement, a zero byte and a proof, as verify/check/fuzz.c has
them; both digests are put right. perp-check and the checker in Python
(verify/check/check.py) must agree whether it is accepted. Environment: PERP_SOURCE,
PERP_JUDGE, and verify/proof/certificate on PYTHONPATH. Prints how many, and each
difference; ends with 1 when there is one."""
import os
import signal
import sys

from judged import Judge, sealed, second_says


def too_long(_signal, _frame):
    raise TimeoutError


def main():
    place, judge = sys.argv[1], Judge()
    names = sorted(os.listdir(place))
    if len(sys.argv) > 2:
        names = names[::max(1, len(names) // int(sys.argv[2]))]
    signal.signal(signal.SIGALRM, too_long)
    count, accepted, late, bad = 0, 0, 0, 0
    for name in names:
        with open(os.path.join(place, name), encoding="latin-1", newline="") as file:
            scene, zero, proof = file.read().partition("\0")
        if not zero:
            continue
        scene, proof = sealed(scene, proof)
        first = judge(scene, proof) is not None
        signal.alarm(20)
        try:
            second = second_says(scene, proof)
        except (TimeoutError, RecursionError, MemoryError):
            late += 1
            continue
        finally:
            signal.alarm(0)
        count += 1
        accepted += first
        if first != second:
            print("%s: perp-check %s, the second %s" % (
                name, *("accepts" if x else "refuses" for x in (first, second))))
            bad += 1
    print("%d proofs, %d of them accepted, %d too long for Python, %d differences" % (
        count, accepted, late, bad))
    sys.exit(1 if bad else 0)


main()
