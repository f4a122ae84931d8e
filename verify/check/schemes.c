/**
# Schemes: what one does otherwise than another

doc/70-certificate.md, The statement and The checks. A statement names a scheme.
Whatever of the checks depends on this name stands in its line of the table
below, and nobody else compares names; so a reader sees in one place what a word
of the statement can change, and the checks of a scheme that is new are a file
and a line.

| | who asks it | what a wrong line would do |
|---|---|---|
| form | problem.c, ap02.c, node.c: coefficients of (C1), springs | check another equation of motion |
| gamma | scene.c: weights that the scheme does not leave to the statement | accept a scheme nobody has written down |
| rates | scene.c: may there be a $\Gamma$? | check $q^{l+1} = q^l + hv$ where $\Gamma v$ is meant |
| joints, springs | scene.c: may there be any? | let a run forget what its statement has |
| collides | scene.c: may there be jumps, hits, projections? | state a collision that no record can have |
| yields | scene.c, main.c: lines of contacts that yield | accept a start without its deformations |
| level2 | level2.c | call data enclosed that nobody has looked at |
| middle | level2.c, contacts.c, open.c, modes.c: is it the gap in the middle of the step that lists a contact, and do rows ask of $v^{l+1}$ and $v^l$? | ask for contacts at the wrong place; call modes strict of speeds that no row has |
| word, record | check.c: the lines of a proof | read a record of another scheme |
| motion | problem.c: the residual, and what the rows ask | let rows ask of another velocity |
| active | problem.c, behind the checks of a problem | let a contact be left out |
| energy | rows.c, while the residual is there | print another energy |
| tell | main.c | say in words what was not checked |

Of `motion`, `active` and `energy` the usual ones are (C1) with rows that ask of
$x$, (C8), and (C6), which computes something in level L0 only.

A weight in the column gamma stands for its inverse: 1 for $\gamma = 1$, 2 for
$\gamma = \frac12$, and 0 leaves $\alpha$ and $\gamma$ to the statement. Where it is
not 0, $\alpha$ has to be 1.

**Why a table, and no branches.** A name that is compared in five files can be
forgotten in a sixth, and what is forgotten is a check that is not made: silence,
which is what a forger wants. For `paoli` and `moreau` three places are empty,
`motion`, `active` and `energy`: a node poses its problem by itself (node.c), and
nobody asks for them.

**One word, two verdicts.** A ball of mass 1 with $v^l = -2$ on the ground, $\alpha
= e = \frac12$, no force, and a STEP with $x = -\frac12$, $z_n = \frac32$. (C1) holds
under either name, since $x - v^l = z_n$. Under `alpha-gamma` it is refused,
for $n^T x < 0$; under `moreau-jean` it is Newton's law, $v^{l+1} = 1 = -e v^l$. So
the name belongs to what a digest is of.

Example: with `scheme moreau` the weights are 1 and $\frac12$, and the records
are nodes; who writes `row 1` below such a statement is told "a record or the end
expected, not 'row'". With `scheme theta` the contacts yield: its rows are those
of yield.c, $\alpha = 1$, and $\gamma$ stands for $1 - \theta$.
*/
#include "moreau_jean.h"

#include <string.h>

static void nothing_more(const verdict *v)
{
    (void)v;
}

#define ROWS                                                                   \
    .rates = 1, .joints = 1, .springs = 1, .collides = 1, .level2 = 1,         \
    .word = "row",                                                             \
    .record = chain_row, .motion = problem_motion, .active = touching_check,   \
    .energy = energy_check, .tell = rebound_tell
#define NODES .word = "node", .record = node_row, .tell = nothing_more

static const scheme table[] = {
    {.name = "alpha-gamma", .form = FAMILY, ROWS},
    {.name = "linear-implicit", .form = LINEAR, .gamma = 1, ROWS},
    {.name = "semi-implicit", .form = EXPLICIT, .gamma = 1, ROWS},
    {.name = "stiff-limit", .form = LIMIT, .gamma = 1, ROWS},
    {.name = "paoli", .form = PAOLI, .gamma = 1, NODES},
    {.name = "moreau", .form = MOREAU, .gamma = 2, .level2 = 1, .middle = 1,
     NODES},
    {.name = "moreau-jean", .form = FAMILY, .rates = 1, .joints = 1,
     .level2 = 1, .middle = 1,
     .word = "row", .record = moreau_jean_row, .motion = moreau_jean_motion,
     .active = moreau_jean_active, .energy = moreau_jean_energy,
     .tell = moreau_jean_tell},
    {.name = "theta", .form = FAMILY, .rates = 1, .yields = 1, .word = "row",
     .record = yield_row, .tell = yield_tell}};

const scheme *scheme_named(reader *r, const char *word)
{
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (strcmp(word, table[k].name) == 0)
            return &table[k];
    refuse(r, "an unknown scheme");
}
