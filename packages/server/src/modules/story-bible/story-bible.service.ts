import { storyBibleLimits } from '@inkling/contract/limits';
import type { BibleEntry, deleteBibleEntry, saveBibleEntry } from '@inkling/contract/story-bible';
import type { z } from 'zod';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { lockStory, requireAuthor, requireEditable, requireTextSpace } from '../stories/index.ts';
import * as queries from './story-bible.queries.ts';

interface Place {
  id: string;
  entryId: string;
}

export async function listEntries(
  { db }: RequestContext,
  viewer: Viewer,
  storyId: string,
): Promise<BibleEntry[]> {
  await requireAuthor(db, viewer, storyId);
  return await queries.listEntries(db, storyId);
}

type Content = Pick<BibleEntry, 'title' | 'text'>;

const textBytes = ({ title, text }: Content): number => Buffer.byteLength(title) + Buffer.byteLength(text);

/** The size of an entry in its author's quota, computed the same way as in the database. */
const storedBytes = (entry: Content | undefined): number =>
  entry === undefined ? 0 : textBytes(entry) + 100;

const changedElsewhere = () =>
  new AppError('TEXT_CHANGED', 'This entry was changed somewhere else in the meantime.');

/**
 * Stores an entry of the viewer's story. One that was deleted since it was read is stored again. Throws TEXT_CHANGED if
 * another version was saved since then, and QUOTA_REACHED.
 */
export const saveEntry = (
  ctx: RequestContext,
  viewer: Viewer,
  { id, entryId }: Place,
  { title, text, baseVersion }: z.output<(typeof saveBibleEntry)['body']>,
): Promise<BibleEntry> =>
  transaction(ctx.db, async (tx) => {
    const { author_id } = requireEditable(viewer, await lockStory(tx, id));
    const before = await queries.findEntry(tx, id, entryId);
    if (before !== undefined && before.version !== baseVersion) {
      // The same save, sent again.
      if (before.version === baseVersion + 1 && before.title === title && before.text === text) return before;
      throw changedElsewhere();
    }
    const others = await queries.sizeOfOthers(tx, id, entryId);
    if (others.entries >= storyBibleLimits.entries)
      throw new AppError(
        'QUOTA_REACHED',
        `A story bible can have up to ${storyBibleLimits.entries} entries. Please delete one first.`,
      );
    if (others.bytes + textBytes({ title, text }) > storyBibleLimits.bytes)
      throw new AppError(
        'QUOTA_REACHED',
        'This story bible has reached its size limit. Please shorten or delete some entries first.',
      );
    await requireTextSpace(tx, ctx.config, author_id, storedBytes({ title, text }) - storedBytes(before));
    const version = baseVersion + 1;
    const entry = await queries.saveEntry(tx, id, {
      id: entryId,
      title,
      text,
      version,
      now: ctx.clock.now(),
    });
    if (entry === undefined) throw notFound('Entry');
    return entry;
  });

/** Deletes an entry of the viewer's story. Throws TEXT_CHANGED if another version was saved since it was read. */
export const deleteEntry = (
  ctx: RequestContext,
  viewer: Viewer,
  { id, entryId }: Place,
  { baseVersion }: z.output<(typeof deleteBibleEntry)['body']>,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, id));
    const before = await queries.findEntry(tx, id, entryId);
    if (before === undefined) throw notFound('Entry');
    if (before.version !== baseVersion) throw changedElsewhere();
    await queries.deleteEntry(tx, id, entryId);
  });
