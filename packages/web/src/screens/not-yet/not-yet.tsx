import { Link, useMatches } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { pendingScreens } from '../../pending-screens.ts';

/** Stands where a screen is still to be built, and says so. */
export default function NotYet() {
  const id = useMatches().at(-1)?.id.replace('not-yet/', '') ?? '';
  const name = pendingScreens[id] ?? 'This page';
  const home = useSessionState() === 'member' ? paths.home : paths.landing;
  return (
    <main id="main" className="not-yet">
      <title>{pageTitle(name)}</title>
      <h1>{name}</h1>
      <p>This page is not there yet. It is being built; stories and your library already work.</p>
      <p>
        <Link to={home}>Back to the stories</Link>
      </p>
    </main>
  );
}
