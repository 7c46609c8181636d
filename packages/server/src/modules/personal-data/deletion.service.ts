import { graceDays } from '@inkling/contract/personal-data';
import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { lockAccount } from '../account/index.ts';
import { capDeletionDue } from '../users/index.ts';
import { parts } from './parts.ts';
import * as queries from './personal-data.queries.ts';

const backwards = parts.toReversed();

/**
 * Deletes a person for good, if their grace is over and they have not come back: all of them in one transaction,
 * or nothing. False when they are back or gone, or while another process is deleting people: it will come to them.
 */
export async function deletePerson(ctx: AppContext, id: string): Promise<boolean> {
  const now = await deletionCutoff(ctx);
  if (now === null) return false;
  if ((await queries.findDue(ctx.db, id, now)) === undefined) return false;
  for (const part of backwards) await part.stop?.(ctx, id);
  const afterwards = await transaction(ctx.db, async (tx) => {
    await queries.takeTime(tx);
    if (!(await queries.takeTurn(tx))) return null;
    // The credentials come first: a log-in that would bring the person back either was before, or finds nobody.
    await lockAccount(tx, id);
    const person = await queries.findDue(tx, id, now);
    if (person === undefined) return null;
    const steps = [];
    for (const part of backwards) steps.push(await part.forget(ctx, tx, person));
    for (const part of backwards) await part.withdraw?.(tx, id);
    return steps;
  });
  if (afterwards === null) return false;
  invalidateViewers(ctx.db);
  for (const step of afterwards) {
    // They are gone; what is left of one part keeps none of another's, and is swept later.
    await step?.().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'something of a deleted account is still there'),
    );
  }
  return true;
}

/** Deletes everybody whose grace is over; one who cannot be deleted now keeps nobody else waiting. Returns how many. */
export async function deleteDue(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  const now = await deletionCutoff(ctx);
  if (now === null) return deleted;
  await capDeletionDue(ctx.db, new Date(now.getTime() + graceDays * day));
  for (const id of await queries.listDue(ctx.db, now)) {
    if (signal?.aborted) break;
    try {
      if (await deletePerson(ctx, id)) deleted += 1;
    } catch (error) {
      ctx.log.error({ err: error }, 'an account could not be deleted; it will be tried again');
    }
  }
  return deleted;
}

/** What one try leaves, the next hour's takes. */
export const deletions = defineQueue<Record<string, never>>('delete-accounts', {
  retries: 0,
  timeout: 1800,
  pollInterval: 60,
});

export function scheduleDeletions(ctx: AppContext): void {
  ctx.jobs.work(deletions, async (_data, { signal }) => {
    const accounts = await deleteDue(ctx, signal);
    if (accounts > 0) ctx.log.info({ accounts }, 'accounts are deleted for good');
  });
  ctx.jobs.schedule(deletions, '10 * * * *');
}
