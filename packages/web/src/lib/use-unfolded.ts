import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from './api.ts';
import { useIsMemberPage } from './session.ts';

/**
 * What lists fold because it may give something away, once a signed-in reader has asked for it. `fold` is for FoldedText;
 * `fallback` the message of a failure without one.
 */
export function useUnfolded<Response>(
  isFolded: boolean,
  query: UseQueryOptions<Response, Error, Response, QueryKey>,
  fallback: string,
) {
  const [asked, setAsked] = useState(false);
  const canAsk = useIsMemberPage();
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: asked && isFolded });
  return {
    unfolded: isFolded ? data : undefined,
    fold: {
      canAsk,
      busy: asked && isFetching,
      error: error && messageOf(error, fallback),
      onShow: () => (asked ? void refetch() : setAsked(true)),
    },
  };
}
