#include "guest.h"

enum { STEPS = 3 };

static int watch(void *user, long step, long steps)
{
    (void)user;
    (void)steps;
    return step >= STEPS;
}

static void say(void *user, const char *text)
{
    (void)user;
    MUST(memchr(text, 0, 1u << 20) != NULL, "no end");
}

/* With perp.core.fail a scene may say any code of itself. */
static void ends_well(perp_status s, int says_codes)
{
    FUZZ_ONE_LINE(s);
    MUST(says_codes || (s.code != PERP_BUG && s.code != PERP_IO), "%d: %s",
         s.code, s.message);
}

static int fails(const char *text, size_t length)
{
    for (size_t i = 0; i + 4 <= length; i++)
        if (memcmp(text + i, "fail", 4) == 0)
            return 1;
    return 0;
}

void guest_run(const char *text, size_t length, const char *set, unsigned how)
{
    static const experiment_mode modes[] = {
        EXPERIMENT_DOUBLE, EXPERIMENT_EXACT_CHECK, EXPERIMENT_RATIONAL};
    const bind_host host = {.say = say, .watch = watch};
    const int by_steps = (how & 1) != 0;
    const int says_codes = set != NULL || fails(text, length);
    const bind_options o = {.script = "scene.lua",
                            .text = text,
                            .length = length,
                            .host = &host,
                            .sets = set != NULL,
                            .set = &set,
                            .mode = modes[(how >> 1) % 3],
                            .limits = {20000, 0.2},
                            .quiet = 1,
                            .seconds = 0.2,
                            .megabytes = 16};
    bind_held *h = NULL;
    perp_status s = bind_hold(&o, by_steps, &h);
    ends_well(s, says_codes);
    MUST((s.code == PERP_OK) == (h != NULL), "%d", s.code);
    for (int k = 0; h != NULL && by_steps && k < STEPS; k++) {
        if (bind_kept(h)->l == NULL)
            break;
        s = bind_step(h);
        ends_well(s, says_codes);
        if (s.code != PERP_OK)
            break;
    }
    bind_release(h);
}
