import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onConnectionChange, readConnection, reportUnreachable } from './connection.ts';
import { retryNow } from './next-retry.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', { origin: 'https://stories.example' });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

test('a server that did not respond is unreachable until it responds again', async () => {
  const down = Response.json({ status: 'maintenance' });
  const responses = [Response.error(), new Response(null, { status: 502 }), down, new Response('ok')];
  const fetching = vi.fn(async () => responses.shift() ?? new Response('ok'));
  vi.stubGlobal('fetch', fetching);
  const changed = vi.fn();
  onConnectionChange(changed);
  reportUnreachable();
  reportUnreachable();
  expect(readConnection()).toBe('unreachable');
  await vi.waitFor(() => {
    retryNow();
    expect(readConnection()).toBe('online');
  }, 10_000);
  expect(fetching).toHaveBeenCalledTimes(4);
  expect(changed).toHaveBeenCalledTimes(2);
});

test('the browser knows that it is offline', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(readConnection()).toBe('offline');
});
