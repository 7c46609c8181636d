import type { ContentWarning } from '@inkling/contract/content-warnings';
import type { Audience } from '@inkling/contract/story-labels';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { checksOf, type PolicyViewer } from '../../platform/policy.ts';
import { isVerified } from '../users/index.ts';
import { contentFilterOf, type ListViewer } from './content-filter.queries.ts';

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

/** A story as lists see it; `is_hidden`: the viewer has hidden it. */
export interface ListedStory extends Story {
  deleted_at: Date | null;
  audience: Audience;
  tag_keys: string[];
  content_warnings: ContentWarning[];
  is_hidden: boolean;
}

/** Whether lists, searches and recommendations show a story to a viewer; `isShownTo` is the same in SQL. */
export function isShown(viewer: ListViewer, story: ListedStory): boolean {
  if (!story.is_published || story.deleted_at !== null) return false;
  if (viewer !== null && isAuthor(viewer, story)) return true;
  const { showsMature, hiddenTags, hiddenWarnings } = contentFilterOf(viewer);
  return (
    (showsMature || story.audience !== 'mature') &&
    !story.tag_keys.some((key) => hiddenTags.includes(key)) &&
    !story.content_warnings.some((warning) => hiddenWarnings.includes(warning)) &&
    !story.is_hidden
  );
}

export const canEdit = (viewer: PolicyViewer, story: Story): boolean => isAuthor(viewer, story);

export const { requireReadable, requireEditable } = checksOf<Story>('Story', { canRead, canEdit });

/** Rejects publishing while a takedown is in force (docs/product/admin.md#takedowns). */
export function refuseTakenDown(
  { takedown_reason }: { takedown_reason: string | null },
  what: 'story' | 'chapter',
): void {
  if (takedown_reason === null) return;
  throw new AppError(
    'TAKEN_DOWN',
    `The people who run this site have taken this ${what} down, and it can’t be published until they allow it. Their reason: ${takedown_reason}`,
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
