"""At a terminal a message about a scene is followed by its line, with a caret below the
word; in a pipe it is one line."""
import os
import pty
import subprocess
import tempfile

from program import BINARY, HANG, check, done, run

HEAD = 'local perp = require "perp"\n'
TAIL = """  mass = function() return { { 1 } } end }
return { system = system, h = 1, T = 1, q = { 0 }, v = { 0 } }
"""


END = b"\0the end"


def at_terminal(*words):
    """Standard error is a terminal: what appears on it.

    What is written reaches the other end of a terminal later, and where the writer closes
    its end at once the rest may never do so. So this end stays open until the program has
    ended and a mark of our own is read behind its words.
    """
    master, slave = pty.openpty()
    p = subprocess.Popen([BINARY, *words], stderr=slave,
                         stdout=subprocess.DEVNULL)
    try:
        code = p.wait(HANG)
        os.write(slave, END)
        text = b""
        while END not in text:
            text += os.read(master, 4096)
    finally:
        p.kill()
        os.close(slave)
        os.close(master)
    return code, text.split(END)[0].decode().replace("\r\n", "\n")


with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "scene.lua")

    def told(line, word, said, tail=TAIL):
        """The second line of the file is wrong at `word`; none: at its beginning."""
        with open(path, "w") as f:
            f.write(HEAD + line + "\n" + tail)
        r = run("run", path)
        check(r.returncode == 3 and len(r.stderr.splitlines()) == 1 and
              said in r.stderr, "in a pipe: " + r.stderr)
        code, text = at_terminal("run", path)
        got = text.splitlines()
        check(code == 3 and len(got) == 3 and got[0] + "\n" == r.stderr,
              "at a terminal: " + text)
        if len(got) == 3:
            check(got[1] == "     2 | " + line, got[1])
            check(got[2] == "       | " + " " * line.index(word) + "^",
                  "%s\n%s" % (got[1], got[2]))

    told('local system = perp.system { coordinates = { "x" }, forse = 1,', "forse",
         "'forse'")
    told('local system = perp.system { coordinates = { "x" }, forse = 1, mas = 2,',
         "forse", "'forse' in perp.system (did you mean 'force'?); and 'mas' "
         "(did you mean 'mass'?)")
    told('  local x = 1 + nil', "local", "attempt to perform arithmetic", "")
    told('return { system = perp.system { coordinates = { "x" }, mass = function()'
         ' return { { 1 } } end }, h = -1, T = 1, q = { 0 } }', "h = -1",
         "h = -1; the step must be positive", "")
    # No line, no such file: the message alone.
    for words in (("run", os.path.join(place, "none.lua")), ("run",)):
        code, text = at_terminal(*words)
        check(code in (2, 6) and len(text.splitlines()) == 1, text)
    # A line that would command the terminal is not shown.
    with open(path, "w") as f:
        f.write(HEAD + "local x = '\x1b[2J' .. nil\n")
    code, text = at_terminal("run", path)
    check(code == 3 and "\x1b" not in text and len(text.splitlines()) == 1, text)
done()
