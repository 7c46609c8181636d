import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { pageTitle } from '../../../lib/titles.ts';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { AnalyticsError } from '../analytics-error.tsx';

type FiguresQuery<Figures> = Pick<
  UseQueryResult<{ data: Figures }>,
  'data' | 'error' | 'refetch' | 'isPlaceholderData'
>;

interface Props<Figures> {
  title: string;
  query: FiguresQuery<Figures>;
  /** What is said about a story or chapter of someone else, or that was deleted. */
  denied: string;
  children: (figures: Figures) => ReactNode;
}

/** The frame of a page of figures. While figures of other days are loaded, those before them stay, paler. */
export function FiguresPage<Figures>({ title, query, denied, children }: Props<Figures>) {
  const { data, isPlaceholderData } = query;
  return (
    <div className="max-w-6xl">
      <title>{pageTitle(title)}</title>
      <FiguresState query={query} denied={denied} />
      {data !== undefined && (
        <div aria-busy={isPlaceholderData || undefined} className="aria-busy:opacity-60">
          {children(data.data)}
        </div>
      )}
    </div>
  );
}

/** Shown while figures are loading, or if loading failed; nothing once they are loaded. */
function FiguresState({ query, denied }: Pick<Props<unknown>, 'query' | 'denied'>) {
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

interface Save<Table> {
  isPending: boolean;
  variables: Table | undefined;
  mutate(table: Table): void;
}

/** The button of a section that downloads one of the page's tables. */
export const fileOf =
  <Table,>(save: Save<Table>) =>
  (table: Table) => ({
    busy: save.isPending && save.variables === table,
    save: () => save.mutate(table),
  });
