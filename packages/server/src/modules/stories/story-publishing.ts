import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockActivePerson } from '../users/index.ts';
import { refuseTakenDown, requireVerifiedAuthor } from './stories.policy.ts';
import { genreIdsOf, type StoredStory } from './stories.queries.ts';

type ToPublish = Pick<
  StoredStory,
  'id' | 'author_id' | 'is_published' | 'held_reason' | 'published_chapters' | 'status'
>;

/**
 * Rejects publishing a story without a published chapter (unless it is coming soon) or a genre, and whatever else
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
  await requireGenre(tx, story.id, genres);
  refuseTakenDown(story, 'story');
  // A request that overlaps the deletion of its author's account must not publish anything.
  if (!(await lockActivePerson(tx, story.author_id))) throw notFound('Story');
}

/** An imported book may have no genre, but a published story needs at least one. */
async function requireGenre(tx: Db, storyId: string, chosen: string[] | undefined): Promise<void> {
  if ((chosen ?? (await genreIdsOf(tx, storyId))).length > 0) return;
  const message = 'Please select at least one genre.';
  throw new AppError('BAD_INPUT', message, { fields: [{ path: 'genres', message }] });
}
