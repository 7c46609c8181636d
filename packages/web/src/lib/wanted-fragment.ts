import { readInput, storeInput } from './stored-input.ts';

const key = 'wanted-fragment';

interface Wanted {
  /** The path and query of a page. */
  page: string;
  /** What follows it in the address, with `#`. */
  fragment: string;
}

/**
 * Keeps in this tab what follows `#` in the address of a page that a visitor must sign in for. The sign-in page has the
 * rest in its address, where an invitation's token would be seen by the server.
 */
export const keepFragment = (wanted: Wanted): void =>
  storeInput(key, wanted.fragment === '' ? null : wanted, 'sessionStorage');

/** The address of a page with the fragment that was kept for it. */
export function withFragment(page: string): string {
  const kept = readInput<Wanted>(key, 'sessionStorage');
  return kept?.page === page ? page + kept.fragment : page;
}
