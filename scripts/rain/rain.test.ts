import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rain } from './rain.ts';

const rate = 8000;

test('the rain loops: the step from its end to its beginning is like any other, and so is the loudness', () => {
  const samples = rain(4, rate);
  const steps = Array.from({ length: samples.length - 1 }, (_, at) =>
    Math.abs((samples[at + 1] ?? 0) - (samples[at] ?? 0)),
  );
  const usual = steps.sort((one, other) => one - other)[Math.floor(steps.length * 0.999)];
  expect(Math.abs((samples[0] ?? 0) - (samples.at(-1) ?? 0))).toBeLessThan(usual ?? 0);
  const loudness = (part: Float32Array) => Math.hypot(...part) / Math.sqrt(part.length);
  const [end, beginning] = [loudness(samples.slice(-rate / 4)), loudness(samples.slice(0, rate / 4))];
  expect(end / beginning).toBeGreaterThan(0.8);
  expect(end / beginning).toBeLessThan(1.25);
  expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(0.86);
});

test('the rain is the same each time it is made', () => {
  expect(rain(1, rate)).toEqual(rain(1, rate));
});

test('the file has at least 66 seconds in fewer than 500 KB', () => {
  const file = readFileSync(new URL('../../packages/web/public/ambient-rain.mp3', import.meta.url));
  expect(file.length).toBeLessThan(500_000);
  // MPEG-1 layer III, 48 kbit/s, 32 kHz, mono: 216 bytes and 1,152 samples a frame.
  const frame = (144 * 48_000) / 32_000;
  expect([file[0], file[1], file[frame], file[frame + 1]]).toEqual([0xff, 0xfb, 0xff, 0xfb]);
  expect(((file.length / frame) * 1152) / 32_000).toBeGreaterThanOrEqual(66);
});
