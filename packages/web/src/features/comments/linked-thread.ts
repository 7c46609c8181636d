import type { Comment } from '@inkling/contract/comments';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api.ts';
import { commentQuery } from './comments.api.ts';
import { type CommentSubject, isAbout, withReplies } from './thread.ts';

/**
 * The comment to which a link leads (`linkedId` of a list), wherever it is in the list; of a reply, its comment with this reply.
 * `isGone`: it was deleted, or is elsewhere.
 */
export function useLinkedThread(
  subject: CommentSubject,
  id: string | null,
): { thread: Comment | undefined; isGone: boolean } {
  const isWanted = id !== null;
  const found = useQuery({ ...commentQuery(id ?? ''), enabled: isWanted });
  const linked = found.data?.data;
  const parentId = linked?.parent ?? null;
  const { data: parent } = useQuery({ ...commentQuery(parentId ?? ''), enabled: parentId !== null });
  const isGone =
    isWanted &&
    ((found.error instanceof ApiError && [400, 404].includes(found.error.status)) ||
      (linked !== undefined && !isAbout(subject, linked)));
  if (!isWanted || isGone || linked === undefined) return { thread: undefined, isGone };
  if (parentId === null) return { thread: linked, isGone };
  return { thread: parent && withReplies(parent.data, [linked]), isGone };
}
