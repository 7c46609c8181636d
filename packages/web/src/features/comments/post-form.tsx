import { inputKey } from '../../lib/stored-input.ts';
import { CommentForm } from './comment-form.tsx';
import { type CommentTarget, usePostOnce } from './use-post-once.ts';

interface Props {
  personId: string;
  target: CommentTarget;
  takesFocus?: boolean;
}

/** What names a target among what is typed on this device. */
const nameOf = ({ story, chapter, passage }: CommentTarget): string =>
  [story ?? chapter, ...(passage ? [passage.version, passage.startOffset, passage.endOffset] : [])].join('/');

/** The box for a new comment on a story, a chapter or a passage. */
export function PostForm({ personId, target, takesFocus = false }: Props) {
  const storageKey = inputKey(personId, `comment/${nameOf(target)}`);
  return <Keyed key={storageKey} storageKey={storageKey} target={target} takesFocus={takesFocus} />;
}

function Keyed({ storageKey, target, takesFocus }: Omit<Props, 'personId'> & { storageKey: string }) {
  const post = usePostOnce(target, storageKey);
  return (
    <CommentForm
      label="Write a comment"
      submit={['Post comment', 'Posting…']}
      storageKey={storageKey}
      send={post}
      fallback="Failed to post your comment."
      takesFocus={takesFocus ?? false}
    />
  );
}
