import type { Recipient } from './account.queries.ts';

/** The recipient's name; null when the address is not verified as theirs. */
export type Name = string | null;

/**
 * The name to use in an email to this address. Names are free text: without verification they could carry spam to
 * a stranger (docs/product/account.md#verifying-an-address).
 */
export const recipientName = (to: string, person: Recipient): Name =>
  person.is_verified && to === person.email ? person.display_name || person.username : null;

export const salutation = (name: Name): string => (name === null ? 'Hello,' : `Hello ${name},`);
