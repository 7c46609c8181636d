import { useSyncExternalStore } from 'react';
import { type Connection, onConnectionChange, readConnection } from '../../lib/connection.ts';

const texts: Record<Connection, string> = {
  online: '',
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached.',
};

/** Says at the bottom of the window that there is no connection, and that the place is not lost. */
export function ConnectionNotice() {
  const connection = useSyncExternalStore(onConnectionChange, readConnection, (): Connection => 'online');
  return (
    // Below the chat, whose box for a message it would cover.
    <div role="status" className="edge-notice sticky bottom-0 z-11">
      {connection !== 'online' && (
        <p className="border-t border-line bg-notice px-4 py-2 text-center text-on-notice">
          {texts[connection]} Your place will be saved once the connection is back.
        </p>
      )}
    </div>
  );
}
