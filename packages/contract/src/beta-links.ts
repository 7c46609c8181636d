import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { id, isoDate } from './text.ts';

/** A link with which anyone may read one draft chapter until it ends (docs/product/beta-links.md). */
const betaLink = z.object({ _id: id, createdAt: isoDate, endsAt: isoDate });
export type BetaLink = z.output<typeof betaLink>;

export const listBetaLinks = defineCall('GET /chapters/{id}/beta-links', {
  summary: 'List the active links for beta readers to my own draft chapter, latest first',
  access: 'owner',
  response: dataResponse(z.array(betaLink)),
});

/** `token` is what the link has after `#`: 256 random bits, of which only a hash is stored. It is returned only once. */
export const createBetaLink = defineCall('POST /chapters/{id}/beta-links', {
  summary: 'Create a link for beta readers to my own draft chapter, which expires after 30 days',
  access: 'owner',
  status: 201,
  errors: ['QUOTA_REACHED'],
  response: dataResponse(betaLink.extend({ token: z.string() })),
});

export const revokeBetaLink = defineCall('DELETE /chapters/{id}/beta-links/{linkId}', {
  withdraws: true,
  summary: 'Revoke a link for beta readers',
  access: 'owner',
  response: emptyResponse,
});

/** What a beta reader gets: the text as it was last saved; once it is published, only where it is. */
const betaChapter = z.discriminatedUnion('isPublished', [
  z.object({ isPublished: z.literal(true), story: id, chapter: id }),
  z.object({
    isPublished: z.literal(false),
    storyTitle: z.string(),
    /** The name that the author shows. */
    author: z.string(),
    language: z.string(),
    isMature: z.boolean(),
    endsAt: isoDate,
    title: z.string(),
    authorNotes: z.string(),
    endNotes: z.string(),
    content: z.string(),
    /** One for each line of `content`, null for a blank line. */
    paragraphIds: z.array(z.int().nullable()),
  }),
]);
export type BetaChapter = z.output<typeof betaChapter>;

/** The token is in the body, so that no address, log or referrer has it. It changes nothing. */
export const readBetaChapter = defineCall('POST /beta-links/read', {
  summary: 'Read the draft chapter of a link for beta readers',
  access: 'public',
  whileSuspended: true,
  errors: ['NOT_FOUND'],
  body: z.object({ token: z.string().max(200, 'This link isn’t complete.') }),
  response: dataResponse(betaChapter),
});
