import { AppError, badInput, notFound, requireFound } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { emitFacts, fact } from '../../platform/events/emit.ts';
import { lockActivePerson } from '../users/index.ts';
import { storyCompleted, storyPublished, storySaved, storyTakenDown } from './stories.events.ts';
import { refuseTakenDown, requireVerifiedAuthor } from './stories.policy.ts';
import { hasGenre, lockStory, type StoredStory, updateStory } from './stories.queries.ts';

type EmitContext = Pick<AppContext, 'clock' | 'events' | 'live'>;

type ToPublish = Pick<
  StoredStory,
  'id' | 'author_id' | 'is_published' | 'takedown_reason' | 'published_chapters' | 'status' | 'description'
>;

/**
 * Rejects publishing a story without a published chapter (unless it is coming soon), a genre or a description, and whatever
 * prevents it (docs/product/stories.md#publishing). `genres` are those that it gets in the same transaction.
 */
export async function requirePublishable(
  ctx: Pick<AppContext, 'config'>,
  tx: Db,
  story: ToPublish,
  genres?: string[],
): Promise<void> {
  if (!story.is_published) await requireVerifiedAuthor(ctx, tx, story.author_id);
  if (story.published_chapters === 0 && story.status !== 'coming_soon') {
    throw new AppError('NOTHING_PUBLISHED', 'Add a published chapter first.');
  }
  // An imported book may have no genre and no description, but a published story needs both.
  if (genres === undefined ? !(await hasGenre(tx, story.id)) : genres.length === 0)
    throw badInput('genres', 'Please select at least one genre.');
  if (story.description === '') throw badInput('description', 'Please enter a story description.');
  refuseTakenDown(story, 'story');
  // A request that overlaps the deletion of its author's account must not publish anything.
  if (!(await lockActivePerson(tx, story.author_id))) throw notFound('Story');
}

/** What publishing changes in a story's row. */
export const publicationOf = (
  { published_at, last_updated }: Pick<StoredStory, 'published_at' | 'last_updated'>,
  now: Date,
) => ({
  is_published: true,
  published_at: published_at ?? now,
  // Readers could not see its chapters before, so all of them count as updated now.
  last_updated: published_at === null ? now : (last_updated ?? now),
});

/** Emits that a story was published, or is complete for readers, if it was not before the change. */
export async function emitPublication(
  ctx: EmitContext,
  tx: Db,
  story: Pick<StoredStory, 'id' | 'author_id' | 'status' | 'is_published'>,
  after: Pick<StoredStory, 'status' | 'is_published'>,
): Promise<void> {
  const isComplete = (one: typeof after) => one.is_published && one.status === 'completed';
  const payload = { storyId: story.id, authorId: story.author_id };
  await emitFacts(ctx, tx, [
    ...(after.is_published && !story.is_published ? [fact(storyPublished, payload)] : []),
    ...(isComplete(after) && !isComplete(story) ? [fact(storyCompleted, payload)] : []),
  ]);
}

/** Publishes a story as it is stored, in the transaction of another change to it. */
export async function publishStory(
  ctx: EmitContext & Pick<AppContext, 'config'>,
  tx: Db,
  storyId: string,
): Promise<void> {
  const story = requireFound(await lockStory(tx, storyId), 'Story');
  if (story.is_published) return;
  await requirePublishable(ctx, tx, story);
  const now = ctx.clock.now();
  await updateStory(tx, storyId, { ...publicationOf(story, now), updated_at: now });
  await emitPublication(ctx, tx, story, { ...story, is_published: true });
}

/** Takes a story down; a restored account does not republish it. */
export async function takeDownStory(ctx: EmitContext, tx: Db, id: string, reason: string): Promise<void> {
  const story = await lockStory(tx, id);
  const now = ctx.clock.now();
  const takedown = { taken_down_at: now, takedown_reason: reason };
  await updateStory(tx, id, {
    ...takedown,
    is_published: false,
    republish_on_return: false,
    updated_at: now,
  });
  if (story === undefined) return;
  const payload = { storyId: id, authorId: story.author_id };
  const facts = [fact(storyTakenDown, payload)];
  if (story.is_published) facts.push(fact(storySaved, payload));
  await emitFacts(ctx, tx, facts);
}

export const reinstateStory = async (tx: Db, id: string): Promise<void> => {
  await lockStory(tx, id);
  await updateStory(tx, id, { taken_down_at: null, takedown_reason: null });
};
