import { pickLimits } from '@inkling/contract/limits';
import type { PickList, Pick as StoryPick } from '@inkling/contract/picks';
import { logAction } from '../../platform/action-log.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { findStories, isPublic, requireReadable } from '../stories/index.ts';
import * as queries from './picks.queries.ts';

type PickContext = Pick<AppContext, 'db' | 'clock' | 'modules'>;
type Picker = Pick<Viewer, 'id'> | null;

/** The stories that admins have picked for a list, in its order. */
export const listPicks = ({ db }: Pick<AppContext, 'db'>, list: PickList): Promise<StoryPick[]> =>
  queries.listPicks(db, list);

/**
 * Picks a published story, or moves it: to `position`, counted from 1, or to the end. Throws NOT_FOUND for a story that
 * is not published, and BAD_INPUT when the list is full (docs/product/lists.md#picks).
 */
export async function pickStory(
  ctx: PickContext,
  viewer: Picker,
  list: PickList,
  storyId: string,
  position: number = pickLimits.perList,
): Promise<StoryPick[]> {
  await transaction(ctx.db, async (tx) => {
    const id = storyId.toLowerCase();
    await queries.lockPicks(tx);
    const picked = await queries.pickedIds(tx, list);
    const isNew = !picked.includes(id);
    if (isNew) {
      const story = requireReadable(null, (await findStories(tx, [id], null)).get(id));
      if (!isPublic(story)) throw notFound('Story');
      if (picked.length >= pickLimits.perList) {
        throw new AppError(
          'BAD_INPUT',
          `A list can have at most ${pickLimits.perList} stories. Remove one first.`,
        );
      }
    }
    const others = picked.filter((one) => one !== id);
    const at = Math.min(position, others.length + 1) - 1;
    await queries.savePicks(tx, list, others.toSpliced(at, 0, id), {
      pickedBy: viewer?.id ?? null,
      now: ctx.clock.now(),
    });
    if (isNew) await logPick(ctx, tx, 'story-picked', viewer, list, id);
  });
  return listPicks(ctx, list);
}

const logPick = (
  ctx: PickContext,
  tx: Db,
  action: 'story-picked' | 'story-unpicked',
  viewer: Picker,
  list: PickList,
  subjectId: string,
) => logAction(ctx, tx, { action, subjectId, actorId: viewer?.id ?? null, detail: list });

/** Removes a story from a list, and closes the gap. Throws NOT_FOUND when it is not in it. */
export const removePick = (
  ctx: PickContext,
  viewer: Picker,
  list: PickList,
  storyId: string,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await queries.lockPicks(tx);
    if (!(await queries.deletePick(tx, list, storyId)))
      throw new AppError('NOT_FOUND', 'This story isn’t on the list.');
    await queries.savePicks(tx, list, await queries.pickedIds(tx, list), {
      pickedBy: null,
      now: ctx.clock.now(),
    });
    await logPick(ctx, tx, 'story-unpicked', viewer, list, storyId);
  });
