import { revisionLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { revisionSettingsQuery, useRevisionNote, useShowRevisions } from './revisions.api.ts';

interface Props {
  storyId: string;
  chapterId: string;
}

/** Whether readers who have finished a chapter see its revisions, and the author's note about the latest one. */
export function RevisionSettings({ storyId, chapterId }: Props) {
  const { data } = useQuery(revisionSettingsQuery(storyId));
  const showing = useShowRevisions();
  if (data === undefined) return null;
  const { isShown, notes } = data.data;
  const note = notes.find(({ chapter }) => chapter === chapterId)?.note ?? '';
  return (
    <section aria-labelledby="revisions" className="mt-6 border-t border-line pt-4">
      <h3 id="revisions" className="font-semibold">
        Showing your changes to readers
      </h3>
      <Switch
        label="Show readers what has changed"
        hint="Applies to the whole story. When you change more than a few words of a chapter, readers who have finished it can compare it with the version they read."
        checked={showing.isPending ? showing.variables.body.isShown : isShown}
        onChange={({ target }) =>
          showing.mutate({ params: { id: storyId }, body: { isShown: target.checked } })
        }
      />
      {isShown && <NoteForm key={note} chapterId={chapterId} note={note} />}
    </section>
  );
}

function NoteForm({ chapterId, note }: { chapterId: string; note: string }) {
  const saving = useRevisionNote();
  const form = useCallForm({
    defaultValues: { note },
    fallback: 'Failed to save your note.',
    send: (body) => saving.mutateAsync({ params: { id: chapterId }, body }),
  });
  return (
    <form onSubmit={form.onSubmit} className="mt-2 space-y-2">
      <TextArea
        label="A note to readers about your latest changes to this chapter (optional)"
        rows={2}
        dir="auto"
        maxLength={revisionLimits.note}
        {...form.field('note')}
        error={form.failure}
      />
      <Button type="submit" disabled={form.busy || form.watch('note').trim() === note}>
        Save note
      </Button>
    </form>
  );
}
