/**
# What is required: one bit

doc/70-certificate.md, One bit.

    perp-check FILE --require l1,energy<=1e-9,scene=4b5d...

ends with 0 only when the proof is accepted *and* every word of the list holds
of it. The words are those of record.c, and there are five forms:

| form | holds when |
|---|---|
| `l0`, `l1`, `r`, `n` | the proof has this level, or one that proves more: l1 is held by L1, L2 and R |
| `open=all` | the level asks this, and so many of so many are all |
| `energy<=X` | the bound is one of all, and is at most X |
| `hits<=X` | there are at most X |
| `scene=DIGEST` | the statement is the one that is meant |

**A comparison is one of fractions.** X is read as the fraction that its digits
are, `1e-9` as $10^{-9}$; the bound is a double, and a double is a fraction. So
no rounding decides: with the bound $2^{-30}$ = 9.31322574615478515625e-10,
`<=9.31322574615478515625e-10` holds and `<=9.31322574615478515624e-10` does not.

What a record prints may be asked for as it stands: its text is not less than the
bound (decimal.c), so `energy<=TEXT` holds of a bound of all. The shortest text
that is read as the same double would not do: that of the double nearest to a
tenth is 0.1, which as a fraction is less than it, and `energy<=0.1` does not hold
of it; `energy<=0.10000000000000001` does.

**What is not known does not hold.** At level L1 nobody has asked whether
contacts are open, so `open=all` is not met, whatever the run is. A largest
radius of 7 problems of 8 is no bound of the eighth: `radius<=1` is not met
until the radius of every problem is known. All of nothing is all: a run
without collisions has all its brackets, and who wants there to be rows requires
the scene, whose $T$ says so.

**No word is ignored.** An unknown one, a word in a form that it does not have,
a number that is none: all end with code 2 before a verdict is printed, and name
the nearest word.

## What each form needs

A *grade* is an order among runs: what L1 proves of a run R proves too, and L2 is
L1 and more, so `l1` is met by all three. Lists of solutions (N) are another sort
of statement: a list has no rows, and `l0` is not met by it, whatever it proves.

A *share* is met when two counts are equal. Both were counted while the file was
read, in the same place, so that a problem cannot be counted as proven and not as
a problem. `brackets=all` with no hits, `points=all` with no faces: 0 of 0 are
all. This is what "every" means, and an example shows that it is wanted: a
block that slides has no collisions, and a reader who asks for brackets wants to
hear that there is no collision without one.

A *bound* is a largest number, and a largest of some is no largest of all. So
three things are asked: that the level knows it, that it is one of all (`proven`
is `of`), and that it is at most X. A forger who calls the radius of the one
problem with a large one "undecided" makes the largest of the others small; it
is then not met.

A *count* is a bound of itself. `projections<=0` says that the run moved no
position by a projection, `stills<=0` that nothing collided at rest.

A *digest* is compared as a text of 64 digits, whole: the first eight of them
could be met by another statement that somebody has searched for.

| asked | of | answer |
|---|---|---|
| `l1` | level L2 | holds |
| `l1` | level L0 | another level |
| `open=all` | L2, 7 of 8 rows | 7 of 8 |
| `open=all` | level R | this level does not ask it |
| `radius<=1e-9` | L2, 8 of 8 with 1.27e-29 | holds |
| `radius<=1e-9` | L2, 7 of 8 with 1.27e-29 | 1.27...e-29, and not of all |
| `energy<=0` | L1, a collision | 5.5...e-16 |
| `open` | anything | 'open' is required by =all |
| `opem=all` | anything | there is no 'opem' (did you mean 'open'?) |

The near word is the one with the fewest letters to change, leave out or put in
(Levenshtein's distance, a row of its table at a time).

## What to ask for

| who wants to know | asks |
|---|---|
| that the numbers of the rows obey the scheme, exactly | `l1` |
| that these are the scene's numbers | `l2=all` |
| that no contact was left out | `open=all` |
| that collisions stand where gaps close | `brackets=all,stills<=0` |
| that no position was moved | `projections<=0` |
| that nearby data do the same | `modes=all,velocity<=1e-9` |
| that nothing lies deep inside anything | `depth<=1e-9` |
| that energy does not come from rounding | `energy<=1e-12` |
| that doubles were good enough (L0) | `residual<=1e-9,energy<=1e-9` |
| that it is this very scene | `scene=4b5d4d9c...` |
| that a problem has one solution, and which | `n,solved=all,points=all` |

None of them asks about steps that are smaller, or about nature.
*/
#include "record.h"

