import { AppError, notFound } from '../../platform/app-error.ts';
import { checksOf, type PolicyViewer } from '../../platform/policy.ts';
import type { Subject } from '../../platform/subjects.ts';
import { type Block, requireUnblocked } from '../users/index.ts';

interface Reaction {
  user_id: string;
  /** Whether its subject can still be read. */
  is_readable: boolean;
}

/** Everyone sees the counts, but only the reader who reacted can find the reaction (docs/product/reactions.md#who-reacts). */
const isOwn = (viewer: PolicyViewer, { user_id, is_readable }: Reaction): boolean =>
  is_readable && user_id === viewer?.id;

export const { requireEditable } = checksOf<Reaction>(
  'Reaction',
  { canRead: isOwn, canEdit: isOwn },
  'reader',
);

/** Throws NOT_FOUND for what is not published, and NOT_ALLOWED for the author of the story and where a block forbids it. */
export function requireReactable(
  viewer: PolicyViewer,
  subject: Subject & { block: Block | null },
  name: string,
): void {
  if (subject.owner_id === viewer?.id)
    throw new AppError('NOT_ALLOWED', 'You can’t react to your own story.');
  if (!subject.is_public) throw notFound(name);
  requireUnblocked(subject.block, 'react to this');
}
