import type { Comment, Reply } from '@inkling/contract/comments';
import type { InfiniteData } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';

export type CommentPages = InfiniteData<CallResponse<'GET /comments'>, string>;
export type ReplyPages = InfiniteData<CallResponse<'GET /comments/{id}/replies'>, string>;

/**
 * What the comments of a list are about: a story; a chapter with its paragraphs, or with `paragraph`, its id, only that one; a
 * post of a community.
 */
export type CommentSubject =
  | { kind: 'story'; id: string }
  | { kind: 'chapter'; id: string; storyId: string; paragraph?: number | undefined }
  | { kind: 'post'; id: string; communityId: string; isPrivate: boolean };

/** Whether a comment is in the list of a subject. */
export function isAbout(subject: CommentSubject, { story, chapter, post, passage }: Reply): boolean {
  if (subject.kind === 'post') return post === subject.id;
  if (subject.kind === 'story') return chapter === null && story === subject.id;
  if (chapter !== subject.id) return false;
  return subject.paragraph === undefined || passage?.paragraph === subject.paragraph;
}

/**
 * Where changes to the comments on a subject are reported and comments are closed; chapterId is null for a story. With
 * `isPost`, storyId is the id of a post.
 */
export interface CommentPlace {
  storyId: string;
  chapterId: string | null;
  isPost?: true | undefined;
}

/** In place of a place where nothing is reported. */
export const noPlace = { storyId: null, chapterId: null, isPost: undefined };

export const isSamePlace = (one: CommentPlace, other: CommentPlace): boolean =>
  one.storyId === other.storyId && one.chapterId === other.chapterId;

/** Null for a post of a private community, whose changes are not reported. */
export function placeOf(subject: CommentSubject): CommentPlace | null {
  switch (subject.kind) {
    case 'story':
      return { storyId: subject.id, chapterId: null };
    case 'chapter':
      return { storyId: subject.storyId, chapterId: subject.id };
    case 'post':
      return subject.isPrivate ? null : { storyId: subject.id, chapterId: null, isPost: true };
  }
}

const mapPages = <Page>(pages: InfiniteData<Page, string>, change: (page: Page) => Page) => ({
  ...pages,
  pages: pages.pages.map(change),
});

/** Applies a change to each comment of a list, and adds to the numbers of the list. */
function mapComments(
  pages: CommentPages,
  change: (comment: Comment) => Comment,
  added = { comments: 0, replies: 0 },
): CommentPages {
  return mapPages(pages, (page) => ({
    ...page,
    data: page.data.map(change),
    pinned: page.pinned && change(page.pinned),
    held: page.held.map(change),
    commentsCount: page.commentsCount + added.comments + added.replies,
    pagination: { ...page.pagination, total: page.pagination.total + added.comments },
  }));
}

/** The comments of a list are closed or open now. */
export const setClosed = (pages: CommentPages, isClosed: boolean): CommentPages =>
  mapPages(pages, (page) => ({
    ...page,
    isClosed,
    refusal: page.refusal === null || page.refusal === 'closed' ? (isClosed ? 'closed' : null) : page.refusal,
  }));

const commentsOf = ({ pages }: CommentPages): Comment[] =>
  pages.flatMap(({ data, pinned, held }) => [...held, ...(pinned === null ? [] : [pinned]), ...data]);

const patch =
  (id: string, changes: Partial<Reply>) =>
  <One extends Reply>(one: One): One =>
    one._id === id ? { ...one, ...changes } : one;

/** Changes a comment, or one of its replies. */
export const patchComment =
  (id: string, changes: Partial<Reply>) =>
  (comment: Comment): Comment => {
    const change = patch(id, changes);
    return { ...change(comment), firstReplies: comment.firstReplies.map(change) };
  };

/** Changes a comment or reply in a list. */
export const patchComments = (pages: CommentPages, id: string, changes: Partial<Reply>): CommentPages =>
  mapComments(pages, patchComment(id, changes));

/** Changes a reply in a list of replies. */
export const patchReplies = (pages: ReplyPages, id: string, changes: Partial<Reply>): ReplyPages =>
  mapPages(pages, (page) => ({ ...page, data: page.data.map(patch(id, changes)) }));

/** A comment with further replies among its first ones. */
export const withReplies = (comment: Comment, replies: readonly Reply[]): Comment => ({
  ...comment,
  firstReplies: [
    ...comment.firstReplies,
    ...replies.filter(({ _id }) => comment.firstReplies.every((one) => one._id !== _id)),
  ],
});

/** Adds a new reply to its comment; others stay as they are. */
export const addReply =
  (added: Reply) =>
  (comment: Comment): Comment =>
    comment._id === added.parent
      ? { ...withReplies(comment, [added]), replies: comment.replies + countOf(added) }
      : comment;

/** One that is held does not count. */
const countOf = ({ isHeld }: Reply): number => (isHeld ? 0 : 1);

/** Adds a comment at the top of a list, or a reply at the end of its comment's replies. */
export function addComment(pages: CommentPages, added: Comment): CommentPages {
  const shown = commentsOf(pages);
  if (added.parent === null) {
    if (shown.some(({ _id }) => _id === added._id)) return pages;
    const counted = mapComments(pages, (comment) => comment, { comments: countOf(added), replies: 0 });
    const [first, ...others] = counted.pages;
    if (first === undefined) return pages;
    const place = added.isHeld ? 'held' : 'data';
    return { ...counted, pages: [{ ...first, [place]: [added, ...first[place]] }, ...others] };
  }
  const parent = shown.find(({ _id }) => _id === added.parent);
  if (parent === undefined || parent.firstReplies.some(({ _id }) => _id === added._id)) return pages;
  return mapComments(pages, addReply(added), { comments: 0, replies: countOf(added) });
}

/** The replies that are shown below a comment, the oldest first: those that came with it and those loaded since. */
export function shownReplies(comment: Comment, loaded: ReplyPages | undefined): Reply[] {
  const replies = [...comment.firstReplies, ...(loaded?.pages.flatMap(({ data }) => data) ?? [])];
  return [...new Map(replies.map((reply) => [reply._id, reply])).values()].toSorted((a, b) =>
    a.createdAt === b.createdAt ? a._id.localeCompare(b._id) : a.createdAt.localeCompare(b.createdAt),
  );
}
