import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type HashingTask, hashingThreads } from './hashing-threads.ts';

const task = (message: string): HashingTask => ({
  message,
  nonce: Buffer.alloc(16, 7),
  memory: 1024,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
});
/** Salt has eight bytes at the least: the thread that is given this ends. */
const impossible: HashingTask = { ...task('heron'), nonce: Buffer.alloc(1) };

describe('threads that work out hashes', () => {
  test('give everybody their own hash, several at once', async () => {
    const derive = hashingThreads(3);
    const names = ['heron', 'lamp', 'ferry'];
    const tags = await Promise.all(names.map((name) => derive(task(name))));
    expect(tags).toEqual(names.map((name) => argon2Sync('argon2id', task(name))));
  });

  test('take the next one after the last', async () => {
    const derive = hashingThreads(1);
    for (const name of ['heron', 'lamp'])
      expect(await derive(task(name))).toEqual(argon2Sync('argon2id', task(name)));
  });

  test('are replaced when one ends: its hash fails, and the next works', async () => {
    const derive = hashingThreads(1);
    await expect(derive(impossible)).rejects.toThrow();
    expect(await derive(task('lamp'))).toEqual(argon2Sync('argon2id', task('lamp')));
  });
});
