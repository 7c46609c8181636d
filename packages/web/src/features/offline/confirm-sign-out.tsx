import { useEffect, useState } from 'react';
import { within } from '../../lib/offline/in-time.ts';
import type { Change } from '../../lib/offline/offline-store.ts';
import { askWorker } from '../../lib/offline/registration.ts';
import { changesOfSession } from '../../lib/offline/unsent-changes.ts';
import { lastToken, readToken } from '../../lib/session-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const sendTimeoutMs = 5000;
const isWaiting = ({ refusal }: Change): boolean => refusal === undefined;

/** What signing out would delete, after an attempt to send it. */
async function changesToLose(): Promise<Change[]> {
  const token = lastToken();
  if (token === null) return [];
  const changes = await changesOfSession(token);
  if (!navigator.onLine || token !== readToken() || !changes.some(isWaiting)) return changes;
  await within(sendTimeoutMs, askWorker({ send: token }));
  return changesOfSession(token);
}

/** What happens to changes that wait. They outlast a session that has ended, but not a sign-out. */
const waitingText = (count: number, isOver: boolean): string =>
  count === 1
    ? `1 change made offline hasn’t been sent yet. It will be sent ${isOver ? 'when you sign in again' : 'as soon as we can reach the server, if you stay signed in'}.`
    : `${count} changes made offline haven’t been sent yet. They will be sent ${isOver ? 'when you sign in again' : 'as soon as we can reach the server, if you stay signed in'}.`;

const refusedText = (count: number): string =>
  count === 1
    ? '1 annotation made offline couldn’t be saved. Its text is only on this device; you can find it in Settings, under “Offline stories”.'
    : `${count} annotations made offline couldn’t be saved. Their text is only on this device; you can find it in Settings, under “Offline stories”.`;

interface Props {
  onSignOut: () => Promise<void>;
  onStay: () => void;
}

/** Signs out, but asks first if that would delete what was done without a connection. */
export function ConfirmSignOut({ onSignOut, onStay }: Props) {
  const [changes, setChanges] = useState<Change[] | null>(null);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when sign-out was requested
  useEffect(() => {
    void changesToLose()
      .catch(() => [])
      .then((found) => (found.length === 0 ? onSignOut() : setChanges(found)));
  }, []);
  if (changes === null)
    return (
      <p role="status" className="px-3 py-1 text-sm text-muted">
        Signing out…
      </p>
    );
  const waiting = changes.filter(isWaiting).length;
  const refused = changes.length - waiting;
  const isOver = readToken() === null;
  return (
    <ConfirmDialog
      open={changes.length > 0}
      onOpenChange={onStay}
      title="Sign out and delete changes?"
      cancel={isOver ? 'Cancel' : 'Stay signed in'}
      confirm={`Sign out and delete ${changes.length === 1 ? 'it' : 'them'}`}
      danger
      busy={busy}
      onConfirm={() => {
        setBusy(true);
        void onSignOut();
      }}
    >
      <div className="space-y-3">
        {waiting > 0 && <p>{waitingText(waiting, isOver)}</p>}
        {refused > 0 && <p>{refusedText(refused)}</p>}
      </div>
    </ConfirmDialog>
  );
}
