import { z } from 'zod';
import { defineCall } from './call.ts';
import { betaLinkLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery } from './page.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';
import { author } from './users.ts';

/**
 * Whether beta readers can comment: `none`; `author`, the author alone sees what they write; `all`, the other beta readers of
 * the link see it, too.
 */
export const betaComments = z.enum(['none', 'author', 'all']);
export type BetaComments = z.output<typeof betaComments>;

const chapterTitle = z.object({ _id: id, title: z.string() });

/** A link with which anyone may read some drafts of a story until it ends (docs/product/beta-links.md). */
const betaLink = z.object({
  _id: id,
  /** The author's name for the link, which readers do not see; may be empty. */
  label: z.string(),
  comments: betaComments,
  /** In the order of the story, without those in the trash. */
  chapters: z.array(chapterTitle),
  createdAt: isoDate,
  endsAt: isoDate,
});
export type BetaLink = z.output<typeof betaLink>;

const settings = z.object({
  label: line(betaLinkLimits.label).default(''),
  comments: betaComments.default('none'),
  chapters: z.array(id).min(1, 'Please choose a chapter.').max(betaLinkLimits.chapters),
  /** At most 180 days from now; 30 days by default. */
  endsAt: isoDate.optional(),
});
export type BetaLinkSettings = z.input<typeof settings>;

export const listBetaLinks = defineCall('GET /stories/{id}/beta-links', {
  summary: 'List the active links for beta readers of my own story, latest first',
  access: 'owner',
  response: dataResponse(z.array(betaLink)),
});

/** `token` is what the link has after `#`: 256 random bits, of which only a hash is stored. It is returned only once. */
export const createBetaLink = defineCall('POST /stories/{id}/beta-links', {
  summary: 'Create a link for beta readers to draft chapters of my own story',
  access: 'owner',
  status: 201,
  errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  body: settings,
  response: dataResponse(betaLink.extend({ token: z.string() })),
});

export const changeBetaLink = defineCall('PUT /stories/{id}/beta-links/{linkId}', {
  withdraws: true,
  summary: 'Change the chapters, comments or end of an active link for beta readers',
  access: 'owner',
  body: settings,
  response: dataResponse(betaLink),
});

export const revokeBetaLink = defineCall('DELETE /stories/{id}/beta-links/{linkId}', {
  withdraws: true,
  summary: 'Revoke a link for beta readers; its comments stay',
  access: 'owner',
  response: emptyResponse,
});

/**
 * What shows that someone has the link, and who they are. The token is in the body, so that no address, log or referrer has
 * it. `secret` is a random one of the browser, for readers who are not signed in; only a hash of it is stored.
 */
const access = {
  token: z.string().max(200, 'This link isn’t complete.'),
  secret: z
    .string()
    .regex(/^[\w-]{43}$/, 'Please reload the page.')
    .optional(),
};

/** Who wrote a comment: an account, or only a name that they typed. */
const betaReader = z.object({ name: z.string(), account: author.nullable(), isAuthor: z.boolean() });
export type BetaReader = z.output<typeof betaReader>;

const comment = z.object({
  _id: id,
  reader: betaReader,
  /** The id of the paragraph in which the passage begins, as in `paragraphIds`, and the words of the passage. */
  paragraph: z.int(),
  quote: z.string(),
  text: z.string(),
  createdAt: isoDate,
});

/** `isOwn`: whether the caller wrote it, and can change it. */
const betaComment = comment.extend({ isOwn: z.boolean() });
export type BetaComment = z.output<typeof betaComment>;

const contents = z.object({
  storyTitle: z.string(),
  /** The name that the author shows. */
  author: z.string(),
  language: z.string(),
  isMature: z.boolean(),
  comments: betaComments,
  endsAt: isoDate,
  /** The name that the caller typed, if any. */
  name: z.string(),
  /** `isPublished`: readers have it. `isChanged`: it has a newer text than the one that the caller opened. */
  chapters: z.array(chapterTitle.extend({ isPublished: z.boolean(), isChanged: z.boolean() })),
});
export type BetaContents = z.output<typeof contents>;

