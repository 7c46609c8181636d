import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chapterQuery } from '../features/chapters/chapters.api.ts';
import { openingQuery } from '../features/stories/stories.api.ts';
import { earlyUrls, idsIn } from '../screens/reading/early/early-chapter.ts';
import { call, urlOf } from './api.ts';
import { startEarlyCall, takeEarlyCall } from './early-calls.ts';
import { offlineHeader } from './offline/offline-header.ts';

// The page's script reads the address at once.
vi.hoisted(() => vi.stubGlobal('location', { pathname: '/' }));

const id = '0198c0de-0000-7000-8000-000000000001';
const url = earlyUrls.chapter(id);
const input = { params: { id } };
const requested: string[] = [];
let respond: () => Promise<Response>;

beforeEach(() => {
  requested.length = 0;
  respond = async () => Response.json({ data: requested.length });
  vi.stubGlobal('localStorage', { getItem: () => 'mine', removeItem: vi.fn() });
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address);
    return respond();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  globalThis.earlyCalls = undefined;
});

test('the response of an early call is used once', async () => {
  await startEarlyCall(url, 'mine');
  expect(await call('GET /chapters/{id}', input, { token: 'mine' })).toEqual({ data: 1 });
  expect(requested).toEqual([url]);
  expect(await call('GET /chapters/{id}', input, { token: 'mine' })).toEqual({ data: 2 });
  expect(requested).toEqual([url, url]);
});

test('a call that is still under way is not made again', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  respond = () => promise;
  void startEarlyCall(url, 'mine');
  const response = call('GET /chapters/{id}', input, { token: 'mine' });
  resolve(Response.json({ data: 'late' }));
  expect(await response).toEqual({ data: 'late' });
  expect(requested).toHaveLength(1);
});

test('a call that failed is made again, which reports the failure', async () => {
  const failures = [
    async () => Response.json({ message: 'Sign in first.', code: 'UNAUTHENTICATED' }, { status: 401 }),
    async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    async () => new Response('{"data":', { status: 200 }),
  ];
  for (const failure of failures) {
    respond = failure;
    expect(await startEarlyCall(url, 'mine')).toBeUndefined();
    await expect(call('GET /chapters/{id}', input, { token: 'mine' })).rejects.toThrow();
    respond = async () => Response.json({ data: 'again' });
    await startEarlyCall(url, 'mine');
    expect(await call('GET /chapters/{id}', input, { token: 'mine' })).toEqual({ data: 'again' });
  }
});

test('an early response that this device had kept says that the server was not reached', async () => {
  respond = async () => Response.json({ data: 1 }, { headers: { [offlineHeader]: '1' } });
  expect(await startEarlyCall(url, 'mine')).toMatchObject({ isKept: true });
  respond = async () => Response.json({ data: 2 });
  expect(await startEarlyCall(url, 'mine')).toMatchObject({ isKept: false });
});

test('a 404 is reported without another call', async () => {
  respond = async () => Response.json({ message: 'Chapter not found', code: 'NOT_FOUND' }, { status: 404 });
  expect(await startEarlyCall(url, 'mine')).toBeUndefined();
  await expect(call('GET /chapters/{id}', input, { token: 'mine' })).rejects.toMatchObject({
    status: 404,
    message: 'Chapter not found',
  });
  expect(requested).toHaveLength(1);
});

test('an early call of another session, or a minute ago, is not used', async () => {
  await startEarlyCall(url, 'theirs');
  expect(takeEarlyCall(url, 'mine')).toBeUndefined();
  vi.useFakeTimers();
  void startEarlyCall(url, 'mine');
  vi.advanceTimersByTime(61_000);
  expect(takeEarlyCall(url, 'mine')).toBeUndefined();
});

test('a change of the same address does not use it', async () => {
  await startEarlyCall(url, 'mine');
  await call('DELETE /chapters/{id}', input, { token: 'mine' });
  expect(requested).toHaveLength(2);
});

test('the addresses are those that the reading screen requests', () => {
  const keyOf = ({ queryKey: [key, query] }: { queryKey: readonly unknown[] }) => [key, query];
  expect(keyOf(chapterQuery(id))).toEqual(['GET /chapters/{id}', input]);
  expect(earlyUrls.chapter(id)).toBe(urlOf('GET /chapters/{id}', input));
  expect(openingQuery(id).queryKey).toEqual(['reading', id]);
  expect(earlyUrls.opening(id)).toBe(urlOf('GET /stories/{id}/reading', input));
});

test('only the reading screen’s own spelling of an address is read', () => {
  expect(idsIn(`/reading/${id}`)).toEqual({ storyId: id, chapterId: undefined });
  expect(idsIn(`/reading/${id}/${id}`)).toEqual({ storyId: id, chapterId: id });
  for (const path of ['/', '/home', '/reading/x', `/reading/${id}/`, `/reading/${id}/../x`, `/story/${id}`])
    expect(idsIn(path)).toBeUndefined();
});
