import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Names the time zone that a schedule's date and time are meant in. */
export function ZoneHint({ zone }: { zone: string }) {
  return (
    <p className="text-sm text-muted">
      Times are in your time zone, {zone.replaceAll('_', ' ')}. You can change it in{' '}
      <Link to={paths.settings} className="link">
        Settings
      </Link>
      .
    </p>
  );
}
