import type { AnyEvent, PayloadOf } from '@inkling/contract/all';
import type { Ack } from '@inkling/contract/live';
import type { Socket } from 'socket.io-client';
import { setConnectionId } from './connection-id.ts';
import { clearToken, onTokenChange, readToken } from './session-store.ts';

type ByServer = Extract<AnyEvent, { by: 'server' }>['event'];
type ByBrowser = Extract<AnyEvent, { by: 'browser' }>['event'];

/** How one part of a page says something, over whichever connection there is. */
export type Emit = <N extends ByBrowser>(event: N, payload: PayloadOf<N>) => void;

/** A part of a page that wants to hear what the server tells. */
export interface Listener {
  /** There is a connection; `again` when there was one before, and something may have been missed since. */
  onConnected(say: Emit, again: boolean): void;
  on: { [N in ByServer]?: (payload: PayloadOf<N>) => void };
}

/** After a refusal in words nothing gets better by trying again soon. */
const refusedForMs = 60_000;
const maxPauseMs = 30_000;

const listeners = new Set<Listener>();
let socket: Socket | null = null;
/** What the connection is made with; null while none is wanted. */
let usedToken: string | null = null;
let later: number | undefined;
let stopWatching: (() => void) | null = null;

const say: Emit = (event, payload) => {
  if (socket?.connected) socket.emit(event, payload, (_heard: Ack) => undefined);
};

/**
 * Listens over the page's one live connection, which is there as long as anybody listens and somebody is signed in.
 * What is told is a hint (docs/product.md §1.11): where no connection can be made nothing is shown, and all works
 * without. The answer ends it; `goodbye` is said first.
 */
export function listenLive(listener: Listener): (goodbye: (say: Emit) => void) => void {
  listeners.add(listener);
  stopWatching ??= onTokenChange(keepUp);
  if (socket?.connected) listener.onConnected(say, false);
  keepUp();
  return (goodbye) => {
    listeners.delete(listener);
    goodbye(say);
    // Whoever comes next may be there already, a moment later.
    queueMicrotask(keepUp);
  };
}

/** Connects, or hangs up, as there are listeners and a log-in. */
function keepUp(): void {
  const wanted = listeners.size === 0 ? null : readToken();
  if (listeners.size === 0) {
    stopWatching?.();
    stopWatching = null;
  }
  if (wanted === usedToken) return;
  hangUp();
  usedToken = wanted;
  if (wanted !== null) void connect(wanted);
}

function hangUp(): void {
  const old = socket;
  socket = null;
  window.clearTimeout(later);
  setConnectionId(null);
  if (old === null) return;
  old.offAny();
  old.removeAllListeners();
  old.io.reconnection(false);
  // Browsers complain of a connection that is closed before it is there; until then it says nothing of whose it was.
  old.auth = () => undefined;
  if (old.io._readyState === 'opening') old.io.once('open', () => old.disconnect());
  else old.disconnect();
}

async function connect(token: string): Promise<void> {
  const library = await import('socket.io-client').catch(() => null);
  // Meanwhile another may have been wanted, or this one have been made by who came back.
  if (usedToken !== token || socket !== null) return;
  if (library === null) {
    window.clearTimeout(later);
    later = window.setTimeout(() => void connect(token), maxPauseMs);
    return;
  }
  const made = library.io({
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    reconnectionDelayMax: maxPauseMs,
  });
  socket = made;
  const tryLater = (): void => {
    window.clearTimeout(later);
    later = window.setTimeout(() => made.connect(), refusedForMs);
  };
  let again = false;
  made.on('connect', () => {
    setConnectionId(made.id ?? null);
    for (const listener of listeners) listener.onConnected(say, again);
    again = true;
  });
  made.on('disconnect', (reason) => {
    setConnectionId(null);
    // By itself it comes back from everything else.
    if (reason === 'io server disconnect') tryLater();
  });
  made.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    if (error.data?.code === 'SIGN_IN_REQUIRED') clearToken(token);
    else if (!made.active) tryLater();
  });
  made.on('session:ended', () => clearToken(token));
  made.onAny((event: ByServer, payload) => {
    for (const { on } of listeners) on[event]?.(payload);
  });
}
