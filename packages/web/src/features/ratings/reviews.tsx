import type { RatingRefusal, ReviewSort, RatingSummary as Summary } from '@inkling/contract/ratings';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { ChoiceField } from '../../ui/field.tsx';
import { Stars } from '../../ui/stars.tsx';
import { useMarkSeen } from '../notifications/notifications.api.ts';
import { ShowMore } from '../stories/show-more.tsx';
import { authorOf, formatCount } from '../stories/story-text.ts';
import { itemsOf, useList } from '../stories/use-list.ts';
import { OwnRating } from './own-rating.tsx';
import { reviewQuery, reviewsQuery } from './ratings.api.ts';
import { ReviewCard } from './review-card.tsx';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';

/** The average of a story's ratings, and how many there are of each number of stars. */
function RatingSummary({ summary }: { summary: Summary }) {
  const { averageRating, ratingsCount, distribution } = summary;
  if (averageRating === null) return null;
  const most = Math.max(...distribution);
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
      <div>
        <p className="font-serif text-5xl tabular-nums">{averageRating.toFixed(1)}</p>
        <p className="mt-1 text-xl">
          <Stars value={averageRating} label={`${averageRating.toFixed(1)} out of 5 stars`} />
        </p>
        <p className="mt-1 text-sm text-muted tabular-nums">{formatCount(ratingsCount, 'rating')}</p>
      </div>
      <ul aria-label="Ratings by stars" className="min-w-0 max-w-md flex-1 basis-60 space-y-1">
        {distribution
          .map((count, index) => ({ stars: index + 1, count }))
          .toReversed()
          .map(({ stars, count }) => (
            <li key={stars} className="grid grid-cols-[4rem_1fr_3.5rem] items-center gap-3 text-sm">
              <span className="text-muted">
                {formatCount(stars, 'star')}
                <span className="sr-only">: </span>
              </span>
              <span aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-line">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${most === 0 ? 0 : (100 * count) / most}%` }}
                />
              </span>
              <span className="text-end text-muted tabular-nums">
                {count.toLocaleString('en')}
                <span className="sr-only"> {count === 1 ? 'rating' : 'ratings'}</span>
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}

const sortNames: Record<ReviewSort, string> = {
  newest: 'Newest',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
  helpful: 'Most helpful',
};

/** Ratings and reviews of a story, with the reader's own. The one that a link leads to comes first. */
export function Reviews({ story, linkedId = null }: { story: Story; linkedId?: string | null }) {
  const [sort, setSort] = useState<ReviewSort>('newest');
  const me = useMe();
  const { first, all, pages } = useList(reviewsQuery(story._id, sort), (_, page) =>
    reviewsQuery(story._id, sort, page),
  );
  const list = useRef<HTMLUListElement>(null);
  const linked = useQuery({ ...reviewQuery(linkedId ?? ''), enabled: linkedId !== null }).data?.data;
  const listed = itemsOf(all);
  const isLinked = ({ _id }: { _id: string }) => _id === linkedId;
  const found = listed.find(isLinked) ?? linked;
  const reviews = found === undefined ? listed : [found, ...listed.filter((review) => !isLinked(review))];
  useMarkSeen(
    reviews.map(({ _id }) => [_id]),
    list,
  );
  if (first.data === undefined)
    return (
      <QueryState
        query={first}
        fallback="Failed to fetch reviews"
        pending={<ReviewsSkeleton story={story} />}
      />
    );
  const { summary, mine, refusal, pagination } = first.data;
  const hasMore = all.at(-1)?.pagination.hasMore ?? false;
  const viewerOf = (reviewerId: string) => {
    if (refusal === 'signed-out') return 'visitor';
    if (refusal === 'author') return 'author';
    return reviewerId === me?._id ? 'writer' : 'reader';
  };
  return (
    <div className="mt-4 space-y-6">
      <RatingSummary summary={summary} />
      {refusal === null ? (
        <OwnRating storyId={story._id} mine={mine} />
      ) : (
        <Refusal refusal={refusal} storyId={story._id} />
      )}
      {pagination.total === 0 ? (
        <p className="text-muted">{emptyText(refusal, summary.ratingsCount)}</p>
      ) : (
        <div>
          {pagination.total > 1 && (
            <div className="max-w-60">
              <ChoiceField label="Sort reviews" names={sortNames} value={sort} onChange={setSort} />
            </div>
          )}
          <ul
            ref={list}
            aria-label="Reviews"
            aria-busy={first.isPlaceholderData}
            className="divide-y divide-line"
          >
            {reviews.map((review) => (
              <li key={review._id}>
                <ReviewCard
                  review={review}
                  isLinked={isLinked(review)}
                  viewer={viewerOf(review.user._id)}
                  author={{ _id: story.author._id, name: authorOf(story) }}
                />
              </li>
            ))}
          </ul>
          <ShowMore
            list={list}
            items="reviews"
            // Some may be by people whom the reader does not see.
            shown={hasMore ? Math.min(reviews.length, pagination.total - 1) : pagination.total}
            total={pagination.total}
            pages={pages}
          />
        </div>
      )}
    </div>
  );
}

function emptyText(refusal: RatingRefusal | null, ratings: number): string {
  if (refusal === 'author')
    return ratings === 0
      ? 'No ratings yet. Readers can rate your story once they have read a chapter.'
      : 'No reviews yet.';
  return refusal === null ? 'No reviews yet. Be the first to write one.' : 'No reviews yet.';
}

/** Why the viewer cannot rate the story, and what to do. */
function Refusal({ refusal, storyId }: { refusal: RatingRefusal; storyId: string }) {
  if (refusal === 'author') return null;
  if (refusal === 'not-allowed') return <p className="text-muted">You can’t rate this story.</p>;
  if (refusal === 'not-read') return <p className="text-muted">Read a chapter online to rate this story.</p>;
  return (
    <p className="text-muted">
      <Link to={paths.login(paths.story(storyId))} className="link">
        Sign in
      </Link>{' '}
      to rate this story.
    </p>
  );
}
