import { imageSources } from '@inkling/contract/files';
import type { Author } from '@inkling/contract/users';
import { Avatar } from '../../ui/avatar.tsx';
import { avatarAlt, displayNameOf } from './display-name.ts';

interface Props {
  person: Author;
  size: number;
  /** The page's main image: has an alt text. */
  named?: boolean;
}

/** A user's profile picture or its placeholder. */
export function PersonAvatar({ person, size, named = false }: Props) {
  return (
    <Avatar
      id={person._id}
      name={displayNameOf(person)}
      image={person.avatar}
      sources={imageSources(person.avatar)}
      alt={named ? avatarAlt(displayNameOf(person)) : ''}
      size={size}
    />
  );
}
