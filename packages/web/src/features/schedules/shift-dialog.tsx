import { maxShiftDays } from '@inkling/contract/schedules';
import { showSuccess } from '../../lib/notify.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { chaptersText } from './rhythm-dialog.tsx';
import { useChangeSchedules } from './schedules.api.ts';

/** Moves all dates of a story by a number of days. */
export function ShiftDialog({ storyId, close }: { storyId: string; close: () => void }) {
  const change = useChangeSchedules('inline');
  const form = useCallForm({
    defaultValues: { days: '7', direction: 'later' },
    fallback: 'The schedules couldn’t be changed.',
    send: async ({ days, direction }) => {
      const by = Number(days) * (direction === 'later' ? 1 : -1);
      const body = { action: 'shift' as const, days: by };
      const { data } = await change.mutateAsync({ params: { id: storyId }, body });
      showSuccess(`${chaptersText(data.chapters)} shifted.`);
      close();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Shift all dates"
      description="Each date moves by this many days. The time of day stays the same."
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Days" type="number" required min={1} max={maxShiftDays} {...form.field('days')} />
          <SelectField label="Direction" {...form.register('direction')}>
            <option value="later">Later</option>
            <option value="earlier">Earlier</option>
          </SelectField>
        </div>
        <ErrorMessages messages={form.errorMessages} />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label="Shift" busy={form.busy} onCancel={close} />
        </div>
      </form>
    </Dialog>
  );
}
