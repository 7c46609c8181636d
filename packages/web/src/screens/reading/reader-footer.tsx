import { numberBeside, shownTitle } from '@inkling/contract/chapter-title';
import type { ChapterSummary } from '@inkling/contract/chapters';
import { isRightToLeft } from '@inkling/contract/language';
import type { Story } from '@inkling/contract/stories';
import { Lock } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { MarkCompleted } from '../../features/chapters/reader/mark-completed.tsx';
import { ReportButton } from '../../features/reports/report-button.tsx';
import { formatCount } from '../../features/stories/story-text.ts';
import { FollowStory } from '../../features/story-follows/story-follow.tsx';
import { readingMinutes } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { OnceOnline } from '../../lib/use-connection.ts';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { wayOut } from './way-out.ts';

const Reactions = lazyComponent(
  async () => (await import('../../features/reactions/reactions.tsx')).Reactions,
);

/** Reactions to a chapter, loaded once its end is near. The height is reserved, so that nothing below moves. */
function ChapterReactions({ story, chapterId }: { story: Story; chapterId: string }) {
  const section = useRef<HTMLElement>(null);
  const [near, opened] = [useNear(section), useOpened(true)];
  return (
    <section ref={section} aria-labelledby="reactions" className="mb-8">
      <h2 id="reactions" className="font-serif text-2xl">
        How was this chapter?
      </h2>
      <div className="end-reactions mt-3 min-h-34 min-[22.5rem]:min-h-16">
        {near && opened && (
          <OnceOnline needs="Reactions need">
            <Reactions story={story} chapterId={chapterId} />
          </OnceOnline>
        )}
      </div>
    </section>
  );
}

// As high as the end of a story that goes on.
const endPending = <div className="mt-10 min-h-60" />;
const StoryEnd = lazyComponent(async () => (await import('./story-end.tsx')).StoryEnd, {
  fallback: endPending,
});

// Loaded once the text is shown.
const EarnedLine = lazyComponent(
  async () => (await import('../../features/rewards/earned-line.tsx')).EarnedLine,
);

interface Props {
  story: Story;
  chapterId: string;
  /** The number of this chapter. */
  number: number;
  /** How many chapters the reader has never opened. */
  unopened: number;
  total: number;
  /** Whether the chapter has been opened: what comes after a last chapter, and what was earned, waits for it. */
  opened: boolean;
  /** Whether it is an exclusive chapter that the reader may not read: only the ways to others are shown. */
  isLocked: boolean;
  /** The next chapter, if there is one and it is loaded. */
  next: ChapterSummary | undefined;
  /** Whether the next chapter is exclusive and the reader may not read it. */
  isNextLocked: boolean;
  /** Whether the story goes on to the left. */
  turnsLeft: boolean;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Below the text: readers' reactions, what comes next, and chapter navigation; after the last chapter, the buttons that follow and complete the story. */
export function ReaderFooter(props: Props) {
  const { story, chapterId, number, unopened, total, opened, isLocked, next, isNextLocked } = props;
  const { turnsLeft, onPrevious, onNext } = props;
  const isShown = story.isPublished && !isLocked;
  const isLast = number === total;
  const me = useMe();
  // More chapters may come: following is what readers want first.
  const goesOn = isShown && story.effectiveStatus !== 'completed' && me?._id !== story.author._id;
  return (
    <footer className="mt-14 border-t border-line pt-6">
      {/* In pages, the last page of the chapter: what is pressed lies between the sides that turn (reading-comfort.css). */}
      <div className="end-page">
        {isShown && (
          <OnceOnline key={chapterId}>
            <ChapterReactions story={story} chapterId={chapterId} />
          </OnceOnline>
        )}
        {/* In place of a text that one may not read, the plans are named already. */}
        {next && (
          <NextChapter chapter={next} language={story.language} isLocked={isNextLocked && !isLocked} />
        )}
        {/* The next chapter is on the side that turns on. */}
        <nav
          aria-label="Chapters"
          dir={turnsLeft ? 'rtl' : undefined}
          className="flex flex-wrap justify-between gap-3"
        >
          <Button disabled={!onPrevious} onClick={onPrevious}>
            Previous Chapter
          </Button>
          {isLast && isLocked ? null : isLast ? (
            <div className="flex flex-wrap gap-3">
              {goesOn && (
                <OnceOnline>
                  <FollowStory storyId={story._id} />
                </OnceOnline>
              )}
              <MarkCompleted
                storyId={story._id}
                unopened={unopened}
                total={total}
                leadsTo={wayOut.path}
                variant={goesOn ? 'quiet' : 'primary'}
              />
            </div>
          ) : (
            <Button variant={isNextLocked ? 'quiet' : 'primary'} disabled={!onNext} onClick={onNext}>
              Next Chapter
            </Button>
          )}
        </nav>
        {isShown && (
          <div className="mt-3 flex flex-col items-center text-center">
            <ReportButton things={[{ kind: 'chapter', id: chapterId }]} personId={story.author._id} />
            {opened && (
              <OnceOnline>
                <EarnedLine chapterId={chapterId} />
              </OnceOnline>
            )}
          </div>
        )}
      </div>
      {isLast && !isLocked && (opened ? <StoryEnd key={story._id} story={story} /> : endPending)}
    </footer>
  );
}

interface NextProps {
  chapter: ChapterSummary;
  language: string;
  isLocked: boolean;
}

function NextChapter({ chapter, language, isLocked }: NextProps) {
  const rest = shownTitle(chapter);
  const number = numberBeside(chapter);
  return (
    <div className={`mb-5 ${isRightToLeft(language) ? 'text-start' : 'text-end'}`}>
      <p className="text-sm text-muted">{number === null ? 'Next' : `Next: Chapter ${number}`}</p>
      {rest !== '' && (
        <p className="font-serif text-xl break-words">
          <bdi lang={language}>{rest}</bdi>
        </p>
      )}
      <p className="text-sm text-muted tabular-nums">
        {formatCount(readingMinutes(chapter.wordCount), 'minute')}
      </p>
      {isLocked && (
        <div className="text-center">
          <p className="my-3 text-muted">
            <Lock aria-hidden="true" className="me-1 mb-1 inline size-4" />
            The chapters from here on are for Premium readers.
          </p>
          <Link to={{ pathname: paths.store, hash: 'subscriptions' }} className={buttonClass('primary')}>
            See plans
          </Link>
        </div>
      )}
    </div>
  );
}
