import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { checksOf, type PolicyViewer, requireAllowed } from '../../platform/policy.ts';
import { isVerified } from '../users/index.ts';

interface Story {
  author_id: string;
  is_published: boolean;
}

export const isAuthor = (viewer: PolicyViewer, { author_id }: Pick<Story, 'author_id'>): boolean =>
  author_id === viewer?.id;

/** Published stories are public; drafts are visible only to their author (docs/product/stories.md#publishing). */
export const isPublic = ({ is_published }: Pick<Story, 'is_published'>): boolean => is_published;

export const canRead = (viewer: PolicyViewer, story: Story): boolean =>
  isPublic(story) || isAuthor(viewer, story);

export const canEdit = (viewer: PolicyViewer, story: Story): boolean => isAuthor(viewer, story);

export const { requireReadable, requireEditable } = checksOf<Story>('Story', { canRead, canEdit });

type Marker = { id: string; isAdmin: boolean } | null;
const canMark = (viewer: Marker, story: Story): boolean =>
  viewer?.isAdmin === true || isAuthor(viewer, story);

/** Its author and admins mark a story's chapters (docs/product/exclusive-chapters.md#marking). */
export function requireMarkable<Found extends Story>(
  viewer: NonNullable<Marker>,
  story: Found | undefined,
): Found {
  if (story === undefined || !(isPublic(story) || canMark(viewer, story))) throw notFound('Story');
  requireAllowed(viewer, canMark(viewer, story), 'Only the author can change this story.');
  return story;
}

/** Rejects publishing while a takedown is in force (docs/product/admin.md#takedowns). */
export function refuseTakenDown(
  { takedown_reason }: { takedown_reason: string | null },
  what: 'story' | 'chapter',
): void {
  if (takedown_reason === null) return;
  throw new AppError(
    'TAKEN_DOWN',
    `The site’s team took down this ${what}. It can’t be published until they allow it. Their reason: ${takedown_reason}`,
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
