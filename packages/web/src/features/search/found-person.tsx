import type { PersonCard } from '@inkling/contract/users';
import { Link } from 'react-router';
import { compactNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { displayNameOf, hasDisplayName } from '../users/display-name.ts';
import { FollowButton } from '../users/follow-button.tsx';
import { PersonAvatar } from '../users/person-avatar.tsx';
import { useFollow } from '../users/users.api.ts';

/** A person in the results of a search, with a follow button. */
export function FoundPersonCard({ person }: { person: PersonCard }) {
  const { username, followersCount, bio } = person;
  const isMe = useMe()?._id === person._id;
  const { on, busy, toggle } = useFollow(person);
  const name = displayNameOf(person);
  return (
    <article className="flex items-start gap-3 py-4">
      <PersonAvatar person={person} size={44} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">
          <Link to={paths.person(username)} className="inline-block min-h-6 max-w-full hover:underline">
            <bdi className="block truncate">{name}</bdi>
          </Link>
        </h3>
        <p className="text-sm text-muted">
          {hasDisplayName(person) && <bdi>@{username} · </bdi>}
          {compactNumber(followersCount)} {followersCount === 1 ? 'follower' : 'followers'}
        </p>
        {bio !== '' && (
          <p className="mt-1 line-clamp-2 text-sm text-muted" dir="auto">
            {bio}
          </p>
        )}
      </div>
      {!isMe && <FollowButton quiet name={name} on={on} busy={busy} onToggle={toggle} />}
    </article>
  );
}
