import { createElement, type ReactNode, useState, useSyncExternalStore } from 'react';
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

interface OnceOnlineProps {
  children: ReactNode;
  /** Says in one line why the children aren’t there, such as “Comments need”; without it, nothing is shown. */
  needs?: string;
}

/** Shows what needs a connection once there is one. It stays when that is lost again, with what a reader typed there. */
export function OnceOnline({ children, needs }: OnceOnlineProps): ReactNode {
  const reason = useNoConnection(needs ?? '');
  const [once, setOnce] = useState(reason === undefined);
  if (reason === undefined && !once) setOnce(true);
  if (once) return children;
  return needs === undefined ? null : createElement('p', { className: 'text-muted' }, reason);
}
