import type { Me } from '@inkling/contract/account';
import { useState } from 'react';
import { useMe } from '../../lib/session.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useUpdatePreferences } from '../users/users.api.ts';
import { Section } from './dashboard-parts.tsx';
import { useEraseReadingTimes, useExportReading } from './reading-analytics.api.ts';

/** Whether reading is measured at all, and what becomes of what was: a file, or nothing. */
export function ReadingMeasuring() {
  const me = useMe();
  const csv = useExportReading();
  const erase = useEraseReadingTimes();
  const [asks, setAsks] = useState(false);
  return (
    <Section
      title="What Is Measured"
      note="Only you can see these figures. Authors see how many people read, never who read what."
    >
      <div className="max-w-2xl space-y-4">
        {me !== undefined && <MeasuringSwitch me={me} />}
        <div className="flex flex-wrap gap-3">
          <Button busy={csv.isPending} onClick={() => csv.mutate(undefined)}>
            Download as CSV
          </Button>
          <Button variant="danger" onClick={() => setAsks(true)}>
            Erase reading times
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Erase your reading times?"
        confirm="Erase"
        danger
        busy={erase.isPending}
        onConfirm={() => erase.mutate({}, { onSuccess: () => setAsks(false) })}
      >
        All your sessions and minutes are permanently deleted, and your visits become anonymous. Words,
        finished stories, your library and your place in each chapter stay, so streaks continue from the days
        with new words; days on which you only reread no longer count.
      </ConfirmDialog>
    </Section>
  );
}

function MeasuringSwitch({ me }: { me: Me }) {
  const update = useUpdatePreferences();
  const measured = useToggle(
    me.readingPreferences.isMeasured,
    async (isMeasured) => (await update.mutateAsync({ body: { isMeasured } })).data.isMeasured,
  );
  return (
    <Switch
      framed
      label="Measure my reading"
      hint={
        measured.on
          ? 'Stores when, how long and how far you read, for these figures. Authors see you counted among their readers.'
          : 'Sessions are no longer stored, and your visits count as anonymous views. Words, streaks and your place in each chapter are still saved; minutes, speed and time-based quests stop. What was stored before stays until you erase it.'
      }
      checked={measured.on}
      onChange={() => measured.toggle({ detail: 1 })}
    />
  );
}
