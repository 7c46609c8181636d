import { seededRandom } from '../../packages/server/src/bench-data/random.ts';

/** The sound of rain as a loop: its end continues with its beginning. Deterministic. */

/** Noise through a low-pass and a high-pass of first order. Run twice over a circle of noise, so that the state closes. */
function filteredNoise(length: number, rate: number, [low, high]: [number, number], random: () => number) {
  const noise = Float32Array.from({ length }, () => random() * 2 - 1);
  const keep = Math.exp((-2 * Math.PI * high) / rate);
  const block = Math.exp((-2 * Math.PI * low) / rate);
  const filtered = new Float32Array(length);
  let [smooth, slow] = [0, 0];
  for (let step = 0; step < 2 * length; step++) {
    smooth = smooth * keep + (noise[step % length] ?? 0) * (1 - keep);
    slow = slow * block + smooth * (1 - block);
    filtered[step % length] = smooth - slow;
  }
  return filtered;
}

function toLoudness(samples: Float32Array, rms: number): Float32Array {
  const loudness = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  return samples.map((value) => (value * rms) / loudness);
}

/** A gust: slow waves that fit the loop a whole number of times; around 1. */
const gust = (share: number, waves: [times: number, depth: number, phase: number][]): number =>
  waves.reduce(
    (sum, [times, depth, phase]) => sum + depth * Math.sin(2 * Math.PI * (times * share + phase)),
    1,
  );

/** Adds a drop that hits a leaf or a pane: a short falling tone. */
function addDrop(samples: Float32Array, rate: number, random: () => number): void {
  const start = Math.floor(random() * samples.length);
  const pitch = 700 * 2 ** (random() * 2.6);
  const seconds = 0.006 + random() * 0.03;
  // Most drops are far away.
  const loudness = 0.2 * random() ** 4;
  let phase = 0;
  for (let step = 0; step < seconds * 5 * rate; step++) {
    const time = step / rate;
    phase += (2 * Math.PI * pitch * (1 - 0.25 * Math.min(1, time / seconds))) / rate;
    const at = (start + step) % samples.length;
    const attack = Math.min(1, time / 0.001);
    samples[at] = (samples[at] ?? 0) + loudness * attack * Math.exp(-time / seconds) * Math.sin(phase);
  }
}

/** `seconds` of rain at `rate` samples a second, from -1 to 1. */
export function rain(seconds: number, rate: number, seed = 20_251): Float32Array {
  const length = Math.round(seconds * rate);
  const random = seededRandom(seed).share;
  const near = toLoudness(filteredNoise(length, rate, [900, 5200], random), 0.13);
  const far = toLoudness(filteredNoise(length, rate, [160, 1100], random), 0.1);
  const deep = toLoudness(filteredNoise(length, rate, [35, 190], random), 0.04);
  const mixed = new Float32Array(length);
  for (let at = 0; at < length; at++) {
    const share = at / length;
    const nearby = gust(share, [
      [2, 0.14, 0.1],
      [5, 0.08, 0.6],
      [11, 0.05, 0.3],
    ]);
    const distant = gust(share, [
      [1, 0.18, 0.4],
      [3, 0.1, 0.9],
    ]);
    mixed[at] = (near[at] ?? 0) * nearby + (far[at] ?? 0) * distant + (deep[at] ?? 0);
  }
  for (let drop = 0; drop < seconds * 45; drop++) addDrop(mixed, rate, random);
  const peak = mixed.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return mixed.map((value) => (value * 0.85) / Math.max(peak, 0.85));
}
