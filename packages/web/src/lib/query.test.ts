import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, offlineError } from './api.ts';
import * as notify from './notify.ts';
import { createQueryClient, getQueryClient, prefetch } from './query.ts';
import * as sessionStore from './session-store.ts';
import { type Writing, writingStore } from './written-page.tsx';

const showError = vi.spyOn(notify, 'showError').mockReturnValue();
const showSuccess = vi.spyOn(notify, 'showSuccess').mockReturnValue();
beforeEach(() => vi.clearAllMocks());
afterAll(() => vi.restoreAllMocks());

const refused = new ApiError(400, 'VALIDATION_ERROR', 'Choose a shorter title.');
const unreadable = new ApiError(502, 'UNSAID', 'An error occurred');
const signedOut = new ApiError(401, 'SIGN_IN_REQUIRED', 'Please sign in.');
const wrongPassword = new ApiError(401, 'WRONG_CREDENTIALS', 'Wrong password.');
const fallback = 'Failed to save.';

type Meta = NonNullable<ConstructorParameters<typeof MutationObserver>[1]['meta']>;
const mutate = (meta: Meta, error?: Error, client = getQueryClient()) =>
  new MutationObserver(client, {
    mutationFn: () => (error ? Promise.reject(error) : Promise.resolve()),
    meta,
  })
    .mutate()
    .catch(() => undefined);

describe('a failed mutation shows', () => {
  test.each<[string, Meta, Error, string[]]>([
    ['the server’s message in a toast', { fallback }, refused, [refused.message]],
    ['its fallback when there is no message', { fallback }, unreadable, [fallback]],
    ['no toast if a form shows the error', { fallback, errors: 'inline' }, refused, []],
    ['its fallback beside the form’s message', { fallback, errors: 'both' }, refused, [fallback]],
    ['no toast when the session has ended', { fallback }, signedOut, []],
    ['the message about a wrong password, a 401 too', { fallback }, wrongPassword, [wrongPassword.message]],
  ])('%s', async (_what, meta, error, shown) => {
    await mutate(meta, error);
    expect(showError.mock.calls.flat()).toEqual(shown);
    expect(showSuccess).not.toHaveBeenCalled();
  });
});

test('a failed query shows a toast only if its meta says so', async () => {
  const client = getQueryClient();
  const fetchFailing = (meta?: { errors: 'toast'; fallback: string }) =>
    client
      .fetchQuery({ queryKey: [meta], queryFn: () => Promise.reject(refused), meta, retry: false })
      .catch(() => undefined);
  await fetchFailing();
  expect(showError).not.toHaveBeenCalled();
  await fetchFailing({ errors: 'toast', fallback });
  expect(showError).toHaveBeenCalledExactlyOnceWith(refused.message);
});

test('while the server writes a page, a query that fails shows nothing and is not tried again', async () => {
  const client = createQueryClient();
  const unavailable = new ApiError(503, 'BUSY', 'Please try again in a few seconds.');
  const queryFn = vi.fn(() => Promise.reject(unavailable));
  const failed: unknown[] = [];
  const onFailure = (error: unknown) => void failed.push(error);
  process.on('unhandledRejection', onFailure);
  vi.spyOn(writingStore, 'current').mockReturnValue({ client } as Writing);
  await client.prefetchQuery({ queryKey: ['GET'], queryFn, meta: { errors: 'toast' } });
  // Rejections that nothing handles are reported after the tasks of this turn.
  await new Promise((resolve) => setTimeout(resolve, 0));
  process.off('unhandledRejection', onFailure);
  vi.mocked(writingStore.current).mockRestore();
  expect([queryFn.mock.calls.length, showError.mock.calls, failed]).toEqual([1, [], []]);
});

test.each([
  ['at once if the browser is offline', false, 1],
  ['within a second if the server does not respond', true, 3],
])('without a connection a query fails %s', async (_when, onLine, requests) => {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('window', new EventTarget());
  vi.useFakeTimers();
  const queryFn = vi.fn(() => Promise.reject(offlineError()));
  const failed = vi.fn();
  void getQueryClient()
    .fetchQuery({ queryKey: ['offline', onLine], queryFn })
    .catch(failed);
  await vi.advanceTimersByTimeAsync(onLine ? 900 : 0);
  expect(failed).toHaveBeenCalledOnce();
  expect(queryFn).toHaveBeenCalledTimes(requests);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what could not be prefetched without a connection is fetched by the screen that mounts after its return', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', new EventTarget());
  const token = vi.spyOn(sessionStore, 'readToken').mockReturnValue('a-token');
  vi.useFakeTimers();
  const response = { isThere: false };
  const queryFn = vi.fn(async () => {
    if (response.isThere) return 'the chapter';
    throw new ApiError(504, 'NOT_KEPT', 'This chapter isn’t kept on this device.');
  });
  const query = { queryKey: ['GET /chapters/{id}'], queryFn };
  prefetch(query);
  await vi.advanceTimersByTimeAsync(0);
  response.isThere = true;
  await vi.advanceTimersByTimeAsync(6000);
  const observer = new QueryObserver(getQueryClient(), query);
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe('the chapter');
  stop();
  token.mockRestore();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a successful mutation shows its toast and makes only what it changes stale', async () => {
  const client = getQueryClient();
  const response = (name: string, tags: string[]) =>
    client.fetchQuery({ queryKey: [name], queryFn: () => name, meta: { tags } });
  await response('the home page', ['progress', 'library']);
  await response('the genres', []);
  client.setQueryData(['the reading screen'], 'without tags');
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey[0]);
  await mutate({ touches: ['library'] }, refused, client);
  expect(stale()).toEqual([]);
  await mutate({ success: 'Saved.', touches: ['library'] }, undefined, client);
  expect(stale()).toEqual(['the home page']);
  expect(showSuccess).toHaveBeenCalledExactlyOnceWith('Saved.');
});
