import { newId } from '@inkling/contract/new-id';
import { serverNow } from '../../../lib/server-time.ts';
import { readInput, storeInput } from '../../../lib/stored-input.ts';

const storageKey = 'device';
/** For browsers without storage. */
let ofThisPage: string | null = null;

/** The id of this browser, under which its drafts are stored on the server. */
export function deviceId(): string {
  const { id } = readInput<{ id: string }>(storageKey) ?? {};
  if (typeof id === 'string') return id;
  ofThisPage ??= newId(serverNow());
  storeInput(storageKey, { id: ofThisPage });
  return ofThisPage;
}
