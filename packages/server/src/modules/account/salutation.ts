import type { Recipient } from './account.queries.ts';

/** What a person calls themselves; null on the way to an address that is not shown to be theirs. */
export type Name = string | null;

/**
 * By what a mail to this address calls its person. People choose their names: nobody has the site write them to
 * somebody else (docs/product.md §2.7).
 */
export const recipientName = (to: string, person: Recipient): Name =>
  person.is_verified && to === person.email ? person.display_name || person.username : null;

export const salutation = (name: Name): string => (name === null ? 'Hello,' : `Hello ${name},`);
