/**
# perp-check FILE: the verdict in words

The exit code is the verdict, and there are two: 0, every line was read and
every check held; 1, some line did not hold, and it is named. The other codes
are no verdicts: 2 a command line that is none, 5 no memory, 6 a file that
cannot be read or a verdict that could not be written. A script that asks only
whether the code is 0 is told the truth about the level that the proof claims,
and the level is part of the text: a proof of level L0 with large residuals is
accepted, and so is one of level L2 in which every radius is undecided. What
was proven to which extent stands in the lines that are printed, and these
lines are written so that each is implied by the checks:

| line | is true because of |
|---|---|
| accepted, rows, steps, collisions | C11, and the records that were counted |
| largest residuals (L0) | `demand` in rows.c: a maximum of upper bounds |
| energy | C6 and C7, C16: sums of upper bounds |
| projections | C13 |
| Proven: ... | C1 to C5, C7 (L1), C8 to C10 |
| of the rebounds | C15, C16; that the energy of the mass is a norm is the reader's to know |
| pointed, vanishing | C14 |
| L2: ... | E3; E4 to E6; E7; E8 |
| level N | N1 to N5 |

The worked example of the chapter is answered by

    accepted: level L1, 1 rows to t = 0.5 s; 1 steps, 0 of them ended by a
    collision, 0 collisions at rest
    scene: SHA-256 4b5d4d9c...
    kinetic energy gained by rounding velocities: at most 0 J in all
    Proven: in each row the velocity is the exact solution of the
    complementarity problem posed by the stated numbers, truncated toward
    zero; no row starts from anything but the one before.
    Not proven: that mass, force, gaps and directions in the rows are
    those of the scene; that a contact which is not listed is open; and
    nothing about smaller steps. Compare the scene's digest yourself.

"The exact solution": one that solves the problem exactly. A problem with
redundant contacts has several, and the proof shows one of them.

"No row starts from anything but the one before" means: with the freedom that
the grammar gives. The file, not the statement, says where a collision or a
projection stands. A proof of a run in which the writer put collisions where
nothing collides, or moved the position by a projection, is accepted with
these counted in the first lines; "Not proven" is printed with every verdict,
and who believes a run looks at the counts.
*/
#include "proof.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const proven[] = {
    "Proven: in each row the velocity and the impulses solve the\n"
    "complementarity problem posed by the stated numbers up to the\n"
    "residuals above; no row starts from anything but the one before.",
    "Proven: in each row the velocity is the exact solution of the\n"
    "complementarity problem posed by the stated numbers, truncated toward\n"
    "zero; no row starts from anything but the one before.",
    "Proven: in each row velocity and position are the exact solution of the\n"
    "scheme with the stated numbers; nothing is rounded anywhere."};

/* Level N. */
static void tell_lists(const verdict *v)
{
    printf("accepted: level N, %ld problems; %ld of them have no solution, the "
           "others\n%ld faces of solutions, %ld of which are shown to be single "
           "points\nstatement: SHA-256 %s\n",
           v->rows, v->none, v->faces, v->points, v->scene);
    puts("Proven: a point solves one of the stated problems if and only if it has\n"
         "the signs of a listed face: what its letters name is at least zero, all\n"
         "else is zero. Each face has a point where all that is named is positive.\n"
         "Not proven: corners of a face, which are not in the file, and which\n"
         "faces beyond those counted are single points. Compare the statement's\n"
         "digest yourself.");
}

/* Level L2 is checked as L1 and more, so its lines stand behind those of L1. */
static void tell(const verdict *v)
{
    static const char *const level[] = {"L0", "L1", "R"};
    printf("accepted: level %s, %ld rows to t = %.17g s; %ld steps, %ld of "
           "them ended by a collision, %ld collisions at rest\n",
           v->two.rows > 0 ? "L2" : level[v->level], v->rows, v->time, v->steps, v->hits, v->stills);
    printf("scene: SHA-256 %s\n", v->scene);
    if (v->level == L0)
        printf("largest residuals: %.17g N s, %.17g m/s, %.17g J\n",
               v->sum.most[IMPULSE], v->sum.most[VELOCITY], v->sum.most[ENERGY]);
    if (v->level != R)
        printf("%s: at most %.17g J in all\n",
               v->level == L1 ? "kinetic energy gained by rounding velocities"
                              : "energy that nothing accounts for",
               v->sum.gain);
    if (v->projections > 0)
        printf("%ld projections of the position, largest residual of the "
               "conditions of\noptimality %.17g m\n",
               v->projections, v->sum.projection);
    puts(proven[v->level]);
    v->how->tell(v);
    if (v->pointed + v->vanishing > 0)
        printf("Proven: of %ld problems the friction cone of the stated rows is\n"
               "pointed; of %ld it is not: impulses that are not zero vanish.\n",
               v->pointed, v->vanishing);
    if (v->hits + v->stills + v->projections > 0)
        puts("Not proven: that something is hit where a collision stands, or that a\n"
             "projection belongs where it stands; count them above.");
    if (v->two.rows > 0) {
        level2_tell(&v->two);
        return;
    }
    puts("Not proven: that mass, force, gaps and directions in the rows are\n"
         "those of the scene; that a contact which is not listed is open; and\n"
         "nothing about smaller steps. Compare the scene's digest yourself.");
}

static FILE *open_or_end(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL && errno == ENOMEM)
        no_memory(NULL, sizeof *f);
    if (f == NULL) {
        fprintf(stderr, "perp-check: cannot read '%s'\n", path);
        exit(6);
    }
    return f;
}

/* A write that failed once may have lost a line of the verdict: half of it
   might say "accepted" and lack "Not proven". */
static int written(void)
{
    fflush(stdout);
    if (!ferror(stdout))
        return 1;
    fprintf(stderr, "perp-check: the verdict could not be written\n");
    return 0;
}

int main(int argc, char **argv)
{
    verdict v;
    if (argc != 2 || argv[1][0] == '-') {
        const int help = argc == 2 && strcmp(argv[1], "--help") == 0;
        fprintf(help ? stdout : stderr,
                "usage: perp-check FILE     reads FILE and FILE.scene; "
                "exit code 0: accepted,\n"
                "1: refused, 2: usage, 5: no memory for a verdict, 6: a file "
                "cannot be read,\nor the verdict not be written\n");
        return !help ? 2 : written() ? 0 : 6;
    }
    char *path = grown(NULL, strlen(argv[1]) + 7);
    strcpy(path, argv[1]);
    strcat(path, ".scene");
    FILE *proof = open_or_end(argv[1]), *statement = open_or_end(path);
    int fine = check(statement, proof, &v);
    fclose(proof);
    fclose(statement);
    given_back(path);
    if (fine && v.level == ALL)
        tell_lists(&v);
    else if (fine)
        tell(&v);
    else
        printf("refused: %s\n", v.why);
    return written() ? fine ? 0 : 1 : 6;
}