#include <stdlib.h>
#include <string.h>

/* At most so many letters to change, leave out or put in. */
static int apart(const char *a, const char *b)
{
    int row[32], n = (int)strlen(b); /* b is one of record.c's words, short */
    if (strlen(a) > 30)
        return 30;
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1] != '\0'; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            const int least = row[j] < row[j - 1] ? row[j] : row[j - 1];
            const int change = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = change < least + 1 ? change : least + 1;
        }
    }
    return row[n];
}

static const char *nearest(const quantity *all, const char *name)
{
    const char *best = "scene";
    for (int k = 0; k < QUANTITIES; k++)
        if (apart(name, all[k].word) < apart(name, best))
            best = all[k].word;
    return best;
}

static const char *const form[] = {[GRADE] = "stands alone",
                                   [SHARE] = "is required by =all",
                                   [BOUND] = "is required by <=X",
                                   [COUNT] = "is required by <=X"};

static int at_most(const quantity *q, const char *text, char *why)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    int holds = -1;
    if (number_read(text, x)) {
        if (q->known)
            mpq_set_d(y, q->bound);
        holds = q->known && q->proven == q->of && mpq_cmp(y, x) <= 0;
        if (q->kind == COUNT && q->known)
            snprintf(why, 400, "there are %.0f", q->bound);
        else
            snprintf(why, 400, "%s%s", q->known ? q->text : "not known",
                     q->known && q->proven < q->of ? ", and not of all" : "");
    } else
        snprintf(why, 400, "'%.40s' is no number: digits, as in 1e-9 or 1/8",
                 text);
    mpq_clears(x, y, NULL);
    return holds;
}

static int is_scene(const verdict *v, const char *sum_, char *why)
{
    if (strlen(sum_) == 64 && strspn(sum_, "0123456789abcdef") == 64) {
        snprintf(why, 400, "it is %s", v->scene);
        return strcmp(v->scene, sum_) == 0;
    }
    snprintf(why, 400,
             "a digest has 64 hexadecimal digits, as sha256sum "
             "FILE.scene prints them");
    return -1;
}

int require_word(const verdict *v, const quantity *all, const char *word,
                 char *why)
{
    char name[32];
    const size_t n = strcspn(word, "=<>");
    int k = 0;
    snprintf(name, sizeof name, "%.*s", (int)(n < 31 ? n : 31), word);
    word += n;
    if (strcmp(name, "scene") == 0 && *word == '=')
        return is_scene(v, word + 1, why);
    while (k < QUANTITIES && strcmp(all[k].word, name) != 0)
        k++;
    const quantity *q = &all[k];
    if (k < QUANTITIES && q->kind == GRADE && *word == '\0') {
        snprintf(why, 400, "another level");
        return q->known;
    }
    if (k < QUANTITIES && q->kind == SHARE && strcmp(word, "=all") == 0) {
        if (q->known)
            snprintf(why, 400, "%ld of %ld", q->proven, q->of);
        else
            snprintf(why, 400, "this level does not ask it");
        return q->known && q->proven == q->of;
    }
    if (k < QUANTITIES && q->kind >= BOUND && strncmp(word, "<=", 2) == 0)
        return at_most(q, word + 2, why);
    if (k < QUANTITIES || strcmp(name, "scene") == 0)
        snprintf(why, 400, "'%s' %s", name,
                 k < QUANTITIES ? form[q->kind] : "is required by =DIGEST");
    else
        snprintf(why, 400, "there is no '%s' (did you mean '%s'?)", name,
                 nearest(all, name));
    return -1;
}
