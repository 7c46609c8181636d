import type { Series } from '@inkling/contract/series';
import { ListOrdered } from 'lucide-react';
import { Link } from 'react-router';
import { WithheldNote } from '../../features/measures/withheld-note.tsx';
import { ReportButton } from '../../features/reports/report-button.tsx';
import { useSeriesFollow } from '../../features/series/series.api.ts';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { isComingSoon } from '../../features/stories/story-text.ts';
import { FollowButton } from '../../features/story-follows/story-follow.tsx';
import { OwnerLink } from '../../features/users/owner-link.tsx';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** A series: its header and its stories, numbered in the author's order. */
export function SeriesPage({ series }: { series: Series }) {
  const { _id: id, name, description, author, storyCount, stories, withheld } = series;
  const me = useMe();
  const mine = me?._id === author._id;
  const follow = useSeriesFollow(series);
  const words = stories.reduce((sum, { stats }) => sum + stats.totalWordCount, 0);
  const first = stories.find((story) => !isComingSoon(story));
  return (
    <article>
      <header className="rounded-xl bg-sunken p-5 sm:p-8">
        <p className="text-muted">Series</p>
        <h1 className="font-serif text-3xl leading-tight wrap-anywhere sm:text-4xl" dir="auto">
          {name}
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 text-muted">
          <OwnerLink person={author} />
          <span className="tabular-nums">{pluralize(storyCount, 'story', 'stories')}</span>
          {words > 0 && <span className="tabular-nums">{pluralize(words, 'word')}</span>}
        </p>
        {description !== '' && (
          <p className="mt-2 max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
            {description}
          </p>
        )}
        {first !== undefined && (
          <p className="mt-4 flex flex-wrap gap-3">
            <Link to={paths.story(first._id)} className={buttonClass('primary')}>
              Start with part {stories.indexOf(first) + 1}
            </Link>
            {me !== undefined && !mine && <FollowButton follow={follow} what="the series" />}
          </p>
        )}
        {me !== undefined && !mine && follow.on && (
          <p className="mt-2 text-sm text-muted">
            You’ll be notified of new chapters and of stories that are added.
          </p>
        )}
        <WithheldNote kind="series" withheld={withheld} />
        {me !== undefined && !mine && (
          <p className="mt-2 -ms-3">
            <ReportButton things={[{ kind: 'series', id }]} personId={author._id} />
          </p>
        )}
        {mine && (
          <p className="mt-4">
            <Link to={paths.mySeries} className={buttonClass('quiet')}>
              <ListOrdered aria-hidden="true" className="size-5" />
              Arrange my series
            </Link>
          </p>
        )}
      </header>
      <section aria-label="Stories" className="mt-8">
        <h2 className="sr-only">Stories</h2>
        {stories.length === 0 ? (
          <EmptyState title="No published stories yet">
            Others can find this series once one of its stories is published.
          </EmptyState>
        ) : (
          <ol className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5">
            {stories.map((story, index) => (
              <li key={story._id} className="min-w-0">
                <p className="mb-2 text-sm font-semibold text-muted">Part {index + 1}</p>
                <StoryCard story={story} byline={false} />
              </li>
            ))}
          </ol>
        )}
      </section>
    </article>
  );
}
