import type { Comment, Reply } from '@inkling/contract/comments';
import type { Db } from '../../platform/db/db.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { presentAuthor } from '../users/index.ts';
import type { CommentRow, ReplyRow } from './comment-lists.queries.ts';
import { isFolded } from './comments.policy.ts';
import type { CommentSubject } from './comments.queries.ts';
import { findMentions } from './mentions.ts';

/** What the presentation of a comment depends on, besides its row. */
interface Presentation {
  viewer: PolicyViewer;
  subject: CommentSubject;
  /** The comment that a signed-in viewer asked for, which is not folded. */
  unfolded?: string;
}

/** A function that presents replies; a folded one has neither text nor quote. `rows` are all whose mentions are looked up. */
async function replyPresenter(
  db: Db,
  { viewer, subject, unfolded }: Presentation,
  rows: ReplyRow[],
): Promise<(row: ReplyRow) => Reply> {
  const mentionsIn = await findMentions(db, rows);
  const { kind, id, parent_id } = subject;
  const places = {
    story: kind === 'post' ? null : (parent_id ?? id),
    chapter: parent_id === null ? null : id,
    post: kind === 'post' ? id : null,
  };
  return ({ author, createdAt, ...row }) => {
    const isHidden = !row.isRemoved && row._id !== unfolded && isFolded(viewer, subject, author?.id ?? null);
    const content = isHidden ? null : row.content;
    return {
      ...row,
      ...places,
      passage: row.passage && isHidden ? { ...row.passage, quote: null } : row.passage,
      author: author && presentAuthor(author),
      content,
      mentions: content === null ? [] : mentionsIn(content),
      isFolded: isHidden,
      createdAt: new Date(createdAt).toISOString(),
      reactions: { like: row.isLiked && viewer !== null ? [viewer.id] : [] },
    };
  };
}

export const presentReplies = async (db: Db, to: Presentation, rows: ReplyRow[]): Promise<Reply[]> =>
  rows.map(await replyPresenter(db, to, rows));

export async function presentComments(db: Db, to: Presentation, rows: CommentRow[]): Promise<Comment[]> {
  const all = rows.flatMap((row) => [row, ...row.firstReplies]);
  const present = await replyPresenter(db, to, all);
  return rows.map(({ replies, firstReplies, ...row }) => ({
    ...present(row),
    replies,
    firstReplies: firstReplies.map(present),
  }));
}
