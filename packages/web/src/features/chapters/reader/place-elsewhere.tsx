import { chapterName } from '@inkling/contract/chapter-title';
import type { ChapterProgress, Opening } from '@inkling/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { onConnectionChange, readConnection } from '../../../lib/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { cacheProgress } from '../../library/library.api.ts';
import { deviceInUse } from '../../reading-sessions/story-sessions.api.ts';
import { fetchOpening } from '../../stories/stories.api.ts';
import { returnTo } from './jumps.ts';
import { pausePlaces, resumePlaces } from './paused-places.ts';
import { currentPosition, isPaged, readPercent, scrolledBy, scrollToPosition } from './position.ts';
import { newestPlace, savedAt, type UnconfirmedPlace } from './unconfirmed-place.ts';

/** In less time, a reader does not read on elsewhere. */
const awayMs = 30_000;

interface Elsewhere {
  place: ChapterProgress;
  /** Such as 'You read on to Chapter 4 on your phone.' */
  sentence: string;
}

interface Props {
  opening: Opening;
  unconfirmed: UnconfirmedPlace;
  chapterId: string;
  text: RefObject<HTMLElement | null>;
  /** Opens another chapter; then this component is another one, too. */
  onGo: (chapterId: string) => void;
}

/**
 * Asks where to read on if the reader has read on elsewhere: when they return to an open page, and when there is a
 * connection on one that was opened without it, at the place that this device knew. Until they answer or read on here, no
 * place is saved (docs/product/library.md#reading-position).
 */
export function PlaceElsewhere({ opening, unconfirmed, chapterId, text, onGo }: Props) {
  const client = useQueryClient();
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const storyId = opening.story._id;

  const find = async (): Promise<Elsewhere | null> => {
    const there = await fetchOpening(storyId);
    const place = newestPlace(there.places);
    const known = unconfirmed.at ?? savedAt(newestPlace(opening.places));
    const element = text.current;
    if (place === undefined || element === null || savedAt(place) <= known) return null;
    const isHere = place.chapter === chapterId;
    if (isHere && place.position?.paragraph === currentPosition(element)?.paragraph) return null;
    const chapterOf = (id: string) => there.chapters.find(({ _id }) => _id === id);
    const [to, from] = [chapterOf(place.chapter), chapterOf(chapterId)];
    const isFurther = isHere
      ? place.progress > readPercent(element)
      : (to?.chapterNumber ?? 0) > (from?.chapterNumber ?? 0);
    const name = isHere || to === undefined ? 'this chapter' : chapterName(to);
    const share = place.progress >= 100 ? 'the end' : `${Math.floor(place.progress)}%`;
    const where = isHere || place.progress >= 100 ? `${share} of ${name}` : name;
    const device = there.ereader
      ? `on ${there.ereader}`
      : await deviceInUse(storyId, place.chapter, savedAt(place));
    return { place, sentence: `You ${isFurther ? 'read on to' : 'were last at'} ${where} ${device}.` };
  };

  const ask = useEffectEvent(async () => {
    if (elsewhere !== null) return;
    pausePlaces();
    const found = await find().catch(() => undefined);
    // Without an answer, what waits goes on waiting.
    if (found === undefined || readConnection() !== 'online') return resumePlaces('continue');
    if (found !== null) return setElsewhere(found);
    await unconfirmed.confirm();
    resumePlaces('continue');
  });

  useEffect(() => {
    let leftAt: number | null = null;
    const leave = () => {
      leftAt ??= Date.now();
    };
    const look = () => {
      if (document.visibilityState === 'hidden') return leave();
      const wasAway = leftAt !== null && Date.now() - leftAt >= awayMs;
      leftAt = null;
      if (wasAway && readConnection() === 'online') void ask();
    };
    const stopped = new AbortController();
    const { signal } = stopped;
    const confirm = () => {
      if (unconfirmed.at !== null && readConnection() === 'online') void ask();
    };
    confirm();
    const stopListening = onConnectionChange(confirm);
    document.addEventListener('visibilitychange', look, { signal });
    for (const sign of ['blur', 'pagehide']) window.addEventListener(sign, leave, { signal });
    for (const sign of ['focus', 'pageshow']) window.addEventListener(sign, look, { signal });
    return () => {
      stopped.abort();
      stopListening();
      // Another chapter was opened: its place is the reader's.
      resumePlaces('continue');
    };
  }, [unconfirmed]);

  const answer = useCallback(
    async (outcome: 'stay' | 'leave') => {
      setElsewhere(null);
      await unconfirmed.confirm();
      resumePlaces(outcome);
    },
    [unconfirmed],
  );
  // Reading on is an answer too, but not the end of a movement that had begun before the question was seen.
  useEffect(() => {
    if (elsewhere === null) return;
    const askedAt = scrolledBy();
    const onScroll = () => {
      if (Math.abs(scrolledBy() - askedAt) < (isPaged() ? 1 : window.innerHeight)) return;
      void answer('stay');
    };
    window.addEventListener('scroll', onScroll, { passive: true, capture: true });
    return () => {
      window.removeEventListener('scroll', onScroll, { capture: true });
      // Opening another chapter is an answer as well.
      void unconfirmed.confirm();
    };
  }, [elsewhere, unconfirmed, answer]);

  const go = async ({ chapter, progress, position, updatedAt }: ChapterProgress) => {
    // Before the page scrolls there, which saves that place.
    await answer('leave');
    cacheProgress(client, storyId, { chapter, progress, position, updatedAt });
    if (chapter !== chapterId) {
      returnTo(chapter);
      onGo(chapter);
    } else if (text.current !== null) scrollToPosition(text.current, position, progress);
  };
  return (
    <div role="status" className="place-question fixed inset-x-0 bottom-0 z-11">
      {elsewhere !== null && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 border-t border-line bg-notice px-4 py-2 text-on-notice">
          <p>{elsewhere.sentence}</p>
          <span className="flex gap-2">
            <Button onClick={() => go(elsewhere.place)}>Go there</Button>
            <Button variant="ghost" onClick={() => answer('stay')}>
              Stay here
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
