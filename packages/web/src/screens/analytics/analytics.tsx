import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { authorDashboardQuery } from '../../features/analytics/analytics.api.ts';
import { AuthorDashboard } from '../../features/analytics/author-dashboard.tsx';
import { type Days, daysFrom } from '../../features/analytics/days.ts';
import { ApiError, messageOf } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TabsSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const why = 'The Author Dashboard is there once you have published a story.';

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
  const query = useQuery({ ...authorDashboardQuery(days), enabled: isAuthor, placeholderData: (before) => before });
  const isAvailable = isAuthor && !isRefused(query.error);
  const view = isAvailable && parameters.get('view') !== 'reader' ? 'author' : 'reader';
  const change = (changes: { view?: string; days?: Days }) =>
    setParameters({ view: changes.view ?? view, ...(changes.days ?? days) }, { preventScrollReset: true });
  return (
    <>
      <Tabs
        label="Dashboard"
        value={view}
        onChange={(chosen) => change({ view: chosen })}
        tabs={[
          { id: 'reader', label: 'Reader Dashboard', content: <ReaderDashboard /> },
          {
            id: 'author',
            label: 'Author Dashboard',
            unavailable: isAvailable ? undefined : why,
            content: (
              <AuthorView query={query} days={days} onDays={(chosen) => change({ days: chosen })} />
            ),
          },
        ]}
      />
    </>
  );
}

interface AuthorViewProps {
  query: ReturnType<typeof useDashboard>;
  days: Days;
  onDays: (days: Days) => void;
}
