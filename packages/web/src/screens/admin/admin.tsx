import type { CheckStatus } from '@inkling/contract/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reportQuery } from '../../features/admin/admin.api.ts';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import type { CallResponse } from '../../lib/api.ts';
import { localMoment } from '../../lib/moments.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

type Report = CallResponse<'GET /admin/report'>['data'];
type Check = Report['checks'][number];

/** How the site does, for admins, each point with what to do about it. */
export default function AdminScreen() {
  return (
    <AdminOnly heading="Admin">
      <title>{pageTitle('Admin')}</title>
      <div className="max-w-3xl">
        <h1 className="font-serif text-3xl sm:text-4xl">Admin</h1>
        <Overview />
        <p className="mt-10 max-w-[66ch] text-muted">
          Admins can only be added or removed on the server’s command line, with{' '}
          <code>inkling admin grant</code> and <code>inkling admin revoke</code>.
        </p>
      </div>
    </AdminOnly>
  );
}

function Overview() {
  const query = useQuery(reportQuery);
  if (query.data === undefined)
    return (
      <QueryState query={query} fallback="Failed to check the site" pending={<TextSkeleton lines={12} />} />
    );
  const { checks, failures, versions, runningSince } = query.data.data;
  const isBad = ({ status }: Check) => status === 'problem' || status === 'warning';
  const bad = checks.filter(isBad).toSorted((a, b) => order[a.status] - order[b.status]);
  return (
    <>
      <p className="mt-2 text-muted">
        Inkling {versions.inkling}, Node {versions.node}, PostgreSQL {versions.postgres}. This server was
        started on {localMoment(runningSince)}.
      </p>
      <Section title="Needs attention">
        {bad.length === 0 ? (
          <p className="text-muted">Nothing needs your attention.</p>
        ) : (
          <Checks checks={bad} />
        )}
      </Section>
      <Section title="Failed requests">
        <Failures failures={failures} />
      </Section>
      <Section title="No problems">
        <Checks checks={checks.filter(({ status }) => status === 'ok' || status === 'fine')} />
      </Section>
      <Section title="Not checked here">
        <p className="max-w-[66ch] text-muted">
          Run <code>inkling doctor</code> on the server for what takes longer:{' '}
          {checks
            .filter(({ status }) => status === 'skipped')
            .map(({ name }) => (names[name] ?? name).toLowerCase())
            .join(', ')}
          .
        </p>
      </Section>
    </>
  );
}

const order: Record<CheckStatus, number> = { problem: 0, warning: 1, ok: 2, fine: 3, skipped: 4 };

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="mb-3 font-serif text-2xl">{title}</h2>
      {children}
    </section>
  );
}

const names: Record<string, string> = {
  settings: 'Settings',
  address: 'Address',
  disk: 'Disk',
  mail: 'Mail server',
  redis: 'Redis',
  plans: 'Plans',
  server: 'Server',
  maintenance: 'Maintenance mode',
  proxy: 'Proxy',
  connections: 'Database connections',
  standbys: 'Standbys',
  migrations: 'Migrations',
  clock: 'Clock',
  jobs: 'Background jobs',
  emails: 'Emails',
  listeners: 'Event listeners',
  subscriptions: 'Subscriptions',
  requests: 'Failed requests',
  backup: 'Backup',
  files: 'Files',
  texts: 'Texts',
  counters: 'Counters',
};
const statusNames: Record<CheckStatus, string> = {
  ok: 'OK',
  warning: 'Warning',
  problem: 'Problem',
  fine: 'Marked as fine',
  skipped: 'Not checked',
};

const Checks = ({ checks }: { checks: Check[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {checks.map(({ name, status, says, advice, details }) => (
      <li key={name} className="space-y-1 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 className="font-semibold">{names[name] ?? name}</h3>
          <Badge tone={status === 'problem' ? 'accent' : 'plain'}>{statusNames[status]}</Badge>
        </div>
        <p className="max-w-[66ch] wrap-anywhere first-letter:uppercase">{says}.</p>
        {status !== 'ok' &&
          details.map((line) => (
            <p key={line} className="max-w-[66ch] text-sm text-muted wrap-anywhere">
              {line}
            </p>
          ))}
        {advice !== null && <p className="max-w-[66ch] text-muted wrap-anywhere">{advice}</p>}
      </li>
    ))}
  </ul>
);

function Failures({ failures }: Pick<Report, 'failures'>) {
  if (failures.length === 0)
    return <p className="text-muted">No requests have failed in the last 14 days.</p>;
  return (
    <ul aria-label="Failed requests" className="divide-y divide-line border-y border-line">
      {failures.map(({ cause, count, lastAt, routes, advice }) => (
        <li key={cause} className="space-y-1 py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="font-semibold">{cause}</h3>
            <p className="tabular-nums">
              {count.toLocaleString('en')} {count === 1 ? 'time' : 'times'}, most recently{' '}
              <RelativeTime iso={lastAt} />
            </p>
          </div>
          <p className="max-w-[66ch] text-sm text-muted wrap-anywhere">{routes.join(', ')}</p>
          <p className="max-w-[66ch] text-muted">{advice}</p>
        </li>
      ))}
    </ul>
  );
}
