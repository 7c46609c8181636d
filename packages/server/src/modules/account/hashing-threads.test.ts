import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type HashingTask, hashingThreads } from './passwords.ts';

const task = (message: string): HashingTask => ({
  message,
  nonce: Buffer.alloc(16, 7),
  memory: 1024,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
});
/** Argon2 requires a salt of at least eight bytes: this task ends its thread. */
const invalidTask: HashingTask = { ...task('heron'), nonce: Buffer.alloc(1) };

describe('hashing threads', () => {
  test('compute several hashes concurrently and return each to its caller [R03]', async () => {
    const derive = hashingThreads(3);
    const names = ['heron', 'lamp', 'ferry'];
    const tags = await Promise.all(names.map((name) => derive(task(name))));
    expect(tags).toEqual(names.map((name) => argon2Sync('argon2id', task(name))));
  });

  test('compute the next hash after the previous one', async () => {
    const derive = hashingThreads(1);
    for (const name of ['heron', 'lamp'])
      expect(await derive(task(name))).toEqual(argon2Sync('argon2id', task(name)));
  });

  test('are replaced after a crash: the hash fails, the next one works', async () => {
    const derive = hashingThreads(1);
    await expect(derive(invalidTask)).rejects.toThrow();
    expect(await derive(task('lamp'))).toEqual(argon2Sync('argon2id', task('lamp')));
  });
});
