/* A statement that memory is missing for: whatever request of perp's own is refused,
   LIMIT, and the file is a beginning of the whole one, without its last line. */
#include "base/memory.h"
#include "check.h"
#include "own_dir.h"
#include "proof/certificate/statement.h"
#include "scene.h"

static size_t text_of(const char *name, char *text, size_t room)
{
    FILE *f = fopen(in_dir(name), "rb");
    const size_t n = f == NULL ? 0 : fread(text, 1, room, f);
    if (f != NULL)
        fclose(f);
    return n;
}

/* A point above the ground, in a force. */
static perp_status point(scene *c)
{
    scene_start(c, 2);
    graph_id one = graph_const(&c->g, 1), zero = graph_const(&c->g, 0);
    graph_id M[] = {one, zero, zero, one}, k[] = {zero, c->q[0]};
    system_spec spec = {.g = &c->g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = c->name,
                        .v_name = c->name,
                        .M = M,
                        .k = k};
    return system_make(&c->a, &spec, &c->sys);
}

static void cut(void)
{
    scene c;
    char digest[65];
    static char whole[20000], part[20000];
    mpq_t zero[2], one;
    mpq_inits(zero[0], zero[1], one, NULL);
    mpq_set_ui(one, 1, 1);
    CHECK(point(&c).code == PERP_OK, "scene");
    statement st = {.s = &c.sys,
                    .scheme = "alpha-gamma",
                    .h = one,
                    .alpha = one,
                    .gamma = one,
                    .restitution = zero[0],
                    .T = one,
                    .tolerance = zero[0],
                    .q = (const mpq_t *)zero,
                    .v = (const mpq_t *)zero};
    CHECK(statement_write(in_dir("s"), &st, digest).code == PERP_OK, "whole");
    const size_t n = text_of("s", whole, sizeof whole);
    CHECK(n > 5 && memcmp(whole + n - 5, "\nend\n", 5) == 0, "%zu bytes", n);
    size_t refusals = 0;
    for (perp_code code = PERP_LIMIT; code == PERP_LIMIT && refusals < 1000;) {
        memory_refuse(++refusals);
        code = statement_write(in_dir("s"), &st, digest).code;
        memory_refuse(0);
        const size_t m = text_of("s", part, sizeof part);
        CHECK(memcmp(whole, part, m) == 0 && (m < n) == (code != PERP_OK),
              "request %zu: code %d, %zu of %zu bytes", refusals, (int)code, m,
              n);
    }
    CHECK(refusals > 2 && refusals < 1000, "%zu refusals", refusals);
    scene_end(&c);
    mpq_clears(zero[0], zero[1], one, NULL);
}

int main(void)
{
    own_dir();
    RUN(cut);
    own_dir_end();
    DONE;
}
