import { listedTitle } from '@inkling/contract/chapter-title';
import type { HistoryItem } from '@inkling/contract/reading-history';
import { BookX, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { readingTime } from '../reading-sessions/reading-time.ts';
import { Byline } from '../stories/byline.tsx';
import { titleOf } from '../stories/story-text.ts';
import { timeLabel } from './history-days.ts';

/** The number of chapters that are shown before the reader asks for all. */
const fewChapters = 3;

interface Props {
  item: HistoryItem;
  onRemove: () => void;
}

/** What was read of one story on one day. */
export function HistoryRow({ item, onRemove }: Props) {
  const { story } = item;
  return (
    <li className="flex gap-4 py-4">
      <div className="w-14 shrink-0 sm:w-16">
        {story === null ? (
          <div className="grid aspect-3/4 place-items-center rounded-sm border border-dashed border-control bg-sunken text-muted">
            <BookX aria-hidden="true" className="size-6" />
          </div>
        ) : (
          <StoryCover story={story} sizes="64px" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        {story === null ? (
          <h3 className="font-serif text-lg leading-snug text-muted">No longer available</h3>
        ) : (
          <>
            <h3 className="font-serif text-lg leading-snug" lang={story.language} dir="auto">
              <Link to={paths.story(story._id)} className="inline-block py-0.5 break-words hover:underline">
                {titleOf(story)}
              </Link>
            </h3>
            <Byline story={story} />
          </>
        )}
        {story === null ? (
          <p className="mt-1 text-sm text-muted">
            {pluralize(item.chapterCount, 'chapter')}, last at {timeLabel(item.chapters[0]?.time ?? '00:00')}
          </p>
        ) : (
          <Chapters item={item} />
        )}
        {item.secondsRead >= 60 && (
          <p className="mt-1 text-sm text-muted tabular-nums">{readingTime(item.secondsRead)} read</p>
        )}
      </div>
      <IconButton
        icon={X}
        label={
          story === null ? 'Remove this story from this day' : `Remove “${titleOf(story)}” from this day`
        }
        className="-me-2"
        onClick={onRemove}
      />
    </li>
  );
}

function Chapters({ item }: Pick<Props, 'item'>) {
  const [all, setAll] = useState(false);
  const { storyId, story, chapters, chapterCount } = item;
  const shown = all ? chapters : chapters.slice(0, fewChapters);
  const unlisted = chapterCount - chapters.length;
  return (
    <>
      <ul className="mt-1" lang={story?.language}>
        {shown.map(({ _id, at, time, chapter }) => (
          <li key={_id} className="flex items-baseline justify-between gap-4">
            {chapter === null ? (
              <span className="flex min-h-11 items-center text-muted" lang="en">
                Chapter no longer available
              </span>
            ) : (
              <Link
                to={paths.reading(storyId, _id)}
                className="flex min-h-11 min-w-0 items-center hover:underline"
              >
                <span className="line-clamp-2 break-words" dir="auto">
                  {listedTitle(chapter)}
                </span>
              </Link>
            )}
            <time
              dateTime={at}
              className="shrink-0 text-sm whitespace-nowrap text-muted tabular-nums"
              lang="en"
            >
              {timeLabel(time)}
            </time>
          </li>
        ))}
      </ul>
      {!all && chapters.length > fewChapters && (
        <button type="button" className="link min-h-11" onClick={() => setAll(true)}>
          Show all {chapters.length} chapters
        </button>
      )}
      {unlisted > 0 && (all || chapters.length <= fewChapters) && (
        <p className="text-sm text-muted">and {unlisted.toLocaleString('en')} more</p>
      )}
    </>
  );
}
