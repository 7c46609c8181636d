import { storyAnalyticsLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { AnalyticsNote } from '@inkling/contract/story-analytics';
import { Trash2 } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ErrorMessages } from '../../forms/form-footer.tsx';
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
  const [day, setDay] = useState(lastDay);
  const [text, setText] = useState('');
  // The same for a repeated request, so that a note is written once.
  const [id, setId] = useState(() => newId(serverNow()));
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (save.isPending || text.trim() === '') return;
    save.mutate(
      { params: { id: storyId, noteId: id }, body: { day, text } },
      {
        onSuccess: () => {
          setText('');
          setId(newId(serverNow()));
          field.current?.focus();
        },
      },
    );
  };
  return (
    <div className="mt-6 max-w-2xl print:hidden">
      <h3 className="mb-2 font-serif text-xl">Your notes</h3>
      {notes.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {notes.map((note) => (
            <li key={note._id} className="flex items-center justify-between gap-3 py-1">
              <p className="min-w-0 break-words" dir="auto">
                <span className="text-muted">{longDay(note.day)}: </span>
                {note.text}
              </p>
              <IconButton
                icon={Trash2}
                label={`Delete the note “${note.text}”`}
                onClick={() => {
                  remove.mutate({ params: { id: storyId, noteId: note._id } });
                  field.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          label="Day"
          type="date"
          required
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            ref={field}
            label="Note"
            dir="auto"
            value={text}
            maxLength={storyAnalyticsLimits.note}
            placeholder="What happened?"
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button type="submit" busy={save.isPending}>
          Add note
        </Button>
      </form>
      <div className="mt-3">
        <ErrorMessages messages={save.error ? [messageOf(save.error, 'Failed to save the note.')] : []} />
      </div>
    </div>
  );
}
