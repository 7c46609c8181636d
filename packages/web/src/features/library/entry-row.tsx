import type { LibraryEntry } from '@inkling/contract/library';
import { BookX } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { Stars } from '../../ui/stars.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { Byline } from '../stories/byline.tsx';
import { titleOf } from '../stories/story-text.ts';
import { EntryActions } from './entry-actions.tsx';
import { entryLabel } from './entry-label.ts';
import { newChaptersLabel, wholePercent } from './read-label.ts';

interface Props {
  entry: LibraryEntry;
  selected: boolean;
  /** With Shift, up to the row that was selected before. */
  onSelect: (range: boolean) => void;
}

/** A story of the library in the list: title, author, progress, the reader's rating, dates, and a sign for a note. */
export function EntryRow({ entry, selected, onSelect }: Props) {
  const { story, progress, rating, newChapters } = entry;
  const title = story === null ? 'a story that is no longer available' : titleOf(story);
  return (
    <article
      className={`relative grid grid-cols-[2.75rem_3rem_minmax(0,1fr)] gap-x-2 border-b border-line py-3 sm:gap-x-4 ${selected ? 'bg-sunken' : ''}`}
    >
      <SelectBox label={`Select ${title}`} selected={selected} onSelect={onSelect} />
      {story === null ? (
        <div className="grid aspect-3/4 place-items-center rounded-sm border border-dashed border-control bg-sunken text-muted">
          <BookX aria-hidden="true" className="size-5" />
        </div>
      ) : (
        <StoryCover story={story} sizes="48px" />
      )}
      <EntryActions entry={entry} title={title} noteAsSign>
        <div className="grid gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_7rem_6.5rem_minmax(0,14rem)] md:items-center">
          <div className="min-w-0">
            {story === null ? (
              <h3 className="font-serif text-muted">No longer available</h3>
            ) : (
              <>
                <h3 className="line-clamp-2 font-serif leading-snug" dir="auto" lang={story.language}>
                  <Link to={paths.story(story._id)} className="py-0.5 card-link hover:underline">
                    {title}
                  </Link>
                </h3>
                <Byline story={story} />
              </>
            )}
          </div>
          <div className="min-w-0">
            {newChapters > 0 ? (
              <Badge tone="accent">{newChaptersLabel(newChapters)}</Badge>
            ) : (
              progress > 0 && (
                <ProgressBar value={progress} label={`${wholePercent(progress)} percent of ${title} read`} />
              )
            )}
          </div>
          <div>
            {rating !== null && <Stars value={rating} label={`Your rating: ${rating} out of 5 stars`} />}
          </div>
          <p className="text-sm text-muted">{entryLabel(entry)}</p>
        </div>
      </EntryActions>
    </article>
  );
}
