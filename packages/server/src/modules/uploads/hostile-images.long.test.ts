import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostileImage, hostileImages } from './fixtures/hostile-images.ts';

interface Outcome {
  refusal: string | null;
  begins?: string[];
  scripts?: number;
  ms: number;
  /** Peak memory growth of the process so far, in megabytes. */
  grown: number;
}

const program = join(import.meta.dirname, 'fixtures/try-images.ts');
let images: HostileImage[];
let outcomes: Outcome[];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-hostile-'));
  images = await hostileImages();
  const paths = images.map((_image, n) => join(folder, `${n}.png`));
  for (const [n, path] of paths.entries()) await writeFile(path, images[n]?.bytes ?? '');
  // In a separate process, so that memory use can be measured.
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...paths], { maxBuffer: 1e7 });
  outcomes = JSON.parse(stdout).results;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('hostile images', () => {
  test('are many, and each is within the upload limit', () => {
    expect(images.length).toBeGreaterThan(30);
    for (const { name, bytes } of images) expect(bytes.length, name).toBeLessThanOrEqual(5 * 1024 * 1024);
  });

  test('are refused with the right message or stored as pixels only [R34]', () => {
    for (const [n, { name, refusal }] of images.entries()) {
      const outcome = outcomes[n];
      expect(outcome?.refusal, name).toBe(refusal);
      if (refusal !== null) continue;
      expect(outcome?.scripts, name).toBe(0);
      for (const begin of outcome?.begins ?? ['none']) {
        expect(begin, name).toMatch(/^(RIFF[\s\S]{4}WEBP|[\s\S]{4}ftypavif)$/);
      }
    }
  });

  test('take little time and memory', () => {
    for (const [n, { name }] of images.entries()) expect(outcomes[n]?.ms, name).toBeLessThan(15_000);
    expect(Math.max(...outcomes.map(({ grown }) => grown))).toBeLessThan(200);
  });
});
