type Point = readonly [x: number, y: number];
type Dot = readonly [x: number, y: number, radius: number];
type Curve = readonly [Point, Point, Point, Point];

export type UmbelGeometry = {
  width: number;
  height: number;
  /** SVG path data. */
  stem: string;
  rays: string;
  pedicels: string;
  midribs: string;
  leaflets: string;
  filledDots: Dot[];
  openDots: Dot[];
};

const WIDTH = 680;
const HEIGHT = 740;
const STEM: Curve = [
  [340, 250],
  [343, 340],
  [357, 560],
  [358, HEIGHT],
];

/** Where each ray ends, from left to right, and where on the stem it leaves (share of its length). */
const UMBELLETS: readonly { at: Point; leaves: number }[] = [
  { at: [68, 135], leaves: 0.3 },
  { at: [135, 105], leaves: 0.235 },
  { at: [208, 85], leaves: 0.165 },
  { at: [273, 70], leaves: 0.095 },
  { at: [337, 63], leaves: 0 },
  { at: [405, 72], leaves: 0.095 },
  { at: [476, 89], leaves: 0.165 },
  { at: [541, 107], leaves: 0.235 },
  { at: [610, 138], leaves: 0.3 },
];

const LEAVES: readonly { leaves: number; bend: Point; tip: Point }[] = [
  { leaves: 0.545, bend: [-98, -90], tip: [-162, -87] },
  { leaves: 0.68, bend: [102, -97], tip: [196, -106] },
  { leaves: 0.86, bend: [-104, -92], tip: [-174, -95] },
];

const OUTER_DOTS = 8;
const INNER_DOTS = 4;
const LEAFLETS = 23;
const LEAFLET_ANGLE = (48 / 180) * Math.PI;
const BARB_ANGLE = (42 / 180) * Math.PI;

/** The yarrow of the gate and the landing page: always the same, since its irregularity is reckoned too. */
export function drawUmbel(): UmbelGeometry {
  const random = sequence(7);
  const drawing: UmbelGeometry = {
    width: WIDTH,
    height: HEIGHT,
    stem: cubic(STEM),
    rays: '',
    pedicels: '',
    midribs: '',
    leaflets: '',
    filledDots: [],
    openDots: [],
  };
  for (const { at, leaves } of UMBELLETS) {
    drawing.rays += ray(pointOn(STEM, leaves), at);
    drawUmbellet(drawing, at, random);
  }
  for (const { leaves, bend, tip } of LEAVES) drawLeaf(drawing, pointOn(STEM, leaves), bend, tip);
  return drawing;
}

/** Leaves the stem flat and arrives upright. */
function ray(from: Point, to: Point): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return cubic([from, [from[0] + 0.5 * dx, from[1] + 0.34 * dy], [to[0] - 0.13 * dx, to[1] - 0.4 * dy], to]);
}

/** A flat dome of filled dots over a few open ones, each on its own stalk. */
function drawUmbellet(drawing: UmbelGeometry, [x, y]: Point, random: () => number): void {
  const wobble = (size: number) => (random() - 0.5) * size;
  for (let index = 0; index < OUTER_DOTS; index += 1) {
    const across = (index / (OUTER_DOTS - 1)) * 2 - 1;
    const offset: Point = [across * 36 + wobble(4), -45 + 15 * across ** 2 + wobble(3)];
    drawing.pedicels += stalk([x, y], offset);
    drawing.filledDots.push(rounded([x + offset[0], y + offset[1], 5.8 + wobble(1)]));
  }
  for (let index = 0; index < INNER_DOTS; index += 1) {
    const across = (index / (INNER_DOTS - 1)) * 2 - 1;
    const offset: Point = [across * 22 + 3 + wobble(3), -32 + 9 * across ** 2 + across * 3 + wobble(2)];
    drawing.pedicels += stalk([x, y], offset);
    drawing.openDots.push(rounded([x + offset[0], y + offset[1], 4.9 + wobble(0.8)]));
  }
}

function stalk([x, y]: Point, [dx, dy]: Point): string {
  return `M${pair([x, y])}Q${pair([x + dx * 0.56, y + dy * 0.32])} ${pair([x + dx, y + dy])}`;
}

/** A midrib with leaflets on both sides, each with two barbs. */
function drawLeaf(drawing: UmbelGeometry, from: Point, bend: Point, tip: Point): void {
  const end: Point = [from[0] + tip[0], from[1] + tip[1]];
  const control: Point = [from[0] + bend[0], from[1] + bend[1]];
  drawing.midribs += `M${pair(from)}Q${pair(control)} ${pair(end)}`;
  const scale = Math.hypot(...tip) / 184;
  for (let index = 0; index < LEAFLETS; index += 1) {
    const along = index / (LEAFLETS - 1);
    const t = 0.2 + 0.8 * along;
    const [base, direction] = quadraticAt(from, control, end, t);
    const length = scale * (2 + 28 * (1 - along ** 1.8) * Math.min(1, 0.78 + along * 1.6));
    for (const side of [-1, 1]) {
      const angle = direction + side * LEAFLET_ANGLE;
      const reach = away(base, angle, length * (side * tip[0] > 0 ? 0.86 : 1));
      const fork = away(base, angle, length * 0.68);
      const barb = Math.min(5.5, length * 0.34);
      drawing.leaflets +=
        `M${pair(base)}L${pair(reach)}` +
        `M${pair(away(fork, angle - BARB_ANGLE, barb))}L${pair(fork)}L${pair(away(fork, angle + BARB_ANGLE, barb))}`;
    }
  }
}

function pointOn([a, b, c, d]: Curve, t: number): Point {
  const at = (axis: 0 | 1) =>
    (1 - t) ** 3 * a[axis] +
    3 * (1 - t) ** 2 * t * b[axis] +
    3 * (1 - t) * t ** 2 * c[axis] +
    t ** 3 * d[axis];
  return [at(0), at(1)];
}

/** The point at `t` and the direction of the curve there, in radians. */
function quadraticAt(a: Point, b: Point, c: Point, t: number): [Point, number] {
  const at = (axis: 0 | 1) => (1 - t) ** 2 * a[axis] + 2 * (1 - t) * t * b[axis] + t ** 2 * c[axis];
  const slope = (axis: 0 | 1) => 2 * (1 - t) * (b[axis] - a[axis]) + 2 * t * (c[axis] - b[axis]);
  return [[at(0), at(1)], Math.atan2(slope(1), slope(0))];
}

function away([x, y]: Point, angle: number, length: number): Point {
  return [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
}

function cubic([a, b, c, d]: Curve): string {
  return `M${pair(a)}C${pair(b)} ${pair(c)} ${pair(d)}`;
}

function pair([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

function rounded([x, y, radius]: Dot): Dot {
  return [round(x), round(y), round(radius)];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The same numbers between 0 and 1 every time (a linear congruential generator). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
