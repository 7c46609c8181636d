import type { ReadableEntry } from '@inkling/contract/library';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { BookmarkIcon } from '../stories/bookmark-button.tsx';
import { StoryCover } from '../stories/story-cover.tsx';
import { titleOf } from '../stories/story-text.ts';
import { EntryActions } from './entry-actions.tsx';
import { readLabel } from './read-label.ts';
import { ReadingState } from './reading-state.tsx';

interface Props {
  entry: ReadableEntry;
  /** In the library: also shows when it was last read and whether it is saved. */
  inLibrary?: boolean;
}

/** A story in progress, with a link to the reading position. */
export function ContinueCard({ entry, inLibrary = false }: Props) {
  const { story, lastChapterRead } = entry;
  return (
    <article className="relative flex h-full gap-4 rounded-lg border border-line bg-raised p-3">
      <div className="w-20 shrink-0">
        <StoryCover story={story} sizes="80px" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <h3
          className={`line-clamp-2 font-serif text-lg leading-snug ${inLibrary ? 'me-8' : ''}`}
          dir="auto"
          lang={story.language}
        >
          <Link to={paths.reading(story._id, lastChapterRead?._id)} className="card-link hover:underline">
            {titleOf(story)}
          </Link>
        </h3>
        {lastChapterRead !== null && (
          <p className="flex gap-1 text-sm text-muted">
            <span className="shrink-0">Chapter {lastChapterRead.chapterNumber}:</span>
            <bdi className="block min-w-0 truncate" lang={story.language}>
              {lastChapterRead.title}
            </bdi>
          </p>
        )}
        <div className="mt-auto pt-2">
          {inLibrary ? (
            <EntryActions entry={{ ...entry, isAvailable: true }} title={titleOf(story)}>
              <ReadingState entry={entry}>
                <span>{readLabel(entry)}</span>
              </ReadingState>
            </EntryActions>
          ) : (
            <ReadingState entry={entry} />
          )}
        </div>
      </div>
      {inLibrary && (
        <div className="absolute end-0 top-1 z-10">
          <BookmarkIcon story={{ ...story, isBookmarked: entry.isBookmarked }} />
        </div>
      )}
    </article>
  );
}
