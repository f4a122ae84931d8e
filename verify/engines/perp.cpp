/** perp itself, by its library, so that its steps are timed by the loop that times
the others'. The scene is scene.lua, which reads scenes.lua beside it. */
#include "driver.h"

#include <perp.h>

namespace
{
using driver::numbers;

struct own final : driver::engine {
    perp_run *run;
    numbers q, v;
    size_t posed; /* coordinates of a body */

    static perp_scene *scene(const std::string &text, const char *name)
    {
        perp_error error;
        std::string file = text.substr(0, text.rfind('/') + 1) + "scene.lua";
        perp_scene *s = perp_scene_file(file.c_str(), nullptr, &error);
        if (s == nullptr || perp_scene_set(s, "scene", name, &error) != 0)
            throw driver::reason{error.message};
        return s;
    }

    own(const driver::scene &of, const std::string &text, const char *name)
    {
        perp_error error;
        perp_scene *s = scene(text, name);
        run = perp_run_begin(s, nullptr, &error);
        perp_scene_free(s);
        if (run == nullptr)
            throw driver::reason{error.message};
        perp_sizes sizes = perp_run_sizes(run);
        q.resize(static_cast<size_t>(sizes.coordinates));
        v.resize(static_cast<size_t>(sizes.velocities));
        posed = of.dim == 2 ? 3 : 7;
    }

    ~own() override { perp_run_free(run); }

    void push(size_t, double) override {} /* the scene pushes */

    void step() override
    {
        perp_error error;
        if (perp_run_step(run, &error) < 0)
            throw driver::reason{error.message};
    }

    void state(size_t k, numbers &to_q, numbers &to_v) override
    {
        size_t moved = posed == 3 ? 3 : 6;
        perp_run_state(run, nullptr, q.data(), v.data());
        auto place = q.begin() + static_cast<long>(k * posed);
        auto speed = v.begin() + static_cast<long>(k * moved);
        to_q.insert(to_q.end(), place, place + static_cast<long>(posed));
        to_v.insert(to_v.end(), speed, speed + static_cast<long>(moved));
    }
};
} // namespace

int main(int, char **argv)
{
    driver::manners of = {perp_version(),
                          1,
                          0.01,
                          "no",
                          "alpha-gamma, both 1",
                          "alpha-gamma, both 1"};
    return driver::drive(argv, of, [argv](const driver::scene &s, bool) {
        return new own(s, argv[1], argv[2]);
    });
}
