import type { AnyEvent, PayloadOf } from '@inkling/contract/all';
import type { Ack } from '@inkling/contract/live';
import type { Socket } from 'socket.io-client';
import { setConnectionId } from './connection-id.ts';
import { clearToken, onTokenChange, readToken } from './session-store.ts';
import { storeSuspended } from './suspension.ts';

type ServerEvent = Extract<AnyEvent, { by: 'server' }>['event'];
type ClientEvent = Extract<AnyEvent, { by: 'browser' }>['event'];

/**
 * Emits a client event over the current connection, if there is one. `onAck` gets the server's acknowledgement, which never
 * arrives if the connection is lost before.
 */
export type Emit = <N extends ClientEvent>(
  event: N,
  payload: PayloadOf<N>,
  onAck?: (ack: Ack) => void,
) => void;

/** A part of a page that handles server events. */
export interface Listener {
  /**
   * Called on every connect. `mayHaveMissed` is whether the listener was added before the connection, so that its data
   * must be fetched again.
   */
  onConnected(emit: Emit, mayHaveMissed: boolean): void;
  onDisconnected?(): void;
  on: { [N in ServerEvent]?: (payload: PayloadOf<N>) => void };
}

/** The delay after the server refused the connection: retrying soon would fail again. */
const refusedDelayMs = 60_000;
const maxDelayMs = 30_000;

const listeners = new Set<Listener>();
let socket: Socket | null = null;
/** The token of the current connection; null while none is wanted. */
let usedToken: string | null = null;
let retryTimer: number | undefined;
let unsubscribe: (() => void) | null = null;

const emit: Emit = (event, payload, onAck = () => undefined) => {
  if (socket?.connected) socket.emit(event, payload, onAck);
};

const notifyDisconnected = (): void => {
  for (const listener of listeners) listener.onDisconnected?.();
};

/**
 * Subscribes to the page's one live connection, which is open while there are listeners and a session.
 * Live events are only notifications (docs/product/live.md): without a connection everything still works.
 * The returned function unsubscribes, after `beforeLeave` has emitted its last events.
 */
export function listenLive(listener: Listener): (beforeLeave: (emit: Emit) => void) => void {
  listeners.add(listener);
  unsubscribe ??= onTokenChange(syncConnection);
  if (socket?.connected) listener.onConnected(emit, false);
  syncConnection();
  return (beforeLeave) => {
    listeners.delete(listener);
    beforeLeave(emit);
    // The next listener may subscribe in the same tick, so the connection is kept for it.
    queueMicrotask(syncConnection);
  };
}

/** Replaces a connection over which nothing arrives any more; the browser may notice that a minute later. */
export function reconnectLive(): void {
  if (socket?.connected) socket.io.engine.close();
}

/** Connects or disconnects, depending on whether there are listeners and a session. */
function syncConnection(): void {
  const wanted = listeners.size === 0 ? null : readToken();
  if (listeners.size === 0) {
    unsubscribe?.();
    unsubscribe = null;
  }
  if (wanted === usedToken) return;
  disconnect();
  usedToken = wanted;
  if (wanted !== null) void connect(wanted);
}

function disconnect(): void {
  const old = socket;
  socket = null;
  window.clearTimeout(retryTimer);
  setConnectionId(null);
  if (old === null) return;
  notifyDisconnected();
  old.offAny();
  old.removeAllListeners();
  old.io.reconnection(false);
  // Closing a WebSocket before it opens logs a browser error, so wait for it, without sending the token.
  old.auth = () => undefined;
  if (old.io._readyState === 'opening') old.io.once('open', () => old.disconnect());
  else old.disconnect();
}

async function connect(token: string): Promise<void> {
  const client = await import('socket.io-client').catch(() => null);
  // The token may have changed during the import, or another call may have connected.
  if (usedToken !== token || socket !== null) return;
  if (client === null) {
    window.clearTimeout(retryTimer);
    retryTimer = window.setTimeout(() => void connect(token), maxDelayMs);
    return;
  }
  const created = client.io({
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    reconnectionDelayMax: maxDelayMs,
  });
  socket = created;
  const retryLater = (): void => {
    window.clearTimeout(retryTimer);
    retryTimer = window.setTimeout(() => created.connect(), refusedDelayMs);
  };
  created.on('connect', () => {
    setConnectionId(created.id ?? null);
    storeSuspended(false);
    for (const listener of listeners) listener.onConnected(emit, true);
  });
  created.on('disconnect', (reason) => {
    setConnectionId(null);
    notifyDisconnected();
    // The client reconnects by itself after every other reason.
    if (reason === 'io server disconnect') retryLater();
  });
  created.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    if (error.data?.code === 'SUSPENDED') storeSuspended(true);
    if (error.data?.code === 'SIGN_IN_REQUIRED') clearToken(token);
    else if (!created.active) retryLater();
  });
  created.on('session:ended', () => clearToken(token));
  created.onAny((event: ServerEvent, payload) => {
    for (const { on } of listeners) on[event]?.(payload);
  });
}
