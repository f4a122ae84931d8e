/**
# perp-check FILE: the verdict in words, in a record, in one bit

| code | |
|---|---|
| 0 | every line was read, every check held, and so does all that `--require` asks |
| 1 | refused: some line does not hold, or is not shown to, and it is named |
| 2 | a command line that is none |
| 4 | every check held, and something that `--require` asks does not |
| 5 | no verdict: no memory, or a file beyond a limit of this program |
| 6 | no verdict: a file cannot be read, or what is printed not be written |
| 7 | unfinished: a file ends before its last line, and nothing before was found wrong |

Without `--require` the code 0 is told of the level that the proof claims, and
of what the writer chose to claim: a proof of level L0 with large residuals is
accepted, and so is one of level L2 in which every radius is undecided. What was
proven to which extent stands in the lines that are printed, and these lines are
written so that each is implied by the checks:

| line | is true because of |
|---|---|
| accepted, rows, steps, collisions | C11, and the records that were counted |
| largest residuals (L0) | `demand` in rows.c: a maximum of upper bounds |
| energy | C6 and C7, C16: sums of upper bounds |
| projections, the largest move, the largest residual | C13: upper bounds |
| Proven: ... | C1 to C5, C7 (L1), C8 to C10 |
| of the rebounds | C15, C16, C18 |
| pointed, vanishing | C14 |
| L2: ... | E3; E4 to E6; E7; E9; E8 |
| level N | N1 to N5 |

The worked example of the chapter is answered by

    accepted: level L1, 1 rows to t = 0.5 s; 1 steps, 0 of them ended by a
    collision, 0 collisions at rest
    scene: SHA-256 601bd455...
    kinetic energy gained by rounding velocities: at most 0 J in all
    Proven: in each row the velocity is the exact solution of the
    complementarity problem posed by the stated numbers, truncated toward
    zero; no row starts from anything but the one before.
    Not proven: that mass, force, gaps and directions in the rows are
    those of the scene; that a contact which is not listed is open; and
    nothing about smaller steps. Compare the scene's digest yourself.

and a last line, the record (record.c). "The exact solution": one that solves
the problem exactly. A problem with redundant contacts has several, and the
proof shows one of them.

"No row starts from anything but the one before" means: with the freedom that
the grammar gives. The statement says whether there are collisions and
projections; which one stands where is, within (C17), the file's. In level L1
the row of what collides, and those of a projection, are the writer's: "Not
proven" says so, and who believes a run looks at the counts.

## In which order

Arguments first, then both files are opened, then all is read and checked, then
what is required is judged, then it is printed: by then nothing can fail any more
but the output itself. So standard output has a whole verdict or none, but for
code 6 when it is lost on the way; and a lack of memory (code 5), which ends the
process wherever it is noticed, leaves it empty.

A directory can be opened and not be read; that is code 6, found at the first
byte. A file of no bytes is one that ends too soon, code 7.

## Four endings

    accepted: level L1, 10 rows to t = 0.1 s; ...
    All that was required holds.                                       code 0

    refused: proof:25: q is not what follows from the step             code 1

    accepted: level L1, ...
    required, and not met: open=all (this level does not ask it)       code 4

    unfinished: proof:37: a record or the end expected, not ''         code 7

and behind each the record. `proof:25` is line 25 of FILE, `scene:3` line 3 of
FILE.scene.
*/
#include "record.h"

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

/* Level I. */
static void tell_impact(const verdict *v)
{
    printf("accepted: level I, an impact by the law '%s'; single "
           "impacts: %ld\nstatement: SHA-256 %s\n",
           v->sequential ? "sequential" : "simultaneous", v->rows, v->scene);
    puts(
        "Proven: by this law the stated v+ follows from the stated v, masses,\n"
        "rows, coefficients and order: each impulse solves its "
        "complementarity\n"
        "problem exactly, no energy is gained, and nothing approaches any "
        "more.\n"
        "Not proven: that the law has no other outcome; that these numbers "
        "are\n"
        "those of a scene, with all contacts that are closed. Compare the\n"
        "statement's digest yourself.");
}

