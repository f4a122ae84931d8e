/** # The path, once more in each arithmetic

[Lemke's path](../solve/lemke.c) puts two questions for each exchange, and has some
twenty instructions of its own: the lists, who left, who is his partner. Of a
dictionary of a thousand rows nobody notices who asks. With eight rows an exchange was 380
instructions, and a fourth of them the asking: a call through a pointer,
registers put away and fetched, an answer written to memory that is read at once. So the
loop is a text that is included where the questions are known. `lemke.c` includes it for
whatever tableau there is; a kernel of small dictionaries includes it with its own
functions in the place of the questions, and the compiler makes one piece of it. What
is asked, in which order, and what becomes of the answer is here, and nowhere twice: a test that
holds the path of the one against the path of the other finds the same exchanges.

*Why text and not a function with pointers that are constants?* Whether a compiler sees
through these is its own affair, and differs between two of them; a macro is a call by name.

An exchange happens in the numbers first and then in the lists: while a tableau computes it may
ask who is where, which rows belong to a sign and which columns to a residual, and
means the dictionary as it was. */

/* Without #pragma once. Before it stand, for a tableau *t,

     PATH: storage class, type and name of the function
     PATH_KNOWS: what its parameters are besides, behind a comma; or nothing
     FIRST(t, col), LEAVES(t, col), EXCHANGES(t, row, col): tableau.h's
     first_row, leaving_row and pivot

   which end here. The function is lemke_run behind the equations: *end is
   {0, -1, ...} before it. */

#include "lcp/problem/lcp.h"
#include "lcp/tableau/circle.h"
#include "lcp/tableau/tableau.h"

PATH(tableau *t, int limit, const lemke_witness *witness,
     lemke_end *end PATH_KNOWS)
{
    int col = t->where[tableau_z0(t)] - t->rows;
    int row = FIRST(t, col);
    circle round = {0};
    if (row == TABLEAU_NONE)
        return LCP_SOLVED; /* z = 0, w = b */
    for (end->pivots = 0; end->pivots < limit; end->pivots++) {
        if (row == TABLEAU_BROKEN)
            return LCP_LIMIT;
        if (row == TABLEAU_NONE) {
            end->column = col;
            return LCP_RAY;
        }
        if (EXCHANGES(t, row, col) == TABLEAU_BROKEN)
            return LCP_LIMIT;
        if (witness != NULL)
            witness->see(witness->context, row, col);
        tableau_exchange(t, row, col);
        int left = t->nonbasic[col];
        if (left == tableau_z0(t)) {
            end->pivots++;
            return LCP_SOLVED;
        }
        if (t->rounds && end->pivots > t->n &&
            comes_again(&round, end->pivots, t->basic[row], left))
            return LCP_LIMIT;
        col = t->where[tableau_partner(t, left)] - t->rows;
        row = LEAVES(t, col);
    }
    return LCP_LIMIT;
}

#undef PATH
#undef PATH_KNOWS
#undef FIRST
#undef LEAVES
#undef EXCHANGES
