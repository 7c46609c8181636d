import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longTests } from './long-tests.mjs';

test('every file and folder that a quick run leaves out exists', () => {
  const server = join(import.meta.dirname, '../packages/server/src');
  const missing = longTests.filter((path) => !existsSync(join(server, path.replace('/**', ''))));
  expect(missing).toEqual([]);
});
