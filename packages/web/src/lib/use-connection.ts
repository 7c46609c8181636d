import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { type Connection, onConnectionChange, readConnection } from './connection.ts';

/** What a page says about its connection. */
export const connectionText: Record<Connection, string> = {
  online: '',
  offline: 'You’re offline.',
  unreachable: 'We can’t reach the server.',
};

/** The connection, followed by the component. */
export const useConnection = (): Connection =>
  useSyncExternalStore(onConnectionChange, readConnection, () => 'online');

/** Why something that needs a connection can't be done; undefined while there is one. */
export function useNoConnection(needs: string): string | undefined {
  const connection = useConnection();
  return connection === 'online' ? undefined : `${connectionText[connection]} ${needs} a connection.`;
}

/** Shows what needs a connection once there is one. It stays when that is lost again, with what a reader typed there. */
export function OnceOnline({ children }: { children: ReactNode }): ReactNode {
  const isOnline = useConnection() === 'online';
  const [once, setOnce] = useState(isOnline);
  if (isOnline && !once) setOnce(true);
  return once ? children : null;
}
