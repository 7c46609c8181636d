import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import type { RefObject } from 'react';
import { PlaceElsewhere } from '../../features/chapters/reader/place-elsewhere.tsx';
import { readPercent } from '../../features/chapters/reader/position.ts';
import type { UnconfirmedPlace } from '../../features/chapters/reader/unconfirmed-place.ts';
import { ChatButton } from '../../features/chat/chat-button.tsx';
import { GlossaryExtras } from '../../features/glossary/glossary-extras.tsx';
import { ReadingComfort } from '../../features/reading-comfort/reading-comfort.tsx';
import { ReadingSession } from '../../features/reading-sessions/reading-session.tsx';
import { RevisionLine } from '../../features/revisions/revision-line.tsx';
import { CollectEarned } from '../../features/rewards/earned-line.tsx';

interface Props {
  opening: Opening;
  unconfirmed: UnconfirmedPlace;
  chapter: ChapterSummary;
  text: RefObject<HTMLElement | null>;
  /** The reader's places when the story was opened: reading on saves new ones. */
  placesBefore: Opening['places'];
  /** Opens the next chapter, if there is one. */
  onNext: (() => void) | undefined;
  /** Opens another chapter. */
  onGo: (chapterId: string) => void;
}

/** What goes with a chapter's text once it is shown: the time of reading, what it earns, comfort, and the chat of published stories. */
export function ReaderExtras({ opening, unconfirmed, chapter, text, placesBefore, onNext, onGo }: Props) {
  const { story } = opening;
  const progress = () => (text.current?.isConnected ? readPercent(text.current) : 0);
  return (
    <>
      <PlaceElsewhere
        key={`${chapter._id} elsewhere`}
        opening={opening}
        unconfirmed={unconfirmed}
        chapterId={chapter._id}
        text={text}
        onGo={onGo}
      />
      <RevisionLine key={`${chapter._id} revision`} opening={opening} chapter={chapter} />
      <GlossaryExtras opening={opening} chapter={chapter} text={text} placesBefore={placesBefore} />
      <ReadingSession key={chapter._id} storyId={story._id} chapterId={chapter._id} progress={progress} />
      <CollectEarned />
      <ReadingComfort opening={opening} chapter={chapter} text={text} onNext={onNext} onGo={onGo} />
      {story.isPublished && chapter.isPublished && (
        <ChatButton storyId={story._id} chapterId={chapter._id} authorId={story.author._id} />
      )}
    </>
  );
}
