import type { OutsidePurpose } from '@inkling/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { QueueList } from '../../features/reports/queue-list.tsx';
import {
  backupQuery,
  outsideRequestsQuery,
  type QueueState,
  queueQuery,
} from '../../features/reports/reports.api.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Route } from './+types/admin-reports.ts';
import { Appeals } from './appeals.tsx';
import { EntryView } from './entry.tsx';

/** Tells admins that the site is not backed up any more, or that its backups may not be restorable. Nothing is shown while this is not known. */
function LateBackup() {
  const backups = useQuery(backupQuery).data?.data;
  if (backups === undefined || !(backups.isLate || backups.isUnverified)) return null;
  const { isLate, lastWrittenAt, lastRestorableAt } = backups;
  return (
    <div className="mt-4">
      <Alert>
        <p>
          {isLate ? (
            <Last at={lastWrittenAt} none="This site hasn’t been backed up yet.">
              The last backup of this site is from
            </Last>
          ) : (
            <Last at={lastRestorableAt} none="No backup of this site has been verified yet.">
              The last backup of this site that is known to be restorable is from
            </Last>
          )}{' '}
          Please tell the person who runs the server. The server’s log says why.
        </p>
      </Alert>
    </div>
  );
}

function Last({ at, none, children }: { at: string | null; none: string; children: string }) {
  if (at === null) return none;
  return (
    <>
      {children} <LocalDate iso={at} />.
    </>
  );
}

/** What was reported, for admins and moderators; an entry of it for those who look after it. */
export default function AdminReports({ params: { id } }: Route.ComponentProps) {
  return id === undefined ? <Queues /> : <EntryView key={id} id={id} />;
}

/** The queues: for others the page does not exist. */
export const Queues = () => (
  <AdminOnly heading="Reports" forModerators>
    <AdminQueues />
  </AdminOnly>
);

function AdminQueues() {
  const [search, setSearch] = useSearchParams();
  const isAdmin = useMe()?.isAdmin === true;
  const tabs = [
    { id: 'open', label: 'Open', content: <Queue state="open" /> },
    { id: 'closed', label: 'Closed', content: <Queue state="closed" /> },
    { id: 'appeals', label: 'Appeals', content: <Appeals /> },
    ...(isAdmin ? [{ id: 'outside', label: 'Outside requests', content: <OutsideRequests /> }] : []),
  ];
  const wanted = search.get('show') ?? 'open';
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Reports')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Reports</h1>
      {isAdmin && <LateBackup />}
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
      empty={state === 'open' ? 'Nothing to review.' : 'Nothing has been decided yet.'}
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

const purposes: Record<OutsidePurpose, string> = {
  feedback: 'Feedback by a model',
  'story-ideas': 'Story ideas by a model',
  email: 'Email',
  push: 'Push notifications',
  images: 'Images',
  backup: 'Backups',
  payments: 'Payments',
};

/** What was sent to other servers in the last 30 days. */
function OutsideRequests() {
  const requests = useQuery(outsideRequestsQuery);
  if (requests.data === undefined)
    return <QueryState query={requests} fallback="Failed to fetch the requests" pending={<TextSkeleton />} />;
  const rows = requests.data.data;
  return (
    <div className="space-y-4">
      <p className="text-muted">
        What this site sent to other servers in the last 30 days (days in UTC). Without settings for them, it
        sends nothing. Authors’ texts go to a model only with their agreement.
      </p>
      {rows.length === 0 ? (
        <p>Nothing has left this site.</p>
      ) : (
        <ul aria-label="Outside requests" className="divide-y divide-line border-y border-line">
          {rows.map(({ day, host, purpose, requests: count, bytes }) => (
            <li key={day + host + purpose} className="justify-between gap-x-6 py-3 sm:flex">
              <div className="min-w-0">
                <p className="font-semibold break-words">{host}</p>
                <p className="text-sm text-muted">
                  {day} · {purposes[purpose]}
                </p>
              </div>
              <p className="tabular-nums">
                {count.toLocaleString('en')} {count === 1 ? 'request' : 'requests'},{' '}
                {bytes.toLocaleString('en')} bytes
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
