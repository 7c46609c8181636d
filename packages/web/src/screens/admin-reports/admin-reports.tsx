import { useSearchParams } from 'react-router';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { type QueueState, queueQuery } from '../../features/reports/queue.api.ts';
import { QueueList } from '../../features/reports/queue-list.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { Route } from './+types/admin-reports.ts';
import { Appeals } from './appeals.tsx';
import { EntryView } from './entry.tsx';
import { LateBackup } from './late-backup.tsx';
import { OutsideRequests } from './outside-requests.tsx';

/** What was reported, for admins; an entry of it for those who look after it. */
export default function AdminReports({ params: { id } }: Route.ComponentProps) {
  return id === undefined ? <Queues /> : <EntryView key={id} id={id} />;
}

/** The queues: for others the page does not exist. */
export const Queues = () => (
  <AdminOnly heading="Reports">
    <AdminQueues />
  </AdminOnly>
);

function AdminQueues() {
  const [search, setSearch] = useSearchParams();
  const tabs = [
    { id: 'open', label: 'Open', content: <Queue state="open" /> },
    { id: 'closed', label: 'Closed', content: <Queue state="closed" /> },
    { id: 'appeals', label: 'Appeals', content: <Appeals /> },
    { id: 'outside', label: 'Outside requests', content: <OutsideRequests /> },
  ];
  const wanted = search.get('show') ?? 'open';
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Reports')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Reports</h1>
      <LateBackup />
      <Tabs
        label="Reports"
        tabs={tabs}
        value={tabs.some(({ id }) => id === wanted) ? wanted : 'open'}
        onChange={(show) =>
          setSearch(show === 'open' ? {} : { show }, { replace: true, preventScrollReset: true })
        }
      />
    </div>
  );
}

function Queue({ state }: { state: QueueState }) {
  const { first, all, pages } = useList(queueQuery(state, 1), ({ pagination }, page) =>
    pagination.hasMore ? queueQuery(state, page) : null,
  );
  const entries = itemsOf(all);
  return (
    <QueueList
      label={state === 'open' ? 'Open reports' : 'Closed reports'}
      entries={entries}
      empty={state === 'open' ? 'Nothing is waiting.' : 'Nothing has been decided yet.'}
      query={first}
      more={(list) => (
        <ShowMore
          list={list}
          items="reports"
          shown={entries.length}
          total={first.data?.pagination.total ?? 0}
          pages={pages}
        />
      )}
    />
  );
}
