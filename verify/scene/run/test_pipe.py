"""Standard output is a pipe that is full and does not wait: what perp writes then is
lost, and later writes, when the reader has come, arrive. perp ends with 6. Nothing
here is timed: perp is held by its proof, which goes into a second pipe that is not
read until it is full, and by then perp has written to the first one in vain."""
import array
import fcntl
import os
import select
import subprocess
import tempfile
import termios
import time

from program import BINARY, check, done, run

PROBLEMS = 3000


def waiting(fd):
    n = array.array("i", [0])
    fcntl.ioctl(fd, termios.FIONREAD, n)
    return n[0]


def drained(fds):
    """What comes out of all of them, to their ends."""
    got = {fd: b"" for fd in fds}
    left = set(fds)
    while left:
        for fd in select.select(list(left), [], [])[0]:
            block = os.read(fd, 1 << 16)
            got[fd] += block
            if not block:
                left.remove(fd)
    return got


with tempfile.TemporaryDirectory() as place:
    path, fifo = os.path.join(place, "p.lcp"), os.path.join(place, "proof")
    with open(path, "w") as file:
        for i in range(PROBLEMS):
            file.write("2 2 1 1 2 -%d -%d\n" % (i + 1, i % 7 + 1))
    whole = run("solve", path, "--all", "--json", "--proof", fifo).stdout.encode()
    with open(fifo, "rb") as file:
        proof = file.read()
    os.remove(fifo)
    os.mkfifo(fifo)
    held = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    out, into = os.pipe()
    os.set_blocking(into, False)
    room = 0
    try:
        while True:
            room += os.write(into, b"\n")
    except BlockingIOError:
        pass
    with subprocess.Popen([BINARY, "solve", path, "--all", "--json", "--proof",
                           fifo], stdout=into, stderr=subprocess.PIPE) as p:
        os.close(into)
        full = fcntl.fcntl(held, 1032)  # F_GETPIPE_SZ
        check(len(proof) > 2 * full and len(whole) > 10000, "long enough")
        while p.poll() is None and waiting(held) <= full - 4096:
            time.sleep(0.01)
        check(p.poll() is None, "perp did not wait for its proof")
        got = drained([out, held])
        said = p.stderr.read().decode()
    lines = got[out][room:]
    check(got[held] == proof, "the proof")
    check(lines and len(lines) < len(whole), "%d of %d bytes: nothing was lost, "
          "or all" % (len(lines), len(whole)))
    check(p.returncode == 6 and len(said.splitlines()) == 1 and
          "standard output" in said, "%d %s" % (p.returncode, said))
done()
