import type { OutsidePurpose } from '@inkling/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { outsideRequestsQuery } from '../../features/reports/queue.api.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

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
export function OutsideRequests() {
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
