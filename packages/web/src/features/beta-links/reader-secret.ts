import { readInput, storeInput } from '../../lib/stored-input.ts';

const key = 'beta-reader';
let known: string | undefined;

/** 256 random bits of this browser, with which links for beta readers know who comments without an account. */
export function readerSecret(): string {
  known = readInput<{ secret: string }>(key)?.secret ?? known;
  if (known === undefined) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    known = btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');
    storeInput(key, { secret: known });
  }
  return known;
}
