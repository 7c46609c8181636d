import type { connectionIdHeader } from '@inkling/contract/live';

let current: string | null = null;

/** The id of this page's live connection, sent with calls so that their events skip this page; null when offline. */
export const connectionId = (): string | null => current;
export const setConnectionId = (id: string | null): void => {
  current = id;
};

/** A copy of the contract's constant: importing it would pull the contract's schemas into this script. */
export const connectionHeader: typeof connectionIdHeader = 'x-live-id';
