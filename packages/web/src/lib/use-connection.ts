import { useSyncExternalStore } from 'react';
import { type Connection, onConnectionChange, readConnection } from './connection.ts';

/** What a page says about its connection. */
export const connectionText: Record<Connection, string> = {
  online: '',
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached.',
};

/** The connection, followed by the component. */
export const useConnection = (): Connection =>
  useSyncExternalStore(onConnectionChange, readConnection, () => 'online');
