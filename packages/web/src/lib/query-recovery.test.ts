import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, offlineError } from './api.ts';
import { retryNow } from './next-retry.ts';
import { positionedQuery } from './positioned-query.ts';
import { getQueryClient } from './query.ts';

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

/** A query that fails with `errors`, then succeeds, and the states that a screen saw. */
async function failing(key: string, errors: Error[]) {
  const queryFn = vi.fn(async () => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return 'the page';
  });
  const client = getQueryClient();
  const observer = new QueryObserver(client, { queryKey: [key], queryFn, retry: false });
  const seen: string[] = [];
  const stop = observer.subscribe(({ status }) => {
    if (seen.at(-1) !== status) seen.push(status);
  });
  await vi.waitFor(() => expect(seen).toEqual(['pending', 'error']), 10_000);
  return { queryFn, seen, stop, observer };
}

test('a query that failed without a server is fetched until it succeeds; until then its error stays', async () => {
  const gone = new ApiError(503, 'UNAVAILABLE', 'The database is temporarily unavailable.');
  const { queryFn, seen, observer } = await failing('recovers', [offlineError(), gone]);
  retryNow();
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2), 10_000);
  await vi.waitFor(() => {
    retryNow();
    expect(observer.getCurrentResult().data).toBe('the page');
  }, 10_000);
  expect(seen).toEqual(['pending', 'error', 'success']);
});

test('a refused query, and one that no screen shows any more, are not fetched again', async () => {
  const refused = await failing('refused', [new ApiError(500, 'INTERNAL', 'Broken.')]);
  const left = await failing('left', [offlineError()]);
  left.stop();
  const other = await failing('other', [offlineError()]);
  retryNow();
  await vi.waitFor(() => expect(other.observer.getCurrentResult().data).toBe('the page'), 10_000);
  expect(refused.queryFn).toHaveBeenCalledOnce();
  expect(left.queryFn).toHaveBeenCalledOnce();
});

test('a query whose failure becomes another one shows that', async () => {
  const { observer } = await failing('changes', [
    offlineError(),
    new ApiError(404, 'NOT_FOUND', 'Story not found'),
    new ApiError(404, 'NOT_FOUND', 'Story not found'),
  ]);
  retryNow();
  await vi.waitFor(() => expect(observer.getCurrentResult().error?.message).toBe('Story not found'), 10_000);
});

test('a list by position recovers as a list', async () => {
  const errors = [offlineError()];
  const fetchPage = async (after: string | undefined) => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return { name: after ?? 'first', pagination: { next: 'second' } };
  };
  const observer = new InfiniteQueryObserver(getQueryClient(), {
    ...positionedQuery(['list'], fetchPage),
    retry: false,
  });
  const seen: string[] = [];
  const stop = observer.subscribe(({ status }) => {
    if (seen.at(-1) !== status) seen.push(status);
  });
  await vi.waitFor(() => expect(seen).toEqual(['pending', 'error']), 10_000);
  await vi.waitFor(() => {
    retryNow();
    expect(observer.getCurrentResult().data?.pages).toHaveLength(1);
  }, 10_000);
  expect(seen).toEqual(['pending', 'error', 'success']);
  await observer.fetchNextPage();
  expect(observer.getCurrentResult().data?.pages.map(({ name }) => name)).toEqual(['first', 'second']);
  stop();
});
