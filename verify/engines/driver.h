/**
# What the drivers in C++ share

The scenes are read, an engine is stepped, its states are written: driver.mjs in
another language. `ENGINE scenes.lua SCENE SETTING OUT.csv [RUNS]` prints one line of
JSON, with the least times of three runs or so many: `seconds` of the clock, and of the
processor, which a busy machine does not stretch.
*/
#ifndef ENGINES_DRIVER_H
#define ENGINES_DRIVER_H

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <time.h>
#include <vector>

namespace driver
{
using numbers = std::vector<double>;

struct wall {
    numbers at, normal;
};
/** All of it in space: in the plane z is 0, a box is 1 m deep, all moments are the one
about z. */
struct body {
    std::string name;
    bool disc;
    double mass, radius, th;
    numbers box, moments, at, turn, velocity, spin;
};
struct pin {
    size_t body;
    numbers at, on;
};
struct push {
    size_t body;
    double a, w;
};
struct scene {
    int dim;
    double h, T, mu, e;
    numbers g;
    std::vector<wall> walls;
    std::vector<body> bodies;
    std::vector<pin> pins;
    std::vector<push> pushes;

    size_t index(const std::string &name) const
    {
        size_t k = 0;
        while (bodies[k].name != name)
            k++;
        return k;
    }
};

/** An engine: the force along x until the next step; a step; `state` appends q to one
list, v to another. */
struct engine {
    virtual ~engine() = default;
    virtual void push(size_t k, double force) = 0;
    virtual void step() = 0;
    virtual void state(size_t k, numbers &q, numbers &v) = 0;
};

/** A body of an engine in space: its centre, its quaternion with the scalar first, its
velocities in the world's directions, as columns of the scene. In space w becomes
R^T w = w - 2 a r x w + 2 r x (r x w), with the quaternion (a, r). */
inline void append(const scene &s, const numbers &x, const numbers &p,
                   const numbers &u, const numbers &w, numbers &q, numbers &v)
{
    if (s.dim == 2) {
        q.insert(q.end(), {x[0], x[1], 2 * std::atan2(p[3], p[0])});
        v.insert(v.end(), {u[0], u[1], w[2]});
        return;
    }
    auto cross = [&p](const numbers &b) {
        return numbers{p[2] * b[2] - p[3] * b[1], p[3] * b[0] - p[1] * b[2],
                       p[1] * b[1] - p[2] * b[0]};
    };
    numbers c = cross(w), d = cross(c);
    q.insert(q.end(), x.begin(), x.end());
    q.insert(q.end(), p.begin(), p.end());
    v.insert(v.end(), u.begin(), u.end());
    for (size_t i = 0; i < 3; i++)
        v.push_back(w[i] - 2 * p[0] * c[i] + 2 * d[i]);
}

/** Thrown: why a scene is not posed. */
struct reason {
    std::string text;
};

inline numbers take(std::istream &in, size_t n)
{
    numbers x(n);
    for (double &y : x)
        in >> y;
    return x;
}

inline body read_body(std::istream &in, const std::string &name, bool disc,
                      int dim)
{
    body b{name, disc, 0, 0, 0, {}, {}, {}, {}, {}, {}};
    in >> b.mass;
    b.box = take(in, disc ? 1 : dim);
    b.radius = disc ? b.box[0] : 0;
    b.box.resize(3, 1);
    b.at = take(in, dim);
    b.at.resize(3);
    b.turn = take(in, dim == 3 ? 4 : 1);
    b.th = b.turn[0];
    if (dim == 2)
        b.turn = {std::cos(b.th / 2), 0, 0, std::sin(b.th / 2)};
    b.velocity = take(in, dim);
    b.velocity.resize(3);
    b.spin = dim == 3 ? take(in, 3) : numbers{0, 0, take(in, 1)[0]};
    for (size_t i = 0; i < 3; i++) {
        double x = b.box[dim == 3 ? (i + 1) % 3 : 0];
        double y = b.box[dim == 3 ? (i + 2) % 3 : 1];
        b.moments.push_back(b.mass * (disc ? x * x / 2 : (x * x + y * y) / 12));
    }
    return b;
}

inline scene read(const char *file, const std::string &name)
{
    scene s;
    bool here = false;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string what, of;
        words >> what >> of;
        if (what == "scene")
            here = of == name;
        if (!here)
            continue;
        if (what == "scene") {
            words >> s.dim >> s.h >> s.T >> s.mu >> s.e;
            s.g = take(words, s.dim);
            s.g.resize(3);
        } else if (what == "wall") {
            wall w{take(words, s.dim), take(words, s.dim)};
            double square = 0;
            for (double x : w.normal)
                square += x * x;
            for (double &x : w.normal)
                x /= std::sqrt(square);
            w.at.resize(3);
            w.normal.resize(3);
            s.walls.push_back(w);
        } else if (what == "pin") {
            pin p{s.index(of), take(words, 2), take(words, 2)};
            p.at.resize(3);
            p.on.resize(3);
            s.pins.push_back(p);
        } else if (what == "push") {
            numbers x = take(words, 2);
            s.pushes.push_back({s.index(of), x[0], x[1]});
        } else if (what == "box" || what == "disc") {
            s.bodies.push_back(read_body(words, of, what == "disc", s.dim));
        }
    }
    return s;
}

