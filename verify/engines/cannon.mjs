// cannon-es. Bodies of the plane are boxes and spheres whose moments about x and y are
// infinite; a wall is a half space. Drag, which it has by default, is 0.
import { World, Body, Box, Sphere, Plane, Vec3, Quaternion, PointToPointConstraint }
  from 'cannon-es';
import { drive } from './driver.mjs';

const iterations = { default: 10, accurate: 200 };
const more = { weight: 1, closed: 0.01,
  softens: 'yes: springs of 1e7 N/m, and friction up to mu times the weight' };
const vector = (x) => new Vec3(x[0], x[1], x[2] ?? 0);

await drive({
  default: { setting: '10 iterations to 1e-7, the defaults', ...more },
  accurate: { setting: '200 iterations to 0', ...more },
}, (scene, setting) => {
  const plane = scene.dim === 2, world = new World({ gravity: vector(scene.g) });
  world.solver.iterations = iterations[setting];
  if (setting === 'accurate') world.solver.tolerance = 0;
  world.defaultContactMaterial.friction = scene.mu;
  world.defaultContactMaterial.restitution = scene.e;
  for (const wall of scene.walls) {
    const quaternion = new Quaternion()
      .setFromVectors(new Vec3(0, 0, 1), vector(wall.normal));
    world.addBody(new Body({ shape: new Plane(), position: vector(wall.at), quaternion }));
  }
  const bodies = {};
  for (const b of scene.bodies) {
    const [a, c, d] = b.size.map((x) => x / 2);
    const quaternion = plane ?
      new Quaternion().setFromAxisAngle(new Vec3(0, 0, 1), b.turn[0]) :
      new Quaternion(b.turn[1], b.turn[2], b.turn[3], b.turn[0]);
    const body = new Body({ mass: b.mass, position: vector(b.at), quaternion,
      velocity: vector(b.velocity), linearDamping: 0, angularDamping: 0,
      shape: b.what === 'disc' ? new Sphere(b.size[0]) : new Box(new Vec3(a, c, d ?? 0.5)),
      angularVelocity: plane ? new Vec3(0, 0, b.spin[0]) :
        quaternion.vmult(vector(b.spin)) });
    if (plane) {
      body.linearFactor.set(1, 1, 0);
      body.invInertia.set(0, 0, 1 / b.inertia);
      body.updateInertiaWorld(true);
    }
    world.addBody(body);
    bodies[b.name] = body;
  }
  for (const pin of scene.pins) {
    const post = new Body({ position: vector(pin.on) });
    world.addBody(post);
    world.addConstraint(new PointToPointConstraint(bodies[pin.body], vector(pin.at),
      post, new Vec3()));
  }
  const list = Object.values(bodies);
  return {
    step(t) {
      for (const push of scene.pushes)
        bodies[push.body].applyForce(new Vec3(push.force(t), 0, 0));
      world.step(scene.h);
    },
    state(k) {
      const { position: p, velocity: v, quaternion: q, angularVelocity: w } = list[k];
      if (plane) return [[p.x, p.y, 2 * Math.atan2(q.z, q.w)], [v.x, v.y, w.z]];
      const own = q.inverse().vmult(w);
      return [[p.x, p.y, p.z, q.w, q.x, q.y, q.z], [v.x, v.y, v.z, own.x, own.y, own.z]];
    },
  };
});
