/** DART. A body of the plane is a box or a sphere on a joint that knows x, y and an
angle, or on a hinge where a pin is; a wall is a box. */
#include "driver.h"

#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

namespace
{
using namespace dart::dynamics;
using driver::numbers;
using vec3 = Eigen::Vector3d;
using quaternion = Eigen::Quaterniond;
using isometry = Eigen::Isometry3d;

vec3 vector(const numbers &x)
{
    return {x[0], x[1], x[2]};
}

isometry place(const numbers &x, const quaternion &turn = {1, 0, 0, 0})
{
    isometry at(turn);
    at.translation() = vector(x);
    return at;
}

struct darts final : driver::engine {
    driver::scene s;
    dart::simulation::WorldPtr world = dart::simulation::World::create();
    std::vector<BodyNode *> bodies;

    /* DART takes the smaller mu of the two that touch, and the product of e. */
    void surface(BodyNode *body, const ShapePtr &shape)
    {
        auto *a = body->createShapeNodeWith<CollisionAspect, DynamicsAspect>(
                          shape)->getDynamicsAspect();
        a->setFrictionCoeff(s.mu);
        a->setRestitutionCoeff(std::sqrt(s.e));
    }

    BodyNode *jointed(Skeleton &whole, const driver::body &b,
                      const driver::pin *pin)
    {
        quaternion turn(b.turn[0], b.turn[1], b.turn[2], b.turn[3]);
        if (pin) {
            auto both = whole.createJointAndBodyNodePair<RevoluteJoint>();
            both.first->setAxis(vec3::UnitZ());
            both.first->setTransformFromChildBodyNode(place(pin->at));
            both.first->setTransformFromParentBodyNode(place(pin->on));
            both.first->setPosition(0, b.th);
            both.first->setVelocity(0, b.spin[2]);
            return both.second;
        }
        if (s.dim == 2) {
            auto both = whole.createJointAndBodyNodePair<PlanarJoint>();
            both.first->setPositions(vec3(b.at[0], b.at[1], b.th));
            both.first->setVelocities(
                vec3(b.velocity[0], b.velocity[1], b.spin[2]));
            return both.second;
        }
        auto both = whole.createJointAndBodyNodePair<FreeJoint>();
        both.first->setTransform(place(b.at, turn));
        both.first->setLinearVelocity(vector(b.velocity));
        both.first->setAngularVelocity(turn * vector(b.spin));
        return both.second;
    }

    void add(size_t k)
    {
        const driver::body &b = s.bodies[k];
        SkeletonPtr skeleton = Skeleton::create(b.name);
        const driver::pin *pin = s.pins.empty() ? nullptr : &s.pins[0];
        bodies.push_back(jointed(*skeleton, b, pin));
        ShapePtr shape = std::make_shared<BoxShape>(vector(b.box));
        if (b.disc)
            shape = std::make_shared<SphereShape>(b.radius);
        surface(bodies[k], shape);
        bodies[k]->setInertia({b.mass, vec3::Zero(),
                               vector(b.moments).asDiagonal().toDenseMatrix()});
        world->addSkeleton(skeleton);
    }

    void add(const driver::wall &w)
    {
        SkeletonPtr skeleton =
            Skeleton::create("wall" + std::to_string(world->getNumSkeletons()));
        auto both = skeleton->createJointAndBodyNodePair<WeldJoint>();
        isometry at = place(w.at, quaternion::FromTwoVectors(vec3::UnitY(),
                                                             vector(w.normal)));
        both.first->setTransformFromParentBodyNode(
            at.translate(-vec3::UnitY()));
        surface(both.second, std::make_shared<BoxShape>(vec3(40, 2, 40)));
        world->addSkeleton(skeleton);
    }

    darts(const driver::scene &posed, bool accurate) : s(posed)
    {
        world->setTimeStep(s.h);
        world->setGravity(vector(s.g));
        if (accurate)
            world->getConstraintSolver()->setCollisionDetector(
                dart::collision::DARTCollisionDetector::create());
        for (size_t k = 0; k < s.bodies.size(); k++)
            add(k);
        for (const driver::wall &w : s.walls)
            add(w);
    }

    void push(size_t k, double force) override
    {
        bodies[k]->addExtForce(vec3(force, 0, 0));
    }

    void step() override { world->step(); }

    void state(size_t k, numbers &q, numbers &v) override
    {
        const isometry &at = bodies[k]->getTransform();
        vec3 x = at.translation(), u = bodies[k]->getLinearVelocity(),
             w = bodies[k]->getAngularVelocity();
        quaternion p(at.linear());
        append(s, {x[0], x[1], x[2]}, {p.w(), p.x(), p.y(), p.z()},
               {u[0], u[1], u[2]}, {w[0], w[1], w[2]}, q, v);
    }
};
} // namespace

int main(int, char **argv)
{
    driver::manners of = {DART_VERSION, 1, 0.01,
                          "no; a share of each overlap is taken back",
                          "Dantzig, contacts of FCL, the defaults", "Dantzig, its own detector"};
    return driver::drive(argv, of, [](const driver::scene &s, bool accurate) {
        return new darts(s, accurate);
    });
}
