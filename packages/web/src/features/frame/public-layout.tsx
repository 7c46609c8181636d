import { House } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { SiteName } from './site-name.tsx';

const footerLinks = [
  { to: paths.about, label: 'About' },
  { to: paths.privacy, label: 'Privacy' },
  { to: paths.terms, label: 'Terms' },
  { to: paths.contact, label: 'Contact' },
];

/** What a visitor's pages have around them. `signIn` leads back to where the visitor wanted to go. */
export function PublicLayout({ children, signIn }: { children: ReactNode; signIn?: string }) {
  const member = useSessionState() === 'member';
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-6">
          <SiteName to={member ? paths.home : paths.landing} />
          {member ? <MembersWay /> : <VisitorsWay signIn={signIn} />}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <footer className="mt-16 border-t border-line">
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
  );
}

function VisitorsWay({ signIn }: { signIn?: string }) {
  return (
    <nav aria-label="Account" data-for="visitor" className="flex items-center gap-2">
      <Link to={paths.login(signIn)} className={buttonClass('ghost')}>
        Sign In
      </Link>
      <Link to={paths.signup(signIn)} className={buttonClass('primary')}>
        Join Free
      </Link>
    </nav>
  );
}

/** Signed-in people read a page about the site, too, and go on from there. */
function MembersWay() {
  return (
    <nav aria-label="Account" className="flex items-center gap-2">
      <Link to={paths.home} className={buttonClass('quiet')}>
        <House aria-hidden="true" className="size-5" />
        Back to Home
      </Link>
    </nav>
  );
}
