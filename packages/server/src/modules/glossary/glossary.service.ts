import type { GlossaryEntry, GlossaryFile, Recap, saveGlossaryEntry } from '@inkling/contract/glossary';
import { glossaryLimits } from '@inkling/contract/limits';
import type { z } from 'zod';
import { AppError, badInput, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockOwnChapter } from '../chapters/index.ts';
import { lockStory, requireEditable, requireTextSpace } from '../stories/index.ts';
import * as queries from './glossary.queries.ts';

/** The entries that the viewer's place in the story shows them. Throws NOT_FOUND. */
export async function listEntries(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
): Promise<GlossaryEntry[]> {
  const entries = await queries.listEntries(ctx, viewer.id, storyId);
  if (entries === undefined) throw notFound('Story');
  return entries;
}

/** The recaps up to the viewer's place in the story. Throws NOT_FOUND. */
export async function listRecaps(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<Recap[]> {
  const recaps = await queries.listRecaps(ctx, viewer.id, storyId);
  if (recaps === undefined) throw notFound('Story');
  return recaps;
}

/** The size of notes or recaps in their author's quota, computed the same way as in the database. */
const bytesOf = (texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 100, 0);

/** Throws QUOTA_REACHED if all notes of a locked story are too long. */
async function requireNoteSpace(tx: Db, storyId: string): Promise<void> {
  if ((await queries.countNoteBytes(tx, storyId)) > glossaryLimits.bytes)
    throw new AppError(
      'QUOTA_REACHED',
      'The descriptions in this glossary are too long altogether. Please shorten or delete some first.',
    );
}

/** Stores the glossary and recaps of a story that is being imported. Throws QUOTA_REACHED. */
export async function restoreGlossary(
  tx: Db,
  storyId: string,
  file: GlossaryFile,
  chapterOf: (number: number) => number,
): Promise<void> {
  await queries.restoreGlossary(tx, storyId, file, chapterOf);
  await requireNoteSpace(tx, storyId);
}

/** Adds an entry to the viewer's story or replaces it. Notes from chapters in the trash stay. Throws QUOTA_REACHED. */
export const saveEntry = (
  ctx: RequestContext,
  viewer: Viewer,
  { id, entryId }: { id: string; entryId: string },
  entry: z.output<(typeof saveGlossaryEntry)['body']>,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const { author_id } = requireEditable(viewer, await lockStory(tx, id));
    const chapters = entry.notes.map(({ chapter }) => chapter);
    if (new Set(chapters).size < chapters.length)
      throw badInput('notes', 'Please write only one description for each chapter.');
    if ((await queries.countChapters(tx, id, chapters)) < chapters.length)
      throw badInput(
        'notes',
        'One of these chapters is no longer part of this story. Please choose another.',
      );
    const { others, replaced } = await queries.measureEntry(tx, id, entryId);
    if (others >= glossaryLimits.entries)
      throw new AppError(
        'QUOTA_REACHED',
        `A glossary can have up to ${glossaryLimits.entries} entries. Please delete one first.`,
      );
    const bytes = bytesOf(entry.notes.map(({ text }) => text));
    await requireTextSpace(tx, ctx.config, author_id, bytes - replaced);
    await queries.saveEntry(tx, id, { id: entryId, ...entry });
    await requireNoteSpace(tx, id);
  });

export const deleteEntry = (
  ctx: RequestContext,
  viewer: Viewer,
  { id, entryId }: { id: string; entryId: string },
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, id));
    if (!(await queries.deleteEntry(tx, id, entryId))) throw notFound('Entry');
  });

/** Sets what readers who return are reminded of; an empty recap removes it. */
export const setRecap = (ctx: RequestContext, viewer: Viewer, id: string, recap: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const chapter = await lockOwnChapter(tx, viewer, id);
    const bytes = recap === '' ? 0 : bytesOf([recap]);
    const before = await queries.recapBytes(tx, chapter.story_id, id);
    await requireTextSpace(tx, ctx.config, chapter.author_id, bytes - before);
    await queries.setRecap(tx, chapter, recap);
  });
