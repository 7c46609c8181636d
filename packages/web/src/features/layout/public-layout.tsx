import { House } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { Announcement } from './announcement.tsx';
import { ServerNav } from './server-nav.tsx';
import { SiteName } from './site-name.tsx';

const footerLinks = [
  { to: paths.about, label: 'About' },
  { to: paths.devices, label: 'E-readers' },
  { to: paths.privacy, label: 'Privacy' },
  { to: paths.terms, label: 'Terms' },
  { to: paths.contact, label: 'Contact' },
];

interface Props {
  children: ReactNode;
  /** The page to return to after signing in. */
  signIn?: string;
  /** The session is not known yet: render the member layout too, and let CSS show one of them. */
  withMemberLayout?: boolean;
}

/** Class names for `withMemberLayout`: for signed-in users, the page is arranged as in AppShell. */
const sharedClasses = {
  outer: 'flex min-h-dvh flex-col member:max-lg:block member:lg:flex-row',
  middle: 'contents member:block member:min-w-0 member:flex-1 member:pb-20 member:lg:pb-8',
  main: 'flex-1 outline-none member:mx-auto member:w-full member:max-w-6xl member:px-4 member:py-4 member:sm:px-6 member:lg:py-8',
  visitorOnly: 'member:hidden',
};
const visitorClasses: typeof sharedClasses = {
  outer: 'flex min-h-dvh flex-col',
  middle: 'contents',
  main: 'flex-1 outline-none',
  visitorOnly: '',
};

/** The layout of visitors. */
export function PublicLayout({ children, signIn, withMemberLayout = false }: Props) {
  const member = useSessionState() === 'member';
  const classes = withMemberLayout ? sharedClasses : visitorClasses;
  return (
    <>
      <SkipLink />
      <Announcement />
      <div className={classes.outer}>
        {withMemberLayout && <ServerNav part="side" />}
        <div className={classes.middle}>
          {withMemberLayout && <ServerNav part="top" />}
          <header className={`border-b border-line ${classes.visitorOnly}`}>
            <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-2 px-4 py-2 sm:gap-x-4 sm:px-6">
              <SiteName to={member ? paths.home : paths.landing} />
              {member ? <MemberNav /> : <VisitorNav signIn={signIn} />}
            </div>
          </header>
          <main id="main" tabIndex={-1} className={classes.main}>
            {children}
          </main>
          <footer className={`mt-16 border-t border-line ${classes.visitorOnly}`}>
            <nav
              aria-label="About this site"
              className="mx-auto flex w-full max-w-6xl flex-wrap gap-x-6 px-4 py-4 sm:px-6"
            >
              {footerLinks.map(({ to, label }) => (
                <Link
                  key={to}
                  to={to}
                  className="inline-flex min-h-11 items-center text-sm text-muted hover:text-text"
                >
                  {label}
                </Link>
              ))}
            </nav>
          </footer>
        </div>
        {withMemberLayout && <ServerNav part="bottom" />}
      </div>
    </>
  );
}

function VisitorNav({ signIn }: { signIn?: string }) {
  return (
    <nav aria-label="Account" data-for="visitor" className="flex items-center gap-1 sm:gap-2">
      <Link to={paths.login(signIn)} className={`${buttonClass('ghost')} max-sm:px-2`}>
        Sign In
      </Link>
      <Link to={paths.signup(signIn)} className={buttonClass('primary')}>
        Join Free
      </Link>
    </nav>
  );
}

/** Signed-in users can open the pages about the site too. */
function MemberNav() {
  return (
    <nav aria-label="Account" className="flex items-center gap-2">
      <Link to={paths.home} className={buttonClass('quiet')}>
        <House aria-hidden="true" className="size-5" />
        Back to Home
      </Link>
    </nav>
  );
}
