import { reviewLimits } from '@inkling/contract/limits';
import type { Review } from '@inkling/contract/ratings';
import { ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { LocalDate } from '../../lib/local-date.tsx';
import { inputKey } from '../../lib/stored-input.ts';
import { shownCount } from '../../lib/use-toggle.ts';
import { useUnfolded } from '../../lib/use-unfolded.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { Stars } from '../../ui/stars.tsx';
import { PersonMenuButton } from '../blocks/person-menu-button.tsx';
import { TextForm } from '../forms/text-form.tsx';
import { useEditing } from '../forms/use-editing.ts';
import { ReportButton } from '../reports/report-button.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { PostCard, PostText } from '../users/post-card.tsx';
import { reviewQuery, useHelpful, useRemoveReply, useReply } from './ratings.api.ts';

interface ReviewReplyProps {
  review: Review;
  /** The story's author, if the viewer is that person. */
  authorId: string | null;
  authorName: string;
  canReport: boolean;
  onReplied?: (() => void) | undefined;
}

/** The reply of the story's author, which that author can write, change and delete. */
function ReviewReply({ review, authorId, authorName, canReport, onReplied }: ReviewReplyProps) {
  const { reply } = review;
  const storageKey = authorId === null ? null : inputKey(authorId, `reply/${review._id}`);
  const editing = useEditing(storageKey);
  const save = useReply();
  const [asking, setAsking] = useState(false);
  const remove = useRemoveReply(() => setAsking(false));
  if (storageKey !== null && editing.isOpen) {
    return (
      <div className="mt-3">
        <TextForm
          label="Your reply"
          submit={['Save reply', 'Saving…']}
          max={reviewLimits.text}
          storageKey={storageKey}
          initial={reply?.text ?? ''}
          send={async (text) => {
            await save.mutateAsync({ params: { id: review._id }, body: { text } });
            editing.close();
            onReplied?.();
          }}
          fallback="Failed to save your reply."
          onCancel={editing.close}
          takesFocus={editing.takesFocus}
        />
      </div>
    );
  }
  return (
    <>
      {reply !== null && (
        <div className="mt-3 border-s-2 border-line ps-4">
          <p className="text-sm text-muted">
            Reply by <bdi>{authorName}</bdi>, <LocalDate iso={reply.at} />
          </p>
          <PostText>{reply.text}</PostText>
          {canReport && (
            <p className="-ms-3">
              <ReportButton things={[{ kind: 'reply', id: review._id }]} personId={undefined} />
            </p>
          )}
        </div>
      )}
      {authorId !== null && (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button ref={editing.button} variant="ghost" className="-ms-4" onClick={editing.open}>
            {reply === null ? 'Reply' : 'Edit your reply'}
          </Button>
          {reply !== null && (
            <Button variant="ghost" onClick={() => setAsking(true)}>
              Delete your reply
            </Button>
          )}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your reply?"
        confirm="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: review._id } })}
      >
        Readers will no longer see it under this review.
      </ConfirmDialog>
    </>
  );
}

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
