import type { ownLineHeader } from '@inkling/contract/live';

let current: string | null = null;

/** This page's live connection, which calls name so that it is not told of what they do; null while there is none. */
export const ownLine = (): string | null => current;
export const keepOwnLine = (line: string | null): void => {
  current = line;
};

/** Its header, whose name would otherwise bring the contract's schemas along. */
export const ownLineIn: typeof ownLineHeader = 'x-live-id';
