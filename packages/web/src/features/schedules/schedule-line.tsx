import type { ChapterSummary } from '@inkling/contract/chapters';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LazyScheduleDialog } from './lazy-schedule-dialog.ts';
import { ScheduleNote } from './schedule-note.tsx';
import { useSchedules } from './schedules.api.ts';

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
