import { storyNoteLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { StoryNote } from '@inkling/contract/story-notes';
import { AppError, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { nextId } from '../../platform/screening.queries.ts';
import { screening } from '../../platform/screening.ts';
import {
  lockStory,
  refuseTakenDown,
  requireAuthor,
  requireEditable,
  requireTextSpace,
} from '../stories/index.ts';
import { storyNoteAdded } from './story-notes.events.ts';
import * as queries from './story-notes.queries.ts';

/** One page of what the author of a story wrote to its followers. Throws NOT_FOUND. */
export async function listNotes(
  { db }: RequestContext,
  viewer: Viewer | null,
  storyId: string,
  { page, limit }: { page: number; limit: number },
) {
  const found = await queries.listNotes(db, viewer?.id ?? null, storyId, { page, limit });
  if (found === undefined) throw notFound('Story');
  return { data: found.notes, pagination: paginate(page, limit, found.total) };
}

async function getNote(db: Db, viewer: Viewer, storyId: string, id: string): Promise<StoryNote> {
  const note = await queries.findNote(db, viewer.id, storyId, id);
  if (note === undefined) throw notFound('Note');
  return note;
}

/**
 * Writes to the followers of the viewer's published story, once per chosen id. Throws CONFLICT for a story that readers do
 * not see, TAKEN_DOWN, and QUOTA_REACHED after two notes in a week.
 */
export async function postNote(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { _id, text }: { _id?: string | undefined; text: string },
): Promise<StoryNote> {
  await requireAuthor(ctx.db, viewer, storyId);
  const id = await createOnce(ctx, _id, {
    isSame: (chosen) => queries.isNoteOf(ctx.db, chosen, storyId, viewer.id),
    create: () => transaction(ctx.db, (tx) => store(ctx, tx, viewer, { storyId, _id, text })),
  });
  return getNote(ctx.db, viewer, storyId, id);
}

/** The size of a note in its author's quota, computed the same way as in the database. */
const noteBytes = (text: string): number => Buffer.byteLength(text) + 100;

async function store(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  { storyId, _id, text }: { storyId: string; _id: string | undefined; text: string },
): Promise<string | undefined> {
  const story = requireEditable(viewer, await lockStory(tx, storyId));
  refuseTakenDown(story, 'story');
  if (!story.is_published)
    throw new AppError('CONFLICT', 'This story isn’t published yet. Publish it to write to its followers.');
  const id = _id ?? (await nextId(tx));
  const now = ctx.clock.now();
  const hold = await screening(ctx).screen(ctx, tx, viewer, { kind: 'note', id, text, isNew: true });
  const written = await queries.countSince(tx, storyId, id, new Date(now.getTime() - 7 * day));
  if (written >= storyNoteLimits.perWeek)
    throw new AppError(
      'QUOTA_REACHED',
      'You’ve sent two notes about this story in the last seven days. Please wait a few days, or edit the latest one.',
    );
  await requireTextSpace(tx, ctx.config, story.author_id, noteBytes(text));
  const inserted = await queries.insertNote(tx, { id, storyId, text, now });
  if (inserted === undefined) return undefined;
  // Followers of one that is held are notified once it is allowed.
  if (hold !== null) await hold();
  else await emit(ctx, tx, storyNoteAdded, { noteId: id, storyId, authorId: story.author_id });
  return id;
}

export async function editNote(
  ctx: RequestContext,
  viewer: Viewer,
  { id, noteId }: { id: string; noteId: string },
  text: string,
): Promise<StoryNote> {
  await transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, id));
    const before = await getNote(tx, viewer, id, noteId);
    const hold = await screening(ctx).screen(ctx, tx, viewer, {
      kind: 'note',
      id: noteId,
      text,
      isNew: false,
    });
    await requireTextSpace(tx, ctx.config, story.author_id, noteBytes(text) - noteBytes(before.text));
    await queries.setText(tx, id, noteId, text, ctx.clock.now());
    await hold?.();
  });
  return getNote(ctx.db, viewer, id, noteId);
}

export const deleteNote = (
  ctx: RequestContext,
  viewer: Viewer,
  { id, noteId }: { id: string; noteId: string },
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, id));
    if (!(await queries.setText(tx, id, noteId, null, ctx.clock.now()))) throw notFound('Note');
    await screening(ctx).drop(ctx, tx, 'note', noteId);
  });
