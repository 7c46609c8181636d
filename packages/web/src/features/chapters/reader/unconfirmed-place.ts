import type { ChapterProgress, Opening } from '@inkling/contract/library';
import { useEffect, useState } from 'react';
import { holdPlaces } from '../../../lib/offline/held-places.ts';
import { readToken } from '../../../lib/session-store.ts';

export const savedAt = (place: ChapterProgress | undefined): number =>
  Date.parse(place?.updatedAt ?? '') || 0;

export const newestPlace = (places: ChapterProgress[]): ChapterProgress | undefined =>
  places.toSorted((a, b) => savedAt(b) - savedAt(a))[0];

/** When the newest place was saved that a page was opened with; null once its reader knows of newer ones. */
export interface UnconfirmedPlace {
  at: number | null;
  confirm(): Promise<void>;
}

/**
 * What a page knows that was opened with what the device keeps (`isKept`). What is read there is not sent until its reader
 * knows whether they have read on elsewhere, or leaves the page.
 */
export function useUnconfirmedPlace({ story, places }: Opening, isKept: boolean): UnconfirmedPlace {
  const storyId = story._id;
  const [unconfirmed] = useState<UnconfirmedPlace>(() => ({
    at: isKept ? savedAt(newestPlace(places)) : null,
    confirm: async () => undefined,
  }));
  useEffect(() => {
    if (unconfirmed.at === null) return;
    const release = holdPlaces(storyId);
    unconfirmed.confirm = async () => {
      if (unconfirmed.at === null) return;
      unconfirmed.at = null;
      const [token] = [readToken(), await release()];
      if (token === null) return;
      void import('../../../lib/offline/registration.ts').then(
        ({ askWorker }) => askWorker({ send: token }),
        Boolean,
      );
    };
    return () => void release();
  }, [unconfirmed, storyId]);
  return unconfirmed;
}
