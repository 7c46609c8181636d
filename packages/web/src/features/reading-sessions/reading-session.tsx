import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { markStale } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useMe } from '../../lib/session.ts';
import { deviceTypeOf } from './device-type.ts';
import { sessionCalls } from './reading-sessions.api.ts';
import { SessionRecorder, syncIntervalMs } from './session-recorder.ts';
import { sessionStore } from './session-store.ts';

/** Events that show that someone is reading. */
const movements = ['scroll', 'wheel', 'pointermove', 'pointerdown', 'touchmove', 'keydown'] as const;
/** Events after which the reader may leave the chapter at once. */
const deliberate: ReadonlySet<string> = new Set(['pointerdown', 'keydown']);
const measureEveryMs = 1000;

interface Props {
  storyId: string;
  chapterId: string;
  /** How much of the chapter is read, in percent. */
  progress: () => number;
}

/**
 * Records that the signed-in reader reads a chapter, until it is left or the page closes
 * (docs/product/reading-sessions.md#browser).
 */
export function ReadingSession({ storyId, chapterId, progress }: Props) {
  const client = useQueryClient();
  const userId = useMe()?._id;
  const readProgress = useRef(progress);
  readProgress.current = progress;

  useEffect(() => {
    if (userId === undefined) return;
    const { userAgent, maxTouchPoints } = navigator;
    const of = {
      userId,
      storyId,
      chapterId,
      deviceType: deviceTypeOf(userAgent, maxTouchPoints),
      userAgent: userAgent.slice(0, 1000),
    };
    // Measured while the text is there: when the reader leaves, the next chapter's may be in its place.
    let share = 0;
    let measuredAt = 0;
    const measure = () => {
      share = Math.max(share, readProgress.current());
      measuredAt = performance.now();
    };
    const begin = () => {
      measure();
      const created = new SessionRecorder(of, {
        calls: sessionCalls,
        store: sessionStore,
        monotonic: () => performance.now(),
        serverNow,
        progress: () => share,
        isVisible: () => document.visibilityState === 'visible',
        isOnline: () => navigator.onLine,
        // biome-ignore lint/suspicious/noConsole: the specification wants failures to be logged, and not shown
        log: (error) => console.info('Reading time couldn’t be recorded.', error),
      });
      void created.start();
      return created;
    };
    let recorder = begin();
    const end = () => recorder.end().then(() => markStale(client, ['readingTime'], 'none'));
    let hasReported = false;
    const tick = () => {
      measure();
      const reported = recorder.tick();
      // The first report can give the right to rate.
      if (!hasReported) void reported.then(() => markStale(client, ['readingTime']));
      hasReported = true;
    };
    const move = ({ type }: Event) => {
      if (deliberate.has(type) || performance.now() - measuredAt > measureEveryMs) measure();
      recorder.move();
    };
    const timer = setInterval(tick, syncIntervalMs);
    const done = new AbortController();
    const { signal } = done;
    for (const movement of movements)
      addEventListener(movement, move, { signal, passive: true, capture: true });
    document.addEventListener(
      'visibilitychange',
      () => void recorder.show(document.visibilityState === 'visible'),
      { signal },
    );
    addEventListener('online', tick, { signal });
    addEventListener('pagehide', () => void end(), { signal });
    // Back from the back/forward cache.
    addEventListener(
      'pageshow',
      ({ persisted }) => {
        if (persisted) recorder = begin();
      },
      { signal },
    );
    return () => {
      done.abort();
      clearInterval(timer);
      void end();
    };
  }, [client, userId, storyId, chapterId]);
  return null;
}
