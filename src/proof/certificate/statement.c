#include "proof/certificate/statement.h"

#include "base/memory.h"
#include "number/literal.h"

#include <string.h>

/** ## Tapes

A tape of the system computes values and, behind them, gradients. What is
stated is the part of it that `want` names: slots that nothing wanted needs are
left out, the others keep their order. */
typedef struct {
    const tape *t;
    uint32_t wanted;
    const uint32_t *want; /* outputs of t */
    uint32_t *slot;       /* one per value: its number, or NONE */
} excerpt;

#define NONE UINT32_MAX

static uint32_t operands(const tape *t, uint32_t run, uint32_t instr,
                         uint32_t out[3])
{
    const tape_arg *a = &t->arg[instr];
    out[0] = a->a;
    out[1] = a->b;
    out[2] = a->c;
    return (uint32_t)graph_arity((graph_op)t->run[run].op);
}

/* Marks what the outputs need (0), then numbers it; returns how many constants
   and instructions there are. */
static void number(excerpt *x, uint32_t *consts, uint32_t *instrs)
{
    const tape *t = x->t;
    const uint32_t first = t->inputs + t->consts;
    uint32_t next = t->inputs, arg[3];
    for (uint32_t i = 0; i < tape_values(t); i++)
        x->slot[i] = i < t->inputs ? i : NONE;
    for (uint32_t i = 0; i < x->wanted; i++)
        if (t->out[x->want[i]] >= t->inputs)
            x->slot[t->out[x->want[i]]] = 0;
    for (uint32_t r = t->runs; r-- > 0;)
        for (uint32_t i = t->run[r].to; i-- > t->run[r].from;) {
            if (x->slot[first + i] == NONE)
                continue;
            for (uint32_t n = operands(t, r, i, arg); n-- > 0;)
                if (arg[n] >= t->inputs)
                    x->slot[arg[n]] = 0;
        }
    *consts = *instrs = 0;
    for (uint32_t i = t->inputs; i < tape_values(t); i++)
        if (x->slot[i] != NONE) {
            x->slot[i] = next++;
            ++*(i < first ? consts : instrs);
        }
}

static void write_instructions(ink *i, const excerpt *x)
{
    static const char *const name[OP_COUNT] = {
        [OP_ADD] = "add", [OP_SUB] = "sub", [OP_MUL] = "mul",
        [OP_DIV] = "div", [OP_NEG] = "neg", [OP_SQRT] = "sqrt",
        [OP_SIN] = "sin", [OP_COS] = "cos", [OP_MAX] = "max",
        [OP_SEL] = "sel"};
    const tape *t = x->t;
    uint32_t arg[3];
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t k = t->run[r].from; k < t->run[r].to; k++) {
            if (x->slot[t->inputs + t->consts + k] == NONE)
                continue;
            ink_text(i, "%s", name[t->run[r].op]);
            uint32_t n = operands(t, r, k, arg);
            for (uint32_t a = 0; a < n; a++)
                ink_text(i, " %u", x->slot[arg[a]]);
            ink_text(i, "\n");
        }
}

static perp_status write_tape(ink *i, const char *name, excerpt *x)
{
    const tape *t = x->t;
    uint32_t consts, instrs;
    x->slot = memory_new(tape_values(t) + 1, sizeof *x->slot);
    if (x->slot == NULL)
        return PERP_NO_MEMORY(tape_values(t) * sizeof *x->slot);
    number(x, &consts, &instrs);
    ink_text(i, "tape %s %u %u %u %u\n", name, t->inputs, consts, instrs,
             x->wanted);
    ink_text(i, "const");
    for (uint32_t k = 0; k < t->consts; k++)
        if (x->slot[t->inputs + k] != NONE) {
            ink_text(i, " ");
            ink_ratio(i, t->exact[k]);
        }
    ink_text(i, "\n");
    write_instructions(i, x);
    ink_text(i, "out");
    for (uint32_t k = 0; k < x->wanted; k++)
        ink_text(i, " %u", x->slot[t->out[x->want[k]]]);
    ink_text(i, "\n");
    memory_free(x->slot);
    return PERP_SUCCESS;
}

