import { fixLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { serverNow } from '../../lib/server-time.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { ownFixesQuery, useSuggestFix } from './fixes.api.ts';

interface Typed {
  replacement: string;
  note: string;
}

interface Props {
  userId: string;
  storyId: string;
  chapterId: string;
  language: string;
  passage: { version: number; startOffset: number; endOffset: number; selectedText: string };
  onClose: () => void;
}

/** Suggests a fix to the author of a chapter. What is typed survives a reload. */
export function SuggestFixDialog(props: Props) {
  const { passage, onClose } = props;
  const own = useQuery(ownFixesQuery(1, props.storyId));
  const [isSent, setSent] = useState(false);
  const refusal =
    own.data?.isOpen === false
      ? 'The author of this story isn’t accepting suggestions.'
      : passage.selectedText.length > fixLimits.words || passage.selectedText.includes('\n')
        ? `Please select a few words in one paragraph, ${fixLimits.words} characters at most.`
        : undefined;
  return (
    <Dialog open onOpenChange={onClose} title="Suggest a fix" sheet initialFocus="field">
      {isSent || refusal !== undefined ? (
        <div className="space-y-4">
          <p role="status">
            {refusal ?? 'Thank you. Your suggestion was sent. Only the author can see it. '}
            {refusal === undefined && (
              <Link to={paths.ownFixes} className="link">
                Your suggestions
              </Link>
            )}
          </p>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      ) : (
        <FixForm {...props} onSent={() => setSent(true)} />
      )}
    </Dialog>
  );
}

function FixForm({
  userId,
  storyId,
  chapterId,
  language,
  passage,
  onSent,
  onClose,
}: Props & { onSent: () => void }) {
  const storageKey = inputKey(userId, `fix/${chapterId}/${passage.startOffset}-${passage.endOffset}`);
  const { version, startOffset, endOffset, selectedText } = passage;
  const suggest = useSuggestFix();
  // One id for every try, so that a repeated request is not a second suggestion.
  const [id] = useState(() => newId(serverNow()));
  const form = useCallForm<Typed>({
    defaultValues: { replacement: passage.selectedText, note: '', ...readInput<Typed>(storageKey) },
    fallback: 'Failed to send the suggestion.',
    send: async (typed) => {
      await suggest.mutateAsync({
        body: { _id: id, storyId, chapterId, version, startOffset, endOffset, selectedText, ...typed },
      });
      storeInput(storageKey, null);
      onSent();
    },
  });
  const { replacement, note } = form.watch();
  return (
    <form
      method="post"
      noValidate
      className="space-y-4"
      onSubmit={form.onSubmit}
      onChange={() => storeInput(storageKey, form.getValues())}
    >
      <p className="text-muted">
        Found a typo? Enter the text as it should read. Only the author will see your suggestion and your
        name.
      </p>
      <blockquote lang={language} dir="auto" className="border-s-4 border-line ps-3 font-serif wrap-anywhere">
        {passage.selectedText}
      </blockquote>
      <TextField
        label="Should be"
        lang={language}
        dir="auto"
        autoComplete="off"
        maxLength={fixLimits.words}
        {...form.field('replacement', { required: 'Please enter the corrected text.' })}
      />
      <TextArea
        label="Note (optional)"
        rows={2}
        hint={<TextCounter length={note.trim().length} max={fixLimits.note} />}
        {...form.field('note')}
      />
      <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
      <div className={`${footerClass} flex flex-wrap gap-3`}>
        <DialogButtons
          label="Send to author"
          busyLabel="Sending…"
          busy={form.busy}
          disabled={replacement.trim() === passage.selectedText || note.trim().length > fixLimits.note}
          onCancel={onClose}
        />
      </div>
    </form>
  );
}
