import type { Author } from '@inkling/contract/users';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { displayNameOf } from './display-name.ts';
import { PersonAvatar } from './person-avatar.tsx';

/** Whose list this is, in its header: picture and name, which lead to the person's page. */
export const OwnerLink = ({ person }: { person: Author }) => (
  <Link
    to={paths.person(person.username)}
    className="inline-flex min-h-11 max-w-full items-center gap-2 hover:text-text hover:underline"
  >
    <PersonAvatar person={person} size={32} />
    <bdi className="truncate">{displayNameOf(person)}</bdi>
  </Link>
);
