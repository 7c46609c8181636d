import type { connectionIdHeader } from '@inkling/contract/live';

let current: string | null = null;

/** This page's live connection, which calls name so that it is not told of what they do; null while there is none. */
export const connectionId = (): string | null => current;
export const setConnectionId = (line: string | null): void => {
  current = line;
};

/** Its header, whose name would otherwise bring the contract's schemas along. */
export const connectionHeader: typeof connectionIdHeader = 'x-live-id';
