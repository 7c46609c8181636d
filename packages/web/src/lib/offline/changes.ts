import type { Change } from './offline-store.ts';
import { isOwnError } from './own-error.ts';

/** More than a long trip needs; one more fails as it would without a kept story. */
const maxChanges = 1000;

export interface Sent {
  method: string;
  /** Below /api/v1, without a query. */
  path: string;
  body: Record<string, unknown> | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a request changes, if that can wait until there is a network; otherwise null. */
export function subjectOf({
  method,
  path,
  body,
}: Sent): { subject: string; chapterId?: string; storyId?: string } | null {
  const [, collection = '', id, part] = path.split('/');
  if (method === 'POST' && collection === 'chapters' && part === 'progress' && id !== undefined)
    return { subject: `place ${id}`, chapterId: id };
  if (
    (method === 'POST' || method === 'DELETE') &&
    collection === 'stories' &&
    part === 'like' &&
    id !== undefined
  )
    return { subject: `like ${id}`, storyId: id };
  if (collection !== 'highlights' && collection !== 'bookmarks') return null;
  if (method === 'POST' && id !== undefined && part === 'restore') return { subject: `annotation ${id}` };
  if (part !== undefined) return null;
  if (method === 'POST' && id === undefined && text(body?._id) !== '')
    return { subject: `annotation ${text(body?._id)}`, storyId: text(body?.storyId) };
  if ((method === 'PUT' || method === 'DELETE') && id !== undefined) return { subject: `annotation ${id}` };
  return null;
}

const shareOf = (change: Change): number => Number(change.body?.progress ?? 0);

/** What was read counts for the day on which it was read, as this device sees days. */
const dayOf = ({ at }: Change): string => new Date(at).toDateString();

/** The element with the highest value; of equal ones, the last. */
export const last = <T>(list: T[], value: (one: T) => string | number): T | undefined =>
  list.reduce<T | undefined>(
    (best, one) => (best === undefined || value(one) >= value(best) ? one : best),
    undefined,
  );

/**
 * Which stored changes a new one replaces: of the places in a chapter the latest and the furthest of each day stay, and one that begins the story again, of the
 * likes of a story the latest. Null if there is no room.
 *
 * The new change need not be the latest: its request may have failed after a later change was stored.
 */
export function replacedBy(stored: Change[], added: Change): Change[] | null {
  const same = stored.filter(({ subject, refusal }) => subject === added.subject && refusal === undefined);
  let replaced: Change[] = [];
  if (added.subject.startsWith('place ')) {
    const ofDay = [...same.filter((one) => dayOf(one) === dayOf(added)), added];
    const begun = ofDay.find(({ body }) => body?.readsAgain === true);
    const needed = [last(ofDay, ({ at }) => at), last(ofDay, shareOf), begun];
    replaced = ofDay.filter((one) => one !== added && !needed.includes(one));
  } else if (added.subject.startsWith('like ')) replaced = same.filter(({ at }) => at <= added.at);
  return stored.length - replaced.length >= maxChanges ? null : replaced;
}

/** Whether a change undoes the deletion of an annotation. */
export const isRestore = ({ path }: Pick<Change, 'path'>): boolean => /\/restore$/.test(path);

/** The request that sends a change, with the time at which it was made (docs/product/offline.md#merging). */
export function requestOf({ method, path, body, subject, at }: Change): {
  address: string;
  init: RequestInit;
} {
  const isLike = subject.startsWith('like ');
  const timeName = subject.startsWith('place ') ? 'readAt' : 'changedAt';
  const isTimed = body !== null && (method === 'PUT' || subject.startsWith('place '));
  return {
    address: `/api/v1${path}${isLike ? `?chosenAt=${encodeURIComponent(at)}` : ''}`,
    init: {
      method,
      body: body === null ? null : JSON.stringify(isTimed ? { ...body, [timeName]: at } : body),
    },
  };
}

/** Whether an earlier change to the same thing is still waiting, so that this one must wait too. */
export const mustWait = (stored: Change[], sent: Sent): boolean => {
  const subject = subjectOf(sent)?.subject;
  return stored.some((one) => one.subject === subject && one.refusal === undefined);
};

/** What the next change would meet too: the session ended, or the server is unreachable, busy or limits this person. */
const statusesOfAll = [401, 408, 429, 502, 503, 504];

/**
 * What becomes of a change after this response. Its text stays with the reader if the server refuses it. With 'later',
 * only changes to the same thing wait; with 'stop', all do.
 */
export function outcomeOf(
  change: Change,
  status: number,
  code?: string,
): 'sent' | 'refused' | 'later' | 'stop' {
  if (status < 300) return 'sent';
  if (statusesOfAll.includes(status)) return 'stop';
  if (status >= 500 || !isOwnError(status, code)) return 'later';
  // It was created by a request whose response was lost, and deleted since.
  if (code === 'ID_TAKEN') return 'sent';
  // What is gone needs no further change; what was created for it has a text that must not be lost.
  if (status === 404 && (change.method !== 'POST' || isRestore(change))) return 'sent';
  const hasText = change.subject.startsWith('annotation ') && change.body !== null;
  return hasText ? 'refused' : 'sent';
}
