import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { adminPaths } from '../../lib/admin-paths.ts';
import { paths } from '../../lib/paths.ts';
import { useMeQuery } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { plansQuery } from '../plans/plans.api.ts';
import { PageFailed, WaysOn } from './page-failed.tsx';

interface AdminOnlyProps {
  heading: string;
  /** Moderators see it as well. */
  forModerators?: boolean;
  children: ReactNode;
}

/** A page for admins: for others it does not exist. */
export function AdminOnly({ heading, forModerators = false, children }: AdminOnlyProps) {
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
  const { isAdmin, isModerator, isSuspended } = me.data;
  if (!(isAdmin || (forModerators && isModerator)) || isSuspended) return <NoSuchPage />;
  return (
    <>
      <AdminNav isAdmin={isAdmin} />
      {children}
    </>
  );
}

const sections: { to: string; label: string; forModerators?: true }[] = [
  { to: paths.admin, label: 'Overview' },
  { to: paths.reports(), label: 'Reports', forModerators: true },
  { to: adminPaths.adminTakedowns, label: 'Takedowns', forModerators: true },
  { to: adminPaths.adminPeople(), label: 'People' },
  { to: adminPaths.adminPicks, label: 'Picks' },
  { to: adminPaths.adminGenres, label: 'Genres' },
  { to: adminPaths.adminEmails, label: 'Emails' },
  { to: adminPaths.adminJobs, label: 'Jobs' },
  { to: adminPaths.adminStorage, label: 'Storage' },
  { to: adminPaths.adminRegistration, label: 'Registration' },
  { to: adminPaths.adminSettings, label: 'Settings' },
  { to: adminPaths.adminLog, label: 'Log' },
];
const plansSection = { to: adminPaths.adminPlans, label: 'Plans' };

/** The row of links between the pages for admins, or for moderators; where it is too long, it scrolls to the current one. */
function AdminNav({ isAdmin }: { isAdmin: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const hasPlans = useQuery(plansQuery).data?.mode !== 'off';
  const shown = isAdmin
    ? [...sections, ...(hasPlans ? [plansSection] : [])]
    : sections.filter(({ forModerators }) => forModerators);
  useLayoutEffect(() => {
    const row = list.current;
    const own = row?.querySelector<HTMLElement>('[aria-current=page]')?.parentElement;
    if (row && own) row.scrollLeft = own.offsetLeft - (row.clientWidth - own.offsetWidth) / 2;
  }, []);
  return (
    <nav aria-label="Admin" className="-mx-4 mb-6 sm:mx-0">
      <ul ref={list} className="tab-row relative flex gap-2 overflow-x-auto px-4 py-1 sm:flex-wrap sm:px-0">
        {shown.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              end
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-raised px-4 text-muted transition-colors hover:border-control hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-text"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
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
