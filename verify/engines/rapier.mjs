// rapier, compiled to WebAssembly, in floats: rapier2d in the plane, rapier3d in
// space.
import { WALL, wallPose, drive } from './driver.mjs';

const iterations = { default: [4, 1], accurate: [40, 10] };

function space(R, scene) {
  return { vector: (x) => new R.Vector3(...x),
    rotation: ([w, x, y, z]) => ({ w, x, y, z }),
    world: new R.World(new R.Vector3(...scene.g)),
    shape: (b) => R.ColliderDesc.cuboid(...b.size.map((x) => x / 2)) };
}

function plane(R, scene) {
  return { vector: (x) => new R.Vector2(...x), rotation: ([th]) => th,
    world: new R.World(new R.Vector2(...scene.g)),
    shape: (b) => b.what === 'disc' ? R.ColliderDesc.ball(b.size[0]) :
      R.ColliderDesc.cuboid(b.size[0] / 2, b.size[1] / 2) };
}

// A wall is a box; in space only a floor across z is.
function walls(R, scene, world, surface) {
  const { length, depth } = WALL;
  for (const wall of scene.walls) {
    const flat = scene.dim === 3, { x, y, angle } = wallPose(wall);
    const desc = flat ? R.ColliderDesc.cuboid(length / 2, length / 2, depth / 2)
      .setTranslation(0, 0, wall.at[2] - depth / 2) :
      R.ColliderDesc.cuboid(length / 2, depth / 2).setTranslation(x, y)
        .setRotation(angle);
    world.createCollider(surface(desc));
  }
}

// An angular velocity of the world in the body's directions, and back.
function turned(w, q, back) {
  const [a, x, y, z] = [q.w, q.x, q.y, q.z], s = back ? 1 : -1;
  const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0]];
  const c = cross([x, y, z], w), d = cross([x, y, z], c);
  return w.map((_, i) => w[i] + 2 * (s * a * c[i] + d[i]));
}

// n iterations are n small steps: with them a constant force moves a position as
// (n + 1)/(2 n) of the new velocity does.
const softens = 'yes: contacts are springs of 30 Hz; bodies 1 mm inside each other are left';
await drive({
  default: { setting: '4 solver iterations, each of 1 internal one', softens,
    weight: 0.625, closed: 0.01 },
  accurate: { setting: '40 solver iterations, each of 10 internal ones', softens,
    weight: 0.5125, closed: 0.01 },
},
async (scene, setting) => {
  const R = (await import(`@dimforge/rapier${scene.dim}d-compat`)).default;
  await R.init();
  const { vector, rotation, world, shape } = (scene.dim === 3 ? space : plane)(R, scene);
  world.timestep = scene.h;
  [world.numSolverIterations, world.numInternalPgsIterations] = iterations[setting];
  const surface = (c) => c.setFriction(scene.mu).setRestitution(scene.e);
  walls(R, scene, world, surface);
  const bodies = {};
  for (const b of scene.bodies) {
    const body = world.createRigidBody(R.RigidBodyDesc.dynamic()
      .setTranslation(...b.at).setRotation(rotation(b.turn)).setCanSleep(false)
      .setLinvel(...b.velocity));
    if (scene.dim === 3) {
      const q = { w: b.turn[0], x: b.turn[1], y: b.turn[2], z: b.turn[3] };
      body.setAngvel(vector(turned(b.spin, q, true)), true);
    } else {
      body.setAngvel(b.spin[0], true);
    }
    world.createCollider(surface(shape(b)).setMass(b.mass), body);
    bodies[b.name] = body;
  }
  for (const pin of scene.pins)
    world.createImpulseJoint(R.JointData.revolute(vector(pin.on), vector(pin.at)),
      world.createRigidBody(R.RigidBodyDesc.fixed()), bodies[pin.body], true);
  const list = Object.values(bodies);
  return {
    step(t) {
      for (const push of scene.pushes) {
        bodies[push.body].resetForces(true);
        bodies[push.body].addForce(vector([push.force(t), 0]), true);
      }
      world.step();
    },
    state(k) {
      const p = list[k].translation(), v = list[k].linvel(), q = list[k].rotation();
      const w = list[k].angvel();
      if (scene.dim === 2) return [[p.x, p.y, q], [v.x, v.y, w]];
      return [[p.x, p.y, p.z, q.w, q.x, q.y, q.z],
        [v.x, v.y, v.z, ...turned([w.x, w.y, w.z], q, false)]];
    },
  };
});
