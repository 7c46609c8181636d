import { numberBeside, shownTitle } from '@inkling/contract/chapter-title';
import type { ReadableEntry } from '@inkling/contract/library';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StoryCover } from '../covers/story-cover.tsx';
import { BookmarkIcon } from '../stories/bookmark-button.tsx';
import { titleOf } from '../stories/story-text.ts';
import { readLabel, timeReadLabel } from './entry-label.ts';
import { continuePath } from './read-label.ts';
import { ReadingState } from './reading-state.tsx';

interface Props {
  entry: ReadableEntry;
  /** In the library: when it was last read and whether it is saved; what can be done with it stands around its state. */
  inLibrary?: (state: ReactNode) => ReactNode;
}

/** A story in progress, with a link to the reading position. */
export function ContinueCard({ entry, inLibrary }: Props) {
  const { story, continueWith, lastChapterRead, nextUnread } = entry;
  const chapter = [lastChapterRead, nextUnread].find((one) => one?._id === continueWith) ?? null;
  const rest = chapter === null ? '' : shownTitle(chapter);
  const state = (
    <ReadingState entry={entry}>
      {inLibrary !== undefined && (
        <span>{[readLabel(entry), timeReadLabel(entry)].filter(Boolean).join(' · ')}</span>
      )}
    </ReadingState>
  );
  return (
    <article className="relative flex h-full gap-4 rounded-lg border border-line bg-raised p-3">
      <div className="w-20 shrink-0">
        <StoryCover story={story} sizes="80px" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <h3
          className={`line-clamp-2 font-serif text-lg leading-snug ${inLibrary === undefined ? '' : 'me-8'}`}
          dir="auto"
          lang={story.language}
        >
          <Link to={continuePath(entry)} className="card-link hover:underline">
            {titleOf(story)}
          </Link>
        </h3>
        {chapter !== null && (
          <p className="flex gap-1 text-sm text-muted">
            {numberBeside(chapter) !== null && (
              <span className="shrink-0">
                Chapter {chapter.chapterNumber}
                {rest !== '' && ':'}
              </span>
            )}
            <bdi className="block min-w-0 truncate" lang={story.language}>
              {rest}
            </bdi>
          </p>
        )}
        <div className="mt-auto pt-2">{inLibrary === undefined ? state : inLibrary(state)}</div>
      </div>
      {inLibrary !== undefined && (
        <div className="absolute end-0 top-1 z-10">
          <BookmarkIcon story={{ ...story, isBookmarked: entry.isBookmarked }} />
        </div>
      )}
    </article>
  );
}
