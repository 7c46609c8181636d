import {
  allChanges,
  type Change,
  deleteChange,
  forgetCached,
  type Owner,
  readLastOwner,
  readOwner,
  tokenHashOf,
} from './offline-store.ts';

// When a session ends, the stories leave the device at once. What the person did without a connection is held until they
// sign in again, so that nothing is lost (docs/product/offline.md#ended-sessions).

const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** Of all people together, for those who never come back. */
const maxUnsent = 1000;

/** Deletes held changes that are too old or too many. Those of the owner wait for a connection, however long. */
export async function trimUnsent(now: number): Promise<void> {
  const [owner, all] = await Promise.all([readOwner(), allChanges()]);
  const changes = all
    .filter(({ userId }) => userId !== owner?.userId)
    .toSorted((a, b) => b.at.localeCompare(a.at));
  for (const [index, { id, at }] of changes.entries())
    if (id !== undefined && (index >= maxUnsent || now - Date.parse(at) > maxAgeMs)) await deleteChange(id);
}

const isSessionOf = (owner: Owner | undefined, hash: string): owner is Owner => owner?.tokenHash === hash;

/**
 * The session of `token` was ended by the server or elsewhere: what it has kept is removed, its changes are held.
 * Without a token, nobody is signed in on this device, so every session that stored something has ended.
 */
export async function endSession(token: string | null, now: number): Promise<void> {
  const owner = await readOwner();
  if (token === null ? owner === undefined : !isSessionOf(owner, await tokenHashOf(token))) return;
  await forgetCached();
  await trimUnsent(now);
}

/** The owner whose data leaves this device when the session of `token` is signed out, even if it has ended. */
async function ownerOfSession(token: string): Promise<Owner | undefined> {
  const hash = await tokenHashOf(token);
  return [await readOwner(), await readLastOwner()].find((one) => isSessionOf(one, hash));
}

/** What signing out would delete: changes that were not sent, also those that the server has refused. */
export async function changesOfSession(token: string): Promise<Change[]> {
  const owner = await ownerOfSession(token);
  return owner === undefined ? [] : unsentChangesOf(owner.userId);
}

/** The person has signed out: what is kept is removed, with their changes. Those of other people stay. */
export async function signOut(token: string): Promise<void> {
  const owner = await ownerOfSession(token);
  await forgetCached();
  if (owner !== undefined) await discardChangesOf(owner.userId);
}

async function discardChangesOf(userId: string): Promise<void> {
  for (const { id, userId: author } of await allChanges())
    if (id !== undefined && author === userId) await deleteChange(id);
}

/** What this person did before their session ended. */
export const unsentChangesOf = async (userId: string): Promise<Change[]> =>
  (await allChanges()).filter((change) => change.userId === userId);
