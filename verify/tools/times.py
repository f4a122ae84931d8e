"""How many of its cases a test takes."""
import os


def times(all_):
    """So many with PERP_LONG, else a fourth, and one at least. A test that asks has a
    twin with PERP_LONG under the label long."""
    return all_ if os.environ.get("PERP_LONG") else (all_ + 3) // 4
