import type { Comment, Reply } from '@inkling/contract/comments';
import type { PolicyViewer } from '../../platform/policy.ts';
import type { Subject } from '../../platform/subjects.ts';
import { presentAuthor } from '../users/index.ts';
import type { CommentRow, ReplyRow } from './comment-lists.queries.ts';
import { isFolded } from './comments.policy.ts';
import { mentionsIn } from './mentions.ts';

/** What the presentation of a comment depends on, besides its row. */
export interface Presentation {
  viewer: PolicyViewer;
  subject: Subject;
  /** The keys of the mentioned usernames that belong to people. */
  people: ReadonlySet<string>;
  /** The comment that the viewer asked for, which is never folded. */
  unfolded?: string;
}

const iso = (date: Date | string): string => new Date(date).toISOString();

/** The story and chapter of a subject; the chapter is null for a comment on the story. */
const storyAndChapter = ({ id, parent_id }: Pick<Subject, 'id' | 'parent_id'>) => ({
  story: parent_id ?? id,
  chapter: parent_id === null ? null : id,
});

/** A reply for a viewer; a folded one has neither text nor quote. */
export function presentReply(row: ReplyRow, { viewer, subject, people, unfolded }: Presentation): Reply {
  const isFoldedRow = row.is_shown && row.id !== unfolded && isFolded(viewer, subject, row.user_id);
  return {
    _id: row.id,
    ...storyAndChapter(subject),
    parent: row.parent_id,
    passage:
      row.paragraph === null
        ? null
        : { paragraph: row.is_paragraph_gone ? null : row.paragraph, quote: isFoldedRow ? null : row.quote },
    author: row.user && presentAuthor(row.user),
    content: isFoldedRow ? null : row.content,
    mentions: isFoldedRow || row.content === null ? [] : mentionsIn(row.content, people),
    isFolded: isFoldedRow,
    isRemoved: !row.is_shown,
    isPinned: row.is_pinned,
    isEdited: row.edited_at !== null,
    createdAt: iso(row.created_at),
    likes: row.likes,
    isLiked: row.is_liked,
    reactions: { like: row.is_liked && viewer !== null ? [viewer.id] : [] },
  };
}

export const presentComment = (row: CommentRow, presentation: Presentation): Comment => ({
  ...presentReply(row, presentation),
  replies: row.replies,
  firstReplies: row.first_replies.map((reply) => presentReply(reply, presentation)),
});
