import { imageSources } from '@inkling/contract/files';
import type { Author } from '@inkling/contract/users';
import { Avatar } from '../../ui/avatar.tsx';
import { avatarAlt, nameOf } from './name-of.ts';

interface Props {
  person: Author;
  size: number;
  /** The page's own image rather than one of many: it is named to those who do not see it. */
  named?: boolean;
}

/** A person's picture, or what stands for it. */
export function PersonAvatar({ person, size, named = false }: Props) {
  return (
    <Avatar
      id={person._id}
      name={nameOf(person)}
      image={person.avatar}
      sources={imageSources(person.avatar)}
      alt={named ? avatarAlt(nameOf(person)) : ''}
      size={size}
    />
  );
}
