# SPDX-License-Identifier: MIT
"""perp from Python: the C library behind ctypes, and nothing else.

    import perp
    run = perp.run("block.lua", mu=0.3)
    run["q.x"]                      # a column: a memoryview of doubles
    numpy.asarray(run["q.x"])       # the same memory, not copied

A run keeps its table for as long as one of its columns lives.
"""
import ctypes
import os
import weakref
from ctypes import (POINTER, Structure, byref, c_char_p, c_double, c_int,
                    c_long, c_size_t, c_void_p)

DOUBLE, PROVE, RATIONAL = range(3)
SOLVED, RAY, NONE = range(3)

_SAY = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)
_WATCH = ctypes.CFUNCTYPE(c_int, c_void_p, c_long, c_long)


class _Error(Structure):
    _fields_ = [("code", c_int), ("message", ctypes.c_char * 512)]


class _Options(Structure):
    _fields_ = [("size", c_size_t), ("arithmetic", c_int),
                ("scene_seconds", c_double), ("scene_megabytes", c_long),
                ("exact_seconds", c_double), ("exact_bits", c_size_t),
                ("lua", c_char_p), ("say", _SAY), ("watch", _WATCH),
                ("user", c_void_p)]


class _Sizes(Structure):
    _fields_ = [("coordinates", c_int), ("velocities", c_int),
                ("contacts", c_int), ("slips", c_int)]


