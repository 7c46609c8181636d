import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { messageOf } from './api.ts';

interface Props {
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
  /** The message of an error without one. */
  fallback: string;
  /** What to show while the query is loading. */
  pending?: ReactNode;
}

/** A query that is loading or has failed, with a button that tries again; nothing for one that has succeeded. */
export function QueryState({ query, fallback, pending = null }: Props) {
  if (query.isPending) return pending;
  if (query.error === null) return null;
  return <ErrorState message={messageOf(query.error, fallback)} onRetry={() => void query.refetch()} />;
}
