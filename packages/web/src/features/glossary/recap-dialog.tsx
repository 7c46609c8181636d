import type { ChapterSummary } from '@inkling/contract/chapters';
import { glossaryLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../lib/query-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { DialogButtons, FormFailure } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { recapsQuery, useSetRecap } from './glossary.api.ts';

interface Props {
  storyId: string;
  chapter: Pick<ChapterSummary, '_id' | 'title'>;
  onClose: () => void;
}

/** The recap of one of the author's chapters. */
export function RecapDialog({ storyId, chapter, onClose }: Props) {
  const recaps = useQuery(recapsQuery(storyId));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Recap of “${chapter.title}”`}
      description="What readers need to remember. Readers who return after two weeks are offered the recaps of chapters they’ve opened."
      initialFocus="field"
    >
      {recaps.data ? (
        <RecapForm
          id={chapter._id}
          recap={recaps.data.data.find((one) => one.chapter._id === chapter._id)?.recap ?? ''}
          onClose={onClose}
        />
      ) : (
        <QueryState
          query={recaps}
          fallback="The recap couldn’t be loaded."
          pending={<TextSkeleton lines={3} />}
        />
      )}
    </Dialog>
  );
}

function RecapForm({ id, recap, onClose }: { id: string; recap: string; onClose: () => void }) {
  const saving = useSetRecap();
  const form = useCallForm({
    defaultValues: { recap },
    fallback: 'Failed to save the recap.',
    send: async (body) => {
      await saving.mutateAsync({ params: { id }, body });
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} className="space-y-4">
      <TextArea
        label="Recap"
        rows={4}
        maxLength={glossaryLimits.recap}
        hint={`Up to ${glossaryLimits.recap} characters.`}
        {...form.field('recap')}
      />
      <FormFailure message={form.failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogButtons label="Save" busy={form.busy} onCancel={onClose} />
      </div>
    </form>
  );
}
