import type { BetaComment } from '@inkling/contract/beta-links';
import { betaLinkLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import { useState } from 'react';
import { serverNow } from '../../lib/server-time.ts';
import { useMe } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';
import type { Passage } from '../annotations/passage.ts';
import { DialogButtons, FormFailure } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { betaAccess, useAddBetaComment, useChangeBetaComment } from './beta-links.api.ts';

interface Props {
  token: string;
  chapter: { _id: string; version: number };
  language: string;
  /** Whether the other readers of the link will see it. */
  isShared: boolean;
  /** The name under which the reader has commented before. */
  name: string;
  /** The passage of a new comment, or the comment that is changed. */
  about: Passage | BetaComment;
  onSaved: (comment: BetaComment, name: string) => void;
  onClose: () => void;
}

/** Writes a comment on a passage of a draft, under a name or as the reader's account, or changes one. */
export function BetaCommentDialog({
  token,
  chapter,
  language,
  isShared,
  name,
  about,
  onSaved,
  onClose,
}: Props) {
  const me = useMe();
  const add = useAddBetaComment();
  const change = useChangeBetaComment();
  // One id for every try, so that a repeated request is not a second comment.
  const [_id] = useState(() => newId(serverNow()));
  const isNew = 'startOffset' in about;
  const form = useCallForm({
    defaultValues: { text: isNew ? '' : about.text, name },
    fallback: 'Failed to save your comment.',
    send: async (typed) => {
      const access = betaAccess(token);
      if ('startOffset' in about) {
        const { startOffset, endOffset } = about;
        const place = { chapter: chapter._id, version: chapter.version, startOffset, endOffset };
        const { data } = await add.mutateAsync({ body: { ...access, _id, ...place, ...typed } });
        onSaved(data, typed.name);
      } else {
        const body = { ...access, text: typed.text };
        onSaved((await change.mutateAsync({ params: { id: about._id }, body })).data, name);
      }
    },
  });
  const text = form.watch('text');
  return (
    <Dialog open onOpenChange={onClose} title={isNew ? 'Comment' : 'Edit comment'} sheet initialFocus="field">
      <form method="post" noValidate className="space-y-4" onSubmit={form.onSubmit}>
        <blockquote
          lang={language}
          dir="auto"
          className="border-s-4 border-line ps-3 font-serif wrap-anywhere"
        >
          {isNew ? about.selectedText : about.quote}
        </blockquote>
        <TextArea
          label="Your comment"
          rows={4}
          hint={<TextCounter length={text.trim().length} max={betaLinkLimits.text} />}
          {...form.field('text', { required: 'Please write a comment.' })}
        />
        {isNew && (
          <TextField
            label={me === undefined ? 'Your name' : 'Name (optional)'}
            hint={
              me === undefined
                ? 'This name is shown on all your comments through this link.'
                : `Leave this empty to comment as ${me.displayName || me.username}. The name is shown on all your comments through this link.`
            }
            maxLength={betaLinkLimits.name}
            dir="auto"
            autoComplete="nickname"
            {...form.field('name', me === undefined ? { required: 'Please enter a name.' } : {})}
          />
        )}
        <p className="text-sm text-muted">
          {isShared
            ? 'The author and other readers with this link can see your comment.'
            : 'Only the author can see your comment.'}
        </p>
        <FormFailure message={form.failure} />
        <div className={`${footerClass} flex flex-wrap gap-3`}>
          <DialogButtons
            label={isNew ? 'Comment' : 'Save'}
            busyLabel="Saving…"
            busy={form.busy}
            disabled={text.trim() === '' || text.trim().length > betaLinkLimits.text}
            onCancel={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
}
