import { afterEach, expect, test, vi } from 'vitest';
import { serverDrafts } from './server-drafts.ts';

const draft = { device: 'laptop', updatedAt: '2026-05-20T12:00:00.000Z' };

/** Every response has this status; 0: there is none. */
function respond(status: number) {
  vi.stubGlobal('localStorage', undefined);
  // For the end of a session that the test file before has left: files share their modules.
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', async () => {
    if (status === 0) throw new TypeError('Failed to fetch');
    return Response.json({ success: false, error: { code: 'X', message: 'No.' } }, { status });
  });
}

afterEach(() => vi.unstubAllGlobals());

test('a draft that could not be deleted now counts as not deleted, also without a session', async () => {
  for (const status of [0, 401, 408, 429, 500, 503, 507]) {
    respond(status);
    await expect(serverDrafts('story', 'new').discard('chapter', draft), String(status)).rejects.toThrow();
  }
  for (const status of [403, 404]) {
    respond(status);
    await expect(
      serverDrafts('story', 'new').discard('chapter', draft),
      String(status),
    ).resolves.toBeUndefined();
  }
});
