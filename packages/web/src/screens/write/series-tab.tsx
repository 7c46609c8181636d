import type { OwnSeries } from '@inkling/contract/series';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { mySeriesQuery } from '../../features/series/own-series.api.ts';
import { SeriesDialog } from '../../features/series/series-dialog.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StoryRowsSkeleton } from '../../ui/skeleton.tsx';
import { ArrangeSeries } from './arrange-series.tsx';

/** The author's series, each with its stories to arrange. */
export function SeriesTab() {
  const me = useMe();
  const mine = useQuery(mySeriesQuery);
  const [editing, edit] = useState<OwnSeries | 'new' | null>(null);
  if (mine.data === undefined || me === undefined)
    return <QueryState query={mine} fallback="Failed to fetch series" pending={<StoryRowsSkeleton />} />;
  const { data, others } = mine.data;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          title="No series yet"
          action={
            <Button variant="primary" onClick={() => edit('new')}>
              Create a series
            </Button>
          }
        >
          A series shows readers which of your stories belong together, and in what order.
        </EmptyState>
      ) : (
        <>
          <p className="mb-4">
            <Button onClick={() => edit('new')}>
              <Plus aria-hidden="true" className="size-5" />
              New series
            </Button>
          </p>
          <ul className="space-y-6">
            {data.map((series) => (
              <li key={series._id}>
                <ArrangeSeries series={series} others={others} onEdit={() => edit(series)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {editing !== null && (
        <SeriesDialog
          userId={me._id}
          series={editing === 'new' ? null : editing}
          onClose={() => edit(null)}
        />
      )}
    </>
  );
}
