import type { ReadableEntry } from '@inkling/contract/library';
import { Link } from 'react-router';
import { showUndo } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Stars } from '../../ui/stars.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { BookmarkIcon } from '../stories/bookmark-button.tsx';
import { Byline } from '../stories/byline.tsx';
import { AudienceOnCover } from '../stories/labels/audience-badge.tsx';
import { titleOf } from '../stories/story-text.ts';
import { EntryActions } from './entry-actions.tsx';
import { entryLabel } from './entry-label.ts';
import { newChaptersLabel, wholePercent } from './read-label.ts';

interface Props {
  entry: ReadableEntry;
  /** In a list of saved stories: offers to undo the removal of the bookmark. */
  inBookmarks?: boolean;
}

const offerUndo = (undo: () => void) => showUndo('Removed from your bookmarks.', undo);

/** A story in the library with its progress, the reader's rating, when it was last read, and whether it is saved. */
export function BookCard({ entry, inBookmarks = false }: Props) {
  const { story, progress, newChapters } = entry;
  const isNew = newChapters > 0;
  return (
    <article className="relative">
      <div className="relative">
        <StoryCover story={story} sizes="(min-width: 1024px) 190px, 23vw" />
        <AudienceOnCover story={story} />
      </div>
      {isNew && (
        <span className="absolute start-2 top-2">
          <Badge tone="accent">{newChaptersLabel(newChapters)}</Badge>
        </span>
      )}
      <div className="mt-2 flex items-start justify-between gap-1">
        <div className="min-w-0">
          <h3 className="line-clamp-2 font-serif leading-snug" dir="auto" lang={story.language}>
            <Link to={paths.story(story._id)} className="py-0.5 card-link hover:underline">
              {titleOf(story)}
            </Link>
          </h3>
          <Byline story={story} />
        </div>
        <div className="relative z-10 -me-3 shrink-0">
          <BookmarkIcon
            story={{ ...story, isBookmarked: entry.isBookmarked }}
            {...(inBookmarks && { onRemoved: offerUndo })}
          />
        </div>
      </div>
      {progress > 0 && !isNew && (
        <div className="mt-1">
          <ProgressBar
            value={progress}
            label={`${wholePercent(progress)} percent of ${titleOf(story)} read`}
          />
        </div>
      )}
      <EntryActions entry={entry} title={titleOf(story)}>
        {entry.rating !== null && (
          <p className="mt-1">
            <Stars value={entry.rating} label={`Your rating: ${entry.rating} out of 5 stars`} />
          </p>
        )}
        <p className="mt-1 text-sm text-muted">{entryLabel(entry)}</p>
      </EntryActions>
    </article>
  );
}
