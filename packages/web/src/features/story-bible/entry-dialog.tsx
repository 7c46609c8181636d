import { storyBibleLimits } from '@inkling/contract/limits';
import { type BibleEntry, saveBibleEntry } from '@inkling/contract/story-bible';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { DialogButtons, FormFailure } from '../forms/form-footer.tsx';
import { useDraftOnce } from '../forms/use-draft-once.ts';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { bibleQuery, useSaveBibleEntry } from './story-bible.api.ts';

interface Props {
  storyId: string;
  /** The entry to change; null adds one. */
  entry: BibleEntry | null;
  onClose: () => void;
}

/** Adds an entry to a story bible, or changes it. What another tab has saved meanwhile is shown below, and neither is lost.
 * What is typed is stored until it has been saved or cancelled. */
export function BibleEntryDialog({ storyId, entry, onClose }: Props) {
  const creation = useDraftOnce<{ title: string; text: string }>(`bible-entry-${storyId}`);
  /** The entry as it was saved last, as far as the author knows. */
  const [base, setBase] = useState(entry);
  const client = useQueryClient();
  const saving = useSaveBibleEntry();
  const me = useMe();
  const form = useSavedForm({
    storageKey: inputKey(
      me?._id ?? '',
      entry === null ? `new-bible-entry-${storyId}` : `bible-entry-${entry._id}`,
    ),
    saved: { title: entry?.title ?? '', text: entry?.text ?? '' },
    schema: saveBibleEntry.body.omit({ baseVersion: true }),
    checksAll: true,
    fallback: 'Failed to save the entry.',
    send: async (_changes, { title, text }) => {
      let entryId = entry?._id;
      const save = (id: string) => {
        entryId = id;
        const body = { title, text, baseVersion: base?.version ?? 0 };
        return saving.mutateAsync({ params: { id: storyId, entryId: id }, body });
      };
      try {
        await (entryId === undefined ? creation.create({ title, text }, save) : save(entryId));
        onClose();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'TEXT_CHANGED') {
          const { data } = await client.fetchQuery({ ...bibleQuery(storyId), staleTime: 0 });
          setBase(data.find(({ _id }) => _id === entryId) ?? null);
        }
        throw error;
      }
    },
  });
  const cancel = () => {
    form.discard();
    if (entry === null) creation.clear();
    onClose();
  };
  const isChangedElsewhere = base?.version !== entry?.version || form.conflicts.length > 0;
  const other = isChangedElsewhere ? base : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={entry === null ? 'Add an entry' : `Edit “${entry.title}”`}
      description="Only you can read it."
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} className="space-y-4">
        <TextField label="Title" maxLength={storyBibleLimits.title} dir="auto" {...form.field('title')} />
        <TextArea
          label="Text"
          rows={10}
          maxLength={storyBibleLimits.text}
          hint={`Up to ${storyBibleLimits.text.toLocaleString('en')} characters of plain text.`}
          dir="auto"
          {...form.field('text')}
        />
        <FormFailure message={form.failure} />
        {other && (
          <section aria-labelledby="saved-elsewhere" className="rounded-md bg-notice p-4 text-on-notice">
            <h3 id="saved-elsewhere" className="font-semibold">
              Saved somewhere else: <bdi>{other.title}</bdi>
            </h3>
            <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
              {other.text}
            </p>
            <p className="mt-2">Copy what you want to keep. Saving replaces it with your text.</p>
          </section>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label="Save" busy={form.busy} onCancel={cancel} />
        </div>
      </form>
    </Dialog>
  );
}
