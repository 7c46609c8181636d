import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempFile } from './temp-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-temp-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a kept file is read by many at once, to the end even after it was released, and then no longer', async () => {
  const file = await tempFile(folder, randomUUID());
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, n) => n % 251));
  await file.append(bytes);
  const kept = file.keep();
  expect(kept.size).toBe(bytes.length);
  const streams = Array.from({ length: 20 }, () => kept.open());
  // One whose client went away before it was read.
  kept.open()?.destroy();
  kept.release();
  kept.release();
  expect(kept.open()).toBeNull();
  for (const read of await Promise.all(streams.map((stream) => stream && buffer(stream))))
    expect(read?.equals(bytes)).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});
