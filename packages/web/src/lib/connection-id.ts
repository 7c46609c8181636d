import type { connectionIdHeader } from '@inkling/contract/live';

let current: string | null = null;

/**
 * The id of this page's live connection, or null if there is none. Calls send it, so that the server does not notify
 * this page of its own changes.
 */
export const connectionId = (): string | null => current;
export const setConnectionId = (id: string | null): void => {
  current = id;
};

/** A copy of the contract's constant: importing it would add the contract's schemas to this script. */
export const connectionHeader: typeof connectionIdHeader = 'x-live-id';
