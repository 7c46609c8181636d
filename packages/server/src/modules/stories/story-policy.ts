import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { isVerified } from '../users/index.ts';

interface Owned {
  author_id: string;
  is_published: boolean;
}

/** Published stories are public; drafts are visible only to their author. */
export const isVisible = (story: { is_published: boolean; is_own: boolean }): boolean =>
  story.is_published || story.is_own;

/** Whether a viewer may see a story. */
export const maySee = ({ is_published, author_id }: Owned, viewerId: string | null): boolean =>
  isVisible({ is_published, is_own: author_id === viewerId });

/** Rejects publishing while a takedown is in force (docs/product/admin.md#takedowns). */
export function refuseTakenDown(
  { held_reason }: { held_reason: string | null },
  what: 'story' | 'chapter',
): void {
  if (held_reason === null) return;
  throw new AppError(
    'HELD',
    `The people who run this site have taken this ${what} down, and it can’t be published until they allow it. Their reason: ${held_reason}`,
  );
}

/**
 * With REQUIRE_VERIFICATION, rejects publishing by an author whose email address is not verified
 * (docs/product/stories.md#verified-authors). Every path that publishes calls it, in its transaction.
 */
export async function requireVerifiedAuthor(
  { config }: Pick<AppContext, 'config'>,
  tx: Db,
  authorId: string,
): Promise<void> {
  if (!config.REQUIRE_VERIFICATION || (await isVerified(tx, authorId))) return;
  throw new AppError(
    'VERIFY_EMAIL_FIRST',
    'Please verify your email address before you publish. You can resend the link in Settings.',
  );
}

/** Requires the viewer to be the author: otherwise 403 for a story that they may see, 404 for one they may not. */
export function requireOwner<S extends Owned>(story: S | undefined, viewerId: string): S {
  if (story === undefined || !maySee(story, viewerId)) throw notFound('Story');
  if (story.author_id !== viewerId)
    throw new AppError('NOT_ALLOWED', 'Only the author can change this story.');
  return story;
}
