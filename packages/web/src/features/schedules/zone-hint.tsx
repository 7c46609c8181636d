import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { zoneName } from '../../lib/zone-name.ts';

/** Names the time zone that a schedule's date and time are meant in. */
export function ZoneHint({ zone }: { zone: string }) {
  return (
    <p className="text-sm text-muted">
      Times are in your time zone ({zoneName(zone)}). You can change it in{' '}
      <Link to={paths.timeZone} className="link">
        Settings
      </Link>
      .
    </p>
  );
}
