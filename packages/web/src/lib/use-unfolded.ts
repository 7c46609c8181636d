import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from './api.ts';

/**
 * What lists fold because it may give something away, once the reader has asked for it. `fold` is for FoldedText;
 * `fallback` the message of a failure without one.
 */
export function useUnfolded<Response>(
  isFolded: boolean,
  query: UseQueryOptions<Response, Error, Response, QueryKey>,
  fallback: string,
) {
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: asked && isFolded });
  return {
    unfolded: isFolded ? data : undefined,
    fold: {
      busy: asked && isFetching,
      error: error && messageOf(error, fallback),
      onShow: () => (asked ? void refetch() : setAsked(true)),
    },
  };
}
