import type { Schedule } from '@inkling/contract/schedules';
import { CalendarClock, CalendarPlus, CalendarX, MoveHorizontal, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { showSuccess } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { chaptersText, RhythmDialog } from './rhythm-dialog.tsx';
import { useChangeSchedules } from './schedules.api.ts';
import { ShiftDialog } from './shift-dialog.tsx';

interface Props {
  storyId: string;
  schedules: ReadonlyMap<string, Schedule>;
}

/** Schedules several drafts, and pauses, resumes, shifts or stops all schedules of the story. */
export function StorySchedules({ storyId, schedules }: Props) {
  const [dialog, setDialog] = useState<'several' | 'shift' | 'stop' | null>(null);
  const change = useChangeSchedules('toast');
  const close = () => setDialog(null);
  const pending = [...schedules.values()].filter(({ problem }) => problem === null);
  const paused = pending.some(({ isPaused }) => isPaused);
  const run = (action: 'pause' | 'resume' | 'stop', done: string) =>
    change.mutate(
      { params: { id: storyId }, body: { action } },
      {
        onSuccess: ({ data }) => showSuccess(`${chaptersText(data.chapters)} ${done}.`),
        onSettled: close,
      },
    );
  return (
    <>
      {pending.length === 0 ? (
        <Button onClick={() => setDialog('several')}>
          <CalendarClock aria-hidden="true" className="size-5" />
          Schedule several…
        </Button>
      ) : (
        <Menu
          trigger={
            <Button busy={change.isPending}>
              <CalendarClock aria-hidden="true" className="size-5" />
              {pending.length.toLocaleString()} {paused ? 'paused' : 'scheduled'}
            </Button>
          }
        >
          <MenuItem icon={CalendarPlus} onSelect={() => setDialog('several')}>
            Schedule several…
          </MenuItem>
          {pending.some(({ isPaused }) => !isPaused) && (
            <MenuItem icon={Pause} onSelect={() => run('pause', 'paused')}>
              Pause all
            </MenuItem>
          )}
          {paused && (
            <MenuItem icon={Play} onSelect={() => run('resume', 'scheduled again')}>
              Resume all
            </MenuItem>
          )}
          <MenuItem icon={MoveHorizontal} onSelect={() => setDialog('shift')}>
            Shift all…
          </MenuItem>
          <MenuLine />
          <MenuItem icon={CalendarX} danger onSelect={() => setDialog('stop')}>
            Stop all…
          </MenuItem>
        </Menu>
      )}
      {dialog === 'several' && <RhythmDialog storyId={storyId} close={close} />}
      {dialog === 'shift' && <ShiftDialog storyId={storyId} close={close} />}
      <ConfirmDialog
        open={dialog === 'stop'}
        onOpenChange={close}
        title={`Stop ${pending.length === 1 ? 'the schedule' : `all ${pending.length.toLocaleString()} schedules`}?`}
        confirm="Stop all"
        danger
        busy={change.isPending}
        onConfirm={() => run('stop', 'no longer scheduled')}
      >
        The chapters stay drafts. Their dates are removed and can’t be restored.
      </ConfirmDialog>
    </>
  );
}
