import type { Me } from '@inkling/contract/account';
import { useToggle } from '../../lib/use-toggle.ts';
import { useUpdatePreferences } from '../users/users.api.ts';

/** Whether what the reader reads is recorded; a change is saved at once. */
export function HistorySwitch({ me }: { me: Me }) {
  const update = useUpdatePreferences({ fallback: 'Failed to update preferences.', errors: 'toast' });
  const history = useToggle(
    me.readingPreferences.keepsHistory,
    async (keepsHistory) => (await update.mutateAsync({ body: { keepsHistory } })).data.keepsHistory,
  );
  return (
    <label className="flex min-h-11 items-center justify-between gap-4 rounded-md border border-line px-4 py-3">
      <span>
        <span className="block font-semibold">Keep a reading history</span>
        <span className="text-sm text-muted">
          {history.on
            ? 'The chapters you read are listed by day, for you alone.'
            : 'Nothing new is recorded. What was recorded before stays until you delete it.'}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label="Keep a reading history"
        checked={history.on}
        aria-checked={history.on}
        onChange={() => history.toggle({ detail: 1 })}
      />
    </label>
  );
}
