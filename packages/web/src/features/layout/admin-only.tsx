import type { ReactNode } from 'react';
import { useMeQuery } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { PageFailed, WaysOn } from './page-failed.tsx';

/** A page for admins: for others it does not exist. */
export function AdminOnly({ heading, children }: { heading: string; children: ReactNode }) {
  const me = useMeQuery();
  if (me.isLoadingError)
    return (
      <PageFailed
        error={me.error}
        onRetry={() => void me.refetch()}
        heading={heading}
        fallback="Failed to get user data"
        gone={{ heading, text: '' }}
      />
    );
  if (me.data === undefined)
    return (
      <>
        <title>{pageTitle(heading)}</title>
        <TextSkeleton lines={8} />
      </>
    );
  return me.data.isAdmin && !me.data.isSuspended ? children : <NoSuchPage />;
}

/** A page that does not exist for this account. */
export const NoSuchPage = () => (
  <div className="mx-auto max-w-xl px-4 py-20 text-center">
    <title>{pageTitle('Page not found')}</title>
    <h1 className="font-serif text-3xl">Page not found</h1>
    <p className="mt-3 text-muted">There’s nothing here for your account.</p>
    <WaysOn />
  </div>
);
