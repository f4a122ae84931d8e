// planck, which is Box2D written again in TypeScript, in doubles.
import { World, Box, Circle, Vec2, RevoluteJoint } from 'planck';
import { WALL, wallPose, drive } from './driver.mjs';

const iterations = { default: [8, 3], accurate: [100, 40] };

const more = { weight: 1, closed: 0.025,
  softens: 'no; polygons have a skin of 1 cm, bodies 5 mm inside each other are left' };

await drive({
  default: { setting: '8 and 3 iterations, the defaults of `step`', ...more },
  accurate: { setting: '100 and 40 iterations', ...more },
}, (scene, setting) => {
  if (scene.dim === 3) throw 'not posed: plane only';
  const world = new World({ gravity: new Vec2(...scene.g), allowSleep: false });
  const surface = { friction: scene.mu, restitution: scene.e };
  for (const wall of scene.walls) {
    const { x, y, angle } = wallPose(wall);
    world.createBody({ position: new Vec2(x, y), angle }).createFixture({ ...surface,
      shape: new Box(WALL.length / 2, WALL.depth / 2) });
  }
  const bodies = {};
  for (const b of scene.bodies) {
    const disc = b.what === 'disc', [a, c] = b.size;
    bodies[b.name] = world.createBody({ type: 'dynamic', position: new Vec2(...b.at),
      angle: b.turn[0], linearVelocity: new Vec2(...b.velocity),
      angularVelocity: b.spin[0] });
    bodies[b.name].createFixture({ ...surface,
      shape: disc ? new Circle(a) : new Box(a / 2, c / 2),
      density: b.mass / (disc ? Math.PI * a * a : a * c) });
  }
  for (const pin of scene.pins)
    world.createJoint(new RevoluteJoint({ bodyA: world.createBody(),
      bodyB: bodies[pin.body], localAnchorA: new Vec2(...pin.on),
      localAnchorB: new Vec2(...pin.at) }));
  const list = Object.values(bodies);
  return {
    step(t) {
      for (const push of scene.pushes)
        bodies[push.body].applyForceToCenter(new Vec2(push.force(t), 0));
      world.step(scene.h, ...iterations[setting]);
    },
    state(k) {
      const p = list[k].getPosition(), v = list[k].getLinearVelocity();
      return [[p.x, p.y, list[k].getAngle()], [v.x, v.y, list[k].getAngularVelocity()]];
    },
  };
});
