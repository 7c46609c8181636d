import type { Review } from '@inkling/contract/ratings';
import { useQuery } from '@tanstack/react-query';
import { ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { Stars } from '../../ui/stars.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { PersonAvatar } from '../users/person-avatar.tsx';
import { reviewQuery, useHelpful } from './ratings.api.ts';
import { ReviewReply } from './review-reply.tsx';

interface Props {
  review: Review;
  /** What the viewer is to this review; a visitor and its writer can only read it. */
  viewer: 'visitor' | 'reader' | 'writer' | 'author';
  author: { _id: string; name: string };
}

/** A review: who wrote it, the stars, the text, the author's reply. A spoiler is folded. */
export function ReviewCard({ review, viewer, author }: Props) {
  const [asked, setAsked] = useState(false);
  const full = useQuery({ ...reviewQuery(review._id), enabled: asked && review.isFolded });
  // Edits reach the list first; votes are in both.
  const shown =
    review.isFolded && full.data !== undefined ? { ...full.data.data, ...votesOf(review) } : review;
  const { user } = review;
  return (
    <article aria-label={`Review by ${displayNameOf(user)}`} className="py-5">
      <header className="flex items-start gap-3">
        <PersonAvatar person={user} size={40} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={paths.person(user.username)} className="font-semibold break-words hover:underline">
              <bdi>{displayNameOf(user)}</bdi>
            </Link>
            <Stars value={review.rating} />
            {viewer === 'writer' && <Badge>Your review</Badge>}
            {review.isSpoiler && <Badge>Spoilers</Badge>}
          </p>
          <p className="text-sm text-muted tabular-nums">
            <LocalDate iso={review.createdAt} />
            {review.editedAt !== null && ' · Edited'} · Read {review.progress}% when writing this
          </p>
        </div>
      </header>
      {shown.review === null ? (
        <FoldedText
          name={`review by ${displayNameOf(user)}`}
          busy={asked && full.isFetching}
          error={full.error && messageOf(full.error, 'Failed to fetch this review.')}
          onShow={() => (asked ? void full.refetch() : setAsked(true))}
        >
          This review contains spoilers.
        </FoldedText>
      ) : (
        <p className="mt-3 max-w-[66ch] break-words whitespace-pre-line" dir="auto">
          {shown.review}
        </p>
      )}
      <Helpful review={review} viewer={viewer} />
      <ReviewReply
        review={shown}
        authorId={viewer === 'author' ? author._id : null}
        authorName={author.name}
      />
    </article>
  );
}

const votesOf = ({ helpful, isHelpful }: Review) => ({ helpful, isHelpful });

const foundHelpful = (count: number): string =>
  count === 1 ? '1 reader found this helpful' : `${count.toLocaleString()} readers found this helpful`;

function Helpful({ review, viewer }: Pick<Props, 'review' | 'viewer'>) {
  const helpful = useHelpful(review);
  const count = Math.max(0, review.helpful + (helpful.on ? 1 : 0) - (review.isHelpful ? 1 : 0));
  if (viewer !== 'reader')
    return count === 0 ? null : <p className="mt-3 text-sm text-muted tabular-nums">{foundHelpful(count)}</p>;
  return (
    <p className="mt-3">
      <Button
        aria-label={count > 0 ? `Helpful, ${count.toLocaleString()}` : undefined}
        aria-pressed={helpful.on}
        aria-busy={helpful.busy}
        onClick={helpful.toggle}
      >
        <ThumbsUp aria-hidden="true" className={`size-5 ${helpful.on ? 'fill-accent text-accent' : ''}`} />
        Helpful
        {count > 0 && <span className="tabular-nums">{count.toLocaleString()}</span>}
      </Button>
    </p>
  );
}
