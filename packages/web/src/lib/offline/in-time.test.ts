import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSilence, inTime, pageTimeoutMs, responseInTime, timeoutMs } from './in-time.ts';

beforeEach(() => {
  endSilence();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const fromServer = () => new Response('from the server');
const kept = () => Promise.resolve(new Response('kept'));
const nothing = () => Promise.resolve(undefined);
const never = new Promise<null>(() => undefined);
const after = (ms: number, response: Response | null): Promise<Response | null> =>
  new Promise((resolve) => setTimeout(resolve, ms, response));

async function textAfter(ms: number, response: Promise<Response>): Promise<string> {
  await vi.advanceTimersByTimeAsync(ms);
  return (await response).text();
}

test('a response that comes in time is used, also if something is kept', async () => {
  const response = responseInTime(after(timeoutMs - 1, fromServer()), kept);
  expect(await textAfter(timeoutMs - 1, response)).toBe('from the server');
});

test('what is kept is used if the server is late, unreachable or down', async () => {
  expect(await textAfter(timeoutMs, responseInTime(never, kept))).toBe('kept');
  expect(await textAfter(0, responseInTime(after(0, null), kept))).toBe('kept');
  const down = new Response('down', { status: 503 });
  expect(await textAfter(0, responseInTime(after(0, down), kept))).toBe('kept');
});

test('where nothing is kept, the server may take its time', async () => {
  const slow = responseInTime(after(3 * timeoutMs, fromServer()), nothing);
  expect(await textAfter(3 * timeoutMs, slow)).toBe('from the server');
  const down = new Response('down', { status: 503 });
  expect(await textAfter(0, responseInTime(after(0, down), nothing))).toBe('down');
  const none = responseInTime(after(0, null), nothing);
  await vi.advanceTimersByTimeAsync(timeoutMs);
  expect((await none).type).toBe('error');
});

test('after one wait in vain, what is kept is used at once until a request succeeds', async () => {
  expect(await textAfter(timeoutMs, responseInTime(never, kept))).toBe('kept');
  expect(await textAfter(0, responseInTime(never, kept))).toBe('kept');
  expect(await Promise.race([inTime(never, 5000), vi.advanceTimersByTimeAsync(1)])).toBeNull();
  // A page that is left aborts its requests.
  expect(await textAfter(1, responseInTime(after(1, null), kept))).toBe('kept');
  expect(await textAfter(0, responseInTime(never, kept))).toBe('kept');
  const late = after(2 * timeoutMs, fromServer());
  expect(await textAfter(0, responseInTime(late, kept))).toBe('kept');
  await vi.advanceTimersByTimeAsync(2 * timeoutMs);
  const next = responseInTime(after(timeoutMs - 1, fromServer()), kept);
  expect(await textAfter(timeoutMs - 1, next)).toBe('from the server');
});

test('without a network, the next request asks the server again', async () => {
  expect(await textAfter(0, responseInTime(after(0, null), kept))).toBe('kept');
  const next = responseInTime(after(1, fromServer()), kept);
  expect(await textAfter(1, next)).toBe('from the server');
});

test('a page waits less; if it comes late, its data still come from a server that responds', async () => {
  const page = after(timeoutMs, fromServer());
  expect(await textAfter(pageTimeoutMs, responseInTime(page, kept, pageTimeoutMs))).toBe('kept');
  await vi.advanceTimersByTimeAsync(timeoutMs - pageTimeoutMs);
  const data = responseInTime(after(timeoutMs - 1, fromServer()), kept);
  expect(await textAfter(timeoutMs - 1, data)).toBe('from the server');
});
