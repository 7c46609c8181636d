import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockActivePerson } from '../users/index.ts';
import { refuseTakenDown, requireVerifiedAuthor } from './stories.policy.ts';
import { genreIdsOf, type StoredStory } from './stories.queries.ts';

type ToPublish = Pick<
  StoredStory,
  'id' | 'author_id' | 'is_published' | 'held_reason' | 'published_chapters' | 'status' | 'description'
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
  await requireDetails(tx, story, genres);
  refuseTakenDown(story, 'story');
  // A request that overlaps the deletion of its author's account must not publish anything.
  if (!(await lockActivePerson(tx, story.author_id))) throw notFound('Story');
}

const missing = (path: string, message: string) =>
  new AppError('BAD_INPUT', message, { fields: [{ path, message }] });

/** An imported book may have no genre and no description, but a published story needs both. */
async function requireDetails(tx: Db, story: ToPublish, chosen: string[] | undefined): Promise<void> {
  if ((chosen ?? (await genreIdsOf(tx, story.id))).length === 0) {
    throw missing('genres', 'Please select at least one genre.');
  }
  if (story.description === '') throw missing('description', 'Please enter a story description.');
}
