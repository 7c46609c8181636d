import type { Story, UnsavedStory } from '@inkling/contract/stories';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LocalDate } from '../../../lib/local-date.tsx';
import { paths } from '../../../lib/paths.ts';
import { StoryCover } from '../../covers/story-cover.tsx';
import { formatCount, titleOf } from '../story-text.ts';
import { PublishBadge } from './publish-badge.tsx';
import { UnsavedLink } from './unsaved-link.tsx';

interface Props {
  story: Story & { comments: number };
  unsaved: UnsavedStory | undefined;
  /** Beside whether it is published. */
  note?: ReactNode;
}

/** A row in the author's list of their own stories. */
export function OwnStoryRow({ story, unsaved, note }: Props) {
  const { chapterCount, stats, updatedAt, lastUpdated, comments } = story;
  const changed = lastUpdated !== null && lastUpdated > updatedAt ? lastUpdated : updatedAt;
  return (
    <article className="relative flex gap-4 rounded-xl border border-line bg-raised p-3 hover:border-control sm:p-4">
      <div className="w-20 shrink-0 sm:w-24">
        <StoryCover story={story} sizes="96px" />
      </div>
      <div className="min-w-0 flex-1">
        <h2 className="font-serif text-xl leading-snug" dir="auto" lang={story.language}>
          <Link to={paths.writeStory(story._id)} className="card-link hover:underline">
            {titleOf(story)}
          </Link>
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-3">
          <PublishBadge isPublished={story.isPublished} />
          {note}
        </p>
        <p className="mt-2 text-sm text-muted">
          {formatCount(chapterCount, 'chapter')} · {formatCount(stats.totalWordCount, 'word')}
          {story.isPublished &&
            ` · ${formatCount(stats.views, 'view')} · ${formatCount(stats.likes, 'like')} · ${formatCount(comments, 'comment')}`}
        </p>
        <p className="text-sm text-muted">
          Updated <LocalDate iso={changed} />
        </p>
        {unsaved && (
          <p className="-mb-2">
            <UnsavedLink storyId={story._id} unsaved={unsaved} />
          </p>
        )}
      </div>
    </article>
  );
}
