import type { ChapterProgress, Opening } from '@inkling/contract/library';
import { begunAgain, continuedAt } from './continued-at.ts';
import { newerPlace } from './stored-places.ts';

/** A story, with a later place of its reader. */
export function withPlace(
  opening: Opening,
  { readsAgain, ...progress }: ChapterProgress & { readsAgain?: boolean },
): Opening {
  const known = readsAgain && opening.isCompleted ? begunAgain(opening) : opening;
  const { chapters, places, opened } = known;
  const continued = continuedAt(known, progress);
  // In a long story, this chapter may not be loaded.
  if (!chapters.some(({ _id }) => _id === progress.chapter)) return { ...known, ...continued };
  const before = places.find(({ chapter }) => chapter === progress.chapter);
  const furthest = Math.max(before?.furthest ?? before?.progress ?? 0, progress.progress);
  const merged = [...places.filter((one) => one !== before), { ...progress, furthest }];
  return { ...known, ...continued, opened: opened + Number(before === undefined), places: merged };
}

/** A story with the reader's place that this browser has stored, if the server did not know it yet; else the same object. */
export function withStoredPlace(opening: Opening): Opening {
  const ids = opening.chapters.map(({ _id }) => _id);
  const saved =
    opening.places
      .map(({ updatedAt }) => updatedAt ?? '')
      .toSorted()
      .at(-1) ?? null;
  const newer = newerPlace(opening.reader._id, ids, saved);
  if (newer === undefined) return opening;
  const { readAt = null, position = null, ...place } = newer;
  return withPlace(opening, { ...place, position, updatedAt: readAt });
}
