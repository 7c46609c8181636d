import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Schedule } from '@inkling/contract/schedules';
import { messageOf } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useMe } from '../../lib/session.ts';
import { dayOf } from '../../lib/today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { AnnounceField } from '../chapters/announce-field.tsx';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { useSchedule, useUnschedule } from './schedules.api.ts';
import { ZoneHint, zoneOf } from './zone-hint.tsx';

interface Props {
  chapter: Pick<ChapterSummary, '_id' | 'title' | 'publishedAt'>;
  schedule: Schedule | undefined;
  close: () => void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Chooses when a draft chapter is published. */
export function ScheduleDialog({ chapter, schedule, close }: Props) {
  const me = useMe();
  const zone = zoneOf(me);
  const { utcOffset = 0 } = me ?? {};
  const isPending = schedule?.problem === null;
  const save = useSchedule();
  const remove = useUnschedule();
  const params = { id: chapter._id };
  const form = useCallForm({
    defaultValues: isPending
      ? { ...schedule.local, announce: schedule.announce }
      : { date: dayOf({ utcOffset }, serverNow() + dayMs), time: '18:00', announce: true },
    fallback: 'Failed to schedule.',
    send: async (values) => {
      await save.mutateAsync({ params, body: { ...values, timeZone: zone } });
      close();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Schedule “${chapter.title}”`}
      description="The chapter is published at this time, as last saved."
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Date" type="date" required min={dayOf({ utcOffset })} {...form.field('date')} />
          <TextField label="Time" type="time" required {...form.field('time')} />
        </div>
        <ZoneHint zone={zone} />
        {chapter.publishedAt === null && <AnnounceField {...form.register('announce')} />}
        <ErrorMessages
          messages={remove.error ? [messageOf(remove.error, 'Failed to schedule.')] : form.errorMessages}
        />
        <div className="flex flex-wrap justify-end gap-3">
          {schedule && (
            <Button
              variant="ghost"
              className="me-auto text-danger-text! max-sm:w-full max-sm:justify-start"
              busy={remove.isPending}
              onClick={() => remove.mutate({ params }, { onSuccess: close })}
            >
              Remove schedule
            </Button>
          )}
          <DialogButtons label="Schedule" busy={form.busy} onCancel={close} />
        </div>
      </form>
    </Dialog>
  );
}
