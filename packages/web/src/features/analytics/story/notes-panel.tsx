import { storyAnalyticsLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { AnalyticsNote } from '@inkling/contract/story-analytics';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { serverNow } from '../../../lib/server-time.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ErrorMessages } from '../../forms/form-footer.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { longDay } from '../days.ts';
import { useDeleteNote, useSaveNote } from './story-analytics.api.ts';

interface Props {
  storyId: string;
  notes: AnalyticsNote[];
  /** The last of the shown days, with which the form begins. */
  lastDay: string;
}

/** The author's notes of the shown days, and a form for another one. */
export function NotesPanel({ storyId, notes, lastDay }: Props) {
  const save = useSaveNote();
  const remove = useDeleteNote();
  // The same for a repeated request, so that a note is written once.
  const [id, setId] = useState(() => newId(serverNow()));
  const field = useRef<HTMLInputElement>(null);
  const form = useCallForm({
    defaultValues: { day: lastDay, text: '' },
    fallback: 'Failed to save the note.',
    send: async ({ day, text }) => {
      if (text.trim() === '') return;
      await save.mutateAsync({ params: { id: storyId, noteId: id }, body: { day, text } });
      form.reset({ day, text: '' });
      setId(newId(serverNow()));
      field.current?.focus();
    },
  });
  const note = form.register('text');
  return (
    <div className="mt-6 max-w-2xl print:hidden">
      <h3 className="mb-2 font-serif text-xl">Your notes</h3>
      {notes.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {notes.map((one) => (
            <li key={one._id} className="flex items-center justify-between gap-3 py-1">
              <p className="min-w-0 break-words" dir="auto">
                <span className="text-muted">{longDay(one.day)}: </span>
                {one.text}
              </p>
              <IconButton
                icon={Trash2}
                label={`Delete the note “${one.text}”`}
                onClick={() => {
                  remove.mutate({ params: { id: storyId, noteId: one._id } });
                  field.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={form.onSubmit} className="flex flex-wrap items-end gap-3">
        <TextField label="Day" type="date" required {...form.register('day')} />
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label="Note"
            dir="auto"
            maxLength={storyAnalyticsLimits.note}
            placeholder="What happened?"
            {...note}
            ref={(input: HTMLInputElement | null) => {
              note.ref(input);
              field.current = input;
            }}
          />
        </div>
        <Button type="submit" busy={form.busy}>
          Add note
        </Button>
      </form>
      <div className="mt-3">
        <ErrorMessages messages={form.errorMessages} />
      </div>
    </div>
  );
}
