import type { Me } from '@inkling/contract/account';
import { useToggle } from '../../lib/use-toggle.ts';
import { Switch } from '../../ui/switch.tsx';
import { useUpdatePreferences } from '../users/users.api.ts';

/** Whether what the reader reads is recorded; a change is saved at once. */
export function HistorySwitch({ me }: { me: Me }) {
  const update = useUpdatePreferences();
  const history = useToggle(
    me.readingPreferences.keepsHistory,
    async (keepsHistory) => (await update.mutateAsync({ body: { keepsHistory } })).data.keepsHistory,
  );
  return (
    <Switch
      framed
      label="Keep a reading history"
      hint={
        history.on
          ? 'Chapters you read, by day. Only you can see this.'
          : 'Recording is off. Past entries stay until you delete them.'
      }
      checked={history.on}
      onChange={() => history.toggle({ detail: 1 })}
    />
  );
}
