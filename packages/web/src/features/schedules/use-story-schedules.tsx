import { maxShiftDays, type Schedule } from '@inkling/contract/schedules';
import type { Story } from '@inkling/contract/stories';
import { CalendarPlus, CalendarX, MoveHorizontal, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { showSuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { HiatusDialog } from '../stories/author/hiatus-dialog.tsx';
import { chaptersText, RhythmDialog } from './rhythm-dialog.tsx';
import { type ScheduleChange, useChangeSchedules } from './schedules.api.ts';

/** Moves all dates of a story by a number of days. */
function ShiftDialog({ storyId, close }: { storyId: string; close: () => void }) {
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

/**
 * Schedules several drafts, and pauses, resumes, shifts or stops all schedules of the story: items for a menu, and the
 * dialogs that they open.
 */
export function useStorySchedules(story: Story, schedules: ReadonlyMap<string, Schedule>) {
  const [dialog, setDialog] = useState<'several' | 'pause' | 'shift' | 'stop' | null>(null);
  const change = useChangeSchedules('toast');
  const pause = useChangeSchedules('inline');
  const { _id: storyId } = story;
  const close = () => setDialog(null);
  const pending = [...schedules.values()].filter(({ problem }) => problem === null);
  const paused = pending.some(({ isPaused }) => isPaused);
  const send = async (body: ScheduleChange, done: string) => {
    const { data } = await (body.action === 'pause' ? pause : change).mutateAsync({
      params: { id: storyId },
      body,
    });
    showSuccess(`${chaptersText(data.chapters)} ${done}.`);
  };
  const items = (
    <>
      <MenuItem icon={CalendarPlus} onSelect={() => setDialog('several')}>
        Schedule several…
      </MenuItem>
      {pending.some(({ isPaused }) => !isPaused) && (
        <MenuItem icon={Pause} onSelect={() => setDialog('pause')}>
          Pause all schedules…
        </MenuItem>
      )}
      {paused && (
        <MenuItem
          icon={Play}
          onSelect={() => void send({ action: 'resume' }, 'scheduled again').catch(() => {})}
        >
          Resume all schedules
        </MenuItem>
      )}
      {pending.length > 0 && (
        <>
          <MenuItem icon={MoveHorizontal} onSelect={() => setDialog('shift')}>
            Shift all dates…
          </MenuItem>
          <MenuItem icon={CalendarX} onSelect={() => setDialog('stop')}>
            Stop all schedules…
          </MenuItem>
        </>
      )}
    </>
  );
  const dialogs = (
    <>
      {dialog === 'several' && <RhythmDialog storyId={storyId} close={close} />}
      {dialog === 'pause' && (
        <HiatusDialog
          story={story}
          pause={(hiatus) => send({ action: 'pause', hiatus }, 'paused')}
          close={close}
        />
      )}
      {dialog === 'shift' && <ShiftDialog storyId={storyId} close={close} />}
      <ConfirmDialog
        open={dialog === 'stop'}
        onOpenChange={close}
        title={`Stop ${pending.length === 1 ? 'the schedule' : `all ${pending.length.toLocaleString('en')} schedules`}?`}
        confirm="Stop all"
        danger
        busy={change.isPending}
        onConfirm={() =>
          void send({ action: 'stop' }, 'no longer scheduled')
            .catch(() => {})
            .finally(close)
        }
      >
        The chapters stay drafts. Their dates are removed and can’t be restored.
      </ConfirmDialog>
    </>
  );
  return { items, dialogs };
}
