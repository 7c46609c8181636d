import { chapterName, hasOtherNumber, numberedTitle } from '@inkling/contract/chapter-title';
import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFindChapter } from '../chapters/chapters.api.ts';
import { leavePlace, type Origin, placeIn, releasePlace } from '../chapters/reader/jumps.ts';
import { onTextMove } from '../chapters/reader/on-text-move.ts';
import { readPercent, scrolledBy, scrollToPosition, showBeginning } from '../chapters/reader/position.ts';

interface Props {
  opening: Opening;
  chapter: ChapterSummary;
  text: RefObject<HTMLElement | null>;
  onGo: (chapterId: string) => void;
}

/** Moves through the chapter immediately, and to another chapter once it is chosen. */
export function Scrubber({ opening, chapter, text, onGo }: Props) {
  const find = useFindChapter();
  const [share, setShare] = useState(0);
  const movedTo = useRef(Number.NaN);
  const [number, setNumber] = useState(chapter.chapterNumber);
  const { story, chapters, total } = opening;

  useEffect(() => {
    const look = () => {
      // What the slider has chosen stays, though the text may not stop exactly there.
      if (text.current !== null && scrolledBy() !== movedTo.current)
        setShare(Math.round(readPercent(text.current)));
    };
    look();
    return onTextMove(look);
  }, [text]);

  const moveTo = (to: number) => {
    const element = text.current;
    if (element === null) return;
    leavePlace(placeIn(element, chapter, chapterName(chapter)), chapter._id);
    if (to === 0) showBeginning();
    else scrollToPosition(element, null, to);
    movedTo.current = scrolledBy();
    setShare(to);
  };
  const known = (wanted: number) => chapters.find(({ chapterNumber }) => chapterNumber === wanted);
  const open = async () => {
    const from: Origin | null = text.current && placeIn(text.current, chapter, chapterName(chapter));
    const to = known(number) ?? (await find(story._id, number));
    if (to === undefined || to._id === chapter._id) return;
    if (from !== null) leavePlace(from, null);
    releasePlace(to._id);
    onGo(to._id);
  };
  const title = known(number)?.title;
  const name = title === undefined ? `Chapter ${number}` : numberedTitle({ title, chapterNumber: number });
  const isNumbered = title === undefined || !hasOtherNumber({ title, chapterNumber: number });
  return (
    <div className="scrubber">
      <label>
        <span className="scrubber-label">
          <span>In this chapter</span>
          <span className="tabular-nums">{share}%</span>
        </span>
        <input
          type="range"
          className="slider"
          min={0}
          max={100}
          value={share}
          aria-valuetext={`${share}% of the chapter`}
          onChange={(event) => moveTo(event.currentTarget.valueAsNumber)}
        />
      </label>
      {total > 1 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void open();
          }}
        >
          <label>
            <span className="scrubber-label">
              <span className="shrink-0">In the story</span>
              <bdi lang={title === undefined ? undefined : story.language} className="truncate">
                {name}
              </bdi>
            </span>
            <input
              type="range"
              className="slider"
              min={1}
              max={total}
              value={number}
              aria-valuetext={name}
              onChange={(event) => setNumber(event.currentTarget.valueAsNumber)}
              onPointerUp={() => void open()}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                void open();
              }}
            />
          </label>
          {/* For keys and screen readers, which move through the chapters one by one. */}
          {number !== chapter.chapterNumber && (
            <Button type="submit" className="mt-1 w-full">
              {isNumbered ? `Go to Chapter ${number}` : 'Go there'}
            </Button>
          )}
        </form>
      )}
    </div>
  );
}
