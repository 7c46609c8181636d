import { expect, test } from 'vitest';
import { compileCacheEnv } from './compile-cache.ts';

test('threads and child processes get the folder of compiled code that this process was given', () => {
  expect(process.env.NODE_COMPILE_CACHE).toBeTypeOf('string');
  expect(compileCacheEnv()).toEqual({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE });
});
