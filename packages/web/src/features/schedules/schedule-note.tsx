import type { Schedule, ScheduleProblem } from '@inkling/contract/schedules';
import { minWordsToPublish } from '@inkling/contract/words';
import { Clock, Pause, TriangleAlert } from 'lucide-react';
import { shortMomentOf } from './schedule-time.ts';

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
