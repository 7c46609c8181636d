import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { JobTabs, Queues } from './job-list.tsx';

/** Outgoing emails, for admins: how many, and which failed or wait; neither addresses nor texts. */
export default function AdminEmailsScreen() {
  return (
    <AdminOnly heading="Emails">
      <div className="max-w-3xl">
        <title>{pageTitle('Emails')}</title>
        <h1 className="font-serif text-3xl sm:text-4xl">Emails</h1>
        <Queues of="emails" />
        <p className="mt-4 max-w-[66ch] text-muted">
          We retry an email for about three days before it’s listed as failed. The server’s log says why the
          mail server refused it. Overview shows whether the mail server responds.
        </p>
        <JobTabs of="emails" />
      </div>
    </AdminOnly>
  );
}
