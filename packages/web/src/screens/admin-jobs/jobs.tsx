import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { JobTabs, Queues } from './job-list.tsx';

/** Background work other than emails, for admins. */
export default function AdminJobsScreen() {
  return (
    <AdminOnly heading="Jobs">
      <div className="max-w-3xl">
        <title>{pageTitle('Jobs')}</title>
        <h1 className="font-serif text-3xl sm:text-4xl">Jobs</h1>
        <p className="mt-2 max-w-[66ch] text-muted">
          Work in the background. Most jobs run on a schedule, so the next run makes up for a failed one. The
          server’s log says why a job failed.
        </p>
        <JobTabs of="others" />
        <h2 className="mt-10 font-serif text-2xl">Queues</h2>
        <Queues of="others" />
      </div>
    </AdminOnly>
  );
}
