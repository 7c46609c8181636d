import type { Schedule } from '@inkling/contract/schedules';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { fieldsOf, zoneOf } from './schedule-time.ts';
import { useSchedule, useUnschedule } from './schedules.api.ts';
import { ZoneHint } from './zone-hint.tsx';

interface Props {
  chapter: { _id: string; title: string };
  schedule: Schedule | undefined;
  close: () => void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Chooses when a draft chapter is published. */
export function ScheduleDialog({ chapter, schedule, close }: Props) {
  const zone = zoneOf(useMe());
  const isPending = schedule?.problem === null;
  const [values, setValues] = useState(() =>
    isPending
      ? fieldsOf(zone, new Date(schedule.publishAt))
      : { date: fieldsOf(zone, new Date(Date.now() + dayMs)).date, time: '18:00' },
  );
  const date = useRef<HTMLInputElement>(null);
  const save = useSchedule();
  const remove = useUnschedule();
  const error = save.error ?? remove.error;
  const params = { id: chapter._id };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ params, body: { ...values, timeZone: zone } }, { onSuccess: close });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Schedule “${chapter.title}”`}
      description="Readers can see it from then on, as it is saved at that time."
      initialFocus={date}
    >
      <form onSubmit={submit} className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            ref={date}
            label="Date"
            type="date"
            required
            value={values.date}
            min={fieldsOf(zone, new Date()).date}
            onChange={({ target }) => setValues({ ...values, date: target.value })}
          />
          <TextField
            label="Time"
            type="time"
            required
            value={values.time}
            onChange={({ target }) => setValues({ ...values, time: target.value })}
          />
        </div>
        <ZoneHint zone={zone} />
        {error && <Alert>{messageOf(error, 'Failed to schedule.')}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          {schedule && (
            <Button
              variant="ghost"
              className="me-auto text-danger-text!"
              busy={remove.isPending}
              onClick={() => remove.mutate({ params }, { onSuccess: close })}
            >
              Remove schedule
            </Button>
          )}
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Schedule
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
