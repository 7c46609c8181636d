import { expect, test, vi } from 'vitest';
import { ApiError, offlineError } from '../../lib/api.ts';
import type { QueuedSession, SessionStore } from './offline-sessions.ts';
import type { OfflineSession } from './reading-sessions.api.ts';
import { SessionRecorder } from './session-recorder.ts';

const second = 1000;
const began = Date.UTC(2026, 2, 2, 10);
const of = {
  userId: 'a-person',
  storyId: 'a-story',
  chapterId: 'a-chapter',
  deviceType: 'desktop' as const,
  userAgent: 'test',
};

/** A server and a browser with a clock that the test moves. */
function setUp({ stored = new Map<string, QueuedSession>() } = {}) {
  let now = 0;
  let started = 0;
  const state = {
    failure: null as unknown,
    endsSession: false,
    visible: true,
    online: true,
    progress: 0,
    /** Responses to reports wait for this. */
    response: Promise.resolve(),
  };
  const sent: {
    call: string;
    seconds?: number | undefined;
    session?: string | undefined;
    progress?: number | undefined;
  }[] = [];
  const tracked: OfflineSession[] = [];
  const logged: unknown[] = [];
  const answer = <T>(value: T): T => {
    if (state.failure !== null) throw state.failure;
    return value;
  };
  const store: SessionStore = {
    all: async () => [...stored.values()],
    put: async (session) => void stored.set(session._id, session),
    delete: async (id) => void stored.delete(id),
  };
  const recorder = new SessionRecorder(of, {
    calls: {
      start: async () => {
        sent.push({ call: 'start' });
        answer(null);
        started += 1;
        return { sessionId: `session ${started}`, syncCount: 0 };
      },
      sync: async ({ sessionId, additionalDuration }) => {
        sent.push({ call: 'sync', seconds: additionalDuration, session: sessionId });
        const { endsSession } = state;
        state.endsSession = false;
        await state.response;
        return answer({ syncCount: 1, seconds: 0, isEnded: endsSession });
      },
      end: async ({ sessionId, additionalDuration, endProgress }) => {
        sent.push({ call: 'end', seconds: additionalDuration, session: sessionId, progress: endProgress });
        return answer({});
      },
      track: async (session) => {
        answer(null);
        tracked.push(session);
        return { _id: session._id, seconds: session.additionalDuration ?? 0 };
      },
    },
    store,
    monotonic: () => now,
    serverNow: () => began + now,
    progress: () => state.progress,
    isVisible: () => state.visible,
    isOnline: () => state.online,
    log: (error) => logged.push(error),
  });
  return {
    recorder,
    state,
    stored,
    tracked,
    logged,
    /** What was sent since the last call. */
    sent: () => sent.splice(0),
    pass: (seconds: number) => {
      now += seconds * second;
    },
    /** Reads on, with a report every ten seconds. */
    async read(seconds: number) {
      for (let passed = 0; passed < seconds; passed += 10) {
        now += 10 * second;
        recorder.move();
        await recorder.tick();
      }
    },
  };
}

test('starts, reports every ten seconds, and ends with the rest and the progress', async () => {
  const { recorder, read, pass, sent, state } = setUp();
  await recorder.start();
  await read(20);
  pass(4);
  state.progress = 80;
  await recorder.end();
  expect(sent()).toEqual([
    { call: 'start' },
    { call: 'sync', seconds: 10, session: 'session 1' },
    { call: 'sync', seconds: 10, session: 'session 1' },
    { call: 'end', seconds: 4, session: 'session 1', progress: 80 },
  ]);
  await recorder.tick();
  await recorder.end();
  expect(sent()).toEqual([]);
});

test('a report that has no response yet when the chapter is closed is not counted again', async () => {
  const { recorder, pass, sent, state } = setUp();
  await recorder.start();
  const response = Promise.withResolvers<void>();
  state.response = response.promise;
  pass(10);
  const report = recorder.tick();
  await vi.waitFor(() => expect(sent().at(-1)).toMatchObject({ call: 'sync', seconds: 10 }));
  pass(4);
  await recorder.end();
  expect(sent()).toMatchObject([{ call: 'end', seconds: 4, session: 'session 1' }]);
  response.resolve();
  await report;
  expect(sent()).toEqual([]);
});

