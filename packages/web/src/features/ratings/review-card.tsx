import type { Review } from '@inkling/contract/ratings';
import { ThumbsUp } from 'lucide-react';
import { LocalDate } from '../../lib/local-date.tsx';
import { shownCount } from '../../lib/use-toggle.ts';
import { useUnfolded } from '../../lib/use-unfolded.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { Stars } from '../../ui/stars.tsx';
import { PersonMenuButton } from '../blocks/person-menu-button.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { PostCard, PostText } from '../users/post-card.tsx';
import { reviewQuery, useHelpful } from './ratings.api.ts';
import { ReviewReply } from './review-reply.tsx';

interface Props {
  review: Review;
  /** What the viewer is to this review; a visitor and its writer can only read it. */
  viewer: 'visitor' | 'reader' | 'writer' | 'author';
  author: { _id: string; name: string };
  /** Whether a link leads to it. */
  isLinked?: boolean;
  /** The author has replied to it. */
  onReplied?: () => void;
}

/** A review: who wrote it, the stars, the text, the author's reply. A spoiler is folded. */
export function ReviewCard({ review, viewer, author, isLinked = false, onReplied }: Props) {
  const { unfolded, fold } = useUnfolded(
    review.isFolded,
    reviewQuery(review._id),
    'Failed to fetch this review.',
  );
  // Edits reach the list first; votes are in both.
  const shown = unfolded ? { ...unfolded.data, ...votesOf(review) } : review;
  const { user } = review;
  return (
    <PostCard
      kind="Review"
      isLinked={isLinked}
      author={user}
      beside={
        <>
          <Stars value={review.rating} />
          {viewer === 'writer' && <Badge>Your review</Badge>}
          {review.isSpoiler && <Badge>Spoilers</Badge>}
        </>
      }
      below={
        <>
          <LocalDate iso={review.createdAt} />
          {review.editedAt !== null && ' · Edited'} · Reviewed at {review.progress}%
        </>
      }
    >
      {shown.review === null ? (
        <FoldedText name={`review by ${displayNameOf(user)}`} {...fold}>
          This review contains spoilers.
        </FoldedText>
      ) : (
        <PostText>{shown.review}</PostText>
      )}
      <div className="mt-3 flex items-center gap-x-2 empty:hidden [&>button:first-child]:-ms-3">
        <Helpful review={review} viewer={viewer} />
        {(viewer === 'reader' || viewer === 'author') && (
          <PersonMenuButton person={user} reports={[{ kind: 'review', id: review._id }]} />
        )}
      </div>
      <ReviewReply
        review={shown}
        authorId={viewer === 'author' ? author._id : null}
        canReport={viewer === 'reader' || viewer === 'writer'}
        authorName={author.name}
        onReplied={onReplied}
      />
    </PostCard>
  );
}

const votesOf = ({ helpful, isHelpful }: Review) => ({ helpful, isHelpful });

const foundHelpful = (count: number): string =>
  count === 1 ? '1 reader found this helpful' : `${count.toLocaleString('en')} readers found this helpful`;

function Helpful({ review, viewer }: Pick<Props, 'review' | 'viewer'>) {
  const helpful = useHelpful(review);
  const count = shownCount(review.helpful, review.isHelpful, helpful.on);
  if (viewer !== 'reader')
    return count === 0 ? null : <p className="text-sm text-muted tabular-nums">{foundHelpful(count)}</p>;
  return (
    <p>
      <Button
        aria-label={count > 0 ? `Helpful, ${count.toLocaleString('en')}` : undefined}
        aria-pressed={helpful.on}
        aria-busy={helpful.busy}
        onClick={helpful.toggle}
      >
        <ThumbsUp aria-hidden="true" className={`size-5 ${helpful.on ? 'fill-accent text-accent' : ''}`} />
        Helpful
        {count > 0 && <span className="tabular-nums">{count.toLocaleString('en')}</span>}
      </Button>
    </p>
  );
}
