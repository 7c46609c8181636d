import { AppError } from '../../platform/app-error.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { deletedBytesOf, eraseDeletedText, lockTextBytes } from './text-quota.queries.ts';

const megabyte = 1024 * 1024;

const formatBytes = (bytes: number): string =>
  bytes >= 1000 * megabyte
    ? `${(bytes / 1024 / megabyte).toFixed(1)} GB`
    : `${(bytes / megabyte).toFixed(1)} MB`;

const quotaReached = (used: number, quota: number): AppError =>
  new AppError(
    'QUOTA_REACHED',
    `Your stories use ${formatBytes(used)} of the ${formatBytes(quota)} of text that one account may store, and there is no room for this. Delete stories or chapters you no longer need, or ask the operator for more space.`,
  );

/**
 * Rejects a change that would exceed an author's text quota (docs/product/stories.md#text-quota); `more` is the number of bytes to
 * add. Deleted text is erased first to make room. An author's other requests that add text wait here until the
 * transaction ends, so call it late in a long one.
 */
export async function requireTextSpace(
  tx: Db,
  { TEXT_QUOTA_MB }: Config,
  authorId: string,
  more: number,
): Promise<void> {
  if (more <= 0) return;
  const quota = TEXT_QUOTA_MB * megabyte;
  const used = await lockTextBytes(tx, authorId);
  const missing = used + more - quota;
  if (missing <= 0) return;
  if ((await deletedBytesOf(tx, authorId)) < missing) throw quotaReached(used, quota);
  await eraseDeletedText(tx, authorId, missing);
}

/** The size of a story's title and description, computed the same way as in the database. */
export const storyBytes = ({ title, description }: { title: string; description: string }): number =>
  Buffer.byteLength(title) + Buffer.byteLength(description) + 100;
