import { libraryLimits } from '@inkling/contract/limits';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useSetNote } from './library-entries.api.ts';

interface Props {
  storyId: string;
  title: string;
  /** The saved note. */
  note: string;
  onClose: () => void;
}

/**
 * Edits the private note on a story. What was typed is stored until it is saved or discarded, and survives a failed
 * request, a reload and the end of the session.
 */
export function NoteDialog({ storyId, title, note, onClose }: Props) {
  const me = useMe();
  const field = useRef<HTMLTextAreaElement>(null);
  const key = inputKey(me?._id ?? '', `note:${storyId}`);
  const [text, setText] = useState(() => readInput<{ note: string }>(key)?.note ?? note);
  const [failure, setFailure] = useState<string>();
  const save = useSetNote();
  const change = (typed: string) => {
    setText(typed);
    storeInput(key, typed === note ? null : { note: typed });
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setFailure(undefined);
    try {
      await save.mutateAsync({ params: { id: storyId }, body: { note: text } });
      storeInput(key, null);
      onClose();
    } catch (error) {
      setFailure(messageOf(error, 'Your note could not be saved. Please try again.'));
    }
  };
  const discard = () => {
    storeInput(key, null);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your note"
      initialFocus={field}
      description={
        <>
          On <bdi>{title}</bdi>. Only you can see it.
        </>
      }
    >
      <form onSubmit={send} noValidate>
        {failure !== undefined && (
          <div className="mb-4">
            <Alert>
              <p>{failure}</p>
              <p>What you typed is still here.</p>
            </Alert>
          </div>
        )}
        <TextArea
          ref={field}
          label="Note"
          rows={5}
          maxLength={libraryLimits.note}
          value={text}
          onChange={({ target }) => change(target.value)}
          hint={`${text.length.toLocaleString('en')} of ${libraryLimits.note.toLocaleString('en')} characters`}
        />
        <div className={`${footerClass} mt-5 flex flex-wrap justify-end gap-3`}>
          <Button onClick={discard}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save note'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
