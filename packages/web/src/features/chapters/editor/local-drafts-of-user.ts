import { clearStored } from '../../../lib/stored-input.ts';
import { draftKey, inDatabase, prefix } from './local-draft-store.ts';

/** The beginning of the keys of a user's drafts. */
const userPrefix = (userId: string): string => draftKey(userId, '', '').slice(0, -1);

const keysWith = (start: string): IDBKeyRange => IDBKeyRange.bound(start, `${start}\uffff`);

/** Deletes every draft of a user on this device. */
export async function clearDrafts(userId: string): Promise<void> {
  const start = userPrefix(userId);
  clearStored(prefix + start);
  await inDatabase((database) => database.delete('drafts', keysWith(start))).catch(() => undefined);
}

/** The keys of a user's drafts on this device, in the database and in local storage, which may each have some. */
export async function storedKeys(userId: string): Promise<Set<string>> {
  const start = userPrefix(userId);
  const stored = await inDatabase((database) => database.getAllKeys('drafts', keysWith(start))).catch(
    () => [],
  );
  const inStorage = Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => key.slice(prefix.length));
  return new Set([...stored, ...inStorage]);
}
