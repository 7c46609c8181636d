import type { Author } from '@inkling/contract/users';

/** The display name, or the username without one. */
export const displayNameOf = (person: Pick<Author, 'displayName' | 'username'>): string =>
  person.displayName || person.username;

/** The alt text of a profile picture that is the page's main image (docs/product/uploads.md). */
export const avatarAlt = (name: string): string => `Profile picture of ${name}`;

/** Whether the display name differs from the username. */
export const hasDisplayName = (person: Pick<Author, 'displayName' | 'username'>): boolean =>
  person.displayName !== '' && person.displayName !== person.username;