export const openBetaLink = defineCall('POST /beta-links/open', {
  summary: 'List the chapters of a link for beta readers',
  access: 'public',
  whileSuspended: true,
  errors: ['NOT_FOUND'],
  body: z.object(access),
  response: dataResponse(contents),
});

/** What a beta reader gets: the text as it was last saved; once it is published, only where it is. */
const betaChapter = z.discriminatedUnion('isPublished', [
  z.object({ isPublished: z.literal(true), story: id, chapter: id }),
  z.object({
    isPublished: z.literal(false),
    version: z.int(),
    /** The text that the caller opened last, if it was another one and is still kept. */
    before: z.object({ content: z.string() }).nullable(),
    comments: z.array(betaComment),
    title: z.string(),
    authorNotes: z.string(),
    endNotes: z.string(),
    content: z.string(),
    /** One for each line of `content`, null for a blank line. */
    paragraphIds: z.array(z.int().nullable()),
  }),
]);
export type BetaChapter = z.output<typeof betaChapter>;

export const readBetaChapter = defineCall('POST /beta-links/read', {
  summary: 'Read a draft chapter of a link for beta readers, with the comments that I may see',
  access: 'public',
  whileSuspended: true,
  errors: ['NOT_FOUND'],
  body: z.object({ ...access, chapter: id }),
  response: dataResponse(betaChapter),
});

const text = prose(betaLinkLimits.text, 'Please write a comment.');

export const addBetaComment = defineCall('POST /beta-links/comments', {
  summary: 'Comment on a passage of a draft chapter as a beta reader',
  access: 'public',
  status: 201,
  errors: ['NOT_ALLOWED', 'NOT_FOUND', 'QUOTA_REACHED', 'TEXT_CHANGED'],
  body: z.object({
    ...access,
    _id: chosenId.optional(),
    chapter: id,
    /** The version that the caller opened; the offsets are UTF-16 units of its content. */
    version: z.int().min(1),
    startOffset: z.int().min(0),
    endOffset: z.int().min(0),
    text,
    /** Needed without an account. With one, an empty name means that the account is shown. It is that of all one’s comments. */
    name: line(betaLinkLimits.name).default(''),
  }),
  response: dataResponse(betaComment),
});

export const changeBetaComment = defineCall('PUT /beta-links/comments/{id}', {
  summary: 'Change a comment that I wrote as a beta reader',
  access: 'public',
  errors: ['NOT_FOUND'],
  body: z.object({ ...access, text }),
  response: dataResponse(betaComment),
});

export const deleteBetaComment = defineCall('DELETE /beta-links/comments/{id}', {
  summary: 'Delete a comment that I wrote as a beta reader',
  withdraws: true,
  access: 'public',
  errors: ['NOT_FOUND'],
  body: z.object(access),
  response: emptyResponse,
});

/** A comment as the author of the story sees it. */
const storyComment = comment.extend({
  chapter: chapterTitle,
  link: z.object({ _id: id, label: z.string() }),
  /** The number of its paragraph in the text, from 1; null if the chapter no longer has it. */
  place: z.int().nullable(),
  isResolved: z.boolean(),
});
export type StoryBetaComment = z.output<typeof storyComment>;

export const listBetaComments = defineCall('GET /stories/{id}/beta-comments', {
  summary: 'List what beta readers wrote about my own story, by chapter, in the order of the text',
  access: 'owner',
  query: pageQuery(50).extend({
    chapterId: id.optional(),
    state: z.enum(['open', 'resolved']).default('open'),
  }),
  response: listResponse(storyComment),
});

export const resolveBetaComment = defineCall('PUT /stories/{id}/beta-comments/{commentId}', {
  summary: 'Mark a beta reader’s comment on my own story as resolved, or as open again',
  access: 'owner',
  body: z.object({ isResolved: z.boolean() }),
  response: dataResponse(z.object({ isResolved: z.boolean() })),
});

export const removeBetaComment = defineCall('DELETE /stories/{id}/beta-comments/{commentId}', {
  summary: 'Delete a beta reader’s comment on my own story',
  withdraws: true,
  access: 'owner',
  response: emptyResponse,
});
