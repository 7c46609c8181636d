import type { Author } from '@inkling/contract/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { displayNameOf, hasDisplayName } from '../../features/users/display-name.ts';
import { PersonAvatar } from '../../features/users/person-avatar.tsx';
import { paths } from '../../lib/paths.ts';

interface Props {
  person: Author;
  /** Beside the name. */
  beside?: ReactNode;
  /** Below it. */
  below?: ReactNode;
  /** What can be done about them. */
  children?: ReactNode;
}

/** A person in a list of a community. */
export const PersonLine = ({ person, beside, below, children }: Props) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
    <PersonAvatar person={person} size={40} />
    <div className="min-w-0 flex-1 basis-40">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={paths.person(person.username)}
          className="inline-block max-w-full min-h-6 font-semibold wrap-anywhere hover:underline"
        >
          <bdi>{displayNameOf(person)}</bdi>
        </Link>
        {hasDisplayName(person) && <bdi className="text-sm text-muted">@{person.username}</bdi>}
        {beside}
      </p>
      {below !== undefined && <div className="text-sm text-muted">{below}</div>}
    </div>
    {children}
  </li>
);
