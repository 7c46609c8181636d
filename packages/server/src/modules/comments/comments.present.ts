import type { Comment, Reply } from '@inkling/contract/comments';
import type { Db } from '../../platform/db/db.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { presentAuthor } from '../users/index.ts';
import type { CommentRow, ReplyRow } from './comment-lists.queries.ts';
import { isFolded } from './comments.policy.ts';
import type { CommentSubject } from './comments.queries.ts';
import { findMentions } from './mentions.queries.ts';

/** A subject as far as its comments are presented with it. */
type PresentedSubject = Pick<CommentSubject, 'kind' | 'id' | 'parent_id' | 'owner_id' | 'is_ahead'>;

/** What the presentation of a comment depends on, besides its row. */
interface Presentation {
  viewer: PolicyViewer;
  subject: PresentedSubject;
  /** The comment that a signed-in viewer asked for, which is not folded. */
  unfolded?: string;
}

/** A function that presents comments; a folded one has neither text nor quote. `rows` are all whose mentions are looked up. */
export async function commentPresenter(
  db: Db,
  rows: { content: string | null; author: { id: string } | null }[],
): Promise<(row: ReplyRow, to: Presentation) => Reply> {
  const mentionsIn = await findMentions(db, rows);
  return ({ author, createdAt, mentioned, ...row }, { viewer, subject, unfolded }) => {
    const { kind, id, parent_id } = subject;
    const isHidden = !row.isRemoved && row._id !== unfolded && isFolded(viewer, subject, author?.id ?? null);
    const content = isHidden ? null : row.content;
    return {
      ...row,
      story: kind === 'post' ? null : (parent_id ?? id),
      chapter: parent_id === null ? null : id,
      post: kind === 'post' ? id : null,
      passage: row.passage && isHidden ? { ...row.passage, quote: null } : row.passage,
      author: author && presentAuthor(author),
      content,
      mentions: content === null ? [] : mentionsIn(content, author?.id, mentioned),
      isFolded: isHidden,
      createdAt: new Date(createdAt).toISOString(),
      reactions: { like: row.isLiked && viewer !== null ? [viewer.id] : [] },
    };
  };
}

export async function presentReplies(db: Db, to: Presentation, rows: ReplyRow[]): Promise<Reply[]> {
  const present = await commentPresenter(db, rows);
  return rows.map((row) => present(row, to));
}

export async function presentComments(db: Db, to: Presentation, rows: CommentRow[]): Promise<Comment[]> {
  const all = rows.flatMap((row) => [row, ...row.firstReplies]);
  const present = await commentPresenter(db, all);
  return rows.map(({ replies, firstReplies, ...row }) => ({
    ...present(row, to),
    replies,
    firstReplies: firstReplies.map((reply) => present(reply, to)),
  }));
}
