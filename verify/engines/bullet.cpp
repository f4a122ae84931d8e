/** Bullet in double precision. Bodies of the plane are boxes and spheres that may
only move in x and y and turn about z; a wall is a half space. */
#include "driver.h"

#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

namespace
{
using driver::numbers;

btVector3 vector(const numbers &x)
{
    return btVector3(x[0], x[1], x[2]);
}

struct bullet final : driver::engine {
    driver::scene s;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btDantzigSolver dantzig;
    std::unique_ptr<btSequentialImpulseConstraintSolver> solver;
    std::unique_ptr<btDiscreteDynamicsWorld> world;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> pins;

    /* Bullet multiplies the coefficients of the two that touch. */
    btRigidBody &add(btCollisionShape *shape, double mass, btVector3 inertia)
    {
        shapes.emplace_back(shape);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape,
                                                      inertia);
        info.m_friction = std::sqrt(s.mu);
        info.m_restitution = std::sqrt(s.e);
        bodies.emplace_back(new btRigidBody(info));
        bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        return *bodies.back();
    }

    void add(const driver::body &b)
    {
        btCollisionShape *shape = new btBoxShape(vector(b.box) / 2);
        if (b.disc)
            shape = new btSphereShape(b.radius);
        btVector3 inertia = vector(b.moments); /* 0 is infinite */
        if (s.dim == 2)
            inertia = btVector3(0, 0, b.moments[2]);
        btRigidBody &body = add(shape, b.mass, inertia);
        btQuaternion turn(b.turn[1], b.turn[2], b.turn[3], b.turn[0]);
        body.setCenterOfMassTransform(btTransform(turn, vector(b.at)));
        body.setLinearVelocity(vector(b.velocity));
        body.setAngularVelocity(quatRotate(turn, vector(b.spin)));
        if (s.dim == 2) {
            body.setLinearFactor(btVector3(1, 1, 0));
            body.setAngularFactor(btVector3(0, 0, 1));
        }
        world->addRigidBody(&body);
    }

    bullet(const driver::scene &posed, bool accurate) : s(posed)
    {
        solver.reset(accurate ? new btMLCPSolver(&dantzig)
                              : new btSequentialImpulseConstraintSolver);
        world.reset(new btDiscreteDynamicsWorld(&dispatcher, &broadphase,
                                                solver.get(), &configuration));
        world->setGravity(vector(s.g));
        for (const driver::body &b : s.bodies)
            add(b);
        for (const driver::wall &w : s.walls) {
            btVector3 n = vector(w.normal);
            world->addRigidBody(
                &add(new btStaticPlaneShape(n, n.dot(vector(w.at))), 0,
                     btVector3(0, 0, 0)));
        }
        for (const driver::pin &p : s.pins) {
            pins.emplace_back(
                new btPoint2PointConstraint(*bodies[p.body], vector(p.at)));
            world->addConstraint(pins.back().get());
        }
    }

    void push(size_t k, double force) override
    {
        bodies[k]->applyCentralForce(btVector3(force, 0, 0));
    }

    void step() override
    {
        world->stepSimulation(s.h, 0);
    }

    void state(size_t k, numbers &q, numbers &v) override
    {
        const btRigidBody &b = *bodies[k];
        btVector3 x = b.getCenterOfMassPosition(), u = b.getLinearVelocity();
        btVector3 w = b.getAngularVelocity();
        btQuaternion p = b.getOrientation();
        append(s, {x[0], x[1], x[2]}, {p.w(), p.x(), p.y(), p.z()},
               {u[0], u[1], u[2]}, {w[0], w[1], w[2]}, q, v);
    }
};
} // namespace

int main(int, char **argv)
{
    int v = btGetVersion();
    driver::manners of = {std::to_string(v / 100) + "." +
                              std::to_string(v % 100),
                          1,
                          0.01,
                          "no; a fifth of each overlap is taken back",
                          "sequential impulses, 10 iterations, the defaults",
                          "the direct solver: btMLCPSolver, btDantzigSolver"};
    return driver::drive(argv, of, [](const driver::scene &s, bool accurate) {
        return new bullet(s, accurate);
    });
}
