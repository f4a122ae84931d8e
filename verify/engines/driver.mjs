// What the drivers in JavaScript share: the scenes are read, an engine is stepped,
// its states are written. `node ENGINE.mjs scenes.lua SCENE SETTING OUT.csv` prints
// one line of JSON.
import { readFileSync, writeFileSync } from 'node:fs';

function read(file, name) {
  let scene = null;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [what, of, ...rest] = line.trim().split(/\s+/);
    const x = rest.map(Number), n = scene?.dim, turn = n === 3 ? 4 : 1;
    const take = (k) => x.splice(0, k);
    if (what === 'scene') {
      if (scene) break;
      if (of !== name) continue;
      const [dim, h, T, mu, e] = take(5);
      scene = { name, dim, h, T, mu, e, g: x, walls: [], bodies: [], pins: [],
        pushes: [] };
    } else if (scene && what === 'wall') {
      const at = take(n), length = Math.hypot(...x);
      scene.walls.push({ at, normal: x.map((y) => y / length) });
    } else if (scene && what === 'pin') {
      scene.pins.push({ body: of, at: take(2), on: x });
    } else if (scene && what === 'push') {
      scene.pushes.push({ body: of, force: (t) => x[0] * Math.cos(x[1] * t) });
    } else if (scene && (what === 'box' || what === 'disc')) {
      const mass = take(1)[0], size = take(what === 'disc' ? 1 : n);
      scene.bodies.push({ name: of, what, mass, size, at: take(n), turn: take(turn),
        velocity: take(n), spin: x, inertia: mass * (what === 'disc' ?
          size[0] ** 2 / 2 : (size[0] ** 2 + size[1] ** 2) / 12) });
    }
  }
  return scene;
}

// The angle of a wall's box whose upper side is the wall, and its centre.
export const WALL = { length: 40, depth: 2 };
export function wallPose(wall) {
  const [nx, ny] = wall.normal, d = WALL.depth / 2;
  return { angle: Math.atan2(-nx, ny), x: wall.at[0] - d * nx,
    y: wall.at[1] - d * ny };
}

// The columns of the scene: all q, then all v.
const tags = { 2: [['x', 'y', 'th'], ['x', 'y', 'th']],
  3: [['x', 'y', 'z', 'q0', 'q1', 'q2', 'q3'], ['vx', 'vy', 'vz', 'wx', 'wy', 'wz']] };

function header(scene) {
  return ['t', ...[0, 1].flatMap((i) => scene.bodies.flatMap((b) =>
    tags[scene.dim][i].map((tag) => `${'qv'[i]}.${b.name}.${tag}`)))];
}

// Angles that an engine gives between -pi and pi go on from where they were.
function unwound(scene, q, before) {
  for (let i = 2; scene.dim === 2 && i < q.length; i += 3)
    q[i] += 2 * Math.PI * Math.round((before[i] - q[i]) / (2 * Math.PI));
  return q;
}

// `settings` says of each setting what it is, which weight of the new velocity moves
// positions, up to which gap bodies touch, and what is softened on purpose.
// `pose(scene, setting)` gives { step(t), state(k) }, the state of body k as [q, v],
// or throws a text: why it is not posed.
export async function drive(settings, pose) {
  const [, , file, name, setting, out] = process.argv;
  const scene = read(file, name), seconds = [];
  const said = { ...settings[setting] };
  try {
    for (let run = 0; run < 3; run++) {
      const { step, state } = await pose(scene, setting);
      const all = () => [0, 1].map((i) => scene.bodies.flatMap((_, k) =>
        [...state(k)[i]]));
      let [q, v] = all(), spent = 0;
      const rows = [header(scene), [0, ...q, ...v]];
      for (let l = 0; l < Math.round(scene.T / scene.h); l++) {
        const start = performance.now();
        step(l * scene.h);
        spent += performance.now() - start;
        const [next, rate] = all();
        q = unwound(scene, next, q);
        rows.push([(l + 1) * scene.h, ...q, ...rate]);
      }
      seconds.push(spent / 1000);
      if (run === 0) writeFileSync(out, rows.map((r) => r.join(',') + '\n').join(''));
    }
    said.seconds = Math.min(...seconds);
  } catch (why) {
    if (typeof why !== 'string') throw why;
    said.reason = why;
  }
  console.log(JSON.stringify(said));
}