/* The outputs [from, to) of each of `groups` groups that begin at `at`. */
static perp_status write_outputs(ink *i, const char *name, const tape *t,
                                 uint32_t groups, const uint32_t *range)
{
    uint32_t *want = memory_new((size_t)t->outputs + 1, sizeof *want), n = 0;
    if (want == NULL)
        return PERP_NO_MEMORY(t->outputs * sizeof *want);
    for (uint32_t g = 0; g < groups; g++)
        for (uint32_t k = range[2 * g]; k < range[2 * g + 1]; k++)
            want[n++] = k;
    excerpt x = {.t = t, .wanted = n, .want = want};
    perp_status s = write_tape(i, name, &x);
    memory_free(want);
    return s;
}

/** The slips of the scene's own contacts: what stands behind each normal. */
static perp_status write_slips(ink *i, const perp_system *s)
{
    const size_t n = (size_t)s->scene_contacts;
    uint32_t *range = memory_new(2 * n + 1, sizeof *range);
    if (range == NULL)
        return PERP_NO_MEMORY(n * sizeof *range);
    for (size_t c = 0; c < n; c++) {
        range[2 * c] = (uint32_t)(s->row_at[c] + s->nv);
        range[2 * c + 1] = range[2 * c] + (uint32_t)(s->slips[c] * s->nv);
    }
    perp_status status = write_outputs(i, "slips", &s->row, (uint32_t)n, range);
    memory_free(range);
    return status;
}

static perp_status write_tapes(ink *i, const perp_system *s)
{
    const uint32_t inertia[2] = {0, s->inertia.outputs};
    const uint32_t force[2] = {0, s->force.outputs};
    const uint32_t joints[2] = {0, (uint32_t)s->joints};
    const uint32_t springs[2] = {0, (uint32_t)s->springs};
    const uint32_t gaps[2] = {0, s->gaps.outputs};
    PERP_TRY(write_outputs(i, "inertia", &s->inertia, 1, inertia));
    PERP_TRY(write_outputs(i, "force", &s->force, 1, force));
    PERP_TRY(write_outputs(i, "joints", &s->joint, s->joints > 0, joints));
    PERP_TRY(write_outputs(i, "springs", &s->spring, s->springs > 0, springs));
    PERP_TRY(write_outputs(i, "gaps", &s->gaps, s->scene_contacts > 0, gaps));
    return write_slips(i, s);
}

/* A number of the scene, or the double that the run takes for it. */
static void write_number(ink *i, const statement *st, mpq_srcptr x)
{
    double near;
    if (st->exact)
        ink_ratio(i, x);
    else if (literal_double(x, &near).code == PERP_OK)
        ink_double(i, near);
}

/** ## Kinds, sides and bindings

Each kind and each side once, in the order in which bindings first use them. */
static perp_status write_kind(ink *i, const kind *k)
{
    const uint32_t gap[2] = {0, k->gap.outputs};
    const uint32_t slips[2] = {kind_vels(k), k->row.outputs};
    ink_text(i, "kind ");
    ink_name(i, k->name);
    for (int w = 0; w < 2; w++)
        ink_text(i, " %u %u %u", k->coords[w], k->vels[w], k->params[w]);
    ink_text(i, " %u\n", k->slips);
    PERP_TRY(write_outputs(i, "gaps", &k->gap, 1, gap));
    return write_outputs(i, "slips", &k->row, 1, slips);
}

static void write_index(ink *i, uint32_t index)
{
    if (index == KIND_WORLD)
        ink_text(i, " w");
    else
        ink_text(i, " %u", index);
}