class Error(Exception):
    """A failure: `code` is that of the program's exit, the text its line."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def _load():
    here = os.path.dirname(os.path.realpath(__file__))
    beside = os.path.join(here, "..", "..", "libperp.so.0")
    names = [os.environ.get("PERP_LIBRARY"), beside, "libperp.so.0"]
    for name in names[:2]:
        if name and os.path.exists(name):
            return ctypes.CDLL(name)
    return ctypes.CDLL(names[2])


_lib = _load()


def _declare(name, result, *arguments):
    function = getattr(_lib, "perp_" + name)
    function.restype, function.argtypes = result, arguments
    return function


_E, _O = POINTER(_Error), POINTER(_Options)
_D, _T = POINTER(c_double), POINTER(c_char_p)
_version = _declare("version", c_char_p)
_scene_file = _declare("scene_file", c_void_p, c_char_p, _O, _E)
_scene_text = _declare("scene_text", c_void_p, c_char_p, c_char_p, c_size_t,
                       _O, _E)
_scene_set = _declare("scene_set", c_int, c_void_p, c_char_p, c_char_p, _E)
_scene_parameters = _declare("scene_parameters", c_char_p, c_void_p, _E)
_scene_free = _declare("scene_free", None, c_void_p)
_run_whole = _declare("run_whole", c_void_p, c_void_p, c_char_p, _E)
_run_begin = _declare("run_begin", c_void_p, c_void_p, c_char_p, _E)
_run_step = _declare("run_step", c_int, c_void_p, _E)
_run_free = _declare("run_free", None, c_void_p)
_run_sizes = _declare("run_sizes", _Sizes, c_void_p)
_run_rows = _declare("run_rows", c_long, c_void_p)
_run_column_name = _declare("run_column_name", c_char_p, c_void_p, c_int)
_run_column = _declare("run_column", c_void_p, c_void_p, c_char_p,
                       POINTER(c_size_t))
_run_state = _declare("run_state", c_int, c_void_p, _D, _D, _D)
_run_gaps = _declare("run_gaps", c_int, c_void_p, _D, _E)
_run_impulses = _declare("run_impulses", c_int, c_void_p, _D, _D)
_run_contact = _declare("run_contact", c_char_p, c_void_p, c_int)
_run_proven = _declare("run_proven", c_int, c_void_p)
_run_number = _declare("run_number", c_int, c_void_p, c_char_p, _D)
_solve = _declare("solve", c_void_p, c_int, c_int, _D, _D, _O, _E)
_solve_fractions = _declare("solve_fractions", c_void_p, c_int, c_int, _T, _T,
                            _O, _E)
_answer_verdict = _declare("answer_verdict", c_int, c_void_p, POINTER(c_int),
                           _D)
_answer_numbers = _declare("answer_numbers", _D, c_void_p, c_int)
_answer_fraction = _declare("answer_fraction", c_char_p, c_void_p, c_int,
                            c_int)
_answer_free = _declare("answer_free", None, c_void_p)

__version__ = _version().decode()
_NUMBERS = ("steps", "steps_proven", "collisions", "lcps", "fallbacks",
            "max_residual", "tv_v", "tv_va", "kinetic_first", "kinetic_last")


def _options(arithmetic=DOUBLE, say=None, watch=None, lua=None, **limits):
    o = _Options(size=ctypes.sizeof(_Options), arithmetic=arithmetic,
                 lua=os.fsencode(lua) if lua else None, **limits)
    if say:
        o.say = _SAY(lambda user, text: say(text.decode(errors="replace")))
    if watch:
        o.watch = _WATCH(lambda user, row, last: bool(watch(row, last)))
    return o


def _checked(call, *arguments):
    """Calls with an error behind the arguments, and raises it."""
    e = _Error()
    result = call(*arguments, byref(e))
    if e.code:
        raise Error(e.code, e.message.decode(errors="replace"))
    return result


class Run:
    """A run that has ended, or goes by steps: see perp.h."""

    def __init__(self, handle, options):
        self._handle, self._options = handle, options  # with its functions
        self.ended = True
        # At the exit of Python, too, and behind the columns.
        self._end = weakref.finalize(self, _run_free, handle)
        self.sizes = _run_sizes(handle)
        contacts = range(self.sizes.contacts)
        self.contacts = [_run_contact(handle, i).decode() for i in contacts]

    def __len__(self):
        return _run_rows(self._handle)

    @property
    def columns(self):
        names, i = [], 0
        while (name := _run_column_name(self._handle, i)) is not None:
            names.append(name.decode())
            i += 1
        return names

    def __getitem__(self, name):
        """The column as a memoryview of doubles, with a stride, on the run's own
        memory; of a run that goes by steps a copy, because a step moves it."""
        stride = c_size_t()
        at = _run_column(self._handle, name.encode(), byref(stride))
        if at is None:
            raise KeyError(name)
        rows = len(self)
        if rows == 0:
            return memoryview((c_double * 0)()).cast("B").cast("d")
        cells = (c_double * ((rows - 1) * stride.value + 1)).from_address(at)
        cells.run = self  # the memory is alive as long as the view
        view = memoryview(cells).cast("B").cast("d")[::stride.value]
        if self.ended:
            return view.toreadonly()
        return memoryview((c_double * rows)(*view)).cast("B").cast("d")

    def step(self):
        """One more row; False when it was the last."""
        try:
            self.ended = _checked(_run_step, self._handle) == 0
        except Error:
            self.ended = True
            raise
        return not self.ended

    def state(self):
        """t, q, v of the current row."""
        t = c_double()
        q = (c_double * self.sizes.coordinates)()
        v = (c_double * self.sizes.velocities)()
        if _run_state(self._handle, byref(t), q, v):
            raise Error(2, "the run has no rows any more")
        return t.value, list(q), list(v)

    def gaps(self):
        gaps = (c_double * self.sizes.contacts)()
        _checked(_run_gaps, self._handle, gaps)
        return list(gaps)

    def impulses(self):
        """Normal ones, and friction by slips, of the step behind this row."""
        normal = (c_double * self.sizes.contacts)()
        friction = (c_double * self.sizes.slips)()
        if _run_impulses(self._handle, normal, friction):
            raise Error(2, "the run does not list its impulses")
        return list(normal), list(friction)

    @property
    def proven(self):
        return bool(_run_proven(self._handle))

    @property
    def summary(self):
        out, x = {}, c_double()
        for key in _NUMBERS:
            if _run_number(self._handle, key.encode(), byref(x)) == 0:
                real = key[:3] in ("max", "tv_", "kin")
                out[key] = x.value if real else int(x.value)
        return out


def _opened(scene, text, options, parameters):
    given = [] if options is None else [byref(options)]
    if text is None:
        handle = _checked(_scene_file, os.fsencode(scene), *given)
    else:
        text = text.encode()
        handle = _checked(_scene_text, os.fsencode(scene), text, len(text),
                          *given)
    try:
        for name, value in parameters.items():
            if isinstance(value, bool):
                value = "true" if value else "false"
            _checked(_scene_set, handle, name.encode(), str(value).encode())
    except Exception:
        _scene_free(handle)
        raise
    return handle


def _start(call, scene, text, name, options, parameters):
    o = _options(**(options or {}))
    handle = _opened(scene, text, o, parameters)
    try:
        return Run(_checked(call, handle, name and name.encode()), o)
    finally:
        _scene_free(handle)


def run(scene, /, *, text=None, name=None, options=None, **parameters):
    """Runs a scene file, or the scene `text` that is called `scene`, to its end.
    Parameters are those of the scene: numbers, texts, fractions.Fraction;
    options: arithmetic, say, watch, scene_seconds, scene_megabytes,
    exact_seconds, exact_bits, lua."""
    return _start(_run_whole, scene, text, name, options, parameters)


def begin(scene, /, *, text=None, name=None, options=None, **parameters):
    """The same, by steps: see Run.step."""
    r = _start(_run_begin, scene, text, name, options, parameters)
    r.ended = False
    return r


def parameters(scene, /, *, text=None, options=None):
    """What perp.param declares: { name: { "default", "type", "text" } }."""
    import json
    handle = _opened(scene, text, _options(**(options or {})), {})
    try:
        return json.loads(_checked(_scene_parameters, handle).decode())
    finally:
        _scene_free(handle)


class Answer:
    """verdict, proven, residual; z and w of a solution, as fractions.Fraction
    where they are proven."""

    def __init__(self, handle, size):
        from fractions import Fraction
        proven, residual = c_int(), c_double()
        self.verdict = _answer_verdict(handle, byref(proven), byref(residual))
        self.proven, self.residual = bool(proven.value), residual.value
        self.z = self.w = None
        for which, name in enumerate("zw"):
            if self.verdict == SOLVED and self.proven:
                setattr(self, name, [
                    Fraction(_answer_fraction(handle, which, i).decode())
                    for i in range(size)])
            elif self.verdict == SOLVED:
                setattr(self, name, _answer_numbers(handle, which)[:size])


def solve(A, b, free=0, **options):
    """w = A z + b; A is a list of rows. Numbers that are no floats (fractions,
    texts, integers) make the problem exact."""
    flat, size = [x for row in A for x in row] + list(b), len(b)
    if len(A) != size or len(flat) != size * (size + 1) or free > size:
        raise Error(2, "A is square, and b has as many numbers as A has rows")
    o = _options(**options)
    if all(isinstance(x, float) for x in flat):
        call, x = _solve, (c_double * len(flat))(*flat)
        part = (c_double * size).from_buffer(x, size * size *
                                             ctypes.sizeof(c_double))
    else:
        texts = [x.hex() if isinstance(x, float) else str(x) for x in flat]
        call, x = _solve_fractions, (c_char_p * len(flat))(
            *[text.encode() for text in texts])
        part = (c_char_p * size)(*x[size * size:])
    handle = _checked(call, free, size - free, x, part, byref(o))
    try:
        return Answer(handle, size)
    finally:
        _answer_free(handle)
