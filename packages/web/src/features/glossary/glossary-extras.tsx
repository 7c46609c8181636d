import type { ChapterSummary } from '@inkling/contract/chapters';
import type { GlossaryEntry } from '@inkling/contract/glossary';
import type { Opening } from '@inkling/contract/library';
import { glossaryLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { glossaryQuery } from './glossary.api.ts';
import { useNamesInText } from './names-in-text.ts';

const EntryDialog = lazyComponent(async () => (await import('./entry-dialog.tsx')).EntryDialog);
const RecapNotice = lazyComponent(async () => (await import('./recap-notice.tsx')).RecapNotice);

const dayMs = 86_400_000;
const none: GlossaryEntry[] = [];

/** Whether a reader has been in a story, but not for some time. */
function isAfterPause(places: Opening['places']): boolean {
  const last = Math.max(
    0,
    ...places.map(({ updatedAt }) => (updatedAt === null ? 0 : Date.parse(updatedAt))),
  );
  return last > 0 && serverNow() - last >= glossaryLimits.pause * dayMs;
}

interface NamesProps {
  opening: Opening;
  chapter: ChapterSummary;
  text: RefObject<HTMLElement | null>;
}

interface Props extends NamesProps {
  /** The reader's places when the story was opened. */
  placesBefore: Opening['places'];
}

/** The names of a story that can be pressed in a chapter's text, and the story so far for a reader who returns to it. */
export const GlossaryExtras = ({ placesBefore, ...names }: Props) => (
  <>
    <Names key={names.chapter._id} {...names} />
    {isAfterPause(placesBefore) && <RecapNotice story={names.opening.story} />}
  </>
);

function Names({ opening, chapter, text }: NamesProps) {
  const { story, places, reader } = opening;
  const [shown, setShown] = useState<GlossaryEntry[] | null>(null);
  // A chapter that is opened for the first time is reached once its place is saved.
  const isReached =
    reader._id === story.author._id ||
    places.some(({ chapter: id, updatedAt }) => id === chapter._id && updatedAt !== null);
  const [isNew] = useState(!isReached);
  const { data, refetch } = useQuery({ ...glossaryQuery(story._id), enabled: isReached });
  useEffect(() => {
    if (isNew && isReached) void refetch();
  }, [isNew, isReached, refetch]);
  useNamesInText(text, data?.data ?? none, setShown);
  return shown !== null && <EntryDialog story={story} entries={shown} onClose={() => setShown(null)} />;
}
