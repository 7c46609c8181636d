import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const clear = vi.fn();
/** The server's response to the sign-out request. */
const fetchMock = vi.fn<typeof fetch>();

/** A page with a session and a query cache. */
async function signedInPage() {
  vi.resetModules();
  vi.doMock('@tanstack/react-query', () => ({
    queryOptions: (options: object) => options,
    useQuery: () => ({}),
    useQueryClient: () => ({ clear }),
  }));
  const { useSignOut } = await import('./sign-out.ts');
  const store = await import('./session-store.ts');
  store.saveToken('first');
  // biome-ignore lint/correctness/useHookAtTopLevel: the hooks that it calls are mocked above
  return { session: useSignOut(), ...store };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

test('signing out after the session was lost clears the cache without calling the server', async () => {
  const { session, clearToken, isSessionLost } = await signedInPage();
  clearToken('first');
  expect([isSessionLost(), clear.mock.calls.length]).toEqual([true, 0]);
  await session.end();
  expect([isSessionLost(), clear.mock.calls.length]).toEqual([false, 1]);
  expect(fetchMock).not.toHaveBeenCalled();
});

test('signing out works when the server does not respond', async () => {
  const { session, readToken, isSessionLost } = await signedInPage();
  fetchMock.mockReturnValue(new Promise(() => undefined));
  const ended = session.end();
  await vi.runAllTimersAsync();
  expect([readToken(), isSessionLost(), clear.mock.calls.length]).toEqual([null, false, 1]);
  await ended;
  expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer first');
});

test('what is kept offline leaves the device before the server has responded, and again afterwards', async () => {
  const postMessage = vi.fn();
  const getRegistration = async () => ({ active: { postMessage, scriptURL: '/sw.js' } });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  const { session } = await signedInPage();
  fetchMock.mockReturnValue(new Promise(() => undefined));
  const ended = session.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(postMessage.mock.calls).toEqual([[{ signedOut: 'first' }]]);
  await vi.runAllTimersAsync();
  await ended;
  expect(postMessage.mock.calls).toEqual([[{ signedOut: 'first' }], [{ signedOut: 'first' }]]);
});
