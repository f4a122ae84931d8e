// matter, in pixels: 100 are a metre. Its time is in ms, its velocities are paths of
// a step, its discs polygons of 26 sides. Drag, which it has by default, is 0.
import Matter from 'matter-js';
import { WALL, wallPose, drive } from './driver.mjs';

const { Engine, Body, Bodies, Composite, Constraint } = Matter;
const METRE = 100;
const iterations = { default: [6, 4, 2], accurate: [60, 40, 20] };
const more = { weight: 1, closed: 0.01,
  softens: 'yes: a share of each overlap is taken back, friction has a law of its own' };

await drive({
  default: { setting: '6, 4 and 2 iterations, the defaults', ...more },
  accurate: { setting: '60, 40 and 20 iterations', ...more },
}, (scene, setting) => {
  if (scene.dim === 3) throw 'not posed: plane only';
  const [positionIterations, velocityIterations, constraintIterations] =
    iterations[setting];
  const ms = 1000 * scene.h, base = 1000 / 60;
  const engine = Engine.create({ positionIterations, velocityIterations,
    constraintIterations, gravity: { x: scene.g[0], y: scene.g[1], scale: METRE / 1e6 } });
  const surface = { friction: scene.mu, restitution: scene.e, frictionAir: 0 };
  for (const wall of scene.walls) {
    const { x, y, angle } = wallPose(wall);
    Composite.add(engine.world, Bodies.rectangle(METRE * x, METRE * y,
      METRE * WALL.length, METRE * WALL.depth, { ...surface, isStatic: true, angle }));
  }
  const bodies = {};
  for (const b of scene.bodies) {
    const [x, y] = b.at.map((z) => METRE * z), [a, c] = b.size.map((z) => METRE * z);
    const body = b.what === 'disc' ? Bodies.circle(x, y, a, surface) :
      Bodies.rectangle(x, y, a, c, surface);
    Body.setMass(body, b.mass);
    Body.setInertia(body, b.inertia * METRE * METRE);
    Body.setAngle(body, b.turn[0]);
    body.deltaTime = ms;
    Body.setVelocity(body, { x: b.velocity[0] * METRE * base / 1000,
      y: b.velocity[1] * METRE * base / 1000 });
    Body.setAngularVelocity(body, b.spin[0] * base / 1000);
    Composite.add(engine.world, body);
    bodies[b.name] = body;
  }
  for (const pin of scene.pins) {
    const body = bodies[pin.body], c = Math.cos(body.angle), s = Math.sin(body.angle);
    const [x, y] = pin.at.map((z) => METRE * z);
    Composite.add(engine.world, Constraint.create({ bodyA: body, length: 0,
      pointA: { x: c * x - s * y, y: s * x + c * y },
      pointB: { x: METRE * pin.on[0], y: METRE * pin.on[1] } }));
  }
  const list = Object.values(bodies);
  return {
    step(t) {
      for (const push of scene.pushes)
        bodies[push.body].force.x += push.force(t) * METRE / 1e6;
      Engine.update(engine, ms);
    },
    state(k) {
      const { position: p, velocity: v, angle, angularVelocity } = list[k];
      return [[p.x / METRE, p.y / METRE, angle],
        [v.x / METRE / scene.h, v.y / METRE / scene.h, angularVelocity / scene.h]];
    },
  };
});
