import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { pageTitle } from '../../lib/titles.ts';

/** How the site does, for admins. */
export default function AdminScreen() {
  return (
    <AdminOnly heading="Admin">
      <title>{pageTitle('Admin')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Admin</h1>
      <p className="mt-4 max-w-[66ch] text-muted">
        Admins are made and unmade on the server’s command line alone, with <code>inkling admin grant</code>
        {' and '}
        <code>inkling admin revoke</code>.
      </p>
    </AdminOnly>
  );
}
