import { Hourglass } from 'lucide-react';
import { Link, useMatches } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { pendingScreens } from '../../pending-screens.ts';
import { buttonClass } from '../../ui/button.tsx';

/** A placeholder for a screen that is not built yet. */
export default function NotYet() {
  const id = useMatches().at(-1)?.id.split('/').at(-1) ?? '';
  const name = pendingScreens[id] ?? 'This page';
  const home = useSessionState() === 'member' ? paths.home : paths.landing;
  return (
    <div className="mx-auto max-w-xl px-4 py-16 text-center">
      <title>{pageTitle(name)}</title>
      <Hourglass aria-hidden="true" className="mx-auto mb-4 size-10 text-muted" />
      <h1 className="font-serif text-3xl">{name}</h1>
      <p className="mt-3 text-muted">
        We’re still building this page. In the meantime, you can read stories and use your library.
      </p>
      <p className="mt-6">
        <Link to={home} className={buttonClass('quiet')}>
          Back to stories
        </Link>
      </p>
    </div>
  );
}
