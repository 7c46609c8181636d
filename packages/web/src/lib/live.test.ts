import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A connection of the library's, which comes about when the network lets it. */
class Line {
  readonly token: string;
  auth: unknown;
  connected = false;
  over = false;
  readonly on = vi.fn();
  readonly onAny = vi.fn();
  readonly offAny = vi.fn();
  readonly removeAllListeners = vi.fn();
  readonly io = {
    _readyState: 'opening',
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

  disconnect(): void {
    this.over = true;
  }

  /** The network lets it; a line says at once whose it is, where that stands in `auth`. */
  open(): { said: unknown } {
    this.io._readyState = 'open';
    const said = this.over || typeof this.auth === 'function' ? null : this.auth;
    this.#onceOpen?.();
    return { said };
  }
}

type Library = { io: (options: { auth: { token: string } }) => Line };
const io: Library['io'] = ({ auth }) => {
  const line = new Line(auth);
  lines.push(line);
  return line;
};
let lines: Line[] = [];
let token: string | null = null;
let listeners = new Set<() => void>();
const logIn = (next: string | null): void => {
  token = next;
  for (const tell of listeners) tell();
};

/** The page's live connection, whose library comes when `come` is called. */
async function page() {
  const gate = Promise.withResolvers<Library>();
  vi.resetModules();
  vi.doMock('socket.io-client', () => gate.promise);
  vi.doMock('./session-store.ts', () => ({
    readToken: () => token,
    dropToken: vi.fn(),
    onTokenChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  }));
  const { listenLive } = await import('./live.ts');
  const nothing = { onConnected: () => undefined, on: {} };
  return {
    /** Some part of the page listens, and stops when the answer is called. */
    async listen() {
      const stop = listenLive(nothing);
      await vi.advanceTimersByTimeAsync(0);
      return async () => {
        stop(() => undefined);
        await vi.advanceTimersByTimeAsync(0);
      };
    },
    async come() {
      gate.resolve({ io });
      await vi.advanceTimersByTimeAsync(50);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { setTimeout, clearTimeout });
  lines = [];
  listeners = new Set();
  token = 'first';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const live = () => lines.filter(({ over }) => !over).map((line) => line.token);

test('who leaves the editor and comes back while the library is on its way has one connection', async () => {
  const { listen, come } = await page();
  const leave = await listen();
  await leave();
  await listen();
  await come();
  expect(lines.map((line) => line.token)).toEqual(['first']);
});

test('whatever the session does while the library is on its way, the newest has the only connection', async () => {
  for (const course of [['second'], [null, 'second'], [null, 'first'], ['second', null, 'third']]) {
    lines = [];
    listeners = new Set();
    token = 'first';
    const { listen, come } = await page();
    await listen();
    for (const next of course) logIn(next);
    await come();
    expect(
      lines.map((line) => line.token),
      course.join(),
    ).toEqual([course.at(-1)]);
  }
});

test('a connection that is still being made when the session changes never says whose it was', async () => {
  const { listen, come } = await page();
  await listen();
  await come();
  logIn('second');
  await vi.advanceTimersByTimeAsync(50);
  const [first, second] = lines;
  expect(first?.open().said).toBeNull();
  expect(second?.open().said).toEqual({ token: 'second' });
  expect(live()).toEqual(['second']);
});
