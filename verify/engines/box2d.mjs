// Box2D 2.4, compiled to WebAssembly, in floats.
import { createRequire } from 'node:module';
import { WALL, wallPose, drive } from './driver.mjs';

globalThis.fetch = undefined; // it would ask for the file as if on a network
const box2d = await createRequire(import.meta.url)('box2d-wasm')();
const { b2World, b2BodyDef, b2FixtureDef, b2PolygonShape, b2CircleShape, b2Vec2,
  b2RevoluteJointDef, b2_dynamicBody } = box2d;
const iterations = { default: [8, 3], accurate: [100, 40] };

const more = { weight: 1, closed: 0.025,
  softens: 'no; polygons have a skin of 1 cm, bodies 5 mm inside each other are left' };

await drive({
  default: { setting: '8 and 3 iterations, as its manual suggests', ...more },
  accurate: { setting: '100 and 40 iterations', ...more },
}, (scene, setting) => {
  if (scene.dim === 3) throw 'not posed: plane only';
  const world = new b2World(new b2Vec2(...scene.g));
  world.SetAllowSleeping(false);
  const fixture = (body, shape, density) => {
    const f = new b2FixtureDef();
    f.set_shape(shape);
    f.set_density(density);
    f.set_friction(scene.mu);
    f.set_restitution(scene.e);
    body.CreateFixture(f);
  };
  const box = (a, c) => {
    const shape = new b2PolygonShape();
    shape.SetAsBox(a / 2, c / 2);
    return shape;
  };
  const circle = (r) => {
    const shape = new b2CircleShape();
    shape.set_m_radius(r);
    return shape;
  };
  for (const wall of scene.walls) {
    const { x, y, angle } = wallPose(wall), def = new b2BodyDef();
    def.set_position(new b2Vec2(x, y));
    def.set_angle(angle);
    fixture(world.CreateBody(def), box(WALL.length, WALL.depth), 0);
  }
  const bodies = {};
  for (const b of scene.bodies) {
    const def = new b2BodyDef(), disc = b.what === 'disc', [a, c] = b.size;
    def.set_type(b2_dynamicBody);
    def.set_position(new b2Vec2(...b.at));
    def.set_angle(b.turn[0]);
    def.set_linearVelocity(new b2Vec2(...b.velocity));
    def.set_angularVelocity(b.spin[0]);
    bodies[b.name] = world.CreateBody(def);
    fixture(bodies[b.name], disc ? circle(a) : box(a, c),
      b.mass / (disc ? Math.PI * a * a : a * c));
  }
  for (const pin of scene.pins) {
    const def = new b2RevoluteJointDef();
    def.set_bodyA(world.CreateBody(new b2BodyDef()));
    def.set_bodyB(bodies[pin.body]);
    def.set_localAnchorA(new b2Vec2(...pin.on));
    def.set_localAnchorB(new b2Vec2(...pin.at));
    world.CreateJoint(def);
  }
  const list = Object.values(bodies);
  return {
    step(t) {
      for (const push of scene.pushes)
        bodies[push.body].ApplyForceToCenter(new b2Vec2(push.force(t), 0), true);
      world.Step(scene.h, ...iterations[setting]);
    },
    state(k) {
      const p = list[k].GetPosition(), v = list[k].GetLinearVelocity();
      return [[p.x, p.y, list[k].GetAngle()], [v.x, v.y, list[k].GetAngularVelocity()]];
    },
  };
});
