/** Siconos in the plane, its contacts found by Bullet (`SiconosBulletCollisionManager`),
one friction problem a step. */
#include "driver.h"

#include <SiconosBodies.hpp>

#include <RigidBody2dDS.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosContactor.hpp>
#include <SiconosKernel.hpp>

namespace
{
using driver::numbers;

SP::SiconosVector vector(const numbers &x)
{
    return std::make_shared<SiconosVector>(x);
}

struct siconos final : driver::engine {
    driver::scene s;
    SP::NonSmoothDynamicalSystem system;
    SP::TimeStepping simulation;
    std::vector<std::shared_ptr<RigidBody2dDS>> bodies;

    static std::shared_ptr<SiconosContactorSet>
    contactor(SP::SiconosShape shape)
    {
        auto set = std::make_shared<SiconosContactorSet>();
        set->append(std::make_shared<SiconosContactor>(shape));
        return set;
    }

    void add(const driver::body &b)
    {
        auto body = std::make_shared<RigidBody2dDS>(
            vector({b.at[0], b.at[1], b.th}),
            vector({b.velocity[0], b.velocity[1], b.spin[2]}), b.mass,
            b.moments[2]);
        SP::SiconosShape shape =
            std::make_shared<SiconosBox2d>(b.box[0], b.box[1]);
        if (b.disc)
            shape = std::make_shared<SiconosDisk>(static_cast<float>(b.radius));
        shape->setInsideMargin(0.01);
        body->setContactors(contactor(shape));
        body->setFExtPtr(vector({b.mass * s.g[0], b.mass * s.g[1], 0}));
        system->insertDynamicalSystem(body);
        bodies.push_back(body);
    }

    siconos(const driver::scene &posed, bool accurate) : s(posed)
    {
        if (s.dim == 3)
            throw driver::reason{"not posed: this driver is of the plane"};
        if (!s.pins.empty())
            throw driver::reason{
                "not posed: its joints are of bodies in space"};
        system = std::make_shared<NonSmoothDynamicalSystem>(0, 2 * s.T);
        for (const driver::body &b : s.bodies)
            add(b);
        SiconosBulletOptions options;
        options.dimension = SICONOS_BULLET_2D;
        auto manager = std::make_shared<SiconosBulletCollisionManager>(options);
        manager->insertNonSmoothLaw(
            std::make_shared<NewtonImpactFrictionNSL>(s.e, 0, s.mu, 2), 0, 0);
        for (const driver::wall &w : s.walls) {
            auto shape = std::make_shared<SiconosBox2d>(40, 2);
            shape->setInsideMargin(0.01);
            manager->insertStaticContactorSet(
                contactor(shape),
                vector({w.at[0] - w.normal[0], w.at[1] - w.normal[1],
                        std::atan2(-w.normal[0], w.normal[1])}));
        }
        auto problem = std::make_shared<FrictionContact>(
            2, accurate ? SICONOS_FRICTION_2D_LEMKE : SICONOS_FRICTION_2D_NSGS);
        simulation = std::make_shared<TimeStepping>(
            system, std::make_shared<TimeDiscretisation>(0, s.h),
            std::make_shared<MoreauJeanOSI>(0.5), problem);
        simulation->insertInteractionManager(manager);
    }

    void push(size_t k, double force) override
    {
        bodies[k]->fExt()->setValue(0, force);
    }

    void step() override
    {
        simulation->computeOneStep();
        simulation->nextStep();
    }

    void state(size_t k, numbers &q, numbers &v) override
    {
        for (unsigned i = 0; i < 3; i++) {
            q.push_back(bodies[k]->q()->getValue(i));
            v.push_back(bodies[k]->velocity()->getValue(i));
        }
    }
};
} // namespace

int main(int, char **argv)
{
    driver::manners of = {"",
                          0.5,
                          0.01,
                          "no",
                          "theta 1/2, NSGS, the defaults",
                          "theta 1/2, Lemke"};
    return driver::drive(argv, of, [](const driver::scene &s, bool accurate) {
        return new siconos(s, accurate);
    });
}
