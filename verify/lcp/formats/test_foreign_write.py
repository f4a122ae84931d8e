"""What a format can not say is not written, and the next thing to try is named."""
from program import done
from refused import refused

THIRD, FREE = "1 1/3 1\n", "free 1 1 1 1 1 1 1 1\n"
for text, parts, words in (
        (THIRD, ["problem 1", "no decimal", "--doubles"], ("market",)),
        (THIRD, ["problem 1", "no decimal", "json"], ("numpy",)),
        ("1 1 1e-4096\n", ["very long"], ("market",)),
        (FREE, ["free unknowns", "json"], ("market",)),
        (FREE, ["free unknowns", "json"], ("numpy",))):
    refused(text, parts, "--export", *words)
refused("1 1 1\n", ["--export", "'xml'", "json"], "--export", "xml", code=2)
refused("1 1 1\n", ["--import", "'xml'", "market"], "--import", "xml", code=2)
for other in ("--all", "--exact", "--json"):
    refused("1 1 1\n", ["--export", other], "--export", "json", other, code=2)
done()
