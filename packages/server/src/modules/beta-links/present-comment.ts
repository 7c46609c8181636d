import type { BetaComment } from '@inkling/contract/beta-links';
import type { CommentRow } from './beta-comments.queries.ts';

/** The fields of a comment that everyone gets who may see it. */
export const presentComment = (row: CommentRow): Omit<BetaComment, 'isOwn'> => ({
  _id: row.id,
  reader: {
    name: row.account?.displayName ?? row.name,
    account: row.account,
    isAuthor: row.is_author,
  },
  paragraph: row.paragraph,
  quote: row.quote,
  text: row.text,
  createdAt: new Date(row.created_at).toISOString(),
});
