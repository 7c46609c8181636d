import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { authorDashboardQuery } from '../../features/analytics/analytics.api.ts';
import { AnalyticsError } from '../../features/analytics/analytics-error.tsx';
import { AuthorDashboard } from '../../features/analytics/author-dashboard.tsx';
import { type Days, daysFrom } from '../../features/analytics/days.ts';
import { ApiError } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { TabsSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const ReaderDashboard = lazyComponent(
  async () => (await import('../../features/reading-analytics/reader-dashboard.tsx')).default,
  { fallback: <TextSkeleton lines={12} /> },
);

const why = 'The Author Dashboard is available once you’ve published a story.';

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_ALLOWED';

/** The reader dashboard and, for authors with a published story, the author dashboard. */
export default function Analytics() {
  const me = useMe();
  return (
    <>
      <title>{pageTitle('Analytics')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Analytics</h1>
      {me === undefined ? (
        <>
          <TabsSkeleton tabs={2} />
          <TextSkeleton lines={8} />
        </>
      ) : (
        <Dashboards isAuthor={me.role === 'author'} />
      )}
    </>
  );
}

function Dashboards({ isAuthor }: { isAuthor: boolean }) {
  const [parameters, setParameters] = useSearchParams();
  const days = daysFrom(parameters);
  const query = useQuery({
    ...authorDashboardQuery(days),
    enabled: isAuthor,
    placeholderData: (before) => before,
  });
  const isAvailable = isAuthor && !isRefused(query.error);
  const view = isAvailable && parameters.get('view') !== 'reader' ? 'author' : 'reader';
  const change = (changed: string, of: Days) =>
    setParameters({ view: changed, ...of }, { preventScrollReset: true });
  return (
    <Tabs
      label="Dashboard"
      value={view}
      onChange={(chosen) => change(chosen, days)}
      tabs={[
        { id: 'reader', label: 'Reader Dashboard', content: <ReaderDashboard /> },
        {
          id: 'author',
          label: 'Author Dashboard',
          unavailable: isAvailable ? undefined : why,
          content: query.data ? (
            <div aria-busy={query.isPlaceholderData || undefined} className="aria-busy:opacity-60">
              <AuthorDashboard
                dashboard={query.data.data}
                days={days}
                onDays={(chosen) => change('author', chosen)}
              />
            </div>
          ) : (
            <Pending query={query} />
          ),
        },
      ]}
    />
  );
}

/** Until there are figures: that they are being loaded, or why they are not there. */
function Pending({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  if (query.error === null) return <TextSkeleton lines={8} />;
  return <AnalyticsError error={query.error} onRetry={() => void query.refetch()} />;
}
