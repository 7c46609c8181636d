import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { PersonRow } from './person-row.tsx';
import { type PeopleList, peopleQuery } from './users.api.ts';

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