static void write_side(ink *i, const side *s, int exact)
{
    const uint32_t vels = s->vel == NULL ? s->coords : s->vels;
    ink_text(i, "side %u %u %u %u\n", s->n, s->coords, vels, s->params);
    for (uint32_t e = 0; e < s->n; e++) {
        ink_text(i, "thing");
        for (uint32_t k = 0; k < s->coords; k++)
            write_index(i, s->coord[e * s->coords + k]);
        for (uint32_t k = 0; k < vels; k++)
            write_index(i, s->vel == NULL ? s->coord[e * s->coords + k]
                                          : s->vel[e * vels + k]);
        for (uint32_t k = 0; k < s->params; k++) {
            const uint32_t at = e * s->params + k;
            ink_text(i, " ");
            if (exact && s->exact != NULL)
                ink_ratio(i, s->exact[at]);
            else
                ink_double(i, s->param[at]);
        }
        ink_text(i, "\n");
    }
}

/* The number of a kind or a side in order of first use; *fresh when the place
   `at` is that first use. */
static int kind_number(const perp_system *s, int at, int *fresh)
{
    int n = 0, first = 0;
    while (s->binding[first].pairs->k != s->binding[at].pairs->k)
        first++;
    for (int i = 0; i < first; i++) {
        int j = 0;
        while (s->binding[j].pairs->k != s->binding[i].pairs->k)
            j++;
        n += i == j;
    }
    *fresh = first == at;
    return n;
}

static const side *side_of(const perp_system *s, int place)
{
    return s->binding[place / 2].pairs->s[place % 2];
}

static int side_number(const perp_system *s, int at, int *fresh)
{
    int n = 0, first = 0;
    while (side_of(s, first) != side_of(s, at))
        first++;
    for (int i = 0; i < first; i++) {
        int j = 0;
        while (side_of(s, j) != side_of(s, i))
            j++;
        n += i == j;
    }
    *fresh = first == at;
    return n;
}

static perp_status write_binding(ink *i, const statement *st, int at)
{
    const perp_system *s = st->s;
    const binding *b = s->binding[at].pairs;
    int kind_is_new, side_is_new[2], number[3];
    number[0] = kind_number(s, at, &kind_is_new);
    for (int k = 0; k < 2; k++)
        number[k + 1] = side_number(s, 2 * at + k, &side_is_new[k]);
    if (kind_is_new)
        PERP_TRY(write_kind(i, b->k));
    for (int k = 0; k < 2; k++)
        if (side_is_new[k])
            write_side(i, b->s[k], st->exact);
    ink_text(i, "binding %d %d %d %u ", number[0], number[1], number[2], b->n);
    if (b->n > 0)
        write_number(i, st, s->mu_exact[s->pair_at[at]]);
    else
        ink_text(i, "0");
    ink_text(i, "\npairs");
    for (uint32_t k = 0; k < b->n; k++)
        ink_text(i, " %u:%u", b->a[k], b->b[k]);
    ink_text(i, "\n");
    return PERP_SUCCESS;
}

/** ## The whole

Lines stand here for all that a statement may come to say: what no scheme has so
far is `none`, and a checker that meets another word refuses it. */
static void write_parameters(ink *i, const statement *st)
{
    const char *const key[] = {"h",           "alpha", "gamma",
                               "restitution", "T",     "tolerance"};
    static const char *const project[] = {
        [PROJECT_NONE] = "none",
        [PROJECT_JOINTS] = "joints",
        [PROJECT_CONTACTS] = "contacts",
        [PROJECT_FULL] = "full"};
    const mpq_srcptr value[] = {st->h,           st->alpha, st->gamma,
                                st->restitution, st->T,     st->tolerance};
    ink_text(i, "perp scene 3\nscheme %.60s\n", st->scheme);
    for (int k = 0; k < 6; k++) {
        ink_text(i, "%s ", key[k]);
        ink_ratio(i, value[k]);
        ink_text(i, "\n");
    }
    ink_text(i, "penetration ");
    ink_double(i, st->penetration);
    ink_text(i, "\nactive %s\njacobians %s\nproject %s\n",
             st->sharp ? "sharp" : "kept", st->jacobians ? "exact" : "zero",
             project[st->project]);
    ink_text(i, "rounding %s\nkept_basis %s\nclock %s\n",
             st->exact ? "none" : "toward-zero", st->keeps ? "last" : "none",
             st->uniform ? "uniform" : "collision");
    ink_text(i, "jumps %s\nhits %s\ngap_t none\noffset none\n"
                "control none\n",
             st->jumps ? "approaching" : "none", st->hits ? "closing" : "none");
}

