import type { Input } from './api.ts';
import { inputKey, storeInput } from './stored-input.ts';

export type SentProgress = Input<'POST /chapters/{id}/progress'>['body'];

/** `savedAt`: the time in the server's response, if there was one. */
type StoredPlace = SentProgress & { savedAt?: string };
/**
 * By chapter, the newest progress that the server may not have, and the last one that it has: a page that is being loaded may have
 * been written before.
 */
type StoredPlaces = Record<string, StoredPlace>;
const placesKey = (userId: string): string => inputKey(userId, 'places');

/** Read as it is stored, also while a written page is taken over, which has shown it already (screens/reading/place.ts). */
export function storedPlaces(userId: string): StoredPlaces {
  try {
    return JSON.parse(localStorage.getItem(placesKey(userId)) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

const storePlaces = (userId: string, places: StoredPlaces): void =>
  storeInput(placesKey(userId), Object.keys(places).length === 0 ? null : places);

/** Places that an earlier page or session could not send. */
export const unsentPlaces = (userId: string): StoredPlaces =>
  Object.fromEntries(Object.entries(storedPlaces(userId)).filter(([, { savedAt }]) => savedAt === undefined));

/** Stores a chapter's place for the next page. */
export const storePlace = (userId: string, chapter: string, place: SentProgress): void =>
  storePlaces(userId, { ...unsentPlaces(userId), [chapter]: place });

/** The server has answered: notes when it has saved the place, or else removes it. Not if another has replaced it. */
export function settleStored(userId: string, chapter: string, place: SentProgress, savedAt?: string | null) {
  const { [chapter]: stored, ...others } = storedPlaces(userId);
  if (stored === undefined || stored.readAt !== place.readAt) return;
  storePlaces(userId, savedAt ? { ...others, [chapter]: { ...place, savedAt } } : others);
}

/** If the server has not answered, it may have a place some time after it was read, and its clock is known to a second. */
const toleranceMs = 5000;

/**
 * The newest stored place in these chapters, with its chapter, unless the server knew a later one: of another device. `savedAt`:
 * when that one was saved.
 */
export function newerPlace(userId: string, chapters: readonly string[], savedAt: string | null) {
  const stored = storedPlaces(userId);
  const [chapter = '', ...others] = chapters.filter((id) => stored[id]?.readAt !== undefined);
  const readAt = (id: string) => Date.parse(stored[id]?.readAt ?? '') || 0;
  const newest = others.reduce((a, b) => (readAt(b) > readAt(a) ? b : a), chapter);
  const place = stored[newest];
  if (place === undefined) return undefined;
  const { savedAt: answered, ...progress } = place;
  const isOld =
    answered === undefined
      ? Date.parse(savedAt ?? '') > readAt(newest) + toleranceMs
      : (savedAt ?? '') >= answered;
  return isOld ? undefined : { chapter: newest, ...progress };
}