test('reports nothing while no one reads, and begins another session afterwards', async () => {
  const { recorder, pass, sent } = setUp();
  await recorder.start();
  pass(10);
  await recorder.show(false);
  expect(sent().at(-1)).toEqual({ call: 'sync', seconds: 10, session: 'session 1' });
  pass(600);
  await recorder.tick();
  expect(sent()).toEqual([]);
  await recorder.show(true);
  pass(10);
  await recorder.tick();
  expect(sent()).toEqual([{ call: 'start' }, { call: 'sync', seconds: 10, session: 'session 2' }]);
});

test('a short loss of the network is made up for by the next report', async () => {
  const { recorder, read, sent, state, stored, tracked, logged } = setUp();
  await recorder.start();
  state.failure = offlineError();
  await read(20);
  // On the device, should the page be closed now.
  expect([...stored.values()]).toMatchObject([
    { additionalDuration: 20, startedAt: new Date(began).toISOString() },
  ]);
  state.failure = null;
  await read(10);
  expect(sent().at(-1)).toEqual({ call: 'sync', seconds: 30, session: 'session 1' });
  expect([stored.size, tracked.length]).toEqual([0, 0]);
  expect(logged).toHaveLength(2);
});

test('a long loss of the network is recorded as one session made offline', async () => {
  const { recorder, read, sent, state, stored, tracked } = setUp();
  await recorder.start();
  await read(10);
  state.failure = offlineError();
  await read(300);
  expect(stored.size).toBe(1);
  state.failure = null;
  sent();
  await read(20);
  expect(sent()).toEqual([{ call: 'start' }, { call: 'sync', seconds: 10, session: 'session 2' }]);
  expect(tracked).toMatchObject([
    {
      additionalDuration: 310,
      startedAt: new Date(began + 10 * second).toISOString(),
      chapterId: 'a-chapter',
    },
  ]);
  expect(stored.size).toBe(0);
});

test('a session that the server has ended is followed by another one, and no time is lost', async () => {
  const { recorder, read, sent, state, tracked } = setUp();
  await recorder.start();
  await read(10);
  sent();
  state.endsSession = true;
  await read(20);
  expect(sent().map(({ call }) => call)).toEqual(['sync', 'start', 'sync']);
  expect(tracked).toMatchObject([{ additionalDuration: 10 }]);
});

test('a chapter opened and closed offline is sent by the next page', async () => {
  const first = setUp();
  first.state.failure = offlineError();
  await first.recorder.start();
  await first.read(30);
  await first.recorder.end();
  const next = setUp({ stored: first.stored });
  await next.recorder.start();
  expect(next.tracked).toMatchObject([{ additionalDuration: 30 }]);
  expect(next.stored.size).toBe(0);
});

test('a chapter that is closed without a connection is stored at once, before any request fails', async () => {
  const { recorder, pass, sent, state, stored } = setUp();
  await recorder.start();
  pass(7);
  state.online = false;
  sent();
  const ended = recorder.end();
  // What the page does before it is gone.
  expect([...stored.values()]).toMatchObject([{ additionalDuration: 7 }]);
  await ended;
  expect(sent()).toEqual([]);
});

test('what one person has queued is not sent by another one', async () => {
  const stored = new Map<string, QueuedSession>([
    [
      'theirs',
      {
        ...of,
        userId: 'another',
        _id: 'theirs',
        startedAt: new Date(began).toISOString(),
        additionalDuration: 60,
      },
    ],
  ]);
  const { recorder, tracked } = setUp({ stored });
  await recorder.start();
  expect([tracked.length, stored.size]).toEqual([0, 1]);
});

test('a refused chapter or a lost session ends the recording; too many requests only pause it', async () => {
  const refused = setUp();
  refused.state.failure = new ApiError(404, 'NOT_FOUND', 'Chapter not found');
  await refused.recorder.start();
  await refused.read(30);
  expect(refused.sent()).toEqual([{ call: 'start' }]);
  const paused = setUp();
  await paused.recorder.start();
  paused.state.failure = new ApiError(429, 'TOO_MANY_REQUESTS', 'Wait', [], 25);
  await paused.read(10);
  paused.state.failure = null;
  paused.sent();
  await paused.read(20);
  expect(paused.sent()).toEqual([]);
  await paused.read(10);
  expect(paused.sent()).toEqual([{ call: 'sync', seconds: 40, session: 'session 1' }]);
});
