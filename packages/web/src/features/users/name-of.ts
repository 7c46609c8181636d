import type { Author } from '@inkling/contract/users';

/** What a person is called: the name that they show, else their username. */
export const nameOf = (person: Pick<Author, 'displayName' | 'username'>): string =>
  person.displayName || person.username;

/** What a person's picture says where it stands for itself (docs/product.md §3.8). */
export const avatarAlt = (name: string): string => `Profile picture of ${name}`;

/** Whether the shown name says something beside the username. */
export const hasOwnName = (person: Pick<Author, 'displayName' | 'username'>): boolean =>
  person.displayName !== '' && person.displayName !== person.username;
