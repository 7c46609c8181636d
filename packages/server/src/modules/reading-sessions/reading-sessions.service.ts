import { readingSessionLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type {
  endSession as endCall,
  startSession as startCall,
  syncSession as syncCall,
} from '@inkling/contract/reading-sessions';
import type { z } from 'zod';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { writeBatcher } from '../../platform/db/write-batcher.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { closeSessions, isSession, isSilent } from './closing.queries.ts';
import { syncSession as creditAlone, type Sync, type SyncedRow, syncSessions } from './crediting.queries.ts';
import * as queries from './reading-sessions.queries.ts';

type Payload = z.output<(typeof syncCall)['body']>;

/** Throws NOT_FOUND for a chapter that readers may not read now, or that belongs to another story. */
export async function requireChapter(
  ctx: RequestContext,
  viewer: Viewer,
  place: queries.Place,
): Promise<void> {
  if (!(await queries.isReadable(ctx, viewer, place))) throw notFound('Chapter');
}

/** Throws QUOTA_REACHED for a reader with too many sessions on a day. */
export async function requireSessionQuota(tx: Db, viewer: Viewer, day: string): Promise<void> {
  const { perDay } = readingSessionLimits;
  if ((await queries.countOfDay(tx, viewer.id, day, perDay)) < perDay) return;
  throw new AppError(
    'QUOTA_REACHED',
    `You can have at most ${perDay.toLocaleString('en')} reading sessions a day. You can keep reading, but this time won’t be counted.`,
  );
}

/**
 * Starts a session, or returns the running one of this chapter and device. Ends all silent ones. Throws NOT_FOUND for a chapter that readers may not read, and QUOTA_REACHED
 * (docs/product/reading-sessions.md#sessions).
 */
export async function startSession(
  ctx: RequestContext,
  viewer: Viewer,
  { _id, currentProgress = 0, storyId, chapterId, deviceType }: z.output<(typeof startCall)['body']>,
): Promise<{ sessionId: string; syncCount: number }> {
  const place = { storyId, chapterId, device: deviceType };
  await requireChapter(ctx, viewer, place);
  return transaction(ctx.db, async (tx) => {
    await queries.lockClock(tx, viewer.id);
    const now = ctx.clock.now();
    await closeSessions(tx, [viewer.id], isSilent(now), now);
    const running = await queries.findRunning(tx, viewer.id, place);
    if (running !== undefined) return { sessionId: running.id, syncCount: running.sync_count };
    const day = dayIn(viewer.timeZone, now);
    await requireSessionQuota(tx, viewer, day);
    // An id that was used belongs to a session that has ended.
    const isFree = _id !== undefined && !(await queries.hasSession(tx, viewer.id, _id));
    const id = isFree ? _id : newId(now.getTime());
    await queries.insertSession(tx, { ...place, id, userId: viewer.id, day, now, progress: currentProgress });
    return { sessionId: id, syncCount: 0 };
  });
}

/** One statement runs at a time; reports that arrive while it does share the next one. */
const gathering = { max: 1000, concurrency: 1 };

/** Sessions report every 10 seconds, so concurrent reports of different readers share one statement. */
const writers = perInstance((db: Db) =>
  writeBatcher<Sync, SyncedRow | undefined>({
    keyOf: ({ userId }) => userId,
    writeTogether: (many) => syncSessions(db, many),
    writeAlone: (one) => creditAlone(db, one),
    limits: gathering,
  }),
);

const credit = (
  ctx: RequestContext,
  viewer: Viewer,
  { chapterId, deviceType, sessionId, currentProgress, additionalDuration = 0 }: Payload,
): Promise<SyncedRow | undefined> => {
  const now = ctx.clock.now();
  return writers(ctx.db)({
    userId: viewer.id,
    chapterId,
    device: deviceType,
    sessionId: sessionId ?? null,
    seconds: additionalDuration,
    progress: currentProgress ?? null,
    now,
    day: dayIn(viewer.timeZone, now),
  });
};

/** Adds time to a running session, at most the time that has passed (docs/product/reading-sessions.md#credited-time). */
export async function syncSession(ctx: RequestContext, viewer: Viewer, payload: Payload) {
  const row = await credit(ctx, viewer, payload);
  if (row === undefined) return { syncCount: 0, seconds: 0, isEnded: true };
  return { syncCount: row.sync_count, seconds: row.seconds, isEnded: false };
}

/** Ends a session with its last report. Returns an empty object if it has already ended or is not the viewer's. */
export async function endSession(
  ctx: RequestContext,
  viewer: Viewer,
  { endProgress, ...payload }: z.output<(typeof endCall)['body']>,
): Promise<{ durationMinutes?: number; durationSeconds?: number }> {
  const row = await credit(ctx, viewer, {
    ...payload,
    currentProgress: endProgress ?? payload.currentProgress,
  });
  if (row === undefined) return {};
  const ended = await transaction(ctx.db, async (tx) => {
    await queries.lockClock(tx, viewer.id);
    return closeSessions(tx, [viewer.id], isSession(row.id), ctx.clock.now());
  });
  if (ended === 0) return {};
  return { durationMinutes: Math.round(row.seconds / 6) / 10, durationSeconds: Math.round(row.seconds) };
}
