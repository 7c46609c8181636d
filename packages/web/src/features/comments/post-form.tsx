import { inputKey } from '../../lib/stored-input.ts';
import { CommentForm } from './comment-form.tsx';
import { type CommentTarget, usePostOnce } from './use-post-once.ts';

interface Props {
  personId: string;
  target: CommentTarget;
  /** Of a passage, the paragraph in which it begins. */
  paragraph?: number | undefined;
  takesFocus?: boolean;
}

/** The box for a new comment on a story, a chapter or a passage. */
export function PostForm({ personId, target, paragraph, takesFocus = false }: Props) {
  // By the paragraph's id, which stays when the author edits the text, while offsets and version do not.
  const place = [target.story ?? target.chapter, ...(paragraph === undefined ? [] : [paragraph])].join('/');
  const storageKey = inputKey(personId, `comment/${place}`);
  return <Keyed key={storageKey} storageKey={storageKey} target={target} takesFocus={takesFocus} />;
}

function Keyed({
  storageKey,
  target,
  takesFocus,
}: Omit<Props, 'personId' | 'paragraph'> & { storageKey: string }) {
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
