"""Where the corpus of fuzz_check begins: fuzz_corpus.py DIR writes small
certificates of every level, kind of record and scheme. libFuzzer goes on from
there:

    CC=clang cmake --preset test -B build/fuzz -DPERP_FUZZ=ON
    cmake --build build/fuzz --target fuzz_check perp
    PERP_SOURCE=. PERP_BINARY=build/fuzz/perp python3 verify/proof/certificate/fuzz_corpus.py begin
    build/fuzz/fuzz_check -max_len=8192 -max_total_time=600 found begin

What is kept in corpus_certificate are the files of both that reach something no
other one does."""
import os
import sys
import tempfile

from forge_stock import ENCLOSED, NODES, REBOUNDS, SMALL, YIELDING, made

os.makedirs(sys.argv[1], exist_ok=True)
with tempfile.TemporaryDirectory() as place:
    for k, which in enumerate(SMALL + NODES + ENCLOSED + REBOUNDS + YIELDING):
        scene, proof, level = made(place, which)
        name = "%s-%s-%d" % (which[0].split(" ")[0].split("/")[-1], level, k)
        with open(os.path.join(sys.argv[1], name), "w") as file:
            file.write(scene + "\0" + proof)
