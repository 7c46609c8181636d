import { hash } from 'node:crypto';
import type {
  addBetaComment,
  BetaChapter,
  BetaComment,
  BetaContents,
  changeBetaComment,
  openBetaLink,
  readBetaChapter,
} from '@inkling/contract/beta-links';
import { foldText } from '@inkling/contract/fold-text';
import { betaLinkLimits } from '@inkling/contract/limits';
import { isVisible } from '@inkling/contract/text';
import type { z } from 'zod';
import { signInRequired } from '../../platform/access.ts';
import { AppError, badInput, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { PrebuiltJson } from '../../platform/http/sent-json.ts';
import { findSelected, idsOf, paragraphNumber, quoteOf, textResponse } from '../chapters/index.ts';
import { lockActivePerson } from '../users/index.ts';
import * as commentQueries from './beta-comments.queries.ts';
import { betaCommented } from './beta-links.events.ts';
import * as queries from './beta-links.queries.ts';
import { presentComment } from './present-comment.ts';

// What beta readers do with a link (docs/product/beta-links.md#the-reader). A signed-in one is known by their account, others
// by the secret of their browser.

type Access = z.output<(typeof openBetaLink)['body']>;
type Reader = Viewer | null;

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The hash of the secret is another one for each link, so that links don’t show what one browser opens. */
const openerOf = (viewer: Reader, { token, secret }: Access): queries.Opener => ({
  viewerId: viewer?.id ?? null,
  secret: secret === undefined ? null : hashOf(`${token} ${secret}`),
});

/** The link with a token. Throws the same NOT_FOUND for every token that opens nothing. */
async function requireLink(
  ctx: RequestContext,
  viewer: Reader,
  access: Access,
): Promise<queries.OpenLinkRow> {
  const opener = openerOf(viewer, access);
  const link = await queries.findOpenLink(ctx.db, hashOf(access.token), ctx.clock.now(), opener);
  if (link === undefined)
    throw new AppError('NOT_FOUND', 'This link can no longer be used. Please ask the author for a new one.');
  return link;
}

/** The link with its reader, who is added when they first open a chapter; null without a secret, and if there are too many. */
async function withReader(ctx: RequestContext, viewer: Reader, access: Access): Promise<queries.OpenLinkRow> {
  const link = await requireLink(ctx, viewer, access);
  const opener = openerOf(viewer, access);
  if (link.reader_id !== null || (opener.viewerId ?? opener.secret) === null) return link;
  const added = await transaction(ctx.db, async (tx) => {
    await queries.lockLink(tx, link.id);
    return queries.addReader(tx, link.id, opener);
  });
  return { ...link, reader_id: added ?? null, own_ids: [...link.own_ids, added ?? []].flat() };
}

export async function openLink(ctx: RequestContext, viewer: Reader, access: Access): Promise<BetaContents> {
  const link = await requireLink(ctx, viewer, access);
  return {
    storyTitle: link.story_title,
    author: link.author,
    language: link.language,
    isMature: link.is_mature,
    comments: link.comments,
    endsAt: link.ends_at.toISOString(),
    name: link.name,
    chapters: await queries.listChapters(ctx.db, link),
  };
}

/** A chapter of a link, with the comments that its reader may see; stores which version they opened. */
export async function readChapter(
  ctx: RequestContext,
  viewer: Reader,
  { chapter, ...access }: z.output<(typeof readBetaChapter)['body']>,
): Promise<{ data: BetaChapter } | PrebuiltJson> {
  const link = await withReader(ctx, viewer, access);
  const row = await queries.findShared(ctx.db, link, chapter);
  if (row === undefined) throw notFound('Chapter');
  if (row.is_listed) return { data: { isPublished: true, story: link.story_id, chapter } };
  const comments = await commentQueries.listComments(ctx.db, link, {
    chapterId: chapter,
    viewerId: viewer?.id ?? null,
  });
  if (link.reader_id !== null) await queries.storeRead(ctx.db, link.reader_id, chapter, row.version);
  const fields = {
    isPublished: false,
    version: row.version,
    before: row.before === null ? null : { content: row.before },
    comments: comments.map((comment) => presentTo(link, comment)),
    title: row.title,
    authorNotes: row.author_notes,
    endNotes: row.end_notes,
  };
  return textResponse(ctx, fields, row);
}

const presentTo = ({ own_ids }: queries.OpenLinkRow, comment: commentQueries.CommentRow): BetaComment => ({
  ...presentComment(comment),
  isOwn: own_ids.includes(comment.reader_id),
});

const closedToComments = () =>
  new AppError('NOT_ALLOWED', 'The author isn’t accepting comments through this link.');

/**
 * The name that a comment shows; empty for an account that is shown. Throws BAD_INPUT without one, and for that of the
 * author: a name that only looks like it is told from theirs by the mark of the author.
 */
function nameOf(link: queries.OpenLinkRow, viewer: Reader, typed: string): string {
  if (viewer?.id === link.author_id) return '';
  if (viewer === null && !isVisible(typed)) throw badInput('name', 'Please enter a name.');
  if (typed !== '' && link.author_names.some((name) => foldText(name) === foldText(typed)))
    throw badInput('name', 'This is the author’s name. Please enter yours.');
  return typed;
}

/** Adds a comment on a passage, once per chosen id. Throws NOT_ALLOWED, NOT_FOUND, QUOTA_REACHED, TEXT_CHANGED, BAD_INPUT. */
export async function addComment(
  ctx: RequestContext,
  viewer: Reader,
  {
    chapter,
    _id,
    version,
    startOffset,
    endOffset,
    text,
    name: typed,
    ...access
  }: z.output<(typeof addBetaComment)['body']>,
): Promise<BetaComment> {
  if (viewer === null && access.secret === undefined) throw badInput('secret', 'Please reload the page.');
  const link = await withReader(ctx, viewer, access);
  const name = nameOf(link, viewer, typed);
  const id = await createOnce(ctx, _id, {
    isSame: (chosen) => commentQueries.isCommentOf(ctx.db, chosen, link.reader_id, chapter),
    create: async () => {
      const passage = await findPassage(ctx, link, chapter, { version, startOffset, endOffset });
      return store(ctx, viewer, link, { id: _id, chapterId: chapter, ...passage, text, name });
    },
  });
  return commentWith(ctx, viewer, { ...link, name }, id);
}

interface Selected {
  version: number;
  startOffset: number;
  endOffset: number;
}

/** The paragraph and the words of a selection in the text that the reader opened. */
async function findPassage(
  ctx: RequestContext,
  link: queries.OpenLinkRow,
  chapterId: string,
  { version, startOffset, endOffset }: Selected,
) {
  const read = await queries.findReadText(ctx.db, link, chapterId, version);
  if (read === undefined) throw notFound('Chapter');
  if (read.is_listed)
    throw new AppError('NOT_ALLOWED', 'This chapter is published now. You can comment on it there.');
  const { content, paragraph_ids } = read;
  if (content === null || paragraph_ids === null || endOffset > content.length)
    throw new AppError(
      'TEXT_CHANGED',
      'The author has changed this chapter. Reload the page and select the passage again.',
    );
  if (startOffset >= endOffset) throw badInput('startOffset', 'Please select some text.');
  const found = await findSelected(ctx, { content, startOffset, endOffset });
  const quote = found === null ? '' : quoteOf(found.selectedText);
  if (found === null || !isVisible(quote)) throw badInput('startOffset', 'Please select some text.');
  if ([...quote].length > betaLinkLimits.quote)
    throw badInput('endOffset', `Please select at most ${betaLinkLimits.quote} characters.`);
  const paragraph = idsOf(paragraph_ids)[paragraphNumber(content, found.start) - 1] ?? 0;
  return { paragraph, quote };
}

interface NewComment {
  id: string | undefined;
  chapterId: string;
  paragraph: number;
  quote: string;
  text: string;
  name: string;
}

/** Stores a comment; undefined if its id is in use. The link may have ended since, and others comment at the same time. */
const store = (
  ctx: RequestContext,
  viewer: Reader,
  link: queries.OpenLinkRow,
  { name, ...comment }: NewComment,
): Promise<string | undefined> =>
  transaction(ctx.db, async (tx) => {
    if (viewer !== null && !(await lockActivePerson(tx, viewer.id))) throw signInRequired();
    const now = ctx.clock.now();
    if (!(await queries.lockCommentable(tx, link.id, now, viewer?.id ?? null))) throw closedToComments();
    const readerId = link.reader_id;
    const count = readerId === null ? null : await commentQueries.countComments(tx, link.id, readerId);
    const { comments, perReader } = betaLinkLimits;
    if (readerId === null || count === null || count.all >= comments || count.own >= perReader)
      throw new AppError(
        'QUOTA_REACHED',
        'You can’t add more comments through this link. Please contact the author another way.',
      );
    await commentQueries.setName(tx, readerId, name);
    const id = await commentQueries.insertComment(tx, { ...comment, linkId: link.id, readerId, now });
    const { story_id: storyId, author_id: authorId } = link;
    if (id !== undefined && (await commentQueries.isNewsTo(tx, authorId, viewer?.id ?? null)))
      await emit(ctx, tx, betaCommented, { commentId: id, storyId, authorId });
    return id;
  });

async function commentWith(ctx: RequestContext, viewer: Reader, link: queries.OpenLinkRow, id: string) {
  const [comment] = await commentQueries.listComments(ctx.db, link, { id, viewerId: viewer?.id ?? null });
  if (comment === undefined) throw notFound('Comment');
  return presentTo(link, comment);
}

export async function changeComment(
  ctx: RequestContext,
  viewer: Reader,
  id: string,
  { text, ...access }: z.output<(typeof changeBetaComment)['body']>,
): Promise<BetaComment> {
  const link = await requireLink(ctx, viewer, access);
  if (!(await commentQueries.updateComment(ctx.db, link, id, text))) throw notFound('Comment');
  return commentWith(ctx, viewer, link, id);
}

export async function deleteComment(
  ctx: RequestContext,
  viewer: Reader,
  id: string,
  access: Access,
): Promise<void> {
  const link = await requireLink(ctx, viewer, access);
  if (!(await commentQueries.deleteComment(ctx.db, link, id))) throw notFound('Comment');
}
