import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Schedule, ScheduleProblem } from '@inkling/contract/schedules';
import { minWordsToPublish } from '@inkling/contract/words';
import { CalendarClock, Clock, Pause, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { useSchedules } from './schedules.api.ts';
import { shortMomentOf } from './zone-hint.tsx';

const reasons: Record<ScheduleProblem, string> = {
  too_short: `it had fewer than ${minWordsToPublish} words`,
  unverified: 'your email address wasn’t verified',
  story_unpublished: 'the story wasn’t published',
  story_taken_down: 'the story was taken down',
  chapter_taken_down: 'the chapter was taken down',
  author_suspended: 'your account was suspended',
  deleted: 'it was in the trash',
};

/** When a chapter will be published, or why it was not. */
export function ScheduleNote({ schedule }: { schedule: Schedule }) {
  const moment = shortMomentOf(schedule.local);
  const { problem, isPaused, announce } = schedule;
  const Icon = problem !== null ? TriangleAlert : isPaused ? Pause : Clock;
  const pending = isPaused ? `Paused, planned for ${moment}` : `Publishes ${moment}`;
  return (
    <span className={`inline-flex items-start gap-1 ${problem === null ? 'text-text' : 'text-danger-text'}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {problem === null
        ? `${pending}${announce ? '' : ', without an announcement'}`
        : `Not published on ${moment}: ${reasons[problem]}`}
    </span>
  );
}

/** The dialog that sets a chapter's schedule, loaded when it is opened. */
export const LazyScheduleDialog = lazyComponent(
  async () => (await import('./schedule-dialog.tsx')).ScheduleDialog,
);

interface Props {
  chapter: Pick<ChapterSummary, '_id' | 'story' | 'title' | 'publishedAt'>;
}

/** A draft chapter's schedule in the editor, with a button to set or change it. */
export function ScheduleLine({ chapter }: Props) {
  const schedule = useSchedules(chapter.story).get(chapter._id);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {schedule && <ScheduleNote schedule={schedule} />}
      <Button onClick={() => setIsOpen(true)}>
        <CalendarClock aria-hidden="true" className="size-5" />
        {schedule ? 'Change schedule…' : 'Schedule…'}
      </Button>
      {isOpen && (
        <LazyScheduleDialog
          chapter={chapter}
          schedule={schedule}
          close={() => setIsOpen(false)}
          onLoadFailed={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
