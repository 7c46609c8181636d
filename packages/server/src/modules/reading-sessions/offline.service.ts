import { readingSessionLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { trackSession as trackCall } from '@inkling/contract/reading-sessions';
import type { z } from 'zod';
import { badInput } from '../../platform/app-error.ts';
import { day as dayLength, minute, second } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { findReadableSince } from '../chapters/index.ts';
import { insertEnded } from './offline.queries.ts';
import { findSeconds, lockClock } from './reading-sessions.queries.ts';
import { requireChapter, requireSessionQuota } from './reading-sessions.service.ts';

function requirePlausibleStart(startedAt: Date, now: Date): void {
  const age = now.getTime() - startedAt.getTime();
  if (age < -minute)
    throw badInput('startedAt', 'This session starts in the future. Please check your device’s clock.');
  if (age > readingSessionLimits.offlineDays * dayLength)
    throw badInput(
      'startedAt',
      `A session can only be recorded within ${readingSessionLimits.offlineDays} days of its start.`,
    );
}

/**
 * Records a session that has ended, once for its id if it has one: one that a device claims to have been made offline,
 * unless the program knows better. Throws BAD_INPUT for one that is too old or in the future, NOT_FOUND for a chapter that
 * readers may not read, and QUOTA_REACHED (docs/product/reading-sessions.md#offline).
 */
export async function trackSession(
  ctx: RequestContext,
  viewer: Viewer,
  input: z.output<(typeof trackCall)['body']>,
  isOffline = true,
): Promise<{ _id: string; seconds: number }> {
  const place = { storyId: input.storyId, chapterId: input.chapterId, device: input.deviceType };
  const now = ctx.clock.now();
  const {
    _id = newId(now.getTime()),
    additionalDuration: duration = 0,
    endProgress = input.currentProgress ?? 0,
  } = input;
  const claimedStart = new Date(input.startedAt ?? now.getTime() - duration * second);
  const stored = await findSeconds(ctx.db, viewer.id, _id);
  if (stored !== undefined) return { _id, seconds: stored };
  requirePlausibleStart(claimedStart, now);
  await requireChapter(ctx, viewer, place);
  return transaction(ctx.db, async (tx) => {
    await lockClock(tx, viewer.id);
    const before = await findSeconds(tx, viewer.id, _id);
    if (before !== undefined) return { _id, seconds: before };
    const since = await findReadableSince(tx, viewer.id, place.chapterId);
    const startedAt = since > claimedStart ? since : claimedStart;
    const seconds = duration - (startedAt.getTime() - claimedStart.getTime()) / second;
    if (seconds <= 0) return { _id, seconds: 0 };
    const day = dayIn(viewer.timeZone, startedAt);
    await requireSessionQuota(tx, viewer, day);
    const session = { ...place, id: _id, userId: viewer.id, day, startedAt, isOffline, now: ctx.clock.now() };
    return { _id, seconds: await insertEnded(tx, { ...session, seconds, progress: endProgress }) };
  });
}
