import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { useSessionState } from '../../lib/session.ts';
import { ShelfSkeleton } from '../../ui/skeleton.tsx';

interface Props<Response> {
  title: string;
  query: UseQueryOptions<Response, Error, Response, QueryKey>;
  /** The message for failures that have none. */
  fallback?: string;
  pending?: ReactNode;
  children: (response: Response) => ReactNode;
}

/** A list that failed in the call for the whole page: requested once more by itself, then on 'Try again'. */
export function RetriedList<Response>(props: Props<Response>) {
  const { title, query, fallback = 'Failed to fetch stories', pending = <ShelfSkeleton />, children } = props;
  const heading = useId();
  const list = useQuery({ ...query, enabled: useSessionState() === 'member' });
  if (list.data !== undefined) return children(list.data);
  if (list.isPending) return pending;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 font-serif text-2xl">
        {title}
      </h2>
      <QueryState query={list} fallback={fallback} />
    </section>
  );
}
