import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const clear = vi.fn();
/** What the server makes of a log-out. */
const hears = vi.fn<typeof fetch>();

/** A page on which somebody is signed in, with all that was fetched for them. */
async function page() {
  vi.resetModules();
  vi.doMock('@tanstack/react-query', () => ({
    queryOptions: (options: object) => options,
    useQuery: () => ({}),
    useQueryClient: () => ({ clear }),
  }));
  const { useSession } = await import('./session.ts');
  const store = await import('./session-store.ts');
  store.saveToken('first');
  // biome-ignore lint/correctness/useHookAtTopLevel: nothing of it is React’s here, see above
  return { session: useSession(), ...store };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', hears);
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

test('who logs out where the session was lost before leaves nothing of theirs, and the server is asked for nothing', async () => {
  const { session, clearToken: dropToken, isSessionLost: sessionWasLost } = await page();
  dropToken('first');
  expect([sessionWasLost(), clear.mock.calls.length]).toEqual([true, 0]);
  await session.end();
  expect([sessionWasLost(), clear.mock.calls.length]).toEqual([false, 1]);
  expect(hears).not.toHaveBeenCalled();
});

test('who logs out while the server says nothing is logged out here all the same', async () => {
  const { session, readToken, isSessionLost: sessionWasLost } = await page();
  hears.mockReturnValue(new Promise(() => undefined));
  const ended = session.end();
  await vi.runAllTimersAsync();
  expect([readToken(), sessionWasLost(), clear.mock.calls.length]).toEqual([null, false, 1]);
  await ended;
  expect(new Headers(hears.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer first');
});
