import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage } from '../../lib/session.ts';

const linkClass = 'link inline-flex min-h-11 items-center';

/** Where to go on from a page that was not found. */
export function WaysOn() {
  const member = useIsMemberPage();
  return (
    <p className="mt-4 flex flex-wrap justify-center gap-x-6">
      <Link to={paths.landing} className={linkClass}>
        Back to Home
      </Link>
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
