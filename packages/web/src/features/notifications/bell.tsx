import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { onNetworkIdle } from '../../lib/on-network-idle.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { useLiveNotifications, useUnreadCount } from './bell.api.ts';

/** The server counts unread notifications up to 100. */
const shownUpTo = 99;

/** Leads to the notifications, and shows how many are unread. */
export function BellLink() {
  const unread = useUnreadCount();
  const label = unread === 0 ? 'Notifications' : `Notifications, ${countOf(unread)} unread`;
  return (
    <NavLink
      to={paths.notifications}
      aria-label={label}
      title={label}
      className="relative grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken aria-[current=page]:bg-sunken"
    >
      <Bell aria-hidden="true" className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute end-0 top-0.5 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums"
        >
          {countOf(unread)}
        </span>
      )}
    </NavLink>
  );
}

const countOf = (unread: number): string => (unread > shownUpTo ? `${shownUpTo}+` : String(unread));

/** Keeps the bells' number current once the page is complete. */
export function LiveBells() {
  const isMember = useSessionState() === 'member';
  const [isComplete, setComplete] = useState(false);
  useEffect(() => onNetworkIdle(() => setComplete(true)), []);
  return isMember && isComplete ? <Live /> : null;
}

function Live() {
  useLiveNotifications();
  return null;
}
