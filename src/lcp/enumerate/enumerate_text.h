/**
# The proof that a list of solutions is complete, as text

Statement and proof are two things: the system is known to whoever checks; the
text holds the faces and the tree. Words are separated by blanks, records by
lines; numbers are p/q.

    perp-solutions 1
    size COLS ROWS CHOICES ALTERNATIVES
    faces N
    face SIGNS WITHIN        one sign a variable: * free, + nonnegative, 0
    vertex U1 ... UCOLS      WITHIN is a face, from 1, or -
    ray U1 ... UCOLS
    line U1 ... UCOLS
    tree
    branch CHOICE            then one subtree for each alternative, in order
    empty Y1 ... YROWS
    inside FACE Y1 ... YROWS
    end
*/
#pragma once

#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "lcp/enumerate/enumerate.h"

/* Writes the text. IO error. */
perp_status enumerate_write(const choices_system *s, const enumeration *e,
                            FILE *out);

/* Reads the text again and believes none of it. REFUTED with line and reason
   unless the tree branches over every alternative, each leaf's y proves what
   the leaf says, each face gives every choice an alternative, its vertices,
   rays and lines have its signs, none of its nonnegative variables is zero on
   all of them, and no face has all the signs of another. Shares nothing with
   the search but the system. Errors: LIMIT (memory). */
perp_status enumerate_check(const choices_system *s, const char *text,
                            size_t len);
