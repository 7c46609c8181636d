import type { PersonCard } from '@inkling/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe, useSessionState } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { displayNameOf, hasDisplayName } from './display-name.ts';
import { FollowButton } from './follow-button.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import { type PeopleList, peopleQuery, useFollow } from './users.api.ts';

interface PersonRowProps {
  person: PersonCard;
  /** The link was followed. */
  onGo: () => void;
}

/** A user in a list, with a follow button. */
function PersonRow({ person, onGo }: PersonRowProps) {
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

interface Props {
  person: { username: string; name: string; isOwnProfile: boolean };
  list: PeopleList;
  onClose: () => void;
  /** Rendered with the ids of the listed people: learns which of them have been seen. */
  Seen?: SeenComponent | undefined;
}

export type SeenComponent = ComponentType<{ ids: string[]; list: RefObject<Element | null> }>;

const titles = { followers: 'Followers', following: 'Following' };

const emptyText = ({ name, isOwnProfile }: Props['person'], list: PeopleList): string => {
  if (list === 'followers') return isOwnProfile ? 'No one follows you yet.' : `No one follows ${name} yet.`;
  return isOwnProfile
    ? 'You aren’t following anyone yet. Open an author’s page to follow them.'
    : `${name} isn’t following anyone yet.`;
};

/** The paginated list of a user's followers, or of those they follow. */
export function PeopleDialog({ person, list, onClose, Seen }: Props) {
  const [page, setPage] = useState(1);
  const rows = useRef<HTMLUListElement>(null);
  const people = useQuery({
    ...peopleQuery(list, person.username, page),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog open onOpenChange={onClose} title={titles[list]}>
      <QueryState query={people} fallback="Failed to fetch people" pending={<TextSkeleton lines={5} />} />
      {people.data?.pagination.total === 0 && (
        <p className="text-muted" dir="auto">
          {emptyText(person, list)}
        </p>
      )}
      {people.data && people.data.pagination.total > 0 && people.data.data.length === 0 && (
        <p className="text-muted">No one to show.</p>
      )}
      {people.data && (
        <ul ref={rows} className="divide-y divide-line" aria-busy={people.isPlaceholderData || undefined}>
          {people.data.data.map((follower) => (
            <PersonRow key={follower._id} person={follower} onGo={onClose} />
          ))}
        </ul>
      )}
      {people.data && Seen && <Seen ids={people.data.data.map(({ _id }) => _id)} list={rows} />}
      {people.data && <Pager page={page} totalPages={people.data.pagination.totalPages} onChange={setPage} />}
    </Dialog>
  );
}
