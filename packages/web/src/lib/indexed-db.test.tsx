import { afterEach, expect, test, vi } from 'vitest';
import { browserDatabase } from './indexed-db.ts';

afterEach(() => vi.unstubAllGlobals());

test('without databases, opening one fails as a promise; with them, it is tried again', async () => {
  const open = browserDatabase('inkling-test', () => undefined);
  vi.stubGlobal('indexedDB', undefined);
  const opened = open();
  await expect(opened).rejects.toThrow();
  vi.unstubAllGlobals();
  const database = await open();
  expect(database.name).toBe('inkling-test');
  database.close();
});
