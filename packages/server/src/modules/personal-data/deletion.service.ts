import { graceDays } from '@inkling/contract/limits';
import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { personalParts } from '../../platform/personal-data.ts';
import { deletionCutoff } from '../../platform/sweep.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { lockAccount } from '../account/index.ts';
import { capDeletionDue } from '../users/index.ts';
import * as queries from './personal-data.queries.ts';

/** Ends what must not go on in the name of a person whose account is hidden, such as payments. */
export async function stopAll(ctx: AppContext, id: string): Promise<void> {
  for (const part of personalParts(ctx)) await part.stop?.(ctx, id);
}

/**
 * Permanently deletes an account whose grace period is over, in one transaction. False when the account has been
 * restored or is already gone, or while another process runs deletions, which then handles this account.
 */
export async function deletePerson(
  ctx: AppContext,
  id: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const now = await deletionCutoff(ctx);
  if (now === null) return false;
  if ((await queries.findDue(ctx.db, id, now)) === undefined) return false;
  const reversedParts = personalParts(ctx).toReversed();
  for (const part of reversedParts) await part.stop?.(ctx, id);
  // So that the transaction need not lock the people and stories that count this person.
  for (const part of reversedParts) await part.recount?.(ctx.db, id, signal);
  const cleanups = await transaction(ctx.db, async (tx) => {
    await queries.extendStatementTimeout(tx);
    if (!(await queries.tryLockDeletions(tx))) return null;
    // Lock the credentials first: a concurrent sign-in either restores the account before this or finds none.
    await lockAccount(tx, id);
    const person = await queries.findDue(tx, id, now);
    if (person === undefined) return null;
    const afterCommit = [];
    for (const part of reversedParts)
      afterCommit.push(await (part.forget ?? queries.forgetRows(part))(ctx, tx, person));
    for (const part of reversedParts) await part.withdraw?.(tx, id, ctx);
    return afterCommit;
  });
  if (cleanups === null) return false;
  invalidateViewers(ctx.db);
  for (const cleanup of cleanups) {
    // The account is deleted; one failed cleanup must not stop the others, and the sweeps retry it.
    await cleanup?.().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'can’t remove all files of a deleted account; the sweep will retry'),
    );
  }
  return true;
}

/** Deletes all accounts whose grace period is over and returns their number. A failure does not stop the others. */
export async function deleteDue(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  const now = await deletionCutoff(ctx);
  if (now === null) return deleted;
  await capDeletionDue(ctx.db, new Date(now.getTime() + graceDays * day));
  for (const id of await queries.listDue(ctx.db, now)) {
    if (signal?.aborted) break;
    try {
      if (await deletePerson(ctx, id, signal)) deleted += 1;
    } catch (error) {
      ctx.log.error({ err: error }, 'can’t delete an account; the next hourly run will retry');
    }
  }
  return deleted;
}

/** No retries: the next hourly run continues. */
export const deletions = defineQueue<Record<string, never>>('delete-accounts', {
  retries: 0,
  timeout: 1800,
});

export function scheduleDeletions(ctx: AppContext): void {
  ctx.jobs.work(deletions, async (_data, { signal }) => {
    const accounts = await deleteDue(ctx, signal);
    if (accounts > 0) ctx.log.info({ accounts }, 'deleted accounts permanently');
  });
  ctx.jobs.schedule(deletions, '10 * * * *');
}
