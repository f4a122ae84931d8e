"""Cuts from an engine's tables what verify/motions keeps.

    python3 record.py PLACE

PLACE is where `table.py` has left them. Rows are whole and in a row, so that each
interval is a step of the engine."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MOTIONS = os.path.join(os.path.dirname(HERE), "motions")
CUTS = {  # engine_scene: the rows, of the default setting
    "planck_stick": (0, 60), "box2d_heavy": (0, 64), "rapier_balls": (0, 40),
    "rapier_wedge": (0, 30), "matter_stop": (0, 50), "matter_above": (0, 30),
    "cannon_rock": (20, 80), "cannon_pile16": (10, 30), "mujoco_throw": (35, 75),
    "mujoco_stop": (15, 60), "bullet_stack3": (0, 40), "bullet_tumble": (35, 65),
    "dart_rod": (0, 32), "dart_throw": (35, 65), "siconos_below": (0, 40),
    "siconos_throw": (35, 65)}


def record(place):
    for name, (first, last) in CUTS.items():
        with open(os.path.join(place, name + "_default.csv")) as f:
            lines = f.readlines()
        with open(os.path.join(MOTIONS, name + ".csv"), "w") as f:
            f.writelines(lines[:1] + lines[first + 1:last + 2])


if __name__ == "__main__":
    record(sys.argv[1])
