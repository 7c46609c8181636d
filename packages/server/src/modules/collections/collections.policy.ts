import type { CollectionVisibility } from '@inkling/contract/collections';
import { checksOf, type PolicyViewer, requireAllowed } from '../../platform/policy.ts';

interface Collection {
  owner_id: string;
  visibility: CollectionVisibility;
  /** Whether the owner is neither suspended nor leaving. */
  is_owner_active: boolean;
  taken_down_at: Date | null;
}

export const isOwner = (viewer: PolicyViewer, { owner_id }: Pick<Collection, 'owner_id'>): boolean =>
  owner_id === viewer?.id;

/** Who may open a collection (docs/product/collections.md#visibility). */
const canRead = (viewer: PolicyViewer, collection: Collection): boolean =>
  isOwner(viewer, collection) ||
  (collection.visibility !== 'private' && collection.is_owner_active && collection.taken_down_at === null);

const canEdit = (viewer: PolicyViewer, collection: Collection): boolean => isOwner(viewer, collection);

export const { requireReadable, requireEditable } = checksOf<Collection>(
  'Collection',
  { canRead, canEdit },
  'owner',
);

/** Authors take their stories out of collections (docs/product/collections.md#authors). */
export const requireAuthorOf = (viewer: PolicyViewer, story: { author_id: string }): void =>
  requireAllowed(
    viewer,
    story.author_id === viewer?.id,
    'Only a story’s author can remove it from someone else’s collection.',
  );
