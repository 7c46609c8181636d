import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api.ts';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { AnalyticsError } from '../analytics-error.tsx';

interface Props {
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
  /** What is said about a story or chapter of someone else, or that was deleted. */
  denied: string;
}

/** Figures that are being loaded or could not be; nothing once they are there. */
export function FiguresState({ query, denied }: Props) {
  const { data, error, refetch } = query;
  const isDenied = error instanceof ApiError && (error.status === 404 || error.status === 403);
  if (error === null && data !== undefined) return null;
  return (
    <>
      {data === undefined && <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Analytics</h1>}
      {error === null ? (
        <TextSkeleton lines={12} />
      ) : (
        <AnalyticsError
          error={error}
          message={isDenied ? denied : undefined}
          onRetry={isDenied ? undefined : () => void refetch()}
        />
      )}
    </>
  );
}
