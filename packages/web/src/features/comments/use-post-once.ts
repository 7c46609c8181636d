import { useState } from 'react';
import type { Input } from '../../lib/api.ts';
import { CreateOnce } from '../../lib/create-once.ts';
import { useEditComment, usePostComment } from './comments.api.ts';

/** What a comment is posted on. */
export type CommentTarget = Pick<Input<'POST /comments'>['body'], 'story' | 'chapter' | 'parent' | 'passage'>;

/** Posts a comment once, however often its request is repeated after failures. `storageKey` is that of its form. */
export function usePostOnce(target: CommentTarget, storageKey: string): (content: string) => Promise<void> {
  const post = usePostComment();
  const edit = useEditComment();
  const [once] = useState(
    () =>
      new CreateOnce<{ content: string }>({
        storageKey: `${storageKey}/sent`,
        isSame: (one, other) => one.content === other.content,
      }),
  );
  return async (content) => {
    const send = (_id: string) => post({ ...target, _id, content });
    const { created, repeated } = await once.create({ content }, send);
    // An earlier request arrived although its response did not, and the text was changed since.
    if (repeated && created.content !== content)
      await edit.mutateAsync({ params: { id: created._id }, body: { content } });
  };
}
