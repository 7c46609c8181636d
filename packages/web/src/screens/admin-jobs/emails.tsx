import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { JobTabs, Queues } from './job-list.tsx';

/** Outgoing emails, for admins: how many, and which failed or wait; neither addresses nor texts. */
export default function AdminEmailsScreen() {
  return (
    <AdminOnly heading="Mail">
      <div className="max-w-3xl">
        <title>{pageTitle('Mail')}</title>
        <h1 className="font-serif text-3xl sm:text-4xl">Mail</h1>
        <Queues of="emails" />
        <p className="mt-4 max-w-[66ch] text-muted">
          A failed email is tried again for about three days. The server’s log says why the mail server
          refused it. To test the mail server, see Overview.
        </p>
        <JobTabs of="emails" />
      </div>
    </AdminOnly>
  );
}
