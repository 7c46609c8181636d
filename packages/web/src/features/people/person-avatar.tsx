import { imageSources } from '@inkling/contract/files';
import type { Author } from '@inkling/contract/users';
import { Avatar } from '../../ui/avatar.tsx';
import { nameOf } from './name-of.ts';

/** A person's picture, or what stands for it. */
export function PersonAvatar({ person, size }: { person: Author; size: number }) {
  return (
    <Avatar
      id={person._id}
      name={nameOf(person)}
      image={person.avatar}
      sources={imageSources(person.avatar)}
      size={size}
    />
  );
}
