import type { ChapterSummary } from '@inkling/contract/chapters';
import { CalendarClock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { showSuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { fieldsOf, shortMomentIn, zoneOf } from './schedule-time.ts';
import { useScheduleSeveral } from './schedules.api.ts';
import { WeekdayFields } from './weekday-fields.tsx';
import { ZoneHint } from './zone-hint.tsx';

interface Props {
  storyId: string;
  /** The loaded chapters, from the first. */
  chapters: ChapterSummary[];
}

/** A button that opens the dialog for a rhythm; nothing without a draft. */
export function ScheduleSeveral({ storyId, chapters }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const drafts = chapters.filter(({ isPublished }) => !isPublished);
  if (drafts.length === 0) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <CalendarClock aria-hidden="true" className="size-5" />
        Schedule several…
      </Button>
      {isOpen && <RhythmDialog storyId={storyId} drafts={drafts} close={() => setIsOpen(false)} />}
    </>
  );
}

const chaptersText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'chapter' : 'chapters'}`;

/** Schedules drafts on certain days of the week. The dates are shown before anything is changed. */
function RhythmDialog({
  storyId,
  drafts,
  close,
}: {
  storyId: string;
  drafts: ChapterSummary[];
  close: () => void;
}) {
  const zone = zoneOf(useMe());
  const [values, setValues] = useState(() => ({
    from: drafts[0]?._id ?? '',
    weekdays: [2, 5],
    start: fieldsOf(zone, new Date()).date,
    time: '18:00',
  }));
  const preview = useScheduleSeveral();
  const save = useScheduleSeveral();
  const shown = preview.data?.data;
  const change = (changes: Partial<typeof values>) => {
    preview.reset();
    save.reset();
    setValues({ ...values, ...changes });
  };
  const input = { params: { id: storyId }, body: { ...values, timeZone: zone } };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === undefined) return preview.mutate({ ...input, body: { ...input.body, preview: true } });
    save.mutate(input, {
      onSuccess: ({ data }) => {
        showSuccess(`${chaptersText(data.chapters)} scheduled.`);
        close();
      },
    });
  };
  const error = preview.error ?? save.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Schedule several chapters"
      description="One draft after the other is published on the days you choose."
    >
      <form onSubmit={submit} className="space-y-5">
        <SelectField
          label="From chapter"
          value={values.from}
          onChange={({ target }) => change({ from: target.value })}
        >
          {drafts.map(({ _id, order, title }) => (
            <option key={_id} value={_id}>
              {order}. {title}
            </option>
          ))}
        </SelectField>
        <WeekdayFields chosen={values.weekdays} onChange={(weekdays) => change({ weekdays })} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Time"
            type="time"
            required
            value={values.time}
            onChange={({ target }) => change({ time: target.value })}
          />
          <TextField
            label="Not before"
            type="date"
            required
            value={values.start}
            onChange={({ target }) => change({ start: target.value })}
          />
        </div>
        <ZoneHint zone={zone} />
        <div role="status">
          {shown && (
            <p className="rounded-md bg-sunken px-4 py-3">
              <strong>{chaptersText(shown.chapters)}</strong>, {shortMomentIn(zone, shown.first)}
              {shown.chapters > 1 && ` to ${shortMomentIn(zone, shown.last)}`}.
              {shown.tooShort > 0 &&
                ` ${shown.tooShort.toLocaleString()} of them can’t be published yet, because of too few words.`}
            </p>
          )}
        </div>
        {error && <Alert>{messageOf(error, 'Failed to schedule.')}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={preview.isPending || save.isPending}>
            {shown ? `Schedule ${chaptersText(shown.chapters)}` : 'Show dates'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
