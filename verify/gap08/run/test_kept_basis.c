/* What is kept of a basis belongs to contacts and not to rows: given back to other sets of
   them it is what each of them had. */
#include "check.h"
#include "gap08/run/kept_basis.h"

#include "base/text.h"

enum { CONTACTS = 7, PAIRS = 64 };

static int slips[CONTACTS] = {1, 0, 2, 1, 4, 0, 1};
static const perp_system sys = {.contacts = CONTACTS, .slips = slips};

/* The first contacts of an order at random. */
static void some(check_random *r, step_data *d, int *id, int *at)
{
    d->p = check_integer(r, 0, CONTACTS);
    d->r = 0;
    d->slip_at = at;
    for (int i = 0; i < CONTACTS; i++)
        id[i] = i;
    for (int i = 0; i < CONTACTS; i++) {
        const int j = check_integer(r, i, CONTACTS - 1), other = id[i];
        id[i] = id[j];
        id[j] = other;
    }
    for (int i = 0; i < d->p; i++) {
        at[i] = d->r;
        d->r += slips[id[i]];
    }
    at[d->p] = d->r;
}

/* What is told of a pair: a word for contact, kind and slip, or none. By the layout of
   alpha_gamma_pose: c_n, beta+ and beta- of slip after slip, lambda. */
static int seen[KEPT][CONTACTS][16];

/* A basis that is new, with which < 0; or one that was given from what is kept. */
static void each(const step_data *d, const int *id, uint8_t *basis, int which)
{
    if (which < 0) {
        memcpy(seen[1], seen[0], sizeof seen[0]);
        memset(seen[0], 0, sizeof seen[0]);
    }
    for (int j = 0; j < d->p; j++) {
        const int c = id[j];
        int row[16] = {j, d->p + 2 * d->r + j};
        for (int k = 0; k < slips[c]; k++) {
            row[2 + 2 * k] = d->p + 2 * (d->slip_at[j] + k);
            row[3 + 2 * k] = row[2 + 2 * k] + 1;
        }
        for (int i = 0; i < 2 + 2 * slips[c]; i++)
            if (which < 0)
                seen[0][c][i] = basis[row[i]];
            else
                CHECK(basis[row[i]] == seen[which][c][i], "contact %d, %d", c,
                      i);
    }
}

static void contacts_keep_what_they_had(void)
{
    check_random r = {check_seed(25)};
    arena a = {0};
    kept_basis k;
    CHECK(kept_basis_new(&a, &sys, &k).code == 0, "new");
    for (int round = 0; round < 500; round++) {
        int id[CONTACTS], at[CONTACTS + 1], any = 0;
        uint8_t basis[PAIRS] = {0}, given[PAIRS];
        step_data d = {0};
        some(&r, &d, id, at);
        for (int i = 0; i < 2 * d.p + 2 * d.r; i++)
            basis[i] = round % 5 ? (uint8_t)check_integer(&r, 0, 1) : 0;
        kept_basis_take(&k, &sys, &d, id, basis);
        each(&d, id, basis, -1);
        some(&r, &d, id, at);
        memset(given, 9, sizeof given);
        const int which = check_integer(&r, 0, KEPT - 1);
        const int is = kept_basis_give(&k, which, &d, id, given);
        each(&d, id, given, which);
        for (int i = 0; i < 2 * d.p + 2 * d.r; i++)
            any |= given[i];
        CHECK(is == any && given[2 * d.p + 2 * d.r] == 9, "round %d", round);
    }
    arena_free(&a);
}

/* Into words and back; a run that keeps none has no words. */
static void words(void)
{
    arena a = {0};
    kept_basis k, other, none = {0};
    growing_text t = {0};
    frozen to = {.to = &t};
    CHECK(kept_basis_new(&a, &sys, &k).code == 0, "new");
    CHECK(kept_basis_new(&a, &sys, &other).code == 0, "new");
    for (int i = 0; i < k.at[CONTACTS]; i++)
        k.basic[i % 2][i] = i % 3 == 0;
    k.taken = 41;
    kept_basis_freeze(&none, &sys, &to);
    CHECK(t.used == 0, "no words");
    kept_basis_freeze(&k, &sys, &to);
    CHECK(text_end(&t).code == 0, "text");
    frozen from = {.from = t.text};
    kept_basis_freeze(&other, &sys, &from);
    CHECK(frozen_end(&from).code == 0 && other.taken == 41, "%s", t.text);
    for (int i = 0; i < KEPT; i++)
        CHECK(memcmp(k.basic[i], other.basic[i], (size_t)k.at[CONTACTS]) == 0,
              "%s", t.text);
    t.text[0] = '7';
    frozen wrong = {.from = t.text};
    kept_basis_freeze(&other, &sys, &wrong);
    CHECK(frozen_end(&wrong).code == PERP_INPUT, "a byte of 7");
    text_free(&t);
    arena_free(&a);
}

static void no_memory(void)
{
    for (size_t k = 1; k < 3; k++) { /* one request: the arena's block */
        arena a = {0};
        kept_basis own;
        memory_refuse(k);
        const perp_code said = kept_basis_new(&a, &sys, &own).code;
        memory_refuse(0);
        CHECK(said == (k == 1 ? PERP_LIMIT : PERP_OK), "%zu: %d", k, (int)said);
        arena_free(&a);
    }
}

int main(void)
{
    RUN(contacts_keep_what_they_had);
    RUN(words);
    RUN(no_memory);
    DONE;
}
