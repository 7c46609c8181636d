import { listedTitle } from '@inkling/contract/chapter-title';
import type { ChapterSummary } from '@inkling/contract/chapters';
import { chaptersPerPage } from '@inkling/contract/limits';
import { minWordsToPublish } from '@inkling/contract/words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallResponse } from '../../lib/api.ts';
import { localFormat } from '../../lib/local-format.ts';
import { showSuccess } from '../../lib/notify.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { useToday } from '../../lib/today.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { AnnounceField } from '../chapters/announce-field.tsx';
import { ownChaptersQuery } from '../chapters/chapters.api.ts';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { useScheduleSeveral } from './schedules.api.ts';
import { shortMomentOf, ZoneHint, zoneOf } from './zone-hint.tsx';

/** From 1 for Monday to 7 for Sunday; 5 January 2026 was a Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 7];

const nameOf = (weekday: number): string =>
  localFormat({ weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 4 + weekday));

/** A checkbox for each day of the week. */
function WeekdayFields({ chosen, onChange }: { chosen: number[]; onChange: (weekdays: number[]) => void }) {
  const toggle = (weekday: number) =>
    onChange(
      chosen.includes(weekday)
        ? chosen.filter((other) => other !== weekday)
        : [...chosen, weekday].toSorted((a, b) => a - b),
    );
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Days</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {weekdays.map((weekday) => (
          <label key={weekday} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-(--accent)"
              checked={chosen.includes(weekday)}
              onChange={() => toggle(weekday)}
            />
            {nameOf(weekday)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const chaptersText = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'chapter' : 'chapters'}`;

/** Schedules drafts on certain days of the week. The dates are shown before anything is changed. */
export function RhythmDialog({ storyId, close }: { storyId: string; close: () => void }) {
  const drafts = useQuery(ownChaptersQuery(storyId, { filter: 'drafts', limit: chaptersPerPage }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Schedule several chapters"
      description={`Drafts are published one by one on the days you choose. Drafts under ${minWordsToPublish} words are left out.`}
    >
      {drafts.isSuccess ? (
        <RhythmForm storyId={storyId} drafts={drafts.data.data} close={close} />
      ) : (
        <QueryState query={drafts} fallback="Failed to fetch chapters" pending={<TextSkeleton lines={6} />} />
      )}
    </Dialog>
  );
}

type ScheduledSeveral = CallResponse<'POST /stories/{id}/schedules'>['data'];

interface FormProps {
  storyId: string;
  /** The first drafts of the story. */
  drafts: ChapterSummary[];
  close: () => void;
}

function RhythmForm({ storyId, drafts, close }: FormProps) {
  const zone = zoneOf(useMe());
  const today = useToday();
  const [shown, setShown] = useState<ScheduledSeveral>();
  const schedule = useScheduleSeveral();
  const form = useCallForm({
    defaultValues: {
      from: drafts[0]?._id ?? '',
      weekdays: [] as number[],
      start: today,
      time: '18:00',
      announce: true,
    },
    fallback: 'Failed to schedule.',
    send: async (values) => {
      const preview = shown === undefined;
      const body = { ...values, timeZone: zone, preview };
      const { data } = await schedule.mutateAsync({ params: { id: storyId }, body });
      if (preview) return setShown(data);
      showSuccess(`${chaptersText(data.chapters)} scheduled.`);
      close();
    },
  });
  const changed = () => {
    setShown(undefined);
    form.clearErrors();
  };
  return (
    <form onSubmit={form.onSubmit} onChange={changed} className="space-y-5">
      <SelectField label="From chapter" {...form.register('from')}>
        {drafts.map(({ _id, order, title }) => (
          <option key={_id} value={_id}>
            {listedTitle({ title, chapterNumber: order })}
          </option>
        ))}
      </SelectField>
      <WeekdayFields
        chosen={form.watch('weekdays')}
        onChange={(weekdays) => form.setValue('weekdays', weekdays)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Time" type="time" required {...form.field('time')} />
        <TextField label="Not before" type="date" required {...form.field('start')} />
      </div>
      <ZoneHint zone={zone} />
      <AnnounceField label="Announce them to followers" {...form.register('announce')} />
      {shown && <DateList {...shown} />}
      <div className={`space-y-3 ${footerClass}`}>
        <div role="status">
          {shown && (
            <p>
              <strong>{chaptersText(shown.chapters)}</strong>, {shortMomentOf(shown.first)}
              {shown.chapters > 1 && ` to ${shortMomentOf(shown.last)}`}.
              {shown.tooShort > 0 &&
                ` ${shown.tooShort.toLocaleString('en')} ${shown.tooShort === 1 ? 'is' : 'are'} too short to publish (under ${minWordsToPublish} words).`}
            </p>
          )}
        </div>
        <ErrorMessages messages={form.errorMessages} />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons
            label={shown ? `Schedule ${chaptersText(shown.chapters)}` : 'Show dates'}
            busy={form.busy}
            onCancel={close}
          />
        </div>
      </div>
    </form>
  );
}

/** Which chapter is published when. */
function DateList({ dates, chapters }: ScheduledSeveral) {
  return (
    <>
      <ol aria-label="Dates" className="max-h-56 divide-y divide-line overflow-y-auto border-y border-line">
        {dates.map(({ chapter, title, local }) => (
          <li key={chapter} className="flex flex-wrap justify-between gap-x-4 py-2">
            <bdi className="min-w-0 font-serif wrap-anywhere">{title}</bdi>
            <span className="text-sm text-muted tabular-nums">{shortMomentOf(local)}</span>
          </li>
        ))}
      </ol>
      {chapters > dates.length && (
        <p className="text-sm text-muted">And {chaptersText(chapters - dates.length)} more.</p>
      )}
    </>
  );
}