/* Level L2 is checked as L1 and more, so its lines stand behind those of L1. */
static void tell(const verdict *v)
{
    static const char *const level[] = {"L0", "L1", "R"};
    printf("accepted: level %s, %ld rows to t = %.17g s; %ld steps, %ld of "
           "them ended by a collision, %ld collisions at rest\n",
           v->stated == L2 ? "L2" : level[v->level], v->rows, v->time, v->steps, v->hits, v->stills);
    printf("scene: SHA-256 %s\n", v->scene);
    if (v->level == L0)
        printf("largest residuals: %.17g N s, %.17g m/s, %.17g J\n",
               v->sum.most[IMPULSE], v->sum.most[VELOCITY], v->sum.most[ENERGY]);
    if (v->level != R || v->how->yields)
        printf("%s: at most %.17g J in all\n",
               v->level == L1 && !v->how->yields
                   ? "kinetic energy gained by rounding velocities"
                   : "energy that nothing accounts for",
               v->sum.gain);
    if (v->projections > 0)
        printf("%ld projections of the position, each of which moves a coordinate "
               "by at most\n%.17g; largest residual of the conditions of "
               "optimality %.17g m\n",
               v->projections, v->sum.moved, v->sum.projection);
    puts(proven[v->level]);
    v->how->tell(v);
    if (v->pointed + v->vanishing > 0)
        printf("Proven: of %ld problems the friction cone of the stated rows is\n"
               "pointed; of %ld it is not: impulses that are not zero vanish.\n",
               v->pointed, v->vanishing);
    if (v->heavy > 0)
        printf("Not proven: that the masses of %ld problems, which couple many "
               "velocities,\nare positive semidefinite.\n",
               v->heavy);
    if (v->hits + v->stills + v->projections > 0 && v->stated != L2)
        puts("Not proven: that a contact closes where a collision stands, or that the\n"
             "rows of a projection are the scene's; count them above.");
    if (v->stated == L2) {
        level2_tell(v);
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
        exit(UNREADABLE);
    }
    return f;
}

/* A write that failed once may have lost a line of the verdict: half of it
   might say "accepted" and lack "Not proven". */
int written(int code)
{
    fflush(stdout);
    if (!ferror(stdout))
        return code;
    fprintf(stderr, "perp-check: the verdict could not be written\n");
    return UNREADABLE;
}

/* Which words do not hold, of a proof that is accepted; the exit code. */
static int judge(question *q, const verdict *v, const quantity *all)
{
    int code = v->code;
    for (int i = 0; i < q->words && v->code == 0; i++) {
        q->unmet[i] = !require_word(v, all, q->word[i], q->why[i]);
        if (q->unmet[i])
            code = NOT_MET;
    }
    return code;
}

static void tell_all(const question *q, const verdict *v, int code)
{
    if (v->code == 0 && v->level == ALL)
        tell_lists(v);
    else if (v->code == 0 && v->level == IMPACTS)
        tell_impact(v);
    else if (v->code == 0)
        tell(v);
    else
        printf("%s: %s\n", v->code == REFUTED   ? "refused"
                           : v->code == LIMITED ? "beyond a limit"
                                                : "unfinished",
               v->why);
    for (int i = 0; i < q->words; i++)
        if (q->unmet[i])
            printf("required, and not met: %s (%s)\n", q->word[i], q->why[i]);
    if (q->words > 0 && code == 0)
        puts("All that was required holds.");
}

/* What needs memory comes before what is printed. */
static int answer(question *q, const verdict *v)
{
    quantity all[QUANTITIES];
    if (v->code == UNREADABLE) {
        fprintf(stderr, "perp-check: cannot read to the end: %s\n", v->why);
        return UNREADABLE;
    }
    quantities(v, all);
    const int code = judge(q, v, all);
    if (!q->json)
        tell_all(q, v, code);
    record_print(v, all, q->words, q->word, q->unmet);
    return code;
}

static int shown(const verdict *v)
{
    if (v->code != 0)
        fprintf(stderr, "perp-check: no statement: %s\n", v->why);
    return v->code;
}

int main(int argc, char **argv)
{
    verdict v;
    question q = {.file = NULL};
    memory_adopt_gmp();
    read_arguments(&q, argc, argv);
    char *path = grown(NULL, strlen(q.file) + 7);
    strcpy(path, q.file);
    strcat(path, ".scene");
    FILE *proof = q.show ? NULL : open_or_end(q.file);
    FILE *statement = open_or_end(path);
    check(statement, proof, &v);
    fclose(statement);
    if (proof != NULL)
        fclose(proof);
    const int code = q.show ? shown(&v) : answer(&q, &v);
    given_back(path);
    given_back(q.word);
    given_back(q.unmet);
    given_back(q.why);
    return written(code);
}
