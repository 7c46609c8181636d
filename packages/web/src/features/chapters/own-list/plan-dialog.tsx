import type { OwnChapterSummary } from '@inkling/contract/chapters';
import { chapterLimits } from '@inkling/contract/limits';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextArea } from '../../../ui/field.tsx';
import { DialogButtons, ErrorMessages } from '../../forms/form-footer.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { usePlanChapter } from '../own-chapters.api.ts';
import { stageNames } from './stage-names.ts';

/** How far a chapter has come, and a note that its author alone sees. */
export function PlanDialog({ chapter, close }: { chapter: OwnChapterSummary; close: () => void }) {
  const { _id, title, stage, privateNote } = chapter;
  const plan = usePlanChapter();
  const form = useCallForm({
    defaultValues: { stage, privateNote },
    fallback: 'The status and note couldn’t be saved.',
    send: async (body) => {
      await plan.mutateAsync({ params: { id: _id }, body });
      close();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Status and note of “${title}”`}
      description="Only you can see them."
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} className="space-y-5">
        <SelectField label="Status" {...form.register('stage')}>
          {Object.entries(stageNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="Note to self"
          rows={5}
          maxLength={chapterLimits.privateNote}
          {...form.field('privateNote')}
        />
        <ErrorMessages messages={form.errorMessages} />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label="Save" busy={form.busy} onCancel={close} />
        </div>
      </form>
    </Dialog>
  );
}
