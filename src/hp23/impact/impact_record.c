#include "hp23/impact/impact_record.h"

#include "base/memory.h"
#include "hp23/impact/impact.h"
#include "number/rational.h"

#include <string.h>

/**
**What is in it.** The statement has $M$, $\nu$, $n$, $d$, $\mu$, $v$ of
the active contacts, the law, the order and $v^+$. They are the primary
data of (30), (31), and neither $A$ and $b$ of a problem nor a basis is
among them: who checks poses the law himself. A single impact is the array
$v'$, $c_\nu$, $\lambda_n$, $\lambda_t$, of all contacts, whoever acts.

**What is left out.** $\gamma$ is not written: where friction is not 0 the
largest slip speed is the only one that law (31) allows. The two halves of
an impulse along a slip are written as their difference, as
[impact.c](impact.c) says; both may be positive where a contact sticks,
and no velocity knows of it.

**The order is in the statement, and who acts is not in the proof.** A
record "contact 3 acts" would be a claim more to check. As it is the
contact follows from the order and the velocity, as it does in
[algebraic.c](algebraic.c).

**Why it is kept until the end.** The proof begins with the digest of the
statement, and the statement ends with $v^+$, which is known behind the
last single impact. So the solutions are kept, in an arena of their own: a
sequence gives back what each of its problems took. A hundred impacts of
`disk_stack`, which has nine velocities and five contacts with a slip each, are
1900 fractions.

**How one would forge it.** With another contact's impulse (who has his
turn is asked of the order), with an impulse within the cone that is no
solution (a sign or a product fails), by stopping early (a contact still
approaches), or by a statement of other data: that is a true proof of
another impact, and its digest says so.

The ball of 1 kg at 4 m/s on a floor without friction is

    perp impact 1          perp proof 3
    law simultaneous       level I
    order                  scene ...
    sizes 1 0 1            single 1
    contact 0 0            z 1:4
    M 0:1                  end 1
    nu                     sha256 ...
    n 0:1
    d
    v 0:-4
    to
    end
*/

/* v', c_nu, c_n, f, and one: an array is never empty. */
static size_t size_of(const step_exact *d)
{
    return (size_t)(d->nv + d->m + d->p + d->r) + 1;
}

perp_status impact_record_add(impact_record *r, const step_exact *one,
                              const mpq_t *z)
{
    const step_exact *d = r->d;
    const size_t n = size_of(d), few = (size_t)(one->p + one->r) + 1;
    impact_single_record *next = arena_take(&r->a, 1, sizeof *next);
    mpq_t *x = next == NULL ? NULL : rational_array(&r->a, n);
    mpq_t *L = x == NULL ? NULL : rational_array(&r->a, few);
    if (L == NULL) {
        if (x != NULL)
            rational_clear(x, n);
        return PERP_NO_MEMORY(n * sizeof *x);
    }
    /* the contact's own numbers go where it stands among all */
    impact_impulses(one, 0, z, L);
    const int cn = d->nv + d->m, first = one->p < d->p ? r->contact : 0;
    for (int i = 0; i < cn; i++)
        mpq_set(x[i], z[i]);
    for (int j = 0; j < one->p; j++)
        mpq_set(x[cn + first + j], L[j]);
    for (int k = 0; k < one->r; k++)
        mpq_set(x[cn + d->p + d->slip_at[first] + k], L[one->p + k]);
    rational_clear(L, few);
    *next = (impact_single_record){.z = x};
    if (r->last != NULL)
        r->last->next = next;
    else
        r->first = next;
    r->last = next;
    r->count++;
    return PERP_SUCCESS;
}

void impact_record_clear(impact_record *r)
{
    for (impact_single_record *x = r->first; x != NULL; x = x->next)
        rational_clear(x->z, size_of(r->d));
    arena_free(&r->a);
}

/* A line of the file. By rows, all of one array over one denominator. */
static void put(ink *i, const char *tag, long n, const mpq_t *q)
{
    ink_array(i, tag, (ink_list){.n = n, .q = q});
}

/* The statement; M by its upper half. */
static void state(ink *i, const step_exact *d, const impact_claim *c)
{
    const int nv = d->nv;
    ink_text(i, "perp impact 1\nlaw %s\norder", c->law);
    for (int k = 0; k < c->orders; k++)
        ink_text(i, " %d", c->order[k]);
    ink_text(i, "\nsizes %d %d %d\n", nv, d->m, d->p);
    for (int j = 0; j < d->p; j++) {
        ink_text(i, "contact %d ", d->slip_at[j + 1] - d->slip_at[j]);
        ink_ratio(i, d->mu[j]);
        ink_text(i, "\n");
    }
    ink_array(i, "M",
              (ink_list){
                  .n = (long)nv * nv, .q = (const mpq_t *)d->M, .columns = nv});
    put(i, "nu", (long)d->m * nv, (const mpq_t *)d->nu);
    put(i, "n", (long)d->p * nv, (const mpq_t *)d->n);
    put(i, "d", (long)d->r * nv, (const mpq_t *)d->d);
    put(i, "v", nv, (const mpq_t *)d->v);
    put(i, "to", nv, c->to);
    ink_text(i, "end\n");
}

/* The proof, from the digest of the statement on. */
static void prove(ink *i, const impact_record *r, const char *statement)
{
    char digest[65];
    long n = 0;
    ink_text(i, "perp proof 3\nlevel I\nscene %s\n", statement);
    for (const impact_single_record *x = r->first; x != NULL; x = x->next) {
        ink_text(i, "single %ld\n", ++n);
        put(i, "z", (long)size_of(r->d) - 1, (const mpq_t *)x->z);
    }
    ink_text(i, "end %ld\n", n);
    ink_digest(i, digest);
    ink_text(i, "sha256 %s\n", digest);
}

/* Both files appear with the command or not at all; what is closed last tells
   of a full disc. */
perp_status impact_record_write(const impact_record *r, const impact_claim *c,
                                const char *path, char digest[65])
{
    ink statement, proof;
    const size_t n = strlen(path) + sizeof ".scene";
    char *name = memory_new(n, 1);
    if (name == NULL)
        return PERP_NO_MEMORY(n);
    snprintf(name, n, "%s.scene", path);
    perp_status s = ink_hidden(&statement, name);
    memory_free(name);
    PERP_TRY(s);
    state(&statement, r->d, c);
    ink_digest(&statement, digest);
    s = ink_hidden(&proof, path);
    if (s.code != PERP_OK) {
        ink_close(&statement);
        return s;
    }
    prove(&proof, r, digest);
    perp_status one = ink_close(&statement), two = ink_close(&proof);
    return one.code != PERP_OK ? one : two;
}
