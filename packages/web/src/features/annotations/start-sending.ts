import { onConnectionChange, readConnection } from '../../lib/connection.ts';
import { getQueryClient } from '../../lib/query.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';
import { storedKeys } from '../../lib/stored-input.ts';

function send(): void {
  if (readToken() === null || readConnection() !== 'online') return;
  if (!storedKeys('form:').some((key) => key.split('/')[1] === 'annotations')) return;
  void import('./pending.ts').then(({ sendPending }) => sendPending(getQueryClient())).catch(() => undefined);
}

/** Sends annotations that could not be saved, whatever page is open: now, and with each new connection or session. */
export function startSendingAnnotations(): void {
  send();
  onConnectionChange(send);
  onTokenChange(send);
}
