/**
# Errors are values

A function that can fail returns a `perp_status`. Success is zero. The codes
are the exit codes of the command line, so that a failure deep in a room
reaches the shell without a translation table. The message is one line that
names place, value and remedy; it lives in a buffer of the thread that the
next failure overwrites, so whoever keeps a status past another failing call
copies the text.
*/
#pragma once

typedef enum {
    PERP_OK = 0,          /* all is well */
    PERP_REFUTED = 1,     /* a claim was checked and is false */
    PERP_USAGE = 2,       /* the command line is wrong */
    PERP_INPUT = 3,       /* a scene or an input file is wrong */
    PERP_NO_SOLUTION = 4, /* proven: there is no solution, or a ray */
    PERP_LIMIT = 5,       /* a limit on bits, time or memory was reached */
    PERP_IO = 6,          /* a file cannot be read or written */
    PERP_BUG = 70         /* perp is wrong */
} perp_code;

typedef struct {
    perp_code code;
    const char *message; /* one line, no newline; null when code is 0 */
    const char *origin;  /* the function of ours that noticed */
} perp_status;

#define PERP_SUCCESS ((perp_status){PERP_OK, 0, 0})

/* The failing status with a formatted message (at most 511 bytes kept). */
perp_status status_fail(perp_code code, const char *origin, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));

#define PERP_FAIL(code, ...) status_fail((code), __func__, __VA_ARGS__)

/* Out of memory: a limit, with the number of bytes asked for. */
#define PERP_NO_MEMORY(bytes)                                                  \
    PERP_FAIL(PERP_LIMIT, "out of memory (%zu bytes asked for)",               \
              (size_t)(bytes))

/* Leaves the calling function with the status of a call that failed. */
#define PERP_TRY(call)                                                         \
    do {                                                                       \
        perp_status try_ = (call);                                             \
        if (try_.code != PERP_OK)                                              \
            return try_;                                                       \
    } while (0)
