import { Link } from 'react-router';
import { hasWorker } from '../../lib/has-worker.ts';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage } from '../../lib/session.ts';
import { useConnection } from '../../lib/use-connection.ts';

const linkClass = 'link inline-flex min-h-11 items-center';

/** Where to go on from a page that was not found, or that needs a connection. */
export function WaysOn() {
  const member = useIsMemberPage();
  const hasKept = useConnection() !== 'online' && hasWorker();
  return (
    <p className="mt-4 flex flex-wrap justify-center gap-x-6">
      {hasKept ? (
        <Link to={paths.keptOffline} className={linkClass}>
          Open your kept stories
        </Link>
      ) : (
        <Link to={paths.landing} className={linkClass}>
          Back to Home
        </Link>
      )}
      {member ? (
        <Link to={paths.library} className={linkClass}>
          My Library
        </Link>
      ) : (
        <Link to={paths.featured} className={linkClass}>
          Featured Stories
        </Link>
      )}
    </p>
  );
}
