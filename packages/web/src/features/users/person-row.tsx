import type { PersonCard } from '@inkling/contract/users';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useMe, useSessionState } from '../../lib/session.ts';
import { displayNameOf, hasDisplayName } from './display-name.ts';
import { FollowButton } from './follow-button.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import { useFollow } from './users.api.ts';

interface Props {
  person: PersonCard;
  /** The link was followed. */
  onGo: () => void;
}

/** A user in a list, with a follow button. */
export function PersonRow({ person, onGo }: Props) {
  const member = useSessionState() === 'member';
  const mine = useMe()?._id === person._id;
  const { on, busy, toggle } = useFollow(person);
  return (
    <li className="flex items-center gap-3 py-3">
      <PersonAvatar person={person} size={44} />
      <div className="min-w-0 flex-1">
        <p className="flex font-semibold">
          <Link
            to={paths.person(person.username)}
            onClick={onGo}
            className="inline-block min-h-6 max-w-full hover:underline"
          >
            <bdi className="block truncate">{displayNameOf(person)}</bdi>
          </Link>
        </p>
        {hasDisplayName(person) && <p className="truncate text-sm text-muted">@{person.username}</p>}
        {person.bio !== '' && (
          <p className="line-clamp-2 text-sm text-muted" dir="auto">
            {person.bio}
          </p>
        )}
      </div>
      {member && !mine && (
        <FollowButton quiet name={displayNameOf(person)} on={on} busy={busy} onToggle={toggle} />
      )}
    </li>
  );
}