static void write_named(ink *i, const statement *st, const char *tag,
                        const char *name, mpq_srcptr value)
{
    ink_text(i, "%s ", tag);
    ink_name(i, name);
    if (value != NULL) {
        ink_text(i, " ");
        write_number(i, st, value);
    }
    ink_text(i, "\n");
}

static void write_names(ink *i, const statement *st)
{
    const perp_system *s = st->s;
    ink_text(i, "sizes %d %d %d %d %d %d %d %d\n", s->nq, s->nv, s->has_F,
             s->has_G, s->joints, s->springs, s->scene_contacts, s->bindings);
    for (int k = 0; k < s->nq; k++)
        write_named(i, st, "q", s->q_name[k], st->q[k]);
    for (int k = 0; k < s->nv; k++)
        write_named(i, st, "v", s->v_name[k], st->v[k]);
    for (int k = 0; k < s->joints; k++)
        write_named(i, st, "joint", s->joint_name[k], NULL);
    for (int k = 0; k < s->springs; k++) {
        ink_text(i, "spring ");
        ink_name(i, s->spring_name[k]);
        ink_text(i, " ");
        write_number(i, st, s->spring_exact[k]);
        ink_text(i, " ");
        write_number(i, st, s->spring_exact[s->springs + k]);
        ink_text(i, "\n");
    }
    for (int k = 0; k < s->scene_contacts; k++) {
        ink_text(i, "contact ");
        ink_name(i, s->contact_name[k]);
        ink_text(i, " %d ", s->slips[k]);
        write_number(i, st, s->mu_exact[k]);
        ink_text(i, "\n");
    }
}

/* Contacts that yield: K, C by a tape of both, behind those of every scene. */
static void write_deformed(ink *i, const statement *st)
{
    ink_text(i, "corners %d\n", st->corners);
    for (int k = 0; k < st->corners; k++) {
        ink_text(i, "corner ");
        ink_ratio(i, st->corner[2 * k]);
        ink_text(i, " ");
        ink_ratio(i, st->corner[2 * k + 1]);
        ink_text(i, "\n");
    }
    for (int k = 0; k < st->s->contacts + st->s->total_slips; k++) {
        ink_text(i, "delta ");
        if (st->delta != NULL)
            write_number(i, st, st->delta[k]);
        else
            ink_text(i, "0");
        ink_text(i, "\n");
    }
}

static perp_status write_yield(ink *i, const perp_system *s)
{
    const uint32_t all[2] = {0, s->yield.outputs};
    return write_outputs(i, "yield", &s->yield, s->yields > 0, all);
}

perp_status statement_write(const char *path, const statement *st, char *digest)
{
    ink i;
    PERP_TRY(ink_open(&i, path));
    write_parameters(&i, st);
    write_names(&i, st);
    if (st->yields)
        write_deformed(&i, st);
    perp_status s = write_tapes(&i, st->s);
    if (st->yields && s.code == PERP_OK)
        s = write_yield(&i, st->s);
    for (int k = 0; k < st->s->bindings && s.code == PERP_OK; k++)
        s = write_binding(&i, st, k);
    if (s.code == PERP_OK) /* or it is a beginning, and says no more */
        ink_text(&i, "end\n");
    ink_digest(&i, digest);
    perp_status closed = ink_close(&i);
    return s.code != PERP_OK ? s : closed;
}
