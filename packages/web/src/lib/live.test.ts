import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Emit } from './live.ts';

/** A fake socket, which connects when the test calls `open`. */
class FakeSocket {
  readonly token: string;
  auth: unknown;
  connected = false;
  closed = false;
  readonly on = vi.fn();
  readonly onAny = vi.fn();
  readonly offAny = vi.fn();
  readonly removeAllListeners = vi.fn();
  readonly io = {
    _readyState: 'opening',
    engine: { close: vi.fn() },
    reconnection: vi.fn(),
    once: (_event: 'open', run: () => void) => {
      this.#onceOpen = run;
    },
  };
  #onceOpen: (() => void) | undefined;

  constructor(auth: { token: string }) {
    this.token = auth.token;
    this.auth = auth;
  }

  readonly emit = vi.fn();

  disconnect(): void {
    this.closed = true;
  }

  /** As the client, after the handshake and after a loss. */
  report(event: 'connect' | 'disconnect' | 'connect_error', reason: unknown = 'transport close'): void {
    this.connected = event === 'connect';
    for (const [name, run] of this.on.mock.calls) if (name === event) run(reason);
  }

  /** Opens the transport; the client sends `auth` at once when it is an object. */
  open(): { sentAuth: unknown } {
    this.io._readyState = 'open';
    const sentAuth = this.closed || typeof this.auth === 'function' ? null : this.auth;
    this.#onceOpen?.();
    return { sentAuth };
  }
}

type Library = { io: (options: { auth: { token: string } }) => FakeSocket };
const io: Library['io'] = ({ auth }) => {
  const socket = new FakeSocket(auth);
  sockets.push(socket);
  return socket;
};
let sockets: FakeSocket[] = [];
let token: string | null = null;
let listeners = new Set<() => void>();
const signIn = (next: string | null): void => {
  token = next;
  for (const notify of listeners) notify();
};

/** A page with a live connection, whose socket.io client arrives when `loadClient` is called. */
async function page() {
  const gate = Promise.withResolvers<Library>();
  vi.resetModules();
  vi.doMock('socket.io-client', () => gate.promise);
  vi.doMock('./session-store.ts', () => ({
    readToken: () => token,
    clearToken: vi.fn(),
    onTokenChange: (run: () => void) => {
      listeners.add(run);
      return () => listeners.delete(run);
    },
  }));
  const { listenLive, reconnectLive } = await import('./live.ts');
  const listener = { onConnected: () => undefined, on: {} };
  return {
    listenLive,
    reconnectLive,
    /** Adds a listener; the returned function removes it. */
    async listen() {
      const stop = listenLive(listener);
      await vi.advanceTimersByTimeAsync(0);
      return async () => {
        stop(() => undefined);
        await vi.advanceTimersByTimeAsync(0);
      };
    },
    async loadClient() {
      gate.resolve({ io });
      await vi.advanceTimersByTimeAsync(50);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { setTimeout, clearTimeout });
  sockets = [];
  listeners = new Set();
  token = 'first';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openTokens = () => sockets.filter(({ closed }) => !closed).map((socket) => socket.token);

test('leaving the editor and coming back while the client loads makes one connection', async () => {
  const { listen, loadClient } = await page();
  const leave = await listen();
  await leave();
  await listen();
  await loadClient();
  expect(sockets.map((socket) => socket.token)).toEqual(['first']);
});

test('when the session changes while the client loads, only the newest session is connected', async () => {
  for (const changes of [['second'], [null, 'second'], [null, 'first'], ['second', null, 'third']]) {
    sockets = [];
    listeners = new Set();
    token = 'first';
    const { listen, loadClient } = await page();
    await listen();
    for (const next of changes) signIn(next);
    await loadClient();
    expect(
      sockets.map((socket) => socket.token),
      changes.join(),
    ).toEqual([changes.at(-1)]);
  }
});

test('a connection that opens after the session changed never sends its token', async () => {
  const { listen, loadClient } = await page();
  await listen();
  await loadClient();
  signIn('second');
  await vi.advanceTimersByTimeAsync(50);
  const [first, second] = sockets;
  expect(first?.open().sentAuth).toBeNull();
  expect(second?.open().sentAuth).toEqual({ token: 'second' });
  expect(openTokens()).toEqual(['second']);
});

test('what is sent while the connection is lost is neither sent later nor acknowledged', async () => {
  const { listenLive, loadClient } = await page();
  const emits: Emit[] = [];
  const onDisconnected = vi.fn();
  listenLive({ onConnected: (emit) => void emits.push(emit), onDisconnected, on: {} });
  await loadClient();
  const [socket] = sockets;
  const payload = 'one';
  socket?.report('connect');
  const [emit] = emits;
  const acked = vi.fn();
  emit?.('joinStory', payload, acked);
  expect(socket?.emit.mock.calls).toEqual([['joinStory', payload, acked]]);
  socket?.report('disconnect');
  expect(onDisconnected).toHaveBeenCalledOnce();
  emit?.('joinStory', payload, acked);
  socket?.report('connect');
  expect(socket?.emit).toHaveBeenCalledOnce();
  expect(acked).not.toHaveBeenCalled();
  expect(emits).toHaveLength(2);
});

test('what listens before the connection is open may have missed something, at the first one too', async () => {
  const { listenLive, loadClient } = await page();
  const early = vi.fn();
  listenLive({ onConnected: early, on: {} });
  await loadClient();
  const [socket] = sockets;
  socket?.report('connect');
  const late = vi.fn();
  listenLive({ onConnected: late, on: {} });
  expect([early, late].map(({ mock }) => mock.calls.map(([, mayHaveMissed]) => mayHaveMissed))).toEqual([
    [true],
    [false],
  ]);
  socket?.report('disconnect');
  socket?.report('connect');
  expect([early, late].map(({ mock }) => mock.calls.map(([, mayHaveMissed]) => mayHaveMissed))).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('a connection over which nothing arrives is replaced once it is open', async () => {
  const { listen, loadClient, reconnectLive } = await page();
  signIn('a-token');
  await listen();
  reconnectLive();
  await loadClient();
  const [socket] = sockets;
  reconnectLive();
  expect(socket?.io.engine.close).not.toHaveBeenCalled();
  socket?.report('connect');
  reconnectLive();
  expect(socket?.io.engine.close).toHaveBeenCalledOnce();
});

test('a refused connection says that the account is suspended, until one is made', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const { listen, loadClient } = await page();
  await listen();
  await loadClient();
  sockets[0]?.report('connect_error', { data: { code: 'SUSPENDED' } });
  expect([...stored]).toEqual([['suspended', 'yes']]);
  sockets[0]?.report('connect');
  expect([...stored]).toEqual([]);
});