inline void columns(std::ostream &out, const scene &s)
{
    static const char *const plane[] = {"x", "y", "th"};
    static const char *const q[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
    static const char *const v[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
    out << "t";
    for (int velocity = 0; velocity < 2; velocity++)
        for (const body &b : s.bodies)
            for (int i = 0; i < (s.dim == 2 ? 3 : velocity ? 6 : 7); i++)
                out << (velocity ? ",v." : ",q.") << b.name << "."
                    << (s.dim == 2 ? plane[i]
                        : velocity ? v[i]
                                   : q[i]);
    out << "\n";
}

/** Of a loop of steps, s. */
struct spent {
    double clock = 0, processor = 0;
};

inline double processor()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/** A step, and what it takes. */
inline void timed(engine &e, spent &of)
{
    auto start = std::chrono::steady_clock::now();
    double used = processor();
    e.step();
    of.processor += processor() - used;
    of.clock += std::chrono::duration<double>(
                    std::chrono::steady_clock::now() - start)
                    .count();
}

/** Row by row; angles between -pi and pi go on from where they were. */
template <typename pose>
spent once(const scene &s, const std::string &setting, pose posed,
           std::ostream &out)
{
    std::unique_ptr<engine> e(posed(s, setting == "accurate"));
    numbers before;
    spent took;
    long steps = std::lround(s.T / s.h);
    columns(out, s);
    for (long l = 0; l <= steps; l++) {
        if (l > 0) {
            for (const push &p : s.pushes)
                e->push(p.body,
                        p.a * std::cos(p.w * static_cast<double>(l - 1) * s.h));
            timed(*e, took);
        }
        numbers q, v;
        for (size_t k = 0; k < s.bodies.size(); k++)
            e->state(k, q, v);
        for (size_t i = 2; s.dim == 2 && l > 0 && i < q.size(); i += 3)
            q[i] += 2 * M_PI * std::round((before[i] - q[i]) / (2 * M_PI));
        before = q;
        out << static_cast<double>(l) * s.h;
        for (const numbers &x : {q, v})
            for (double y : x)
                out << "," << y;
        out << "\n";
    }
    return took;
}

/** What is said of an engine: the weight of the new velocity that moves positions, the
gap up to which bodies touch, what is softened on purpose, each setting in words. */
struct manners {
    std::string version;
    double weight, closed;
    std::string softens, standard, accurate;
};

/** `main` of a driver. */
template <typename pose> int drive(char **argv, const manners &of, pose posed)
{
    scene s = read(argv[1], argv[2]);
    std::string rest;
    try {
        spent least{INFINITY, INFINITY};
        int runs = argv[5] != nullptr ? std::atoi(argv[5]) : 3;
        for (int run = 0; run < runs; run++) {
            std::ostringstream text;
            text.precision(17);
            spent took = once(s, argv[3], posed, text);
            least.clock = std::fmin(least.clock, took.clock);
            least.processor = std::fmin(least.processor, took.processor);
            if (run == 0)
                std::ofstream(argv[4]) << text.str();
        }
        rest = "\"seconds\": " + std::to_string(1e9 * least.clock) +
               "e-9, \"processor\": " + std::to_string(1e9 * least.processor) +
               "e-9";
    } catch (const reason &why) {
        rest = "\"reason\": \"" + why.text + "\"";
    }
    bool accurate = std::string(argv[3]) == "accurate";
    std::printf("{\"version\": \"%s\", \"setting\": \"%s\", \"weight\": %g, "
                "\"closed\": %g, \"softens\": \"%s\", %s}\n",
                of.version.c_str(),
                (accurate ? of.accurate : of.standard).c_str(), of.weight,
                of.closed, of.softens.c_str(), rest.c_str());
    return 0;
}
} // namespace driver

#endif
