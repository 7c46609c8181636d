import { MutationObserver } from '@tanstack/react-query';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import * as notify from './notify.ts';
import { getQueryClient } from './query.ts';

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

test('a successful mutation shows its toast and makes only what it changes stale', async () => {
  const client = getQueryClient();
  client.setQueryData(['GET /home', {}], 'the home page');
  client.setQueryData(['GET /genres', {}], 'the genres');
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey[0]);
  await mutate({ stale: ['library'] }, refused, client);
  expect(stale()).toEqual([]);
  await mutate({ success: 'Saved.', stale: ['library'] }, undefined, client);
  expect(stale()).toEqual(['GET /home']);
  expect(showSuccess).toHaveBeenCalledExactlyOnceWith('Saved.');
});
