// MuJoCo, compiled to WebAssembly. Bodies of the plane are boxes and spheres on two
// slides and a hinge, or on a hinge alone where a pin is; a wall is a half space.
import load from '@mujoco/mujoco';
import { drive } from './driver.mjs';

const options = {
  default: '', accurate: 'cone="elliptic" impratio="10" integrator="implicitfast" ' +
    'tolerance="0" iterations="200"' };
const more = { weight: 1, closed: 0.01,
  softens: 'yes: contacts are springs and dampers (solref, solimp)' };
const mujoco = await load();
const text = (x) => x.join(' '), three = (x) => [x[0], x[1], x[2] ?? 0];

// In the plane it is the geom that is turned, because slides go along the body's axes.
function geom(scene, b) {
  const turn = scene.dim === 2 ? `euler="0 0 ${b.turn[0]}"` : '';
  return b.what === 'disc' ? `<geom type="sphere" size="${b.size[0]}"/>` :
    `<geom type="box" ${turn} size="${
      text([...b.size, 1].slice(0, 3).map((x) => x / 2))}"/>`;
}

function joints(scene, b) {
  const pin = scene.pins.find((p) => p.body === b.name);
  if (scene.dim === 3) return '<freejoint/>';
  const hinge = (at) => `<joint type="hinge" axis="0 0 1" pos="${text(three(at))}"/>`;
  return pin ? hinge(pin.on.map((x, i) => x - b.at[i])) : '<joint type="slide" axis="1 0 0"/>' +
    `<joint type="slide" axis="0 1 0"/>${hinge([0, 0])}`;
}

function xml(scene, setting) {
  const moments = ({ mass, size: [a, b, c], inertia }) => scene.dim === 2 ?
    [inertia, inertia, inertia] :
    [b * b + c * c, a * a + c * c, a * a + b * b].map((x) => x * mass / 12);
  return `<mujoco><compiler angle="radian"/><option timestep="${scene.h}"
    gravity="${text(three(scene.g))}" ${options[setting]}/><default>
    <geom friction="${scene.mu} 0.005 0.0001"/></default><worldbody>${
    scene.walls.map((w) => `<geom type="plane" size="20 20 1" pos="${
      text(three(w.at))}" zaxis="${text(three(w.normal))}"/>`).join('')}${
    scene.bodies.map((b) => `<body pos="${text(three(b.at))}" ${scene.dim === 3 ?
      `quat="${text(b.turn)}"` : ''}>${joints(scene, b)}
      <inertial pos="0 0 0" mass="${b.mass}" diaginertia="${text(moments(b))}"/>
      ${geom(scene, b)}</body>`).join('')}</worldbody></mujoco>`;
}

await drive({
  default: { setting: 'Euler, pyramids, the defaults', ...more },
  accurate: { setting: 'implicitfast, elliptic cones, impratio 10', ...more },
}, (scene, setting) => {
  if (scene.e > 0) throw 'not posed: no coefficient of restitution';
  const model = mujoco.MjModel.from_xml_string(xml(scene, setting));
  const data = new mujoco.MjData(model);
  const places = []; // of each body's first coordinate and velocity
  for (let k = 0, i = 0, j = 0; k < scene.bodies.length; k++) {
    const b = scene.bodies[k], pin = scene.pins.find((p) => p.body === b.name);
    places.push({ i, j, pin, b });
    const v = scene.dim === 2 && pin ? b.spin : [...b.velocity, ...b.spin];
    v.forEach((x, l) => { data.qvel[j + l] = x; });
    j += v.length;
    i += scene.dim === 3 ? 7 : v.length;
  }
  return {
    step(t) {
      for (const push of scene.pushes)
        data.qfrc_applied[places.find((p) => p.b.name === push.body).j] = push.force(t);
      mujoco.mj_step(model, data);
    },
    state(k) {
      const { i, j, pin, b } = places[k], q = data.qpos, v = data.qvel;
      if (scene.dim === 3) return [[...q.slice(i, i + 7)], [...v.slice(j, j + 6)]];
      if (!pin) return [[b.at[0] + q[i], b.at[1] + q[i + 1], b.turn[0] + q[i + 2]],
        [...v.slice(j, j + 3)]];
      const th = b.turn[0] + q[i], [x, y] = pin.at, w = v[j];
      const rx = Math.sin(th) * y - Math.cos(th) * x;
      const ry = -Math.sin(th) * x - Math.cos(th) * y;
      return [[pin.on[0] + rx, pin.on[1] + ry, th], [-w * ry, w * rx, w]];
    },
  };
});
